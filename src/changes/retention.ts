import type pg from 'pg';

/** How many rows one statement removes. */
export const BATCH = 10_000;

/** Skips those that a creation removes at the same moment. An hour more, for readers whose clocks differ. */
const FORGET_DELETIONS = `
DELETE FROM record_deletion WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM record_deletion WHERE deleted_at < now() - $1 * interval '1 day' - interval '1 hour'
  LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`;

export async function forgetDeletions(pool: pg.Pool, keepDays: number, stop: AbortSignal): Promise<void> {
  await removeAll(pool, stop, FORGET_DELETIONS, [keepDays], BATCH);
}

/**
 * Runs a statement that removes up to `batch` rows until it removes fewer: while it runs, more may come due. Returns
 * how much it has removed.
 */
export async function removeAll(
  pool: pg.Pool,
  stop: AbortSignal,
  text: string,
  values: unknown[],
  batch: number,
): Promise<number> {
  let all = 0;
  for (let removed = batch; removed >= batch && !stop.aborted; all += removed)
    removed = (await pool.query(text, values)).rowCount ?? 0;
  return all;
}
