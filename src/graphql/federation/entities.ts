import { GraphQLError, type GraphQLField, type GraphQLResolveInfo } from 'graphql';
import type { Context } from '../schema/context.ts';
import { nodeTypes } from '../schema/node-types.ts';

/** The queries that findEntity a record by its id alone, by the name of its type. */
export type Entities = ReadonlyMap<string, GraphQLField<unknown, Context>>;

/** An error for clients about what they have sent. */
export const badInput = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });

const NO_TYPE = badInput('A representation must name the type of a record in `__typename`.');
const NO_ID = badInput('A representation must have an `id`.');

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The records of representations, in their order. A failure concerns its own record. */
export async function findEntities(
  entities: Entities,
  representations: readonly unknown[],
  context: Context,
  info: GraphQLResolveInfo,
): Promise<unknown[]> {
  const refusals = new Map<string, unknown>();
  return Promise.all(representations.map((each) => findEntity(entities, each, refusals, context, info)));
}

/** A record, null, or the error of the representation. `refusals` holds those of the types asked for so far. */
function findEntity(
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
  if (!refusals.has(name)) refusals.set(name, denialOf(name, context));
  const read = async () => resolve(undefined, { id: String(id) }, context, info);
  const named = (row: unknown) => (isRecord(row) ? { ...row, __typename: name } : null);
  return refusals.get(name) ?? read().then(named, (error: unknown) => error);
}

/** Why the caller may not read the records of a type, once for all that are asked for. */
function denialOf(name: string, context: Context): unknown {
  try {
    nodeTypes.find(({ type }) => type === name)?.readableBy(context);
  } catch (refusal) {
    return refusal;
  }
}
