import { expect, test } from 'vitest';
import { claim, release } from '../../src/webhooks/claim.ts';
import { Lanes } from '../../src/webhooks/lanes.ts';
import { openOutbox } from '../../src/webhooks/outbox.ts';
import { record } from '../../src/webhooks/record.ts';
import { useDatabase } from './database.ts';
import { claimDue, resultOf, token } from './loop.ts';

const database = useDatabase();
const { sql, subscribe, open, change, claimOne, deliveries, attempts } = database;

test('two claims at once never share a delivery', async () => {
  for (let index = 0; index < 20; index++) await subscribe({ id: `s${index}`, maxInFlight: 50 });
  await change(20);
  await open();
  const waves = await Promise.all([1, 2, 3, 4].map((index) => claimDue(database.pool, 1000, token(index))));
  const ids = waves.flat().map(({ eventId, subscriptionId }) => `${eventId} ${subscriptionId}`);
  expect(ids).toHaveLength(400);
  expect(new Set(ids).size).toBe(400);
});

test('a failing subscription gets one probe from all loops together', async () => {
  await subscribe();
  await change(5);
  await open();
  await sql(`UPDATE webhook_subscription SET consecutive_failures = 5, breaker_open_until = now()`);
  const waves = await Promise.all([1, 2, 3].map((index) => claimDue(database.pool, 10, token(index))));
  expect(waves.flat()).toHaveLength(1);
  expect(await claimDue(database.pool, 10, token(4))).toEqual([]);
});

test('a newer message gets no probe while one is under way, until the lease of its process ends', async () => {
  await subscribe();
  await change(2);
  await open();
  await sql(`UPDATE webhook_subscription SET consecutive_failures = 5, breaker_open_until = now()`);
  const first = await claimDue(database.pool, 10, token(1));
  expect(first).toMatchObject([{ version: 3 }]);
  await change();
  await open();
  expect(await claimDue(database.pool, 10, token(2))).toEqual([]);
  await sql(
    `UPDATE webhook_delivery SET leased_until = leased_until - interval '1 minute' WHERE leased_until IS NOT NULL`,
  );
  await sql(`UPDATE webhook_subscription SET breaker_open_until = breaker_open_until - interval '1 minute'`);
  expect(await claimDue(database.pool, 10, token(2))).toMatchObject([{ version: 4 }]);
});

test('a subscription with nothing in flight comes before one with attempts in flight, whatever their ids', async () => {
  for (const id of ['a', 'z']) await subscribe({ id, company: id });
  for (const id of ['a', 'z']) await change(5, id);
  await open();
  const [first] = await claimDue(database.pool, 1, token(1), new Map([['a', 3]]));
  expect(first?.subscriptionId).toBe('z');
});

test("a dead loop's lease runs out, and its late result changes nothing then", async () => {
  await subscribe();
  await change();
  await open();
  const first = await claimOne();
  expect(await claimDue(database.pool, 10, token(2))).toEqual([]);
  await sql(`UPDATE webhook_delivery SET leased_until = now() - interval '1 ms'`);
  const second = await claimOne(2);
  expect(second).toMatchObject({ eventId: first.eventId, attempt: 2, round: 2 });
  await record(database.pool, [resultOf(first, 'delivered', 200)]);
  expect(await deliveries()).toMatchObject([{ status: 'pending', lease_token: token(2) }]);
  expect(await attempts()).toMatchObject([{ number: 1, http_status: 200 }]);
  await release(database.pool, [first]);
  expect((await deliveries())[0].attempts).toBe(2);
});

test('a claim looks in the lanes it is given, from their marks on, and a survey finds what lies before them', async () => {
  for (const id of ['a', 'b', 'paused']) await subscribe({ id, company: id });
  for (const id of ['a', 'b', 'paused']) await change(1, id);
  await open();
  await sql(`UPDATE webhook_subscription SET state = 'paused' WHERE id = 'paused'`);
  const lanes = new Lanes();
  await lanes.refresh(database.pool);
  expect(lanes.all.map(({ id }) => id)).toEqual(['a', 'b']);
  const [a] = lanes.all;
  if (a === undefined) throw new Error('no lane');
  const later = { id: 'a', mark: '2999-01-01T00:00:00.000Z' };
  expect(await claim(database.pool, [later], 10, token(1))).toEqual([]);
  expect(await claim(database.pool, [a], 10, token(1))).toMatchObject([{ subscriptionId: 'a' }]);
  expect(await claim(database.pool, lanes.all, 10, token(2))).toMatchObject([{ subscriptionId: 'b' }]);
});

test('deliveries that a process queues while it reads the queue are not forgotten', async () => {
  await subscribe();
  const lanes = new Lanes();
  const survey = lanes.refresh(database.pool);
  await change();
  const { queuedFor, queuedAt } = await openOutbox(database.pool);
  lanes.add(queuedFor ?? [], queuedAt);
  await survey;
  expect(await claim(database.pool, lanes.all, 10, token(1))).toHaveLength(1);
});

test('a lane without due deliveries ends, and one with a delivery under way stays', async () => {
  await subscribe();
  await change();
  await open();
  const lanes = new Lanes();
  const refreshed = async () => {
    await expect.poll(async () => lanes.rest(200)).toBe(0);
    await lanes.refresh(database.pool);
    return lanes.all.map(({ id }) => id);
  };
  expect(await refreshed()).toEqual(['sub']);
  const [claimed] = await claim(database.pool, lanes.all, 10, token(1));
  expect(await refreshed()).toEqual(['sub']);
  if (claimed === undefined) throw new Error('nothing was due');
  await record(database.pool, [resultOf(claimed, 'delivered', 200)]);
  await expect.poll(refreshed).toEqual([]);
});
