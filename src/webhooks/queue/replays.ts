import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { inTransaction } from '../../postgres/pool.ts';
import { isUsableAfter } from '../../postgres/sqlstate.ts';
import { requeue } from '../management/redeliver.ts';
import type { Shared } from './shared-state.ts';

/** Deliveries that one batch looks at. Those that match are queued again. */
const BATCH = 2_000;
/** A replay has a total up to this one. */
const MOST_COUNTED = 1_000_000;
/** After a batch that the database refused, a replay does not hold up the others. */
const PUT_OFF = "UPDATE webhook_replay SET turn_at = now() + interval '1 minute' WHERE id = $1";

interface Taken {
  id: string;
  subscriptionId: string;
  position: string;
  end: string;
  status: string | null;
  resourceId: string | null;
  /** Nothing has been queued, and no filter makes the total hard to count. */
  isCountable: boolean;
}

/** The lock is the lease: it ends with the connection of a process that dies, and its batch has then not happened. */
const TAKE = `
SELECT id, subscription_id AS "subscriptionId", position, time_ordered_uuid_floor(until) AS "end",
  delivery_status AS status,
  resource_id AS "resourceId",
  position = time_ordered_uuid_floor(since) AND delivery_status IS NULL AND resource_id IS NULL AS "isCountable"
FROM webhook_replay WHERE status = 'running' AND turn_at <= now() ORDER BY turn_at LIMIT 1 FOR UPDATE SKIP LOCKED`;

/** Results are recorded under this lock, which they take before they lock rows. */
const IN_ORDER = 'SELECT lock_delivery_order() FROM webhook_subscription WHERE id = $1 AND ordered';

/**
 * Queues the next page of deliveries that match again. What is due or under way stays. The bounds stand at each join to
 * rule out other days.
 */
const ADVANCE = `
WITH page AS MATERIALIZED (
  SELECT event_id, subscription_id, status, resource_id FROM webhook_delivery
  WHERE subscription_id = $1 AND event_id > $2 AND event_id < $3 ORDER BY event_id LIMIT ${BATCH}
), chosen AS MATERIALIZED (
  SELECT p.event_id, p.subscription_id, s.ordered AS is_ordered FROM page p
    JOIN webhook_subscription s ON s.id = p.subscription_id
  WHERE ($4::text IS NULL OR $4 = CASE WHEN p.status = 'pending' AND s.state <> 'active' THEN 'held' ELSE p.status END)
    AND ($5::text IS NULL OR $5 = p.resource_id)
), ${requeue('d.event_id > $2 AND d.event_id < $3', 'd.next_attempt_at > now()')}
UPDATE webhook_replay SET matched = matched + (SELECT count(*) FROM chosen),
  queued = queued + (SELECT count(*) FROM moved) + (SELECT count(*) FROM again),
  total = CASE WHEN $7 THEN (SELECT nullif(count(*), ${MOST_COUNTED + 1}) FROM (
    SELECT FROM webhook_delivery WHERE subscription_id = $1 AND event_id > $2 AND event_id < $3
      LIMIT ${MOST_COUNTED + 1}) d) ELSE total END,
  position = coalesce(last, $3), status = CASE WHEN last IS NULL THEN 'done' ELSE status END,
  finished_at = CASE WHEN last IS NULL THEN now() END, turn_at = clock_timestamp()
FROM (SELECT (SELECT event_id FROM page ORDER BY event_id OFFSET ${BATCH - 1}) AS last) full_page WHERE id = $6
RETURNING subscription_id AS subscription, company_id AS company, status, matched, queued,
  date_trunc('milliseconds', now()) AS at`;

interface Batch {
  subscription: string;
  company: string;
  status: string;
  matched: number;
  queued: number;
  /** Since when what it has queued is due. */
  at: string;
}

/** Carries out a batch and its progress in one transaction. Undefined if there is none that no other process is at. */
async function replayBatch(pool: pg.Pool): Promise<Batch | undefined> {
  let taken: Taken | undefined;
  try {
    return await inTransaction(pool, async (client) => {
      [taken] = (await client.query<Taken>(TAKE)).rows;
      if (taken === undefined) return undefined;
      const { id, subscriptionId, position, end, status, resourceId, isCountable } = taken;
      const values = [subscriptionId, position, end, status, resourceId, id, isCountable];
      await client.query(IN_ORDER, [subscriptionId]);
      return (await client.query<Batch>(ADVANCE, values)).rows[0];
    });
  } catch (error) {
    // If the connection was lost, the next process goes on at once.
    if (taken !== undefined && isUsableAfter(error)) await pool.query(PUT_OFF, [taken.id]).catch(() => {});
    throw error;
  }
}

/** Carries out all replays. After a batch it rests for as long as that took: other work finds room. */
export async function carryOutReplays({ pool, log, due, stop, queued, claimable }: Shared): Promise<void> {
  while (!stop.aborted) {
    const began = performance.now();
    const batch = await replayBatch(pool);
    if (batch === undefined) return;
    const { subscription, company, at, status, matched, queued: again } = batch;
    due.add([subscription], at);
    queued.signal();
    claimable.signal();
    if (status === 'done') log.info({ subscription, company, matched, queued: again }, 'webhook replay done');
    await delay(performance.now() - began, undefined, { ref: false, signal: stop }).catch(() => {});
  }
}
