import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';

type Source = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'fieldNodes'>;

/** Prisma's `select`: the columns that a selection reads. */
export type Selection = Readonly<Record<string, true>>;

/** Whether a fragment on `condition` applies to objects of `type`: the type itself, or a union or interface it belongs to. */
function applies(schema: GraphQLSchema, condition: string | undefined, type: GraphQLObjectType): boolean {
  if (condition === undefined || condition === type.name) return true;
  const abstract = schema.getType(condition);
  return isAbstractType(abstract) && schema.isSubType(abstract, type);
}

/**
 * The fields selected on objects of `type`, by response key or as `keyOf` says, each with all its nodes in the document's order (section
 * 6.3.2 of the GraphQL specification). Ignores @skip and @include, so that the answer depends on the document alone.
 */
export function collectFields(
  type: GraphQLObjectType,
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

/** The fields selected on `type` below the nodes, by their names. */
const fieldsOn = (type: GraphQLObjectType, nodes: readonly FieldNode[], source: Source): Map<string, FieldNode[]> =>
  collectFields(
    type,
    nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
    source,
    ({ name }) => name.value,
  );

const known = new WeakMap<FieldNode, Map<string, Selection>>();

/** Remembers an answer by the field's node, which lives as long as its parsed document. A field merged from several nodes is rare. */
function remember(type: string, source: Source, select: () => Selection): Selection {
  const [node, ...others] = source.fieldNodes;
  if (node === undefined || others.length > 0) return select();
  const answers = known.get(node) ?? new Map<string, Selection>();
  const answer = answers.get(type) ?? select();
  known.set(node, answers.set(type, answer));
  return answer;
}

/** The columns in the order of their names, so that documents that differ in order only share one statement. */
function columnsOf(type: GraphQLObjectType, nodes: readonly FieldNode[], source: Source): Selection {
  const declared = type.getFields();
  const columns = new Set<string>();
  for (const name of fieldsOn(type, nodes, source).keys())
    for (const column of columnsIn(declared[name]?.extensions)) columns.add(column);
  return Object.fromEntries(Array.from(columns, (column): [string, true] => [column, true]).sort());
}

/** An exposed field reads one column, and any other the columns of its `select`. */
function columnsIn({ pothosPrismaVariant: exposed, reads }: { pothosPrismaVariant?: unknown; reads?: unknown } = {}) {
  if (typeof exposed === 'string') return [exposed];
  return Array.isArray(reads) ? reads.filter((column) => typeof column === 'string') : [];
}

function objectType(schema: GraphQLSchema, name: string): GraphQLObjectType {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`${name} is not an object type.`);
  return type;
}

/** The columns that the selection of this field reads on `type`. */
export const selectionOf = (type: string, info: Source): Selection =>
  remember(type, info, () => columnsOf(objectType(info.schema, type), info.fieldNodes, info));

/** The columns that the selection of this connection reads on its nodes, through `edges.node` and `nodes`. */
export function nodeSelectionOf({ returnType, ...info }: Source & Pick<GraphQLResolveInfo, 'returnType'>): Selection {
  const connection = getNamedType(returnType);
  return remember(connection.name, info, () => {
    if (!isObjectType(connection)) throw new Error(`${connection.name} is not a connection.`);
    const { edges, nodes } = connection.getFields();
    const [edge, node] = [edges && getNamedType(edges.type), nodes && getNamedType(nodes.type)];
    if (!isObjectType(edge) || !isObjectType(node)) throw new Error(`${connection.name} is not a connection.`);
    const selected = fieldsOn(connection, info.fieldNodes, info);
    const below = fieldsOn(edge, selected.get('edges') ?? [], info);
    return columnsOf(node, [...(below.get('node') ?? []), ...(selected.get('nodes') ?? [])], info);
  });
}
