// npm run bench:webhooks: how fast queued webhooks are delivered, beside graphile-worker, and how soon after a change.
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { CHECKOUT, withPostgres } from '../database.ts';
import { log } from '../process.ts';
import { type Contender, openGraphile, openLoop } from './contenders.ts';
import { checkDone, type Drain, drain, fill, openReceiver, SECRET, time } from './measure.ts';
import { type Round, report } from './report.ts';

/** README.md describes the options. */
const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, deliveries: { type: 'string' }, rounds: { type: 'string' } },
});
const { quick } = values;
const count = Number(values.deliveries ?? (quick ? 6_000 : 20_000));
const wanted = Number(values.rounds ?? (quick ? 2 : 3));
if (!Number.isInteger(count / 100) || !Number.isInteger(wanted))
  throw new Error('--deliveries needs hundreds, --rounds a whole number.');
const load = loadavg()[0] ?? Number.NaN;
const bench = `${import.meta.dirname}/..`;

await withPostgres(async (create) => {
  log('creating the database');
  const { client, url, version } = await create(CHECKOUT);
  const receiver = await openReceiver();
  const ours = openLoop(url);
  const graphile = await openGraphile(url);
  await client.query(readFileSync(`${import.meta.dirname}/queue.sql`, 'utf8'));
  await client.query('SELECT bench.subscribe($1, $2)', [receiver.url, SECRET]);

  const turn = async (contender: Contender, statement: string, deliveries: number): Promise<Drain> => {
    await fill(client, statement);
    const result = await drain(client, receiver, contender, deliveries);
    if (result.done >= deliveries) await checkDone(client, deliveries);
    return result;
  };
  const inTurns = async (deliveries: number) => ({
    ours: await turn(ours, `SELECT bench.queue(${deliveries}, false)`, deliveries),
    outbox: await turn(ours, `SELECT bench.change(${deliveries})`, deliveries),
    graphile: await turn(graphile, `SELECT bench.queue(${deliveries}, true)`, deliveries),
  });
  log('warm-up');
  await inTurns(2_000);
  const rounds: Round[] = [];
  while (rounds.length < wanted) rounds.push(await inTurns(count));

  log('single changes, and ten deliveries at a time');
  await fill(client, 'SELECT bench.empty()');
  const share = quick ? 0.25 : 1;
  const single = (times: number, gap: number, nudge: boolean) => {
    const statement = `UPDATE tank SET note = random()::text WHERE id = 'watched'`;
    return time(client, receiver, ours, { statement, deliveries: 1, times: times * share, gap, nudge });
  };
  const tens = (contender: Contender, gap: number) => {
    const change = `UPDATE tank SET fill_percentage = random() * 100 WHERE id = 'ten'`;
    const statement = contender === ours ? change : 'SELECT bench.queue_ten()';
    return time(client, receiver, contender, { statement, deliveries: 10, times: 200 * share, gap });
  };
  const latencies: [string, number[]][] = [
    ['commit → arrival, idle, nudged by the writer', await single(300, 30, true)],
    // The loop polls every 200 ms; these gaps end at any moment between two polls.
    ['commit → arrival, idle, found by the poll alone', await single(100, 200, false)],
    ['10 deliveries, idle: commit → all ten recorded', await tens(ours, 20)],
    ['10 jobs of graphile-worker, idle', await tens(graphile, 20)],
    ['10 deliveries as soon as the last ten are recorded', await tens(ours, 0)],
    ['10 jobs of graphile-worker as soon as the last ten are', await tens(graphile, 0)],
  ];

  log('queueing a million');
  await fill(client, 'SELECT bench.queue(1000000, true)');
  const theirs = await drain(client, receiver, graphile, count, 10_000);
  const million = { graphile: theirs, ours: await drain(client, receiver, ours, count) };
  receiver.close();

  const text = report({ count, rounds, million, latencies }, { version, quick, load });
  const out = `${bench}/${quick ? 'dist/' : ''}results-webhooks.md`;
  writeFileSync(out, text);
  console.log(text);
  log(`written to ${out}`);
});
