import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { MIGRATIONS } from '../../paths.ts';
import { migrate } from './migrate.ts';

const { builtins } = pg.types;
/** A stop ends several pools one after the other. */
const POOL_END_MS = 1_000;

/** Turns PostgreSQL's `2026-03-01 08:00:00.5+00` into RFC 3339 text, without a Date in between. */
function toRfc3339(text: string): string {
  const [, day, time, fraction = ''] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text) ?? [];
  return day === undefined ? text : `${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}

const types = new pg.TypeOverrides();
types.setTypeParser(builtins.DATE, String);
types.setTypeParser(builtins.TIMESTAMPTZ, toRfc3339);
types.setTypeParser(builtins.INT8, Number);

export interface PoolSettings {
  size: number;
  /** How long a statement may take, and how long it may wait for a lock. */
  statementSeconds?: number;
  lockSeconds?: number;
  /** How many subscriptions a company may have. The database enforces it where a session says it. */
  mostSubscriptions?: number;
}

/** Migrates the database and opens a pool to it. Throws StartupError if it cannot be reached or migrated. */
export async function openDatabase(url: string, settings: PoolSettings, log?: Logger): Promise<pg.Pool> {
  const migrating = migrate(url, MIGRATIONS);
  const pool = openPool(url, settings, (reason) => log?.warn({ reason }, 'lost an idle database connection'));
  const connectOnce = async (): Promise<void> => (await pool.connect()).release();
  try {
    // Its first connection opens meanwhile. If it cannot, the migration says why.
    const [applied] = await Promise.all([migrating, connectOnce().catch(() => {})]);
    if (applied.length > 0) log?.info({ applied }, 'migrations applied');
    return pool;
  } catch (error) {
    await endPool(pool);
    throw error;
  }
}

/** Opens the pool for requests, in UTC as Prisma's adapter needs. `lost` is called for each dropped idle connection. */
export function openPool(
  url: string,
  { size, statementSeconds = 10, lockSeconds = 2, mostSubscriptions }: PoolSettings,
  lost: (reason: string) => void = () => {},
): pg.Pool {
  const quota = mostSubscriptions === undefined ? '' : ` -c field_operations.most_subscriptions=${mostSubscriptions}`;
  // The driver takes options from the address in place of these.
  const address = new URL(url);
  const given = address.searchParams.get('options') ?? '';
  address.searchParams.delete('options');
  const pool = new pg.Pool({
    connectionString: given === '' ? url : address.href,
    max: size,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementSeconds * 1000,
    application_name: 'field-operations-gateway',
    options: `${given} -c timezone=UTC -c datestyle=ISO -c lock_timeout=${lockSeconds}s${quota}`,
    types,
  });
  endSilent(pool);
  return listening(pool, lost);
}

/**
 * Ends connections that receive nothing for longer than a statement may take, in the middle of one: a database that has
 * stopped does not time it out itself. The driver's `query_timeout`, where a pool has it, starts a timer for each
 * statement, which keeps the statement's objects alive for several collections.
 */
function endSilent(pool: pg.Pool): void {
  const { statement_timeout, query_timeout } = pool.options;
  if (!statement_timeout || query_timeout !== undefined) return;
  const ms = statement_timeout + 1_000;
  pool.on('connect', (client) => {
    const { stream } = client.connection;
    if (!(stream instanceof Socket)) return;
    // Each time, and not once as with a callback of setTimeout: an idle connection comes here too.
    stream.setTimeout(ms).on('timeout', () => {
      if (!isReady(client)) stream.destroy(new Error(`The database has sent nothing for ${ms / 1000} s.`));
    });
  });
}

/** Whether a connection has no statement under way, which the driver's types do not name. */
const isReady = (client: object): boolean => 'readyForQuery' in client && client.readyForQuery === true;

/** Opens another pool to the same database, with these options, and these PostgreSQL settings in its sessions. */
export function openBeside(
  pool: pg.Pool,
  options: pg.PoolConfig,
  settings: Record<string, string> = {},
  lost: (reason: string) => void = () => {},
): pg.Pool {
  const added = Object.entries(settings).map(([name, value]) => ` -c ${name}=${value}`);
  const beside = new pg.Pool({ ...pool.options, ...options, options: pool.options.options + added.join('') });
  endSilent(beside);
  return listening(beside, lost);
}

/** Does work in a transaction, which is rolled back if it rejects. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** Ends a pool after the work that uses it. Waits at most 1 s: a database that does not answer would delay the stop. */
export const endPool = (pool: pg.Pool, work: Promise<unknown> = Promise.resolve()): Promise<unknown> =>
  Promise.race([work.then(() => pool.end()), delay(POOL_END_MS, undefined, { ref: false })]);

/** Without a listener, the loss of a connection ends the process. The statement that it ran fails by itself. */
function listening(pool: pg.Pool, lost: (reason: string) => void): pg.Pool {
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool.on('error', (error) => {
    if (!pool.ending) lost(error.message);
  });
}
