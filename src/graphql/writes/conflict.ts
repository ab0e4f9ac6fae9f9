import type { GraphQLResolveInfo } from 'graphql';
import type { Tenant } from '../../db/tenancy/tenant.ts';
import { ConflictError, NotFoundError } from '../../errors.ts';
import { changedFields } from '../../events/changed-fields.ts';
import type { Context } from '../schema/context.ts';
import type { RecordType } from '../schema/record.ts';
import { changedSelectionOf } from '../schema/selection.ts';

interface Missed {
  id: string;
  /** The expected version; undefined for any. */
  version: number | undefined;
}

/**
 * The error for a write that found no record of this id at this version: a second statement shows whether it is absent
 * or has changed. It reads what the client has selected, without the scope to read, as every write does.
 */
export async function missOf(
  record: RecordType,
  tenant: Tenant,
  { id, version }: Missed,
  { prisma }: Context,
  info: GraphQLResolveInfo,
): Promise<ConflictError | NotFoundError> {
  const { model, label } = record;
  if (version === undefined) return new NotFoundError(label, id);
  const select = changedSelectionOf(model, info);
  const row = await record.rows(tenant, prisma).lookup({ where: { id }, select });
  if (row === null) return new NotFoundError(label, id);
  const since = { model, id, from: version, to: row.version };
  return new ConflictError(record, version, row, () => changedFields(prisma, tenant, since));
}

/** Whether the record is at the expected version after all: another write has led to it since the one that missed. */
export const isReached = (miss: ConflictError | NotFoundError, { version }: Missed): boolean =>
  miss instanceof ConflictError && miss.currentVersion === version;

/** Writes, and once more if the record reaches its version only after that. Throws the error if it does not. */
export async function writeOrMiss<Result>(
  write: () => Promise<Result | null>,
  missed: Missed,
  explain: () => Promise<ConflictError | NotFoundError>,
): Promise<Result> {
  const result = await write();
  if (result !== null) return result;
  const miss = await explain();
  if (!isReached(miss, missed)) throw miss;
  const late = await write();
  if (late === null) throw await explain();
  return late;
}
