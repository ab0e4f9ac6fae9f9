import {
  type FieldNode,
  GraphQLError,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  isNonNullType,
  locatedError,
  responsePathAsArray,
} from 'graphql';
import type { Context } from './context.ts';
import type { FieldErrors } from './field-errors.ts';

export type MaybePromise<Value> = Value | Promise<Value>;
export type Path = GraphQLResolveInfo['path'];

/** The state of one execution, shared by all its fields. */
export interface Execution {
  context: Context;
  variables: Record<string, unknown>;
  errors: FieldErrors;
}

/** A selected field of an object type. `execute` runs it on one object, whose path is `above`. */
export interface PlannedField {
  key: string;
  execute: (execution: Execution, source: unknown, above: Path | undefined) => MaybePromise<unknown>;
}

/** Tests for a native promise; resolvers are `async` functions. */
export const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise;

/** Executes the root fields, `serially` for a mutation (sections 6.2.2 and 6.4.4 of the GraphQL specification). */
export async function executeRoot(fields: PlannedField[], execution: Execution, serially: boolean) {
  try {
    if (!serially)
      return { data: await executeFields(fields, execution, undefined, undefined), errors: execution.errors };
    const data: Record<string, unknown> = {};
    for (const { key, execute } of fields) data[key] = await execute(execution, undefined, undefined);
    return { data, errors: execution.errors };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    execution.errors.add(error);
    return { data: null, errors: execution.errors };
  }
}

/**
 * Executes the fields of an object concurrently. Returns a promise only if a field does. If a field throws, those under way come to
 * their end first, as in graphql-js, because they may report errors.
 */
export function executeFields(
  fields: PlannedField[],
  execution: Execution,
  source: unknown,
  path: Path | undefined,
): MaybePromise<object> {
  const result: Record<string, unknown> = {};
  let pending: [string, Promise<unknown>][] | undefined;
  try {
    for (const { key, execute } of fields) {
      const value = execute(execution, source, path);
      // Set a promise, too: the keys keep the order of the document.
      result[key] = value;
      if (isPromise(value)) {
        pending ??= [];
        pending.push([key, value]);
      }
    }
  } catch (error) {
    const fail = (): never => {
      throw error;
    };
    return pending === undefined ? fail() : settle(result, pending).then(fail, fail);
  }
  return pending === undefined ? result : settle(result, pending);
}

function settle(result: Record<string, unknown>, pending: [string, Promise<unknown>][]): Promise<object> {
  const set = ([key, promise]: [string, Promise<unknown>]): Promise<void> =>
    promise.then((value) => {
      result[key] = value;
    });
  return Promise.all(pending.map(set)).then(() => result);
}

/** Produces the value of a field or a list item. Records a located error if the type is nullable, and throws it if not. */
export function guard(
  execution: Execution,
  type: GraphQLOutputType,
  nodes: FieldNode[],
  path: Path,
  produce: () => MaybePromise<unknown>,
): MaybePromise<unknown> {
  const fail = (error: unknown): null => {
    if (isNonNullType(type)) throw locatedError(error, nodes, responsePathAsArray(path));
    execution.errors.addThrown(error, nodes, path);
    return null;
  };
  try {
    const value = produce();
    if (!isPromise(value)) return value;
    const guarded = value.catch(fail);
    // If a sibling throws first, nothing awaits this promise, and its rejection must not count as unhandled.
    if (isNonNullType(type)) guarded.catch(() => {});
    return guarded;
  } catch (error) {
    return fail(error);
  }
}
