import type pg from 'pg';
import { toFailure } from '../db/connections/sqlstate.ts';
import { UnavailableError } from '../errors.ts';
import { mustYield, yieldTurn } from '../runtime/event-loop.ts';
import { MOST_PAIRED } from './contains.ts';
import { type Reading, readChanges } from './live-change.ts';
import { matches } from './matching.ts';
import type { Stream } from './stream.ts';
import { changeOf, idsOf, type Watch } from './watch.ts';

/** How many missed changes one statement reads, and how long a resume may go on reading. */
const BATCH = 20;
const PATIENCE_MS = 5_000;
/** What a stream's filters may cost, for all that it has missed: some 2 ms. */
const BUDGET = MOST_PAIRED / 10;

/**
 * Starts a stream behind the position `since`, with what it has missed up to the position that all streams have
 * reached. Returns false, and does not start it, if a change is missing, if it would have to wait for too many, or if
 * reading them takes too long.
 */
export async function resume(
  pool: pg.Pool,
  stream: Stream,
  watches: readonly Watch[],
  since: number,
  reached: () => number,
): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS;
  const byId = new Map(watches.map((watch) => [watch.id, watch]));
  const budget = { left: BUDGET };
  for (let after = since; performance.now() < deadline; ) {
    const upTo = Math.max(after, reached());
    const reading = await readMissed(pool, watches, after, upTo);
    if (reading === undefined || reading.since > after || after > reading.drawn) return false;
    for (const change of reading.changes) {
      const watch = byId.get(change.watchId);
      if (watch === undefined) continue;
      if (mustYield()) await yieldTurn();
      const missed = changeOf(change, watch);
      const matching = matches(missed, stream.wishes, budget);
      if (matching !== undefined && !stream.miss({ ...missed, matches: matching })) return false;
    }
    const isFull = reading.changes.length === BATCH;
    after = isFull ? (reading.changes.at(-1)?.position ?? upTo) : upTo;
    // Nothing is awaited between this look and the start: what comes later is offered to the stream.
    if (after >= reached()) {
      stream.resume(since);
      return true;
    }
  }
  return false;
}

/** Undefined if it takes too long, as it would the next time. */
async function readMissed(
  pool: pg.Pool,
  watches: readonly Watch[],
  after: number,
  upTo: number,
): Promise<Reading | undefined> {
  try {
    return await readChanges(pool, idsOf(watches), { after, upTo, most: BATCH });
  } catch (error) {
    const failure = toFailure(error);
    if (failure instanceof UnavailableError && failure.code === 'TIMEOUT') return undefined;
    throw failure;
  }
}
