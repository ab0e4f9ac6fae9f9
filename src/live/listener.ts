import type pg from 'pg';
import type { Log } from '../base/log.ts';
import type { Wakeup } from '../base/wakeup.ts';

/** How often to read without a notice, and when to try again after an error of the database. */
const POLL_MS = 1_000;
const RETRY_MS = 1_000;

interface Follower {
  isNeeded(): boolean;
  /** Called on each new connection, and then every `renewMs`, before anything is read. */
  renew(client: pg.ClientBase): Promise<void>;
  /** Reads once. Returns whether there may be more. */
  read(client: pg.ClientBase): Promise<boolean>;
  renewMs: number;
}

/** Follows the changes on a connection of its own, and through outages, which it logs once. */
export async function follow(pool: pg.Pool, log: Log, noticed: Wakeup, follower: Follower): Promise<void> {
  let isLost = false;
  const connected = (): void => {
    if (isLost) log.info({}, 'live operations get changes again');
    isLost = false;
  };
  while (follower.isNeeded()) {
    try {
      await followOnce(pool, noticed, follower, connected);
    } catch (err) {
      if (!isLost) log.error({ err }, 'live operations get no changes; trying again every second');
      isLost = true;
      await noticed.wait(RETRY_MS);
    }
  }
}

async function followOnce(pool: pg.Pool, noticed: Wakeup, follower: Follower, connected: () => void): Promise<void> {
  const client = await pool.connect();
  try {
    client.on('notification', () => noticed.signal());
    await client.query('LISTEN live_change');
    let renewAt = Number.NEGATIVE_INFINITY;
    while (follower.isNeeded()) {
      if (performance.now() >= renewAt) {
        renewAt = performance.now() + follower.renewMs;
        await follower.renew(client);
        connected();
      }
      if (!(await follower.read(client))) await noticed.wait(Math.min(POLL_MS, follower.renewMs));
    }
  } finally {
    client.release(true);
  }
}
