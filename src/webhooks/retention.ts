import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { SecretCipher } from './cipher.ts';
import { WAITING } from './claim.ts';
import { encryptSecrets } from './encryption.ts';
import type { Log } from './shared.ts';
import { removeOldFigures } from './tally.ts';

const NIL = '00000000-0000-0000-0000-000000000000';

export interface Retention {
  keepDeliveredDays: number;
  keepDeadDays: number;
}

/** The number of deliveries removed, and the last delivery of the page. */
interface Page {
  removed: number;
  eventId: string;
  subscriptionId: string;
}

/**
 * Checks the next 1,000 deliveries in the order of their events. Removes the expired ones with their attempts, and events without
 * deliveries. A disabled subscription keeps its pending deliveries as long as dead ones; a paused subscription keeps them forever.
 */
const SWEEP = `
WITH page AS MATERIALIZED (
  SELECT event_id, subscription_id FROM webhook_delivery
  WHERE (event_id, subscription_id) > ($1::uuid, $2::text)
    AND event_id < time_ordered_uuid_floor(now() - least($3::int, $4::int) * interval '1 day')
  ORDER BY event_id, subscription_id LIMIT 1000
), gone AS (
  DELETE FROM webhook_delivery d USING page p
  WHERE d.event_id = p.event_id AND d.subscription_id = p.subscription_id AND CASE d.status
    WHEN 'delivered' THEN d.finished_at < now() - $3::int * interval '1 day'
    WHEN 'dead' THEN d.finished_at < now() - $4::int * interval '1 day'
    ELSE d.event_id < time_ordered_uuid_floor(now() - $4::int * interval '1 day')
      AND EXISTS (SELECT FROM webhook_subscription s WHERE s.id = d.subscription_id AND s.state = 'disabled')
  END
  RETURNING d.event_id, d.subscription_id
), attempts AS (
  DELETE FROM webhook_attempt a USING gone g WHERE a.event_id = g.event_id AND a.subscription_id = g.subscription_id
), events AS (
  DELETE FROM webhook_event e USING (SELECT DISTINCT event_id FROM gone) g
  WHERE e.id = g.event_id AND NOT EXISTS (
    SELECT FROM webhook_delivery d WHERE d.event_id = g.event_id
      AND NOT EXISTS (SELECT FROM gone o WHERE o.event_id = d.event_id AND o.subscription_id = d.subscription_id))
)
SELECT (SELECT count(*)::int FROM gone) AS removed, last.event_id AS "eventId", last.subscription_id AS "subscriptionId"
FROM (SELECT event_id, subscription_id FROM page ORDER BY event_id DESC, subscription_id DESC LIMIT 1) last`;

/** Removes up to 1,000 pending deliveries of one deleted subscription. */
const CLEAR = `
WITH RECURSIVE ${WAITING}, orphan AS MATERIALIZED (
  SELECT w.subscription_id FROM waiting w
  WHERE w.subscription_id IS NOT NULL AND NOT EXISTS (SELECT FROM webhook_subscription s WHERE s.id = w.subscription_id) LIMIT 1
), page AS MATERIALIZED (
  SELECT d.event_id, d.subscription_id FROM webhook_delivery d
  WHERE d.status = 'pending' AND d.subscription_id = (SELECT subscription_id FROM orphan) LIMIT 1000
), gone AS (
  DELETE FROM webhook_delivery d USING page p WHERE d.event_id = p.event_id AND d.subscription_id = p.subscription_id
  RETURNING d.event_id, d.subscription_id
), attempts AS (
  DELETE FROM webhook_attempt a USING gone g WHERE a.event_id = g.event_id AND a.subscription_id = g.subscription_id
), events AS (
  DELETE FROM webhook_event e USING gone g
  WHERE e.id = g.event_id
    AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.event_id = g.event_id AND d.subscription_id <> g.subscription_id)
)
SELECT count(*)::int AS removed FROM gone`;

/** Removes expired deliveries and returns their number. Each statement holds few rows for a short time. */
export async function sweep(pool: pg.Pool, retention: Retention, stop?: AbortSignal): Promise<number> {
  const { keepDeliveredDays, keepDeadDays } = retention;
  let total = 0;
  for (let removed = 1; removed > 0 && !stop?.aborted; total += removed)
    removed = (await pool.query<{ removed: number }>(CLEAR)).rows[0]?.removed ?? 0;
  let page: Page | undefined = { removed: 0, eventId: NIL, subscriptionId: '' };
  while (page !== undefined && !stop?.aborted) {
    const values: unknown[] = [page.eventId, page.subscriptionId, keepDeliveredDays, keepDeadDays];
    [page] = (await pool.query<Page>(SWEEP, values)).rows;
    total += page?.removed ?? 0;
  }
  return total;
}

/**
 * Sweeps every ten minutes until the stop, and encrypts the secrets that others have written. Several processes may do so at once. It does
 * so not more often, because each sweep reads everything older than the shorter of the two periods.
 */
export async function keepSweeping(
  pool: pg.Pool,
  cipher: SecretCipher,
  retention: Retention,
  log: Log,
  stop: AbortSignal,
  everyMs = 600_000,
): Promise<void> {
  const wait = () => delay(everyMs, true, { ref: false, signal: stop }).catch(() => false);
  while (await wait()) {
    await encryptSecrets(pool, cipher, log);
    try {
      const removed = await sweep(pool, retention, stop);
      if (removed > 0) log.info({ removed }, 'old webhook deliveries removed');
      await removeOldFigures(pool);
    } catch (err) {
      log.error({ err }, 'could not remove old webhook deliveries; trying again in 10 min');
    }
  }
}
