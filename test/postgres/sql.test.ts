import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { MIGRATIONS } from '../../src/paths.ts';
import { models } from '../../src/prisma/sql/model.ts';
import { cloneDatabase } from '../gateway.ts';

const folder = join(MIGRATIONS, '..', 'sql');

/** The functions that are not an extension's. */
const FUNCTIONS = `SELECT oid FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`;

/** The indexes that schema.prisma does not have. */
const INDEXES = `SELECT c.oid, c.relname::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
    AND (i.indexprs IS NOT NULL OR i.indpred IS NOT NULL OR c.relname = 'webhook_delivery_due')`;

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
      'record_search_words',
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

test('the triggers write the texts of the fields that the model names as searched', async () => {
  const client = await connect();
  for (const { stored, columns } of models.values()) {
    const named = [...columns.values()].filter(({ searched }) => searched).map(({ column }) => column);
    if (named.length === 0) continue;
    const text = 'SELECT prosrc FROM pg_proc WHERE proname = $1';
    const { rows } = await client.query<{ prosrc: string }>(text, [`note_new_${stored}`]);
    const written = rows[0]?.prosrc.matchAll(/left\(r\.(\w+)::text/g) ?? [];
    const columnsOf = new Set(Array.from(written, ([, column]) => column));
    expect([stored, [...columnsOf].toSorted()]).toEqual([stored, named.toSorted()]);
  }
});

test('track_record fills the texts of rows that are there, and again when other columns are searched', async () => {
  const client = await connect();
  await client.query(`CREATE TABLE depot (id text PRIMARY KEY, company_id text, version integer NOT NULL DEFAULT 1, name text, code integer);
    INSERT INTO depot VALUES ('1', 'acme', 1, 'Größe', 77), ('2', NULL, 1, NULL, NULL)`);
  const noted = async () =>
    (
      await client.query(
        `SELECT record_id, record_company, text, xmin FROM record_search WHERE record_type = 'depot' ORDER BY 1`,
      )
    ).rows;
  await client.query(`SELECT track_record('depot', searched => '{name}')`);
  const first = await noted();
  expect(first).toMatchObject([
    { record_id: '1', record_company: 'acme', text: ' grosse' },
    { record_id: '2', record_company: '', text: ' ' },
  ]);
  await client.query(`SELECT track_record('depot', searched => '{name}')`);
  expect(await noted()).toEqual(first);
  await client.query(`SELECT track_record('depot', searched => '{code,name}')`);
  expect((await noted()).map(({ text }) => text)).toEqual([' 77 grosse', '  ']);
  await client.query(`UPDATE depot SET code = 78 WHERE id = '1'; DELETE FROM depot WHERE id = '2'`);
  expect((await noted()).map(({ text }) => text)).toEqual([' 78 grosse']);
  await client.query(`ALTER TABLE depot RENAME COLUMN code TO number; SELECT track_record('depot', searched => '{number,name}');
    UPDATE depot SET number = 79`);
  expect((await noted()).map(({ text }) => text)).toEqual([' 79 grosse']);
});
