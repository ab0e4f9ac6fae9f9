import type pg from 'pg';
import type { Claim } from './message.ts';
import { TIMEOUT_MS } from './request.ts';
import { breakerThreshold } from './schedule.ts';

/** How long a loop owns what it claimed. Should it die, the delivery is due again after that. */
export const LEASE_MS = 2 * TIMEOUT_MS;
/** Events larger than this go out as their id, company and version. Those that the outbox makes never are (migration 0004). */
export const DATA_BYTES = 250_000;

/**
 * What the loop's sessions are set to. Its statements are planned once a session, which takes longer than to run them, and perhaps while
 * the queue is empty: such a plan must do for a million rows too, so it is left no way to look through whole tables.
 */
export const SESSION = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_sort: 'off',
  jit: 'off',
};

/**
 * The subscriptions that have anything pending, as a part of WITH RECURSIVE: found by leaping from one to the next in the queue's index, so
 * that the cost grows with the busy ones and not with what is queued. The last row is null.
 */
export const WAITING = `waiting (subscription_id) AS (
  (SELECT subscription_id FROM webhook_delivery WHERE status = 'pending' ORDER BY subscription_id LIMIT 1)
  UNION ALL
  SELECT (SELECT d.subscription_id FROM webhook_delivery d
          WHERE d.status = 'pending' AND d.subscription_id > w.subscription_id ORDER BY d.subscription_id LIMIT 1)
  FROM waiting w WHERE w.subscription_id IS NOT NULL
)`;

/**
 * Of each subscription that has anything pending it takes no more than this loop may still have in flight, which is what keeps a
 * long queue from hiding the others; what a dead loop holds under its lease is passed over. A subscription that keeps failing gets one
 * probe over all loops together. Who has fewest in flight comes first. A row is locked by its key alone and judged again
 * after that, when no other loop can change it.
 * The commit does not wait for the disk: a lease that a crash of the database forgets is of a delivery that was in flight then.
 */
const CLAIM = `
WITH RECURSIVE ${WAITING}, due AS MATERIALIZED (
  SELECT d.event_id, d.subscription_id
  FROM waiting w
  CROSS JOIN LATERAL (
    SELECT s.* FROM webhook_subscription s
    WHERE s.id = w.subscription_id AND s.state = 'active' AND (s.breaker_open_until IS NULL OR s.breaker_open_until <= now())
    OFFSET 0
  ) s
  CROSS JOIN LATERAL (
    SELECT q.event_id, q.subscription_id, q.leased_until, q.next_attempt_at,
      row_number() OVER (ORDER BY q.next_attempt_at) + coalesce(($4::jsonb ->> s.id)::int, 0) AS place
    FROM (
      SELECT d.event_id, d.subscription_id, d.leased_until, d.next_attempt_at FROM webhook_delivery d
      WHERE d.subscription_id = s.id AND d.status = 'pending' AND d.next_attempt_at <= now()
        AND (s.consecutive_failures >= ${breakerThreshold} OR d.leased_until IS NULL OR d.leased_until <= now())
      ORDER BY d.next_attempt_at
      LIMIT CASE WHEN s.consecutive_failures >= ${breakerThreshold} THEN 1
        ELSE greatest(0, s.max_in_flight - coalesce(($4::jsonb ->> s.id)::int, 0)) END
    ) q
  ) d
  WHERE d.leased_until IS NULL OR d.leased_until <= now()
  ORDER BY d.place, d.next_attempt_at LIMIT $1
), taken AS MATERIALIZED (
  SELECT d.*
  FROM due CROSS JOIN LATERAL (
    SELECT d.ctid AS place, d.* FROM webhook_delivery d
    WHERE d.event_id = due.event_id AND d.subscription_id = due.subscription_id
    OFFSET 0 FOR UPDATE SKIP LOCKED
  ) d
  WHERE d.status = 'pending' AND d.next_attempt_at <= now() AND (d.leased_until IS NULL OR d.leased_until <= now())
), letter AS MATERIALIZED (
  SELECT t.place, e.*, s.webhook_url, s.secret, s.previous_secret, s.previous_secret_until, s.workflow_id, s.node_id,
    e.truncated OR octet_length(e.document) > ${DATA_BYTES} AS cut
  FROM taken t
  CROSS JOIN LATERAL (SELECT e.*, e.data::text AS document FROM webhook_event e WHERE e.id = t.event_id OFFSET 0) e
  CROSS JOIN LATERAL (SELECT * FROM webhook_subscription s WHERE s.id = t.subscription_id OFFSET 0) s
  CROSS JOIN set_config('synchronous_commit', 'off', true)
)
UPDATE webhook_delivery d
SET attempts = d.attempts + 1, leased_until = now() + $2 * interval '1 ms', lease_token = $3
FROM letter l
WHERE d.ctid = l.place
RETURNING d.event_id AS "eventId", d.subscription_id AS "subscriptionId", d.lease_token AS "leaseToken", d.attempts AS attempt,
  d.attempts - d.schedule_from AS round, l.webhook_url AS url,
  array_remove(ARRAY[nullif(l.secret, ''), CASE WHEN l.previous_secret_until > now() THEN l.previous_secret END], NULL) AS secrets,
  l.resource || '.' || l.action AS type, to_char(l.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "occurredAt",
  CASE WHEN l.cut
    THEN jsonb_build_object('id', l.resource_id, 'company_id', l.company_id, 'version', l.version)::text ELSE l.document
  END AS data,
  l.cut AS truncated, l.changed, l.version, l.company_id AS "companyId", l.workflow_id AS "workflowId", l.node_id AS "nodeId"`;

/**
 * Takes up to `room` due deliveries for this loop alone, each with one attempt counted already: a message that kills its loop runs out.
 * `busy` is what the loop has in flight, by subscription.
 */
export async function claim(
  pool: pg.Pool,
  room: number,
  leaseToken: string,
  busy = new Map<string, number>(),
): Promise<Claim[]> {
  const values = [room, LEASE_MS, leaseToken, Object.fromEntries(busy)];
  const { rows } = await pool.query<Claim>({ name: 'claim', text: CLAIM, values });
  return rows;
}

/** Gives back what was claimed and not tried: it is due at once, and the attempt does not count. */
export async function release(pool: pg.Pool, claims: Claim[]): Promise<void> {
  await pool.query(
    `UPDATE webhook_delivery d SET attempts = d.attempts - 1, schedule_from = least(d.schedule_from, d.attempts - 1), leased_until = NULL, lease_token = NULL
     FROM unnest($1::uuid[], $2::text[], $3::uuid[]) AS t (event_id, subscription_id, lease_token)
     WHERE d.event_id = t.event_id AND d.subscription_id = t.subscription_id AND d.lease_token = t.lease_token`,
    [
      claims.map(({ eventId }) => eventId),
      claims.map(({ subscriptionId }) => subscriptionId),
      claims.map(({ leaseToken }) => leaseToken),
    ],
  );
}
