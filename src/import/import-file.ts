import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type pg from 'pg';
import { StartupError } from '../base/startup-error.ts';
import { stringify } from '../exact-json.ts';
import { earlierOf, openInput, openRefused } from './files.ts';
import { importRecords, type Refusal } from './import-records.ts';
import type { Options } from './options.ts';
import { createProgress, stoppedAfter, summaryOf } from './progress.ts';
import type { Stopped, Sums } from './protocol.ts';
import { openSource } from './source.ts';

export interface FileImport {
  file: string;
  /** Whether the first rows are printed as they would be stored. */
  shows: boolean;
  refusedFile: string;
  options: Options;
}

/** What an import reports, and what ends it. */
export interface Hooks {
  /** Called with the first line of a file of refused lines, before any of them. */
  begin(head: string): void;
  /** Called with the first rows as they would be stored, as JSON, and the columns that are left out, and why. */
  preview(first: readonly string[], ignored: readonly string[], why: string): void;
  report(refused: readonly Refusal[], sums: Sums): void;
  signal: AbortSignal;
  stop(): void;
}

export interface Outcome {
  sums: Sums;
  stopped?: Stopped | null;
}

/** Imports what a file holds: into a database, or through a gateway. */
export type Run = (input: Readable, hooks: Hooks) => Promise<Outcome>;

const SOME_REFUSED = 2;
/** The exit code with which shells report Ctrl-C. */
const INTERRUPTED = 130;
const CANNOT_GO_ON = 1;
const MOST_ARRAY = 64 * 1024 * 1024;

/** Imports into the database of a pool. */
export const intoDatabase =
  (
    target: { model: string; company: string; options: Options },
    withPool: (use: (pool: pg.Pool) => Promise<Sums>) => Promise<Sums>,
  ): Run =>
  async (input, { begin, preview, ...hooks }) => {
    const { options, ...of } = target;
    const source = await openSource(input, { ...options, mostArray: MOST_ARRAY });
    begin(source.head);
    const settings = {
      ...of,
      ...options,
      ...hooks,
      preview: (rows: { values: object }[], ignored: string[]) =>
        preview(
          rows.map(({ values }) => stringify(values)),
          ignored,
          'the server sets them',
        ),
    };
    return { sums: await withPool((pool) => importRecords(pool, source, settings)) };
  };

/** What the gateway says if it ends an import by itself. */
const WHY: Partial<Record<Stopped, string>> = {
  gateway: 'The gateway is stopping.\n',
  lines: 'The gateway takes no more lines in one import.\n',
};

/** Imports a file, reports on standard output and error, and returns the exit code. A signal stops it after a batch. */
export async function importFile({ file, refusedFile, shows, options }: FileImport, run: Run): Promise<number> {
  const { from, dryRun } = options;
  if ([refusedFile, earlierOf(refusedFile)].some((name) => resolve(name) === resolve(file)))
    throw new StartupError('--refused must name another file.');
  const { input, shareOf } = await openInput(file);
  const ended = new AbortController();
  const stop = (): void => {
    ended.abort();
    input.destroy();
  };
  const began = performance.now();
  let done: Sums | undefined;
  let refuse: (lines: string[]) => void = () => {};
  const summary = (sums: Sums): string => summaryOf({ refusedFile, dryRun }, sums, (performance.now() - began) / 1000);
  // The reader of the output may end first, as `head` does. The import continues; its exit code is the result.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  const progress = createProgress(process.stderr, shareOf);
  const hooks: Hooks = {
    signal: ended.signal,
    stop,
    begin: (head) => {
      refuse = openRefused(refusedFile, head, from > 1);
      // The listeners stay, so that a second signal does not end the process: npm repeats the terminal's Ctrl-C.
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
    },
    preview: (first, ignored, why) => {
      if (ignored.length > 0) process.stderr.write(`Left out, since ${why}: ${ignored.join(', ')}.\n`);
      if (shows) for (const each of first) process.stdout.write(`${each}\n`);
    },
    report: (refused, sums) => {
      // The batch is committed, even if its refused lines cannot be written.
      done = { ...sums };
      const lines = refused.map(({ text }) => text);
      try {
        refuse(lines);
      } catch (error) {
        process.stderr.write(lines.join(''));
        throw error;
      }
      progress.report(sums);
    },
  };
  try {
    const { sums, stopped = null } = await run(input, hooks).finally(progress.end);
    process.stdout.write(summary(sums));
    const isStopped = ended.signal.aborted || stopped !== null;
    if (isStopped)
      process.stderr.write(`${(stopped && WHY[stopped]) ?? ''}${stoppedAfter(done?.reached ?? 0, dryRun)}`);
    else if (sums.lines === 0 && from > 1) process.stderr.write(`The file has no line ${from}.\n`);
    if (isStopped) return stopped === null || stopped === 'asked' ? INTERRUPTED : CANNOT_GO_ON;
    return sums.refused > 0 ? SOME_REFUSED : 0;
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
