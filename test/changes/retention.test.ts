import { expect, onTestFinished, test, vi } from 'vitest';
import { addDays } from '../../src/changes/partitions.ts';
import { useDatabase } from '../webhooks/database.ts';
import { sweepNow } from '../webhooks/loop.ts';

const database = useDatabase();
const { sql, subscribe, attempts, change, open, lease } = database;

/** Days as a database has that has run for longer than they are kept. */
async function splitDays(since = 22): Promise<void> {
  for (const table of ['webhook_delivery_finished', 'webhook_attempt', 'webhook_event']) {
    for (const { name } of await sql(
      'SELECT inhrelid::regclass AS name FROM pg_inherits WHERE inhparent = $1::regclass',
      [table],
    ))
      await sql(`DROP TABLE ${name}`);
    const [{ until }] = await sql(
      `SELECT time_ordered_uuid_floor(date_trunc('day', now(), 'UTC') - $1 * interval '1 day') AS until`,
      [since],
    );
    await sql(`CREATE TABLE ${table}_before PARTITION OF ${table} FOR VALUES FROM (MINVALUE) TO ('${until}')`);
  }
  await addDays(database.pool);
}

/** An event of so many days ago, its deliveries (subscription and status), and an attempt of each. */
async function event(days: number, ...rows: [string, string][]): Promise<void> {
  const [{ id }] = await sql(
    `INSERT INTO webhook_event (id, company_id, resource, action, resource_id, data, changed, version, sequence)
     VALUES (time_ordered_uuid(now() - $1 * interval '1 day'), 'acme', 'tank', 'updated', 't', '{}', '{}', 1, 1) RETURNING id`,
    [days],
  );
  for (const [subscriptionId, status] of rows) {
    await sql(
      `INSERT INTO webhook_delivery (event_id, subscription_id, status, finished_at, company_id, resource_id, sequence)
       VALUES ($1, $2, $3, CASE WHEN $3 <> 'pending' THEN now() END, 'acme', 't', 1)`,
      [id, subscriptionId, status],
    );
    await sql(
      `INSERT INTO webhook_attempt (event_id, subscription_id, number, started_at, duration_ms) VALUES ($1, $2, 1, now(), 1)`,
      [id, subscriptionId],
    );
  }
}

const left = async () =>
  (
    await sql(`SELECT d.subscription_id || ' ' || d.status AS row
      FROM webhook_delivery d JOIN webhook_event e ON e.id = d.event_id ORDER BY d.event_id, d.subscription_id`)
  ).map(({ row }) => row);

test('a sweep removes what is older than the days that are kept, whatever its status, and nothing else', async () => {
  await splitDays(40);
  for (const id of ['a', 'b', 'held', 'paused']) await subscribe({ id });
  await sql(
    `UPDATE webhook_subscription SET state = CASE id WHEN 'held' THEN 'disabled' WHEN 'paused' THEN 'paused' ELSE 'active' END`,
  );
  await event(50, ['a', 'delivered']);
  await event(40, ['a', 'delivered'], ['b', 'dead'], ['held', 'pending'], ['paused', 'pending']);
  await event(16, ['a', 'pending'], ['b', 'delivered']);
  await event(13, ['a', 'delivered'], ['b', 'dead'], ['held', 'pending'], ['paused', 'pending']);
  await event(1, ['deleted', 'pending'], ['a', 'pending']);
  // That of the deleted subscription, and those of 40 and 16 days ago.
  expect(await sweepNow(database.pool)).toEqual({ waiting: 4, days: expect.toSatisfy((days) => days > 25) });
  expect(await left()).toEqual(['a delivered', 'b dead', 'held pending', 'paused pending', 'a pending']);
  expect(await sql('SELECT FROM webhook_event')).toHaveLength(2);
  expect(await attempts()).toHaveLength(6);
  expect(await sweepNow(database.pool)).toBe(undefined);
});

test('what waits is removed in small statements, and the rest in one for each table of a day', async () => {
  await splitDays();
  await sql(`WITH event AS (
      INSERT INTO webhook_event (id, company_id, resource, action, resource_id, data, changed, version, sequence)
      SELECT time_ordered_uuid(now() - interval '20 days'), 'acme', 'tank', 'updated', 't', '{}', '{}', 1, 1
      RETURNING id)
    INSERT INTO webhook_delivery (event_id, subscription_id, status, company_id, resource_id, sequence)
    SELECT id, 'sub' || g, CASE WHEN g % 2 = 0 THEN 'pending' ELSE 'delivered' END, 'acme', 't', 1 FROM event, generate_series(1, 7000) g`);
  await sql(`INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions)
    SELECT 'sub' || g, 'acme', 'flow', 'node', 'http://127.0.0.1:9', 'tank', '{}' FROM generate_series(1, 7000) g`);
  const query = vi.spyOn(database.pool, 'query');
  onTestFinished(() => query.mockRestore());
  expect(await sweepNow(database.pool)).toMatchObject({ waiting: 3500 });
  expect(query.mock.calls.filter(([text]) => String(text).includes('page AS MATERIALIZED'))).toHaveLength(4);
  expect(await sql('SELECT FROM webhook_event')).toEqual([]);
});

test('a day stays while one of its deliveries is under way, and while another program reads it', async () => {
  await splitDays();
  await subscribe();
  await event(20, ['sub', 'pending']);
  await lease();
  expect(await sweepNow(database.pool)).toMatchObject({ waiting: 0 });
  expect(await left()).toEqual(['sub pending']);
  await sql('UPDATE webhook_delivery SET leased_until = now()');

  const reader = await database.pool.connect();
  await reader.query('BEGIN; LOCK TABLE webhook_event IN ACCESS SHARE MODE');
  await expect(sweepNow(database.pool)).rejects.toMatchObject({ code: '55P03' });
  // New deliveries do not wait for it.
  await change();
  await open();
  expect(await left()).toEqual(['sub pending']);
  await addDays(database.pool);
  await reader.query('COMMIT');
  reader.release();
  await sweepNow(database.pool);
  expect(await sql('SELECT FROM webhook_event')).toHaveLength(1);
});

test('a change that waits in the outbox for longer than the days that are kept still becomes an event', async () => {
  await splitDays();
  await subscribe();
  await change();
  await sql(`UPDATE webhook_outbox SET occurred_at = now() - interval '30 days'`);
  await sweepNow(database.pool);
  await open();
  expect(await left()).toEqual(['sub pending']);
});

test('after a long stop the days in between are made, and those of a week ahead', async () => {
  await splitDays();
  const names = async () =>
    (
      await sql(`SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'webhook_event'::regclass`)
    ).map(({ name }) => name);
  const all = (await names()).sort();
  expect(all).toHaveLength(1 + 22 + 8);
  for (const table of ['webhook_delivery_finished', 'webhook_attempt', 'webhook_event'])
    for (const name of all.filter((each) => !each.endsWith('before')).slice(-10))
      await sql(`DROP TABLE ${name.replace('webhook_event', table)}`);
  await Promise.all([1, 2, 3].map(() => addDays(database.pool)));
  expect((await names()).sort()).toEqual(all);
});
