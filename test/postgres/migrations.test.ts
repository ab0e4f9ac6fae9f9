import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StartupError } from '../../src/base/startup-error.ts';
import { startEmbedded } from '../../src/embedded/embedded-server.ts';
import { MIGRATIONS } from '../../src/paths.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { databaseUrl, onServer } from '../postgres.ts';
import { temporary } from '../programs.ts';
import { until } from '../until.ts';
import { query, scripts, two } from './scripts.ts';

/** A server of its own: some tests need its password, or create a role. */
let server: Awaited<ReturnType<typeof startEmbedded>>;
beforeAll(async () => {
  server = await startEmbedded(join(temporary(), 'data'));
});
afterAll(() => server.stop());

let count = 0;

async function emptyDatabase(): Promise<string> {
  const name = `d${++count}`;
  await onServer(server.url, `CREATE DATABASE ${name}`);
  return databaseUrl(server.url, name);
}

async function refusal(started: Promise<unknown>): Promise<string> {
  const error: unknown = await started.then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof StartupError)) throw error ?? new Error('no error was thrown');
  expect(error.message).not.toContain('\n');
  return error.message;
}

test('migrations are applied once, in the order of their names', async () => {
  const [url, migrations] = [await emptyDatabase(), scripts(two)];
  expect(await migrate(url, migrations)).toEqual(['0001_a', '0002_b']);
  expect(await migrate(url, migrations)).toEqual([]);
  scripts({ '0003_c': 'INSERT INTO a VALUES (3);' }, migrations);
  expect(await migrate(url, migrations)).toEqual(['0003_c']);
  expect(await query(url, 'SELECT n FROM a')).toEqual([[1], [2], [3]]);
});

test('when two gateways start together, one applies the migrations and the other waits', async () => {
  const [url, migrations] = [await emptyDatabase(), scripts(two)];
  const gate = new pg.Client(url);
  await gate.connect();
  await gate.query('SELECT pg_advisory_lock(72707369)');
  const both = Promise.all([migrate(url, migrations), migrate(url, migrations)]);
  const waiting = `SELECT count(*)::int FROM pg_locks JOIN pg_database ON oid = database
    WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`;
  await until(async () => (await query(url, waiting))[0]?.[0] === 2);
  await gate.end();
  expect((await both).sort((a, b) => a.length - b.length)).toEqual([[], ['0001_a', '0002_b']]);
});

test('without pending migrations, the right to read is enough', async () => {
  const [url, migrations] = [await emptyDatabase(), scripts(two)];
  await migrate(url, migrations);
  await query(url, `CREATE ROLE reader LOGIN PASSWORD 'reader'`);
  const reader = new URL(url);
  reader.username = reader.password = 'reader';
  expect(await refusal(migrate(reader.href, migrations))).toContain('permission denied');
  await query(url, 'GRANT SELECT ON "_prisma_migrations" TO reader');
  expect(await migrate(reader.href, migrations)).toEqual([]);
});

test('a script that fails changes nothing, and the next start tries it again', async () => {
  const url = await emptyDatabase();
  const migrations = scripts({ '0001_a': 'CREATE TABLE a (n int);\nINSERT INTO b VALUES (1);' });
  expect(await refusal(migrate(url, migrations))).toBe(
    'Migration 0001_a failed and was rolled back: relation "b" does not exist (line 2 of its migration.sql).',
  );
  expect(await query(url, `SELECT to_regclass('a')`)).toEqual([[null]]);
  scripts({ '0001_a': 'CREATE TABLE a (n int);' }, migrations);
  expect(await migrate(url, migrations)).toEqual(['0001_a']);
});

test('an applied migration that was changed is an error, except for its line endings', async () => {
  const [url, migrations] = [await emptyDatabase(), scripts({ '0001_a': 'CREATE TABLE a (n int);\n' })];
  await migrate(url, migrations);
  scripts({ '0001_a': 'CREATE TABLE a (n int);\r\n' }, migrations);
  expect(await migrate(url, migrations)).toEqual([]);
  scripts({ '0001_a': 'CREATE TABLE a (n bigint);\n' }, migrations);
  expect(await refusal(migrate(url, migrations))).toContain('Migration 0001_a was changed after it was applied');
});

test('an applied migration that is not in the directory is an error', async () => {
  const [url, migrations] = [await emptyDatabase(), scripts(two)];
  await migrate(url, migrations);
  rmSync(join(migrations, '0002_b'), { recursive: true });
  expect(await refusal(migrate(url, migrations))).toContain(
    'Migration 0002_b was applied to the database but is missing',
  );
});

test('a database from before the first migration is an error that names it, and is left as it is', async () => {
  const url = await emptyDatabase();
  await migrate(url, scripts(two));
  const before = await query(url, 'SELECT * FROM "_prisma_migrations"');
  expect(await refusal(migrate(url, MIGRATIONS))).toMatch(
    /^The database was made before \d{14}_baseline \(it has the migration 0001_a\).*; use an empty database, or .*DATA_DIR/,
  );
  expect(await query(url, 'SELECT * FROM "_prisma_migrations"')).toEqual(before);
  expect(await query(url, `SELECT to_regclass('tank')`)).toEqual([[null]]);
});

test('an extension that may not be created is an error that names it', async () => {
  const url = new URL(await emptyDatabase());
  await query(
    url.href,
    `CREATE ROLE owner_of_nothing LOGIN PASSWORD 'password'; GRANT CREATE ON SCHEMA public TO owner_of_nothing`,
  );
  const administrator = url.href;
  [url.username, url.password] = ['owner_of_nothing', 'password'];
  const refused = await refusal(migrate(url.href, MIGRATIONS));
  expect(refused).toContain(
    'the extension pg_trgm cannot be created (permission denied to create extension "pg_trgm")',
  );
  expect(refused).toContain('run CREATE EXTENSION pg_trgm in this database');
  await query(administrator, 'CREATE EXTENSION pg_trgm; CREATE EXTENSION btree_gin');
  expect((await migrate(url.href, MIGRATIONS))[0]).toMatch(/_baseline$/);
});

test('an unfinished migration of another tool is an error until it is resolved', async () => {
  const [url, migrations] = [await emptyDatabase(), scripts(two)];
  await migrate(url, migrations);
  await query(url, `UPDATE "_prisma_migrations" SET finished_at = NULL WHERE migration_name = '0002_b'`);
  expect(await refusal(migrate(url, migrations))).toContain('Migration 0002_b was started but did not finish');
  await query(url, `UPDATE "_prisma_migrations" SET rolled_back_at = now() WHERE migration_name = '0002_b'`);
  expect(await migrate(url, migrations)).toEqual(['0002_b']);
});

test('a database that cannot be reached is explained without the password', async () => {
  const { port } = new URL(server.url);
  const attempt = (address: string) => refusal(migrate(address, MIGRATIONS));
  const absent = server.url.replace('/postgres?', '/absent?');
  expect(await attempt(absent)).toBe(
    `There is no database "absent" on 127.0.0.1:${port}; create it or correct DATABASE_URL.`,
  );
  expect(await attempt(`postgresql://postgres:opensesame@127.0.0.1:${port}/postgres`)).toBe(
    `PostgreSQL at 127.0.0.1:${port} refuses the connection: password authentication failed for user "postgres".`,
  );
  expect(await attempt('postgresql://postgres:opensesame@127.0.0.1:1/postgres')).toBe(
    'PostgreSQL cannot be reached at 127.0.0.1:1: ECONNREFUSED.',
  );
  expect(await attempt('postgresql://postgres:opensesame@localhost:1/postgres')).toMatch(
    /at localhost:1: .*ECONNREFUSED/,
  );
  expect(await attempt('postgresql://postgres:opensesame%zz@localhost:1/postgres')).not.toContain('opensesame');
});

test('a tank that was never read has unknown days and volumes after the upgrade, and counts no change', async () => {
  const all = readdirSync(MIGRATIONS).filter((name) => /^\d/.test(name));
  const before = all.slice(
    0,
    all.findIndex((name) => name.endsWith('unknown_levels')),
  );
  const read = (name: string) => [name, readFileSync(join(MIGRATIONS, name, 'migration.sql'), 'utf8')];
  const url = await emptyDatabase();
  await migrate(url, scripts(Object.fromEntries(before.map(read))));
  await query(
    url,
    `INSERT INTO tank (id, days_to_empty, reading_volume, available_capacity, last_reading_date) VALUES
    ('a new', DEFAULT, DEFAULT, DEFAULT, NULL), ('by hand', 4, 50, DEFAULT, NULL), ('empty', 0, 0, '0', now())`,
  );
  await migrate(url, MIGRATIONS);
  const columns = 'id, days_to_empty, reading_volume, available_capacity, version';
  expect(await query(url, `SELECT ${columns} FROM tank ORDER BY id`)).toEqual([
    ['a new', null, null, null, 1],
    ['by hand', 4, 50, null, 1],
    ['empty', 0, 0, '0', 1],
  ]);
  // The triggers are on again.
  await query(url, `UPDATE tank SET name = 'x' WHERE id = 'a new'`);
  expect(await query(url, `SELECT version FROM tank WHERE id = 'a new'`)).toEqual([[2]]);
});

test('a directory without migrations is an error', async () => {
  expect(await refusal(migrate(server.url, join(temporary(), 'nowhere')))).toContain('nowhere');
});
