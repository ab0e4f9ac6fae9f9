import type { Planning } from '../../postgres/statements.ts';
import { fromWhere, type Matching, whereOf } from '../sql/select.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import { readShared, type Source } from './row-source.ts';

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
