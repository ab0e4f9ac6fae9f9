import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { options } from './options.ts';

/** Writes a line of progress to standard error. */
export function log(line: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);
}

/** The value that this share of the others does not exceed, between two values if need be; NaN without values. */
export function percentile(values: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  const place = (sorted.length - 1) * share;
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place % 1);
}

export const median = (values: number[]): number => percentile(values, 0.5);

/** The ratios of two lists of figures, round by round. */
export const ratios = (ours: number[], theirs: number[]): number[] =>
  ours.map((figure, round) => figure / (theirs[round] ?? Number.NaN));

/** A number for a table; a dash if it was not measured. */
export const fixed = (value: number, digits = 0): string => (Number.isNaN(value) ? '–' : value.toFixed(digits));

/** A Markdown table with a row for each item. All columns but the first are numbers. */
export function table<Item>(items: Item[], columns: Record<string, (item: Item) => string>): string {
  const rule = Object.keys(columns).map((_, column) => (column === 0 ? '---' : '--:'));
  const rows = items.map((item) => Object.values(columns).map((cell) => cell(item)));
  return [Object.keys(columns), rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function versionOf(name: string): string {
  const { version } = JSON.parse(readFileSync(`${import.meta.dirname}/node_modules/${name}/package.json`, 'utf8'));
  return `${name} ${version}`;
}

/** The command, day, machine and versions of a run. */
export function origin(script: string, postgres: string, packages: string[]): string {
  const args = process.argv.slice(2);
  const command = [`npm run ${script}`, ...(args.length > 0 ? ['--', ...args] : [])].join(' ');
  const day = new Date().toISOString().slice(0, 10);
  const warning = options.quick ? ' **A quick run: its figures only show that the bench works.**' : '';
  const memory = fixed(totalmem() / 1024 ** 3);
  return `\`${command}\` on ${day}, ${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${memory} GiB, ${process.platform} ${release()}.${warning}
Node ${process.version}, PostgreSQL ${postgres}, ${packages.map(versionOf).join(', ')}.`;
}

/** Writes the paragraphs of a report to a file and to standard output. The files in bench/ are those of whole runs. */
export function publish(name: string, ...paragraphs: string[]): void {
  const report = `${paragraphs.join('\n\n')}\n`;
  const file = options.out ?? `${import.meta.dirname}/${options.quick || options.before ? 'dist/' : ''}${name}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, report);
  console.log(report);
  log(`written to ${file}`);
}
