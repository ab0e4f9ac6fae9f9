// Kills gateways, workers and the database with SIGKILL at random times under load, and compares the changes with the messages that arrived.
// node test/run.mjs webhooks/chaos [--rounds 20] [--seed 1] [--gateways 1] [--workers 1] [--calm 1]; exits with 1 if a change was lost,
// or if there were more duplicates than messages in flight at the kills. The load goes on for `calm` seconds after the last kill: with
// `--rounds 0`, every message must arrive exactly once.
import { mkdtemp, rm } from 'node:fs/promises';
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
import { openLedger, startLoad, TANKS } from './chaos-load.ts';
import { openDatabase, openProgram, portOf } from './crashable.ts';

const SECRET = 'a secret for this run only, long enough for HS256';
const SUBSCRIPTIONS = 3;
/** Per subscription and process. */
const MAX_IN_FLIGHT = 8;
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

interface Run {
  rounds: number;
  seed: number;
  gateways: number;
  workers: number;
  /** In seconds. */
  calm: number;
}

async function chaos({ rounds, seed, calm, ...counts }: Run): Promise<boolean> {
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
  const many = <Item>(count: number, open: () => Promise<Item>) => Promise.all(Array.from({ length: count }, open));
  const gateways = await many(counts.gateways, () =>
    openProgram('main', 'ready', { ...env, JWT_SECRET: SECRET, PORT: '0' }),
  );
  const workers = await many(counts.workers, () => openProgram('worker', 'delivering', env));
  const grant = {
    company: 'acme',
    companyClaim: 'company_id',
    scope: 'tanks:write',
    ttl: '2h',
    issuer: undefined,
    audience: undefined,
  };
  const token = await mintToken(grant, SECRET);
  const load = startLoad((turn) => gateways[turn % gateways.length]?.line().address ?? '', token);

  const named = <Victim>(name: string, victims: Victim[]) =>
    victims.map((victim, index) => ({ name: `${name} ${index + 1}`, victim }));
  const victims = [...named('gateway', gateways), ...named('worker', workers), ...named('database', [database])];
  let inFlight = 0;
  let since = Date.now();
  for (let round = 1; round <= rounds; round++) {
    await delay(300 + random() * 1_500);
    const { name, victim } = victims[round % victims.length] ?? { name: 'database', victim: database };
    await victim.crash();
    since = Date.now();
    // The victim's leases are still held, besides those of the others; but a process holds no more than its share.
    const [leased] = await statement(
      database.url,
      'SELECT count(*)::int AS n FROM webhook_delivery WHERE lease_token IS NOT NULL',
    );
    inFlight += Math.min(leased.n, SUBSCRIPTIONS * MAX_IN_FLIGHT * (victim === database ? victims.length - 1 : 1));
    const { acknowledged } = load;
    console.log(
      `round ${round}: killed ${name}; ${acknowledged.size} changes acknowledged, ${arrivals.size} messages arrived, ${leased.n} under lease`,
    );
  }
  await delay(calm * 1_000);
  await load.stop();

  // Each change makes one version: those acknowledged, and those whose answer was lost with its gateway.
  const tanks = await statement(database.url, 'SELECT id, version FROM tank');
  const changes = new Set(
    tanks.flatMap(({ id, version }) => Array.from({ length: version - 1 }, (_, n) => `${id} ${n + 2}`)),
  );
  const forgotten = [...load.acknowledged.keys()].filter((change) => !changes.has(change)).length;
  const expected = [...changes].flatMap((change) =>
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
  await Promise.all([...gateways, ...workers].map((program) => program.close()));
  server.closeAllConnections();
  server.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
  console.log(`
${gateways.length} gateways, ${workers.length} workers, ${rounds} kills, seed ${seed}
acknowledged changes      ${load.acknowledged.size}, of which ${forgotten} are not in the records
changes                   ${changes.size}, each for ${SUBSCRIPTIONS} subscriptions
messages that arrived     ${arrivals.size}
lost                      ${lost}
duplicates                ${duplicates}, with at most ${inFlight} in flight at the kills
still pending             ${pending}
last first arrival        ${(completeAfter / 1000).toFixed(1)} s after the last restart; a lease is ${LEASE_MS / 1000} s`);
  return (
    expected.length > 0 &&
    forgotten === 0 &&
    lost === 0 &&
    arrivals.size === expected.length &&
    pending === 0 &&
    duplicates <= inFlight
  );
}

const option = { type: 'string' } as const;
const { values } = parseArgs({
  options: { rounds: option, seed: option, gateways: option, workers: option, calm: option },
});
const { rounds = '20', seed = '1', gateways = '1', workers = '1', calm = '1' } = values;
process.exitCode = (await chaos({
  rounds: Number(rounds),
  seed: Number(seed),
  gateways: Number(gateways),
  workers: Number(workers),
  calm: Number(calm),
}))
  ? 0
  : 1;
