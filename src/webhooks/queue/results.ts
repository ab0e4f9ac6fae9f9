import type pg from 'pg';
import { NOTICES } from '../../records/records.ts';
import { type Claim, messageId } from '../sending/message.ts';
import type { DeliveryAnswer } from '../sending/request.ts';
import {
  breakerMs,
  breakerThreshold,
  DISABLED_REASON,
  disableAfterMs,
  holdMs,
  longestSilenceMs,
} from '../sending/retry-schedule.ts';
import type { Outcomes } from './shared-state.ts';

export interface Result {
  claim: Claim;
  answer: DeliveryAnswer;
  /** The next state of the delivery: `pending` is due again after `retryInMs`. */
  verdict: keyof Outcomes;
  retryInMs: number;
}

/**
 * A result counts only while its lease holds. A failure counts as none, and is due at once, if the delivery was queued
 * again or the address is another one by now. The attempt itself is always recorded.
 *
 * | answer                                    | failures in a row; five open the breaker | days of failures    |
 * | ----------------------------------------- | ---------------------------------------- | ------------------- |
 * | 2xx                                       | none                                     | end                 |
 * | none, 408, 429, 5xx                       | one more                                 | begin, or go on     |
 * | 3xx, 401, 403, 404, 405, 421: the address | as before                                | begin, or go on     |
 * | not sent                                  | one more                                 | begin anew          |
 * | another one: the message                  | as before, also after a probe            | as before           |
 *
 * A proxy may give the last for a receiver that is down: the next probe follows at once. Late failures do not push an
 * open breaker further, but that of a probe does. Locks: the order of deliveries, if some are ordered, then the
 * subscriptions by their ids, then the failed deliveries. `changes/notice-shapes.ts` describes the news for the outbox.
 */
const RECORD = `
WITH input AS MATERIALIZED (
  SELECT * FROM json_to_record($1) AS i
    (results json, notices json, ordered boolean)
), in_order AS MATERIALIZED (
  -- If some are ordered: the lock that comes before all others.
  SELECT CASE WHEN ordered THEN lock_delivery_order() END FROM input
), done AS MATERIALIZED (
  -- The results, after that lock.
  SELECT r.* FROM in_order CROSS JOIN input CROSS JOIN LATERAL json_to_recordset(input.results) AS r
    (event_id uuid, subscription_id text, lease_token uuid, number int, round int, url text,
     started_at timestamptz, duration_ms int, http_status int, error text, response_head text,
     verdict text, retry_in_ms float8, probe boolean, hold_ms float8, unsent boolean)
), outcome AS MATERIALIZED (
  -- What the results say of each subscription and address.
  SELECT subscription_id, url, bool_or(verdict = 'delivered') AS accepted, bool_or(http_status = 410) AS gone,
    bool_or(probe) AS probed, bool_or(verdict <> 'delivered') AS failed, bool_or(unsent) AS unsent,
    max(hold_ms) AS hold_ms,
    count(*) FILTER (WHERE verdict <> 'delivered'
      AND (http_status IS NULL OR http_status IN (408, 429) OR http_status >= 500))::int AS failures,
    bool_or(http_status BETWEEN 300 AND 399 OR http_status IN (401, 403, 404, 405, 421)) IS TRUE AS misses
  FROM done GROUP BY subscription_id, url
), locked AS MATERIALIZED (
  -- The subscriptions that failed, or may recover, as they are now.
  SELECT s.*
  FROM (
    SELECT subscription_id, bool_or(failed) AS failed FROM outcome GROUP BY subscription_id ORDER BY subscription_id
  ) o
  CROSS JOIN LATERAL (
    SELECT s.id, s.webhook_url, s.state, s.consecutive_failures,
      s.consecutive_failures >= ${breakerThreshold} AS broken,
      s.breaker_open_until > now() AS open,
      s.failing_since < now() - interval '${disableAfterMs} ms' AS stale,
      coalesce(coalesce(s.last_failed_at, s.failing_since) < now() - interval '${longestSilenceMs} ms', false) AS silent
    FROM webhook_subscription s
    WHERE s.id = o.subscription_id AND (o.failed OR s.consecutive_failures > 0 OR s.failing_since IS NOT NULL)
    OFFSET 0 FOR NO KEY UPDATE
  ) s
), failed AS MATERIALIZED (
  -- The failed deliveries whose lease holds; anew if they were queued again, or have another address.
  SELECT d.*
  FROM (SELECT * FROM done WHERE verdict <> 'delivered') done
  LEFT JOIN locked l ON l.id = done.subscription_id
  CROSS JOIN LATERAL (
    SELECT d.event_id, d.subscription_id, d.lease_token, done.verdict, done.retry_in_ms,
      d.attempts - d.schedule_from <> done.round OR coalesce(l.webhook_url <> done.url, false) AS anew
    FROM webhook_delivery_pending d
    WHERE d.event_id = done.event_id AND d.subscription_id = done.subscription_id AND d.lease_token = done.lease_token
    OFFSET 0 FOR UPDATE
  ) d
), again AS (
  -- Those that are tried again.
  UPDATE webhook_delivery_pending d
  SET leased_until = NULL, lease_token = NULL,
    next_attempt_at = CASE WHEN d.next_attempt_at = 'infinity' THEN d.next_attempt_at WHEN f.anew THEN now()
      ELSE now() + f.retry_in_ms * interval '1 ms' END,
    schedule_from = CASE WHEN f.anew THEN d.attempts ELSE d.schedule_from END
  FROM failed f
  WHERE d.event_id = f.event_id AND d.subscription_id = f.subscription_id AND (f.anew OR f.verdict = 'pending')
), ended AS MATERIALIZED (
  -- Those that are delivered or dead.
  SELECT event_id, subscription_id, lease_token, verdict FROM done WHERE verdict = 'delivered'
  UNION ALL SELECT event_id, subscription_id, lease_token, verdict FROM failed WHERE verdict = 'dead' AND NOT anew
), taken AS (
  -- They leave the queue, if their lease holds,
  DELETE FROM webhook_delivery_pending d USING ended e
  WHERE d.event_id = e.event_id AND d.subscription_id = e.subscription_id AND d.lease_token = e.lease_token
  RETURNING d.*, e.verdict
), finished AS (
  -- for the table of finished deliveries.
  INSERT INTO webhook_delivery_finished
    (event_id, subscription_id, status, attempts, schedule_from, next_attempt_at, finished_at, company_id, resource_id,
      sequence)
  SELECT event_id, subscription_id, verdict, attempts, schedule_from, next_attempt_at, now(), company_id, resource_id,
    sequence
  FROM taken
), written AS (
  -- The attempts of all results.
  INSERT INTO webhook_attempt
    (event_id, subscription_id, number, started_at, duration_ms, http_status, error, response_head)
  SELECT event_id, subscription_id, number, started_at, duration_ms, http_status, error, response_head FROM done
  ON CONFLICT DO NOTHING
), concerned AS MATERIALIZED (
  -- What follows for the subscriptions whose address has not changed.
  SELECT l.id, l.broken, o.accepted, o.gone, o.probed, o.failures, o.hold_ms,
    o.failures > 0 AND (o.probed OR l.open IS NOT TRUE)
      AND l.consecutive_failures + o.failures >= ${breakerThreshold} AS trips,
    (o.failures > 0 OR o.misses) AS fails, (o.failures > 0 OR o.misses) AND (l.silent OR o.unsent) AS restarts,
    (o.failures > 0 OR o.misses) AND l.stale AND NOT (l.silent OR o.unsent OR o.accepted) AS hopeless
  FROM locked l JOIN outcome o ON o.subscription_id = l.id AND o.url = l.webhook_url
  WHERE l.state <> 'disabled' AND (o.accepted OR o.gone OR o.probed OR o.failures > 0 OR o.misses)
), updated AS (
  -- Their health: failures in a row, the breaker, and whether they are disabled.
  UPDATE webhook_subscription s
  SET consecutive_failures = CASE WHEN c.accepted THEN 0 ELSE s.consecutive_failures + c.failures END,
    failing_since = CASE WHEN c.accepted THEN NULL WHEN c.restarts THEN now()
      WHEN c.fails THEN coalesce(s.failing_since, now()) ELSE s.failing_since END,
    last_failed_at = CASE WHEN c.fails THEN now() ELSE s.last_failed_at END,
    breaker_trips = CASE WHEN c.accepted THEN 0 WHEN c.trips THEN s.breaker_trips + 1 ELSE s.breaker_trips END,
    breaker_open_until = CASE WHEN c.accepted THEN NULL
      WHEN c.trips THEN now() + least(${breakerMs.first} * 2 ^ least(s.breaker_trips, 10), ${breakerMs.most}) * interval '1 ms'
      WHEN c.probed AND c.broken THEN now() ELSE s.breaker_open_until END,
    held_until = CASE WHEN c.hold_ms > 0 THEN greatest(s.held_until, now() + c.hold_ms * interval '1 ms')
      ELSE s.held_until END,
    state = CASE WHEN c.gone OR c.hopeless THEN 'disabled' ELSE s.state END,
    disabled_reason = CASE
      WHEN c.gone THEN 'The receiver answered 410 Gone. '
        || 'Set its new address if it has one, then call resumeSubscription.'
      WHEN c.hopeless THEN '${DISABLED_REASON}'
      ELSE s.disabled_reason END
  FROM concerned c WHERE s.id = c.id
  RETURNING s.*, c.trips AND NOT c.accepted AS tripped, c.accepted AND c.broken AS recovered
), notice AS (
  -- The news: subscriptions that are disabled, and deliveries that are dead.
  SELECT 'subscription' AS resource, '${NOTICES.subscription}' AS action, u.company_id, u.id AS subscription_id,
    json_build_object('id', u.id, 'company_id', u.company_id, 'version', u.version, 'workflow_id', u.workflow_id,
      'workflow_name', u.workflow_name, 'node_id', u.node_id, 'webhook_url', u.webhook_url, 'resource', u.resource,
      'actions', u.actions, 'disabled_reason', u.disabled_reason,
      'failing_since', to_char(u.failing_since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS data
  FROM updated u WHERE u.state = 'disabled'
  UNION ALL
  SELECT 'delivery', '${NOTICES.delivery}', t.company_id, t.subscription_id, n.data
  FROM input CROSS JOIN LATERAL json_to_recordset(input.notices) AS n (event_id uuid, subscription_id text, data json)
  JOIN taken t ON t.event_id = n.event_id AND t.subscription_id = n.subscription_id
), noticed AS (
  -- They go to the outbox, for the other subscriptions of the company that want them.
  INSERT INTO webhook_outbox (resource, action, company_id, subscription_ids, after, actor)
  SELECT n.resource, n.action, n.company_id, w.ids, n.data, NULL
  FROM notice n CROSS JOIN LATERAL (
    SELECT array_agg(s.id) AS ids FROM webhook_subscription s
    WHERE s.company_id = n.company_id AND s.resource = n.resource AND n.action = ANY (s.actions)
      AND s.id <> n.subscription_id
  ) w
  WHERE w.ids IS NOT NULL
)
SELECT id AS subscription, company_id AS company, state, disabled_reason AS reason, consecutive_failures AS failures,
  breaker_open_until AS until, tripped, recovered
FROM updated`;

/** The news that deliveries are given up. Those about webhooks themselves are none, or they would cause each other. */
const deadNotices = (results: Result[]) =>
  results
    .filter(({ claim, verdict }) => verdict === 'dead' && !(claim.resource in NOTICES))
    .map(({ claim, answer }) => ({
      event_id: claim.eventId,
      subscription_id: claim.subscriptionId,
      data: {
        id: messageId(claim.eventId, claim.subscriptionId),
        company_id: claim.companyId,
        version: claim.version,
        subscription_id: claim.subscriptionId,
        type: claim.type,
        resource_id: claim.resourceId,
        sequence: claim.sequence,
        attempts: claim.attempt,
        http_status: answer.status ?? null,
        error: answer.error,
        occurred_at: claim.occurredAt,
      },
    }));

/** The health of a subscription after a batch: failures in a row, and until when its breaker is open. */
export interface Health {
  subscription: string;
  company: string;
  state: string;
  reason: string | null;
  failures: number;
  until: string | null;
  tripped: boolean;
  /** The first success after a breaker had opened. */
  recovered: boolean;
}

const resultRow = ({ claim, answer, verdict, retryInMs }: Result) => ({
  event_id: claim.eventId,
  subscription_id: claim.subscriptionId,
  lease_token: claim.leaseToken,
  number: claim.attempt,
  round: claim.round,
  url: claim.url,
  started_at: answer.startedAt,
  duration_ms: answer.durationMs,
  http_status: answer.status,
  error: answer.error,
  response_head: answer.head,
  verdict,
  retry_in_ms: retryInMs,
  probe: claim.probe,
  hold_ms: holdMs(answer),
  unsent: answer.isUnsent ?? false,
});

/** Records results in one statement. Returns the subscriptions that failed or recovered. */
export async function recordResults(pool: pg.Pool, results: Result[]): Promise<Health[]> {
  const input = {
    results: results.map(resultRow),
    notices: deadNotices(results),
    ordered: results.some(({ claim }) => claim.ordered),
  };
  const { rows } = await pool.query<Health>({ name: 'record', text: RECORD, values: [JSON.stringify(input)] });
  return rows;
}
