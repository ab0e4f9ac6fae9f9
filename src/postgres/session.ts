import type pg from 'pg';
import type { Logger } from 'pino';
import { StartupError } from '../base/startup-error.ts';
import { withTimeLimit } from '../base/time-limit.ts';

export type SessionSettings = Record<string, string>;

/** What statements and parsers rely on. Poolers drop or refuse startup options, so each connection sets it. */
const RELIED_ON: SessionSettings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  client_encoding: 'UTF8',
  standard_conforming_strings: 'on',
  extra_float_digits: '1',
  default_transaction_isolation: 'read committed',
};

/** The settings of a session whose tables are in this schema. Extensions are often in `public`. */
export const sessionIn = (schema: string | undefined): SessionSettings => ({
  ...RELIED_ON,
  ...(schema !== undefined && { search_path: `"${schema}", public` }),
});

const CONFIGURE = `
SELECT pg_backend_pid() AS backend, current_setting('transaction_read_only')::boolean AS "isReadOnly",
  count(set_config(name, value, false))
FROM unnest($1::text[], $2::text[]) AS setting (name, value)`;

/** A server that stops right after it has let the client in must not hold it. */
export const FIRST_ANSWER_MS = 5_000;

const backends = new WeakMap<object, number>();

/** The server process of a configured connection. A pooler reports another one to the driver. */
export const backendOf = (client: object): number => backends.get(client) ?? 0;

/** Configures the session of a new connection, in one round trip. Returns whether the server accepts no writes. */
export async function configure(client: pg.ClientBase, settings: SessionSettings): Promise<{ isReadOnly: boolean }> {
  const values = [Object.keys(settings), Object.values(settings)];
  // The driver's types have the limit for a connection alone.
  const query = { text: CONFIGURE, values, query_timeout: FIRST_ANSWER_MS };
  const { rows } = await client.query<{ backend: number; isReadOnly: boolean }>(query);
  const [{ backend, isReadOnly } = { backend: 0, isReadOnly: false }] = rows;
  backends.set(client, backend);
  return { isReadOnly };
}

const OLDEST = 14;

const READ = `
SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_encoding') AS encoding,
  current_setting('session_replication_role') = 'replica' AS "hasNoTriggers", pg_is_in_recovery() AS "isStandby",
  current_setting('transaction_read_only')::boolean AS "isReadOnly",
  (SELECT least(nullif(rolconnlimit, -1), nullif(datconnlimit, -1),
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int)
    FROM pg_roles, pg_database WHERE rolname = session_user AND datname = current_database()) AS connections,
  current_setting('server_encoding') <> 'UTF8' OR lower('Ä') = 'ä' AS "knowsCase"`;

type Server = { encoding: string } & Record<'version' | 'connections', number> &
  Record<'hasNoTriggers' | 'isStandby' | 'isReadOnly' | 'knowsCase', boolean>;

/** Throws StartupError for a server that the gateway cannot run on. Returns what further connections need. */
export async function checkServer(
  client: pg.ClientBase,
  log?: Logger,
): Promise<{ needed: SessionSettings; connections: number }> {
  const [found] = (await client.query<Server>(READ)).rows;
  if (found === undefined) throw new Error('The database answered nothing.');
  if (found.version < OLDEST)
    throw new StartupError(`The server is PostgreSQL ${found.version}; the gateway needs ${OLDEST} or later.`);
  if (found.isStandby)
    throw new StartupError(
      'The server is a standby, which accepts no writes: set DATABASE_URL to the primary, and DATABASE_REPLICA_URLS to standbys.',
    );
  if (found.isReadOnly) log?.warn('the database is read-only: reads are answered, and writes get UNAVAILABLE');
  if (!['UTF8', 'SQL_ASCII'].includes(found.encoding))
    throw new StartupError(
      `The database has the encoding ${found.encoding}, which lacks most characters: create one with ENCODING 'UTF8' TEMPLATE template0.`,
    );
  if (found.encoding !== 'UTF8' || !found.knowsCase)
    log?.warn(
      { encoding: found.encoding },
      'search finds letters beyond ASCII only in the case in which they are stored: the database has LC_CTYPE C',
    );
  const { connections } = found;
  if (!found.hasNoTriggers) return { needed: {}, connections };
  await client.query('SET session_replication_role = origin').catch(() => {
    throw new StartupError(
      'The role or the database has session_replication_role = replica, which stops the triggers that record changes: RESET it.',
    );
  });
  return { needed: { session_replication_role: 'origin' }, connections };
}

const POOLER_MS = 1_000;
const ATTEMPTS = 5;
const MARK = `SELECT set_config('field_operations.connection', $1, false)`;
const IS_OWN = `SELECT current_setting('field_operations.connection', true) = $1 AND pg_backend_pid() = $2 AS "isOwn"`;
const IN_TRANSACTIONS =
  'DATABASE_URL leads through a pooler in transaction mode, which does not keep what a session has set: set DIRECT_DATABASE_URL to the address of the database itself, too.';

/** Throws StartupError behind a pooler in transaction mode. Without one, the server process is the known one. */
export async function refuseTransactionPooler(client: pg.ClientBase, open: () => Promise<pg.Client>): Promise<void> {
  if ('processID' in client && client.processID === backendOf(client)) return;
  const other = await open();
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const mark = `${process.pid} ${performance.now()}`;
      await client.query(MARK, [mark]);
      // The pooler gives this the session that it used last. In session mode, one with a single session lets it wait.
      if ((await withTimeLimit(POOLER_MS, other.query(MARK, ['another connection']))) === undefined) return;
      const { rows } = await client.query<{ isOwn: boolean }>(IS_OWN, [mark, backendOf(client)]);
      if (rows[0]?.isOwn !== true) throw new StartupError(IN_TRANSACTIONS);
    }
  } finally {
    other.end().catch(() => {});
  }
}
