// Measures live operations: node trials/run.mjs live-bench [--watchers 1000]. One gateway on the server of
// DATABASE_URL, or that at 127.0.0.1:5432. Prints the time from commit to arrival, the memory of a watcher, and what
// writers pay.
import { Agent, type IncomingMessage } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openScratch } from './database.ts';
import { startGateway, tokenFor } from './http/gateway-process.ts';
import { openStream } from './http/open-stream.ts';
import { percentile } from './percentile.ts';

const { values } = parseArgs({ options: { watchers: { type: 'string', default: '1000' } } });
const watchers = Number(values.watchers);
const CHANGES = 500;
const PACE_MS = 20;
const BURSTS = 20;
const WRITES = 2_000;
const ROUNDS = 5;
const QUERY =
  'subscription ($id: ID!) { tankChanged(id: $id) { __typename ... on TankChange { tank { id name fillPercentage version } } } }';

const scratch = await openScratch();
const { pool } = scratch;
await pool.query(
  `INSERT INTO tank (id, company_id, name) SELECT c || n, c, 'Tank' FROM generate_series(1, 1000) n, unnest('{acme,quiet}'::text[]) c`,
);
const gateway = await startGateway(scratch.url, {
  MAX_LIVE_OPERATIONS: String(watchers * 2),
  MAX_REQUESTS: '5000',
  WEBHOOKS: 'on',
});
const authorization = `Bearer ${await tokenFor('acme')}`;
const agent = new Agent({ keepAlive: true });

/** Opens a stream, and calls back with each change of it. */
async function watch(id: string, arrived: () => void): Promise<IncomingMessage> {
  const response = await openStream(gateway.port, agent, { authorization }, { query: QUERY, variables: { id } });
  const started = new Promise<void>((resolve) => {
    response.on('data', (text: string) => {
      if (text.includes('"Resync"')) resolve();
      for (let at = text.indexOf('"TankChange"'); at >= 0; at = text.indexOf('"TankChange"', at + 1)) arrived();
    });
  });
  await started;
  return response;
}

async function connect(idOf: (index: number) => string, arrived: (index: number) => void) {
  const responses: IncomingMessage[] = [];
  for (let index = 0; index < watchers; index += 50) {
    const some = Array.from({ length: Math.min(50, watchers - index) }, (_, n) => index + n);
    responses.push(...(await Promise.all(some.map((each) => watch(idOf(each), () => arrived(each))))));
  }
  return () => {
    for (const response of responses) response.destroy();
  };
}

const UPDATE = 'UPDATE tank SET fill_percentage = random() WHERE id = $1';
const figures: Record<string, number> = {};

/** Microseconds of an update of a tank of the company, one after the other on one connection. */
async function timed(company: string): Promise<number> {
  const client = await pool.connect();
  const since = performance.now();
  for (let n = 0; n < WRITES; n++)
    await client.query({ name: 'update', text: UPDATE, values: [`${company}${1 + (n % 1000)}`] });
  client.release();
  return ((performance.now() - since) * 1000) / WRITES;
}

// Each watcher has a tank of its own.
const { rss: idle } = await gateway.report();
const committed = new Map<number, number>();
const took: number[] = [];
let left = await connect(
  (index) => `acme${1 + (index % 1000)}`,
  (index) => {
    const since = committed.get(index % 1000);
    if (since !== undefined) took.push(performance.now() - since);
  },
);
await delay(1_000);
const { rss } = await gateway.report();
figures['memory of a watcher, KB'] = (rss - idle) / 1024 / watchers;
for (let n = 0; n < CHANGES; n++) {
  const index = n % Math.min(watchers, 1000);
  await pool.query(UPDATE, [`acme${index + 1}`]);
  committed.set(index, performance.now());
  await delay(PACE_MS);
}
while (took.length < CHANGES) await delay(10);
figures['own tanks: commit to arrival, p50 in ms'] = percentile(took, 0.5);
figures['own tanks: commit to arrival, p99 in ms'] = percentile(took, 0.99);

committed.clear();
const [quiet, watched]: [number[], number[]] = [[], []];
for (let round = 0; round < ROUNDS; round++) {
  quiet.push(await timed('quiet'));
  watched.push(await timed('acme'));
  await delay(1_000);
}
figures['an update that nobody watches, µs'] = Math.min(...quiet);
figures['an update that is watched, µs'] = Math.min(...watched);
left();
await delay(1_000);

// All watch the same tank.
const burst: number[] = [];
let since = Number.POSITIVE_INFINITY;
left = await connect(
  () => 'acme1',
  () => burst.push(performance.now() - since),
);
for (let n = 1; n <= BURSTS; n++) {
  await pool.query(UPDATE, ['acme1']);
  since = performance.now();
  while (burst.length < n * watchers) await delay(5);
}
figures['one tank: commit to arrival, p50 in ms'] = percentile(burst, 0.5);
figures['one tank: commit to arrival, p99 in ms'] = percentile(burst, 0.99);
left();

console.log(`${watchers} watchers, load ${loadavg()[0]?.toFixed(1)}`);
for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(42)} ${value.toFixed(1)}`);
agent.destroy();
await gateway.stop();
await scratch.drop();
