import type pg from 'pg';
import type { Logger } from 'pino';
import { every } from '../../runtime/every.ts';
import { openControl } from '../connections/health.ts';
import { endPool, openBeside, openPool, type PoolSettings } from '../connections/pool.ts';
import { createRun, type Run } from '../connections/statements.ts';
import { Admission } from '../tenancy/fair-shares.ts';
import type { Positions } from './wal-positions.ts';

export const LOOK_MS = 100;
const ANSWER_WITHIN_MS = 2_000;

const POSITION = `
SELECT pg_is_in_recovery() AS replica, pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 AS position`;

export interface Replica {
  run: Run;
  /** The newest look at the primary that it has reached. */
  look: number;
  /** Whether reads may go there. */
  usable: boolean;
  close(): Promise<void>;
}

/** Opens a connection for looking, apart from those whose statements queue. It gives up after 2 s. */
export const openLookout = (pool: pg.Pool): pg.Pool =>
  openBeside(pool, { max: 1, query_timeout: ANSWER_WITHIN_MS, connectionTimeoutMillis: ANSWER_WITHIN_MS });

/**
 * Opens a replica and watches its position. It is not usable while it does not answer, is no replica, or is more than
 * `mostLagMs` behind; each change is one line in the log.
 */
export function openReplica(
  url: string,
  settings: PoolSettings,
  positions: Positions,
  mostLagMs: number,
  log: Logger,
): Replica {
  const { host } = new URL(url);
  const pool = openPool(url, settings);
  const lookout = openLookout(pool);
  const admission = new Admission(settings.size);
  const stop = new AbortController();
  const replica: Replica = {
    run: createRun({ pool, admission, cancel: openControl(pool).cancel, lost: () => {} }),
    look: 0,
    usable: false,
    async close() {
      stop.abort();
      await Promise.all([endPool(pool), endPool(lookout)]);
    },
  };
  let skipped: string | undefined;

  /** Reads the position. Returns why the replica is not usable. */
  const look = async (): Promise<string | undefined> => {
    const { rows } = await lookout.query<{ replica: boolean; position: number | null }>(POSITION);
    const [found] = rows;
    if (!found?.replica || found.position === null) return 'it is not a replica';
    const { look, behindSince } = positions.reachedBy(found.position);
    replica.look = look;
    const isBehind = behindSince !== undefined && performance.now() - behindSince > mostLagMs;
    return isBehind ? `it is more than ${mostLagMs / 1000} s behind` : undefined;
  };

  const watch = async (): Promise<void> => {
    const reason = await look().catch((error: Error) => error.message || 'it does not answer');
    if (stop.signal.aborted) return;
    replica.usable = reason === undefined;
    if (reason !== undefined && skipped === undefined) log.warn({ host, reason }, 'reads skip a replica');
    if (reason === undefined && skipped !== undefined) log.info({ host }, 'reads use the replica again');
    skipped = reason;
  };
  void every(LOOK_MS, watch, { stop: stop.signal });
  return replica;
}
