import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { catchUp } from '../../src/changes/catch-up.ts';
import { DATA_BYTES } from '../../src/webhooks/sending/message.ts';
import { useDatabase } from '../webhooks/database.ts';
import { deliver } from '../webhooks/loop.ts';

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
    ['all', 'every', 'nested', 'null'],
    ['all', 'every', 'nested', 'null'],
  ]);
});

test('changes of one microsecond become events of their own', async () => {
  await subscribe();
  await tank();
  for (const note of ['x', 'y']) await sql(`UPDATE tank SET note = '${note}'`);
  await sql('UPDATE webhook_outbox SET occurred_at = now()');
  expect(await events()).toHaveLength(2);
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
  await sql(`UPDATE tank SET note = repeat('x', 10000000)`);
  await sql(`UPDATE tank SET note = NULL, metadata = jsonb_build_object('a', repeat(E'\\x01', 1600000))`);
  expect(await events()).toMatchObject([{ truncated: true }, { truncated: true }]);
});

test('a role that lacks a right sets no change aside', async () => {
  await subscribe();
  await tank();
  await sql(`UPDATE tank SET note = 'x'`);
  const role = `opener_${randomUUID().replaceAll('-', '')}`;
  await sql(`CREATE ROLE ${role}; GRANT SELECT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
    GRANT SELECT ON SEQUENCE webhook_outbox_id_seq TO ${role}`);
  onTestFinished(() => sql(`DROP OWNED BY ${role}; DROP ROLE ${role}`).then(() => {}));
  const client = await database.pool.connect();
  await client.query(`SET ROLE ${role}`);
  const opening = client.query('SELECT open_outbox(1)').finally(() => client.release(true));
  await expect(opening).rejects.toThrow('permission denied for table webhook_event');
  expect(await events()).toHaveLength(1);
});

test('a value keeps its form if its column has become a time while the change waited', async () => {
  await subscribe();
  await tank();
  await sql(`UPDATE tank SET note = 'tomorrow'; ALTER TABLE tank ALTER COLUMN note TYPE timestamptz USING NULL`);
  expect((await events()).map(({ data }) => data.note)).toEqual(['tomorrow']);
  await sql('ALTER TABLE tank ALTER COLUMN note TYPE text');
});

test('an opening stops after a megabyte and reports that there is more', async () => {
  await subscribe({ actions: ['created'] });
  await sql(
    `INSERT INTO tank (id, company_id, note) SELECT 't' || g, 'acme', repeat(md5(g::text), 40000) FROM generate_series(1, 8) g`,
  );
  const sizes = [];
  for (let isFull = true; isFull; ) {
    const [opening] = await sql('SELECT opened, is_full FROM open_outbox(500)');
    sizes.push(opening.opened);
    isFull = opening.is_full;
  }
  expect(sizes).toEqual(Array(8).fill(1));
});

test('catching up opens everything written, in several batches', async () => {
  await subscribe({ actions: ['created'] });
  await sql(`INSERT INTO tank (id, company_id) SELECT 't' || g, 'acme' FROM generate_series(1, 1200) g`);
  await catchUp(database.prisma);
  expect(await sql('SELECT count(*)::int AS n FROM webhook_delivery')).toEqual([{ n: 1_200 }]);
});

test('a record over 250 KB is cut to its id, company and version, and filters still see all of it', async () => {
  await subscribe({ filter: { name: 'Tank t1' } });
  await subscribe({ id: 'other', filter: { name: 'another' } });
  await tank();
  const text = `(SELECT left(string_agg(md5(g::text), ''), $1) FROM generate_series(1, 60000) g)`;
  await sql(`UPDATE tank SET note = ${text}`, [DATA_BYTES - 2_000]);
  await sql(`UPDATE tank SET note = ${text}`, [DATA_BYTES]);
  expect(await events()).toMatchObject([
    { truncated: false, data: { version: 2 }, subscriptions: ['sub'] },
    { truncated: true, data: { id: 't1', company_id: 'acme', version: 3 }, subscriptions: ['sub'] },
  ]);
});

test('the deletion of a record of megabytes is an event with its id, company and version', async () => {
  await subscribe({ actions: ['created', 'deleted'] });
  await sql(`INSERT INTO tank (id, company_id, note) VALUES ('t1', 'acme', repeat('x', 9000000))`);
  await sql('DELETE FROM tank');
  const data = { id: 't1', company_id: 'acme', version: 1 };
  expect(await events()).toMatchObject([
    { action: 'created', truncated: true, data },
    { action: 'deleted', truncated: true, data },
  ]);
});

test('a long list is not compared with a filter that has one, and matches', async () => {
  await subscribe({ filter: { metadata: { a: [1] } } });
  await subscribe({ id: 'long', filter: { metadata: { a: [...Array(5_000).fill(1), 2] } } });
  await subscribe({ id: 'some', filter: { metadata: { a: Array(20).fill(1) } } });
  await subscribe({ id: 'other', filter: { metadata: { b: 1 } } });
  await tank();
  await sql(`UPDATE tank SET metadata = '{"a": [0]}'`);
  await sql(`UPDATE tank SET metadata = jsonb_build_object('a', (SELECT jsonb_agg(0) FROM generate_series(1, 50000)))`);
  expect((await events()).map(({ subscriptions }) => subscriptions)).toEqual([['long'], ['long', 'some']]);
});

test('changes opened by many sessions at once become one event each', async () => {
  await subscribe({ actions: ['created'] });
  await sql(`INSERT INTO tank (id, company_id) SELECT 't' || g, 'acme' FROM generate_series(1, 2000) g`);
  const opened = await Promise.all(Array.from({ length: 8 }, () => sql('SELECT opened FROM open_outbox(400)')));
  expect(opened.reduce((sum, [{ opened: count }]) => sum + count, 0)).toBe(2_000);
  const [counts] = await sql(
    `SELECT count(*)::int AS events, count(DISTINCT resource_id)::int AS records FROM webhook_event`,
  );
  expect(counts).toEqual({ events: 2_000, records: 2_000 });
});

test('catching up waits for an opening that is under way', async () => {
  await subscribe({ actions: ['created'] });
  await tank();
  const client = await database.pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT open_outbox(10)');
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

test('a record that stops matching a filter sends that once', async () => {
  await subscribe({ filter: { status: 'active', metadata: { zone: 7 } } });
  await tank();
  await sql(`UPDATE tank SET status = 'active', metadata = '{"zone": 7}'`);
  await sql(`UPDATE tank SET metadata = '{"zone": 8}'`);
  await sql(`UPDATE tank SET note = 'elsewhere'`);
  expect((await events()).map(({ data, changed }) => [data.metadata, changed.includes('metadata')])).toEqual([
    [{ zone: 7 }, true],
    [{ zone: 8 }, true],
  ]);
});

test('a record that moves to another company is deleted for the old one and created for the new one', async () => {
  const actions = ['created', 'updated', 'deleted'];
  await subscribe({ id: 'old', actions });
  await subscribe({ id: 'new', actions, company: 'other' });
  await tank();
  await sql(`UPDATE tank SET company_id = 'other', name = 'moved'`);
  await sql(`UPDATE tank SET note = 'x'`);
  const found = await events();
  expect(found.map(({ action, data, version, subscriptions }) => [action, data.name, version, subscriptions])).toEqual([
    ['created', 'Tank t1', 1, ['old']],
    ['deleted', 'Tank t1', 1, ['old']],
    ['created', 'moved', 2, ['new']],
    ['updated', 'moved', 3, ['new']],
  ]);
  expect(found[1].data.company_id).toBe('acme');
  await sql(`UPDATE tank SET company_id = NULL`);
  expect((await events()).at(-1)).toMatchObject({ action: 'deleted', subscriptions: ['new'] });
});

test('a change that is committed late is found, although later ones were opened before', async () => {
  await subscribe({ actions: ['created'] });
  await deliver(database.pool);
  const late = await database.pool.connect();
  await late.query('BEGIN');
  await late.query(`INSERT INTO tank (id, company_id) VALUES ('late', 'acme')`);
  for (let count = 0; count < 5; count++) {
    await tank(`t${count}`);
    await until(`SELECT FROM webhook_event WHERE resource_id = 't${count}'`);
  }
  await late.query('COMMIT');
  late.release();
  await until(`SELECT FROM webhook_event WHERE resource_id = 'late'`);
});
