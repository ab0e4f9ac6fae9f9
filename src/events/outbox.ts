import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { isOfClass, stateOf } from '../db/connections/sqlstate.ts';
import { reasonOf } from '../errors.ts';
import { Failures } from '../runtime/failures.ts';
import type { Log } from '../runtime/log.ts';
import type { Wakeup } from '../runtime/wakeup.ts';

/** How often a loop looks for work when nobody signals it. */
export const POLL_MS = 200;
/** How long a loop waits after an error of the database. */
export const RETRY_MS = 1_000;

/** Outbox rows opened in one transaction: about 20 ms of work. */
export const OPEN_BATCH = 500;
/** The slowest pace of answering nudges that find nothing because no subscription wants the changes. */
const LONGEST_GAP_MS = 100;

/** What an opening did, and which ids can still appear. Ids of transactions and rows are exact up to 2^53. */
export interface Opening {
  /** The number of rows; -1 if the one row could not be opened and was set aside. */
  opened: number;
  /** Whether there may be more rows. */
  isFull: boolean;
  /** The last id that was opened. */
  last: number | null;
  /** The subscriptions with new deliveries, and since when these are due. */
  queuedFor: string[] | null;
  queuedAt: string;
  /** The oldest transaction under way. */
  oldest: number;
  drawn: number;
  /** The transaction that opened rows. It began to write after the id was drawn. */
  own: number | null;
}

export const OPENING = `opened, is_full AS "isFull", last_id::float8 AS last, queued_for AS "queuedFor", oldest_xid AS oldest, drawn::float8 AS drawn, own_xid AS own, date_trunc('milliseconds', now()) AS "queuedAt"`;

/** How often the outbox is read from its beginning: a row that was set aside may have been given back. */
const FROM_BEGINNING_MS = 60_000;

/**
 * The id up to which the outbox is empty and stays so. An opening looks only beyond it: a snapshot that stays open for
 * long, such as a backup's, keeps opened rows in the table, and looking past them takes longer and longer.
 *
 * A writer draws an id within its transaction and commits later. An id that was drawn before some transaction began
 * belongs to an older transaction; once all older ones have ended, it is visible or will never be.
 */
export class LowWater {
  #mark = 0;
  /** Ids up to `id` belong to transactions before `xid`. */
  #boundary = { id: 0, xid: 0 };
  #settled = 0;
  #since = performance.now();

  get mark(): number {
    if (performance.now() - this.#since > FROM_BEGINNING_MS) {
      this.#since = performance.now();
      this.#mark = 0;
    }
    return this.#mark;
  }

  /** Learns from an opening. */
  rise({ opened, isFull, last, oldest, drawn, own }: Opening): void {
    if (oldest >= this.#boundary.xid) {
      this.#settled = this.#boundary.id;
      if (own !== null) this.#boundary = { id: drawn, xid: own };
    }
    const emptyUpTo = isFull ? Math.min(last ?? 0, this.#settled) : this.#settled;
    if (opened >= 0) this.#mark = Math.max(this.#mark, emptyUpTo);
  }
}

/** Opens up to `most` of the oldest outbox rows. Rejects if one cannot be opened; if `most` is 1, sets it aside. */
export async function openOutbox(pool: pg.Pool, most = OPEN_BATCH, lowWater = new LowWater()): Promise<Opening> {
  const { rows } = await pool.query<Opening>({
    name: 'open_outbox',
    text: `SELECT ${OPENING} FROM open_outbox($1, $2)`,
    values: [most, lowWater.mark],
  });
  const [opening] = rows;
  if (opening === undefined) throw new Error('open_outbox returned no row');
  lowWater.rise(opening);
  return opening;
}

const SET_ASIDE = 'a change could not become an event and was set aside';

/** Classes of SQLSTATE for which open_outbox() sets a row aside: data, constraints, names and types, limits. */
export const OF_ROW = ['22', '23', '42', '54'];
const TIMEOUT = '57014';

/** The oldest row that an opening would take. */
async function oldestRow(pool: pg.Pool, beyond: number): Promise<number | undefined> {
  const text = `SELECT id::float8 AS id FROM webhook_outbox WHERE id > $1 AND error IS NULL ORDER BY id LIMIT 1`;
  return (await pool.query<{ id: number }>(text, [beyond])).rows[0]?.id;
}

/** Sets a row aside. It waits for another process that tries to open the row, as long as it may wait for a lock. */
async function setAside(pool: pg.Pool, id: number, reason: string): Promise<boolean> {
  const text = 'UPDATE webhook_outbox SET error = $2 WHERE id = $1 AND error IS NULL';
  return (await pool.query(text, [id, reason])).rowCount === 1;
}

interface OpeningLoop {
  pool: pg.Pool;
  log: Log;
  stop: AbortSignal;
  /** Signalled when a change may be in the outbox. */
  written: Wakeup;
  /** Called after each opening, also of an empty outbox. */
  onOpened?: (opening: Opening) => void;
  /** Whether webhooks are being sent: then a nudge is never delayed. */
  isBusy?: () => boolean;
}

/** Opens the outbox after each nudge, and at least every 200 ms, until the stop. */
export async function keepOpening({ pool, log, stop, written, onOpened, isBusy }: OpeningLoop): Promise<void> {
  let most = OPEN_BATCH;
  let gap = 0;
  let reason = '';
  let suspect: number | undefined;
  const lowWater = new LowWater();
  const failures = new Failures(log, 'could not read changes from the outbox; trying again in 1 s');
  while (!stop.aborted) {
    const since = performance.now();
    let opening: Opening;
    try {
      opening = await openOutbox(pool, most, lowWater);
    } catch (err) {
      reason = reasonOf(err);
      const wasAlone = most === 1;
      const isAmongMany = !wasAlone && isOfClass(err, OF_ROW);
      // A batch of huge records can exceed the statement timeout where each record alone does not. A row that cannot be
      // opened is found.
      most = 1;
      if (isAmongMany) continue;
      // A function cannot catch its own timeout. Only the second one in a row is the row's fault: the database may have
      // a slow moment. A wait for a lock ends before, with another error.
      const oldest =
        wasAlone && stateOf(err) === TIMEOUT ? await oldestRow(pool, lowWater.mark).catch(() => undefined) : undefined;
      const isGuilty = oldest !== undefined && oldest === suspect;
      suspect = oldest;
      if (isGuilty && (await setAside(pool, oldest, reason).catch(() => false))) {
        log.error({ reason }, SET_ASIDE);
        continue;
      }
      failures.add(err);
      await written.wait(RETRY_MS);
      continue;
    }
    suspect = undefined;
    failures.end();
    const { opened, isFull } = opening;
    onOpened?.(opening);
    if (opened < 0) log.error({ reason }, SET_ASIDE);
    most = Math.min(2 * most, OPEN_BATCH);
    if (isFull) continue;
    const nudged = await written.wait(POLL_MS);
    gap = opened > 0 || isBusy?.() || !nudged ? 0 : Math.min(Math.max(2 * gap, 5), LONGEST_GAP_MS);
    const early = gap - (performance.now() - since);
    if (nudged && early > 0 && !stop.aborted) await delay(early);
  }
}
