// How fast one loop empties a queue, and how soon a change arrives: node test/webhooks/run.mjs drain-bench [backlog, 1000000 unless given].
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { type Delivery, type Log, startDelivery } from '../../src/webhooks/deliver.ts';
import { openScratch } from './scratch.ts';

const SUBSCRIPTIONS = 100;
const settings = { allowCidrs: ['127.0.0.0/8'], keepDeliveredDays: 7, keepDeadDays: 30 };
const log: Log = {
  info: () => {},
  warn: (fields, message) => console.warn(message, fields),
  error: (fields, message) => console.error(message, fields),
};
const median = (values: number[]): number => percentile(values, 0.5);
const percentile = (values: number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

/** A receiver in a process of its own, which reads each body to its end and answers 204. */
async function receive(): Promise<void> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send?.((server.address() as AddressInfo).port);
  process.on('disconnect', () => process.exit());
}

async function startReceiver(): Promise<{ port: number; child: ChildProcess }> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'receive'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [port] = await once(child, 'message');
  return { port, child };
}

const subscribe = (pool: pg.Pool, port: number): Promise<unknown> =>
  pool.query(
    `INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions, secret)
     SELECT 's' || g, 'c' || g, 'w', 'n', 'http://127.0.0.1:' || $1::int || '/', 'tank', '{updated}', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
     FROM generate_series(1, ${SUBSCRIPTIONS}) g`,
    [port],
  );

const DATA = `jsonb_build_object('id', 't', 'name', 'North tank', 'fill_percentage', 42.5, 'note', repeat('x', 600), 'metadata', '{"zone": "north"}'::jsonb)`;

/** Queues so many deliveries, an event for each hundred. */
async function queue(pool: pg.Pool, count: number): Promise<void> {
  const client = await pool.connect();
  await client.query('SET statement_timeout = 0');
  await client.query(
    `WITH event AS (
       INSERT INTO webhook_event (company_id, resource, action, resource_id, data, changed, version)
       SELECT 'c', 'tank', 'updated', 't', ${DATA}, '{note}', g FROM generate_series(1, $1::int / ${SUBSCRIPTIONS}) g RETURNING id
     )
     INSERT INTO webhook_delivery (event_id, subscription_id) SELECT id, 's' || g FROM event, generate_series(1, ${SUBSCRIPTIONS}) g`,
    [count],
  );
  client.release(true);
}

async function remaining(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(`SELECT count(*)::int AS n FROM webhook_attempt`);
  return rows[0].n;
}

/** Deliveries a second, with their attempts written, over the first `count` of what is queued. */
async function drain(pool: pg.Pool, count: number): Promise<number> {
  const before = await remaining(pool);
  const cpu = process.cpuUsage();
  const since = performance.now();
  const loop = startDelivery(pool, settings, log);
  let done = 0;
  while (done < count) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    done = (await remaining(pool)) - before;
  }
  const seconds = (performance.now() - since) / 1000;
  await loop.stop();
  const { user, system } = process.cpuUsage(cpu);
  console.log(`    ${done} in ${seconds.toFixed(2)} s, loop's own CPU ${((user + system) / 1e6).toFixed(2)} s`);
  return done / seconds;
}

/** Milliseconds from just before a commit's answer to the arrival, for changes that come one by one. */
async function latency(pool: pg.Pool, count: number): Promise<number[]> {
  const waiting = new Map<number, (at: number) => void>();
  const server = createServer((request, response) => {
    const at = performance.now();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(204).end();
      const { version } = JSON.parse(Buffer.concat(chunks).toString());
      waiting.get(version)?.(at);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  await pool.query(
    `INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions, secret)
     VALUES ('latency', 'latency', 'w', 'n', $1, 'tank', '{updated}', 'a secret')`,
    [`http://127.0.0.1:${(server.address() as AddressInfo).port}/`],
  );
  await pool.query(`INSERT INTO tank (id, company_id) VALUES ('latency', 'latency')`);
  const loop: Delivery = startDelivery(pool, settings, log);
  const times: number[] = [];
  for (let index = 1; index <= count; index++) {
    await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 60));
    const arrival = new Promise<number>((resolve) => waiting.set(index + 1, resolve));
    await pool.query(`UPDATE tank SET note = $1 WHERE id = 'latency'`, [String(index)]);
    const committed = performance.now();
    loop.nudge();
    times.push((await arrival) - committed);
  }
  await loop.stop();
  server.closeAllConnections();
  server.close();
  return times;
}

/** Milliseconds from the nudge until ten queued deliveries are recorded as attempted, over and over. */
async function bursts(pool: pg.Pool, rounds: number): Promise<number[]> {
  const loop = startDelivery(pool, settings, log);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await new Promise((resolve) => setTimeout(resolve, 30));
    const event = await pool.query(
      `WITH event AS (
         INSERT INTO webhook_event (company_id, resource, action, resource_id, data, changed, version)
         VALUES ('c', 'tank', 'updated', 't', ${DATA}, '{note}', 1) RETURNING id
       ) INSERT INTO webhook_delivery (event_id, subscription_id) SELECT id, 's' || g FROM event, generate_series(1, 10) g RETURNING event_id`,
    );
    const since = performance.now();
    loop.nudge();
    for (let done = 0; done < 10; ) {
      const { rows } = await pool.query('SELECT count(*)::int AS n FROM webhook_attempt WHERE event_id = $1', [
        event.rows[0].event_id,
      ]);
      done = rows[0].n;
    }
    times.push(performance.now() - since);
  }
  await loop.stop();
  return times;
}

async function measure(): Promise<void> {
  const scratch = await openScratch();
  const { port, child } = await startReceiver();
  const backlog = Number(process.argv[2] ?? 1_000_000);
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, ${SUBSCRIPTIONS} subscriptions, one loop`);
  try {
    await subscribe(scratch.pool, port);
    const idle = await latency(scratch.pool, 200);
    console.log(
      `commit to arrival, idle: p50 ${median(idle).toFixed(1)} ms, p99 ${percentile(idle, 0.99).toFixed(1)} ms`,
    );
    const ten = await bursts(scratch.pool, 100);
    console.log(
      `10 queued: p50 ${median(ten).toFixed(1)} ms until all are recorded, ${((10 / median(ten)) * 1000).toFixed(0)}/s`,
    );
    for (const size of [10_000, 10_000]) {
      await queue(scratch.pool, size);
      console.log(`${size} queued: ${(await drain(scratch.pool, size)).toFixed(0)}/s`);
    }
    await queue(scratch.pool, backlog);
    for (const _ of [1, 2]) console.log(`${backlog} queued: ${(await drain(scratch.pool, 15_000)).toFixed(0)}/s`);
  } finally {
    child.disconnect();
    await scratch.drop();
  }
}

await (process.argv[2] === 'receive' ? receive() : measure());
