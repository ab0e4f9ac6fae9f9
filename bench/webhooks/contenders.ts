// Delivers webhooks in two ways. Only the queue differs: the body, the signature, the sender with its checks of the
// address, and the records of attempts are the same.
import { randomBytes } from 'node:crypto';
import { Logger, run, runMigrations, type Task } from 'graphile-worker';
import { openPool } from '../../src/postgres/pool.ts';
import { openClient } from '../../src/prisma/client.ts';
import { type Deliverer, startDeliverer } from '../../src/webhooks/deliver.ts';
import { createCipher } from '../../src/webhooks/secrets/cipher.ts';
import { encryptSecrets } from '../../src/webhooks/secrets/reencrypt.ts';
import { bodyOf, type Claim, headersOf } from '../../src/webhooks/sending/message.ts';
import { createSender } from '../../src/webhooks/sending/request.ts';

export interface Contender {
  title: string;
  /** Begins to deliver the webhooks in the queue. */
  start(): Promise<Pick<Deliverer, 'nudge' | 'stop'>>;
}

const allowCidrs = ['127.0.0.0/8'];
const cipher = createCipher([randomBytes(32)]);
const complain = (fields: object, message: string) => console.error(message, fields);
const log = { info: () => {}, warn: complain, error: complain };

/** Encrypts the secrets of the subscriptions, as a start of the gateway does. */
export async function encrypt(url: string): Promise<void> {
  const pool = openPool(url, { size: 1 });
  await encryptSecrets(openClient(pool), cipher, log);
  await pool.end();
}

/** The project's own loop, as the gateway and the worker run it. */
export function openLoop(url: string): Contender {
  const pool = openPool(url, { size: 10 });
  const history = { keepDays: 0, ignore: [] };
  const settings = { deliver: true, allowCidrs, keepDays: 14, deletionKeepDays: 90, history, mostWaiting: 1_000_000 };
  return { title: 'this project', start: () => startDeliverer(pool, openClient(pool), cipher, settings, log) };
}

declare global {
  namespace GraphileWorker {
    interface Tasks {
      deliver: { eventId: string; subscriptionId: string };
    }
  }
}

// The job runs later than it is queued: by then, the subscription may have another address or secret.
const READ = `
SELECT e.id AS "eventId", s.id AS "subscriptionId", s.webhook_url AS url,
  array_remove(ARRAY[nullif(s.secret, ''), CASE WHEN s.previous_secret_until > now() THEN s.previous_secret END], NULL) AS secrets,
  e.resource || '.' || e.action AS type, to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "occurredAt",
  e.data::text AS data, e.truncated, e.changed, e.version, e.company_id AS "companyId", s.workflow_id AS "workflowId", s.node_id AS "nodeId"
FROM webhook_event e, webhook_subscription s WHERE e.id = $1 AND s.id = $2 AND s.state = 'active'`;

const RECORD = `
WITH written AS (
  INSERT INTO webhook_attempt (event_id, subscription_id, number, started_at, duration_ms, http_status, error, response_head)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
)
UPDATE webhook_delivery SET attempts = $3, status = CASE WHEN $7::text IS NULL THEN 'delivered' ELSE status END,
  finished_at = CASE WHEN $7::text IS NULL THEN now() END
WHERE event_id = $1 AND subscription_id = $2`;

/** graphile-worker with a job for each delivery, and the fastest of the settings tried. */
export async function openGraphile(url: string): Promise<Contender> {
  const pgPool = openPool(url, { size: 52 }).on('connect', (client) => client.on('error', () => {}));
  const sender = createSender(allowCidrs, { info() {} });
  const deliver: Task<'deliver'> = async ({ eventId, subscriptionId }, { job }) => {
    const read = { name: 'read', text: READ, values: [eventId, subscriptionId] };
    const [claim] = (await pgPool.query<Claim>(read)).rows;
    if (claim === undefined) return;
    const body = bodyOf(claim);
    const secrets = claim.secrets.map((stored) => cipher.decrypt(subscriptionId, stored));
    const answer = await sender.post(claim.url, headersOf(claim, { secrets, headers: {} }, body, Date.now()), body);
    const { startedAt, durationMs, status, error, head } = answer;
    const values = [eventId, subscriptionId, job.attempts, startedAt, durationMs, status, error, head];
    await pgPool.query({ name: 'record', text: RECORD, values });
    if (error !== undefined) throw new Error(error);
  };
  let isRunning = false;
  // While it stops, it complains about the jobs that it fetched ahead.
  const logger = new Logger(() => (level, message) => isRunning && level === 'error' && console.error(message));
  const worker = { concurrentJobs: 50, localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 };
  const options = { pgPool, logger, preset: { worker }, taskList: { deliver }, noHandleSignals: true };
  await runMigrations(options);
  return {
    title: 'graphile-worker',
    start: async () => {
      isRunning = true;
      const runner = await run(options);
      const stop = () => {
        isRunning = false;
        return runner.stop();
      };
      // Jobs wake their worker when they are committed.
      return { stop, nudge: () => {} };
    },
  };
}
