import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  type GraphQLType,
  getDirectiveValues,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { models } from '../../prisma/sql/model.ts';

type Source = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'fieldNodes'>;

export type Selecting = Readonly<{ selectionSet?: SelectionSetNode | undefined }>;

export type Selection = Readonly<Record<string, true>>;

/** Whether @skip and @include leave a selection in, with these variables. */
export const isIncluded =
  (variables: Record<string, unknown>) =>
  (node: SelectionNode): boolean =>
    getDirectiveValues(GraphQLSkipDirective, node, variables)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false;

/** The fields of the nodes, by response key (6.3.2 of the specification), without what `includes` refuses. */
export function collectFields(
  type: GraphQLObjectType,
  nodes: readonly Selecting[],
  { schema, fragments }: Pick<Source, 'schema' | 'fragments'>,
  includes: (selection: SelectionNode) => boolean = () => true,
): Map<string, [FieldNode, ...FieldNode[]]> {
  const fields = new Map<string, [FieldNode, ...FieldNode[]]>();
  const seen = new Set<Selecting>();
  const collect = (node: Selecting): void => {
    for (const selection of node.selectionSet?.selections ?? []) {
      if (!includes(selection)) continue;
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        const same = fields.get(key);
        if (same) same.push(selection);
        else fields.set(key, [selection]);
        continue;
      }
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value] : selection;
      if (fragment === undefined || seen.has(fragment)) continue;
      seen.add(fragment);
      const on = fragment.typeCondition ? schema.getType(fragment.typeCondition.name.value) : type;
      if (on === type || (isAbstractType(on) && schema.isSubType(on, type))) collect(fragment);
    }
  };
  for (const node of nodes) collect(node);
  return fields;
}

const fieldsOn = (type: GraphQLObjectType, nodes: readonly FieldNode[], source: Source, name?: string): FieldNode[] =>
  [...collectFields(type, nodes, source).values()]
    .flat()
    .filter((node) => name === undefined || node.name.value === name);

/** By the name of the object type: a field of an abstract type reads other columns for each of its types. */
const known = new Map<string, WeakMap<FieldNode, Selection>>();

/** Caches selections by the field's node, which lives as long as its document. A field of several nodes is rare. */
function remember(type: string, { fieldNodes: [node, ...others] }: Source, select: () => Selection): Selection {
  if (node === undefined || others.length > 0) return select();
  const ofType = known.get(type) ?? new WeakMap<FieldNode, Selection>();
  known.set(type, ofType);
  const selection = ofType.get(node) ?? select();
  ofType.set(node, selection);
  return selection;
}

const columnsOf = ({ extensions }: GraphQLObjectType): string[] => [
  ...(models.get(String(extensions.pothosPrismaModel))?.columns.keys() ?? []),
];

/** Sorted and frozen, so that documents share a statement and data methods read it once; the id makes it non-empty. */
const selectColumns = (type: GraphQLObjectType, nodes: readonly FieldNode[], source: Source): Selection => {
  const columns = fieldsOn(type, nodes, source).flatMap(({ name }) => {
    const field = type.getFields()[name.value];
    const { pothosPrismaVariant: exposed, pothosPrismaSelect: loaded, reads } = field?.extensions ?? {};
    // An exposed field reads one column, any other the columns of its `select`, if it has one.
    if (typeof exposed === 'string') return [exposed];
    if (Array.isArray(reads)) return reads.map(String);
    // The Prisma plugin loads the rest, but for fields that are no prismaObject's, such as __typename.
    return field === undefined || loaded ? [] : columnsOf(type);
  });
  return Object.freeze(Object.fromEntries(['id', ...columns.sort()].map((column): [string, true] => [column, true])));
};

function objectType(type: GraphQLType | undefined): GraphQLObjectType {
  const named = getNamedType(type);
  if (!isObjectType(named)) throw new Error(`${named?.name} is not an object type.`);
  return named;
}

export const selectionOf = (type: string, info: Source): Selection =>
  remember(type, info, () => selectColumns(objectType(info.schema.getType(type)), info.fieldNodes, info));

export const conflictName = (type: string): string => `${type}ConflictError`;

/** The columns that the `record` of a conflict reads, where this field results in one; and the version. */
export function changedSelectionOf(type: string, info: Source): Selection & { version: true } {
  const records = fieldsOn(objectType(info.schema.getType(conflictName(type))), info.fieldNodes, info, 'record');
  return { ...selectColumns(objectType(info.schema.getType(type)), records, info), version: true };
}

/** The same place, one level below: at the fields called `name` that are selected on the object type named `type`. */
export const infoOfChild = (type: string, name: string, info: GraphQLResolveInfo): GraphQLResolveInfo => ({
  ...info,
  fieldNodes: fieldsOn(objectType(info.schema.getType(type)), info.fieldNodes, info, name),
});

/** The names of what is selected at the end of a path of fields, from the type of this one. */
export function namesAt(info: GraphQLResolveInfo, ...path: readonly string[]): ReadonlySet<string> {
  let type = objectType(info.returnType);
  const selected = (nodes: readonly FieldNode[]): FieldNode[] =>
    [...collectFields(type, nodes, info, isIncluded(info.variableValues)).values()].flat();
  let nodes = selected(info.fieldNodes);
  for (const name of path) {
    const field = type.getFields()[name];
    if (field === undefined) return new Set();
    type = objectType(field.type);
    nodes = selected(nodes.filter((node) => node.name.value === name));
  }
  return new Set(nodes.map(({ name }) => name.value));
}

/** The columns that the selection of this connection reads on its nodes, through `edges.node` and `nodes`. */
export const nodeSelectionOf = ({
  returnType,
  ...info
}: Source & Pick<GraphQLResolveInfo, 'returnType'>): Selection => {
  const connection = objectType(returnType);
  return remember(connection.name, info, () => {
    const { edges, nodes } = connection.getFields();
    const selected = (name: string) => fieldsOn(connection, info.fieldNodes, info, name);
    const inEdges = fieldsOn(objectType(edges?.type), selected('edges'), info, 'node');
    return selectColumns(objectType(nodes?.type), [...inEdges, ...selected('nodes')], info);
  });
};
