// Kills gateways, workers and the database at random times under load, with clocks that are ten minutes off and
// receivers that refuse messages, and compares what was committed with what arrived and with the mirrors that the
// receivers keep. npm run chaos [-- --rounds 20] [--seed 1] [--gateways 2] [--workers 1] [--calm 1]. The load goes on
// for `calm` seconds after the last kill. The seed repeats the kills and their times, though not the races. It exits
// with 1 if a message was lost, wrong or later than a lease, or if a mirror differs. With `--rounds 0` nothing is
// disturbed, and every message must arrive exactly once.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { LEASE_MS } from '../src/webhooks/queue/claim.ts';
import { FALLS } from './chaos/crashable.ts';
import { openFleet } from './chaos/fleet.ts';
import { COMPANIES, openLedger, TABLES } from './chaos/ledger.ts';
import { ask, pick, type Random, startLoad } from './chaos/load.ts';
import { type Mirror, mirrorOf, openReceivers } from './chaos/mirrors.ts';
import { judge } from './chaos/verdict.ts';

/** The last rounds without 429 and timeouts, which cost a message more than a minute. */
const FAST_ROUNDS = 8;
/** Time after the lease: a later message counts as lost. */
const SLACK_MS = 30_000;

const option = { type: 'string' } as const;
const { values } = parseArgs({
  options: { rounds: option, seed: option, gateways: option, workers: option, calm: option },
});
const rounds = Number(values.rounds ?? 20);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const counts = { gateways: Number(values.gateways ?? 2), workers: Number(values.workers ?? 1) };

/** Random numbers in [0, 1), the same for the same seed. */
function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Fleet = Awaited<ReturnType<typeof openFleet>>;

/** Subscribes a receiver to all changes of its company and table. */
async function subscribe({ addresses, tokens }: Fleet, mirror: Mirror, url: string): Promise<void> {
  const { node, company, table, secret } = mirror;
  const input = {
    workflowId: 'chaos',
    nodeId: node,
    webhookUrl: `${url}/${node}`,
    resource: table,
    actions: ['created', 'updated', 'deleted'],
    secret,
  };
  const query = 'mutation ($input: CreateSubscriptionInput!) { createSubscription(input: $input) { __typename } }';
  await ask(addresses()[0] ?? '', tokens.get(company) ?? '', query, { input });
}

/** Kills a program, and in every other round the database while the program is down. Returns what happened. */
async function disturb({ programs, database }: Fleet, round: number, random: Random): Promise<string> {
  const { name, program } = pick(programs, random);
  const fall = round % 2 === 0 ? pick(FALLS, random) : undefined;
  const pauseMs = random() * 500;
  await program.kill();
  if (fall !== undefined) {
    await delay(pauseMs);
    await database.restart(fall);
  }
  await program.start();
  return fall === undefined ? `killed ${name}` : `killed ${name}, restarted the database (${fall})`;
}

/** The number of changes and deliveries that wait. */
async function countQueued(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT ((SELECT count(*) FROM webhook_outbox) + (SELECT count(*) FROM webhook_delivery WHERE status = 'pending'))::int AS count`,
  );
  return rows[0]?.count ?? 0;
}

console.log(`${counts.gateways} gateways, ${counts.workers} workers, ${rounds} rounds, seed ${seed}`);
const folder = await mkdtemp(join(tmpdir(), 'chaos-'));
const fleet = await openFleet(folder, counts);
const { pool, tokens, addresses } = fleet;
await openLedger(pool);
const mirrors = COMPANIES.flatMap((company) => TABLES.map((table) => mirrorOf(company, table)));
const receivers = await openReceivers(mirrors, createRandom(seed + 1));
const { arrivals, refused } = receivers;
for (const mirror of mirrors) await subscribe(fleet, mirror, receivers.url);

const random = createRandom(seed);
const load = startLoad(addresses, tokens, pool, createRandom(seed + 2));
for (let round = 1; round <= rounds; round++) {
  receivers.refuse(round <= rounds - FAST_ROUNDS ? 'slowly' : 'fast');
  await delay(300 + random() * 2_000);
  // Before the database falls: the programs that live on send what it forgot as soon as it is back.
  if (round % 2 === 0) receivers.forgive();
  const news = await disturb(fleet, round, random);
  receivers.insist();
  console.log(
    `round ${round}: ${news}; ${load.acknowledged.size} changes acknowledged, ${arrivals.size} messages accepted, ${refused.size} refused`,
  );
}
await delay(Number(values.calm ?? 1) * 1_000);
receivers.refuse('none');
await load.stop();
const end = Date.now();

const deadline = Math.max(end, ...[...refused.values()].map(({ due }) => due)) + LEASE_MS + SLACK_MS;
let queued = await countQueued(pool);
while (queued > 0 && Date.now() < deadline) {
  await delay(200);
  queued = await countQueued(pool);
}
const faults = [...load.faults, ...receivers.faults];
const { acknowledged, actors } = load;
const isDisturbed = rounds > 0;
const isGood = await judge(pool, {
  mirrors,
  acknowledged,
  actors,
  arrivals,
  refused,
  faults,
  end,
  queued,
  isDisturbed,
});
await fleet.close();
receivers.close();
await rm(folder, { recursive: true, force: true });
process.exitCode = isGood ? 0 : 1;
