import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { claim } from '../../src/webhooks/claim.ts';
import { sweep } from '../../src/webhooks/retention.ts';
import { useDatabase } from './database.ts';
import { claimDue, startLoop, token } from './loop.ts';
import { openReceiver } from './receiver.ts';

const database = useDatabase();
const { sql, until, subscribe, open, change } = database;
const claimed = async (digit = 1): Promise<number> => (await claimDue(database.pool, 100, token(digit))).length;

/** Counts the claims of all loops from now on. */
function watchClaims() {
  const query = vi.spyOn(pg.Pool.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  const count = () => query.mock.calls.filter(([statement]) => JSON.stringify(statement).includes('"claim"')).length;
  return { count };
}

test('two loops together send no more in a second than a subscription may get, and others do not wait', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: `${receiver.url}/limited`, maxPerSecond: 20, maxInFlight: 100 });
  await subscribe({ id: 'other', company: 'other', url: `${receiver.url}/other`, maxInFlight: 100 });
  await change(60);
  await change(60, 'other');
  await open();
  const began = performance.now();
  const loops = [startLoop(database.pool), startLoop(database.pool)];
  const arrivals: Record<string, number[]> = { '/limited': [], '/other': [] };
  for (let index = 0; index < 120; index++) arrivals[(await receiver.next()).path]?.push(performance.now() - began);
  await until(`SELECT WHERE NOT EXISTS (SELECT FROM webhook_delivery WHERE status <> 'delivered')`);
  await Promise.all(loops.map((loop) => loop.stop()));
  const [limited = [], other = []] = [arrivals['/limited'], arrivals['/other']];
  expect([limited.length, other.length]).toEqual([60, 60]);
  // Twenty at once, and then twenty a second.
  expect(limited[59]).toBeGreaterThan(2_000);
  expect(limited[59]).toBeLessThan(20_000);
  expect(limited[39]).toBeGreaterThan(1_000);
  expect(other[59]).toBeLessThan(limited[59] ?? 0);
});

test('claims at once share what a subscription may get in a second, also where they look at different deliveries', async () => {
  await subscribe({ maxPerSecond: 5, maxInFlight: 100 });
  await change(80);
  await open();
  await sql(`UPDATE webhook_delivery_pending d SET next_attempt_at = now() - (80 - place) * interval '1 minute'
    FROM (SELECT event_id, row_number() OVER (ORDER BY event_id) AS place FROM webhook_delivery_pending) q WHERE q.event_id = d.event_id`);
  const places = await sql(`SELECT next_attempt_at AS mark FROM webhook_delivery_pending ORDER BY next_attempt_at`);
  const began = performance.now();
  const claims = [1, 2, 3, 4].map((digit) =>
    claim(database.pool, [{ id: 'sub', mark: places[20 * (digit - 1)].mark }], 100, token(digit)),
  );
  const count = (await Promise.all(claims)).flat().length;
  expect(count).toBeGreaterThanOrEqual(5);
  expect(count).toBeLessThanOrEqual(5 + Math.ceil(((performance.now() - began) / 1000) * 5));
});

test('a claim does not wait for another one of the same limit, and takes nothing beside it', async () => {
  await subscribe({ maxPerSecond: 5 });
  await change(3);
  await open();
  const client = await database.pool.connect();
  await client.query('BEGIN; SELECT FROM webhook_pace FOR NO KEY UPDATE');
  expect(await claimed()).toBe(0);
  await client.query('ROLLBACK');
  client.release();
  expect(await claimed()).toBe(3);
});

test('a limit below one a second lets one go at a time, and an unused second is not saved up', async () => {
  await subscribe({ maxPerSecond: 0.01 });
  await change(20);
  await open();
  expect([await claimed(), await claimed()]).toEqual([1, 0]);
  await sql(`UPDATE webhook_pace SET sent_until = sent_until - interval '100 seconds'`);
  expect([await claimed(), await claimed()]).toEqual([1, 0]);
  await sql(`UPDATE webhook_pace SET sent_until = sent_until - interval '1 hour'`);
  expect([await claimed(), await claimed()]).toEqual([1, 0]);
  await sql('UPDATE webhook_subscription SET max_per_second = NULL');
  expect(await claimed()).toBeGreaterThan(1);
});

test('a probe of a limited subscription waits for its turn', async () => {
  await subscribe({ maxPerSecond: 0.01 });
  await change(3);
  await open();
  await claimed();
  await sql('UPDATE webhook_subscription SET consecutive_failures = 5, breaker_open_until = now()');
  expect(await claimed()).toBe(0);
  await sql('UPDATE webhook_pace SET sent_until = now()');
  expect(await claimed()).toBe(1);
});

test('a long queue behind a limit does not make the loop claim without a pause', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url, maxPerSecond: 0.01, maxInFlight: 100 });
  await change(500);
  await open();
  startLoop(database.pool);
  await receiver.next();
  const { count } = watchClaims();
  const began = performance.now();
  await expect.poll(count, { interval: 5, timeout: 20_000 }).toBeGreaterThanOrEqual(20);
  // Each 200 ms there is a poll, and a ring of the opening.
  expect(performance.now() - began).toBeGreaterThan(800);
  expect(receiver.received).toHaveLength(1);
});

test('of a deleted subscription no pace is kept', async () => {
  await subscribe({ maxPerSecond: 5 });
  expect(await sql('SELECT subscription_id FROM webhook_pace')).toEqual([{ subscription_id: 'sub' }]);
  await sql('DELETE FROM webhook_subscription');
  await sweep(database.pool, 14);
  expect(await sql('SELECT subscription_id FROM webhook_pace')).toEqual([]);
});
