import type { Planning } from '../connections/statements.ts';
import { fromWhere, whereOf } from '../sql/from-where.ts';
import { parameters } from '../sql/model.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import type { Source } from './row-source.ts';

/** Rows are counted up to this number, so that a count of millions costs no more. */
export const MOST_COUNTED = 100_000;

/** How many rows match; at least so many where it is not exact. */
export interface Total {
  count: number;
  isExact: boolean;
}

const totalOf = (counted = 0): Total => ({
  count: Math.min(counted, MOST_COUNTED),
  isExact: counted <= MOST_COUNTED,
});

/** Counts the rows that match. */
export async function total({ model, run }: Source, tenant: Tenant, where: object, planning: Planning): Promise<Total> {
  const { values, place } = parameters();
  const { from, conditions } = fromWhere(model, tenant, where, place);
  const [row] = await run<{ total: number }>(tenant, 'read', countOf(from, conditions), values, planning);
  return totalOf(row?.total);
}

/** Counts the rows that match and have one of these ids in a column, for each id. */
export async function totalsOf(
  { model, run }: Source,
  tenant: Tenant,
  where: object,
  planning: Planning,
  { column, ids }: { column: string; ids: string[] },
): Promise<(id: string) => Total> {
  const { values, place } = parameters();
  const each = `unnest(${place(ids)}::text[]) AS parent(id)`;
  const { from, conditions } = fromWhere(model, tenant, where, place);
  const counted = countOf(from, [...conditions, `${column} = parent.id`]);
  const text = `SELECT parent.id, counted.total FROM ${each} CROSS JOIN LATERAL (${counted}) counted`;
  const rows = await run<{ id: string; total: number }>(tenant, 'read', text, values, planning);
  const totals = new Map(rows.map(({ id, total }) => [id, totalOf(total)]));
  return (id) => totals.get(id) ?? totalOf();
}

// The limit is no parameter: the planner counts on it.
const countOf = (from: string, conditions: string[]): string =>
  `SELECT count(*) AS total FROM (SELECT FROM ${from} ${whereOf(conditions)} LIMIT ${MOST_COUNTED + 1}) AS matching`;
