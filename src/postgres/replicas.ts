import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Logger } from 'pino';
import { InvalidRequestError, UnavailableError } from '../base/errors.ts';
import { every } from '../base/every.ts';
import { Admission } from '../load/shares.ts';
import type { Tenant } from '../prisma/tenancy/tenant.ts';
import { openControl } from './outages.ts';
import { endPool, openBeside, openPool, type Pool, type PoolSettings } from './pool.ts';
import { stateOf } from './sqlstate.ts';
import { createRun, createSend, type RunStatement } from './statements.ts';
import { ReplicaFreshness } from './wal-positions.ts';

const MOST_TENANTS = 10_000;
const PROBE_MS = 50;
const ANSWER_WITHIN_MS = 2_000;
const MOST_LAG_MS = 5_000;

const INSERTED = `
SELECT coalesce(begin_epoch(), epoch_name()) AS epoch,
  (lsn - CASE WHEN lsn % page <= 40 THEN lsn % page ELSE 0 END)::float8 AS position
FROM (SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS lsn,
  current_setting('wal_block_size')::int AS page) log`;

/** The inserted position, and not the flushed one, which with synchronous_commit off comes after the answer. */
export async function positionOf(primary: pg.Pool): Promise<{ epoch: string; position: number } | undefined> {
  return (await primary.query<{ epoch: string; position: number }>(INSERTED)).rows[0];
}

export interface ReplicaSettings {
  urls: readonly string[];
  pool: PoolSettings;
  mostLagMs?: number;
}

export type Replicas = ReturnType<typeof openReplicas>;

/** A tenant that may lag reads from one replica, if that has what the tenant has seen, and else from the primary. */
export function openReplicas(primary: Pool, { urls, pool, mostLagMs = MOST_LAG_MS }: ReplicaSettings, log: Logger) {
  const positions = new ReplicaFreshness();
  const probe = openProbe(primary);
  const replicas = urls.map((url) => openReplica({ url, pool, mostLagMs }, positions, log));
  const stop = new AbortController();
  const probeOnce = async (): Promise<void> => {
    const at = performance.now();
    // If the primary is lost, requests say so.
    const sample = await positionOf(probe).catch(() => undefined);
    if (sample !== undefined) positions.add({ at, ...sample });
  };
  void every(PROBE_MS, probeOnce, { stop: stop.signal });

  const last = new LRUCache<string, object>({ max: MOST_TENANTS });
  const choose = (tenant: Tenant) => {
    const usable = replicas.filter((replica) => replica.usable);
    const chosen = usable[hashOf(tenant.key) % usable.length];
    const before = last.get(tenant.key);
    if (chosen !== undefined && chosen !== before) {
      last.set(tenant.key, chosen);
      // It may be further behind than what the tenant has read at the other one.
      if (before !== undefined) positions.wrote(tenant);
    }
    return chosen !== undefined && chosen.until >= positions.neededBy(tenant) ? chosen : undefined;
  };

  return {
    /** Runs statements on a replica where that is allowed, and else with the given run, which uses the primary. */
    beside:
      (run: RunStatement): RunStatement =>
      <Result extends object>(...statement: Parameters<RunStatement>) => {
        const [tenant, access] = statement;
        if (access !== 'read') return run<Result>(...statement);
        const replica = tenant.mayLag ? choose(tenant) : undefined;
        const atPrimary = () => run<Result>(...statement).finally(() => positions.read(tenant));
        if (replica === undefined) return atPrimary();
        return replica.run<Result>(...statement).catch((error: unknown) => {
          if (isFinal(error) || tenant.budget?.reason !== undefined) throw error;
          // Lost, or ended because the replica had to apply a change to the rows that it read.
          return atPrimary();
        });
      },
    wrote: (tenant: Tenant): void => positions.wrote(tenant),
    states() {
      const usable = replicas.filter((replica) => replica.usable).length;
      return { usable, skipped: replicas.length - usable };
    },
    async close() {
      stop.abort();
      await Promise.all([endPool(probe), ...replicas.map((replica) => replica.close())]);
    },
  };
}

/** Whether the primary would have to say the same, or should not be asked as well. */
const isFinal = (error: unknown): boolean =>
  error instanceof InvalidRequestError ||
  (error instanceof UnavailableError && (error.code === 'TIMEOUT' || error.code === 'OVERLOADED'));

const hashOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE();

/** A replica has the epoch of its primary as soon as it follows it, and one that lacks it is of what was lost. */
const REPLAYED = `
SELECT pg_is_in_recovery() AS replica, pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 AS position,
  (SELECT name FROM database_epoch ORDER BY number DESC LIMIT 1) AS epoch`;

const ELSEWHERE = 'it does not follow the primary, or not yet';
const UNKNOWN_TABLE = '42P01';

/** Opens a connection for probes, apart from those whose statements queue. It gives up after 2 s. */
const openProbe = (pool: Pool): Pool =>
  openBeside(pool, { max: 1, query_timeout: ANSWER_WITHIN_MS, connectionTimeoutMillis: ANSWER_WITHIN_MS });

type ReplicaSource = Required<Omit<ReplicaSettings, 'urls'>> & { url: string };

/** Opens a replica and watches its position; each change of its state is one line in the log. */
function openReplica({ url, pool: settings, mostLagMs }: ReplicaSource, positions: ReplicaFreshness, log: Logger) {
  const { host } = new URL(url);
  const pool = openPool(url, settings);
  const probe = openProbe(pool);
  const control = openControl(pool);
  const admission = new Admission(settings.size);
  const stop = new AbortController();
  const replica = {
    run: createRun({ pool, send: createSend(pool, control.cancel), admission, lost: () => {} }),
    until: 0,
    usable: false,
    async close() {
      stop.abort();
      await Promise.all([endPool(pool), endPool(probe)]);
    },
  };
  let skipped: string | undefined;

  const probeOnce = async (): Promise<string | undefined> => {
    const { rows } = await probe.query<{ replica: boolean; position: number | null; epoch: string | null }>(REPLAYED);
    const [found] = rows;
    if (!found?.replica || found.position === null) return 'it is not a replica';
    if (found.epoch !== positions.epoch) return ELSEWHERE;
    const { until, behindSince } = positions.reachedBy(found.position);
    replica.until = until;
    const isBehind = behindSince !== undefined && performance.now() - behindSince > mostLagMs;
    return isBehind ? `it is more than ${mostLagMs / 1000} s behind` : undefined;
  };

  const watch = async (): Promise<void> => {
    if (positions.epoch === undefined) return;
    const reason = await probeOnce().catch((error: Error) =>
      stateOf(error) === UNKNOWN_TABLE ? ELSEWHERE : error.message || 'it does not answer',
    );
    if (stop.signal.aborted) return;
    replica.usable = reason === undefined;
    if (reason !== undefined && skipped === undefined) log.warn({ host, reason }, 'reads skip a replica');
    if (reason === undefined && skipped !== undefined) log.info({ host }, 'reads use the replica again');
    skipped = reason;
  };
  void every(PROBE_MS, watch, { stop: stop.signal });
  return replica;
}
