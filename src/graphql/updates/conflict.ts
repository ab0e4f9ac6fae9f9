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
 * The error for a write that found no record of this id at this version. Only a second statement can distinguish a
 * record that has changed from one that is absent. It reads what the client has selected of the record, without the
 * scope to read: every write shows the record to the writer.
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
