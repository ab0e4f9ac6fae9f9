import { RECORDS, type RecordName } from '../base/records.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { RequestBudget } from '../load/request-budget.ts';
import type { Client } from '../prisma/client.ts';
import { modelNamed } from '../prisma/sql/model.ts';
import type { Tenant } from '../prisma/tenancy/tenant.ts';
import { catchUp } from './catch-up.ts';

/** The most changes whose events are read for a record, and for all records of a request. */
const MOST_CHANGES = 1_000;
const MOST_OF_REQUEST = 10_000;

/** The changes whose events each request has asked for. */
const asked = new WeakMap<RequestBudget, number>();

/** Whether a request may ask for the events of so many changes more. If so, they count. */
function mayAsk(budget: RequestBudget, count: number): boolean {
  const sum = (asked.get(budget) ?? 0) + count;
  if (sum > MOST_OF_REQUEST) return false;
  asked.set(budget, sum);
  return true;
}

/** Changes of a record between two of its versions. */
interface Since {
  model: RecordName;
  id: string;
  from: number;
  to: number;
}

/**
 * The fields that these changes have set, by their names in GraphQL and in the order of the model. Null if the event of
 * one of the changes is not there: neither a subscription nor the history wanted it, it has expired, or the record was
 * another company's. Null too if the changes are too many, or concern a column of the caller's rule. Those of all
 * records of a tick are one statement.
 */
export async function changedFields(prisma: Client, tenant: Tenant, since: Since): Promise<string[] | null> {
  const event = RECORDS.get(since.model)?.event ?? null;
  const count = since.to - since.from;
  if (event === null || count < 1 || count > MOST_CHANGES) return null;
  if (tenant.budget !== undefined && !mayAsk(tenant.budget, count)) return null;
  // The record was found under the rule, which is not about events.
  const { stored } = modelNamed(since.model);
  const read = () => readColumns(prisma, tenant.unruled, { event, stored }, since);
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

/** The columns that changes of a record have set, under the key of the record. */
interface Changed {
  key: string;
  columns: string[];
}

/** The names of a record's type in events and in notes of deletions. */
interface Names {
  event: string;
  stored: string;
}

function readColumns(prisma: Client, asker: Tenant, { event, stored }: Names, { id, from, to }: Since) {
  return prisma.$batching.read(asker, `changes ${event}`, JSON.stringify([id, from, to]), async (tenant, keys) => {
    // The newest first: a record of the same id may have been deleted, with events of the same versions. Those before
    // its deletion do not count. A change may be an event, a revision, or both. The revisions are read by their key,
    // with some room for what has come since.
    const rows = await prisma.$read<Changed>(
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
              AND ${tenant.on('e')}
            UNION
            SELECT * FROM (
              SELECT r.action, r.version, r.changed, r.sequence, r.occurred_at, r.company_id FROM record_revision r
              WHERE r.resource = ${event} AND r.record_id = k.id AND ${tenant.on('r')}
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
