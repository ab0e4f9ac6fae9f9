import { GraphQLError, type GraphQLField, type GraphQLResolveInfo } from 'graphql';
import { authorize } from '../auth/scopes.ts';
import type { Scope } from '../records.ts';
import { isTurnLong, shortTurn } from '../turn.ts';
import type { Context } from './context.ts';
import { NODES } from './node.ts';

/** The queries that find a record by its id alone, by the name of its type. */
export type Entities = ReadonlyMap<string, GraphQLField<unknown, Context>>;

/** How many records a turn of the event loop is told of; it takes no more. */
const MOST_IN_TURN = 500;

/** An error for clients about what they have sent. */
export const badInput = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });

const NO_TYPE = badInput('A representation must name the type of a record in `__typename`.');
const NO_ID = badInput('A representation must have an `id`.');

const scopes: ReadonlyMap<string, Scope> = new Map(Object.entries(NODES).map(([type, { scope }]) => [type, scope]));

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * The records of representations, in their order. A failure concerns its own record: an error in a list is the error of that item. Waits for
 * a turn of the event loop, because faulty representations need no statement and so give none to others.
 */
export async function findEntities(
  entities: Entities,
  representations: readonly unknown[],
  context: Context,
  info: GraphQLResolveInfo,
): Promise<unknown[]> {
  const refusals = new Map<string, unknown>();
  const found = await Promise.all(representations.map((each) => find(entities, each, refusals, context, info)));
  const records = Math.min(found.length, MOST_IN_TURN);
  if (isTurnLong(records)) await shortTurn(records);
  return found;
}

/** A record, null, or the error of the representation. `refusals` holds those of the types asked for so far. */
function find(
  entities: Entities,
  representation: unknown,
  refusals: Map<string, unknown>,
  context: Context,
  info: GraphQLResolveInfo,
): unknown {
  const { __typename: name, id } = isRecord(representation) ? representation : {};
  const resolve = typeof name === 'string' ? entities.get(name)?.resolve : undefined;
  if (typeof name !== 'string' || resolve === undefined) return NO_TYPE;
  if (typeof id !== 'string' && typeof id !== 'number') return NO_ID;
  if (!refusals.has(name)) refusals.set(name, refusalOf(name, context));
  // That query would note itself as another root of the operation.
  const read = async () => resolve(undefined, { id: String(id) }, { ...context, roots: [] }, info);
  const named = (row: unknown) => (isRecord(row) ? { ...row, __typename: name } : null);
  return refusals.get(name) ?? read().then(named, (error: unknown) => error);
}

/** Why the caller may not read the records of a type, once for all that are asked for. */
function refusalOf(type: string, context: Context): unknown {
  const scope = scopes.get(type);
  try {
    if (scope !== undefined) authorize(context, scope);
  } catch (refusal) {
    return refusal;
  }
}
