import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, DatabaseError } from 'pg';
import { StartupError } from '../startup-error.ts';

interface Migration {
  name: string;
  script: string;
}

/** What the database says of a migration that was begun and not declared rolled back. */
interface Entry {
  name: string;
  checksum: string;
  finished: boolean;
}

/** The key under which Prisma's own tools exclude each other, so that they and the gateway exclude each other too. */
const MIGRATION_LOCK = 72_707_369;
const LOCK_WAIT = '120s';

/** Letter for letter the table that Prisma makes. */
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

/**
 * Brings the database up to the migrations in `directory`, in the order of their names, and returns the names of those applied now.
 * Each is one transaction, booked as `prisma migrate deploy` books it; of instances that start together one applies and the
 * others wait for it. Throws StartupError, with one line to act upon, if the server cannot be reached, if its history disagrees
 * with the directory, or if a script fails, which then has changed nothing.
 */
export async function migrate(url: string, directory: string): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const client = await connect(url);
  try {
    // A look without the lock settles nearly every start, and asks for no right but to read.
    if (isUpToDate(migrations, await readEntries(client))) return [];
    await lock(client);
    await client.query(TABLE);
    const pending = pendingOf(migrations, await readEntries(client), directory);
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } catch (error) {
    if (error instanceof DatabaseError) throw new StartupError(`The database cannot be migrated: ${error.message}.`);
    throw error;
  } finally {
    await client.end();
  }
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  if (names.length === 0) throw new StartupError(`There are no migrations in ${directory}.`);
  const read = async (name: string) => {
    const file = join(directory, name, 'migration.sql');
    const script = await readFile(file, 'utf8').catch((error: Error) => {
      throw new StartupError(`Migration ${name} cannot be read: ${error.message}.`);
    });
    return { name, script };
  };
  return Promise.all(names.sort().map(read));
}

async function connect(url: string): Promise<Client> {
  let client: Client;
  try {
    client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  } catch (error) {
    // The error itself may hold the address, and with it the password.
    throw new StartupError(`DATABASE_URL cannot be used: ${error instanceof Error ? error.message : 'unreadable'}.`);
  }
  // A connection lost later rejects the query in flight as well.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw new StartupError(explain(client, error));
  }
}

function explain({ host, port, database }: Client, error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
  if (code === '3D000') return `There is no database "${database}" on ${host}:${port}; create it first.`;
  if (error instanceof DatabaseError) return `PostgreSQL at ${host}:${port} refuses the connection: ${message}.`;
  // A name with several addresses fails with a list of errors and no message.
  return `PostgreSQL cannot be reached at ${host}:${port}: ${message || code}.`;
}

async function readEntries(client: Client): Promise<Entry[]> {
  try {
    const { rows } = await client.query<Entry>(
      `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
       FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY started_at`,
    );
    return rows;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '42P01') return [];
    throw error;
  }
}

/** Held until the connection ends. */
async function lock(client: Client): Promise<void> {
  try {
    await client.query(`SET statement_timeout = 0; SET lock_timeout = '${LOCK_WAIT}';
      SELECT pg_advisory_lock(${MIGRATION_LOCK}); SET lock_timeout = 0`);
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '55P03')
      throw new StartupError(
        `Another process has been migrating the database for ${LOCK_WAIT}; start again when it is done.`,
      );
    throw error;
  }
}

function isUpToDate(migrations: Migration[], entries: Entry[]): boolean {
  const settled = new Map(entries.filter((entry) => entry.finished).map((entry) => [entry.name, entry.checksum]));
  return (
    entries.length === migrations.length && migrations.every(({ name, script }) => matches(script, settled.get(name)))
  );
}

/** The migrations still to be applied. Throws StartupError if the two histories cannot be of one and the same database. */
function pendingOf(migrations: Migration[], entries: Entry[], directory: string): Migration[] {
  const scripts = new Map(migrations.map(({ name, script }) => [name, script]));
  for (const { name, checksum, finished } of entries) {
    const script = scripts.get(name);
    if (!finished)
      throw new StartupError(
        `Migration ${name} was begun and never finished: repair the database, then run "npx prisma migrate resolve --rolled-back ${name}", or with --applied if it is all there.`,
      );
    if (script === undefined)
      throw new StartupError(
        `Migration ${name} is applied in the database but missing from ${directory}: is this an older release?`,
      );
    if (!matches(script, checksum))
      throw new StartupError(
        `Migration ${name} was changed after it was applied: restore its migration.sql, and put the change into a new migration.`,
      );
  }
  const known = new Set(entries.map((entry) => entry.name));
  return migrations.filter(({ name }) => !known.has(name));
}

const checksumOf = (script: string): string => createHash('sha256').update(script).digest('hex');

/** Git may have turned the line ends of a checkout around, which changes nothing. */
function matches(script: string, checksum: string | undefined): boolean {
  const lines = script.replaceAll('\r\n', '\n');
  return [script, lines, lines.replaceAll('\n', '\r\n')].some((variant) => checksumOf(variant) === checksum);
}

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
    throw new StartupError(`Migration ${name} failed and was undone: ${error.message}${where}.`);
  }
}
