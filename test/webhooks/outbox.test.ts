import { expect, test } from 'vitest';
import { readBacklog } from '../../src/webhooks/backlog.ts';
import { DATA_BYTES } from '../../src/webhooks/message.ts';
import { openOutbox } from '../../src/webhooks/outbox.ts';
import { catchUp } from '../../src/webhooks/subscriptions.ts';
import { useDatabase } from './database.ts';
import { openLog, startLoop } from './loop.ts';

const database = useDatabase();
const { sql, subscribe, open, events, tank, until, untilBlocked } = database;

test('a change becomes one event, and one delivery for each subscription whose filter the data contains', async () => {
  await sql(
    `INSERT INTO tank (id, company_id, status, metadata, alerts) VALUES ('t1', 'acme', 'active', '{"zone": {"id": 7, "x": 1}}', '{low,leak}')`,
  );
  await subscribe({ id: 'all' });
  await subscribe({ id: 'every', filter: {} });
  await subscribe({ id: 'nested', filter: { status: 'active', metadata: { zone: { id: 7 } }, alerts: ['leak'] } });
  await subscribe({ id: 'wrong value', filter: { status: 'inactive' } });
  await subscribe({ id: 'unknown key', filter: { Status: 'active' } });
  await subscribe({ id: 'null', filter: { note: null } });
  await sql(`UPDATE tank SET note = 'x'`);
  await sql(`UPDATE tank SET note = NULL`);
  expect((await events()).map(({ subscriptions }) => subscriptions)).toEqual([
    ['all', 'every', 'nested'],
    ['all', 'every', 'nested', 'null'],
  ]);
});

test('paused and disabled subscriptions get deliveries too, which wait', async () => {
  await subscribe({ id: 'a' });
  await subscribe({ id: 'b' });
  await sql(`UPDATE webhook_subscription SET state = CASE id WHEN 'a' THEN 'paused' ELSE 'disabled' END`);
  await tank();
  await sql(`UPDATE tank SET note = 'x'`);
  expect((await events())[0].subscriptions).toEqual(['a', 'b']);
});

test('a record that is small on disk and huge in memory is cut to its id, company and version', async () => {
  await subscribe();
  await tank();
  await sql(`UPDATE tank SET note = repeat('x', 50000000)`);
  await sql(`UPDATE tank SET note = NULL, metadata = jsonb_build_object('a', repeat(E'\\x01', 10000000))`);
  expect(await events()).toMatchObject([{ truncated: true }, { truncated: true }]);
});

test('a change that cannot become an event is set aside and logged, and those behind it are opened', async () => {
  const { log, lines } = openLog();
  await subscribe();
  await sql(`INSERT INTO webhook_outbox (resource, action, subscription_ids) VALUES ('tank', 'updated', '{sub}')`);
  await tank();
  await sql(`UPDATE tank SET note = 'x'`);
  startLoop(database.pool, log);
  await until('SELECT FROM webhook_event');
  expect((await lines.next())[1]).toBe('could not read changes from the outbox; trying again in 1 s');
  expect(await lines.next()).toEqual([
    { reason: expect.stringContaining('null value in column') },
    'a change could not become an event and was set aside',
  ]);
  expect(await sql('SELECT resource, error FROM webhook_outbox')).toEqual([
    { resource: 'tank', error: expect.stringContaining('null value in column') },
  ]);
  expect(await readBacklog(database.pool)).toMatchObject({ changes: 0, changesAge: 0, failed: 1 });
  await sql('UPDATE webhook_outbox SET error = NULL, tank_after = (SELECT tank FROM tank)');
  await until('SELECT FROM webhook_event OFFSET 1');
});

test('catching up opens everything written, in several batches', async () => {
  await subscribe({ actions: ['created'] });
  await sql(`INSERT INTO tank (id, company_id) SELECT 't' || g, 'acme' FROM generate_series(1, 1200) g`);
  await catchUp(database.prisma);
  expect(await sql('SELECT count(*)::int AS n FROM webhook_delivery')).toEqual([{ n: 1_200 }]);
});

test('a record over 250 KB is cut to its id, company and version, and matches every filter', async () => {
  await subscribe({ filter: { note: 'no record has this' } });
  await tank();
  const text = `(SELECT left(string_agg(md5(g::text), ''), $1) FROM generate_series(1, 60000) g)`;
  await sql(`UPDATE tank SET note = ${text}`, [DATA_BYTES - 2_000]);
  expect(await events()).toEqual([]);
  await sql(`UPDATE tank SET note = ${text}`, [DATA_BYTES]);
  expect(await events()).toMatchObject([
    { truncated: true, data: { id: 't1', company_id: 'acme', version: 3 }, subscriptions: ['sub'] },
  ]);
});

test('changes opened by many sessions at once become one event each', async () => {
  await subscribe({ actions: ['created'] });
  await sql(`INSERT INTO tank (id, company_id) SELECT 't' || g, 'acme' FROM generate_series(1, 2000) g`);
  const opened = await Promise.all(Array.from({ length: 8 }, () => openOutbox(database.pool, 400)));
  expect(opened.reduce((sum, count) => sum + count)).toBe(2_000);
  const [counts] = await sql(
    `SELECT count(*)::int AS events, count(DISTINCT resource_id)::int AS records FROM webhook_event`,
  );
  expect(counts).toEqual({ events: 2_000, records: 2_000 });
});

test('catching up waits for rows that another session has locked, and the loop skips them', async () => {
  await subscribe({ actions: ['created'] });
  await tank();
  const client = await database.pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT open_outbox(10)');
  expect(await openOutbox(database.pool)).toBe(0);
  const caughtUp = catchUp(database.prisma);
  await untilBlocked();
  await client.query('ROLLBACK');
  client.release();
  await caughtUp;
  expect(await sql('SELECT FROM webhook_delivery')).toHaveLength(1);
});

test('an event and its id have the time of the change, however late it is opened', async () => {
  await subscribe({ actions: ['created'] });
  await tank();
  const moment = '2026-01-02T03:04:05.678Z';
  await sql(`UPDATE webhook_outbox SET occurred_at = '2026-01-02T03:04:05.6789Z'`);
  await open();
  const [event] = await sql(
    `SELECT id, occurred_at AS "occurredAt", time_ordered_uuid_floor($1) AS floor FROM webhook_event`,
    [moment],
  );
  expect(event.occurredAt).toEqual(moment);
  expect(event.id.slice(0, 15)).toBe(`${event.floor.slice(0, 14)}7`);
});

test('ids of events are in the order of their times', async () => {
  const [{ backwards }] = await sql(`
    WITH made AS MATERIALIZED (SELECT n, left(time_ordered_uuid()::text, 18) AS moment FROM generate_series(1, 100000) n)
    SELECT count(*)::int AS backwards FROM (SELECT moment < lag(moment) OVER (ORDER BY n) AS back FROM made) t WHERE back`);
  expect(backwards).toBe(0);
});

test('a subscription deleted before the change is opened gets nothing, and the others do', async () => {
  await subscribe({ id: 'a' });
  await subscribe({ id: 'b' });
  await tank();
  await sql(`UPDATE tank SET note = 'x'`);
  await sql(`DELETE FROM webhook_subscription WHERE id = 'a'`);
  expect(await events()).toMatchObject([{ subscriptions: ['b'] }]);
});

test('a change that matches no filter leaves nothing behind', async () => {
  await subscribe({ filter: { status: 'inactive' } });
  await tank();
  await sql(`UPDATE tank SET note = 'x'`);
  expect(await events()).toEqual([]);
  expect(await sql('SELECT FROM webhook_outbox')).toEqual([]);
});

test('a record that cannot become JSON does not block the others', async () => {
  await sql(`CREATE TYPE unspeakable AS ENUM ('silence');
    CREATE FUNCTION speak(unspeakable) RETURNS json LANGUAGE plpgsql AS $$ BEGIN RAISE 'no words'; END $$;
    CREATE CAST (unspeakable AS json) WITH FUNCTION speak(unspeakable);
    CREATE TABLE wonder (id text PRIMARY KEY, company_id text, version integer DEFAULT 1, secret unspeakable);
    SELECT emit_events('wonder')`);
  await subscribe({ id: 'a', resource: 'wonder', actions: ['created'] });
  await subscribe({ id: 'b', actions: ['created'] });
  await sql(`INSERT INTO wonder (id, company_id, secret) VALUES ('w1', 'acme', 'silence'), ('w2', 'acme', NULL)`);
  await tank();
  expect(await events()).toMatchObject([
    { id: 'w1', truncated: true, data: { id: 'w1', company_id: 'acme', version: 1 }, subscriptions: ['a'] },
    { id: 'w2', truncated: false, subscriptions: ['a'] },
    { id: 't1', truncated: false, subscriptions: ['b'] },
  ]);
  await sql(`SELECT stop_events('wonder'); DROP TABLE wonder; DROP TYPE unspeakable CASCADE`);
});
