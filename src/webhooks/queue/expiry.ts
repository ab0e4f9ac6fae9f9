import type pg from 'pg';
import { endLapsedHistory } from '../../events/keep-history.ts';
import { dropDays, expiredBefore, revisions } from '../../events/partitions.ts';
import type { Log } from '../../runtime/log.ts';

const BATCH = 1_000;
/** Of any day. */
const ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The subscriptions with pending deliveries, and null at the end: one look into the index for each. */
const WAITING = `
WITH RECURSIVE waiting (id) AS (
  (SELECT subscription_id FROM webhook_delivery_pending ORDER BY subscription_id LIMIT 1)
  UNION ALL
  SELECT (SELECT d.subscription_id FROM webhook_delivery_pending d WHERE d.subscription_id > w.id ORDER BY d.subscription_id LIMIT 1)
  FROM waiting w WHERE w.id IS NOT NULL
)`;

const EXPIRED = `${WAITING}
SELECT w.id FROM waiting w
WHERE EXISTS (SELECT FROM webhook_delivery_pending d WHERE d.subscription_id = w.id AND d.event_id < $1)`;
/** Deleted subscriptions with pending deliveries. */
const ORPHANED = `${WAITING}
SELECT w.id FROM waiting w
WHERE w.id IS NOT NULL AND NOT EXISTS (SELECT FROM webhook_subscription s WHERE s.id = w.id)`;

/** Removes deliveries of subscriptions, of events before an id. One under way is left to the next sweep. */
const REMOVE = `
WITH page AS MATERIALIZED (
  SELECT d.event_id, d.subscription_id FROM unnest($1::text[]) s (id) CROSS JOIN LATERAL (
    SELECT event_id, subscription_id FROM webhook_delivery_pending
    WHERE subscription_id = s.id AND event_id < $2 AND (leased_until IS NULL OR leased_until <= now())
    ORDER BY event_id LIMIT ${BATCH}
  ) d LIMIT ${BATCH}
)
DELETE FROM webhook_delivery_pending d USING page p
WHERE d.event_id = p.event_id AND d.subscription_id = p.subscription_id AND (d.leased_until IS NULL OR d.leased_until <= now())`;

const OLDEST = `${WAITING}
SELECT d.event_id AS id FROM waiting w CROSS JOIN LATERAL (
  SELECT event_id FROM webhook_delivery_pending WHERE subscription_id = w.id AND event_id < $1 ORDER BY event_id LIMIT 1
) d ORDER BY d.event_id LIMIT 1`;

/** Removes replays that ended so many days ago, and those of deleted subscriptions. */
const FORGET = `
DELETE FROM webhook_replay r WHERE r.finished_at < now() - $1 * interval '1 day'
  OR NOT EXISTS (SELECT FROM webhook_subscription s WHERE s.id = r.subscription_id)`;
const FORGET_PACE =
  'DELETE FROM webhook_pace p WHERE NOT EXISTS (SELECT FROM webhook_subscription s WHERE s.id = p.subscription_id)';

/** Removes the figures that no period includes any more, and those of deleted subscriptions. */
const REMOVE_FIGURES = `
DELETE FROM webhook_figure f
WHERE f.hour < now() - interval '169 hours' OR NOT EXISTS (SELECT FROM webhook_subscription s WHERE s.id = f.subscription_id)`;

/** Days that the outbox still needs: a change becomes an event of the day on which it was made. */
const UNOPENED = `SELECT time_ordered_uuid_floor(min(occurred_at)) AS id FROM (
  SELECT occurred_at FROM webhook_outbox WHERE error IS NULL ORDER BY id LIMIT ${BATCH}) o
HAVING count(*) > 0`;

/** Removes what has expired. The next sweep gets a day with a delivery under way, or with a change that is no event. */
export async function sweep(pool: pg.Pool, keepDays: number, log: Log, stop: AbortSignal): Promise<void> {
  const orphans = await removeDeliveries(pool, stop, await idsOf(pool, ORPHANED), ALL);
  await pool.query(FORGET, [keepDays]);
  await pool.query(FORGET_PACE);
  const [outbox] = (await pool.query<{ id: string }>(UNOPENED)).rows;
  const expired = await expiredBefore(pool, keepDays);
  const before = outbox !== undefined && outbox.id < expired ? outbox.id : expired;
  const expiring = await idsOf(pool, EXPIRED, before);
  const waiting = orphans + (await removeDeliveries(pool, stop, expiring, before));
  const [oldest] = (await pool.query<{ id: string }>(OLDEST, [before])).rows;
  const days = stop.aborted ? 0 : await dropDays(pool, oldest?.id ?? before);
  if (waiting + days > 0) log.info({ waiting, days }, 'expired webhook deliveries removed');
  await pool.query(REMOVE_FIGURES);
}

/** Ends a history that no process keeps any more, and removes what has expired of it. */
export async function sweepHistory(pool: pg.Pool): Promise<void> {
  const keepDays = await endLapsedHistory(pool);
  if (keepDays !== undefined) await dropDays(pool, await expiredBefore(pool, keepDays), revisions(keepDays));
}

/** Without those that a creation removes at the same moment. An hour more, for readers whose clocks differ. */
const FORGET_DELETIONS = `
DELETE FROM record_deletion WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM record_deletion WHERE deleted_at < now() - $1 * interval '1 day' - interval '1 hour'
  LIMIT ${10 * BATCH} FOR UPDATE SKIP LOCKED))`;

/** Removes the notes of records that were deleted longer ago than that. */
export async function forgetDeletions(pool: pg.Pool, keepDays: number, stop: AbortSignal): Promise<void> {
  await removeAll(pool, stop, FORGET_DELETIONS, [keepDays]);
}

const idsOf = async (pool: pg.Pool, text: string, ...values: string[]): Promise<string[]> =>
  (await pool.query<{ id: string }>(text, values)).rows.map(({ id }) => id);

/** Removes what waits for subscriptions, of events before an id. Returns how much it has removed. */
async function removeDeliveries(pool: pg.Pool, stop: AbortSignal, ids: string[], before: string): Promise<number> {
  let all = 0;
  for (let at = 0; at < ids.length; at += BATCH)
    all += await removeAll(pool, stop, REMOVE, [ids.slice(at, at + BATCH), before]);
  return all;
}

/** Runs a statement until it removes nothing more. Returns how much it has removed. */
async function removeAll(pool: pg.Pool, stop: AbortSignal, text: string, values: unknown[]): Promise<number> {
  let all = 0;
  for (let removed = 1; removed > 0 && !stop.aborted; all += removed)
    removed = (await pool.query(text, values)).rowCount ?? 0;
  return all;
}
