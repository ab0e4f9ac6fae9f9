import type { Planning } from '../../postgres/statements.ts';
import { comparedColumn } from '../sql/comparisons.ts';
import type { Where } from '../sql/rows.ts';
import { fromWhere, type Matching, whereOf } from '../sql/select.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import { readShared, type Source } from './row-source.ts';

export const MOST_VALUES = 100;

/** Counts of more rows than this, which take some 300 ms, are lower bounds. */
export const MOST_GROUPED = 1_000_000;

export interface CountArguments<Fields> {
  by: keyof Fields & string;
  where?: Where<Fields>;
}

export interface Counts {
  values: { value: string | number | boolean | null; count: number }[];
  others: number;
  isExact: boolean;
}

export async function counts<Fields>(
  source: Source,
  tenant: Tenant,
  { by, where = {} }: CountArguments<Fields>,
): Promise<Counts> {
  const { model, plans } = source;
  const { name } = comparedColumn(model, by);
  const { planning } = plans.planningOf(model, tenant, where, true);
  type Row = Counts['values'][number] & { total: number };
  const rows = await readShared<Row>(source, tenant, planning, (bind) => {
    const { from, conditions } = fromWhere(model, tenant, { where }, bind);
    const matching = `SELECT ${name} AS value FROM ${from} ${whereOf(conditions)} LIMIT ${MOST_GROUPED + 1}`;
    const counted = `SELECT value, count(*) AS count, sum(count(*)) OVER ()::bigint AS total FROM (${matching}) AS matching GROUP BY value`;
    return `${counted} ORDER BY count DESC, value LIMIT ${bind(MOST_VALUES)}`;
  });
  const shown = rows.reduce((sum, { count }) => sum + count, 0);
  const total = rows[0]?.total ?? 0;
  return { values: rows, others: total - shown, isExact: total <= MOST_GROUPED };
}

/** Rows are counted up to this number, so that a count of millions costs no more. */
export const MOST_COUNTED = 100_000;

export interface Total {
  count: number;
  isExact: boolean;
}

export async function total(source: Source, tenant: Tenant, matching: Matching, planning: Planning): Promise<Total> {
  const [row] = await readShared<{ total: number }>(source, tenant, planning, (bind) => {
    const { from, conditions } = fromWhere(source.model, tenant, matching, bind);
    // The limit is no parameter: the planner counts on it.
    const matched = `SELECT FROM ${from} ${whereOf(conditions)} LIMIT ${MOST_COUNTED + 1}`;
    return `SELECT count(*) AS total FROM (${matched}) AS matching`;
  });
  const counted = row?.total ?? 0;
  return { count: Math.min(counted, MOST_COUNTED), isExact: counted <= MOST_COUNTED };
}
