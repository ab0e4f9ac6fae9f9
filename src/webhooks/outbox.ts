import type pg from 'pg';

/** Changes opened in one transaction: about 20 ms of work. */
export const OPEN_BATCH = 500;

/**
 * Makes events and deliveries of the oldest changes in the outbox, at most so many, and returns how many it took. Any number of processes
 * may do so at once: each change is opened by one of them, and what another has in hand is passed over, or waited for by whoever is
 * `patient`.
 */
export async function openOutbox(pool: pg.Pool, { most = OPEN_BATCH, patient = false } = {}): Promise<number> {
  const { rows } = await pool.query<{ opened: number }>({
    name: 'open_outbox',
    text: 'SELECT open_outbox($1, $2) AS opened',
    values: [most, patient],
  });
  return rows[0]?.opened ?? 0;
}

const CATCH_UP_BATCHES = 20;

/** Opens all that was committed before the call, up to 10,000 changes. What cannot be opened now is left to a loop, which logs why. */
export async function catchUp(pool: pg.Pool): Promise<void> {
  try {
    for (let batch = 0; batch < CATCH_UP_BATCHES; batch++)
      if ((await openOutbox(pool, { patient: true })) < OPEN_BATCH) return;
  } catch {}
}
