import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fixed, machine, median, percentile, ratios, runLine, table, versions } from './figures.ts';
import type { Sample } from './measure.ts';
import { options } from './options.ts';
import { type Contender, pinned } from './servers.ts';
import type { Workload } from './workloads.ts';

const README = `${import.meta.dirname}/../README.md`;
const BEGIN = '<!-- figures of npm run bench: begin -->\n';
const END = '<!-- figures of npm run bench: end -->';
const packages = ['postgraphile', '@apollo/server', 'mercurius', 'graphql-yoga', '@prisma/client', 'pg'];

const { connections, rounds, sliceSeconds, starts, warmup, quick } = options;
const load = `${connections} connections, ${rounds} rounds of ${sliceSeconds} s after ${warmup} warm-up operations`;

/** Reads figures by server, kind and name. */
function reader(samples: Sample[]) {
  const all = (server: string, kind: string, name: string) =>
    samples.flatMap((sample) =>
      sample.server === server && sample.kind === kind ? [sample.figures[name] ?? Number.NaN] : [],
    );
  return {
    /** One figure of each round. */
    all,
    /** The median of the rounds. */
    middle: (server: string, kind: string, name: string) => median(all(server, kind, name)),
    /** The median of the ratios of two servers within a round. */
    ratio: (server: string, other: string, kind: string, name: string) =>
      median(ratios(all(server, kind, name), all(other, kind, name))),
  };
}

function head(title: string, [contender]: Contender[], names: string[]): string {
  const cores = 'servers on core 0, the load generator and the bench’s PostgreSQL on core 1';
  return `# ${title}

${runLine('bench', quick)}

- Machine: ${machine}; ${pinned ? cores : 'no process is pinned to a core'}.
- Node ${process.version}, PostgreSQL ${contender?.database.version}, ${versions(names)}.
- ${load}. README.md tells how the figures are taken.`;
}

/** The report on the gateway and its peers. */
export function reportPeers(workloads: Workload[], contenders: Contender[], samples: Sample[]): string {
  const { all, middle, ratio } = reader(samples);
  const workloadTable = ({ name: kind, title }: Workload) => {
    const columns = ['× floor', '× PostGraphile', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs/req', 'CPU × floor', 'core %'];
    const able = contenders.filter(({ dialect }) => dialect.knows(kind));
    const rows = able.map((server) => [
      server.title,
      fixed(ratio(server.name, 'floor', kind, 'rate'), 2),
      fixed(ratio(server.name, 'postgraphile', kind, 'rate'), 2),
      fixed(middle(server.name, kind, 'rate')),
      fixed(middle(server.name, kind, 'p50'), 1),
      fixed(middle(server.name, kind, 'p99'), 1),
      fixed(middle(server.name, kind, 'cpu')),
      fixed(ratio(server.name, 'floor', kind, 'cpu'), 2),
      fixed(middle(server.name, kind, 'core')),
    ]);
    return `## ${title}\n\n${table(['', ...columns], rows)}`;
  };
  const lifeColumns = ['median ms', 'best ms', '× PostGraphile', 'idle MiB', 'loaded MiB', 'peak MiB'];
  const lifeRows = contenders.map(({ name, title }) => [
    title,
    fixed(middle(name, 'start', 'ms')),
    fixed(percentile(all(name, 'start', 'ms'), 0)),
    fixed(ratio(name, 'postgraphile', 'start', 'ms'), 2),
    fixed(middle(name, 'start', 'idle')),
    fixed(middle(name, 'memory', 'loaded')),
    fixed(middle(name, 'memory', 'peak')),
  ]);
  return `${head('The gateway beside its peers', contenders, [...packages, 'graphql', '@pothos/plugin-prisma', 'graphql-jit'])}

## Goals

${goalTable(samples)}

${workloads.map(workloadTable).join('\n\n')}

## Process start to the first update answered (${starts} starts each), and memory

${table(['', ...lifeColumns], lifeRows)}
`;
}

/** The report on two builds of the gateway. */
export function reportBuilds(workloads: Workload[], contenders: Contender[], samples: Sample[]): string {
  const { all } = reader(samples);
  const row = (title: string, kind: string, name: string, digits = 0) => {
    const [before, after] = [all('before', kind, name), all('after', kind, name)];
    const each = ratios(after, before);
    const spread = [0, 1].map((share) => fixed(percentile(each, share), 2)).join(' – ');
    return [title, fixed(median(before), digits), fixed(median(after), digits), fixed(median(each), 3), spread];
  };
  const rows = [
    ...workloads.map(({ name, title }) => row(`${title}, req/s`, name, 'rate')),
    ...workloads.map(({ name, title }) => row(`${title}, CPU µs/req`, name, 'cpu')),
    row('process start to first answer, ms', 'start', 'ms'),
    row('memory idle, MiB', 'start', 'idle', 1),
    row('memory after the warm-up, MiB', 'memory', 'loaded', 1),
  ];
  return `${head('This build of the gateway beside another', contenders, ['pg'])}

${table(['', 'before', 'after', 'after / before', 'least – most'], rows)}
`;
}

/** The gateway's goals, and how it meets them. */
function goalTable(samples: Sample[]): string {
  const { all, middle, ratio } = reader(samples);
  const goal = (what: string, value: number, sign: '≥' | '≤', bar: number, aim = Number.NaN, digits = 2) => {
    const meets = (limit: number) => (sign === '≥' ? value >= limit : value <= limit);
    const verdict = meets(aim) ? 'aim reached' : meets(bar) ? 'passed' : '**failed**';
    const limits = [bar, aim].map((limit) => (Number.isNaN(limit) ? '' : `${sign} ${limit}`));
    return [what, ...limits, fixed(value, digits), Number.isNaN(value) ? 'not measured' : verdict];
  };
  const toPostGraphile = (kind: string, name = 'rate') => ratio('gateway', 'postgraphile', kind, name);
  const own = median(ratios(all('gateway', 'mixed', 'rate'), all('gateway', 'update', 'rate')));
  const rows = [
    goal('updateTank, one key set, to PostGraphile 5', toPostGraphile('update'), '≥', 1.3, 2),
    goal('updateTank, one key set, to the floor', ratio('gateway', 'floor', 'update', 'rate'), '≥', 0.55, 0.85),
    goal('updateTank, mixed key sets, to its own one-key-set figure', own, '≥', 0.85, 0.95),
    goal('tank by id, to PostGraphile 5', toPostGraphile('tank'), '≥', 1.3, 2),
    goal('page of 50, to PostGraphile 5', toPostGraphile('page'), '≥', 1, 1.5),
    goal('p99 of updateTank, to PostGraphile 5', toPostGraphile('update', 'p99'), '≤', 1, 0.5),
    goal('memory idle, MiB', middle('gateway', 'start', 'idle'), '≤', 120, Number.NaN, 0),
    goal('memory after the load, MiB', middle('gateway', 'memory', 'loaded'), '≤', 320, Number.NaN, 0),
    goal('process start to first answer, to PostGraphile 5', toPostGraphile('start', 'ms'), '≤', 0.75),
  ];
  return table(['side by side', 'goal', 'aim', 'measured', ''], rows);
}

/** Replaces the figures in the gateway's README. */
export function writeReadme(samples: Sample[], postgres: string): void {
  const [before, rest] = readFileSync(README, 'utf8').split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('The README has no place for the figures.');
  const { ratio } = reader(samples);
  const others = ['mercurius', 'apollo', 'plain-yoga'];
  const toFloor = others.map((name) => `${name} ${fixed(ratio(name, 'floor', 'update', 'rate'), 2)}`).join(', ');
  const figures = `${runLine('bench', quick)}: Node ${process.version}, PostgreSQL ${postgres},
${versions(packages)};
${load}, ${cpus().length} cores. For comparison, updateTank of the
other peers to the floor: ${toFloor}.

${goalTable(samples)}
`;
  writeFileSync(README, [before, BEGIN, figures, END, after].join(''));
}
