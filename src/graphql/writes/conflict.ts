import type { GraphQLResolveInfo } from 'graphql';
import { ConflictError, NotFoundError } from '../../base/errors.ts';
import { changedFields } from '../../changes/changed-fields.ts';
import type { Operation } from '../../operation/operation.ts';
import type { Target } from '../../prisma/sql/rows.ts';
import type { Tenant } from '../../prisma/tenancy/tenant.ts';
import { conflictOf } from '../schema/error-types.ts';
import type { RecordType } from '../schema/record.ts';
import { changedSelectionOf, selectionOf } from '../schema/selection.ts';

export interface Changes {
  data: object;
  settable?: readonly string[];
}

/** Why a write found no record at this version. It reads what is selected without the scope to read, as writes do. */
export async function missOf(
  record: RecordType,
  tenant: Tenant,
  { id, version }: Target,
  { database }: Operation,
  info: GraphQLResolveInfo,
  { data, settable = Object.keys(data) }: Changes = { data: {} },
): Promise<ConflictError | NotFoundError> {
  const { model, label } = record;
  if (version === undefined) return new NotFoundError(label, id);
  const select = { ...selectionOf(model, info), ...changedSelectionOf(model, info) };
  const row = await database.$rowsOf(model, tenant).compare({ where: { id }, data, settable, select });
  if (row === null) return new NotFoundError(label, id);
  const differing = row['~differing'];
  const same = Object.keys(data).filter((field) => !differing.includes(field));
  const since = { model, id, from: version, to: row.version };
  const changed = async () =>
    (await changedFields(database, tenant, since))?.filter((field) => !same.includes(field)) ?? null;
  const isRepeat = row.version > version && differing.length === 0 && same.length > 0;
  return new (conflictOf(record))(record, version, row, changed, isRepeat);
}

/** Why a write found no record at a version; or the row of a second one, if the record has reached it since. */
export async function foundInstead<Row, Found>(
  write: () => Promise<Row | null | undefined>,
  version: number | null | undefined,
  explain: () => Promise<Found>,
): Promise<Row | Found> {
  const found = await explain();
  if (!(found instanceof ConflictError) || found.currentVersion !== version) return found;
  return (await write()) ?? explain();
}

/** The record, where a repeat has found what it was to write. */
export const unlessRepeat = (found: object): object =>
  found instanceof ConflictError && found.isRepeat ? found.record : found;
