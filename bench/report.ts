import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import type { Contender } from './contenders.ts';
import { goals, type Results } from './goals.ts';
import { median, ratio, type Sample } from './measure.ts';
import { options } from './options.ts';
import { pinned } from './processes.ts';
import type { Workload } from './workloads.ts';

const peers = [
  'graphql',
  'postgraphile',
  'grafast',
  'mercurius',
  'fastify',
  'graphql-jit',
  '@apollo/server',
  'graphql-yoga',
  '@pothos/core',
  '@pothos/plugin-prisma',
  '@prisma/client',
  '@prisma/adapter-pg',
  'pg',
];

function versionOf(name: string): string {
  const text = readFileSync(`${import.meta.dirname}/node_modules/${name}/package.json`, 'utf8');
  return `${name} ${JSON.parse(text).version}`;
}

function number(value: number | undefined, digits: number): string {
  return value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits);
}

function table(head: string[], rows: string[][]): string {
  const rule = head.map((_, column) => (column === 0 ? '---' : '--:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function workloadTable(workload: Workload, contenders: Contender[], results: Results): string {
  const of = results.samples.get(workload.name);
  const [floor, postgraphile] = [of?.get('floor'), of?.get('postgraphile')];
  const rows = contenders.map(({ name, title }) => {
    const own = of?.get(name) ?? [];
    const middle = (figure: (sample: Sample) => number) => median(own.map(figure));
    return [
      title,
      number(
        ratio(own, floor, ({ rate }) => rate),
        2,
      ),
      number(
        ratio(own, postgraphile, ({ rate }) => rate),
        2,
      ),
      number(
        middle(({ rate }) => rate),
        0,
      ),
      number(
        middle(({ p50 }) => p50),
        1,
      ),
      number(
        middle(({ p99 }) => p99),
        1,
      ),
      number(
        middle(({ cpu }) => cpu),
        0,
      ),
      number(
        ratio(own, floor, ({ cpu }) => cpu),
        2,
      ),
      number(middle(({ core }) => core) * 100, 0),
      `${number(results.idle.get(name), 0)} → ${number(own.at(-1)?.rss, 0)}`,
    ];
  });
  const head = [
    '',
    '× floor',
    '× PostGraphile',
    'req/s',
    'p50 ms',
    'p99 ms',
    'CPU µs/req',
    'CPU × floor',
    'core %',
    'RSS MiB',
  ];
  return `## ${workload.title}\n\n${table(head, rows)}`;
}

function goalTable(results: Results): string {
  const rows = goals(results).map(({ what, bar, aim, value, digits, verdict }) => [
    what,
    bar,
    aim,
    value.map((part) => number(part, digits)).join(' / '),
    verdict,
  ]);
  return `## What it must show\n\n${table(['side by side', 'at least', 'aim', 'measured', ''], rows)}`;
}

const readme = `${import.meta.dirname}/../README.md`;
const begin = '<!-- figures of npm run bench: begin -->\n';
const end = '<!-- figures of npm run bench: end -->';

/** Puts the measured table into the README in place of the last one, so that no figure there is written by hand. */
export function writeReadme(results: Results, database: string): void {
  const text = readFileSync(readme, 'utf8');
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error('The README has no place for the figures.');
  const versions = ['postgraphile', '@apollo/server', 'mercurius', 'graphql-yoga', '@prisma/client', 'pg'].map(
    versionOf,
  );
  const of = results.samples.get('update');
  const rates = ['mercurius', 'apollo', 'plain-yoga'].map((name) => {
    const own = of?.get(name) ?? [];
    return `${name} ${number(
      ratio(own, of?.get('floor'), ({ rate }) => rate),
      2,
    )}`;
  });
  const said = `\`${options.command}\` on ${new Date().toISOString().slice(0, 10)}: Node ${process.version}, PostgreSQL ${database},
${versions.join(', ')};
${options.connections} connections, ${options.rounds} rounds of ${options.sliceSeconds} s after ${options.warmup} warm-up operations, ${cpus().length} cores. For comparison, updateTank of the
other peers to the floor: ${rates.join(', ')}.`;
  const rows = goalTable(results).split('\n\n').slice(1).join('\n\n');
  writeFileSync(readme, `${before}${begin}${said}\n\n${rows}\n${end}${after}`);
}

/** The whole of results.md. */
export function report(workloads: Workload[], contenders: Contender[], results: Results, database: string): string {
  const memory = (totalmem() / 1024 ** 3).toFixed(0);
  const where = pinned
    ? `servers on core 0, generator${results.ownDatabase ? ' and PostgreSQL' : ''} on core 1`
    : 'nothing pinned to a core';
  const generator = median(
    [...(results.samples.get('update')?.values() ?? [])].flat().map((sample) => sample.generator),
  );
  const head = `# The gateway beside its peers

\`${options.command}\` on ${new Date().toISOString().slice(0, 10)}${options.quick ? ' — **a quick run, not one to quote**' : ''}

- Machine: ${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${memory} GiB, ${process.platform} ${release()}; ${where}.
- Node ${process.version} for every server; PostgreSQL ${database}; 100,000 tanks with all triggers and indexes; a pool of 10
  connections each.
- ${peers.map(versionOf).join(', ')}.
- ${options.connections} keep-alive connections, ids and bodies random; ${options.rounds} rounds of ${options.sliceSeconds} s slices after ${options.warmup} warm-up
  operations for each server and workload, the order turned each round. Ratios are medians of the ratios within a round, all
  else medians over the rounds. The generator took ${number(generator, 0)} µs of its core for one update.
- The gateway runs as built for production and verifies a token, keeps to the caller's company and raises typed errors; no peer
  does the first two, and PostGraphile answers null for a missing record. Before anything is measured, each server's answers are
  compared with the table.
- Each peer is written as its documentation shows it: Apollo and Mercurius on one SDL schema with plain Prisma resolvers, yoga with
  Pothos' Prisma, relay and errors plugins, PostGraphile with its amber preset; compiled to JavaScript, packages unbundled.
- "core %" is how much of its core a server used: well under 100, and the database was what it waited for.`;
  const parts = [head, goalTable(results)];
  for (const workload of workloads) parts.push(workloadTable(workload, contenders, results));
  if (results.starts.length > 0) {
    const rows = results.starts.map((row) => [
      row.title,
      number(row.median, 0),
      number(row.best, 0),
      number(row.toPostgraphile, 2),
    ]);
    const head = ['', 'median ms', 'best ms', '× PostGraphile'];
    parts.push(`## Process start to the first update answered (${options.starts} starts each)\n\n${table(head, rows)}`);
  }
  if (results.memory.length > 0) {
    const rows = results.memory.map((row) => [
      row.title,
      ...[row.idle, row.loaded, row.peak].map((mib) => number(mib, 0)),
    ]);
    const head = ['', 'idle MiB', 'loaded MiB', 'peak MiB'];
    parts.push(`## Memory of a new process, then after ${options.memoryRequests} requests\n\n${table(head, rows)}`);
  }
  return `${parts.join('\n\n')}\n`;
}
