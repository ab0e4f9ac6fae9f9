import { grouped } from '../base/text.ts';
import type { Sums } from './protocol.ts';

/** How often progress is reported: on a terminal, where one line is updated, and elsewhere. */
const TERMINAL_MS = 500;
const ELSEWHERE_MS = 10_000;

function durationOf(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole >= 3600) return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
  return whole >= 60 ? `${Math.floor(whole / 60)} min ${whole % 60} s` : `${whole} s`;
}

/** Reports progress at intervals. `shareOf` is the part of the input that has been read, if that is known. */
export function createProgress(output: NodeJS.WriteStream, shareOf: () => number | undefined) {
  const began = performance.now();
  let reported = began;
  let isOpen = false;
  return {
    report({ lines, refused }: Sums): void {
      const now = performance.now();
      if (now - reported < (output.isTTY ? TERMINAL_MS : ELSEWHERE_MS)) return;
      reported = now;
      const seconds = (now - began) / 1000;
      const share = shareOf();
      const parts = [
        `${grouped(lines)} lines`,
        `${grouped(Math.round(lines / seconds))} a second`,
        share === undefined ? '' : `${Math.floor(share * 100)} %`,
        share === undefined ? '' : `${durationOf((seconds / share) * (1 - share))} left`,
        refused === 0 ? '' : `${grouped(refused)} refused`,
      ];
      const text = parts.filter((part) => part !== '').join(', ');
      output.write(output.isTTY ? `\r${text}\u001b[K` : `${text}\n`);
      isOpen = output.isTTY;
    },
    end(): void {
      if (isOpen) output.write('\n');
    },
  };
}

export function summaryOf(
  { refusedFile, dryRun }: { refusedFile: string; dryRun: boolean },
  sums: Sums,
  seconds: number,
): string {
  const { lines, created, updated, unchanged, refused, repeated } = sums;
  const counts = [
    `${grouped(created)} created`,
    `${grouped(updated)} updated`,
    `${grouped(unchanged)} unchanged`,
    `${grouped(refused)} refused`,
  ];
  const rate =
    seconds < 2 ? durationOf(seconds) : `${durationOf(seconds)}, ${grouped(Math.round(lines / seconds))} a second`;
  const advice = `${refusedFile} has the refused lines with their reasons. Correct them there, and import that file.\n`;
  const repeats =
    repeated > 0
      ? `${grouped(repeated)} ${repeated === 1 ? 'line names a record' : 'lines name records'} of an earlier line: the later line wins.\n`
      : '';
  return `${dryRun ? 'Nothing is written. ' : ''}${grouped(lines)} ${lines === 1 ? 'line' : 'lines'} (${rate}): ${counts.join(', ')}.\n${repeats}${refused > 0 ? advice : ''}`;
}

/** What an import that has stopped early has done, up to a line of the file, and how to continue it. */
export function stoppedAfter(line: number, dryRun: boolean): string {
  if (line === 0) return `Stopped before the first line was ${dryRun ? 'checked' : 'written'}.\n`;
  const next = `Continue with --from-line ${line + 1}`;
  return dryRun
    ? `Stopped. The lines up to ${line} are checked, and nothing is written. ${next}.\n`
    : `Stopped. The lines up to ${line} are done. ${next}, or import the whole file again: what is written stays.\n`;
}
