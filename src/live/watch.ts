import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { BATCH } from '../changes/retention.ts';
import type { Stored } from './changes-in-order.ts';
import type { Change } from './live-change.ts';
import type { Stream } from './stream.ts';

/** A resource of a company that some stream of this process watches. */
export interface Watch {
  company: string;
  resource: string;
  id?: string;
  /** Its changes can be read from this position on. */
  at: number;
  /** Whether the transactions that began before it, whose changes it misses, have ended. */
  isSettled: boolean;
  readonly streams: Set<Stream>;
  begun?: Promise<void> | undefined;
}

export const idsOf = (watches: readonly Watch[]): string[] => watches.flatMap(({ id }) => id ?? []);
export const changeOf = (change: Stored, { resource }: Watch): Change => ({ kind: 'change', resource, ...change });

type Database = Pick<pg.ClientBase, 'query'>;

/** A new watch waits for the transactions that are under way. */
const POLL_MS = 10;
const TIMEOUT_MS = 500;

async function begin(db: Database, watch: Watch, leaseMs: number): Promise<void> {
  const { rows } = await db.query<{ id: string; at: number }>({
    name: 'live_watch',
    text: "SELECT id, at FROM watch_changes($1, $2, $3 * interval '1 ms')",
    values: [watch.company, watch.resource, leaseMs],
  });
  const [found] = rows;
  if (found === undefined) throw new Error('watch_changes returned no row');
  watch.id = found.id;
  watch.at = found.at;
  watch.isSettled = false;
}

async function untilSettled(db: Database, watch: Watch): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  await settleWatches(db, [watch]);
  while (!watch.isSettled && performance.now() < deadline) {
    await delay(POLL_MS);
    await settleWatches(db, [watch]);
  }
}

/** Returns the watches that from now on miss no change: see prisma/sql/live.sql. */
export async function settleWatches(db: Database, watches: readonly Watch[]): Promise<Watch[]> {
  const open = watches.filter(({ isSettled }) => !isSettled);
  if (open.length === 0) return [];
  const { rows } = await db.query<{ id: string; at: number }>({
    name: 'live_settle',
    text: 'SELECT id, at FROM settle_watches($1)',
    values: [idsOf(open)],
  });
  const settled = new Map(rows.map(({ id, at }) => [id, at]));
  return open.filter((watch) => {
    const at = settled.get(watch.id ?? '');
    if (at === undefined || watch.isSettled) return false;
    watch.isSettled = true;
    watch.at = Math.max(watch.at, at);
    return true;
  });
}

const RENEW = `
UPDATE live_lease SET until = greatest(until, clock_timestamp() + $2 * interval '1 ms') WHERE watch_id = ANY ($1)
RETURNING watch_id AS id, since`;

/** Renews the leases. Returns the watches that have ended or lack changes after the position `after`. */
export async function renewLeases(
  db: Database,
  watches: readonly Watch[],
  leaseMs: number,
  after: number,
): Promise<Watch[]> {
  const ids = watches.map(({ id }) => id);
  const { rows } = await db.query<{ id: string; since: number }>({
    name: 'live_renew',
    text: RENEW,
    values: [ids, leaseMs],
  });
  const since = new Map(rows.map(({ id, since }) => [id, since]));
  return watches.filter(
    // The position of a new watch may not be reached yet.
    ({ id, at }) => id === undefined || (since.get(id) ?? Number.POSITIVE_INFINITY) > Math.max(after, at),
  );
}

/** Removes the changes that nobody can resume from any more, many at a time. */
export const FORGET = `
WITH gone AS (
  DELETE FROM live_change WHERE position IN (
    SELECT position FROM (
      SELECT position, recorded_at FROM live_change ORDER BY position LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    ) oldest WHERE recorded_at < now() - $1 * interval '1 ms'
  ) RETURNING position
), moved AS (
  UPDATE live_lease SET since = greatest(since, (SELECT max(position) FROM gone)) WHERE EXISTS (SELECT FROM gone)
)
SELECT FROM gone`;

/** The watches of this process, as long as a stream needs them. */
export class Watches {
  readonly #all = new Map<string, Watch>();
  readonly #leaseMs: number;
  begun = 0;

  constructor(leaseMs: number) {
    this.#leaseMs = leaseMs;
  }

  get active(): Watch[] {
    return [...this.#all.values()].filter(({ id }) => id !== undefined);
  }

  join(stream: Stream, company: string, resources: ReadonlySet<string>): Watch[] {
    return Array.from(resources, (resource) => {
      const key = JSON.stringify([company, resource]);
      const watch = this.#all.get(key) ?? { company, resource, at: 0, isSettled: false, streams: new Set() };
      this.#all.set(key, watch);
      watch.streams.add(stream);
      return watch;
    });
  }

  leave(stream: Stream): void {
    for (const [key, { streams }] of this.#all) {
      streams.delete(stream);
      if (streams.size === 0) this.#all.delete(key);
    }
  }

  /** Begins a watch once, and gives the transactions under way a moment to end. */
  begin(db: Database, watch: Watch): Promise<void> {
    const start = async (): Promise<void> => {
      await begin(db, watch, this.#leaseMs);
      this.begun += 1;
      await untilSettled(db, watch);
    };
    watch.begun ??= start().catch((error) => {
      watch.begun = undefined;
      throw error;
    });
    return watch.begun;
  }
}
