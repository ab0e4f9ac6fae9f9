import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { reasonOf } from '../base/errors.ts';
import { failureLog } from '../base/every.ts';
import type { Log } from '../base/log.ts';
import type { Wakeup } from '../base/wakeup.ts';
import { isOfClass, stateOf } from '../postgres/sqlstate.ts';

/** How often a loop looks for work when nobody signals it. */
export const POLL_MS = 200;
export const RETRY_MS = 1_000;

/** Outbox rows opened in one transaction: about 20 ms of work. */
export const OPEN_BATCH = 500;
/** The slowest pace of answering nudges that find nothing because no subscription wants the changes. */
const LONGEST_GAP_MS = 100;

/** What an opening did, and which ids can still appear. Ids of transactions and rows are exact up to 2^53. */
export interface Opening {
  /** The number of rows; -1 if the one row could not be opened and was set aside. */
  opened: number;
  isFull: boolean;
  /** The id up to which all rows were opened. */
  last: number | null;
  /** The subscriptions with new deliveries, and since when these are due. */
  queuedFor: string[] | null;
  queuedAt: string;
  oldest: number;
  drawn: number;
  /** The transaction that opened rows. Its id was assigned after `drawn`. */
  own: number | null;
  epoch: string;
}

export const OPENING = `opened, is_full AS "isFull", last_id::float8 AS last, queued_for AS "queuedFor",
  oldest_xid AS oldest, drawn::float8 AS drawn, own_xid AS own, epoch, date_trunc('milliseconds', now()) AS "queuedAt"`;

/** How often the outbox is read from its beginning: a row that was set aside may have been given back. */
const FROM_BEGINNING_MS = 60_000;

/**
 * The id below which no row waits or will appear. Openings start there, and so skip dead rows that an old snapshot
 * keeps.
 * A writer draws an id and commits later. Once the transactions that were open when it was drawn have ended, it is
 * visible or never will be. Unlike a mark of `Horizon`, which counts at once, such a boundary counts for what a later
 * opening has read, and there is only one.
 */
export class LowWater {
  #mark = 0;
  /** Ids up to `id` belong to transactions before `xid`. */
  #boundary = { id: 0, xid: 0 };
  #settled = 0;
  #since = performance.now();
  epoch: string | undefined;

  get mark(): number {
    if (performance.now() - this.#since > FROM_BEGINNING_MS) {
      this.#since = performance.now();
      this.#mark = 0;
    }
    return this.#mark;
  }

  rise({ opened, isFull, last, oldest, drawn, own, epoch }: Opening): void {
    // Ids of rows and transactions of another epoch say nothing of this one.
    if (epoch !== this.epoch) {
      this.#mark = this.#settled = 0;
      this.#boundary = { id: 0, xid: 0 };
      this.epoch = epoch;
      return;
    }
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
    text: `SELECT ${OPENING} FROM open_outbox($1, $2, $3)`,
    values: [most, lowWater.mark, lowWater.epoch],
  });
  const [opening] = rows;
  if (opening === undefined) throw new Error('open_outbox returned no row');
  lowWater.rise(opening);
  return opening;
}

const SET_ASIDE = 'a change could not become an event and was set aside';

/** Classes of SQLSTATE for which open_outbox() sets a row aside: data, constraints, names and types, limits. */
const OF_ROW = ['22', '23', '42', '54'];
const TIMEOUT = '57014';

/** Opens the outbox until it is empty. A row that cannot be opened is set aside. */
export async function openAll(pool: pg.Pool): Promise<void> {
  for (let most = OPEN_BATCH, isFull = true; isFull; ) {
    try {
      ({ isFull } = await openOutbox(pool, most));
      most = Math.min(2 * most, OPEN_BATCH);
    } catch (error) {
      if (most === 1 || !isOfClass(error, OF_ROW)) throw error;
      most = 1;
    }
  }
}

async function oldestRow(pool: pg.Pool): Promise<number | undefined> {
  const text = 'SELECT id::float8 AS id FROM webhook_outbox WHERE error IS NULL ORDER BY id LIMIT 1';
  return (await pool.query<{ id: number }>(text)).rows[0]?.id;
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
  written: Wakeup;
  /** Called after each opening, also of an empty outbox. */
  onOpened?: (opening: Opening) => void;
  /** Whether webhooks are being sent: then a nudge is never delayed. */
  isBusy?: () => boolean;
}

/** Opens the outbox batch by batch, and sets a row aside that cannot be opened. */
function createOpener({ pool, log, onOpened }: OpeningLoop) {
  const lowWater = new LowWater();
  const failures = failureLog(log, 'could not read changes from the outbox; trying again in 1 s');
  let most = OPEN_BATCH;
  let reason = '';
  /** The oldest row when a single one last exceeded the statement timeout. */
  let suspect: number | undefined;

  /** Opens one batch. Returns what it did, or whether to go on after a failure at once or later. */
  async function openOnce(): Promise<Opening | 'again' | 'later'> {
    let opening: Opening;
    try {
      opening = await openOutbox(pool, most, lowWater);
    } catch (error) {
      return narrow(error);
    }
    suspect = undefined;
    failures.end();
    onOpened?.(opening);
    if (opening.opened < 0) log.error({ reason }, SET_ASIDE);
    most = Math.min(2 * most, OPEN_BATCH);
    return opening;
  }

  /** One at a time after a failure: so the row that fails is found, and large records do not share a timeout. */
  async function narrow(error: unknown): Promise<'again' | 'later'> {
    reason = reasonOf(error);
    const wasAlone = most === 1;
    most = 1;
    if (!wasAlone && isOfClass(error, OF_ROW)) return 'again';
    if (wasAlone && (await isSetAsideAfter(error))) return 'again';
    failures.add(error);
    return 'later';
  }

  /** A function cannot catch its own timeout, and one may be a slow moment: the second in a row is the row's fault. */
  async function isSetAsideAfter(error: unknown): Promise<boolean> {
    const isTimeout = stateOf(error) === TIMEOUT;
    const oldest = isTimeout ? await oldestRow(pool).catch(() => undefined) : undefined;
    const isGuilty = oldest !== undefined && oldest === suspect;
    suspect = oldest;
    if (!isGuilty || !(await setAside(pool, oldest, reason).catch(() => false))) return false;
    log.error({ reason }, SET_ASIDE);
    return true;
  }

  return openOnce;
}

/** Opens the outbox after each nudge, and at least every 200 ms, until the stop. */
export async function keepOpening(loop: OpeningLoop): Promise<void> {
  const { stop, written, isBusy } = loop;
  const openOnce = createOpener(loop);
  let gap = 0;
  while (!stop.aborted) {
    const since = performance.now();
    const opening = await openOnce();
    if (opening === 'later') await written.wait(RETRY_MS);
    if (opening === 'again' || opening === 'later' || opening.isFull) continue;
    const nudged = await written.wait(POLL_MS);
    gap = opening.opened > 0 || isBusy?.() || !nudged ? 0 : Math.min(Math.max(2 * gap, 5), LONGEST_GAP_MS);
    const early = gap - (performance.now() - since);
    if (nudged && early > 0 && !stop.aborted) await delay(early);
  }
}
