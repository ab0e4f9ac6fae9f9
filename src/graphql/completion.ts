import {
  defaultTypeResolver,
  type FieldNode,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import {
  type Execution,
  executeFields,
  guard,
  isPromise,
  type MaybePromise,
  type Path,
  type PlannedField,
} from './execute.ts';
import type { Selecting } from './selection.ts';

/** Completes a resolved value: serializes a leaf, executes the selection on an object, and does either for each item of a list. */
export type Complete = (
  execution: Execution,
  value: unknown,
  info: GraphQLResolveInfo,
  path: Path,
) => MaybePromise<unknown>;

export interface Planner {
  schema: GraphQLSchema;
  /** Plans the fields that the nodes select on objects of a type. */
  planFields: (type: GraphQLObjectType, nodes: readonly Selecting[]) => PlannedField[];
}

/** Plans the completion of a field's values (section 6.4.3 of the GraphQL specification). */
export function planCompletion(planner: Planner, type: GraphQLOutputType, nodes: FieldNode[]): Complete {
  const complete = planPresent(planner, getNullableType(type), nodes);
  return (execution, value, info, path) => {
    if (value instanceof Error) throw value;
    if (value !== null && value !== undefined) return complete(execution, value, info, path);
    if (!isNonNullType(type)) return null;
    throw new Error(`Cannot return null for non-nullable field ${info.parentType.name}.${info.fieldName}.`);
  };
}

function planPresent(planner: Planner, type: GraphQLOutputType, nodes: FieldNode[]): Complete {
  if (isLeafType(type)) return (_execution, value) => serialize(type, value);
  if (isListType(type)) return planList(planner, type.ofType, nodes);
  if (isObjectType(type)) return planObject(planner, type, nodes);
  return planAbstract(planner, type, nodes);
}

function planList(planner: Planner, itemType: GraphQLOutputType, nodes: FieldNode[]): Complete {
  const complete = planCompletion(planner, itemType, nodes);
  return (execution, value, info, path) => {
    if (!isIterable(value))
      throw new GraphQLError(
        `Expected Iterable, but did not find one for field "${info.parentType.name}.${info.fieldName}".`,
      );
    const items: unknown[] = [];
    for (const item of value) {
      const index = items.length;
      const itemPath: Path = { prev: path, key: index, typename: undefined };
      const produce = () =>
        isPromise(item)
          ? item.then((settled) => complete(execution, settled, info, itemPath))
          : complete(execution, item, info, itemPath);
      items.push(guard(execution, itemType, nodes, itemPath, produce));
    }
    return items.some(isPromise) ? Promise.all(items) : items;
  };
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

function planObject(planner: Planner, type: GraphQLObjectType, nodes: FieldNode[]): Complete {
  const fields = planner.planFields(type, nodes);
  return (execution, value, _info, path) => executeFields(fields, execution, value, path);
}

function planAbstract(planner: Planner, type: GraphQLAbstractType, nodes: FieldNode[]): Complete {
  const resolveType = type.resolveType ?? defaultTypeResolver;
  const objects = new Map<unknown, Complete>();
  for (const object of planner.schema.getPossibleTypes(type))
    objects.set(object.name, planObject(planner, object, nodes));
  return (execution, value, info, path) => {
    const complete = objects.get(resolveType(value, execution.context, info, type));
    if (complete === undefined) throw new GraphQLError(`"${type.name}" was resolved to none of its types.`, { nodes });
    return complete(execution, value, info, path);
  };
}

/** Serializes a leaf. A value that its type rejects is a fault of the server, whose message clients do not see. */
export function serialize(type: GraphQLLeafType, value: unknown): unknown {
  let serialized: unknown;
  try {
    serialized = type.serialize(value);
  } catch (error) {
    // Masking lets a GraphQLError pass.
    throw error instanceof GraphQLError ? new Error(error.message) : error;
  }
  if (serialized === null || serialized === undefined)
    throw new Error(`${type.name} cannot serialize the field's value.`);
  return serialized;
}
