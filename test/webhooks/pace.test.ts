import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useDatabase } from './database.ts';
import { deliver, sweepNow } from './loop.ts';
import { openReceiver } from './receiver.ts';

const database = useDatabase();
const { sql, until, subscribe, open, change } = database;

/** Counts the claims of all loops from now on. */
function watchClaims() {
  const query = vi.spyOn(pg.Pool.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  const count = () => query.mock.calls.filter(([statement]) => JSON.stringify(statement).includes('"claim"')).length;
  return { count };
}

test('two loops together send no more in a second than a subscription may get, and others do not wait', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: `${receiver.url}/limited`, maxPerSecond: 20, maxInFlight: 20 });
  await subscribe({ id: 'other', company: 'other', url: `${receiver.url}/other` });
  await change(60);
  await change(60, 'other');
  await open();
  const began = performance.now();
  const loops = await Promise.all([deliver(database.pool), deliver(database.pool)]);
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

test('four deliverers share what a subscription may get in a second', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url, maxPerSecond: 5, maxInFlight: 100 });
  await change(20);
  await open();
  const began = performance.now();
  await Promise.all([1, 2, 3, 4].map(() => deliver(database.pool)));
  for (let count = 0; count < 15; count++) await receiver.next();
  expect(performance.now() - began).toBeGreaterThan(1_900);
});

/**
 * A limited subscription and another one, and a function that waits until the other has got a message: the deliverer
 * has then claimed.
 */
async function subscribeBoth(maxPerSecond: number) {
  const receiver = await openReceiver();
  const others = await openReceiver();
  await subscribe({ url: receiver.url, maxPerSecond });
  await subscribe({ id: 'other', company: 'other', url: others.url });
  const hasClaimed = async () => {
    await change(1, 'other');
    await others.next();
  };
  return { receiver, hasClaimed };
}

test('a claim does not wait for another one of the same limit, and takes nothing beside it', async () => {
  const { receiver, hasClaimed } = await subscribeBoth(5);
  await change(3);
  await open();
  const client = await database.pool.connect();
  await client.query('BEGIN; SELECT FROM webhook_pace FOR NO KEY UPDATE');
  await deliver(database.pool);
  await hasClaimed();
  expect(receiver.received).toEqual([]);
  await client.query('ROLLBACK');
  client.release();
  for (let count = 0; count < 3; count++) await receiver.next();
});

test('a limit below one a second sends one at a time, and an unused second is not saved up', async () => {
  const { receiver, hasClaimed } = await subscribeBoth(0.01);
  await change(20);
  await open();
  await deliver(database.pool);
  for (const past of ['100 seconds', '1 hour', '1 hour']) {
    await receiver.next();
    const { length } = receiver.received;
    await hasClaimed();
    expect(receiver.received).toHaveLength(length);
    await sql(`UPDATE webhook_pace SET sent_until = sent_until - $1::interval`, [past]);
  }
  await receiver.next();
  await hasClaimed();
  expect(receiver.received).toHaveLength(4);
  await sql('UPDATE webhook_subscription SET max_per_second = NULL');
  for (let count = 4; count < 20; count++) await receiver.next();
});

test('a probe of a limited subscription waits until the limit allows it', async () => {
  const { receiver, hasClaimed } = await subscribeBoth(0.01);
  await change(3);
  await open();
  await deliver(database.pool);
  await receiver.next();
  await until(`SELECT FROM webhook_delivery WHERE status = 'delivered'`);
  await sql(`UPDATE webhook_subscription SET consecutive_failures = 5, breaker_open_until = now() WHERE id = 'sub'`);
  await hasClaimed();
  expect(receiver.received).toHaveLength(1);
  await sql('UPDATE webhook_pace SET sent_until = now()');
  await receiver.next();
});

test('a long queue behind a limit does not make the loop claim without a pause', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url, maxPerSecond: 0.01, maxInFlight: 100 });
  await change(500);
  await open();
  await deliver(database.pool);
  await receiver.next();
  const { count } = watchClaims();
  const began = performance.now();
  await expect.poll(count, { interval: 5 }).toBeGreaterThanOrEqual(20);
  // Each 200 ms there is a poll, and a ring of the opening.
  expect(performance.now() - began).toBeGreaterThan(800);
  expect(receiver.received).toHaveLength(1);
});

test('a deleted subscription leaves no pace behind', async () => {
  await subscribe({ maxPerSecond: 5 });
  expect(await sql('SELECT subscription_id FROM webhook_pace')).toEqual([{ subscription_id: 'sub' }]);
  await sql('DELETE FROM webhook_subscription');
  await sweepNow(database.pool);
  expect(await sql('SELECT subscription_id FROM webhook_pace')).toEqual([]);
});
