import { extname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readCsv } from '../import/csv.ts';
import { earlierOf, openInput, openRefused } from '../import/files.ts';
import { readJsonLines } from '../import/json-lines.ts';
import { countOf, createProgress, durationOf } from '../import/progress.ts';
import { importRecords, type Totals } from '../import/run.ts';
import { RECORDS } from '../records.ts';
import { StartupError } from '../startup-error.ts';
import { withPool } from './database.ts';
import { readArguments, runCommand } from './usage.ts';

const USAGE = `npm run import -- tanks tanks.csv --company acme
  tanks, tasks, expirations, quick-orders or ship-tos; a file, or - for standard input
  --dry-run             checks everything and writes nothing
  --refused FILE        where refused lines go; otherwise tanks.csv.refused
  --from-line N         begins at this line of the file
  --ignore-unknown      ignores columns that the records do not have, or that the server sets
  --format csv|jsonl    otherwise by the name of the file: .jsonl and .ndjson are JSON lines
  --delimiter ";"       of CSV; otherwise a comma`;

const JSON_LINES = ['.jsonl', '.ndjson'];
/** How long a batch may take. */
const STATEMENT_SECONDS = 60;
/** Written, with refused lines. */
const SOME_REFUSED = 2;
/** As shells report a program that Ctrl-C ended. */
const INTERRUPTED = 130;

const resources = new Map(
  Object.entries(RECORDS).flatMap(([model, { scope, event }]): [string, string][] =>
    event === null ? [] : [[scope, model]],
  ),
);

function parse() {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    options: {
      company: text,
      refused: text,
      format: text,
      delimiter: { ...text, default: ',' },
      'from-line': { ...text, default: '1' },
      'dry-run': flag,
      'ignore-unknown': flag,
    },
    allowPositionals: true,
  });
  const { company, format, delimiter, 'from-line': from } = values;
  const [resource = '', file, ...others] = positionals;
  const model = resources.get(resource);
  if (model === undefined) throw new Error(`The first word must be one of ${[...resources.keys()].join(', ')}.`);
  if (file === undefined || others.length > 0) throw new Error('An import needs one file, or - for standard input.');
  if (!company?.trim()) throw new Error('An import needs --company.');
  if (format !== undefined && format !== 'csv' && format !== 'jsonl') throw new Error('--format must be csv or jsonl.');
  if (delimiter.length !== 1) throw new Error('--delimiter must be one character.');
  if (!/^[1-9]\d{0,14}$/.test(from)) throw new Error('--from-line must be the number of a line.');
  const isJsonLines =
    format === undefined ? JSON_LINES.includes(extname(file.replace(/(\.refused|\.old)+$/, ''))) : format === 'jsonl';
  // The name tells the format when that file is imported.
  const source = file === '-' ? `${resource}.${isJsonLines ? 'jsonl' : 'csv'}` : file;
  const refusedFile = values.refused ?? `${source}.refused`;
  const written = [refusedFile, earlierOf(refusedFile)].map((name) => resolve(name));
  if (written.includes(resolve(file))) throw new Error('--refused must name another file.');
  const flags = { dryRun: values['dry-run'], ignoresUnknown: values['ignore-unknown'] };
  return { resource, model, file, company, delimiter, refusedFile, isJsonLines, from: Number(from), ...flags };
}

/** What came of an import, in a line or two. */
function summaryOf({ refusedFile, dryRun }: ReturnType<typeof parse>, totals: Totals, seconds: number): string {
  const { lines, created, updated, refused } = totals;
  const counts = [
    `${countOf(created)} created`,
    `${countOf(updated)} updated`,
    `${countOf(lines - created - updated - refused)} unchanged`,
    `${countOf(refused)} refused`,
  ];
  const rate =
    seconds < 2 ? durationOf(seconds) : `${durationOf(seconds)}, ${countOf(Math.round(lines / seconds))} a second`;
  const advice = `${refusedFile} has the refused lines with their reasons. Correct them there, and import that file.\n`;
  return `${dryRun ? 'Nothing is written. ' : ''}${countOf(lines)} ${lines === 1 ? 'line' : 'lines'} (${rate}): ${counts.join(', ')}.\n${refused > 0 ? advice : ''}`;
}

function endedAfter(line: number, dryRun: boolean): string {
  if (line === 0) return `Ended before the first line was ${dryRun ? 'checked' : 'written'}.\n`;
  const next = `Go on with --from-line ${line + 1}`;
  return dryRun
    ? `Ended. The lines up to ${line} are checked, and nothing is written. ${next}.\n`
    : `Ended. The lines up to ${line} are done. ${next}, or import all of it again: what is written stays as it is.\n`;
}

/** Creates and updates records from a file. */
runCommand(USAGE, async () => {
  const given = readArguments(USAGE, parse);
  const { input, shareOf } = await openInput(given.file);
  const stop = new AbortController();
  let reached = 0;
  // Who reads the output may end first, as `head` does. The import goes on, and its exit code tells how it ended.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  try {
    const source = given.isJsonLines ? readJsonLines(input) : await readCsv(input, given.delimiter);
    const refuse = openRefused(given.refusedFile, source.head, given.from > 1);
    await withPool({ size: 1, statementSeconds: STATEMENT_SECONDS }, async (pool) => {
      // The listeners stay, so that a second signal does not end the process: npm repeats the terminal's Ctrl-C.
      for (const signal of ['SIGINT', 'SIGTERM'] as const)
        process.on(signal, () => {
          stop.abort();
          input.destroy();
        });
      const began = performance.now();
      const progress = createProgress(process.stderr, shareOf);
      const tell = (refused: string[], totals: Totals): void => {
        // The batch is written, whatever becomes of its refused lines.
        reached = totals.reached;
        try {
          refuse(refused);
        } catch (error) {
          process.stderr.write(refused.join(''));
          throw error;
        }
        progress.tell(totals);
      };
      const totals = await importRecords(pool, source, { ...given, signal: stop.signal, tell }).finally(progress.end);
      process.stdout.write(summaryOf(given, totals, (performance.now() - began) / 1000));
      if (totals.refused > 0) process.exitCode = SOME_REFUSED;
      if (!stop.signal.aborted) {
        if (totals.lines === 0 && given.from > 1) process.stderr.write(`The file has no line ${given.from}.\n`);
        return;
      }
      process.stderr.write(endedAfter(reached, given.dryRun));
      process.exitCode = INTERRUPTED;
    });
  } catch (error) {
    if (reached > 0) process.stderr.write(endedAfter(reached, given.dryRun));
    // Of the system, such as a file that ends or a disk that is full while the import runs.
    throw error instanceof Error && 'syscall' in error
      ? new StartupError(`The import has failed: ${error.message}`)
      : error;
  } finally {
    input.destroy();
  }
});
