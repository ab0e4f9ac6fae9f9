import type pg from 'pg';
import type { Log } from '../../base/log.ts';
import { dropDays, expiredBefore } from '../../changes/partitions.ts';
import { removeAll } from '../../changes/retention.ts';
import { WAITING } from './due-subscriptions.ts';

const BATCH = 1_000;
/** The greatest id, after those of any day. */
const ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Removes expired deliveries, and all of deleted subscriptions. One under way is left to the next sweep. */
const REMOVE = `${WAITING}, page AS MATERIALIZED (
  SELECT d.event_id, d.subscription_id FROM waiting w LEFT JOIN webhook_subscription s ON s.id = w.id
  CROSS JOIN LATERAL (
    SELECT event_id, subscription_id FROM webhook_delivery_pending
    WHERE subscription_id = w.id AND event_id < CASE WHEN s.id IS NULL THEN '${ALL}'::uuid ELSE $1::uuid END
      AND (leased_until IS NULL OR leased_until <= now())
    ORDER BY event_id LIMIT ${BATCH}
  ) d LIMIT ${BATCH}
)
DELETE FROM webhook_delivery_pending d USING page p
WHERE d.event_id = p.event_id AND d.subscription_id = p.subscription_id
  AND (d.leased_until IS NULL OR d.leased_until <= now())`;

const OLDEST = `${WAITING}
SELECT d.event_id AS id FROM waiting w CROSS JOIN LATERAL (
  SELECT event_id FROM webhook_delivery_pending WHERE subscription_id = w.id AND event_id < $1 ORDER BY event_id LIMIT 1
) d ORDER BY d.event_id LIMIT 1`;

/** Removes the rest of deleted subscriptions, old replays, and figures beyond every period. */
const FORGET = `
WITH replays AS (
  DELETE FROM webhook_replay r WHERE r.finished_at < now() - $1 * interval '1 day'
    OR NOT EXISTS (SELECT FROM webhook_subscription s WHERE s.id = r.subscription_id)
), paces AS (
  DELETE FROM webhook_pace p WHERE NOT EXISTS (SELECT FROM webhook_subscription s WHERE s.id = p.subscription_id)
)
DELETE FROM webhook_figure f
WHERE f.hour < now() - interval '169 hours' OR NOT EXISTS (SELECT FROM webhook_subscription s
  WHERE s.id = f.subscription_id)`;

/** Days that the outbox still needs: a change becomes an event of the day on which it was made. */
const UNOPENED = `SELECT time_ordered_uuid_floor(min(occurred_at)) AS id FROM (
  SELECT occurred_at FROM webhook_outbox WHERE error IS NULL ORDER BY id LIMIT ${BATCH}) o
HAVING count(*) > 0`;

/** Removes what has expired. The next sweep gets a day with a delivery under way, or with a change that is no event. */
export async function sweep(pool: pg.Pool, keepDays: number, log: Log, stop: AbortSignal): Promise<void> {
  await pool.query(FORGET, [keepDays]);
  const [outbox] = (await pool.query<{ id: string }>(UNOPENED)).rows;
  const expired = await expiredBefore(pool, keepDays);
  const before = outbox !== undefined && outbox.id < expired ? outbox.id : expired;
  const waiting = await removeAll(pool, stop, REMOVE, [before], BATCH);
  const [oldest] = (await pool.query<{ id: string }>(OLDEST, [before])).rows;
  const days = stop.aborted ? 0 : await dropDays(pool, oldest?.id ?? before);
  if (waiting + days > 0) log.info({ waiting, days }, 'expired webhook deliveries removed');
}
