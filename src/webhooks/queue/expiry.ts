import type pg from 'pg';
import { dropDays, expiredBefore } from '../../events/partitions.ts';
import type { Log } from '../../runtime/log.ts';

const NIL = '00000000-0000-0000-0000-000000000000';
const BATCH = 1_000;

/** Removes expired deliveries, in the order of their events. One under way is left to the next sweep. */
const EXPIRE = `
WITH page AS MATERIALIZED (
  SELECT event_id, subscription_id FROM webhook_delivery_pending
  WHERE (event_id, subscription_id) > ($1::uuid, $2::text) AND event_id < $3::uuid
  ORDER BY event_id, subscription_id LIMIT ${BATCH}
), gone AS (
  DELETE FROM webhook_delivery_pending d USING page p
  WHERE d.event_id = p.event_id AND d.subscription_id = p.subscription_id AND (d.leased_until IS NULL OR d.leased_until <= now())
  RETURNING 1
)
SELECT (SELECT count(*)::int FROM gone) AS removed, last.event_id AS "eventId", last.subscription_id AS "subscriptionId"
FROM (SELECT event_id, subscription_id FROM page ORDER BY event_id DESC, subscription_id DESC LIMIT 1) last`;

/** Removes pending deliveries of deleted subscriptions. */
const CLEAR = `
WITH RECURSIVE waiting (id) AS (
  (SELECT subscription_id FROM webhook_delivery_pending ORDER BY subscription_id LIMIT 1)
  UNION ALL
  SELECT (SELECT d.subscription_id FROM webhook_delivery_pending d WHERE d.subscription_id > w.id ORDER BY d.subscription_id LIMIT 1)
  FROM waiting w WHERE w.id IS NOT NULL
), orphan AS MATERIALIZED (
  SELECT w.id FROM waiting w
  WHERE w.id IS NOT NULL AND NOT EXISTS (SELECT FROM webhook_subscription s WHERE s.id = w.id) LIMIT 1
)
DELETE FROM webhook_delivery_pending d USING (
  SELECT event_id, subscription_id FROM webhook_delivery_pending WHERE subscription_id = (SELECT id FROM orphan) LIMIT ${BATCH}
) page WHERE d.event_id = page.event_id AND d.subscription_id = page.subscription_id`;

/** Removes replays that ended so many days ago, and those of deleted subscriptions. */
const FORGET = `
DELETE FROM webhook_replay r WHERE r.finished_at < now() - $1 * interval '1 day'
  OR NOT EXISTS (SELECT FROM webhook_subscription s WHERE s.id = r.subscription_id)`;
/** Removes what is kept of the pace of deleted subscriptions. */
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

/** The number of deliveries removed, and the last delivery of the page. */
interface Page {
  removed: number;
  eventId: string;
  subscriptionId: string;
}

/** Removes what has expired. The next sweep gets a day with a delivery under way, or with a change that is no event. */
export async function sweep(pool: pg.Pool, keepDays: number, log: Log, stop: AbortSignal): Promise<void> {
  let waiting = 0;
  for (let removed = 1; removed > 0 && !stop.aborted; waiting += removed)
    removed = (await pool.query(CLEAR)).rowCount ?? 0;
  await pool.query(FORGET, [keepDays]);
  await pool.query(FORGET_PACE);
  const [outbox] = (await pool.query<{ id: string }>(UNOPENED)).rows;
  const expired = await expiredBefore(pool, keepDays);
  const before = outbox !== undefined && outbox.id < expired ? outbox.id : expired;
  let page: Page | undefined = { removed: 0, eventId: NIL, subscriptionId: '' };
  while (page !== undefined && !stop.aborted) {
    [page] = (await pool.query<Page>(EXPIRE, [page.eventId, page.subscriptionId, before])).rows;
    waiting += page?.removed ?? 0;
  }
  const { rows } = await pool.query<{ id: string }>(
    'SELECT event_id AS id FROM webhook_delivery_pending WHERE event_id < $1 ORDER BY event_id LIMIT 1',
    [before],
  );
  const days = stop.aborted ? 0 : await dropDays(pool, rows[0]?.id ?? before);
  if (waiting + days > 0) log.info({ waiting, days }, 'expired webhook deliveries removed');
  await pool.query(REMOVE_FIGURES);
}
