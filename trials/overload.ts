// Measures what a gateway serves at most, then offers four times as much. npm run overload [-- --seconds 30]; exits
// with 1 if it serves too little, refuses late, serves late, or grows. On few cores, refusals take the processor from
// PostgreSQL, also this program's part of them. So what it serves is compared with what it serves while a bare server
// beside it refuses as many requests.
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { Pool } from 'undici';
import { EMBEDDED_POOL } from '../src/settings/config.ts';
import { openEmbedded } from './database.ts';
import { startGateway, tokenFor } from './http/gateway-process.ts';
import { percentile } from './percentile.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '30' } } });
const seconds = Number(values.seconds);
const TIMES = 4;
/** Of what it serves beside the bare server, whose refusals cost less: it reads no token and no document. */
const SERVED = 0.8;
/** In turns: the speed of a shared machine changes. */
const ROUNDS = 4;
const CLIENTS = 64;
const TICK_MS = 10;
/** Equal pages of a moment would be one statement. */
const QUERY =
  'query ($most: Float) { tanks(first: 50, filter: { status: { equals: "active" }, fillPercentage: { lte: $most } }) { totalCount nodes { id name } } }';

/** A server that reads and refuses, and nothing else. */
const BARE = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:http').createServer((req, res) => req.on('end', () => res.writeHead(503).end()).resume());
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;

const database = await openEmbedded();
const gateway = await startGateway(database.url, { DATABASE_POOL: EMBEDDED_POOL.toString() });
const pool = new pg.Pool({ connectionString: database.url, max: 1 });
await pool.query(
  `INSERT INTO tank (id, company_id, name, fill_status, status)
   SELECT 't' || n, 'acme', 'Tank', 'ok', 'active' FROM generate_series(1, 20000) n`,
);
await pool.query('VACUUM ANALYZE tank');
await pool.end();
// node:http would take the processor from what is measured, and so would one pool, which looks through all of its
// connections for a free one. Node.js accepts one connection in each turn of its event loop, so that without a limit,
// it is new connections that wait, for seconds, and not requests.
const CONNECTIONS = 1_024;
const openClient = (port: number): Pool[] => {
  const options = { connections: CONNECTIONS / CLIENTS };
  return Array.from({ length: CLIENTS }, () => new Pool(`http://127.0.0.1:${port}`, options));
};
const client = openClient(gateway.port);
let sent = 0;
const headers = { 'content-type': 'application/json', authorization: `Bearer ${await tokenFor('acme')}` };

interface Answers {
  served: number[];
  refused: number[];
  other: Map<string, number>;
}

async function ask(answers: Answers, to = client): Promise<void> {
  const body = JSON.stringify({ query: QUERY, variables: { most: 100 * Math.random() } });
  const begin = performance.now();
  try {
    const pool = to[sent++ % to.length];
    if (pool === undefined) throw new Error('There is no pool.');
    const { statusCode, body: answer } = await pool.request({ path: '/graphql', method: 'POST', headers, body });
    await answer.dump();
    const took = performance.now() - begin;
    if (statusCode === 200) answers.served.push(took);
    else if (statusCode === 503) answers.refused.push(took);
    else note(answers, `status ${statusCode}`);
  } catch (error) {
    note(answers, String(error));
  }
}

const newAnswers = (): Answers => ({ served: [], refused: [], other: new Map() });
const note = ({ other }: Answers, kind: string): void => void other.set(kind, (other.get(kind) ?? 0) + 1);

/** As many requests at the same time as serve best, for some seconds. Returns the rate. */
async function peak(forSeconds: number): Promise<number> {
  const answers = newAnswers();
  const end = performance.now() + forSeconds * 1000;
  const asking = async (): Promise<void> => {
    while (performance.now() < end) await ask(answers);
  };
  await Promise.all(Array.from({ length: CLIENTS }, asking));
  return answers.served.length / forSeconds;
}

/** Sends so many requests a second at any time, whatever comes of them. */
async function offer(rate: number, forSeconds: number, answers: Answers, to = client): Promise<number> {
  const asked: Promise<void>[] = [];
  const begin = performance.now();
  for (; performance.now() - begin < forSeconds * 1000; await delay(TICK_MS))
    while (asked.length < ((performance.now() - begin) / 1000) * rate) asked.push(ask(answers, to));
  await Promise.all(asked);
  return asked.length;
}

await peak(3);
const best = await peak(10);
const { rss: before } = await gateway.report();
const bare = new Worker(BARE, { eval: true });
const [port = 0]: number[] = await once(bare, 'message');
const other = openClient(port);
const answers = newAnswers();
let [possible, offered, took] = [0, 0, 0];
for (let round = 0; round < ROUNDS; round++) {
  const slice = seconds / ROUNDS;
  const [beside] = await Promise.all([peak(slice), offer(best * (TIMES - 1), slice, newAnswers(), other)]);
  possible += beside / ROUNDS;
  const begin = performance.now();
  offered += await offer(best * TIMES, slice, answers);
  took += (performance.now() - begin) / 1000;
}
await Promise.all(other.map((each) => each.close()));
await bare.terminate();
const { rss } = await gateway.report();
const { served, refused } = answers;
const rate = served.length / took;
const figures = {
  'served at most, 1/s': best,
  'beside the bare server': possible,
  'offered, 1/s': offered / took,
  'served, 1/s': rate,
  'served, of the most': rate / best,
  'served, of beside': rate / possible,
  'served, p99 in ms': percentile(served, 0.99),
  'refused, 1/s': refused.length / took,
  'refused, p50 in ms': percentile(refused, 0.5),
  'refused, p99 in ms': percentile(refused, 0.99),
  'memory before, MB': before / 1024 / 1024,
  'memory, MB': rss / 1024 / 1024,
};
for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(24)} ${value.toFixed(2)}`);
const passed =
  rate >= SERVED * possible &&
  percentile(served, 0.99) < 1_000 &&
  (refused.length === 0 || percentile(refused, 0.99) < 50) &&
  answers.other.size === 0;
for (const [kind, times] of answers.other) console.log(`${times} × ${kind}`);
console.log(passed ? 'passed' : 'FAILED');
await Promise.all(client.map((each) => each.close()));
await gateway.stop();
await database.end();
process.exitCode = passed ? 0 : 1;
