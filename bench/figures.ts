import { readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';

/** The value that this share of the others does not exceed. */
export function percentile(values: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = Number.NaN, high = Number.NaN] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}

/** The ratios of two lists of figures, round by round. */
export const ratios = (ours: number[], theirs: number[]): number[] =>
  ours.map((figure, round) => figure / (theirs[round] ?? Number.NaN));

/** A number for a table; a dash if it was not measured. */
export const fixed = (value = Number.NaN, digits = 0): string => (Number.isNaN(value) ? '–' : value.toFixed(digits));

/** A Markdown table; all columns but the first are numbers. */
export function table(head: string[], rows: string[][]): string {
  const rule = head.map((_, column) => (column === 0 ? '---' : '--:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The installed versions of packages. */
export function versions(names: string[], folder = import.meta.dirname): string {
  const read = (name: string) => JSON.parse(readFileSync(`${folder}/node_modules/${name}/package.json`, 'utf8'));
  return names.map((name) => `${name} ${read(name).version}`).join(', ');
}

/** The command line and the day of a report. */
export function runLine(script: string, quick: boolean): string {
  const args = process.argv.slice(2);
  const command = [`npm run ${script}`, ...(args.length > 0 ? ['--', ...args] : [])].join(' ');
  const day = new Date().toISOString().slice(0, 10);
  return `\`${command}\` on ${day}${quick ? ' — **a quick run: its figures only show that the bench works**' : ''}`;
}

export const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${fixed(totalmem() / 1024 ** 3)} GiB, ${process.platform} ${release()}`;
