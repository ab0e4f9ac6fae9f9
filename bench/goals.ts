import type { Memory, Start } from './lifetime.ts';
import { ratio, type Sample, type Samples } from './measure.ts';

export interface Results {
  samples: Samples;
  /** Resident memory of each server before the load, MiB. */
  idle: Map<string, number>;
  starts: Start[];
  memory: Memory[];
  /** Whether PostgreSQL was started by the bench, and so shares its core. */
  ownDatabase: boolean;
}

export interface Goal {
  what: string;
  bar: string;
  aim: string;
  value: number[];
  digits: number;
  verdict: string;
}

const rate = (sample: Sample) => sample.rate;

/** What the gateway is meant to show, each with what it showed. */
export function goals({ samples, starts, memory }: Results): Goal[] {
  const of = (workload: string, server: string) => samples.get(workload)?.get(server);
  const against = (workload: string, server: string) => ratio(of(workload, 'gateway'), of(workload, server), rate);
  const verdict = (bar: boolean, aim: boolean, known: boolean) =>
    known ? (aim ? 'aim reached' : bar ? 'passed' : '**failed**') : 'not measured';
  const atLeast = (what: string, value: number, bar: number, aim: number): Goal => ({
    what,
    bar: `${bar}`,
    aim: `${aim}`,
    value: [value],
    digits: 2,
    verdict: verdict(value >= bar, value >= aim, !Number.isNaN(value)),
  });
  const p99 = ratio(of('update', 'gateway'), of('update', 'postgraphile'), (sample) => sample.p99);
  const own = memory.find(({ name }) => name === 'gateway');
  const [idle = Number.NaN, loaded = Number.NaN] = [own?.idle, own?.loaded];
  const start = starts.find(({ name }) => name === 'gateway')?.toPostgraphile ?? Number.NaN;
  const known = (value: number) => !Number.isNaN(value);
  return [
    atLeast('updateTank, one key set, to PostGraphile 5', against('update', 'postgraphile'), 1.3, 2),
    atLeast('updateTank, one key set, to the floor', against('update', 'floor'), 0.55, 0.85),
    atLeast(
      'updateTank, mixed key sets, to its own one-key-set figure',
      ratio(of('mixed', 'gateway'), of('update', 'gateway'), rate),
      0.85,
      0.95,
    ),
    atLeast('tank by id, to PostGraphile 5', against('tank', 'postgraphile'), 1.3, 2),
    atLeast('page of 50, to PostGraphile 5', against('page', 'postgraphile'), 1, 1.5),
    {
      what: 'p99 of updateTank, to PostGraphile 5',
      bar: '≤ 1.0',
      aim: '≤ 0.5',
      value: [p99],
      digits: 2,
      verdict: verdict(p99 <= 1, p99 <= 0.5, known(p99)),
    },
    {
      what: 'memory idle / after the load, MiB',
      bar: '≤ 120 / ≤ 320',
      aim: '',
      value: [idle, loaded],
      digits: 0,
      verdict: verdict(idle <= 120 && loaded <= 320, false, known(idle)),
    },
    {
      what: 'process start to first answer, to PostGraphile 5',
      bar: '≤ 0.75',
      aim: '',
      value: [start],
      digits: 2,
      verdict: verdict(start <= 0.75, false, known(start)),
    },
  ];
}
