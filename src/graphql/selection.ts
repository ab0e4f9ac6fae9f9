import {
  type FieldNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import { columnList } from '../db/table.ts';

type Source = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'fieldNodes'>;

/** Whether a fragment on `condition` applies to objects of `type`: the type itself, or a union or interface it belongs to. */
function applies(schema: GraphQLSchema, condition: string | undefined, type: string): boolean {
  if (condition === undefined || condition === type) return true;
  const abstract = schema.getType(condition);
  const object = schema.getType(type);
  return isAbstractType(abstract) && isObjectType(object) && schema.isSubType(abstract, object);
}

/**
 * What is selected on objects of `type`, by response key or as `keyOf` says, each with all its nodes in the document's order (section
 * 6.3.2 of the GraphQL specification). @skip and @include are not looked at, so that the answer depends on the document alone.
 */
export function collectFields(
  type: string,
  sets: readonly SelectionSetNode[],
  { schema, fragments }: Pick<Source, 'schema' | 'fragments'>,
  keyOf: (node: FieldNode) => string = ({ alias, name }) => (alias ?? name).value,
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
  const visit = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      if (selection.kind === 'Field') {
        const key = keyOf(selection);
        const nodes = fields.get(key);
        if (nodes === undefined) fields.set(key, [selection]);
        else nodes.push(selection);
        continue;
      }
      if (selection.kind === 'FragmentSpread') {
        if (spread.has(selection.name.value)) continue;
        spread.add(selection.name.value);
      }
      const fragment = selection.kind === 'FragmentSpread' ? fragments[selection.name.value] : selection;
      if (fragment !== undefined && applies(schema, fragment.typeCondition?.name.value, type))
        visit(fragment.selectionSet);
    }
  };
  for (const set of sets) visit(set);
  return fields;
}

/** The fields selected on `type` below the nodes, by their names. A column too many, for a field that is skipped, is harmless. */
const fieldsOn = (type: string, nodes: readonly FieldNode[], source: Source): Map<string, FieldNode[]> =>
  collectFields(
    type,
    nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
    source,
    ({ name }) => name.value,
  );

const known = new WeakMap<FieldNode, Map<string, string>>();

/** Remembers an answer by the field's node, which lives as long as its parsed document. A field merged from several nodes is rare. */
function remember(key: string, source: Source, compute: () => string): string {
  const [node, ...others] = source.fieldNodes;
  if (node === undefined || others.length > 0) return compute();
  const answers = known.get(node) ?? new Map<string, string>();
  const answer = answers.get(key) ?? compute();
  known.set(node, answers.set(key, answer));
  return answer;
}

/** The columns that a selection on `type` reads: those its fields are named like, what a computed field says it `needs`, and the id. */
function columns(type: string, nodes: readonly FieldNode[], source: Source): string {
  const object = source.schema.getType(type);
  const declared = isObjectType(object) ? object.getFields() : {};
  const fields = new Set<string>();
  for (const name of fieldsOn(type, nodes, source).keys()) {
    const needs = declared[name]?.extensions.needs;
    if (typeof needs === 'string') fields.add(needs);
    else if (declared[name] !== undefined) fields.add(name);
  }
  return columnList(['id', ...[...fields].filter((field) => field !== 'id').sort()]);
}

/** The column list, for SELECT or RETURNING, of what the selection of this field reads. */
export const selectedColumns = (type: string, info: Source): string =>
  remember(type, info, () => columns(type, info.fieldNodes, info));

/** The same for a connection of `type`: what is read through `edges.node` and through `nodes`. */
export const selectedNodeColumns = (type: string, info: Source): string =>
  remember(`${type}Connection`, info, () => {
    const connection = fieldsOn(`${type}Connection`, info.fieldNodes, info);
    const edges = fieldsOn(`${type}Edge`, connection.get('edges') ?? [], info);
    return columns(type, [...(edges.get('node') ?? []), ...(connection.get('nodes') ?? [])], info);
  });
