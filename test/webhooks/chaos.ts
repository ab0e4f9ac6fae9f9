// Kills the gateway, the worker and the database with SIGKILL at random times under load, and compares the acknowledged changes with the
// messages that arrived. node test/run.mjs webhooks/chaos [--rounds 20] [--seed 1]; exits with 1 if a change was lost, or if there were
// more duplicates than messages in flight at the kills.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { mintToken } from '../../src/auth/mint.ts';
import { migrate } from '../../src/db/migrations.ts';
import { MIGRATIONS } from '../../src/files.ts';
import { LEASE_MS } from '../../src/webhooks/claim.ts';
import { SECRETS_KEY } from '../cipher.ts';
import { openDatabase, openProgram, portOf } from './crashable.ts';

const SECRET = 'a secret for this run only, long enough for HS256';
const SUBSCRIPTIONS = 3;
/** Per subscription and process. */
const MAX_IN_FLIGHT = 8;
const TANKS = 50;
const CLIENTS = 8;
/** Time after the lease for finding and sending the rest, on a slow machine. */
const SLACK_MS = 15_000;

/** Random numbers in [0, 1), the same for the same seed, so that a run can be repeated. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A receiver that counts arrivals by message id. It answers after a few milliseconds, so that kills find messages in flight. */
async function openLedger() {
  const arrivals = new Map<string, { change: string; count: number; at: number }>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const id = request.headers['webhook-id']?.toString() ?? '';
    const known = arrivals.get(id) ?? {
      change: `${body.node_id} ${body.data.id} ${body.version}`,
      count: 0,
      at: Date.now(),
    };
    known.count++;
    arrivals.set(id, known);
    setTimeout(() => response.writeHead(204).end(), 3 + Math.random() * 10);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { arrivals, server };
}

/** Starts clients that change tanks over GraphQL and collect the acknowledged changes. */
function startLoad(address: () => string, token: string) {
  const acknowledged = new Map<string, number>();
  let running = true;
  const query =
    'mutation ($id: ID!, $name: String) { updateTank(id: $id, input: { name: $name }) { __typename ... on Tank { version } } }';
  const client = async (index: number) => {
    for (let count = 0; running; count++) {
      const id = `t${(index * 7 + count * CLIENTS) % TANKS}`;
      try {
        const response = await fetch(address(), {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({ query, variables: { id, name: `${index} ${count}` } }),
          signal: AbortSignal.timeout(5_000),
        });
        const { data } = await response.json();
        if (data?.updateTank?.version !== undefined) acknowledged.set(`${id} ${data.updateTank.version}`, Date.now());
        else await delay(20);
      } catch {
        await delay(20);
      }
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index));
  return {
    acknowledged,
    async stop() {
      running = false;
      await Promise.all(clients);
    },
  };
}

async function statement(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function chaos(rounds: number, seed: number): Promise<boolean> {
  const random = createRandom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'chaos-'));
  const { arrivals, server } = await openLedger();
  const database = await openDatabase(join(folder, 'data'));
  await migrate(database.url, MIGRATIONS);
  await statement(
    database.url,
    `INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions, secret, max_in_flight)
     SELECT 's' || g, 'acme', 'chaos', 's' || g, $1, 'tank', '{updated}', 'a secret', ${MAX_IN_FLIGHT} FROM generate_series(1, ${SUBSCRIPTIONS}) g`,
    [`http://127.0.0.1:${portOf(server)}/`],
  );
  await statement(
    database.url,
    `INSERT INTO tank (id, company_id) SELECT 't' || g, 'acme' FROM generate_series(0, ${TANKS - 1}) g`,
  );

  const env = { DATABASE_URL: database.url, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', LOG_LEVEL: 'info', SECRETS_KEY };
  const gateway = await openProgram('main', 'ready', { ...env, JWT_SECRET: SECRET, PORT: '0' });
  const worker = await openProgram('worker', 'delivering', env);
  const grant = {
    company: 'acme',
    companyClaim: 'company_id',
    scope: 'tanks:write',
    ttl: '2h',
    issuer: undefined,
    audience: undefined,
  };
  const token = await mintToken(grant, SECRET);
  const load = startLoad(() => gateway.line().address ?? '', token);

  const victims = { gateway, worker, database };
  let inFlight = 0;
  let since = Date.now();
  for (let round = 1; round <= rounds; round++) {
    await delay(300 + random() * 1_500);
    const names = ['gateway', 'worker', 'database'] as const;
    const victim = names[round % names.length] ?? 'gateway';
    await victims[victim].crash();
    since = Date.now();
    // The victim's leases are still held, besides those of the others; but a process holds no more than its share.
    const [leased] = await statement(
      database.url,
      'SELECT count(*)::int AS n FROM webhook_delivery WHERE lease_token IS NOT NULL',
    );
    inFlight += Math.min(leased.n, SUBSCRIPTIONS * MAX_IN_FLIGHT * (victim === 'database' ? 2 : 1));
    const { acknowledged } = load;
    console.log(
      `round ${round}: killed the ${victim}; ${acknowledged.size} changes acknowledged, ${arrivals.size} messages arrived, ${leased.n} under lease`,
    );
  }
  await delay(1_000);
  await load.stop();

  const expected = [...load.acknowledged.keys()].flatMap((change) =>
    Array.from({ length: SUBSCRIPTIONS }, (_, index) => `s${index + 1} ${change}`),
  );
  const missing = () => {
    const arrived = new Set([...arrivals.values()].map(({ change }) => change));
    return expected.filter((change) => !arrived.has(change)).length;
  };
  const deadline = since + LEASE_MS + SLACK_MS;
  while (missing() > 0 && Date.now() < deadline) await delay(100);
  const lost = missing();
  const completeAfter = Math.max(0, ...[...arrivals.values()].map(({ at }) => at)) - since;
  // Deliveries still under lease may arrive a second time, so wait until none is pending.
  let pending = 1;
  while (pending > 0 && Date.now() < deadline + SLACK_MS) {
    const [row] = await statement(
      database.url,
      `SELECT count(*)::int AS n FROM webhook_delivery WHERE status = 'pending'`,
    );
    pending = row.n;
    await delay(100);
  }
  const duplicates = [...arrivals.values()].reduce((sum, { count }) => sum + count - 1, 0);
  await worker.close();
  await gateway.close();
  server.closeAllConnections();
  server.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
  console.log(`
${rounds} kills, seed ${seed}
acknowledged changes      ${load.acknowledged.size}, each for ${SUBSCRIPTIONS} subscriptions
messages that arrived     ${arrivals.size}
lost                      ${lost}
duplicates                ${duplicates}, with at most ${inFlight} in flight at the kills
still pending             ${pending}
last first arrival        ${(completeAfter / 1000).toFixed(1)} s after the last restart; a lease is ${LEASE_MS / 1000} s`);
  return expected.length > 0 && lost === 0 && pending === 0 && duplicates <= inFlight;
}

const { rounds = '20', seed = '1' } = parseArgs({
  options: { rounds: { type: 'string' }, seed: { type: 'string' } },
}).values;
process.exitCode = (await chaos(Number(rounds), Number(seed))) ? 0 : 1;
