// Measures what must not slow the delivery of webhooks: node trials/run.mjs queue-bench [deliveries]. Shows the rate of
// the loop before and during an old snapshot, under which many deliveries have been finished; the time of a claim
// beside paused subscriptions with a backlog; and the removal of a day. Everything runs in this process, receiver
// included, so that only ratios mean something.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { addDays, dropDays } from '../src/changes/partitions.ts';
import { openClient } from '../src/prisma/client.ts';
import { startDeliverer } from '../src/webhooks/deliver.ts';
import { claim } from '../src/webhooks/queue/claim.ts';
import { DueSubscriptions } from '../src/webhooks/queue/due-subscriptions.ts';
import { cipher } from '../test/cipher.ts';
import { portOf } from '../test/port.ts';
import { openScratch } from './database.ts';
import { percentile } from './percentile.ts';

const most = Number(process.argv[2] ?? 100_000);
const TURN = 5_000;
const settings = {
  deliver: true,
  allowCidrs: ['127.0.0.0/8'],
  keepDays: 14,
  deletionKeepDays: 90,
  history: { keepDays: 0, ignore: [] },
  mostWaiting: 1_000_000,
};
const log = { info: () => {}, warn: console.error, error: console.error };

const scratch = await openScratch();
const { pool } = scratch;
let arrived = 0;
let awaited = Number.POSITIVE_INFINITY;
let all = () => {};
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(204).end();
  if (++arrived === awaited) all();
});
await once(server.listen(0, '127.0.0.1'), 'listening');

const subscribe = (prefix: string, count: number, state: string) =>
  pool.query(
    `INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions, state)
     SELECT $1 || g, 'acme', 'w', 'n', $2, 'tank', '{updated}', $4 FROM generate_series(1, $3::int) g`,
    [prefix, `http://127.0.0.1:${portOf(server)}/`, count, state],
  );

/** Queues deliveries, a hundred for each event. */
const queue = (prefix: string, events: number, subscriptions = 100, age = '0 days', status = 'pending') =>
  pool.query(
    `WITH event AS (
       INSERT INTO webhook_event (id, company_id, resource, action, resource_id, data, changed, version, sequence)
       SELECT time_ordered_uuid(now() - $4::interval), 'acme', 'tank', 'updated', 't', jsonb_build_object('note', repeat('x', 600)), '{}', g, g
       FROM generate_series(1, $2::int) g RETURNING id)
     INSERT INTO webhook_delivery (event_id, subscription_id, status, company_id, resource_id, sequence)
     SELECT id, $1 || g, $5, 'acme', 't', 1 FROM event, generate_series(1, $3::int) g`,
    [prefix, events, subscriptions, age, status],
  );

/** Delivers what is queued, and returns the rate. */
async function deliver(deliveries: number): Promise<number> {
  await queue('s', deliveries / 100);
  awaited = arrived + deliveries;
  const done = new Promise<void>((resolve) => {
    all = resolve;
  });
  const began = performance.now();
  const deliverer = await startDeliverer(pool, openClient(pool), cipher, settings, log);
  await done;
  const rate = (deliveries / (performance.now() - began)) * 1000;
  await deliverer.stop();
  return rate;
}

/** The median time of a claim that finds nothing, and of one reading, in milliseconds. */
async function claimTime(): Promise<{ claims: number; reading: number }> {
  const due = new DueSubscriptions();
  const began = performance.now();
  await due.refresh(pool);
  const reading = performance.now() - began;
  const times: number[] = [];
  for (let turn = 0; turn < 200; turn++) {
    const since = performance.now();
    await claim(pool, due.all, 1, '00000000-0000-0000-0000-000000000000', new Map(due.all.map(({ id }) => [id, 100])));
    times.push(performance.now() - since);
  }
  return { claims: percentile(times, 0.5), reading };
}

await subscribe('s', 100, 'active');
await deliver(TURN);
const before = percentile([await deliver(TURN), await deliver(TURN), await deliver(TURN)], 0.5);
console.log(`without an old snapshot: ${before.toFixed(0)}/s`);

const reader = await pool.connect();
await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM webhook_delivery LIMIT 1');
for (let finished = 0; finished < most; finished += TURN) {
  const rate = await deliver(TURN);
  if ((finished / TURN) % 4 === 0 || finished + TURN >= most)
    console.log(`${finished + TURN} finished under one: ${rate.toFixed(0)}/s, ${(rate / before).toFixed(2)} of that`);
}
await reader.query('COMMIT');
reader.release();

await pool.query('VACUUM ANALYZE');
await queue('s', 1);
const alone = await claimTime();
await subscribe('p', 1_000, 'paused');
await queue('p', 200, 1_000);
await pool.query('VACUUM ANALYZE');
const beside = await claimTime();
console.log(
  `a claim: ${alone.claims.toFixed(2)} ms; beside 1,000 paused subscriptions with 200 deliveries each: ${beside.claims.toFixed(2)} ms`,
  `(a reading, which takes a tenth of the time at most: ${beside.reading.toFixed(0)} ms)`,
);

await pool.query('TRUNCATE webhook_event, webhook_delivery, webhook_attempt');
await pool.query('DROP TABLE webhook_event_before, webhook_attempt_before, webhook_delivery_finished_before');
const day = `date_trunc('day', now(), 'UTC') - interval '20 days'`;
const [{ start, end }] = (
  await pool.query(
    `SELECT time_ordered_uuid_floor(${day}) AS start, time_ordered_uuid_floor(${day} + interval '1 day') AS "end"`,
  )
).rows;
for (const table of ['webhook_event', 'webhook_attempt', 'webhook_delivery_finished'])
  await pool.query(`CREATE TABLE ${table}_old PARTITION OF ${table} FOR VALUES FROM ('${start}') TO ('${end}')`);
await addDays(pool);
await queue('s', most / 100, 100, '20 days', 'delivered');
await pool.query(`INSERT INTO webhook_attempt (event_id, subscription_id, number, started_at, duration_ms)
  SELECT event_id, subscription_id, 1, now(), 1 FROM webhook_delivery`);
const since = performance.now();
const days = await dropDays(pool, end);
console.log(
  `${days} day with ${most} deliveries and their attempts removed in ${(performance.now() - since).toFixed(0)} ms`,
);
server.closeAllConnections();
server.close();
await scratch.drop();
