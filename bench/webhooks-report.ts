import { readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { percentile } from './load.ts';

export interface Drain {
  /** Deliveries recorded as accepted, in so many seconds from the contender's start. */
  done: number;
  seconds: number;
  rate: number;
  /** Processor seconds that the contender took, and the receiver. */
  cpu: number;
  receiverCpu: number;
}

export interface Figures {
  count: number;
  /** `outbox` began with changes that were not opened yet, the others with deliveries. */
  drains: { ours: Drain[]; outbox: Drain[]; graphile: Drain[] };
  million: { ours: Drain; graphile: Drain };
  /** Milliseconds, sorted, from a commit until ten deliveries of it are recorded. */
  idleTens: { ours: Float64Array; graphile: Float64Array };
  busyTens: { ours: Float64Array; graphile: Float64Array };
  /** Milliseconds, sorted, from a change's commit to its arrival. */
  nudged: Float64Array;
  polled: Float64Array;
}

export interface Run {
  command: string;
  quick: boolean;
  database: string;
  load: number;
}

const median = (values: number[]): number => percentile(Float64Array.from(values).sort(), 0.5);

function versionOf(name: string, folder = 'node_modules'): string {
  const text = readFileSync(`${import.meta.dirname}/${folder}/${name}/package.json`, 'utf8');
  return `${name} ${JSON.parse(text).version}`;
}

function table(head: string[], rows: string[][]): string {
  const rule = head.map((_, column) => (column === 0 ? '---' : '--:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function drainRow(title: string, drains: Drain[]): string[] {
  const middle = (figure: (drain: Drain) => number): number => median(drains.map(figure));
  const perDelivery = (figure: (drain: Drain) => number): string =>
    (middle((drain) => figure(drain) / drain.done) * 1e6).toFixed(0);
  return [
    title,
    middle(({ rate }) => rate).toFixed(0),
    drains.map(({ rate }) => rate.toFixed(0)).join(', '),
    middle(({ seconds }) => seconds).toFixed(1),
    middle(({ cpu }) => cpu).toFixed(1),
    perDelivery(({ cpu }) => cpu),
    middle(({ receiverCpu }) => receiverCpu).toFixed(1),
  ];
}

const latencyRow = (title: string, times: Float64Array): string[] => [
  title,
  ...[0.5, 0.99].map((share) => percentile(times, share).toFixed(1)),
  String(times.length),
];

/** The whole of results-webhooks.md. */
export function reportWebhooks(figures: Figures, run: Run): string {
  const { count, drains, million, idleTens, busyTens, nudged, polled } = figures;
  const ratios = drains.ours.map(({ rate }, round) => rate / (drains.graphile[round]?.rate ?? Number.NaN));
  const of = (deliveries: number) => deliveries.toLocaleString('en');
  const tenRate = (times: Float64Array) => (10_000 / percentile(times, 0.5)).toFixed(0);
  const short = [...drains.graphile, ...drains.outbox, ...drains.ours].filter(({ done }) => done < count).length;
  const head = ['', 'deliveries/s', 'each round', 's', 'own CPU s', 'CPU µs/delivery', 'receiver CPU s'];
  return `# Webhooks: the loop beside graphile-worker

\`${run.command}\` on ${new Date().toISOString().slice(0, 10)}${run.quick ? ' — **a quick run, not one to quote**' : ''}

- Machine: ${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${(totalmem() / 1024 ** 3).toFixed(0)} GiB, ${process.platform} ${release()}; load ${run.load.toFixed(1)} before
  the run. The loop or worker, the receiver and PostgreSQL share its cores; nothing is pinned to one.
- Node ${process.version}; PostgreSQL ${run.database}; ${versionOf('graphile-worker')}, ${versionOf('pg')}, ${versionOf('undici', '../node_modules')}.
- 100 subscriptions to one local receiver, bodies of about 1 KB. Each delivery is signed (Standard Webhooks), posted over kept-alive
  connections by the same sender, written down as an attempt and marked as delivered. The receiver verifies every hundredth
  signature. The clock stops when the attempts are in the table, and then each delivery must be done exactly once.
- graphile-worker runs one job for each delivery, 50 at a time, with a local queue of 500, batched completion and prepared
  statements over 52 connections: the best of the settings tried here. The loop has three connections.
- Both warmed up with 2,000 deliveries; then in turns, on the same tables, emptied, refilled, vacuumed and analyzed before each.

## ${of(count)} queued

${table(head, [
  drainRow('this project', drains.ours),
  drainRow('this project, from changes in the outbox', drains.outbox),
  drainRow('graphile-worker', drains.graphile),
])}

From the outbox, each delivery is of a change of its own, whose event the loop makes first. The loop is **${median(ratios).toFixed(2)} times** as fast (median of the ratios within a round: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}).${
    short > 0 ? ` ${short} of these turns ended at their limit of time, with less than all done.` : ''
  }

## 1,000,000 queued

${table(head, [drainRow('this project', [million.ours]), drainRow('graphile-worker', [million.graphile])])}

Of a million, ${of(million.ours.done)} were measured for the loop, and ${of(million.graphile.done)} in 10 s at most for graphile-worker.

## One loop, little to do

${table(
  ['', 'p50 ms', 'p99 ms', 'times'],
  [
    latencyRow('commit → arrival, idle, nudged by the writer', nudged),
    latencyRow('commit → arrival, idle, found by the poll alone', polled),
    latencyRow('10 deliveries, idle: commit → all ten recorded', idleTens.ours),
    latencyRow('10 jobs of graphile-worker, idle', idleTens.graphile),
    latencyRow('10 deliveries as soon as the last ten are recorded', busyTens.ours),
    latencyRow('10 jobs of graphile-worker as soon as the last ten are', busyTens.graphile),
  ],
)}

Ten for an idle loop are ${tenRate(idleTens.ours)} deliveries/s at the p50 (graphile-worker: ${tenRate(idleTens.graphile)}), ten upon ten ${tenRate(busyTens.ours)} (${tenRate(busyTens.graphile)}): the time of one trip through outbox, claim,
request and record, seen to its end by looking for the attempts over and over once the tenth answer is there.
`;
}
