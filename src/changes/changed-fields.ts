import { Prisma } from '../generated/prisma/client.ts';
import type { RequestBudget } from '../load/request-budget.ts';
import type { Client } from '../prisma/client.ts';
import { modelNamed } from '../prisma/sql/model.ts';
import type { Tenant } from '../prisma/tenancy/tenant.ts';
import { RECORDS, type RecordName } from '../records/records.ts';
import { catchUp } from './catch-up.ts';

/** The most changes whose events are read for a record, and for all records of a request. */
const MOST_CHANGES = 1_000;
const MOST_OF_REQUEST = 10_000;

/** Whether a request may ask for the events of so many changes more. If so, they count. */
function mayAsk(budget: RequestBudget, count: number): boolean {
  if (budget.changes + count > MOST_OF_REQUEST) return false;
  budget.changes += count;
  return true;
}

interface Since {
  model: RecordName;
  id: string;
  from: number;
  to: number;
}

/** The fields that these changes have set. Null if events are missing or too many, or concern the caller's rule. */
export async function changedFields(prisma: Client, tenant: Tenant, since: Since): Promise<string[] | null> {
  const event = RECORDS.get(since.model)?.event ?? null;
  const count = since.to - since.from;
  if (event === null || count < 1 || count > MOST_CHANGES) return null;
  if (tenant.budget !== undefined && !mayAsk(tenant.budget, count)) return null;
  // The record was found under the rule, which is not about events.
  const read = () => readColumns(prisma, tenant.withoutRule, event, since);
  let columns = await read();
  if (columns === null) {
    // The latest changes may still be in the outbox.
    await catchUp(prisma, tenant.budget);
    columns = await read();
  }
  // While one of these had another value, the record may have been out of the caller's sight.
  if (columns === null || tenant.rule?.columns.some(({ column }) => columns.has(column))) return null;
  const fields = [...modelNamed(since.model).columns.values()];
  return fields.flatMap(({ field, column }) => (columns.has(column) ? field : []));
}

function readColumns(prisma: Client, asker: Tenant, event: string, { model, id, from, to }: Since) {
  const { stored } = modelNamed(model);
  return prisma.$batching.read(asker, `changes ${event}`, JSON.stringify([id, from, to]), async (tenant, keys) => {
    // Newest first, since an id may have had an earlier life with the same versions. A change is an event, a revision,
    // or both.
    const rows = await prisma.$queryPrepared<{ key: string; columns: string[] }>(
      tenant,
      Prisma.sql`
      SELECT key, columns
      FROM unnest(${keys}::text[]) key
      CROSS JOIN LATERAL (SELECT key::json ->> 0 AS id, (key::json ->> 1)::integer AS since,
        (key::json ->> 2)::integer AS upto) k
      CROSS JOIN LATERAL (
        SELECT array_agg(DISTINCT name) AS columns, count(DISTINCT age) AS events,
          bool_and(action = 'updated' AND version = upto - age) AS whole,
          min(occurred_at) AS began, min(company_id) AS company
        FROM (
          SELECT c.*, row_number() OVER (ORDER BY c.sequence DESC) - 1 AS age FROM (
            SELECT e.action, e.version, e.changed, e.sequence, e.occurred_at, e.company_id FROM webhook_event e
            WHERE e.resource = ${event} AND e.resource_id = k.id AND e.version > k.since AND e.version <= k.upto
              AND ${tenant.companyCondition('e')}
            UNION
            SELECT * FROM (
              SELECT r.action, r.version, r.changed, r.sequence, r.occurred_at, r.company_id FROM record_revision r
              WHERE r.resource = ${event} AND r.record_id = k.id AND ${tenant.companyCondition('r')}
              ORDER BY r.sequence DESC LIMIT k.upto - k.since + 100
            ) r WHERE r.version > k.since AND r.version <= k.upto
          ) c
          ORDER BY c.sequence DESC LIMIT k.upto - k.since
        ) e LEFT JOIN unnest(e.changed) name ON true
      ) e
      WHERE events = upto - since AND whole AND NOT EXISTS (
        SELECT FROM record_deletion d WHERE d.record_type = ${stored} AND d.company_id = e.company AND d.id = k.id
          AND d.deleted_at >= e.began
      )`,
    );
    const found = new Map(rows.map(({ key, columns }) => [key, new Set(columns)]));
    return (key) => found.get(key) ?? null;
  });
}
