import { RECORDS } from '../../records.ts';
import type { Column, Model, Place } from './model.ts';

/** Whether triggers note when these records change, in a table beside them (prisma/sql/record-triggers.sql). */
export const isNoted = ({ name }: Model): boolean => RECORDS.has(name);

/** When a record was created or changed. It stays if the record changes again within the same ten minutes. */
export const MODIFIED_AT: Column = {
  field: 'modifiedAt',
  name: '"modified_at"',
  column: 'modified_at',
  type: 'DateTime',
  nullable: false,
  isList: false,
  nullAs: undefined,
};
/** Fields in which records have the exact time. A record without one is noted with each change. */
const EXACT = ['lastModifiedDate', 'updatedAt'];

/** The condition that a record was created or changed at this time or later. Throws if that is not noted. */
export function modifiedSince(model: Model, time: unknown, place: Place): string {
  if (!(time instanceof Date) || !isNoted(model)) throw new Error(`${model.name} has no modification since ${time}.`);
  const since = `${place(time.toISOString())}::timestamptz`;
  const exact = EXACT.map((field) => model.columns.get(field)).find((column) => column !== undefined);
  if (exact === undefined) return `"modified_at" >= ${since}`;
  const noted = `"modified_at" >= ten_minutes(${since})`;
  return `${noted} AND ("modified_at" >= ${since} OR ${exact.name} >= ${since})`;
}

const THERE = `SELECT FROM "record_modification" m
  WHERE m."record_type" = "record_deletion"."record_type" AND m."record_id" = "record_deletion"."id"`;

/**
 * The condition that the record of a deletion is not there now: in its company, or anywhere, where one that has moved
 * is. It is decided as deletions are read: to remove their notes would cost every creation.
 */
export function conditionOfGone(from: unknown): string {
  if (from !== 'from its company' && from !== 'from all') throw new Error(`No record is gone ${from}.`);
  return `NOT EXISTS (${THERE}${from === 'from all' ? '' : ' AND m."record_company" = "record_deletion"."company_id"'})`;
}
