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

/** The indexes that schema.prisma does not have. */
const INDEXES = `SELECT c.oid, c.relname::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
    AND (i.indexprs IS NOT NULL OR i.indpred IS NOT NULL OR c.relname LIKE '%\\_search' OR c.relname = 'webhook_delivery_due')`;

const VIEWS = `SELECT oid, relname FROM pg_class
  WHERE relkind = 'v' AND relnamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = pg_class.oid AND d.deptype = 'e')`;

const DEFINITIONS = `
  SELECT oid::regprocedure::text AS name, pg_get_functiondef(oid) AS definition FROM (${FUNCTIONS}) f
  UNION ALL
  SELECT name, pg_get_indexdef(oid) FROM (${INDEXES}) i
  UNION ALL
  SELECT oid::regclass::text, pg_get_viewdef(oid) FROM (${VIEWS}) v
  UNION ALL
  SELECT format('trigger %s on %s', tgname, tgrelid::regclass), pg_get_triggerdef(oid)
  FROM pg_trigger WHERE NOT tgisinternal`;

/** Drops all views, indexes and functions, with them the triggers. */
const DROP_ALL = `
  DO $$ DECLARE function regprocedure; relation text; BEGIN
    FOR relation IN SELECT relname FROM (${VIEWS}) v LOOP
      EXECUTE format('DROP VIEW %I', relation);
    END LOOP;
    FOR relation IN SELECT name FROM (${INDEXES}) i LOOP
      EXECUTE format('DROP INDEX %I', relation);
    END LOOP;
    FOR function IN ${FUNCTIONS} LOOP
      EXECUTE format('DROP FUNCTION %s CASCADE', function);
    END LOOP;
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

test('prisma/sql holds the functions, triggers, views and indexes of the migrated database, generated ones included', async () => {
  const client = await connect();
  const migrated = await definitions(client);
  expect(Object.keys(migrated)).toEqual(
    expect.arrayContaining([
      'open_outbox(integer,bigint,text)',
      'touch_tank()',
      'trigger emit_change on tank',
      'tank_search',
      'tank_by_name',
      'webhook_replay_running',
      'webhook_delivery_log',
    ]),
  );
  await client.query(DROP_ALL);
  expect(await definitions(client)).toEqual({});
  for (const file of readdirSync(folder)) await client.query(readFileSync(join(folder, file), 'utf8'));
  expect(await definitions(client)).toEqual(migrated);
});
