import type { Records } from '../db/client.ts';
import { models } from '../db/model.ts';
import type { Tenant } from '../db/tenant.ts';
import { RECORDS, type RecordName } from '../records.ts';
import { columnOf } from './event-schema.ts';
import { catchUp } from './subscriptions.ts';

/** The most changes whose events are read. */
const MOST_CHANGES = 1_000;

/** Changes of a record between two of its versions. */
export interface Since {
  model: RecordName;
  id: string;
  from: number;
  to: number;
}

/**
 * The fields that these changes have set, by their names in GraphQL and in the order of the model. Null if the event of one of the changes is
 * not there: no subscription wanted it, it has expired, or the record was another company's.
 */
export async function changedFields(prisma: Records, tenant: Tenant, since: Since): Promise<string[] | null> {
  const { event } = RECORDS[since.model];
  const count = since.to - since.from;
  if (event === null || count < 1 || count > MOST_CHANGES) return null;
  const read = () => changedColumns(prisma, tenant, event, since);
  let columns = await read();
  if (columns === null) {
    // The latest changes may still be in the outbox.
    await catchUp(prisma, tenant.work);
    columns = await read();
  }
  const names = (models[since.model]?.fields ?? []).map(({ name }) => name);
  return columns && names.filter((name) => columns.has(columnOf(name)));
}

async function changedColumns(
  prisma: Records,
  tenant: Tenant,
  resource: string,
  { id: resourceId, from, to }: Since,
): Promise<Set<string> | null> {
  const count = to - from;
  const { rows } = await prisma.webhookEvent.of(tenant).page({
    where: { resource, resourceId, version: { gt: from, lte: to } },
    // The newest first: a record of the same id may have been deleted, with events of the same versions.
    orderBy: { id: 'desc' },
    take: count,
    select: { action: true, version: true, changed: true },
  });
  const isWhole =
    rows.length === count && rows.every(({ action, version }, place) => action === 'updated' && version === to - place);
  return isWhole ? new Set(rows.flatMap(({ changed }) => changed ?? [])) : null;
}
