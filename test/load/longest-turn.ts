import { existsSync, readFileSync } from 'node:fs';

const SCHEDULED = '/proc/self/schedstat';
const isKnown = existsSync(SCHEDULED);

/**
 * The processor time (ms) of this process, where the system knows it that of its main thread alone: the threads of the
 * garbage collection do not hold the event loop.
 */
export function processorTime(): number {
  if (isKnown) return Number(readFileSync(SCHEDULED, 'utf8').split(' ', 1)[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The most processor time (ms) between two turns of the event loop until the task is done. */
export async function longestTurn(task: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = processorTime();
  const turn = setInterval(() => {
    const now = processorTime();
    longest = Math.max(longest, now - before);
    before = now;
  }, 1);
  await task();
  clearInterval(turn);
  return longest;
}
