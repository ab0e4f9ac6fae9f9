import type { Model } from './model.ts';
import { withModification } from './notes.ts';
import type { Planning } from './planning.ts';
import type { Place } from './statement.ts';
import { isPlain } from './strict.ts';
import type { Tenant } from './tenant.ts';
import { conditionsOf, mentions } from './where.ts';

/** What a statement reads: a table, with what is noted beside it, and the conditions on its rows. */
export interface Scope {
  from: string;
  conditions: string[];
}

/** The tenant's rows that match. `isByModification` says that the statement also sorts by the time of the last modification. */
export function scopeOf(
  model: Model,
  tenant: Tenant,
  where: object,
  isByModification = false,
): (place: Place) => Scope {
  const isBeside = isByModification || mentions(where, 'modifiedSince');
  return (place) => {
    const own = [...conditionsOf(model, tenant.where, place), ...conditionsOf(model, where, place, tenant)];
    if (!isBeside) return { from: model.table, conditions: own };
    const { from, conditions } = withModification(model, tenant, place);
    return { from, conditions: [...own, ...conditions] };
  };
}

export const whereOf = (conditions: string[]): string =>
  conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';

/**
 * Statements with conditions are planned for their values: how many rows have a status, or how long a range is, decides which index to read,
 * and a plan for all values would be wrong for some. A single equation has an index that ends with the id, and so one plan for all.
 */
export function planningOf(where: object, isById: boolean): Planning {
  const given = Object.values(where).filter((wanted) => wanted !== undefined);
  const isOne = given.length === 0 || (given.length === 1 && isById && !isPlain(given[0]) && !Array.isArray(given[0]));
  return isOne && !('search' in where) && !('modifiedSince' in where) ? 'once' : 'each';
}
