import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { MIGRATIONS } from '../../src/files.ts';
import { databaseUrl, onServer } from '../postgres.ts';

const folder = join(MIGRATIONS, '..', 'sql');

const DEFINITIONS = `
  SELECT oid::regprocedure::text AS name, pg_get_functiondef(oid) AS definition
  FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL
  SELECT format('trigger %s on %s', tgname, tgrelid::regclass), pg_get_triggerdef(oid)
  FROM pg_trigger WHERE NOT tgisinternal`;

/** Drops all functions, and with them the triggers. */
const DROP_ALL = `
  DO $$ DECLARE function regprocedure; BEGIN
    FOR function IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace LOOP
      EXECUTE format('DROP FUNCTION %s CASCADE', function);
    END LOOP;
  END $$`;

/** A connection to a migrated database that the test may change. */
async function connect(): Promise<pg.Client> {
  const { url, template } = inject('postgres');
  const name = `sql_test_${process.pid}`;
  await onServer(url, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const client = new pg.Client(databaseUrl(url, name));
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await onServer(url, `DROP DATABASE ${name}`);
  });
  return client;
}

async function definitions(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; definition: string }>(DEFINITIONS);
  return Object.fromEntries(rows.map(({ name, definition }) => [name, definition]));
}

test('prisma/sql holds the functions and triggers of the migrated database, generated ones included', async () => {
  const client = await connect();
  const migrated = await definitions(client);
  expect(Object.keys(migrated)).toEqual(
    expect.arrayContaining(['open_outbox(integer,bigint)', 'emit_change()', 'trigger emit_change on tank']),
  );
  await client.query(DROP_ALL);
  expect(await definitions(client)).toEqual({});
  for (const file of readdirSync(folder)) await client.query(readFileSync(join(folder, file), 'utf8'));
  expect(await definitions(client)).toEqual(migrated);
});
