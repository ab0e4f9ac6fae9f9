import {
  type DocumentNode,
  defaultFieldResolver,
  type FieldNode,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  getNullableType,
  getOperationAST,
  getVariableValues,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Context } from './context.ts';
import { contains } from './document.ts';
import {
  type Complete,
  type Execution,
  executeFields,
  executeRoot,
  executeSerially,
  guard,
  isPromise,
  type Path,
  type PlannedField,
  serialize,
} from './execute.ts';
import { collectFields } from './selection.ts';

export interface ExecutionPlan {
  /** How many fields it holds, which is what it weighs: about 1 KB each. */
  size: number;
  /** Executes the operation. Undefined, with nothing executed, when the variables do not fit. */
  execute: (
    context: Context,
    variables: object,
  ) => Promise<{ data: object | null; errors: GraphQLError[] }> | undefined;
}

const MOST_FIELDS = 1_000;
/** Each error prints the whole input that it is about, so to look for all of them would take a time quadratic in what a client sent. */
const ONE_ERROR = { maxErrors: 1 };
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

class Unplannable extends Error {}

/**
 * Plans a valid document's operation: which fields each object has, how each value is completed and, where no variable plays a part, with
 * which arguments: all found out once and kept as closures. What remains for a request is what section 6 of the GraphQL
 * specification says of its values, with the errors that graphql-js would give.
 *
 * Undefined for what is left to a full executor: subscriptions, directives, introspection, and more than 1,000 fields, because clients
 * choose the documents.
 */
export function planExecution(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
): ExecutionPlan | undefined {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root || operation.operation === 'subscription' || contains(document, Kind.DIRECTIVE))
    return undefined;
  try {
    const planner = createPlanner(schema, document, operation);
    const fields = planner.planSelection(root, [operation.selectionSet]);
    const executeAll = operation.operation === 'mutation' ? executeSerially : executeFields;
    const execute: ExecutionPlan['execute'] = (context, given) => {
      const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], { ...given }, ONE_ERROR);
      if (coerced === undefined) return undefined;
      const execution: Execution = { context, variables: coerced, errors: [] };
      return executeRoot(execution, () => executeAll(fields, execution, undefined, undefined));
    };
    return { size: planner.size(), execute };
  } catch (error) {
    if (error instanceof Unplannable) return undefined;
    throw error;
  }
}

function createPlanner(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
  let size = 0;
  const fragments: GraphQLResolveInfo['fragments'] = {};
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments[node.name.value] = node;

  const planSelection = (parent: GraphQLObjectType, sets: SelectionSetNode[]): PlannedField[] =>
    Array.from(collectFields(parent, sets, { schema, fragments }), ([key, nodes]) => {
      size += 1;
      const name = nodes[0]?.name.value ?? '';
      if (name === '__typename') return { key, execute: () => parent.name };
      const field = parent.getFields()[name];
      if (field === undefined || size > MOST_FIELDS) throw new Unplannable();
      return { key, execute: planField(parent, field, key, nodes) };
    });

  const planField = (
    parent: GraphQLObjectType,
    field: GraphQLField<unknown, unknown>,
    key: string,
    nodes: FieldNode[],
  ): PlannedField['execute'] => {
    const [node] = nodes;
    if (node === undefined) throw new Unplannable();
    const general = planResolved(parent, field, key, nodes, node);
    return field.resolve === undefined ? planProperty(field, general) : general;
  };

  /** A leaf that is a property of the record: nothing but its value is made for it, unless there is something to say about it. */
  const planProperty = (
    { name, type }: GraphQLField<unknown, unknown>,
    general: PlannedField['execute'],
  ): PlannedField['execute'] => {
    const leaf = getNullableType(type);
    if (!isLeafType(leaf)) return general;
    return (execution, source, above) => {
      const value = isRecord(source) ? source[name] : undefined;
      if (
        value === undefined ||
        value === null ||
        typeof value === 'function' ||
        value instanceof Error ||
        isPromise(value)
      )
        return value === null && leaf === type ? null : general(execution, source, above);
      try {
        return serialize(leaf, value);
      } catch {
        return general(execution, source, above);
      }
    };
  };

  const planResolved = (
    parent: GraphQLObjectType,
    field: GraphQLField<unknown, unknown>,
    key: string,
    nodes: FieldNode[],
    node: FieldNode,
  ): PlannedField['execute'] => {
    const { resolve = defaultFieldResolver } = field;
    const complete = planValue(field.type, nodes);
    const fixed = contains(node.arguments, Kind.VARIABLE) ? undefined : getArgumentValues(field, node);
    return (execution, source, above) => {
      const path: Path = { prev: above, key, typename: parent.name };
      const info: GraphQLResolveInfo = {
        fieldName: field.name,
        fieldNodes: nodes,
        returnType: field.type,
        parentType: parent,
        path,
        schema,
        fragments,
        rootValue: undefined,
        operation,
        variableValues: execution.variables,
      };
      return guard(execution, field.type, nodes, path, () => {
        const args = fixed ?? getArgumentValues(field, node, execution.variables);
        const value: unknown = resolve(source, args, execution.context, info);
        return isPromise(value)
          ? value.then((settled) => complete(execution, settled, info, path))
          : complete(execution, value, info, path);
      });
    };
  };

  const planValue = (type: GraphQLOutputType, nodes: FieldNode[]): Complete => {
    const nullable = isNonNullType(type) ? type.ofType : type;
    const complete = planPresent(nullable, nodes);
    const required = isNonNullType(type);
    return (execution, value, info, path) => {
      if (value instanceof Error) throw value;
      if (value !== null && value !== undefined) return complete(execution, value, info, path);
      if (required)
        throw new Error(`Cannot return null for non-nullable field ${info.parentType.name}.${info.fieldName}.`);
      return null;
    };
  };

  const planPresent = (type: GraphQLOutputType, nodes: FieldNode[]): Complete => {
    if (isLeafType(type)) return (_execution, value) => serialize(type, value);
    if (isListType(type)) return planList(type.ofType, nodes);
    if (isObjectType(type)) return planObject(type, nodes);
    if (isAbstractType(type)) return planAbstract(type, nodes);
    throw new Unplannable();
  };

  const planList = (itemType: GraphQLOutputType, nodes: FieldNode[]): Complete => {
    const complete = planValue(itemType, nodes);
    return (execution, value, info, path) => {
      if (!Array.isArray(value))
        throw new GraphQLError(
          `Expected Iterable, but did not find one for field "${info.parentType.name}.${info.fieldName}".`,
        );
      const items: unknown[] = [];
      try {
        for (const [index, item] of value.entries()) {
          const itemPath: Path = { prev: path, key: index, typename: undefined };
          items.push(guard(execution, itemType, nodes, itemPath, () => complete(execution, item, info, itemPath)));
        }
      } catch (error) {
        for (const other of items) if (isPromise(other)) other.catch(() => {});
        throw error;
      }
      return items.some(isPromise) ? Promise.all(items) : items;
    };
  };

  const planObject = (type: GraphQLObjectType, nodes: FieldNode[]): Complete => {
    const fields = planSelection(
      type,
      nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
    );
    return (execution, value, info, path) => {
      if (type.isTypeOf && type.isTypeOf(value, execution.context, info) !== true)
        throw new GraphQLError(`Expected value of type "${type.name}".`, { nodes });
      return executeFields(fields, execution, value, path);
    };
  };

  const planAbstract = (type: GraphQLAbstractType, nodes: FieldNode[]): Complete => {
    const { resolveType } = type;
    if (!resolveType) throw new Unplannable();
    const objects = new Map(schema.getPossibleTypes(type).map((object) => [object.name, planObject(object, nodes)]));
    return (execution, value, info, path) => {
      const name = resolveType(value, execution.context, info, type);
      const complete = typeof name === 'string' ? objects.get(name) : undefined;
      if (complete === undefined)
        throw new GraphQLError(`"${type.name}" was resolved to none of its types.`, { nodes });
      return complete(execution, value, info, path);
    };
  };

  return { planSelection, size: () => size };
}
