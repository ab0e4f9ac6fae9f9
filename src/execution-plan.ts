import {
  type DocumentNode,
  defaultFieldResolver,
  type FieldNode,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  locatedError,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Context } from './context.ts';
import { contains } from './document.ts';
import { collectFields } from './selection.ts';

type MaybePromise<Value> = Value | Promise<Value>;
type Path = GraphQLResolveInfo['path'];

/** What one execution carries through all its fields. */
interface Execution {
  context: Context;
  variables: Record<string, unknown>;
  errors: GraphQLError[];
}

interface PlannedField {
  key: string;
  execute: (execution: Execution, source: unknown, above: Path | undefined) => MaybePromise<unknown>;
}

/** Completes a value of a type, as the specification calls it: serializes it, or executes what is selected on it. */
type Complete = (execution: Execution, value: unknown, info: GraphQLResolveInfo, path: Path) => MaybePromise<unknown>;

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
class Unplannable extends Error {}

const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise;

function pathToArray(path: Path): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at: Path | undefined = path; at !== undefined; at = at.prev) keys.push(at.key);
  return keys.reverse();
}

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
      const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], { ...given });
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

async function executeRoot(execution: Execution, executeAll: () => MaybePromise<object>) {
  try {
    return { data: await executeAll(), errors: execution.errors };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { data: null, errors: [...execution.errors, error] };
  }
}

function executeFields(
  fields: PlannedField[],
  execution: Execution,
  source: unknown,
  path: Path | undefined,
): MaybePromise<object> {
  const result: Record<string, unknown> = Object.create(null);
  const waiting: Promise<void>[] = [];
  for (const { key, execute } of fields) {
    const value = execute(execution, source, path);
    // Set in any case, so that the keys come in the order of the document.
    result[key] = value;
    if (isPromise(value))
      waiting.push(
        value.then((settled) => {
          result[key] = settled;
        }),
      );
  }
  return waiting.length === 0 ? result : Promise.all(waiting).then(() => result);
}

async function executeSerially(fields: PlannedField[], execution: Execution): Promise<object> {
  const result: Record<string, unknown> = Object.create(null);
  for (const { key, execute } of fields) result[key] = await execute(execution, undefined, undefined);
  return result;
}

function createPlanner(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
  let size = 0;
  const fragments: GraphQLResolveInfo['fragments'] = {};
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments[node.name.value] = node;

  const planSelection = (parent: GraphQLObjectType, sets: SelectionSetNode[]): PlannedField[] =>
    Array.from(collectFields(parent.name, sets, { schema, fragments }), ([key, nodes]) => {
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
    const { resolve = defaultFieldResolver } = field;
    if (node === undefined) throw new Unplannable();
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
      const items = value.map((item: unknown, index) => {
        const itemPath: Path = { prev: path, key: index, typename: undefined };
        return guard(execution, itemType, nodes, itemPath, () => complete(execution, item, info, itemPath));
      });
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

/** Runs what yields a field's or an item's value. An error is located and, where the type may be null, noted; otherwise it rises. */
function guard(
  execution: Execution,
  type: GraphQLOutputType,
  nodes: FieldNode[],
  path: Path,
  produce: () => MaybePromise<unknown>,
): MaybePromise<unknown> {
  const fail = (error: unknown): null => {
    const located = locatedError(error, nodes, pathToArray(path));
    if (isNonNullType(type)) throw located;
    execution.errors.push(located);
    return null;
  };
  try {
    const value = produce();
    return isPromise(value) ? value.catch(fail) : value;
  } catch (error) {
    return fail(error);
  }
}

function serialize(type: GraphQLLeafType, value: unknown): unknown {
  let serialized: unknown;
  try {
    serialized = type.serialize(value);
  } catch (error) {
    // What a type cannot tell is the server's fault and no message for clients, which a GraphQLError would be.
    throw error instanceof GraphQLError ? new Error(error.message) : error;
  }
  if (serialized === null || serialized === undefined)
    throw new Error(`${type.name} cannot tell what the field holds.`);
  return serialized;
}
