import type pg from 'pg';
import type { Claim } from './message.ts';

/** Among so many due deliveries of an ordered subscription, a claim looks for those that are the first of their records. */
export const ORDER_CHOICE = 500;

/** So many deliveries that wait for a request under way may be due. More of them would hide the others from the claim. */
const LEFT_DUE = ORDER_CHOICE / 2;
/** The next of a record are left in any case: it may be their turn before the statement that puts off has ended. */
const NEXT = 3;

/** The first delivery of a record that waits or is under way. The order leaves PostgreSQL no index but the one for this. */
export const firstOf = (record: string): string => `
    SELECT e.event_id, e.subscription_id, e.sequence, e.next_attempt_at FROM webhook_delivery_pending e
    WHERE e.ordered AND e.subscription_id = ${record}.subscription_id AND e.resource_id = ${record}.resource_id ORDER BY e.sequence LIMIT 1`;

/**
 * Among the first due deliveries of each lane it looks for those that wait for an earlier one of their record. If that one waits for its
 * retry, they are due again with it, or in ten minutes. If too many wait for requests under way, they are called when these end, and come
 * back by themselves after five seconds, since a process that dies calls nobody.
 */
const PUT_OFF = `
WITH waiting AS MATERIALIZED (
  SELECT d.event_id, d.subscription_id, d.next_attempt_at, first.next_attempt_at > now() AS retries,
    count(*) OVER (PARTITION BY lane.id) > ${LEFT_DUE}
      AND row_number() OVER (PARTITION BY lane.id, d.resource_id ORDER BY d.sequence) > ${NEXT} AS hides,
    CASE WHEN first.next_attempt_at > now() THEN least(first.next_attempt_at, now() + interval '10 min') ELSE now() + interval '5 s' END AS until
  FROM unnest($1::text[], $2::timestamptz[]) AS lane (id, mark)
  CROSS JOIN LATERAL (
    SELECT d.event_id, d.subscription_id, d.resource_id, d.sequence, d.next_attempt_at FROM webhook_delivery_pending d
    WHERE d.subscription_id = lane.id AND d.next_attempt_at >= lane.mark AND d.next_attempt_at <= now()
      AND (d.leased_until IS NULL OR d.leased_until <= now())
    ORDER BY d.next_attempt_at LIMIT ${ORDER_CHOICE}
  ) d
  CROSS JOIN LATERAL (${firstOf('d')}) first
  WHERE first.sequence < d.sequence
), taken AS MATERIALIZED (
  SELECT d.place, w.until
  FROM waiting w CROSS JOIN LATERAL (
    SELECT d.ctid AS place, d.next_attempt_at, d.leased_until FROM webhook_delivery_pending d
    WHERE d.event_id = w.event_id AND d.subscription_id = w.subscription_id
    OFFSET 0 FOR UPDATE SKIP LOCKED
  ) d
  WHERE (w.retries OR w.hides) AND d.next_attempt_at = w.next_attempt_at AND (d.leased_until IS NULL OR d.leased_until <= now())
)
UPDATE webhook_delivery_pending d SET next_attempt_at = t.until FROM taken t WHERE d.ctid = t.place`;

/** What waits for a retry of its own, and so was tried since it was queued, goes on waiting. */
const CALL_NEXT = `
WITH next AS MATERIALIZED (
  SELECT n.event_id, n.subscription_id
  FROM (SELECT * FROM unnest($1::text[], $2::text[]) AS t (subscription_id, resource_id) GROUP BY 1, 2) r
  CROSS JOIN LATERAL (${firstOf('r')}) n
)
UPDATE webhook_delivery_pending d SET next_attempt_at = now() FROM next n
WHERE d.event_id = n.event_id AND d.subscription_id = n.subscription_id AND d.next_attempt_at > now() AND d.attempts = d.schedule_from
RETURNING d.subscription_id AS id, d.next_attempt_at AS at`;

/** Puts off what these lanes of ordered subscriptions may not send yet, so that it does not hide what they may. */
export async function putOff(pool: pg.Pool, lanes: readonly { id: string; mark: string }[]): Promise<void> {
  const values = [lanes.map(({ id }) => id), lanes.map(({ mark }) => mark)];
  if (lanes.length > 0) await pool.query({ name: 'put_off', text: PUT_OFF, values });
}

/**
 * Makes the next deliveries of the records due of which one has ended, if they were put off. Returns their subscriptions, and since when
 * they are due. Never rejects: they come back by themselves.
 */
export async function callNext(
  pool: pg.Pool,
  results: { claim: Claim; verdict: string }[],
): Promise<{ id: string; at: string }[]> {
  const ended = results.filter(({ claim, verdict }) => verdict !== 'pending' && claim.inOrderOf !== null);
  if (ended.length === 0) return [];
  const values = [ended.map(({ claim }) => claim.subscriptionId), ended.map(({ claim }) => claim.inOrderOf)];
  const called = pool.query<{ id: string; at: string }>({ name: 'call_next', text: CALL_NEXT, values });
  return called.then(
    ({ rows }) => rows,
    () => [],
  );
}
