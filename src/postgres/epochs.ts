import type pg from 'pg';
import type { Log } from '../base/log.ts';

const BEGIN = 'SELECT begin_epoch() AS epoch';
/** A server that stops right after it has let the client in must not hold it. */
const TIMEOUT_MS = 5_000;

/**
 * Notices that another server, or a restarted one, serves the database: it may have gone back to an earlier state. That
 * ends all connections, so each new one looks, and requests need no statement. See prisma/sql/epochs.sql.
 */
export class Epochs {
  /** How many have begun since this process has started. */
  count = 0;
  readonly #log: Log | undefined;
  #current: string | undefined;

  constructor(log?: Log) {
    this.#log = log;
  }

  /** Begins to look: the database is migrated. */
  async watch(pool: pg.Pool): Promise<void> {
    const client = await pool.connect();
    try {
      await this.#look(client);
    } finally {
      client.release();
    }
  }

  /** Looks through a new connection. Sequences have risen before a statement of this process draws from them. */
  async enter(client: pg.ClientBase): Promise<void> {
    if (this.#current !== undefined) await this.#look(client);
  }

  async #look(client: pg.ClientBase): Promise<void> {
    // The driver's types have the limit for a connection alone.
    const query = { text: BEGIN, query_timeout: TIMEOUT_MS };
    const [found] = (await client.query<{ epoch: string | null }>(query)).rows;
    if (!found?.epoch || found.epoch === this.#current) return;
    const isFirst = this.#current === undefined;
    this.#current = found.epoch;
    if (isFirst) return;
    this.count++;
    this.#log?.warn(
      { epoch: found.epoch },
      'a restarted, restored or promoted server serves the database: it may lack the last changes',
    );
  }
}
