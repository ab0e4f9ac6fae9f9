import {
  type ASTNode,
  type ASTVisitFn,
  BREAK,
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** Where a value is in the arguments of a field or directive, or where the field or directive is. */
interface Location {
  /** The names of arguments and fields and the indices of items that lead to it. */
  path: string[];
  /** The types that are expected here and of the input around it. */
  type: GraphQLNamedType | undefined;
  object: GraphQLNamedType | undefined;
  /** The arguments of the field or directive. */
  args: readonly GraphQLArgument[] | undefined;
}

/** Locates the first wanted node of a document. */
export function locate(
  schema: GraphQLSchema,
  document: DocumentNode,
  isWanted: (node: ASTNode, parent: unknown) => boolean,
): Location | undefined {
  const types = new TypeInfo(schema);
  let location: Location | undefined;
  const enter: ASTVisitFn<ASTNode> = (node, _key, parent, _keys, ancestors) => {
    if (!isWanted(node, parent)) return undefined;
    const type = getNamedType(types.getInputType() ?? undefined);
    const object = getNamedType(types.getParentInputType() ?? undefined);
    const { args } = types.getDirective() ?? types.getFieldDef() ?? {};
    location = { path: pathOf([...ancestors, ...(parent ? [parent] : []), node]), type, object, args };
    return BREAK;
  };
  visit(document, visitWithTypeInfo(types, { enter }));
  return location;
}

/** The names of arguments and fields, and the indices in lists, on the way to a node. */
const pathOf = (way: readonly (ASTNode | readonly ASTNode[])[]): string[] =>
  way.flatMap((step, index) => {
    const before = way[index - 1];
    const next = way[index + 1];
    if ('kind' in step) return step.kind === Kind.ARGUMENT || step.kind === Kind.OBJECT_FIELD ? [step.name.value] : [];
    const isList = before !== undefined && 'kind' in before && before.kind === Kind.LIST;
    return isList && next !== undefined && 'kind' in next ? [String(step.indexOf(next))] : [];
  });
