import type { Planning } from '../../postgres/statements.ts';
import { withoutIndex } from '../sql/indexes.ts';
import { fromWhere, type Matching, whereOf } from '../sql/select.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import { readShared, type Source } from './row-source.ts';

/** Rows are counted up to this number, so that a count of millions costs no more. */
export const MOST_COUNTED = 100_000;

export interface Total {
  count: number;
  isExact: boolean;
}

export async function total(
  source: Source,
  tenant: Tenant,
  matching: Matching,
  planning: Planning,
  most = MOST_COUNTED,
): Promise<Total> {
  const { model } = source;
  const reading = readShared<{ total: number }>(source, tenant, planning, (bind) => {
    const { from, conditions } = fromWhere(model, tenant, matching, bind);
    // The limit is no parameter: the planner counts on it.
    const matched = `SELECT FROM ${from} ${whereOf(conditions)} LIMIT ${most + 1}`;
    return `SELECT count(*) AS total FROM (${matched}) AS matching`;
  });
  const [row] = await reading.catch((error) => Promise.reject(withoutIndex(error, model, matching.where)));
  const counted = row?.total ?? 0;
  return { count: Math.min(counted, most), isExact: counted <= most };
}

/** Whether at most so many rows match, which are all that it reads. */
export async function isAtMost(source: Source, tenant: Tenant, most: number, matching: Matching): Promise<boolean> {
  const { planning } = source.plans.planningOf(source.model, tenant, matching.where, false);
  return (await total(source, tenant, matching, planning, most)).isExact;
}
