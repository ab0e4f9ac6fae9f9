import { authorize } from '../auth/scopes.ts';
import { models } from '../db/model.ts';
import { InvalidRequestError, UnauthorizedError } from '../errors.ts';
import type { Wish } from '../live/change.ts';
import type { Columns } from '../live/match.ts';
import type { Item } from '../live/stream.ts';
import { RECORDS, type RecordName } from '../records.ts';
import { columnOf } from '../webhooks/event-schema.ts';
import type { Context } from './context.ts';

/** The records with live operations: those with events. */
export type LiveName = {
  [Name in RecordName]: (typeof RECORDS)[Name]['event'] extends string ? Name : never;
}[RecordName];

const LIVE: readonly LiveName[] = ['Tank', 'Task', 'Expiration', 'QuickOrder', 'ShipTo'];

/** The model of the records of a table. */
export function modelOf(resource: string): LiveName {
  const model = LIVE.find((name) => RECORDS[name].event === resource);
  if (model === undefined) throw new Error(`There are no live operations for ${resource}.`);
  return model;
}

export interface LiveWish extends Omit<Wish, 'resource'> {
  model: LiveName;
}

/** Opens a live operation. Throws UnauthorizedError, or InvalidRequestError for a `since` that is none of our cursors. */
export function openLive(
  context: Context,
  wishes: LiveWish[],
  since: string | null | undefined,
): Promise<AsyncIterable<Item>> {
  const admit: Parameters<Context['openLive']>[0]['admit'] = (caller, work) => {
    context.caller = caller;
    context.work = work;
    for (const { model } of wishes) authorize(context, `${RECORDS[model].scope}:read`);
  };
  admit(context.caller, context.work);
  const company = context.caller.tenant?.company;
  if (typeof company !== 'string')
    throw new UnauthorizedError('FORBIDDEN', 'A live operation needs a token of one company.');
  const position = since === null || since === undefined ? undefined : positionOf(since);
  if (typeof since === 'string' && position === undefined)
    throw new InvalidRequestError([
      { path: ['since'], code: 'WRONG_FORMAT', message: 'is not a cursor of a live operation' },
    ]);
  const own = wishes.map(({ model, ...wish }) => ({ resource: RECORDS[model].event, ...wish }));
  return context.openLive({ admit, company, wishes: own, since: position });
}

export const cursorOf = (position: number): string => `${position}`;

/** The position of a cursor; undefined for any other text. */
export const positionOf = (cursor: string): number | undefined =>
  /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined;

/** The fields of a model by their columns. */
const fieldsOf = (model: string): Map<string, string> =>
  new Map((models[model]?.fields ?? []).map(({ name }) => [columnOf(name), name]));
const known = new Map<string, Map<string, string>>();

function fieldsByColumn(model: string): Map<string, string> {
  const fields = known.get(model) ?? fieldsOf(model);
  known.set(model, fields);
  return fields;
}

/** The names of the fields of these columns. A column that the model does not have is left out. */
export const namesOf = (model: string, columns: readonly string[]): string[] =>
  columns.flatMap((column) => fieldsByColumn(model).get(column) ?? []);

/** The row of a model as data methods return it. */
export const rowOf = (model: string, data: Columns): Record<string, unknown> =>
  Object.fromEntries(Array.from(fieldsByColumn(model), ([column, field]) => [field, data[column] ?? null]));
