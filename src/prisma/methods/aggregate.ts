import { type InputIssue, InvalidRequestError, refuse } from '../../base/errors.ts';
import { stateOf } from '../../postgres/sqlstate.ts';
import { comparedColumn } from '../sql/comparisons.ts';
import { withoutIndex } from '../sql/indexes.ts';
import type { Bind, Column } from '../sql/model.ts';
import type { Where } from '../sql/rows.ts';
import { fromWhere, whereOf } from '../sql/where.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import { type RowSource, readShared } from './row-source.ts';

/** Figures of more rows than this, which take some 300 ms, and by dates 1 s, are those of so many of them. */
export const MOST_AGGREGATED = 1_000_000;

/** What the arguments or the values of a group may be refused for, by SQLSTATE. */
const FAULTS: Readonly<Record<string, InputIssue>> = {
  '22023': { path: ['timeZone'], code: 'UNKNOWN_VALUE', message: 'is a time zone that the database does not know' },
  '22008': { path: ['timeZone'], code: 'OUT_OF_RANGE', message: 'puts a time beyond what the database can store' },
  '22003': { path: [], code: 'OUT_OF_RANGE', message: 'a sum is beyond the range of a Float; omit `sum` and `avg`' },
};

const SQL_OF = {
  sum: (value: string) => `sum(${value})::float8`,
  avg: (value: string) => `avg(${value})::float8`,
  min: (value: string) => `min(${value})`,
  max: (value: string) => `max(${value})`,
};
export type Figure = keyof typeof SQL_OF;

export interface AggregateArguments<Fields> {
  groupBy: readonly string[];
  figures: readonly (readonly [Figure, string])[];
  where: Where<Fields>;
  dates: 'day' | 'week' | 'month';
  timeZone: string;
  first: number;
}

export type Values = Readonly<Record<string, unknown>>;

/** Values by the names of their fields. */
export interface Group extends Record<'key' | Figure, Values> {
  count: number;
}

export interface Aggregate {
  groups: Group[];
  others: number;
  isExact: boolean;
}

export async function aggregate<Fields>(
  source: RowSource,
  tenant: Tenant,
  { groupBy, figures, where, dates, timeZone, first }: AggregateArguments<Fields>,
): Promise<Aggregate> {
  const { model } = source;
  const keys = groupBy.map((field) => comparedColumn(model, field));
  const values = [...new Set(figures.map(([, field]) => field))];
  type Row = Record<string, unknown> & { count: number; total: number };
  // A plan for all values would serve few: clients choose the figures.
  const reading = readShared<Row>(source, tenant, 'each', (bind) => {
    const { from, conditions } = fromWhere(model, tenant, { where }, bind);
    const read = [
      ...keys.map((column, index) => `${keyOf(column, dates, () => bind(timeZone))} AS k${index}`),
      ...values.map((field, index) => `${comparedColumn(model, field).name} AS v${index}`),
    ];
    const matching = `SELECT ${read} FROM ${from} ${whereOf(conditions)} LIMIT ${MOST_AGGREGATED + 1}`;
    const grouped = keys.map((_, index) => `k${index}`);
    const computed = figures.map(
      ([figure, field], index) => `${SQL_OF[figure](`v${values.indexOf(field)}`)} AS f${index}`,
    );
    const answered = [...grouped, 'count(*) AS count', ...computed, 'sum(count(*)) OVER ()::bigint AS total'];
    const order = ['count DESC', ...grouped.map((key) => `${key} NULLS FIRST`)];
    // One row has the total, also where no group is asked for.
    return `SELECT ${answered} FROM (${matching}) AS matching ${grouped.length > 0 ? `GROUP BY ${grouped}` : ''}
      ORDER BY ${order} LIMIT ${bind(Math.max(1, first))}`;
  });
  const rows = await reading.catch((error) => judge(withoutIndex(error, model, where)));
  const groups = rows.slice(0, first).map((row): Group => {
    const key = keys.map((column, index) => [column.field, expressible(column, row[`k${index}`])]);
    const group = { key: Object.fromEntries(key), count: row.count, sum: {}, avg: {}, min: {}, max: {} };
    for (const [index, [figure, field]] of figures.entries())
      Object.assign(group[figure], { [field]: expressible(comparedColumn(model, field), row[`f${index}`]) });
    return group;
  });
  const shown = groups.reduce((sum, { count }) => sum + count, 0);
  const total = rows[0]?.total ?? 0;
  return { groups, others: total - shown, isExact: total <= MOST_AGGREGATED };
}

/** What is grouped by: the value, or the first day of the period of a time at the place or of a date. */
function keyOf({ name, type, isDay }: Column, dates: string, zone: () => ReturnType<Bind>): string {
  if (type !== 'DateTime') return name;
  const local = isDay ? `${name}::timestamp` : `${name} AT TIME ZONE ${zone()}::text`;
  return `date_trunc('${dates}', ${local})::date`;
}

/** Null for what GraphQL cannot express: NaN, infinite numbers and dates, and years beyond 9999. */
function expressible({ type }: Column, value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return value;
  if (type === 'DateTime') return /^\d{4}-[^B]*$/.test(value) ? value : null;
  return type === 'Decimal' && !/\d/.test(value) ? null : value;
}

function judge(error: unknown): never {
  const fault = error instanceof InvalidRequestError && FAULTS[stateOf(error.cause)];
  if (fault) refuse([fault]);
  throw error;
}
