import { RECORDS } from '../records.ts';
import type { Column, Model } from './model.ts';
import type { Place } from './statement.ts';
import type { Tenant } from './tenant.ts';

/**
 * What triggers note beside the records, in tables of their own (prisma/sql/notes.sql): an index of the record itself would cost every
 * update, also one that leaves its columns alone. The names of their columns are no names of a record's.
 */
export const isNoted = ({ name }: Model): boolean => Object.hasOwn(RECORDS, name);

/** When a record was created or changed. It stays if the record changes again within the same ten minutes. */
export const MODIFIED_AT: Column = {
  field: 'modifiedAt',
  name: '"modified_at"',
  key: 'modified_at',
  type: 'DateTime',
  nullable: false,
  isList: false,
};
/** Fields in which records have the exact time. A record without one is noted with each change. */
const EXACT = ['lastModifiedDate', 'updatedAt'];

/** The company as a condition on a note, so that the index of notes serves it; none for a tenant of every company. */
const ofCompany = (tenant: Tenant, place: Place): string[] =>
  tenant.company === undefined ? [] : [`"record_company" = ${place(tenant.company ?? '')}`];

/** A table of records with the times of their modification, and the condition on the company there. */
export const withModification = (model: Model, tenant: Tenant, place: Place) => ({
  from: `${model.table} JOIN "record_modification" ON "record_type" = '${model.stored}' AND "record_id" = "id"`,
  conditions: ofCompany(tenant, place),
});

/** The condition that a record was created or changed at this time or later. Throws if that is not noted. */
export function modifiedSince(model: Model, time: unknown, place: Place): string {
  if (!(time instanceof Date) || !isNoted(model)) throw new Error(`${model.name} has no modification since ${time}.`);
  const since = `${place(time.toISOString())}::timestamptz`;
  const exact = EXACT.map((field) => model.columns.get(field)).find((column) => column !== undefined);
  if (exact === undefined) return `"modified_at" >= ${since}`;
  const noted = `"modified_at" >= date_bin('10 minutes', ${since}, '2000-01-01 00:00+00')`;
  return `${noted} AND ("modified_at" >= ${since} OR ${exact.name} >= ${since})`;
}

/** The condition that a searched text of the record contains this one, in any case. Throws if the records are not searched. */
export function searched(model: Model, text: unknown, place: Place, tenant?: Tenant): string {
  if (typeof text !== 'string' || tenant === undefined || !isNoted(model))
    throw new Error(`A text is searched in records of a tenant, not in ${model.name}.`);
  const folded = `search_fold(${place(text)})`;
  // Keys contain the company, so that the index reads nothing of others. A tenant of every company has no use for it.
  const { company } = tenant;
  const keys =
    company === undefined
      ? []
      : [
          `search_keys("record_type", "record_company", "words") @> search_keys('${model.stored}', ${place(company ?? '')}, ${folded})`,
        ];
  const conditions = [
    `"record_type" = '${model.stored}'`,
    ...ofCompany(tenant, place),
    ...keys,
    `strpos("words", ${folded}) > 0`,
  ];
  return `"id" IN (SELECT "record_id" FROM "record_search" WHERE ${conditions.join(' AND ')})`;
}
