import { setTimeout as delay } from 'node:timers/promises';
import { FailureLog } from './failure-log.ts';
import type { Log } from './log.ts';

interface Repetition {
  stop: AbortSignal;
  /** Whether the first run is now, as by default, or after a rest. */
  now?: boolean;
  /** How failures are logged. Without it the task must not reject. */
  failures?: { log: Log; what: string };
}

/** Runs a task until the stop, each time `ms` milliseconds after its end. Its rests keep no process alive. */
export async function every(
  ms: number,
  task: () => Promise<unknown>,
  { stop, now = true, failures: logged }: Repetition,
): Promise<void> {
  const rest = () => delay(ms, true, { ref: false, signal: stop }).catch(() => false);
  const failures = logged && new FailureLog(logged.log, `could not ${logged.what}; trying again in ${ms / 1000} s`);
  for (let goesOn = now || (await rest()); goesOn; goesOn = await rest()) {
    try {
      await task();
      failures?.end();
    } catch (err) {
      if (!stop.aborted) failures?.add(err);
    }
  }
}
