import { setTimeout as delay } from 'node:timers/promises';
import { UnavailableError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { isRefused } from './connection-limit.ts';
import { openBeside, type Pool } from './pool.ts';
import { isUnreachable, isWriteless } from './sqlstate.ts';

/** The limit of connecting, and of a statement: a database that does not answer is noticed within two seconds. */
const TIMEOUT_MS = 900;

export type Control = ReturnType<typeof openControl>;

/** Looks after the statements of a pool, on connections of its own that no request can hold. It opens them on use. */
export function openControl(pool: Pool) {
  const timeouts = { connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS };
  const options = { ...timeouts, max: 2, idleTimeoutMillis: 30_000, allowExitOnIdle: true };
  const own = openBeside(pool, options, {}, undefined, { makesRoom: false });
  const succeeds = (text: string, values?: unknown[]): Promise<boolean> =>
    own.query(text, values).then(
      () => true,
      // A server that has no connection left is up, and this process has some.
      (error: unknown) => isRefused(error) && pool.slots.total > 0,
    );
  let asked: Promise<boolean> | undefined;
  return {
    ping(): Promise<boolean> {
      asked ??= succeeds('SELECT 1').finally(() => {
        asked = undefined;
      });
      return asked;
    },
    /** Never rejects. Behind a pooler in transaction mode, only the time limit of statements ends one. */
    cancel: async (processId: number): Promise<void> => {
      if (pool.pooler === undefined) await succeeds('SELECT pg_cancel_backend($1)', [processId]);
    },
  };
}

const PROBE_MS = 1_000;
/** How often a database that accepts no writes is reported. A ping cannot know when it does. */
const WRITELESS_MS = 60_000;

/** Reports a lost database once, and when it is back, how much failed until then; one without writes each minute. */
export function openOutageLog(ping: () => Promise<boolean>, log?: Log) {
  let failed = 0;
  let reported = Number.NEGATIVE_INFINITY;

  const untilBack = async (): Promise<void> => {
    const begin = performance.now();
    do await delay(PROBE_MS, undefined, { ref: false });
    while (!(await ping()));
    log?.info({ failed, seconds: Math.round((performance.now() - begin) / 1000) }, 'the database answers again');
    failed = 0;
  };

  const writeless = (cause: unknown): void => {
    const now = performance.now();
    if (now - reported < WRITELESS_MS) return;
    reported = now;
    log?.error({ err: cause }, 'the database accepts no writes; they are answered with UNAVAILABLE');
  };

  const lost = (cause: unknown): void => {
    if (isWriteless(cause)) return void writeless(cause);
    failed += 1;
    if (failed > 1) return;
    log?.error({ err: cause }, 'the database cannot be reached; requests are answered with UNAVAILABLE');
    void untilBack();
  };

  /** A log for work that is tried again: its errors while the database does not answer count as failures of it. */
  const throughOutages = (given: Log): Log => ({
    info: (fields, message) => given.info(fields, message),
    warn: (fields, message) => given.warn(fields, message),
    error(fields, message) {
      const cause = 'err' in fields ? fields.err : undefined;
      // The statement has reported it, which makes such an error.
      if (cause instanceof UnavailableError && isUnreachable(cause.cause)) return;
      if (isWriteless(cause)) return writeless(cause);
      if (!isUnreachable(cause)) return given.error(fields, message);
      // Errors count as part of the outage until the log says that the database is back.
      if (failed > 0) return lost(cause);
      void ping().then((answers) => (answers && failed === 0 ? given.error(fields, message) : lost(cause)));
    },
  });
  return { lost, throughOutages };
}
