import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { Bell } from './bell.ts';
import { LEASE_MS } from './claim.ts';
import { countQuick } from './in-flight.ts';
import type { Claim } from './message.ts';
import type { Answer } from './request.ts';
import { breakerThreshold, disableAfterMs, holdMs, longestSilenceMs } from './schedule.ts';
import type { Log, Outcomes, Shared } from './shared.ts';

const BATCH = 250;
/** How long the first result waits for those of deliveries sent with it, so that one statement records them together. */
const GATHER_MS = 3;
const RETRY_MS = 500;

export interface Result {
  claim: Claim;
  answer: Answer;
  /** The next state of the delivery: `pending` is due again after `retryInMs`. */
  verdict: keyof Outcomes;
  retryInMs: number;
}

/**
 * A result counts only while its lease holds. A failure does not count if the delivery was queued again or its subscription got a new
 * address in the meantime: then it is due at once, with the whole retry table ahead. The attempt itself is always recorded.
 * Subscriptions are locked first, to see their newest address, and in order, so that two processes cannot deadlock. Then the deliveries
 * that failed, since one that was queued again meanwhile stays pending. The others move out of the queue.
 * The health of a subscription counts what tells that the receiver is unwell: no answer, 408, 429 and 5xx. Any other refusal is about its
 * message. It changes nothing, also as the answer to a probe: a proxy may give it for a receiver that is down. The next probe follows then.
 * Late failures do not push an open breaker further. A breaker that is open because its probe is under way is not open for that probe.
 */
const RECORD = `
WITH done AS MATERIALIZED (
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::int[], $5::int[], $6::text[],
                       $7::timestamptz[], $8::int[], $9::int[], $10::text[], $11::text[], $12::text[], $13::float8[],
                       $17::bool[], $18::float8[])
    AS t (event_id, subscription_id, lease_token, number, round, url,
          started_at, duration_ms, http_status, error, response_head, verdict, retry_in_ms, probe, hold_ms)
), outcome AS MATERIALIZED (
  SELECT subscription_id, url, bool_or(verdict = 'delivered') AS accepted, bool_or(http_status = 410) AS gone,
    bool_or(probe) AS probed, bool_or(verdict <> 'delivered') AS failed,
    max(hold_ms) AS hold_ms,
    count(*) FILTER (WHERE verdict <> 'delivered'
      AND (http_status IS NULL OR http_status IN (408, 429) OR http_status >= 500))::int AS failures
  FROM done GROUP BY subscription_id, url
), locked AS MATERIALIZED (
  SELECT s.*
  FROM (SELECT subscription_id, bool_or(failed) AS failed FROM outcome GROUP BY subscription_id ORDER BY subscription_id) o
  CROSS JOIN LATERAL (
    SELECT s.id, s.webhook_url, s.state, s.consecutive_failures, s.consecutive_failures >= $16 AS broken,
      s.breaker_open_until > now() AS open, s.failing_since < now() - $14 * interval '1 ms' AS stale,
      coalesce(coalesce(s.last_failed_at, s.failing_since) < now() - $15 * interval '1 ms', false) AS silent
    FROM webhook_subscription s
    WHERE s.id = o.subscription_id AND (o.failed OR s.consecutive_failures > 0)
    OFFSET 0 FOR NO KEY UPDATE
  ) s
), failed AS MATERIALIZED (
  SELECT d.*
  FROM (SELECT * FROM done WHERE verdict <> 'delivered') done LEFT JOIN locked l ON l.id = done.subscription_id CROSS JOIN LATERAL (
    SELECT d.event_id, d.subscription_id, d.lease_token, done.verdict, done.retry_in_ms,
      d.attempts - d.schedule_from <> done.round OR coalesce(l.webhook_url <> done.url, false) AS anew
    FROM webhook_delivery_pending d
    WHERE d.event_id = done.event_id AND d.subscription_id = done.subscription_id AND d.lease_token = done.lease_token
    OFFSET 0 FOR UPDATE
  ) d
), again AS (
  UPDATE webhook_delivery_pending d
  SET leased_until = NULL, lease_token = NULL,
    next_attempt_at = CASE WHEN f.anew THEN now() ELSE now() + f.retry_in_ms * interval '1 ms' END,
    schedule_from = CASE WHEN f.anew THEN d.attempts ELSE d.schedule_from END
  FROM failed f
  WHERE d.event_id = f.event_id AND d.subscription_id = f.subscription_id AND (f.anew OR f.verdict = 'pending')
), ended AS MATERIALIZED (
  SELECT event_id, subscription_id, lease_token, verdict FROM done WHERE verdict = 'delivered'
  UNION ALL SELECT event_id, subscription_id, lease_token, verdict FROM failed WHERE verdict = 'dead' AND NOT anew
), taken AS (
  DELETE FROM webhook_delivery_pending d USING ended e
  WHERE d.event_id = e.event_id AND d.subscription_id = e.subscription_id AND d.lease_token = e.lease_token
  RETURNING d.*, e.verdict
), finished AS (
  INSERT INTO webhook_delivery_finished
    (event_id, subscription_id, status, attempts, schedule_from, next_attempt_at, finished_at, company_id, resource_id,
      sequence)
  SELECT event_id, subscription_id, verdict, attempts, schedule_from, next_attempt_at, now(), company_id, resource_id, sequence FROM taken
), written AS (
  INSERT INTO webhook_attempt (event_id, subscription_id, number, started_at, duration_ms, http_status, error, response_head)
  SELECT event_id, subscription_id, number, started_at, duration_ms, http_status, error, response_head FROM done
  ON CONFLICT DO NOTHING
), concerned AS MATERIALIZED (
  SELECT l.id, l.broken, o.accepted, o.gone, o.probed, o.failures, o.hold_ms,
    o.failures > 0 AND (o.probed OR l.open IS NOT TRUE) AND l.consecutive_failures + o.failures >= $16 AS trips,
    l.silent AND o.failures > 0 AS silent, l.stale AND NOT l.silent AND NOT o.accepted AND o.failures > 0 AS hopeless
  FROM locked l JOIN outcome o ON o.subscription_id = l.id AND o.url = l.webhook_url
  WHERE l.state <> 'disabled' AND (o.accepted OR o.gone OR o.probed OR o.failures > 0)
)
UPDATE webhook_subscription s
SET consecutive_failures = CASE WHEN c.accepted THEN 0 ELSE s.consecutive_failures + c.failures END,
  failing_since = CASE WHEN c.accepted THEN NULL WHEN c.silent THEN now() WHEN c.failures > 0 THEN coalesce(s.failing_since, now())
    ELSE s.failing_since END,
  last_failed_at = CASE WHEN c.failures > 0 THEN now() ELSE s.last_failed_at END,
  breaker_trips = CASE WHEN c.accepted THEN 0 WHEN c.trips THEN s.breaker_trips + 1 ELSE s.breaker_trips END,
  breaker_open_until = CASE WHEN c.accepted THEN NULL
    WHEN c.trips THEN now() + least(30 * 2 ^ least(s.breaker_trips, 10), 900) * interval '1 s'
    WHEN c.probed AND c.broken THEN now() ELSE s.breaker_open_until END,
  held_until = CASE WHEN c.hold_ms > 0 THEN greatest(s.held_until, now() + c.hold_ms * interval '1 ms') ELSE s.held_until END,
  state = CASE WHEN c.gone OR c.hopeless THEN 'disabled' ELSE s.state END,
  disabled_reason = CASE WHEN c.gone THEN 'The receiver answered 410 Gone. Set its new address if it has one, then call resumeSubscription.'
    WHEN c.hopeless THEN 'No delivery was accepted for five days. Repair the receiver, then call resumeSubscription.'
    ELSE s.disabled_reason END
FROM concerned c WHERE s.id = c.id
RETURNING s.id AS subscription, s.company_id AS company, s.state, s.disabled_reason AS reason, s.consecutive_failures AS failures,
  s.breaker_open_until AS until, c.trips AND NOT c.accepted AS tripped,
  c.accepted AND c.broken AS recovered`;

/** The health of a subscription after a batch: the failures of its receiver in a row, and until when its breaker is open. */
interface Health {
  subscription: string;
  company: string;
  state: string;
  reason: string | null;
  failures: number;
  until: string | null;
  /** The breaker has opened with this batch. */
  tripped: boolean;
  /** The first success after a breaker had opened. */
  recovered: boolean;
}

/** Records results in one statement. Returns the subscriptions that failed or recovered. */
export async function record(pool: pg.Pool, results: Result[]): Promise<Health[]> {
  const ofClaims = (...keys: (keyof Claim)[]) => keys.map((key) => results.map(({ claim }) => claim[key]));
  const ofAnswers = (...keys: (keyof Answer)[]) => keys.map((key) => results.map(({ answer }) => answer[key]));
  const values = [
    ...ofClaims('eventId', 'subscriptionId', 'leaseToken', 'attempt', 'round', 'url'),
    ...ofAnswers('startedAt', 'durationMs', 'status', 'error', 'head'),
    results.map(({ verdict }) => verdict),
    results.map(({ retryInMs }) => retryInMs),
    disableAfterMs,
    longestSilenceMs,
    breakerThreshold,
    results.map(({ claim }) => claim.probe),
    results.map(({ answer }) => holdMs(answer)),
  ];
  const { rows } = await pool.query<Health>({ name: 'record', text: RECORD, values });
  return rows;
}

/** Returns a function that takes results and records them in batches. Each batch gathers while the one before is written. */
export function createRecorder({ pool, log, inFlight, stop, due }: Shared): (result: Result) => void {
  const results: Result[] = [];
  const answered = new Bell();
  let recording = false;

  const gather = async (): Promise<void> => {
    const expected = Math.min(countQuick(inFlight, performance.now()), BATCH);
    const deadline = performance.now() + GATHER_MS;
    for (let left = GATHER_MS; results.length < expected && left > 0; left = deadline - performance.now())
      await answered.wait(left);
  };

  const keepRecording = async (): Promise<void> => {
    recording = true;
    await gather();
    while (results.length > 0) {
      const batch = results.splice(0, BATCH);
      let again: Result[] = [];
      try {
        for (const health of await record(pool, batch)) report(log, health);
      } catch (err) {
        // Once its lease has ended, a delivery is sent again anyway.
        const oldest = performance.now() - LEASE_MS;
        again = batch.filter(
          ({ claim }) => (inFlight.get(claim) ?? Number.NEGATIVE_INFINITY) > oldest && !stop.aborted,
        );
        const dropped = batch.length - again.length;
        log.error({ err, results: batch.length, dropped }, 'could not record webhook results; trying again in 0.5 s');
        await delay(RETRY_MS);
        results.unshift(...again);
      }
      for (const result of batch) if (!again.includes(result)) inFlight.delete(result.claim);
      due.ring();
    }
    recording = false;
  };

  return (result) => {
    results.push(result);
    answered.ring();
    if (!recording) void keepRecording();
  };
}

function report(log: Log, { subscription, company, state, reason, failures, until, tripped, recovered }: Health): void {
  if (state === 'disabled') log.warn({ subscription, company, reason }, 'webhook subscription disabled');
  else if (tripped)
    log.warn({ subscription, company, failures, until }, 'webhook receiver keeps failing; deliveries to it pause');
  else if (recovered) log.info({ subscription, company }, 'webhook receiver accepts deliveries again');
}
