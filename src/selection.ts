import {
  type FieldNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import { columnList } from './table.ts';

type Source = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'fieldNodes'>;

/** Whether a fragment on `condition` applies to objects of `type`: the type itself, or a union or interface it belongs to. */
function applies(schema: GraphQLSchema, condition: string | undefined, type: string): boolean {
  if (condition === undefined || condition === type) return true;
  const abstract = schema.getType(condition);
  const object = schema.getType(type);
  return isAbstractType(abstract) && isObjectType(object) && schema.isSubType(abstract, object);
}

/**
 * The fields asked for on `type` below the given nodes, each with its own nodes. @skip and @include are not looked at: a column
 * too many is harmless, and so the answer depends on the document alone.
 */
function fieldsOn(type: string, nodes: readonly FieldNode[], source: Source): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const visit = (set: SelectionSetNode): void => {
    for (const selection of set.selections) {
      if (selection.kind === 'Field') {
        const name = selection.name.value;
        fields.set(name, [...(fields.get(name) ?? []), selection]);
        continue;
      }
      const fragment = selection.kind === 'FragmentSpread' ? source.fragments[selection.name.value] : selection;
      if (fragment !== undefined && applies(source.schema, fragment.typeCondition?.name.value, type))
        visit(fragment.selectionSet);
    }
  };
  for (const node of nodes) if (node.selectionSet) visit(node.selectionSet);
  return fields;
}

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
