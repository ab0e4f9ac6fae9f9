import { StartupError } from '../base/startup-error.ts';
import { type Input, openRefused } from './files.ts';
import { createProgress, stoppedAfter, summaryOf } from './progress.ts';
import type { Report, Stopped, Sums } from './protocol.ts';

export interface FileImport {
  refusedFile: string;
  from: number;
  dryRun: boolean;
  /** Whether the first rows are printed as they would be stored. */
  shows: boolean;
  /** Why columns are left out. */
  why: string;
}

const SOME_REFUSED = 2;
/** The exit code with which shells report Ctrl-C. */
const INTERRUPTED = 130;
const CANNOT_GO_ON = 1;
const NOTHING: Sums = { lines: 0, created: 0, updated: 0, unchanged: 0, refused: 0, repeated: 0, reached: 0 };

/** What the gateway says if it ends an import by itself. */
const WHY: Partial<Record<Stopped, string>> = {
  gateway: 'The gateway is stopping.\n',
  lines: 'The gateway takes no more lines in one import.\n',
};

/** Imports a file, reports on standard output and error, and returns the exit code. A signal stops it after a batch. */
export async function importFile(
  { refusedFile, shows, from, dryRun, why }: FileImport,
  { input, shareOf }: Input,
  run: (signal: AbortSignal) => AsyncIterable<Report>,
): Promise<number> {
  const ended = new AbortController();
  const stop = (): void => {
    ended.abort();
    input.destroy();
  };
  const began = performance.now();
  let sums = NOTHING;
  let stopped: Stopped | null = null;
  let refuse: (lines: string[]) => void = () => {};
  const summary = (): string => summaryOf({ refusedFile, dryRun }, sums, (performance.now() - began) / 1000);
  // The reader of the output may end first, as `head` does. The import continues; its exit code is the result.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  const progress = createProgress(process.stderr, shareOf);
  const take = (report: Report): void => {
    if (report.type === 'begin') {
      refuse = openRefused(refusedFile, report.head, from > 1);
      // The listeners stay, so that a second signal does not end the process: npm repeats the terminal's Ctrl-C.
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
      if (report.ignored.length > 0) process.stderr.write(`Left out, since ${why}: ${report.ignored.join(', ')}.\n`);
      if (shows) for (const each of report.first) process.stdout.write(`${each}\n`);
      return;
    }
    // The batch is committed, even if its refused lines cannot be written.
    ({ sums, stopped = null } = report);
    const lines = report.refused.map(({ text }) => text);
    try {
      refuse(lines);
    } catch (error) {
      process.stderr.write(lines.join(''));
      throw error;
    }
    progress.report(sums);
  };
  try {
    try {
      for await (const report of run(ended.signal)) take(report);
    } finally {
      progress.end();
    }
    process.stdout.write(summary());
    const isStopped = ended.signal.aborted || stopped !== null;
    if (isStopped) process.stderr.write(`${(stopped && WHY[stopped]) ?? ''}${stoppedAfter(sums.reached, dryRun)}`);
    else if (sums.lines === 0 && from > 1) process.stderr.write(`The file has no line ${from}.\n`);
    if (isStopped) return stopped === null || stopped === 'asked' ? INTERRUPTED : CANNOT_GO_ON;
    return sums.refused > 0 ? SOME_REFUSED : 0;
  } catch (error) {
    const rest = sums.reached > 0 ? `${summary()}${stoppedAfter(sums.reached, dryRun)}` : '';
    if (error instanceof StartupError) throw new StartupError(`${error.message}\n${rest}`.trimEnd());
    // An error of the system, such as a full disk while the import runs.
    if (error instanceof Error && 'syscall' in error)
      throw new StartupError(`The import failed: ${error.message}\n${rest}`.trimEnd());
    process.stderr.write(rest);
    throw error;
  } finally {
    input.destroy();
  }
}
