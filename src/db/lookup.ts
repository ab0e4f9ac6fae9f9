import { columnList } from './model.ts';
import type { Select, Selected } from './rows.ts';
import type { Found, Source } from './source.ts';
import { parameters } from './statement.ts';
import { checkKeys } from './strict.ts';
import type { Tenant } from './tenant.ts';
import { isStorableText } from './values.ts';
import { conditionsOf } from './where.ts';

export interface LookupArguments<Chosen> {
  where: { id: string };
  /** Prisma's `select`. A frozen object is read once. */
  select?: Chosen | undefined;
}

const ARGUMENTS = ['where', 'select'];
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
  const { where, select } = args;
  checkKeys('The where of lookup', where, CONDITIONS);
  if (typeof where.id !== 'string') throw new Error('lookup needs where.id, a string.');
  const columns = columnList(model, select);
  const found = lookups(`${model.table} ${columns}\n${tenant.batch}`, where.id, async (asked) => {
    const ids = asked.filter(isStorableText);
    const { values, place } = parameters();
    const which = ids.length === 1 ? `id = ${place(ids[0])}` : `id = ANY(${place(ids)})`;
    const conditions = [which, ...conditionsOf(model, tenant.where, place)].join(' AND ');
    const rows = await run<Found>(tenant, 'read', `SELECT ${columns} FROM ${model.table} WHERE ${conditions}`, values);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return (id) => byId.get(id) ?? null;
  });
  return found as Promise<Selected<Fields, Chosen> | null>;
}
