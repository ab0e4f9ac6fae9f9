import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from './log.ts';

interface Repetition {
  stop: AbortSignal;
  /** Whether the first run is now, as by default, or after a rest. */
  now?: boolean;
  /** Gets the first of failures in a row. Without it the task must not reject. */
  failures?: { log: Log; what: string };
}

/** Runs a task until the stop, each time `ms` milliseconds after its end. Its rests keep no process alive. */
export async function every(
  ms: number,
  task: () => Promise<unknown>,
  { stop, now = true, failures }: Repetition,
): Promise<void> {
  const rest = () => delay(ms, true, { ref: false, signal: stop }).catch(() => false);
  let isFailing = false;
  for (let goesOn = now || (await rest()); goesOn; goesOn = await rest()) {
    try {
      await task();
      isFailing = false;
    } catch (err) {
      if (!isFailing && !stop.aborted)
        failures?.log.error({ err }, `could not ${failures.what}; trying again in ${ms / 1000} s`);
      isFailing = true;
    }
  }
}
