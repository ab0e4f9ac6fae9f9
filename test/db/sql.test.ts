import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { MIGRATIONS } from '../../src/paths.ts';
import { cloneDatabase } from '../gateway.ts';

const folder = join(MIGRATIONS, '..', 'sql');

/** The functions that are not an extension's. */
const FUNCTIONS = `SELECT oid FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`;

const DEFINITIONS = `
  SELECT oid::regprocedure::text AS name, pg_get_functiondef(oid) AS definition FROM (${FUNCTIONS}) f
  UNION ALL
  SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class c ON c.oid = indexrelid
  WHERE c.relname LIKE '%\\_search'
  UNION ALL
  SELECT format('trigger %s on %s', tgname, tgrelid::regclass), pg_get_triggerdef(oid)
  FROM pg_trigger WHERE NOT tgisinternal`;

/** Drops all functions, with them the triggers, and the indexes of searched texts. */
const DROP_ALL = `
  DO $$ DECLARE function regprocedure; BEGIN
    FOR function IN ${FUNCTIONS} LOOP
      EXECUTE format('DROP FUNCTION %s CASCADE', function);
    END LOOP;
    DROP INDEX tank_search, task_search, expiration_search, quick_order_search, ship_to_search, webhook_subscription_search;
  END $$`;

/** A connection to a migrated database that the test may change. */
async function connect(): Promise<pg.Client> {
  const { url, drop } = await cloneDatabase();
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await drop();
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
    expect.arrayContaining([
      'open_outbox(integer,bigint)',
      'touch_tank()',
      'trigger emit_change on tank',
      'tank_search',
    ]),
  );
  await client.query(DROP_ALL);
  expect(await definitions(client)).toEqual({});
  for (const file of readdirSync(folder)) await client.query(readFileSync(join(folder, file), 'utf8'));
  expect(await definitions(client)).toEqual(migrated);
});
