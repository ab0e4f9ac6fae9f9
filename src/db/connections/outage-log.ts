import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../runtime/log.ts';

const PROBE_MS = 1_000;

/** Returns a function that takes failures. Logs a lost database once, and when it is back, the failures until then. */
export function createOutageLog(ping: () => Promise<boolean>, log?: Log): (cause: unknown) => void {
  let failed = 0;

  const untilBack = async (): Promise<void> => {
    const begin = performance.now();
    do await delay(PROBE_MS, undefined, { ref: false });
    while (!(await ping()));
    log?.info({ failed, seconds: Math.round((performance.now() - begin) / 1000) }, 'the database answers again');
    failed = 0;
  };

  return (cause) => {
    failed += 1;
    if (failed > 1) return;
    log?.error({ err: cause }, 'the database cannot be reached; requests are answered with UNAVAILABLE');
    void untilBack();
  };
}
