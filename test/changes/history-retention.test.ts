import { expect, test } from 'vitest';
import { keepHistory, sweepHistory } from '../../src/changes/keep-history.ts';
import { addDays, revisions } from '../../src/changes/partitions.ts';
import { PATCHED } from '../records.ts';
import { useDatabase } from '../webhooks/database.ts';
import { deliver } from '../webhooks/loop.ts';

const database = useDatabase();
const { sql, open, change } = database;
const keep = (keepDays: number) => keepHistory(database.pool, { keepDays, ignore: [] });

const parts = async (): Promise<string[]> =>
  (
    await sql(`SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
      WHERE inhparent = 'record_revision'::regclass ORDER BY relname`)
  ).map(({ name }) => name);

/** The table of a database that was migrated so many days ago, and has kept no history since. */
async function splitDays(since: number): Promise<void> {
  for (const name of await parts()) await sql(`DROP TABLE ${name}`);
  const [{ until }] = await sql(
    `SELECT time_ordered_uuid_floor(date_trunc('day', now(), 'UTC') - $1 * interval '1 day') AS until`,
    [since],
  );
  await sql(
    `CREATE TABLE record_revision_before PARTITION OF record_revision FOR VALUES FROM (MINVALUE) TO ('${until}')`,
  );
}

/** A revision of so many days ago, whose version is that number. */
const revise = (days: number) =>
  sql(
    `INSERT INTO record_revision (id, company_id, resource, record_id, sequence, version, action, occurred_at, before, after)
     VALUES (time_ordered_uuid(now() - $1 * interval '1 day'), 'acme', 'tank', 't', 1, $1, 'updated', now(), '{}', '{}')`,
    [days],
  );
const left = async () => (await sql('SELECT version FROM record_revision ORDER BY version')).map((row) => row.version);
const watches = () => sql(`SELECT FROM change_watch WHERE company_id = ''`);

test('a sweep removes the revisions that are older than the days that are kept, and nothing else', async () => {
  await splitDays(40);
  await keep(10);
  for (const days of [0, 9, 12, 30, 50]) await revise(days);
  await sweepHistory(database.pool);
  expect(await left()).toEqual([0, 9]);
});

test('the days of a long history share tables, of which there are a hundred', async () => {
  await splitDays(90);
  await addDays(database.pool, revisions(1500));
  // The 90 days until today, and at least 7 ahead.
  expect(await parts()).toHaveLength(1 + Math.ceil((90 + 8) / 15));
  await revise(89);
  await revise(0);
  expect(await left()).toEqual([0, 89]);
});

test('a history that begins years after the migration makes one table of the time before', async () => {
  await splitDays(1000);
  await keep(30);
  expect(await parts()).toHaveLength(1 + 1 + 8);
  await revise(500);
  await sql(`INSERT INTO tank (id, company_id) VALUES ('t', 'acme')`);
  await open();
  expect(await left()).toEqual([1, 500]);
});

test('changes are recorded for an hour after the last process that keeps the history, and what is kept expires', async () => {
  await splitDays(40);
  await keep(10);
  expect(await watches()).toHaveLength(PATCHED.length);
  for (const days of [1, 20]) await revise(days);
  await sql(`UPDATE history_watch SET until = now() - interval '1 second'`);
  // A process without history changes nothing of that.
  await keep(0);
  await sweepHistory(database.pool);
  expect(await watches()).toEqual([]);
  expect(await left()).toEqual([1]);
  await change();
  expect(await sql('SELECT FROM webhook_outbox')).toEqual([]);
  await keep(10);
  expect(await watches()).toHaveLength(PATCHED.length);
});

test('a process with history has changes recorded from its start', async () => {
  await deliver(database.pool, { history: { keepDays: 30, ignore: [] } });
  await change();
  await database.until('SELECT FROM record_revision WHERE version = 2');
});

test('a process that sends no webhooks removes what has expired of the history and of the notes of deletions', async () => {
  await splitDays(40);
  await keep(10);
  for (const days of [1, 20]) await revise(days);
  await sql(`INSERT INTO record_deletion (record_type, company_id, id, deleted_at)
    VALUES ('tank', 'acme', 'old', now() - interval '91 days'), ('tank', 'acme', 'new', now())`);
  await deliver(database.pool, { deliver: false, history: { keepDays: 10, ignore: [] } });
  await database.until('SELECT WHERE (SELECT count(*) FROM record_revision) = 1');
  await database.until(`SELECT WHERE ARRAY(SELECT id FROM record_deletion) = '{new}'`);
});

test('a change that waits for longer than the history is kept is an event, but no revision', async () => {
  await splitDays(40);
  await database.subscribe();
  await keep(10);
  await sweepHistory(database.pool);
  await change();
  await sql(`UPDATE webhook_outbox SET occurred_at = now() - interval '12 days'`);
  expect(await database.events()).toHaveLength(1);
  expect(await left()).toEqual([]);
});
