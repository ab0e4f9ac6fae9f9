import { Socket } from 'node:net';
import pg from 'pg';
import type { Logger } from 'pino';
import { withTimeLimit } from '../base/time-limit.ts';
import { parseExact } from '../exact-json.ts';
import { MIGRATIONS } from '../paths.ts';
import { decimalText } from '../records/values.ts';
import type { Host } from '../settings/database-url.ts';
import { ConnectionLimit, SharingPool } from './connection-limit.ts';
import { Epochs } from './epochs.ts';
import { Hosts } from './hosts.ts';
import { connect, migrate } from './migrate.ts';
import { checkServer, configure, refuseTransactionPooler, type SessionSettings, sessionIn } from './session.ts';

const { builtins } = pg.types;
const [TEXT_LIST, NUMERIC_LIST] = [1009, 1231];
const IDLE_MS = 10_000;
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
// A number that a double keeps, and the text of any other.
types.setTypeParser(builtins.INT8, (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text));
types.setTypeParser(builtins.JSONB, parseExact);
types.setTypeParser(builtins.NUMERIC, (text) => decimalText(text) ?? text);
// The driver would read numeric[] as doubles.
types.setTypeParser(NUMERIC_LIST, pg.types.getTypeParser(TEXT_LIST));

export interface PoolSettings {
  size: number;
  schema?: string | undefined;
  hosts?: readonly Host[] | undefined;
  setting?: string | undefined;
  statementSeconds?: number;
  lockSeconds?: number;
  /** How many subscriptions a company may have. The database enforces it where a session says it. */
  mostSubscriptions?: number;
}

interface Shared {
  readonly session: SessionSettings;
  readonly slots: ConnectionLimit;
  readonly epochs: Epochs;
  readonly hosts: Hosts | undefined;
  /** What a pooler in transaction mode does, if the connections lead through one. Then they have no sessions. */
  readonly pooler?: { keepsNames: boolean } | undefined;
}

export type Pool = pg.Pool & Shared;

/** Opens a pool whose new connections have the settings of the session. `lost` is called for each that is dropped. */
function openSessions(options: pg.PoolConfig, shared: Shared, lost: (reason: string) => void, makesRoom = true): Pool {
  const { session, slots, epochs, hosts, pooler } = shared;
  const onConnect = async (client: pg.ClientBase): Promise<void> => {
    if (pooler !== undefined) return;
    const { isReadOnly } = await configure(client, session);
    if (isReadOnly && hosts !== undefined) {
      hosts.forget();
      throw new Error('The host accepts no writes any more.');
    }
    await epochs.enter(client);
  };
  const config = { ...options, ...(hosts && { Client: hosts.Client }), onConnect };
  const pool = Object.assign(new SharingPool(config, slots, makesRoom), shared);
  endSilent(pool);
  // Without a listener, the loss of a connection ends the process. The statement that it ran fails by itself.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (error) => {
    if (!pool.ending) lost(error.message);
  });
  return pool;
}

/** Migrates the database and opens a pool to it. Throws StartupError if it cannot be reached, used or migrated. */
export async function openDatabase(
  url: string,
  settings: PoolSettings & { needsRights?: boolean },
  log?: Logger,
): Promise<Pool> {
  const pool = openPool(url, settings, (reason) => log?.debug({ reason }, 'lost an idle database connection'), log);
  const check = async (client: pg.Client): Promise<void> => {
    const { needed, connections } = await checkServer(client, log);
    Object.assign(pool.session, needed);
    pool.slots.allow(connections);
    await refuseTransactionPooler(client, () => connect(url, settings));
  };
  try {
    const applied = await migrate(url, MIGRATIONS, { ...settings, check, log });
    if (applied.length > 0) log?.info({ applied }, 'migrations applied');
    await pool.epochs.watch(pool);
    return pool;
  } catch (error) {
    await endPool(pool);
    throw error;
  }
}

/** Opens the pool for requests, in UTC as Prisma's adapter needs. `lost` is called for each dropped idle connection. */
export function openPool(
  url: string,
  { size, schema, hosts, statementSeconds = 10, lockSeconds = 2, mostSubscriptions }: PoolSettings,
  lost: (reason: string) => void = () => {},
  log?: Logger,
  { epochs = new Epochs(log), pooler }: Partial<Pick<Shared, 'epochs' | 'pooler'>> = {},
): Pool {
  const options: pg.PoolConfig = {
    connectionString: url,
    max: size,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: 5_000,
    application_name: 'field-operations-gateway',
    types,
  };
  const session = {
    ...sessionIn(schema),
    statement_timeout: `${statementSeconds * 1000}`,
    lock_timeout: `${lockSeconds}s`,
    ...(mostSubscriptions !== undefined && { 'field_operations.most_subscriptions': `${mostSubscriptions}` }),
  };
  const shared = { slots: new ConnectionLimit(log), epochs, hosts: hosts && new Hosts(url, hosts), pooler };
  return openSessions(options, { session, ...shared }, lost);
}

/**
 * Closes connections whose statement got no byte for its timeout and a second more: a server that has stopped cannot
 * end it. The driver's `query_timeout` would start a timer for each statement.
 */
function endSilent(pool: Pool): void {
  const timeout = Number(pool.session.statement_timeout);
  if (timeout === 0 || pool.options.query_timeout !== undefined) return;
  const ms = timeout + 1_000;
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

/** Opens another pool to the same database. Without `makesRoom`, it fails while there is no connection left. */
export function openBeside(
  pool: Pool,
  options: pg.PoolConfig,
  settings: SessionSettings = {},
  lost: (reason: string) => void = () => {},
  { makesRoom = true } = {},
): Pool {
  const { slots, epochs, hosts, pooler } = pool;
  const session = { ...pool.session, ...settings };
  return openSessions({ ...pool.options, ...options }, { session, slots, epochs, hosts, pooler }, lost, makesRoom);
}

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
  withTimeLimit(
    POOL_END_MS,
    work.then(() => pool.end()),
  );
