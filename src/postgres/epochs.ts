import type pg from 'pg';
import type { Log } from '../base/log.ts';
import { FIRST_ANSWER_MS } from './session.ts';

const LOOK = 'SELECT epoch_name() AS epoch';

/** Notices that the database may have gone back. A restart ends all connections, so each new one looks. */
export class Epochs {
  /** How many have begun since this process has started. */
  count = 0;
  readonly #log: Log | undefined;
  #current: string | undefined;

  constructor(log?: Log) {
    this.#log = log;
  }

  async enter(client: pg.ClientBase): Promise<void> {
    if (this.#current !== undefined) await this.watch(client);
  }

  async watch(db: pg.Pool | pg.ClientBase): Promise<void> {
    // The driver's types have the limit for a connection alone.
    const query = { text: LOOK, query_timeout: FIRST_ANSWER_MS };
    const [{ epoch } = { epoch: '' }] = (await db.query<{ epoch: string }>(query)).rows;
    if (epoch === this.#current) return;
    const isFirst = this.#current === undefined;
    this.#current = epoch;
    if (isFirst) return;
    this.count++;
    this.#log?.warn(
      { epoch },
      'a restarted, restored or promoted server serves the database: it may lack the last changes',
    );
  }
}
