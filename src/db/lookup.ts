import { columnList, columnOf, type Model } from './model.ts';
import type { Select, Selected } from './rows.ts';
import type { Found, Source } from './source.ts';
import { type Place, parameters } from './statement.ts';
import { checkKeys } from './strict.ts';
import type { Tenant } from './tenant.ts';
import { isStorableText } from './values.ts';
import { conditionsOf } from './where.ts';

export interface LookupArguments<Chosen> {
  where: { id: string };
  /** Reads the fields out of an id that is made of them, where an index has these and not the id; undefined if it is no such id. */
  keyOf?: KeyOf | undefined;
  /** Prisma's `select`. A frozen object is read once. */
  select?: Chosen | undefined;
}

type KeyOf = (id: string) => Readonly<Record<string, string>> | undefined;

const ARGUMENTS = ['where', 'keyOf', 'select'];
const CONDITIONS = ['id'];

/**
 * Finds a record by its id, or null. All look-ups of a tick that select the same columns for the same tenant are one statement. Rejects
 * arguments that it does not support.
 */
export async function lookup<Fields, Chosen extends Select<Fields> | undefined>(
  { model, run, lookups }: Source,
  tenant: Tenant,
  args: LookupArguments<Chosen>,
): Promise<Selected<Fields, Chosen> | null> {
  checkKeys('lookup', args, ARGUMENTS);
  const { where, select, keyOf } = args;
  checkKeys('The where of lookup', where, CONDITIONS);
  if (typeof where.id !== 'string') throw new Error('lookup needs where.id, a string.');
  const columns = columnList(model, select);
  const found = lookups(`${model.table} ${columns}\n${tenant.batch}`, where.id, async (asked) => {
    const ids = asked.filter(isStorableText);
    const { values, place } = parameters();
    const which = keyOf === undefined ? [isAmong('id', ids, place)] : keysAmong(model, ids, keyOf, place);
    // Without a condition, the statement would read every row.
    if (which.length === 0) return () => null;
    const conditions = [...which, ...conditionsOf(model, tenant.where, place)].join(' AND ');
    const rows = await run<Found>(tenant, 'read', `SELECT ${columns} FROM ${model.table} WHERE ${conditions}`, values);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return (id) => byId.get(id) ?? null;
  });
  return found as Promise<Selected<Fields, Chosen> | null>;
}

const isAmong = (column: string, wanted: string[], place: Place): string =>
  wanted.length === 1 ? `${column} = ${place(wanted[0])}` : `${column} = ANY(${place(wanted)})`;

/** The conditions that rows have one of the ids, and fields of which the ids are made. None if no id can have a row. */
function keysAmong(model: Model, ids: string[], keyOf: KeyOf, place: Place): string[] {
  const keys = ids.flatMap((id) => {
    const key = keyOf(id);
    return key === undefined ? [] : [new Map(Object.entries({ id, ...key }))];
  });
  const fields = keys[0]?.keys() ?? [];
  return Array.from(fields, (field) => {
    const wanted = new Set(keys.flatMap((key) => key.get(field) ?? []));
    return isAmong(columnOf(model, field).name, [...wanted], place);
  });
}
