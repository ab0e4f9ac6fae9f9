import { expect, onTestFinished, test, vi } from 'vitest';
import { sweep } from '../../src/webhooks/retention.ts';
import { useDatabase } from './database.ts';
import { settings } from './loop.ts';

const database = useDatabase();
const { sql, subscribe, attempts } = database;

test('a sweep removes expired deliveries, their attempts and their events, and nothing else', async () => {
  for (const id of ['a', 'b', 'held', 'paused']) await subscribe({ id });
  await sql(
    `UPDATE webhook_subscription SET state = CASE id WHEN 'held' THEN 'disabled' WHEN 'paused' THEN 'paused' ELSE 'active' END`,
  );
  const event = async (days: number, rows: [string, string][]) => {
    const [{ id }] = await sql(
      `INSERT INTO webhook_event (id, company_id, resource, action, resource_id, data, changed, version)
       VALUES (time_ordered_uuid_floor(now() - $1 * interval '1 day'), 'acme', 'tank', 'updated', 't', '{}', '{}', 1) RETURNING id`,
      [days],
    );
    for (const [subscriptionId, status] of rows) {
      await sql(
        `INSERT INTO webhook_delivery (event_id, subscription_id, status, finished_at)
         VALUES ($1, $2, $3, CASE WHEN $3 <> 'pending' THEN now() - $4 * interval '1 day' END)`,
        [id, subscriptionId, status, days],
      );
      await sql(
        `INSERT INTO webhook_attempt (event_id, subscription_id, number, started_at, duration_ms) VALUES ($1, $2, 1, now(), 1)`,
        [id, subscriptionId],
      );
    }
  };
  await event(40, [
    ['a', 'delivered'],
    ['b', 'dead'],
    ['held', 'pending'],
  ]);
  await event(39, [
    ['a', 'pending'],
    ['paused', 'pending'],
  ]);
  await event(10, [
    ['a', 'delivered'],
    ['b', 'dead'],
    ['held', 'pending'],
  ]);
  await event(9, [
    ['a', 'delivered'],
    ['b', 'delivered'],
  ]);
  await event(6, [['a', 'delivered']]);
  await event(1, [['deleted', 'pending']]);
  expect(await sweep(database.pool, settings)).toBe(7);
  const left = await sql(`SELECT d.subscription_id AS id, d.status
    FROM webhook_delivery d JOIN webhook_event e ON e.id = d.event_id ORDER BY d.event_id, d.subscription_id`);
  expect(left.map(({ id, status }) => `${id} ${status}`)).toEqual([
    'a pending',
    'paused pending',
    'b dead',
    'held pending',
    'a delivered',
  ]);
  expect(await attempts()).toHaveLength(5);
  expect(await sql('SELECT FROM webhook_event')).toHaveLength(3);
});

test('a sweep removes many rows in small statements', async () => {
  await sql(`WITH event AS (
      INSERT INTO webhook_event (id, company_id, resource, action, resource_id, data, changed, version)
      SELECT time_ordered_uuid_floor(now() - interval '20 days'), 'acme', 'tank', 'updated', 't', '{}', '{}', 1
      RETURNING id)
    INSERT INTO webhook_delivery (event_id, subscription_id, status, finished_at)
    SELECT id, 's' || g, 'delivered', now() - interval '20 days' FROM event, generate_series(1, 3500) g`);
  const query = vi.spyOn(database.pool, 'query');
  onTestFinished(() => query.mockRestore());
  expect(await sweep(database.pool, settings)).toBe(3500);
  expect(query.mock.calls.filter(([text]) => String(text).includes("'delivered'"))).toHaveLength(5);
  expect(await sql('SELECT FROM webhook_event')).toEqual([]);
});
