import type pg from 'pg';
import type { Claim } from '../sending/message.ts';
import { TIMEOUT_MS } from '../sending/request.ts';
import { breakerThreshold } from '../sending/retry-schedule.ts';
import { type DueSubscription, SENDABLE } from './due-subscriptions.ts';

/** After this time the delivery is due again: the process that claimed it must be dead. */
export const LEASE_MS = 2 * TIMEOUT_MS;

/** Each statement is planned once a session, perhaps on an empty queue, and must suit a million rows: no scans. */
export const SESSION = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_sort: 'off',
  jit: 'off',
  // PostgreSQL 18 crashes when a statement waits for a changed row and then prunes partitions as it runs.
  enable_partition_pruning: 'off',
};

/** A probe is the newest of so many that became due last: the newest of all would read the whole queue. */
const PROBE_CHOICE = 1000;

/** Requests that may be sent now. `sent_until` may lie ahead by a second's worth, or by one request. */
const TOKENS = `floor(s.max_per_second * (greatest(1, 1 / s.max_per_second)
  - greatest(0, extract(epoch FROM p.sent_until - now())::float8)) + 0.001)::int`;

/** Whether a delivery is due, and no process has it under a lease. */
const DUE_NOW = 'd.next_attempt_at <= now() AND (d.leased_until IS NULL OR d.leased_until <= now())';

/**
 * Claims due deliveries of the subscriptions in `known`, as JSON, at most `room`. Those under a lease are skipped;
 * ordered ones that wait are due at infinity.
 * Each row is locked by its key and checked again. Nothing waits for a lock, so nothing deadlocks. The commit is
 * asynchronous: a crash that forgets a lease sends the delivery again.
 */
const CLAIM = `
WITH parameter AS MATERIALIZED (
  SELECT room, token, "leaseMs" * interval '1 ms' AS lease, known
  FROM json_to_record($1::json) AS p (room int, token uuid, "leaseMs" float8, known json)
), sendable AS MATERIALIZED (
  -- The known subscriptions that may be sent to, with the most deliveries of each: what this process may still have in
  -- flight, so that one long queue does not hide the others, and what its pace allows. A failing one gets one probe.
  SELECT s.id, s.failing, s.max_per_second, known.due_since, known.busy,
    least(
      CASE WHEN s.failing THEN 1 ELSE greatest(0, s.max_in_flight - known.busy) END,
      CASE WHEN s.max_per_second IS NOT NULL
        THEN (SELECT greatest(0, ${TOKENS}) FROM webhook_pace p WHERE p.subscription_id = s.id) END
    ) AS most
  FROM parameter
  CROSS JOIN LATERAL json_to_recordset(parameter.known) AS known (id text, due_since timestamptz, busy int)
  CROSS JOIN LATERAL (
    SELECT s.*, s.consecutive_failures >= ${breakerThreshold} AS failing FROM webhook_subscription s
    WHERE s.id = known.id AND ${SENDABLE} OFFSET 0
  ) s
), due AS MATERIALIZED (
  -- The oldest deliveries of each subscription. Those with the fewest attempts in flight come first.
  SELECT d.event_id, d.subscription_id, s.failing, s.max_per_second, d.nth
  FROM sendable s
  CROSS JOIN LATERAL (
    SELECT q.event_id, q.subscription_id, q.next_attempt_at, row_number() OVER (ORDER BY q.next_attempt_at) AS nth
    FROM (
      SELECT d.event_id, d.subscription_id, d.next_attempt_at FROM webhook_delivery_pending d
      WHERE NOT s.failing AND d.subscription_id = s.id
        AND d.next_attempt_at >= s.due_since AND ${DUE_NOW}
      ORDER BY d.next_attempt_at
      LIMIT s.most
    ) q
    UNION ALL
    -- The probe is the newest event: an old message that always fails does not keep the breaker open.
    (SELECT q.event_id, q.subscription_id, q.next_attempt_at, 1
    FROM (
      SELECT d.event_id, d.subscription_id, d.next_attempt_at FROM webhook_delivery_pending d
      WHERE s.failing AND d.subscription_id = s.id
        AND d.next_attempt_at >= s.due_since AND ${DUE_NOW}
      ORDER BY d.next_attempt_at DESC LIMIT ${PROBE_CHOICE}
    ) q
    ORDER BY q.event_id DESC LIMIT s.most)
  ) d
  ORDER BY CASE WHEN s.failing THEN 1 ELSE d.nth + s.busy END, d.next_attempt_at LIMIT (SELECT room FROM parameter)
), probed AS MATERIALIZED (
  -- The failing subscriptions of which this process sends the probe. All processes together send one.
  SELECT s.id
  FROM due CROSS JOIN LATERAL (
    SELECT s.id, s.breaker_open_until FROM webhook_subscription s WHERE s.id = due.subscription_id
    OFFSET 0 FOR NO KEY UPDATE SKIP LOCKED
  ) s
  WHERE due.failing AND (s.breaker_open_until IS NULL OR s.breaker_open_until <= now())
), paced AS MATERIALIZED (
  -- What the limited subscriptions may be sent now. Only who has locked the row may claim; the rest waits for a later
  -- claim.
  SELECT s.id, ${TOKENS} AS tokens
  FROM (SELECT subscription_id AS id, max_per_second FROM due WHERE max_per_second IS NOT NULL GROUP BY 1, 2) s
  CROSS JOIN LATERAL (
    SELECT p.sent_until FROM webhook_pace p WHERE p.subscription_id = s.id
    OFFSET 0 FOR NO KEY UPDATE SKIP LOCKED
  ) p
), claimed AS MATERIALIZED (
  -- The due deliveries that no other process has locked, checked again.
  SELECT d.*, due.failing AS probe, due.max_per_second
  FROM due CROSS JOIN LATERAL (
    SELECT d.ctid AS row_id, d.* FROM webhook_delivery_pending d
    WHERE d.event_id = due.event_id AND d.subscription_id = due.subscription_id
    OFFSET 0 FOR UPDATE SKIP LOCKED
  ) d
  WHERE ${DUE_NOW} AND (NOT due.failing OR due.subscription_id IN (SELECT id FROM probed))
    AND (due.max_per_second IS NULL OR due.nth <= (SELECT tokens FROM paced WHERE id = due.subscription_id))
), breaker AS (
  -- The breaker of a failing subscription stays open for as long as the lease of its probe.
  UPDATE webhook_subscription s SET breaker_open_until = now() + (SELECT lease FROM parameter)
  FROM claimed c WHERE c.probe AND s.id = c.subscription_id
), pace_used AS (
  UPDATE webhook_pace p SET sent_until = greatest(p.sent_until, now()) + c.count / c.max_per_second * interval '1 s'
  FROM (
    SELECT subscription_id, max_per_second, count(*) FROM claimed WHERE max_per_second IS NOT NULL GROUP BY 1, 2
  ) c
  WHERE p.subscription_id = c.subscription_id
), message AS MATERIALIZED (
  -- What is sent, and to where.
  SELECT c.row_id, c.probe, e.*, s.webhook_url, s.secret, s.previous_secret, s.previous_secret_until, s.earlier_secrets,
    s.headers, s.workflow_id, s.node_id
  FROM claimed c
  CROSS JOIN LATERAL (SELECT * FROM webhook_event e WHERE e.id = c.event_id OFFSET 0) e
  CROSS JOIN LATERAL (SELECT * FROM webhook_subscription s WHERE s.id = c.subscription_id OFFSET 0) s
  CROSS JOIN set_config('synchronous_commit', 'off', true)
)
UPDATE webhook_delivery_pending d
SET attempts = d.attempts + 1, leased_until = now() + parameter.lease, lease_token = parameter.token
FROM message m CROSS JOIN parameter
WHERE d.ctid = m.row_id
RETURNING d.event_id AS "eventId", d.subscription_id AS "subscriptionId", d.lease_token AS "leaseToken",
  d.attempts AS attempt, d.attempts - d.schedule_from AS round, d.ordered,
  (SELECT extract(epoch FROM clock_timestamp())::float8 * 1000) AS clock, m.probe, m.webhook_url AS url,
  array_remove(ARRAY[m.secret, CASE WHEN m.previous_secret_until > now() THEN m.previous_secret END], NULL)
    || CASE WHEN m.earlier_secrets = '[]' THEN '{}' ELSE ARRAY(
      SELECT entry ->> 'secret' FROM jsonb_array_elements(m.earlier_secrets) WITH ORDINALITY AS t (entry, ordinal)
      WHERE (entry ->> 'until')::timestamptz > now() ORDER BY ordinal) END AS secrets,
  m.headers, m.resource, m.resource_id AS "resourceId", m.resource || '.' || m.action AS type,
  m.data::text AS data, m.truncated,
  to_char(m.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "occurredAt",
  m.changed, m.version, m.sequence, m.actor, m.company_id AS "companyId", m.workflow_id AS "workflowId",
  m.node_id AS "nodeId"`;

/** Claims up to `room` due deliveries. A claim is an attempt: a delivery that kills its process runs out of them. */
export async function claim(
  pool: pg.Pool,
  due: readonly DueSubscription[],
  room: number,
  token: string,
  busy?: Map<string, number>,
): Promise<Claim[]> {
  if (due.length === 0) return [];
  const known = due.map(({ id, dueSince }) => ({ id, due_since: dueSince, busy: busy?.get(id) ?? 0 }));
  const values = [JSON.stringify({ room, leaseMs: LEASE_MS, token, known })];
  const { rows } = await pool.query<Claim>({ name: 'claim', text: CLAIM, values });
  const now = performance.now();
  for (const row of rows) row.clock -= now;
  return rows;
}

/** Gives back claims without a result: they are due at once, and the attempt does not count. */
export async function release(pool: pg.Pool, claims: Claim[]): Promise<void> {
  await pool.query(
    `UPDATE webhook_delivery_pending d
     SET attempts = d.attempts - 1, schedule_from = least(d.schedule_from, d.attempts - 1), leased_until = NULL,
       lease_token = NULL
     FROM unnest($1::uuid[], $2::text[], $3::uuid[]) AS t (event_id, subscription_id, lease_token)
     WHERE d.event_id = t.event_id AND d.subscription_id = t.subscription_id AND d.lease_token = t.lease_token`,
    (['eventId', 'subscriptionId', 'leaseToken'] as const).map((key) => claims.map((one) => one[key])),
  );
}
