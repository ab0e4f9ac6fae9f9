import type pg from 'pg';
import type { Claim } from './message.ts';
import { breakerThreshold, disableAfterMs, longestSilenceMs } from './schedule.ts';

/** What an attempt leads to: `pending` again after `retryInMs`, or the end of the delivery. */
export interface Result {
  claim: Claim;
  verdict: 'delivered' | 'dead' | 'pending';
  retryInMs: number;
  startedAt: Date;
  durationMs: number;
  status: number | undefined;
  error: string | undefined;
  head: string | undefined;
}

/**
 * A result counts only while its lease holds, and a failure does not count against what was queued again or given a new address meanwhile:
 * that is due at once, with the whole retry table before it. The attempt is written down in any case, since it did happen. Subscriptions
 * are locked first, so that their address is the newest, and in order, so that two loops cannot wait for each other. While a breaker is
 * open, stragglers do not push it further.
 */
const FINISH = `
WITH done AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::int[], $5::text[], $6::float8[],
                       $7::timestamptz[], $8::int[], $9::int[], $10::text[], $11::text[], $12::int[], $13::text[])
    AS t (event_id, subscription_id, lease_token, number, verdict, retry_in_ms, started_at, duration_ms, http_status, error,
          response_head, round, url)
), outcome AS MATERIALIZED (
  SELECT subscription_id, url, bool_or(verdict = 'delivered') AS accepted, bool_or(http_status = 410) AS gone,
    count(*) FILTER (WHERE verdict <> 'delivered')::int AS failures
  FROM done GROUP BY subscription_id, url
), locked AS MATERIALIZED (
  SELECT s.*
  FROM (SELECT subscription_id, sum(failures) AS failures FROM outcome GROUP BY subscription_id ORDER BY subscription_id) o
  CROSS JOIN LATERAL (
    SELECT s.id, s.webhook_url, s.state, s.breaker_open_until > now() AS open, s.consecutive_failures >= $16 AS broken,
      s.failing_since < now() - $14 * interval '1 ms' AS stale,
      coalesce(coalesce(s.last_failed_at, s.failing_since) < now() - $15 * interval '1 ms', false) AS silent
    FROM webhook_subscription s
    WHERE s.id = o.subscription_id AND (o.failures > 0 OR s.consecutive_failures > 0)
    OFFSET 0 FOR NO KEY UPDATE
  ) s
), finished AS (
  UPDATE webhook_delivery d
  SET (status, leased_until, lease_token, next_attempt_at, finished_at, schedule_from) = (
    SELECT CASE WHEN anew THEN 'pending' ELSE done.verdict END, NULL::timestamptz, NULL::uuid,
      CASE WHEN anew THEN now() WHEN done.verdict = 'pending' THEN now() + done.retry_in_ms * interval '1 ms' ELSE d.next_attempt_at END,
      CASE WHEN NOT anew AND done.verdict <> 'pending' THEN now() END,
      CASE WHEN anew THEN d.attempts ELSE d.schedule_from END
    FROM (SELECT done.verdict <> 'delivered'
      AND (d.attempts - d.schedule_from <> done.round OR coalesce(l.webhook_url <> done.url, false)) AS anew) a)
  FROM done LEFT JOIN locked l ON l.id = done.subscription_id
  WHERE d.event_id = done.event_id AND d.subscription_id = done.subscription_id AND d.lease_token = done.lease_token
), written AS (
  INSERT INTO webhook_attempt (event_id, subscription_id, number, started_at, duration_ms, http_status, error, response_head)
  SELECT event_id, subscription_id, number, started_at, duration_ms, http_status, error, response_head FROM done
  ON CONFLICT DO NOTHING
), concerned AS MATERIALIZED (
  SELECT l.id, l.open, l.broken, o.accepted, o.gone, o.failures, l.silent, l.stale AND NOT l.silent AND NOT o.accepted AS hopeless
  FROM locked l JOIN outcome o ON o.subscription_id = l.id AND o.url = l.webhook_url
  WHERE l.state <> 'disabled'
)
UPDATE webhook_subscription s
SET consecutive_failures = CASE WHEN c.accepted THEN 0 ELSE s.consecutive_failures + c.failures END,
  failing_since = CASE WHEN c.accepted THEN NULL WHEN c.silent THEN now() ELSE coalesce(s.failing_since, now()) END,
  last_failed_at = CASE WHEN c.failures > 0 THEN now() ELSE s.last_failed_at END,
  breaker_trips = CASE WHEN c.accepted THEN 0 WHEN c.open OR s.consecutive_failures + c.failures < $16 THEN s.breaker_trips
    ELSE s.breaker_trips + 1 END,
  breaker_open_until = CASE WHEN c.accepted THEN NULL WHEN c.open OR s.consecutive_failures + c.failures < $16 THEN s.breaker_open_until
    ELSE now() + least(30 * 2 ^ least(s.breaker_trips, 10), 900) * interval '1 s' END,
  state = CASE WHEN c.gone OR c.hopeless THEN 'disabled' ELSE s.state END,
  disabled_reason = CASE WHEN c.gone THEN 'The receiver answered 410 Gone.'
    WHEN c.hopeless THEN 'Nothing was accepted for five days.' ELSE s.disabled_reason END
FROM concerned c WHERE s.id = c.id
RETURNING s.id AS subscription, s.company_id AS company, s.state, s.disabled_reason AS reason, s.consecutive_failures AS failures,
  s.breaker_open_until AS until, coalesce(s.breaker_open_until > now() AND NOT coalesce(c.open, false), false) AS tripped,
  c.accepted AND c.broken AS recovered`;

/** What a finish did to a subscription's health. */
export interface Health {
  subscription: string;
  company: string;
  state: string;
  reason: string | null;
  /** Failures in a row, and when its breaker closes, if it is open. */
  failures: number;
  until: string | null;
  /** Its breaker opened just now. */
  tripped: boolean;
  /** It had opened, and something was accepted now. */
  recovered: boolean;
}

/** Records a batch of results in one statement, and returns the subscriptions whose health it touched. */
export async function finish(pool: pg.Pool, results: Result[]): Promise<Health[]> {
  const column = <Value>(pick: (result: Result) => Value) => results.map(pick);
  const values = [
    column(({ claim }) => claim.eventId),
    column(({ claim }) => claim.subscriptionId),
    column(({ claim }) => claim.leaseToken),
    column(({ claim }) => claim.attempt),
    column(({ verdict }) => verdict),
    column(({ retryInMs }) => retryInMs),
    column(({ startedAt }) => startedAt.toISOString()),
    column(({ durationMs }) => durationMs),
    column(({ status }) => status),
    column(({ error }) => error),
    column(({ head }) => head),
    column(({ claim }) => claim.round),
    column(({ claim }) => claim.url),
    disableAfterMs,
    longestSilenceMs,
    breakerThreshold,
  ];
  const { rows } = await pool.query<Health>({ name: 'finish', text: FINISH, values });
  return rows;
}
