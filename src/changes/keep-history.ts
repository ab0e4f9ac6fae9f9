import type pg from 'pg';
import type { Client } from '../prisma/client.ts';
import { Tenant } from '../prisma/tenancy/tenant.ts';
import { WATCHED } from '../records/records.ts';
import type { Config } from '../settings/config.ts';
import { openAll } from './outbox.ts';
import { addDays, dropDays, expiredBefore, revisions } from './partitions.ts';

/** How long changes are recorded after the last process that keeps the history. Each renews it every ten minutes. */
const LEASE = '1 hour';

/** A watch of each resource, for all companies, and how to keep what it sees. */
const KEEP = `
WITH watch AS (
  INSERT INTO history_watch (watch_id, ignored, passed_over, keep_days, until)
  SELECT 'history:' || resource, ignored, passed_over, $2, now() + interval '${LEASE}'
  FROM json_to_recordset($1) AS w (resource text, ignored text[], passed_over text[])
  ON CONFLICT (watch_id) DO UPDATE SET ignored = excluded.ignored, passed_over = excluded.passed_over,
    keep_days = excluded.keep_days, until = excluded.until
  RETURNING watch_id
)
INSERT INTO change_watch (id, company_id, resource, actions, live)
SELECT watch_id, '', split_part(watch_id, ':', 2), '{created,updated,deleted}', true FROM watch
ON CONFLICT (id) DO NOTHING`;

/** Has the changes of all records recorded from now on, for an hour. */
export async function keepHistory(pool: pg.Pool, { keepDays, ignore }: Config['webhooks']['history']): Promise<void> {
  // Another process that adds the days keeps the history, too.
  if (keepDays === 0 || !(await addDays(pool, revisions(keepDays)))) return;
  const watches = WATCHED.map(({ event, columns, modified }) => {
    // `ignore` has names such as `reading_volume`, or `tank.note` of one type.
    const ignored = columns.filter((column) => ignore.includes(column) || ignore.includes(`${event}.${column}`));
    // An update of nothing else but ignored columns also changes its time.
    return { resource: event, ignored, passed_over: ignored.length > 0 ? [...ignored, ...modified] : [] };
  });
  await pool.query(KEEP, [JSON.stringify(watches), keepDays]);
}

/** Ends the watches that nobody has renewed; not one that a process renews at the same moment. */
const END = `
WITH lapsed AS (SELECT watch_id FROM history_watch WHERE until < now() FOR UPDATE)
DELETE FROM change_watch w USING lapsed WHERE w.id = lapsed.watch_id`;

/** Ends a history that no process keeps any more, and removes what has expired of it. */
export async function sweepHistory(pool: pg.Pool): Promise<void> {
  await pool.query(END);
  const { rows } = await pool.query<{ days: number }>('SELECT keep_days AS days FROM history_watch LIMIT 1');
  for (const { days } of rows) await dropDays(pool, await expiredBefore(pool, days), revisions(days));
}

/** Erases the history of a record, of one company if given, and its waiting changes. Returns how many revisions. */
export async function eraseHistory(
  pool: pg.Pool,
  prisma: Client,
  { resource, id, company }: { resource: string; id: string; company?: string | undefined },
): Promise<number> {
  await openAll(pool);
  const tenant = company === undefined ? Tenant.ALL_COMPANIES : Tenant.of(company);
  return prisma.$transaction(async (tx) => {
    const { count } = await tx.recordRevision.of(tenant).deleteMany({ where: { resource, recordId: id } });
    // Also the changes that were set aside: given back, they would become revisions.
    await tx.$executeRaw`
      DELETE FROM webhook_outbox
      WHERE error IS NOT NULL AND resource = ${resource} AND coalesce(after, before) ->> 'id' = ${id}
        AND (${company ?? null}::text IS NULL OR coalesce(after, before) ->> 'company_id' = ${company ?? null})`;
    return count;
  });
}
