import { CHECKOUT } from '../database.ts';
import { fixed, machine, median, percentile, ratios, runLine, table, versions } from '../figures.ts';
import type { Drain } from './measure.ts';

const titles = {
  ours: 'this project',
  outbox: 'this project, from changes in the outbox',
  graphile: 'graphile-worker',
};

/** One turn of each in a round. `outbox` begins with changes that have no deliveries yet, the others with deliveries. */
export type Round = Record<keyof typeof titles, Drain>;

interface Figures {
  count: number;
  rounds: Round[];
  million: Pick<Round, 'ours' | 'graphile'>;
  /** For each way to measure, milliseconds from a commit until its deliveries have arrived or are recorded. */
  latencies: [string, number[]][];
}

function drainTable(rounds: Partial<Round>[]): string {
  const drainsOf = (way: keyof Round) => rounds.flatMap((round) => round[way] ?? []);
  const ratesOf = (way: keyof Round) => drainsOf(way).map(({ rate }) => rate);
  const row = (way: keyof Round) => {
    const middle = (figure: (drain: Drain) => number, digits = 0) => fixed(median(drainsOf(way).map(figure)), digits);
    return [
      titles[way],
      middle(({ done }) => done),
      middle(({ rate }) => rate),
      ratesOf(way)
        .map((rate) => fixed(rate))
        .join(', '),
      fixed(median(ratios(ratesOf(way), ratesOf('graphile'))), 2),
      middle(({ seconds }) => seconds, 1),
      middle(({ cpu, done }) => (cpu / done) * 1e6),
      middle(({ receiverCpu }) => receiverCpu, 1),
    ];
  };
  const head = ['done', 'deliveries/s', 'each round', '× graphile-worker', 's', 'CPU µs/delivery', 'receiver CPU s'];
  const ways = (['ours', 'outbox', 'graphile'] as const).filter((way) => drainsOf(way).length > 0);
  return table(['', ...head], ways.map(row));
}

/** The whole of results-webhooks.md. */
export function report(figures: Figures, run: { version: string; quick: boolean; load: number }): string {
  const rows = figures.latencies.map(([title, times]) => {
    return [title, ...[0.5, 0.99].map((share) => fixed(percentile(times, share), 1)), `${times.length}`];
  });
  return `# Webhooks: the loop beside graphile-worker

${runLine('bench:webhooks', run.quick)}

- Machine: ${machine}; load ${fixed(run.load, 1)} before the run.
- Node ${process.version}, PostgreSQL ${run.version}, ${versions(['graphile-worker', 'pg'])}, ${versions(['undici'], CHECKOUT)}.
- README.md tells how the figures are taken.

## ${figures.count.toLocaleString('en')} queued

${drainTable(figures.rounds)}

## 1,000,000 queued

${drainTable([figures.million])}

## Few changes

${table(['', 'p50 ms', 'p99 ms', 'times'], rows)}
`;
}
