import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { POLL_MS, RETRY_MS, type Shared } from './shared.ts';

/** Outbox rows opened in one transaction: about 20 ms of work. */
export const OPEN_BATCH = 500;
/** Nudges that find nothing, because no subscription wants the changes, are answered more and more slowly, down to this pace. */
const LONGEST_GAP_MS = 100;

/**
 * Turns up to `most` of the oldest outbox rows into events and deliveries, and returns their number. Skips locked rows. Rejects if one of
 * them cannot be opened; if `most` is 1, sets it aside and returns -1.
 */
export async function openOutbox(pool: pg.Pool, most = OPEN_BATCH): Promise<number> {
  const { rows } = await pool.query<{ opened: number }>({
    name: 'open_outbox',
    text: 'SELECT open_outbox($1) AS opened',
    values: [most],
  });
  return rows[0]?.opened ?? 0;
}

/** Opens the outbox after each nudge, and at least every 200 ms, until the stop. */
export async function keepOpening({ pool, log, inFlight, stop, written, due }: Shared): Promise<void> {
  let most = OPEN_BATCH;
  let gap = 0;
  let reason = '';
  while (!stop.aborted) {
    const since = performance.now();
    let opened = 0;
    try {
      opened = await openOutbox(pool, most);
    } catch (err) {
      log.error({ err }, 'could not read changes from the outbox; trying again in 1 s');
      // A batch of huge records can exceed the statement timeout where each record alone does not. A row that cannot be opened is found.
      most = 1;
      reason = err instanceof Error ? err.message : String(err);
      await written.wait(RETRY_MS);
      continue;
    }
    // Even if nothing was opened: the nudge may be about a delivery that was queued again.
    due.ring();
    if (opened < 0) log.error({ reason }, 'a change could not become an event and was set aside');
    const full = Math.abs(opened) === most;
    most = Math.min(2 * most, OPEN_BATCH);
    if (full) continue;
    const nudged = await written.wait(POLL_MS);
    gap = opened > 0 || inFlight.size > 0 || !nudged ? 0 : Math.min(Math.max(2 * gap, 5), LONGEST_GAP_MS);
    const early = gap - (performance.now() - since);
    if (nudged && early > 0 && !stop.aborted) await delay(early);
  }
}
