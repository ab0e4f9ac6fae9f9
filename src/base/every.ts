import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from './log.ts';

/** Logs the failures of work that is tried again: of those in a row, the first, and each that has another reason. */
export function failureLog(log: Log, message: string) {
  let last: string | undefined;
  return {
    add(err: unknown): void {
      const reason = String(err);
      if (reason !== last) log.error({ err }, message);
      last = reason;
    },
    end(): void {
      last = undefined;
    },
  };
}

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
  const failures = logged && failureLog(logged.log, `could not ${logged.what}; trying again in ${ms / 1000} s`);
  for (let goesOn = now || (await rest()); goesOn; goesOn = await rest()) {
    try {
      await task();
      failures?.end();
    } catch (err) {
      if (!stop.aborted) failures?.add(err);
    }
  }
}
