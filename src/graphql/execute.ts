import {
  type FieldNode,
  GraphQLError,
  type GraphQLLeafType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  isNonNullType,
  locatedError,
} from 'graphql';
import type { Context } from './context.ts';

export type MaybePromise<Value> = Value | Promise<Value>;
export type Path = GraphQLResolveInfo['path'];

/** What one execution carries through all its fields. */
export interface Execution {
  context: Context;
  variables: Record<string, unknown>;
  errors: GraphQLError[];
}

/** A field of an object as the document selects it, ready to be executed on any such object. */
export interface PlannedField {
  key: string;
  execute: (execution: Execution, source: unknown, above: Path | undefined) => MaybePromise<unknown>;
}

/** Completes a value of a type, as the specification calls it: serializes it, or executes what is selected on it. */
export type Complete = (
  execution: Execution,
  value: unknown,
  info: GraphQLResolveInfo,
  path: Path,
) => MaybePromise<unknown>;

/** Whether a resolver has answered later. Resolvers here are `async` functions, whose promises are native. */
export const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise;

function pathToArray(path: Path): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at: Path | undefined = path; at !== undefined; at = at.prev) keys.push(at.key);
  return keys.reverse();
}

/** Executes the root's fields. An error that no field could hold takes all of `data` with it (section 6.4.4 of the specification). */
export async function executeRoot(execution: Execution, executeAll: () => MaybePromise<object>) {
  try {
    return { data: await executeAll(), errors: execution.errors };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { data: null, errors: [...execution.errors, error] };
  }
}

/** Executes fields side by side: those that answer at once are there at once, and the others are waited for together. */
export function executeFields(
  fields: PlannedField[],
  execution: Execution,
  source: unknown,
  path: Path | undefined,
): MaybePromise<object> {
  const result: Record<string, unknown> = {};
  let waiting: Promise<void>[] | undefined;
  try {
    for (const { key, execute } of fields) {
      const value = execute(execution, source, path);
      // Set in any case, so that the keys come in the order of the document.
      result[key] = value;
      if (isPromise(value)) {
        waiting ??= [];
        waiting.push(
          value.then((settled) => {
            result[key] = settled;
          }),
        );
      }
    }
  } catch (error) {
    // What else is under way has nowhere to go any more; its own failure must not go unhandled.
    for (const other of waiting ?? []) other.catch(() => {});
    throw error;
  }
  return waiting === undefined ? result : Promise.all(waiting).then(() => result);
}

/** Executes the fields of a mutation one after the other, as section 6.2.2 of the specification demands. */
export async function executeSerially(fields: PlannedField[], execution: Execution): Promise<object> {
  const result: Record<string, unknown> = {};
  for (const { key, execute } of fields) result[key] = await execute(execution, undefined, undefined);
  return result;
}

/** Runs what yields a field's or an item's value. An error is located and, where the type may be null, noted; otherwise it rises. */
export function guard(
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

/** A leaf's value in its serialized form. */
export function serialize(type: GraphQLLeafType, value: unknown): unknown {
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
