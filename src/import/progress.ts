import type { Totals } from './run.ts';

/** How often progress is told on a terminal, where one line is written over, and elsewhere. */
const TERMINAL_MS = 500;
const ELSEWHERE_MS = 10_000;

export const countOf = (count: number): string => count.toLocaleString('en-US');

/** A duration in words: `1 min 12 s`. */
export function durationOf(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole >= 3600) return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
  return whole >= 60 ? `${Math.floor(whole / 60)} min ${whole % 60} s` : `${whole} s`;
}

/** Tells progress now and then. `shareOf` is how much of the input has been read, 0 to 1; undefined if nobody knows. */
export function createProgress(output: NodeJS.WriteStream, shareOf: () => number | undefined) {
  const began = performance.now();
  let told = began;
  let isOpen = false;
  return {
    tell({ lines, refused }: Totals): void {
      const now = performance.now();
      if (now - told < (output.isTTY ? TERMINAL_MS : ELSEWHERE_MS)) return;
      told = now;
      const seconds = (now - began) / 1000;
      const share = shareOf();
      const parts = [
        `${countOf(lines)} lines`,
        `${countOf(Math.round(lines / seconds))} a second`,
        share === undefined ? '' : `${Math.floor(share * 100)} %`,
        share === undefined ? '' : `${durationOf((seconds / share) * (1 - share))} left`,
        refused === 0 ? '' : `${countOf(refused)} refused`,
      ];
      const text = parts.filter((part) => part !== '').join(', ');
      output.write(output.isTTY ? `\r${text}\u001b[K` : `${text}\n`);
      isOpen = output.isTTY;
    },
    /** Ends the line on a terminal. */
    end(): void {
      if (isOpen) output.write('\n');
    },
  };
}
