import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { endPool, openDatabase, type PoolSettings } from '../../src/postgres/pool.ts';
import { cloneDatabase, openGateway, tokenOf } from '../gateway.ts';
import { onServer } from '../postgres.ts';

/** A database of its own, changed by `statements`, in which `%` stands for its name. */
async function databaseWith(...statements: string[]) {
  const database = await cloneDatabase();
  const name = new URL(database.url).pathname.slice(1);
  await onServer(database.url, ...statements.map((statement) => statement.replaceAll('%', name)));
  return database;
}

/** Opens a database as a start does. Returns the pool and the log. */
async function start(url: string, settings: Partial<PoolSettings> = {}) {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const pool = await openDatabase(url, { size: 2, ...settings }, log);
  onTestFinished(() => endPool(pool).then(() => {}));
  return { pool, lines };
}

const SETTINGS = `SELECT current_setting('TimeZone') AS zone, current_setting('lock_timeout') AS lock,
  current_setting('statement_timeout') AS statement, current_setting('standard_conforming_strings') AS strings,
  current_setting('default_transaction_isolation') AS isolation, current_setting('search_path') AS path`;

test('what the database or the role has set otherwise is set on each connection', async () => {
  const { url, drop } = await databaseWith(
    `ALTER DATABASE % SET timezone = 'America/Sao_Paulo'`,
    'ALTER DATABASE % SET standard_conforming_strings = off',
    `ALTER DATABASE % SET default_transaction_isolation = 'serializable'`,
    `ALTER DATABASE % SET datestyle = 'SQL, DMY'`,
    `ALTER DATABASE % SET client_encoding = 'LATIN1'`,
  );
  onTestFinished(drop);
  const { pool } = await start(url, { lockSeconds: 3, statementSeconds: 7 });
  const { rows } = await pool.query(SETTINGS);
  expect(rows).toMatchObject([
    { zone: 'UTC', lock: '3s', statement: '7s', strings: 'on', isolation: 'read committed' },
  ]);
});

test('concurrent updates succeed under a stricter isolation, and times are times in another time zone', async () => {
  const database = await databaseWith(
    `ALTER DATABASE % SET default_transaction_isolation = 'serializable'`,
    `ALTER DATABASE % SET timezone = 'Asia/Kolkata'`,
  );
  const gateway = await openGateway({ database });
  onTestFinished(() => gateway.close());
  const ids = Array.from({ length: 10 }, (_, n) => `t${n}`);
  await gateway.sql(`INSERT INTO tank (id, company_id, name) SELECT unnest($1::text[]), 'acme', 'x'`, [ids]);
  const patches = ids.map((id) => ({ id, input: { name: 'full' } }));
  const update =
    'mutation ($patches: [UpdateTankPatch!]!) { updateTanks(patches: $patches) { ... on UpdateTanksSuccess { results { ... on Tank { lastModifiedDate } ... on Error { message } } } } }';
  const answers = await Promise.all(Array.from({ length: 20 }, () => gateway.ask(update, { patches })));
  for (const { data, errors } of answers) {
    expect(JSON.stringify(errors)).toBeUndefined();
    for (const result of data.updateTanks.results) expect(result.lastModifiedDate).toMatch(/^[-\dT:.]+Z$/);
  }
});

test('triggers that are off for the role are on again, or the start says why it cannot be', async () => {
  const { url, drop } = await databaseWith('ALTER DATABASE % SET session_replication_role = replica');
  onTestFinished(drop);
  const { pool } = await start(url);
  const clients = await Promise.all([pool.connect(), pool.connect()]);
  for (const client of clients) {
    const { rows } = await client.query('SHOW session_replication_role');
    expect(rows).toEqual([{ session_replication_role: 'origin' }]);
    client.release();
  }
  const role = `reader_${randomUUID().replaceAll('-', '')}`;
  await onServer(url, `CREATE ROLE ${role} LOGIN PASSWORD 'x'`);
  onTestFinished(() => onServer(url, `DROP OWNED BY ${role}; DROP ROLE ${role}`));
  const limited = new URL(url);
  [limited.username, limited.password] = [role, 'x'];
  await expect(start(limited.href)).rejects.toThrow(/session_replication_role = replica.*RESET/);
});

test('a database in another encoding than UTF-8 is refused with what to do', async () => {
  const { url, drop } = await cloneDatabase();
  onTestFinished(drop);
  const name = `latin_${randomUUID().replaceAll('-', '')}`;
  await onServer(
    url,
    `CREATE DATABASE ${name} ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' LOCALE_PROVIDER libc TEMPLATE template0`,
  );
  onTestFinished(() => onServer(url, `DROP DATABASE ${name} WITH (FORCE)`));
  const latin = new URL(url);
  latin.pathname = `/${name}`;
  await expect(start(latin.href)).rejects.toThrow(
    "The database has the encoding LATIN1, which lacks most characters: create one with ENCODING 'UTF8'",
  );
});

test('a database with LC_CTYPE C says at the start what a search does not find', async () => {
  const { url, drop } = await cloneDatabase();
  onTestFinished(drop);
  const name = `plain_${randomUUID().replaceAll('-', '')}`;
  await onServer(
    url,
    `CREATE DATABASE ${name} ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' LOCALE_PROVIDER libc TEMPLATE template0`,
  );
  onTestFinished(() => onServer(url, `DROP DATABASE ${name} WITH (FORCE)`));
  const plain = new URL(url);
  plain.pathname = `/${name}`;
  const { lines } = await start(plain.href);
  expect(lines.join()).toContain('search finds letters beyond ASCII only in the case in which they are stored');
});

test('the tables are in the schema that the address names, beside those of others in public', async () => {
  const { url, drop } = await cloneDatabase();
  onTestFinished(drop);
  const { pool } = await start(url, { schema: 'Field ops'.replace(' ', '-') });
  const { rows } = await pool.query(`SELECT table_schema AS schema FROM information_schema.tables
    WHERE table_name = 'tank' ORDER BY 1`);
  expect(rows).toEqual([{ schema: 'Field-ops' }, { schema: 'public' }]);
  await pool.query(`INSERT INTO tank (id, company_id, name) VALUES ('t1', 'acme', 'x')`);
  const other = new pg.Client(url);
  await other.connect();
  onTestFinished(() => other.end());
  expect((await other.query('SELECT count(*)::int FROM tank')).rows).toEqual([{ count: 0 }]);
  expect((await other.query('SELECT count(*)::int FROM "Field-ops".tank')).rows).toEqual([{ count: 1 }]);
});

test('a role that may not create tables is told which right it lacks', async () => {
  const { url, drop } = await cloneDatabase();
  onTestFinished(drop);
  const [name, role] = [`bare_${randomUUID().replaceAll('-', '')}`, `plain_${randomUUID().replaceAll('-', '')}`];
  await onServer(url, `CREATE ROLE ${role} LOGIN PASSWORD 'x'`, `CREATE DATABASE ${name}`);
  onTestFinished(() => onServer(url, `DROP DATABASE ${name} WITH (FORCE)`, `DROP ROLE ${role}`));
  const bare = new URL(url);
  bare.pathname = `/${name}`;
  await onServer(bare.href, 'REVOKE CREATE ON SCHEMA public FROM PUBLIC');
  [bare.username, bare.password] = [role, 'x'];
  await expect(start(bare.href)).rejects.toThrow(/permission denied for schema public.*grant it CREATE on the schema/);
});

test('a token and a request work after the connections are configured', async () => {
  const gateway = await openGateway();
  onTestFinished(() => gateway.close());
  const { status } = await gateway.ask('{ tanks { totalCount } }', {}, await tokenOf('acme'));
  expect(status).toBe(200);
});
