import type { GraphQLResolveInfo } from 'graphql';
import type { Tenant } from '../db/tenant.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { RECORDS, type RecordName } from '../records.ts';
import { changedFields } from '../webhooks/changes.ts';
import type { Context } from './context.ts';
import { changedSelectionOf, type Selection } from './selection.ts';

/** A tenant's rows of a model whose records count versions. */
export interface Versioned {
  lookup(args: { where: { id: string }; select: Selection & { version: true } }): Promise<{ version: number } | null>;
}

interface Missed {
  model: RecordName;
  id: string;
  /** The expected version; undefined for any. */
  version: number | undefined;
}

/**
 * The error for a write that found no record of this id at this version. Only a second statement can tell one that has changed from one
 * that is not there, and it reads what the client has selected of the record. Who may write a record gets it in the answer of every write,
 * so this needs no other scope.
 */
export async function missOf(
  rows: Versioned,
  tenant: Tenant,
  { model, id, version }: Missed,
  { prisma }: Context,
  info: GraphQLResolveInfo,
): Promise<ConflictError | NotFoundError> {
  const { label } = RECORDS[model];
  if (version === undefined) return new NotFoundError(label, id);
  const record = await rows.lookup({ where: { id }, select: changedSelectionOf(model, info) });
  if (record === null) return new NotFoundError(label, id);
  const since = { model, id, from: version, to: record.version };
  return new ConflictError(model, version, record, () => changedFields(prisma, tenant, since));
}
