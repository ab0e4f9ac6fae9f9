import { errorTypeMap, wrapErrorIfMatches } from '@pothos/plugin-errors';
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
import { InexpressibleValueError } from '../base/errors.ts';
import { stringify } from '../exact-json.ts';
import type { Selecting } from '../graphql/schema/selection.ts';
import { mustYield, yieldTurn } from '../load/event-loop.ts';
import {
  type Execution,
  executeFields,
  inexpressibleIn,
  isFull,
  isPromise,
  type MaybePromise,
  OMITTED_ITEM,
  type Path,
  type PlannedField,
  tooLarge,
  withFieldErrors,
} from './execute.ts';

/** Completes a resolved value: serializes a leaf, executes the selection on an object, or both for a list's items. */
export type Complete = (
  execution: Execution,
  value: unknown,
  info: GraphQLResolveInfo,
  path: Path,
) => MaybePromise<unknown>;

export interface Planner {
  schema: GraphQLSchema;
  planFields: (type: GraphQLObjectType, nodes: readonly Selecting[]) => PlannedField[];
}

/** Plans the completion of a field's values (section 6.4.3 of the GraphQL specification). */
export function planCompletion(planner: Planner, type: GraphQLOutputType, nodes: FieldNode[]): Complete {
  const complete = planPresent(planner, getNullableType(type), nodes);
  return (execution, value, info, path) => {
    if (value instanceof Error) throw value;
    if (value !== null && value !== undefined) return complete(execution, value, info, path);
    execution.bytes += NULL_BYTES;
    if (!isNonNullType(type)) return null;
    throw new Error(`Cannot return null for non-nullable field ${info.parentType.name}.${info.fieldName}.`);
  };
}

function planPresent(planner: Planner, type: GraphQLOutputType, nodes: FieldNode[]): Complete {
  if (isLeafType(type)) return (execution, value) => serialize(execution, type, value);
  if (isListType(type)) return planList(planner, type.ofType, nodes);
  if (isObjectType(type)) return planObject(planner, type, nodes);
  return planAbstract(planner, type, nodes);
}

/** Items of a list that are completed between two looks at the clock. */
const ITEMS = 10;
/** An answer of fewer bytes is completed in one turn of the event loop. */
const SMALL_BYTES = 10_000;

/**
 * Completes in a later turn of the event loop if this one has taken long, and not at all if the answer is too large.
 * All that may be long passes here: the items of lists, and the objects that loads bring, of which thousands may arrive
 * together.
 */
export function completeYielding(execution: Execution, complete: () => unknown): unknown {
  if (execution.bytes <= SMALL_BYTES) return complete();
  if (isFull(execution)) throw tooLarge(execution);
  if (!mustYield()) return complete();
  const { budget } = execution.context;
  budget.hold();
  return yieldTurn(budget.company).then(() => {
    try {
      return complete();
    } finally {
      budget.leave();
    }
  });
}

function planList(planner: Planner, itemType: GraphQLOutputType, nodes: FieldNode[]): Complete {
  const complete = planCompletion(planner, itemType, nodes);
  return (execution, value, info, path) => {
    const items: unknown[] = [];
    const addItem = (item: unknown): void => {
      execution.bytes += 1;
      const itemPath: Path = { prev: path, key: items.length, typename: undefined };
      const produce = () =>
        isPromise(item)
          ? whenResolved(execution, item, (found) => complete(execution, found, info, itemPath))
          : complete(execution, item, info, itemPath);
      items.push(withFieldErrors(execution, itemType, nodes, itemPath, produce));
    };
    const finish = () => (items.some(isPromise) ? Promise.all(items).then(withoutLeftOut) : withoutLeftOut(items));
    execution.bytes += 2;
    if (!isIterable(value))
      throw new GraphQLError(
        `Expected Iterable, but did not find one for field "${info.parentType.name}.${info.fieldName}".`,
      );
    const given = Array.isArray(value) ? value : [...value];
    // Those of later turns: nothing awaits them until then, and their rejections must not count as unhandled.
    for (const item of given) if (isPromise(item)) item.then(undefined, () => {});
    const addItems = (): unknown => {
      for (const end = Math.min(items.length + ITEMS, given.length); items.length < end; ) addItem(given[items.length]);
      return items.length < given.length ? completeYielding(execution, addItems) : finish();
    };
    return completeYielding(execution, addItems);
  };
}

export const whenResolved = (execution: Execution, value: unknown, complete: (value: unknown) => unknown): unknown =>
  isPromise(value) ? value.then((found) => completeYielding(execution, () => complete(found))) : complete(value);

const withoutLeftOut = (items: unknown[]): unknown[] =>
  items.includes(OMITTED_ITEM) ? items.filter((item) => item !== OMITTED_ITEM) : items;

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

function planObject(planner: Planner, type: GraphQLObjectType, nodes: FieldNode[]): Complete {
  const fields = planner.planFields(type, nodes);
  const bytes = bytesOfKeys(fields);
  const complete: Complete = (execution, value, _info, path) => {
    execution.bytes += bytes;
    return executeFields(fields, execution, value, path);
  };
  if (type.isTypeOf === undefined) return complete;
  return (execution, value, info, path) =>
    whenResolved(execution, type.isTypeOf?.(value, execution.context, info), (isOne) => {
      if (isOne) return complete(execution, value, info, path);
      throw new GraphQLError(`The value is none of the type "${type.name}".`, { nodes });
    });
}

function planAbstract(planner: Planner, type: GraphQLAbstractType, nodes: FieldNode[]): Complete {
  const resolveType = type.resolveType ?? defaultTypeResolver;
  const objects = new Map<unknown, Complete>();
  for (const object of planner.schema.getPossibleTypes(type))
    objects.set(object.name, planObject(planner, object, nodes));
  const completeAs: Complete = (execution, value, info, path) =>
    whenResolved(execution, resolveType(value, execution.context, info, type), (name) => {
      if (execution.kind === 'mutation') noteResult(execution, name, info);
      const complete = objects.get(name);
      if (complete !== undefined) return complete(execution, value, info, path);
      throw new GraphQLError(`"${type.name}" was resolved to none of its types.`, { nodes });
    });
  const { pothosErrorTypes: errorTypes } = type.extensions;
  if (!Array.isArray(errorTypes) || !errorTypes.includes(InexpressibleValueError)) return completeAs;
  // The result of a write that has become a record which cannot be expressed is a typed error.
  return (execution, value, info, path) => {
    const fail = (error: unknown): MaybePromise<unknown> => {
      const found = inexpressibleIn(error);
      if (found === undefined) throw error;
      const outcome = errorTypeMap.has(Object(value)) ? 'Nothing was written. ' : 'The change was written. ';
      const fault = new InexpressibleValueError(found.type, found.id, found.field, { cause: found.cause }, outcome);
      return completeAs(execution, wrapErrorIfMatches(fault, errorTypes), info, path);
    };
    try {
      const completed = completeAs(execution, value, info, path);
      return isPromise(completed) ? completed.then(undefined, fail) : completed;
    } catch (error) {
      return fail(error);
    }
  };
}

/** Notes the type that a mutation answers, and for an update of many, those of the results that are selected. */
function noteResult(
  { context }: Execution,
  name: unknown,
  { path: { key, prev: above }, returnType }: GraphQLResolveInfo,
) {
  const root = above?.prev === undefined && context.roots.find((each) => each.key === (above?.key ?? key));
  if (!root || typeof name !== 'string') return;
  if (above === undefined) root.result = name;
  else if (isListType(getNullableType(returnType)))
    root.patches = { ...root.patches, [name]: (root.patches?.[name] ?? 0) + 1 };
}

/** Serializes a leaf. A value that its type rejects is a fault of the server, whose message clients do not see. */
export function serialize(execution: Execution, type: GraphQLLeafType, value: unknown): unknown {
  let serialized: unknown;
  try {
    serialized = type.serialize(value);
  } catch (error) {
    // Masking lets a GraphQLError pass.
    throw error instanceof GraphQLError ? new Error(error.message) : error;
  }
  if (serialized === null || serialized === undefined)
    throw new Error(`${type.name} cannot serialize the field's value.`);
  execution.bytes += bytesOf(execution, serialized);
  return serialized;
}

export const NULL_BYTES = 4;

/** Keys are names of GraphQL, which are ASCII. Each has quotes, a colon, and a comma or a bracket behind its value. */
export const bytesOfKeys = (fields: PlannedField[]): number => fields.reduce((sum, { key }) => sum + key.length + 4, 1);

/** Each character of a long text may be an escape, so it is written, unless the answer is too large anyway. */
function bytesOf(execution: Execution, leaf: unknown): number {
  if (typeof leaf === 'string' && leaf.length <= 64) return Buffer.byteLength(leaf) + 2;
  if (typeof leaf !== 'string' && typeof leaf !== 'object') return String(leaf).length;
  return isFull(execution) ? 0 : Buffer.byteLength(stringify(leaf));
}
