import { readFileSync, writeFileSync } from 'node:fs';
import { fixed, median, origin, percentile, publish, ratios, table } from './figures.ts';
import type { Sample } from './measure.ts';
import { options } from './options.ts';
import { type Contender, FLOORS, floorName, pinned } from './servers.ts';
import type { Workload } from './workloads.ts';

const README = `${import.meta.dirname}/README.md`;
const BEGIN = '<!-- figures of npm run bench: begin -->\n';
const END = '<!-- figures of npm run bench: end -->';
const packages = [
  'postgraphile',
  '@apollo/server',
  'mercurius',
  'graphql-yoga',
  '@pothos/plugin-prisma',
  '@prisma/client',
  'pg',
];

/** Reads figures by server, kind and name. */
function reader(samples: Sample[]) {
  /** One figure of each round. */
  const all = (server: string, kind: string, name: string) =>
    samples
      .filter((sample) => sample.server === server && sample.kind === kind)
      .map(({ figures }) => figures[name] ?? Number.NaN);
  /** The median of the rounds. */
  const middle = (server: string, kind: string, name: string) => median(all(server, kind, name));
  /** The median of the ratios of two servers within a round. */
  const ratio = (server: string, other: string, kind: string, name: string) =>
    median(ratios(all(server, kind, name), all(other, kind, name)));
  return { all, middle, ratio };
}

/** The first lines of a report. */
function head(postgres: string, names: string[]): string {
  const { connections, rounds, sliceSeconds, starts, warmup } = options;
  const cores = pinned ? 'servers on core 0, all else on core 1' : 'no process is pinned to a core';
  return `${origin('bench', postgres, names)}
${connections} connections, ${rounds} rounds of ${sliceSeconds} s after ${warmup} warm-up operations, ${starts} starts; ${cores}.`;
}

/** The gateway's goals, and how it meets them; beside the usual floor, the one whose pool serves a workload best. */
function goalTable(samples: Sample[]): string {
  const { middle, ratio } = reader(samples);
  const goal = (title: string, value: number, sign: '≥' | '≤', bar: number, best = '') => {
    const meets = sign === '≥' ? value >= bar : value <= bar;
    return {
      title,
      value,
      sign,
      bar,
      best,
      verdict: Number.isNaN(value) ? 'not measured' : meets ? 'met' : '**not met**',
    };
  };
  const toFloor = (title: string, kind: string, bar: number) => {
    const toEach = FLOORS.map((size) => ({ size, value: ratio('gateway', floorName(size), kind, 'rate') }));
    const [best] = toEach.filter(({ value }) => value > 0).toSorted((one, other) => one.value - other.value);
    const beside = best && `${fixed(best.value, 2)} (${best.size})`;
    return goal(`${title}, to the floor`, ratio('gateway', 'floor', kind, 'rate'), '≥', bar, beside);
  };
  const toPostGraphile = (kind: string, name: string) => ratio('gateway', 'postgraphile', kind, name);
  const goals = [
    toFloor('updateTank, one key set', 'update', 1.3),
    toFloor('updateTank, mixed key sets', 'mixed', 1.8),
    toFloor('tank by id', 'tank', 1.3),
    toFloor('page of 50', 'page', 0.8),
    toFloor('filtered page', 'filtered', 0.8),
    goal('p99 of updateTank, to PostGraphile 5', toPostGraphile('update', 'p99'), '≤', 0.4),
    goal('process start to first answer, to PostGraphile 5', toPostGraphile('start', 'ms'), '≤', 0.75),
    goal('memory idle, MiB', middle('gateway', 'start', 'idle'), '≤', 130),
  ];
  return table(goals, {
    'side by side': ({ title }) => title,
    goal: ({ sign, bar }) => `${sign} ${bar}`,
    measured: ({ value }) => fixed(value, 2),
    '': ({ verdict }) => verdict,
    'to the floor with the best pool': ({ best }) => best,
  });
}

/** Publishes the report on the gateway and its peers. A run without options also replaces the figures in README.md. */
export function reportPeers(postgres: string, workloads: Workload[], contenders: Contender[], samples: Sample[]): void {
  const { middle, ratio } = reader(samples);
  const workloadTable = ({ name: kind, title }: Workload) => {
    const able = contenders.filter(({ dialect }) => dialect.knows(kind));
    const rows = table(able, {
      '': (server) => server.title,
      '× floor': ({ name }) => fixed(ratio(name, 'floor', kind, 'rate'), 2),
      '× PostGraphile': ({ name }) => fixed(ratio(name, 'postgraphile', kind, 'rate'), 2),
      'req/s': ({ name }) => fixed(middle(name, kind, 'rate')),
      'p50 ms': ({ name }) => fixed(middle(name, kind, 'p50'), 1),
      'p99 ms': ({ name }) => fixed(middle(name, kind, 'p99'), 1),
      'CPU µs/req': ({ name }) => fixed(middle(name, kind, 'cpu')),
      'core %': ({ name }) => fixed(middle(name, kind, 'core')),
    });
    return [`## ${title}`, rows];
  };
  const processes = table(contenders, {
    '': ({ title }) => title,
    'start ms': ({ name }) => fixed(middle(name, 'start', 'ms')),
    '× PostGraphile': ({ name }) => fixed(ratio(name, 'postgraphile', 'start', 'ms'), 2),
    'idle MiB': ({ name }) => fixed(middle(name, 'start', 'idle')),
    'loaded MiB': ({ name }) => fixed(middle(name, 'memory', 'loaded')),
  });
  const summary = [head(postgres, packages), goalTable(samples)];
  const ends = ['## Process start to the first update answered, and memory', processes];
  publish('results.md', '# The gateway beside its peers', ...summary, ...workloads.flatMap(workloadTable), ...ends);
  if (process.argv.length > 2) return;
  const [before, rest] = readFileSync(README, 'utf8').split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error('The README has no place for the figures.');
  writeFileSync(README, [before, BEGIN, summary.join('\n\n'), '\n', END, after].join(''));
}

/** Publishes the report on two builds of the gateway. */
export function reportBuilds(postgres: string, workloads: Workload[], _: Contender[], samples: Sample[]): void {
  const { all } = reader(samples);
  const row = (title: string, kind: string, name: string) => {
    const [before, after] = [all('before', kind, name), all('after', kind, name)];
    return { title, before, after, each: ratios(after, before) };
  };
  const figures = [
    ['rate', 'req/s'],
    ['p50', 'p50 ms'],
    ['p99', 'p99 ms'],
    ['cpu', 'CPU µs/req'],
  ] as const;
  const rows = [
    ...figures.flatMap(([figure, unit]) => workloads.map(({ name, title }) => row(`${title}, ${unit}`, name, figure))),
    row('process start to first answer, ms', 'start', 'ms'),
    row('memory idle, MiB', 'start', 'idle'),
    row('memory after the warm-up, MiB', 'memory', 'loaded'),
  ];
  const results = table(rows, {
    '': ({ title }) => title,
    before: ({ before }) => fixed(median(before), 1),
    after: ({ after }) => fixed(median(after), 1),
    'after / before': ({ each }) => fixed(median(each), 3),
    'least – most': ({ each }) => [0, 1].map((share) => fixed(percentile(each, share), 2)).join(' – '),
  });
  publish('results.md', '# This build of the gateway beside another', head(postgres, ['pg']), results);
}
