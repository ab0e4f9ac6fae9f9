import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { StartupError } from '../../src/base/startup-error.ts';
import { startEmbedded } from '../../src/embedded/embedded-server.ts';
import { query, start, temporary } from './checkout.ts';

test('a new directory becomes a database that outlives a restart', async () => {
  const dataDir = join(temporary(), 'data');
  const first = await start(dataDir);
  expect(first.fresh).toBe(true);
  await query(first.url, "CREATE TABLE kept AS SELECT 'Grüße'::text AS greeting");
  await first.stop();
  await expect(query(first.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');

  const second = await start(dataDir);
  expect(second.fresh).toBe(false);
  expect(await query(second.url, 'SELECT greeting FROM kept')).toEqual([['Grüße']]);
});

test('commits are durable, text is UTF-8, time is UTC, and the collation is the same on every machine', async () => {
  const { url } = await start(join(temporary(), 'data'));
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'server_encoding', 'TimeZone'];
  const settings = names.map((name) => `current_setting('${name}')`);
  expect(await query(url, `SELECT ${settings}`)).toEqual([['on', 'on', 'on', 'UTF8', 'UTC']]);
  const collation = 'SELECT datlocprovider, datlocale, datcollate FROM pg_database WHERE datname = current_database()';
  expect(await query(url, collation)).toEqual([['b', 'C.UTF-8', 'C']]);
});

test('the database needs a password, which is in a file that only its owner can read', async () => {
  const dataDir = join(temporary(), 'data');
  const { url } = await start(dataDir);
  const file = join(dataDir, 'postgresql', 'gateway.password');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(url).toContain(readFileSync(file, 'utf8'));
  const wrong = new URL(url);
  wrong.password = 'wrong';
  await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  expect(
    await query(url, "SELECT current_setting('listen_addresses'), current_setting('unix_socket_directories')"),
  ).toEqual([['127.0.0.1', '']]);
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain(readFileSync(file, 'utf8'));
});

test('an unfinished database of a killed start is deleted', async () => {
  const dataDir = join(temporary(), 'data');
  mkdirSync(join(dataDir, 'postgresql.new-killed', 'cluster'), { recursive: true });
  writeFileSync(join(dataDir, 'postgresql.new-killed', 'cluster', 'PG_VERSION'), '18\n');
  expect((await start(dataDir)).fresh).toBe(true);
  expect(existsSync(join(dataDir, 'postgresql.new-killed'))).toBe(false);
});

test('if the server does not start, the error quotes its log', async () => {
  const dataDir = join(temporary(), 'data');
  await (await start(dataDir)).stop();
  writeFileSync(join(dataDir, 'postgresql', 'postgresql.auto.conf'), 'no_such_setting = 1\n');
  const refusal = startEmbedded(dataDir);
  await expect(refusal).rejects.toThrow(StartupError);
  await expect(refusal).rejects.toThrow('unrecognized configuration parameter "no_such_setting"');
});

test('stop disconnects open sessions, and may be called twice', async () => {
  const { url, stop } = await start(join(temporary(), 'data'));
  const client = new Client(url);
  client.on('error', () => {});
  await client.connect();
  const sleeping = client.query('SELECT pg_sleep(60)').catch((error) => error.code);
  await Promise.all([stop(), stop()]);
  expect(await sleeping).toBe('57P01');
});

test('a data directory that cannot be created is an error', async () => {
  const file = join(temporary(), 'file');
  writeFileSync(file, '');
  await expect(startEmbedded(join(file, 'data'))).rejects.toThrow(StartupError);
});
