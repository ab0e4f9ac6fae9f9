import { resolve } from 'node:path';
import type pg from 'pg';
import { StartupError } from '../base/startup-error.ts';
import { stringify } from '../exact-json.ts';
import { readCsv } from './csv.ts';
import { decoded, earlierOf, openInput, openRefused, readStart } from './files.ts';
import { importRecords, type Settings, type Totals } from './import-records.ts';
import { readJsonLines } from './json-lines.ts';
import { createProgress, stoppedAfter, summaryOf } from './progress.ts';
import type { Row } from './upsert.ts';

export interface FileImport extends Omit<Settings, 'signal' | 'report' | 'preview'> {
  file: string;
  isJsonLines: boolean;
  /** Of CSV; undefined for a comma, or what the file's line `sep=` says. */
  delimiter: string | undefined;
  encoding: string;
  /** Whether the first rows are printed as they would be stored. */
  shows: boolean;
  refusedFile: string;
}

const SOME_REFUSED = 2;
/** The exit code with which shells report Ctrl-C. */
const INTERRUPTED = 130;

/** Imports a file, reports on standard output and error, and returns the exit code. A signal stops it after a batch. */
export async function importFile(
  given: FileImport,
  withPool: (use: (pool: pg.Pool) => Promise<number>) => Promise<number>,
): Promise<number> {
  const { file, refusedFile, from, dryRun } = given;
  if ([refusedFile, earlierOf(refusedFile)].some((name) => resolve(name) === resolve(file)))
    throw new StartupError('--refused must name another file.');
  const { input: bytes, shareOf } = await openInput(file);
  const input = decoded(bytes, given.encoding);
  const stop = new AbortController();
  const began = performance.now();
  let done: Totals | undefined;
  const summary = (totals: Totals): string => summaryOf(given, totals, (performance.now() - began) / 1000);
  // The reader of the output may end first, as `head` does. The import continues; its exit code is the result.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  try {
    const separator = await readStart(input);
    const delimiter = given.delimiter ?? separator ?? ',';
    const source = given.isJsonLines ? readJsonLines(input) : await readCsv(input, delimiter, separator ? 1 : 0);
    const refuse = openRefused(refusedFile, source.head, from > 1);
    return await withPool(async (pool) => {
      // The listeners stay, so that a second signal does not end the process: npm repeats the terminal's Ctrl-C.
      for (const signal of ['SIGINT', 'SIGTERM'] as const)
        process.on(signal, () => {
          stop.abort();
          input.destroy();
        });
      const progress = createProgress(process.stderr, shareOf);
      const report = (refused: string[], totals: Totals): void => {
        // The batch is committed, even if its refused lines cannot be written.
        done = totals;
        try {
          refuse(refused);
        } catch (error) {
          process.stderr.write(refused.join(''));
          throw error;
        }
        progress.report(totals);
      };
      const preview = (rows: Row[], ignored: string[]): void => {
        if (ignored.length > 0) process.stderr.write(`Left out, since the server sets them: ${ignored.join(', ')}.\n`);
        if (given.shows) for (const { values } of rows) process.stdout.write(`${stringify(values)}\n`);
      };
      const settings = { ...given, signal: stop.signal, report, preview };
      const totals = await importRecords(pool, source, settings).finally(progress.end);
      process.stdout.write(summary(totals));
      if (stop.signal.aborted) process.stderr.write(stoppedAfter(done?.reached ?? 0, dryRun));
      else if (totals.lines === 0 && from > 1) process.stderr.write(`The file has no line ${from}.\n`);
      if (stop.signal.aborted) return INTERRUPTED;
      return totals.refused > 0 ? SOME_REFUSED : 0;
    });
  } catch (error) {
    const stopped = done && done.reached > 0 ? `${summary(done)}${stoppedAfter(done.reached, dryRun)}` : '';
    if (error instanceof StartupError) throw new StartupError(`${error.message}\n${stopped}`.trimEnd());
    // An error of the system, such as a full disk while the import runs.
    if (error instanceof Error && 'syscall' in error)
      throw new StartupError(`The import failed: ${error.message}\n${stopped}`.trimEnd());
    process.stderr.write(stopped);
    throw error;
  } finally {
    input.destroy();
  }
}
