// The same work as jobs of graphile-worker: one for each delivery. What it shares with our loop is everything but the queue: the body,
// the signature, the sender with its checks of the address, the attempt's row and the delivery's mark.
import { Logger, type Runner, run, runMigrations, type Task } from 'graphile-worker';
import pg from 'pg';
import { bodyOf, type Claim, headersOf } from '../src/webhooks/message.ts';
import { openSender, timeBursts } from './webhooks-bursts.ts';
import { type Order, serve } from './webhooks-process.ts';

declare global {
  namespace GraphileWorker {
    interface Tasks {
      deliver: { eventId: string; subscriptionId: string };
    }
  }
}

const [url = '', concurrency, connections, local] = process.argv.slice(2);

// Passed on from the task's payload; the rest is read when the job runs, because an owner may by then have changed address or secret.
const READ = `
SELECT e.id AS "eventId", s.id AS "subscriptionId", '' AS "leaseToken", 1 AS attempt, 1 AS round, s.webhook_url AS url,
  array_remove(ARRAY[nullif(s.secret, ''), CASE WHEN s.previous_secret_until > now() THEN s.previous_secret END], NULL) AS secrets,
  e.resource || '.' || e.action AS type, to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "occurredAt",
  e.data::text AS data, e.truncated, e.changed, e.version, e.company_id AS "companyId", s.workflow_id AS "workflowId", s.node_id AS "nodeId"
FROM webhook_event e, webhook_subscription s WHERE e.id = $1 AND s.id = $2 AND s.state = 'active'`;

const WRITE = `
WITH written AS (
  INSERT INTO webhook_attempt (event_id, subscription_id, number, started_at, duration_ms, http_status, error, response_head)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
)
UPDATE webhook_delivery SET attempts = $3, status = CASE WHEN $7::text IS NULL THEN 'delivered' ELSE status END,
  finished_at = CASE WHEN $7::text IS NULL THEN now() END
WHERE event_id = $1 AND subscription_id = $2`;

// One event for ten subscriptions with a job for each, which wakes the worker when it is committed.
const QUEUE_TEN = `
WITH event AS (
  INSERT INTO webhook_event (company_id, resource, action, resource_id, data, changed, version)
  SELECT company_id, 'tank', 'updated', id, to_jsonb(tank), '{fill_percentage}', version FROM tank WHERE id = 'ten' RETURNING id
), queued AS (
  INSERT INTO webhook_delivery (event_id, subscription_id) SELECT id, 'ten' || g FROM event, generate_series(1, 10) g
  RETURNING event_id, subscription_id
)
SELECT graphile_worker.add_jobs(array_agg(ROW('deliver', json_build_object('eventId', event_id, 'subscriptionId', subscription_id),
  NULL, NULL, NULL, NULL, NULL, NULL)::graphile_worker.job_spec)) FROM queued`;

const pgPool = new pg.Pool({ connectionString: url, max: Number(connections), idleTimeoutMillis: 0 });
pgPool.on('error', (error) => console.error(error));
pgPool.on('connect', (client) => client.on('error', () => {}));
const sender = openSender();

const deliver: Task<'deliver'> = async ({ eventId, subscriptionId }, { job }) => {
  const { rows } = await pgPool.query<Claim>({ name: 'read', text: READ, values: [eventId, subscriptionId] });
  const [claim] = rows;
  if (claim === undefined) return;
  const body = bodyOf(claim);
  const { startedAt, durationMs, status, error, head } = await sender.post(
    claim.url,
    headersOf(claim, body, Date.now()),
    body,
  );
  const values = [eventId, subscriptionId, job.attempts, startedAt, durationMs, status, error, head];
  await pgPool.query({ name: 'write', text: WRITE, values });
  if (error !== undefined) throw new Error(error);
};

const preset = {
  worker: {
    concurrentJobs: Number(concurrency),
    // Jobs are fetched and completed in batches, which is what its documentation advises for throughput.
    localQueue: { size: Number(local) },
    completeJobBatchDelay: 0,
    failJobBatchDelay: 0,
  },
};
let stopping = false;
const logger = new Logger(() => (level, message) => {
  if (level === 'error' && !stopping) console.error(message);
});
await runMigrations({ pgPool, preset, logger });
let runner: Runner | undefined;

serve<Order>(async (order) => {
  if (order.do === 'start') {
    stopping = false;
    runner = await run({ pgPool, preset, logger, taskList: { deliver }, noHandleSignals: true });
  } else if (order.do === 'stop') {
    // Stopped in the midst of a queue, it complains of the jobs that it had fetched ahead.
    stopping = true;
    await runner?.stop();
  } else if (order.do === 'bursts')
    return timeBursts(pgPool, order, () => pgPool.query({ name: 'ten', text: QUEUE_TEN }));
  return undefined;
});
