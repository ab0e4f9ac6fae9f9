// npm run bench:webhooks: how fast queued webhooks are delivered, beside graphile-worker, and how soon after a change.
import { readFileSync } from 'node:fs';
import { CHECKOUT, withPostgres } from '../database.ts';
import { fixed, log, median, origin, percentile, publish, ratios, table } from '../figures.ts';
import { options } from '../options.ts';
import { encrypt, openGraphile, openLoop } from './contenders.ts';
import { type Change, checkDone, type Drain, drain, fill, openReceiver, SECRET, time } from './measure.ts';

const { quick, rounds } = options;
/** An event of the queue has a hundred deliveries. */
const deliveries = Math.ceil(options.deliveries / 100) * 100;
const long = quick ? 100_000 : 1_000_000;

/** The medians of each contender's turns. */
function drainTable(drains: Drain[]): string {
  const of = (title: string) => drains.filter((drain) => drain.title === title);
  const rates = (title: string) => of(title).map(({ done, seconds }) => done / seconds);
  return table([...new Set(drains.map(({ title }) => title))], {
    '': (title) => title,
    done: (title) => fixed(median(of(title).map(({ done }) => done))),
    'deliveries/s': (title) => fixed(median(rates(title))),
    'each round': (title) =>
      rates(title)
        .map((rate) => fixed(rate))
        .join(', '),
    '× graphile-worker': (title) => fixed(median(ratios(rates(title), rates('graphile-worker'))), 2),
    'CPU µs/delivery': (title) => fixed(median(of(title).map(({ cpu, done }) => (cpu / done) * 1e6))),
  });
}

await withPostgres(async (create) => {
  log('creating the database');
  const { client, url, version } = await create(CHECKOUT);
  const receiver = await openReceiver();
  const loop = openLoop(url);
  const graphile = await openGraphile(url);
  await client.query(readFileSync(`${import.meta.dirname}/queue.sql`, 'utf8'));
  await client.query('SELECT bench.subscribe($1, $2)', [receiver.url, SECRET]);
  await encrypt(url);

  const outbox = { ...loop, title: `${loop.title}, from changes in the outbox` };
  const ways = [
    { contender: loop, statement: 'SELECT bench.queue($1, false)' },
    { contender: outbox, statement: 'SELECT bench.change($1)' },
    { contender: graphile, statement: 'SELECT bench.queue($1, true)' },
  ];
  const inTurns = async (count: number) => {
    const drains: Drain[] = [];
    for (const { contender, statement } of ways) {
      await fill(client, statement, count);
      const turn = await drain(client, receiver, contender, count);
      if (turn.done >= count) await checkDone(client, count);
      drains.push(turn);
    }
    return drains;
  };
  log('warm-up');
  await inTurns(2_000);
  const queued: Drain[] = [];
  for (let round = 0; round < rounds; round++) queued.push(...(await inTurns(deliveries)));

  log('few changes');
  await fill(client, 'SELECT bench.empty()');
  const change = (id: string) => `UPDATE tank SET fill_percentage = random() * 100 WHERE id = '${id}'`;
  const one = { contender: loop, statement: change('watched'), deliveries: 1 };
  const ten = { contender: loop, statement: change('ten'), deliveries: 10 };
  const jobs = { contender: graphile, statement: 'SELECT bench.queue_ten()', deliveries: 10 };
  const changes: Change[] = [
    { title: 'commit → arrival, idle, nudged by the writer', ...one, gap: 30 },
    // The loop polls every 200 ms; these gaps end at any moment between two polls.
    { title: 'commit → arrival, idle, found by the poll alone', ...one, gap: 200, nudges: false },
    { title: '10 deliveries, idle: commit → all ten recorded', ...ten, gap: 20 },
    { title: '10 jobs of graphile-worker, idle', ...jobs, gap: 20 },
    { title: '10 deliveries as soon as the last ten are recorded', ...ten, gap: 0 },
    { title: '10 jobs of graphile-worker as soon as the last ten are', ...jobs, gap: 0 },
  ];
  const latencies: { title: string; times: number[] }[] = [];
  for (const timed of changes)
    latencies.push({ title: timed.title, times: await time(client, receiver, timed, quick ? 50 : 200) });

  log('a long queue');
  await fill(client, 'SELECT bench.queue($1, true)', long);
  // In this order: a job sends its delivery even if the loop has done so.
  const theirs = await drain(client, receiver, graphile, deliveries);
  const ours = await drain(client, receiver, loop, deliveries);
  receiver.close();

  publish(
    'results-webhooks.md',
    '# Webhooks: the loop beside graphile-worker',
    origin('bench:webhooks', version, ['graphile-worker', 'pg']),
    `## ${deliveries.toLocaleString('en')} queued`,
    drainTable(queued),
    `## ${long.toLocaleString('en')} queued`,
    drainTable([ours, theirs]),
    '## Few changes',
    table(latencies, {
      '': ({ title }) => title,
      'p50 ms': ({ times }) => fixed(percentile(times, 0.5), 1),
      'p99 ms': ({ times }) => fixed(percentile(times, 0.99), 1),
    }),
  );
});
