import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { errorCodeOf, reasonOf } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { StartupError } from '../base/startup-error.ts';
import type { Host } from '../settings/database-url.ts';
import { checkCondition } from './condition.ts';
import { isRefused } from './connection-limit.ts';
import { Hosts } from './hosts.ts';
import { configure, sessionIn } from './session.ts';
import { isOfClass, isOfConnection } from './sqlstate.ts';

interface Migration {
  name: string;
  script: string;
}

interface Entry {
  name: string;
  checksum: string;
  finished: boolean;
}

interface Target {
  setting?: string | undefined;
  hosts?: readonly Host[] | undefined;
  log?: Log | undefined;
}

interface MigrationOptions extends Target {
  schema?: string | undefined;
  /** Refuses a role that may not read and write all tables. A command may need less. */
  needsRights?: boolean;
  check?: (client: Client) => Promise<unknown>;
}

/** The advisory lock of Prisma's tools, held until the connection ends: TRY_LOCK takes it if it is free, LOCK waits. */
const TRY_LOCK = 'SELECT pg_try_advisory_lock(72707369) AS "isOurs"';
const LOCK = `SET statement_timeout = 0; SET lock_timeout = '120s'; SELECT pg_advisory_lock(72707369); SET lock_timeout = 0`;
/** Together two minutes, as for the lock. */
const LOCKED_SECONDS = 5;
const MOST_TRIES = 24;
/** PostgreSQL 15 and later let only the owner of a database create tables in it. */
const GRANT =
  'make the role the owner of the database, or grant it CREATE on the schema and, if tables are there, the role that owns them';
const LOCKED = 'Another process has been migrating the database for more than 120s; start again when it has finished.';

const TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL,
  "checksum" VARCHAR(64) NOT NULL,
  "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT,
  "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`;

/** Applies what the database lacks, each in a transaction, as `prisma migrate deploy` does. Throws StartupError. */
export async function migrate(
  url: string,
  directory: string,
  { setting, schema, hosts, needsRights = false, check, log }: MigrationOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(directory);
  // What they make of an empty database, as `npm run migration` writes it.
  const catalogue = (await readFile(join(directory, 'catalogue.txt'), 'utf8').catch(() => '')).match(/.+/g) ?? [];
  const client = await connect(url, { setting, hosts, log });
  try {
    await configure(client, { ...sessionIn(schema), lock_timeout: `${LOCKED_SECONDS}s` });
    await check?.(client);
    const found = compare(migrations, await readUnlocked(client, schema, log), directory);
    // Nearly every start ends here, without the lock and without the right to write.
    if (found.fault === undefined && found.pending.length === 0) {
      await checkCondition(client, catalogue, needsRights, log);
      return [];
    }
    const { rows } = await client.query<{ isOurs: boolean }>(TRY_LOCK);
    if (rows[0]?.isOurs !== true) log?.warn({}, 'waiting for another process that migrates the database');
    await client.query(LOCK);
    if (schema !== undefined) await client.query(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
    await client.query(TABLE);
    const { fault, pending } = compare(migrations, await readEntries(client, schema), directory);
    if (fault !== undefined) throw new StartupError(fault);
    for (const migration of pending) await apply(client, migration);
    await checkCondition(client, catalogue, needsRights, log);
    return pending.map(({ name }) => name);
  } catch (error) {
    if (isOfConnection(error))
      throw new StartupError(`The connection was lost while migrations were checked: ${reasonOf(error)}.`);
    if (!(error instanceof DatabaseError)) throw error;
    if (error.code === '55P03') throw new StartupError(LOCKED);
    const remedy = ['42501', '3F000'].includes(error.code ?? '') ? `; ${GRANT}` : '';
    throw new StartupError(`The database cannot be migrated: ${error.message}${remedy}.`);
  } finally {
    await client.end();
  }
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  if (names.length === 0) throw new StartupError(`There are no migrations in ${directory}; restore the folder.`);
  const read = async (name: string) => {
    const file = join(directory, name, 'migration.sql');
    const script = await readFile(file, 'utf8').catch((error: Error) => {
      throw new StartupError(`Migration ${name} cannot be read: ${error.message}.`);
    });
    return { name, script };
  };
  return Promise.all(names.sort().map(read));
}

/** The limit for a connection, as the pool has it. */
const CONNECT_MS = 5_000;
/** How long a start waits for a connection while others have all that there are. */
const FULL_MS = 30_000;
const FULL_RETRY_MS = 100;

export async function connect(
  url: string,
  { setting = 'DATABASE_URL', hosts, log }: Target = {},
  since?: number,
): Promise<Client> {
  const began = since ?? performance.now();
  let client: Client;
  try {
    const Connecting = hosts === undefined ? Client : new Hosts(url, hosts).Client;
    client = new Connecting({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  } catch (error) {
    // The error's other properties may contain the URL with its password.
    throw new StartupError(`${setting} is invalid: ${error instanceof Error ? error.message : 'it cannot be parsed'}.`);
  }
  // If the connection is lost later, the running query rejects too.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    // Not awaited: `end` may never resolve if the client has not connected.
    void client.end().catch(() => {});
    const sentence = explain(client, error, { setting, hosts });
    if (!isRefused(error) || performance.now() - began > FULL_MS) throw new StartupError(sentence);
    if (since === undefined) log?.warn({}, `waiting for a connection: ${sentence}`);
  }
  await delay(FULL_RETRY_MS);
  return connect(url, { setting, hosts, log }, began);
}

const REMEDIES: [pattern: RegExp, remedy: string][] = [
  [/no encryption|SSL off/i, 'add sslmode=require to the URL'],
  [/unsupported startup parameter/i, 'the pooler does not take the `options` of the URL'],
];
const UNTRUSTED = [
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
];
const CERTIFICATE =
  'this machine does not know the authority of its certificate: add sslrootcert=/path/to/ca.pem to the URL, or sslmode=no-verify to encrypt without verification';

function explain({ host, port, database }: Client, error: unknown, { setting, hosts }: Target): string {
  const message = error instanceof Error ? error.message : '';
  const code = errorCodeOf(error) ?? 'no answer';
  if (hosts !== undefined && isOfConnection(error)) return `No host of ${setting} accepts writes: ${message}.`;
  if (code === '3D000')
    return `There is no database "${database}" on ${host}:${port}; create it or correct ${setting}.`;
  if (error instanceof DatabaseError) {
    const found = REMEDIES.find(([pattern]) => pattern.test(message))?.[1];
    const remedy = isRefused(error) ? 'stop what holds them, or allow more' : found;
    const ending = remedy === undefined ? '' : `; ${remedy}`;
    return `PostgreSQL at ${host}:${port} refuses the connection: ${message}${ending}.`;
  }
  const untrusted = UNTRUSTED.includes(code) ? `; ${CERTIFICATE}` : '';
  // A system error repeats the address; for a host name with several addresses, it has no message.
  const reason = error instanceof Error && 'syscall' in error ? code : message || code;
  return `PostgreSQL cannot be reached at ${host}:${port}: ${reason}${untrusted}.`;
}

async function readEntries(client: Client, schema: string | undefined): Promise<Entry[]> {
  const table = `${schema === undefined ? '' : `"${schema}".`}"_prisma_migrations"`;
  try {
    const { rows } = await client.query<Entry>(
      `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
       FROM ${table} WHERE rolled_back_at IS NULL ORDER BY started_at`,
    );
    return rows;
  } catch (error) {
    // Neither the table nor the schema.
    if (isOfClass(error, ['42P01', '3F000'])) return [];
    throw error;
  }
}

/** Reads them when no other process locks the table, as a restore may for minutes. */
async function readUnlocked(client: Client, schema: string | undefined, log?: Log): Promise<Entry[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await readEntries(client, schema);
    } catch (error) {
      if (!isOfClass(error, ['55P03']) || tries === MOST_TRIES) throw error;
      if (tries === 1) log?.warn({}, 'waiting for another process that locks _prisma_migrations, such as a restore');
    }
  }
}

function compare(migrations: Migration[], entries: Entry[], directory: string) {
  const scripts = new Map(migrations.map(({ name, script }) => [name, script]));
  const first = migrations[0]?.name ?? '';
  const faults = entries.map((entry) =>
    entry.name < first ? tooOld(entry.name, first) : faultOf(entry, scripts.get(entry.name), directory),
  );
  const known = new Set(entries.map(({ name }) => name));
  const pending = migrations.filter(({ name }) => !known.has(name));
  return { pending, fault: faults.find((fault) => fault !== undefined) };
}

const tooOld = (name: string, first: string): string =>
  `The database was made before ${first} (it has the migration ${name}), and nothing upgrades it; use an empty database, or if it is the embedded one, set DATA_DIR to another directory.`;

function faultOf(
  { name, checksum, finished }: Entry,
  script: string | undefined,
  directory: string,
): string | undefined {
  if (!finished)
    return `Migration ${name} was started but did not finish; undo its changes and run DELETE FROM "_prisma_migrations" WHERE migration_name = '${name}', or complete them and set its finished_at to now().`;
  if (script === undefined)
    return `Migration ${name} was applied to the database but is missing from ${directory}; start the release that has it.`;
  if (!isUnchanged(script, checksum))
    return `Migration ${name} was changed after it was applied; restore its migration.sql and make the change in a new migration.`;
}

const checksumOf = (script: string): string => createHash('sha256').update(script).digest('hex');

/** Ignores line endings, which Git may have converted. */
function isUnchanged(script: string, checksum: string): boolean {
  const lines = script.replaceAll('\r\n', '\n');
  return [script, lines, lines.replaceAll('\n', '\r\n')].some((variant) => checksumOf(variant) === checksum);
}

const EXISTS = ['42710', '42P07', '42723'];
const PARTIAL =
  'the database has tables and no record of it in _prisma_migrations, as after a restore without that table: restore a whole dump into an empty database';

async function apply(client: Client, { name, script }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(script);
    await client.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksumOf(script), name],
    );
    await client.query('COMMIT');
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const line = error.position && script.slice(0, Number(error.position)).split('\n').length;
    const where = line ? ` (line ${line} of its migration.sql)` : '';
    const remedy = isOfClass(error, EXISTS) ? `; ${PARTIAL}` : '';
    throw new StartupError(`Migration ${name} failed and was rolled back: ${error.message}${where}${remedy}.`);
  }
}
