// npm run webhooks: how fast queued webhooks go out, beside graphile-worker doing the same work, and how soon a change arrives.
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { openDatabase } from './database.ts';
import { type Order, type Program, startProgram, type Watch } from './webhooks-process.ts';
import { change, checkDone, countAccepted, queue, SECRET, subscribe } from './webhooks-queue.ts';
import { type Drain, type Figures, reportWebhooks } from './webhooks-report.ts';

const here = import.meta.dirname;
const usage = `npm run bench:webhooks -- [options]
  --quick            2 rounds of 6,000, fewer samples: to see that it works, not to quote
  --deliveries <n>   queued for each turn, in hundreds up to 200,000                    (20000)
  --rounds <n>       turns of each                                                      (3)
  --graphile <a,b,c> graphile-worker's concurrency, connections and local queue         (50,52,500)

The database is one that this command starts and removes; BENCH_DATABASE_URL names another server to make it on, as a superuser.`;
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    deliveries: { type: 'string' },
    rounds: { type: 'string' },
    graphile: { type: 'string', default: '50,52,500' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const count = Number(values.deliveries ?? (values.quick ? 6_000 : 20_000));
const rounds = Number(values.rounds ?? (values.quick ? 2 : 3));
const sound = Number.isInteger(count / 100) && count > 0 && count <= 200_000 && Number.isInteger(rounds) && rounds > 0;
if (!sound || !process.version.startsWith('v24.')) {
  console.error(
    sound ? `The bench runs on Node 24, which npm installs beside it on Linux; this is ${process.version}.` : usage,
  );
  process.exit(2);
}
const MILLION = 1_000_000;
const WARM_UP = 2_000;
/** However slow a contender is, its turn ends after this long, and its rate is that of what it did. */
const LONGEST_MS = 45_000;
const out = `${here}/${values.quick ? 'dist/' : ''}results-webhooks.md`;
const command = ['npm run bench:webhooks', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])].join(
  ' ',
);
const log = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);

await build({
  entryPoints: [`${here}/webhooks-ours.ts`, `${here}/webhooks-graphile.ts`],
  outdir: `${here}/dist/webhooks`,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node24',
  logLevel: 'warning',
});

const load = loadavg()[0] ?? Number.NaN;
log('making the database');
const database = await openDatabase();
const { client } = database;
const receiver = startProgram<Watch>(`${here}/webhooks-receiver.ts`, SECRET);
const ours = startProgram<Order>(`${here}/dist/webhooks/webhooks-ours.js`, database.url);
const graphile = startProgram<Order>(
  `${here}/dist/webhooks/webhooks-graphile.js`,
  database.url,
  ...values.graphile.split(','),
);
const programs = [receiver, ours, graphile];

let closing: Promise<void> | undefined;
function close(): Promise<void> {
  closing ??= Promise.all(programs.map((program) => program.stop())).then(() => database.drop());
  return closing;
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    close().finally(() => process.exit(130));
  });

const cpuSeconds = async (...of: Program<{ do: 'rest' }>[]): Promise<number[]> =>
  Promise.all(of.map(async (program) => (await program.ask({ do: 'rest' })).cpuSeconds));

/**
 * Lets a contender work on what is queued until so many more deliveries are recorded as accepted, or for so long. The clock is stopped by
 * the rows: the receiver only tells when it is worth to begin counting them.
 */
async function drain(contender: Program<Order>, target: number, longestMs = LONGEST_MS): Promise<Drain> {
  const before = await countAccepted(client);
  const arrived = receiver.ask({ do: 'count', target });
  const cpuBefore = await cpuSeconds(contender, receiver);
  const since = performance.now();
  const took = () => performance.now() - since;
  await contender.ask({ do: 'start' });
  await Promise.race([arrived, delay(longestMs, undefined, { ref: false })]);
  let done = 0;
  do done = (await countAccepted(client)) - before;
  while (done < target && took() < longestMs);
  const seconds = took() / 1000;
  const cpu = await cpuSeconds(contender, receiver);
  const [own = Number.NaN, receivers = Number.NaN] = cpu.map((after, index) => after - (cpuBefore[index] ?? 0));
  await contender.ask({ do: 'stop' });
  return { done, seconds, rate: done / seconds, cpu: own, receiverCpu: receivers };
}

async function drainWhole(contender: Program<Order>, deliveries: number, changes = false): Promise<Drain> {
  if (changes) await change(client, deliveries);
  else await queue(client, deliveries, contender === graphile);
  const result = await drain(contender, deliveries);
  if (result.done >= deliveries) await checkDone(client, deliveries);
  log(
    `${contender === graphile ? 'graphile-worker' : changes ? 'ours, from the outbox' : 'ours'}: ${result.done} in ${result.seconds.toFixed(1)} s, ${result.rate.toFixed(0)}/s`,
  );
  return result;
}

/** Milliseconds from a commit to its arrival, sorted, for changes with long enough gaps between them to find the loop idle. */
async function latencies(changes: number, nudge: boolean, gap: [number, number]): Promise<Float64Array> {
  const arrived = receiver.ask<[number, number][]>({ do: 'versions', target: changes });
  await ours.ask({ do: 'start' });
  const { value: commits } = await ours.ask<[number, number][]>({ do: 'changes', count: changes, nudge, gap });
  const arrivals = new Map((await arrived).value);
  await ours.ask({ do: 'stop' });
  return Float64Array.from(commits, ([version, at]) => (arrivals.get(version) ?? Number.NaN) - at).sort();
}

/** Milliseconds, sorted, from a commit that ten subscriptions want until all ten deliveries are recorded, with a pause between one ten and the next. */
async function bursts(contender: Program<Order>, times: number, gap: number): Promise<Float64Array> {
  await contender.ask({ do: 'start' });
  const { value } = await contender.ask<number[]>({ do: 'bursts', rounds: times, gap });
  await contender.ask({ do: 'stop' });
  return Float64Array.from(value).sort();
}

async function measure(): Promise<Figures> {
  const { value: address } = await receiver.ask<{ port: number }>({ do: 'rest' });
  await subscribe(client, address.port);
  await cpuSeconds(graphile);
  log('warm-up');
  for (const contender of [ours, graphile]) await drainWhole(contender, WARM_UP);
  const drains: Figures['drains'] = { ours: [], outbox: [], graphile: [] };
  for (let round = 0; round < rounds; round++) {
    drains.ours.push(await drainWhole(ours, count));
    drains.outbox.push(await drainWhole(ours, count, true));
    drains.graphile.push(await drainWhole(graphile, count));
  }
  await queue(client, 0, false);
  log('a change now and then');
  const nudged = await latencies(values.quick ? 100 : 300, true, [20, 80]);
  // The poll comes every 200 ms; gaps spread over a whole period meet it at any moment.
  const polled = await latencies(values.quick ? 40 : 100, false, [220, 420]);
  log('ten at a time');
  const tens = values.quick ? 50 : 200;
  const inTens = async (gap: number) => ({
    ours: await bursts(ours, tens, gap),
    graphile: await bursts(graphile, tens, gap),
  });
  const idleTens = await inTens(20);
  const busyTens = await inTens(0);
  log('queueing a million');
  await queue(client, MILLION, true);
  log('draining some of them');
  const theirs = await drain(graphile, count, 10_000);
  // What it still holds would go on being delivered for a moment.
  await graphile.stop();
  const million = { graphile: theirs, ours: await drain(ours, count) };
  log(
    `a million queued: ours ${million.ours.rate.toFixed(0)}/s, graphile-worker ${million.graphile.rate.toFixed(0)}/s`,
  );
  return { count, drains, million, idleTens, busyTens, nudged, polled };
}

try {
  const began = performance.now();
  const figures = await measure();
  const text = reportWebhooks(figures, { database: database.version, command, quick: values.quick, load });
  writeFileSync(out, text);
  console.log(text);
  log(`written to ${out} after ${((performance.now() - began) / 1000).toFixed(0)} s`);
} catch (error) {
  if (closing === undefined) console.error(error);
  process.exitCode = 1;
} finally {
  await close();
}
