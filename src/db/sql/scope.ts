import type { Tenant } from '../tenancy/tenant.ts';
import type { Model, Place } from './model.ts';
import { withModification } from './side-tables.ts';
import { conditionsFor, mentions } from './where.ts';

/** The table and the conditions of a statement. `isByModification`: it sorts by the time of the last change, too. */
export function scopeOf(
  model: Model,
  tenant: Tenant,
  where: object,
  place: Place,
  isByModification = false,
): { from: string; conditions: string[] } {
  const own = conditionsFor(model, tenant, where, place);
  if (!isByModification && !mentions(where, 'modifiedSince')) return { from: model.table, conditions: own };
  const { from, conditions } = withModification(model, tenant, place);
  return { from, conditions: [...own, ...conditions] };
}

export const whereOf = (conditions: string[]): string =>
  conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
