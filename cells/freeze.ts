import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { isOfClass } from '../src/postgres/sqlstate.ts';
import { recordTables } from './companies.ts';

/** How long a statement waits for a lock on a table: the writers that come after it wait behind it. */
const LOCK_WITHIN = '200ms';
const RETRY_MS = 100;
const LOCKED = ['55P03', '40P01'];

interface Guarded {
  company: string;
  keyPrefix: string;
}

/** Beside the records: what the owners of a company write to. */
const OTHERS: [table: string, events: string, condition?: string][] = [
  ['webhook_subscription', 'INSERT OR UPDATE OR DELETE'],
  ['webhook_replay', 'INSERT OR UPDATE OR DELETE'],
  ['api_key', 'INSERT OR UPDATE OR DELETE'],
  // Deliveries that are queued again. New ones come from changes before the freeze.
  ['webhook_delivery_pending', 'INSERT', 'NEW.attempts > 0'],
];

/** Before the triggers of records, which would write for nothing. */
const named = (keyPrefix: string): string => `a_move_${keyPrefix}`;

async function guarded(db: pg.Pool): Promise<typeof OTHERS> {
  const records = (await recordTables(db)).map((table): (typeof OTHERS)[0] => [table, 'INSERT OR UPDATE OR DELETE']);
  return [...records, ...OTHERS];
}

/** Runs a statement that locks a table, again until no other writer holds it up. */
async function whenUnlocked(db: pg.Pool, text: string, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    try {
      await db.query(`SET LOCAL lock_timeout = '${LOCK_WITHIN}'; ${text}`);
      return;
    } catch (error) {
      if (!isOfClass(error, LOCKED)) throw error;
    }
    await delay(RETRY_MS);
  }
}

/** Makes the writes of a company take the lock of `freeze`. It waits for the transactions that write to the tables. */
export async function guard(db: pg.Pool, { company, keyPrefix }: Guarded, signal: AbortSignal): Promise<void> {
  for (const [table, events, condition = 'true'] of await guarded(db))
    await whenUnlocked(
      db,
      `CREATE OR REPLACE TRIGGER ${named(keyPrefix)} BEFORE ${events} ON ${table} FOR EACH ROW WHEN (${condition})
       EXECUTE FUNCTION guard_moving_company(${pg.escapeLiteral(company)})`,
      signal,
    );
}

export async function unguard(db: pg.Pool, { keyPrefix }: Guarded): Promise<void> {
  for (const [table] of await guarded(db))
    await whenUnlocked(db, `DROP TRIGGER IF EXISTS ${named(keyPrefix)} ON ${table}`);
}

/** Refuses the writes of a guarded company until the connection ends, and waits for those under way. */
export async function freeze(client: pg.ClientBase, company: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    try {
      await client.query('BEGIN');
      await client.query("SET LOCAL lock_timeout = '2s'");
      await client.query("SELECT pg_advisory_lock('cell_company'::regclass::oid::integer, hashtext($1))", [company]);
      await client.query('COMMIT');
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      if (!isOfClass(error, LOCKED)) throw error;
    }
    await delay(RETRY_MS);
  }
}
