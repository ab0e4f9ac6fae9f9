import type pg from 'pg';
import { WAITING } from './claim.ts';

/** A sweep looks at all that is older than the shorter of the two spans, so it is not made too often. */
const EVERY_MS = 600_000;
const NIL = '00000000-0000-0000-0000-000000000000';

interface Retention {
  keepDeliveredDays: number;
  keepDeadDays: number;
}

/**
 * Looks at the next 1,000 deliveries in the order of their events and removes those whose time is over, with their attempts, and
 * events that are left without a delivery. What a disabled subscription holds lasts as long as what is dead; what waits for a
 * paused one stays.
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

/** Removes up to 1,000 pending deliveries of one subscription that is no more. */
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

/** Removes all that is over and returns the number of deliveries removed, in statements that each hold few rows for a short time. */
export async function sweep(
  pool: pg.Pool,
  { keepDeliveredDays, keepDeadDays }: Retention,
  over = () => false,
): Promise<number> {
  let total = 0;
  for (let more = true; more && !over(); ) {
    const { rows } = await pool.query<{ removed: number }>(CLEAR);
    const removed = rows[0]?.removed ?? 0;
    total += removed;
    more = removed > 0;
  }
  let place: { removed: number; eventId: string; subscriptionId: string } | undefined;
  do {
    const after = [place?.eventId ?? NIL, place?.subscriptionId ?? ''];
    const { rows } = await pool.query(SWEEP, [...after, keepDeliveredDays, keepDeadDays]);
    place = rows[0];
    total += place?.removed ?? 0;
  } while (place !== undefined && !over());
  return total;
}

/** Sweeps every ten minutes, until stopped. Several processes may do so at once. */
export function keepHouse(
  pool: pg.Pool,
  settings: Retention,
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void },
): { stop(): Promise<void> } {
  let stopping = false;
  let sweeping: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    sweeping ??= sweep(pool, settings, () => stopping)
      .then((removed) => removed > 0 && log.info({ removed }, 'old webhook deliveries removed'))
      .catch((error) => log.error({ err: error }, 'old webhook deliveries could not be removed'))
      .finally(() => {
        sweeping = undefined;
      });
  }, EVERY_MS);
  timer.unref();
  return {
    async stop() {
      stopping = true;
      clearInterval(timer);
      await sweeping;
    },
  };
}
