import { isPlain } from '../../runtime/plain-object.ts';
import type { Planning } from '../connections/statements.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import type { Model } from './model.ts';
import type { Place } from './parameters.ts';
import { withModification } from './side-tables.ts';
import { conditionsOf, mentions } from './where.ts';

/**
 * What a statement reads: a table, with what is noted beside it, and the conditions that make the tenant's rows that
 * match. `isByModification` says that the statement also sorts by the time of the last modification.
 */
export function scopeOf(
  model: Model,
  tenant: Tenant,
  where: object,
  place: Place,
  isByModification = false,
): { from: string; conditions: string[] } {
  const own = [...conditionsOf(model, tenant.where, place), ...conditionsOf(model, where, place)];
  if (!isByModification && !mentions(where, 'modifiedSince')) return { from: model.table, conditions: own };
  const { from, conditions } = withModification(model, tenant, place);
  return { from, conditions: [...own, ...conditions] };
}

export const whereOf = (conditions: string[]): string =>
  conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';

/**
 * Statements with conditions are planned for their values: how many rows have a status, or how long a range is, decides
 * which index to read, and a plan for all values would be wrong for some. A single equation has an index that ends with
 * the id, and so one plan for all.
 */
export function planningOf(where: object, isById: boolean): Planning {
  const given = Object.values(where).filter((wanted) => wanted !== undefined);
  const isOne = given.length === 0 || (given.length === 1 && isById && !isPlain(given[0]) && !Array.isArray(given[0]));
  return isOne && !('modifiedSince' in where) ? 'once' : 'each';
}
