import type pg from 'pg';
import type { Logger } from 'pino';
import { InvalidRequestError, UnavailableError } from '../../errors.ts';
import { every } from '../../runtime/every.ts';
import { endPool, type PoolSettings } from '../connections/pool.ts';
import type { Run } from '../connections/statements.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import { LOOK_MS, openLookout, openReplica, type Replica } from './replica.ts';
import { Positions } from './wal-positions.ts';

const POSITION = `
SELECT (lsn - CASE WHEN lsn % page <= 40 THEN lsn % page ELSE 0 END)::float8 AS position
FROM (SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS lsn, current_setting('wal_block_size')::int AS page) log`;
/** A replica that is further behind is not used. */
const MOST_LAG_MS = 5_000;

/**
 * Where the primary's log stands, in bytes. The inserted position, and not the flushed one: with synchronous_commit
 * off, a commit is answered before its flush. Just behind the header of a page it is that of the page: the last record
 * ended there, as a replica says.
 */
export async function positionOf(primary: pg.Pool): Promise<number | undefined> {
  const { rows } = await primary.query<{ position: number }>(POSITION);
  return rows[0]?.position;
}

export interface ReplicaSettings {
  urls: readonly string[];
  pool: PoolSettings;
  mostLagMs?: number;
}

export interface Replicas {
  /** Runs statements on a replica where that is allowed, and else with the given run, which uses the primary. */
  beside(run: Run): Run;
  /** From now on, the tenant reads nothing that is older than now. */
  wrote(tenant: Tenant): void;
  /** How many replicas reads may use now, and how many they skip. */
  states(): { usable: number; skipped: number };
  close(): Promise<void>;
}

/**
 * Opens the replicas of a primary. A tenant that may lag reads from one of them, always the same while it is usable, if
 * that has the tenant's writes of this process; otherwise from the primary. What a replica fails to answer the primary
 * answers.
 */
export function openReplicas(
  primary: pg.Pool,
  { urls, pool, mostLagMs = MOST_LAG_MS }: ReplicaSettings,
  log: Logger,
): Replicas {
  const positions = new Positions();
  const replicas = urls.map((url) => openReplica(url, pool, positions, mostLagMs, log));
  const lookout = openLookout(primary);
  const stop = new AbortController();
  const look = async (): Promise<void> => {
    const found = positions.begin(performance.now());
    // If the primary is lost, requests say so.
    const position = await positionOf(lookout).catch(() => undefined);
    if (position !== undefined) found(position);
  };
  void every(LOOK_MS, look, { stop: stop.signal });

  const choose = (tenant: Tenant): Replica | undefined => {
    const usable = replicas.filter((replica) => replica.usable);
    const chosen = usable[hashOf(tenant.key) % usable.length];
    return chosen !== undefined && chosen.look >= positions.neededBy(tenant) ? chosen : undefined;
  };

  return {
    beside:
      (run) =>
      <Result extends object>(...statement: Parameters<Run>) => {
        const [tenant, access] = statement;
        // Also after a failure, which may have been one of the connection after the commit.
        if (access !== 'read') return run<Result>(...statement).finally(() => positions.wrote(tenant));
        const replica = tenant.mayLag ? choose(tenant) : undefined;
        if (replica === undefined) return run<Result>(...statement);
        return replica.run<Result>(...statement).catch((error: unknown) => {
          if (isFinal(error) || tenant.work?.reason !== undefined) throw error;
          // Lost, or ended because the replica had to apply a change to the rows that it read.
          return run<Result>(...statement);
        });
      },
    wrote: (tenant) => positions.wrote(tenant),
    states() {
      const usable = replicas.filter((replica) => replica.usable).length;
      return { usable, skipped: replicas.length - usable };
    },
    async close() {
      stop.abort();
      await Promise.all([endPool(lookout), ...replicas.map((replica) => replica.close())]);
    },
  };
}

/** Whether the primary would have to say the same, or should not be asked as well. */
const isFinal = (error: unknown): boolean =>
  error instanceof InvalidRequestError ||
  (error instanceof UnavailableError && (error.code === 'TIMEOUT' || error.code === 'OVERLOADED'));

const hashOf = (text: string): number => {
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) >>> 0;
  return hash;
};
