import { UnauthorizedError } from '../../base/errors.ts';
import { namesOf } from '../../records/records.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import { comparedColumn } from './comparisons.ts';
import { type Bind, bindShared, type Model } from './model.ts';
import { conditionsFor, conditionsIn, conditionsOf } from './where.ts';

export interface Matching {
  where: object;
  /** Only those whose `field` is this id, in which statements that are one may always differ. */
  of?: { field: string; id: string; where?: object } | undefined;
  /** Whether they may differ in the texts of `where`, too. */
  mayShare?: boolean;
}

/** The table and the conditions. Throws for a delta read under a rule through a relation, which cannot be complete. */
export function fromWhere(
  model: Model,
  tenant: Tenant,
  { where, of, mayShare = false }: Matching,
  bind: Bind,
  isByModification = false,
): { from: string; conditions: string[] } {
  // What is planned for each value is written for one.
  const conditions = conditionsFor(model, tenant, where, mayShare ? bind : bindShared(bind));
  if (of !== undefined) {
    conditions.push(`${comparedColumn(model, of.field).name} = ${bind(of.id, true)}`);
    if (of.where !== undefined) conditions.push(...conditionsOf(model, of.where, bindShared(bind)));
  }
  const isDelta = conditionsIn(where).some(([field]) => field === 'modifiedSince');
  const through = tenant.rule?.through;
  if (isDelta && through !== undefined)
    throw new UnauthorizedError(
      'FORBIDDEN',
      `The token sees these records through their "${through}", and \`modifiedSince\` does not report one that comes into sight so. Read all anew.`,
      `${namesOf(model.name).scope}:read`,
    );
  if (!isByModification && !isDelta) return { from: model.table, conditions };
  // So that the index of notes serves the company.
  if (tenant.company !== undefined) conditions.push(`"record_company" = ${bind(tenant.company ?? '')}`);
  const notes = `"record_modification" ON "record_type" = '${model.stored}' AND "record_id" = "id"`;
  return { from: `${model.table} JOIN ${notes}`, conditions };
}

export const whereOf = (conditions: string[]): string =>
  conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
