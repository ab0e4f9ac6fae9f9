import { expect, test } from 'vitest';
import { claim } from '../../src/webhooks/queue/claim.ts';
import { DueSubscriptions } from '../../src/webhooks/queue/due-subscriptions.ts';
import { useDatabase } from './database.ts';
import { deliver } from './loop.ts';
import { openHolding } from './receiver.ts';

// Which deliveries a claim looks at shows only in how long it takes. The rest of its behaviour is tested through a
// deliverer.
const database = useDatabase();
const { sql, subscribe, open, change, attempts, deliveries, until } = database;

const token = (digit: number): string => `00000000-0000-0000-0000-00000000000${digit}`;

async function readDue(): Promise<DueSubscriptions> {
  const due = new DueSubscriptions();
  await due.refresh(database.pool);
  return due;
}

test('a subscription with nothing in flight comes before one with attempts in flight, whatever their ids', async () => {
  for (const id of ['a', 'z']) await subscribe({ id, company: id });
  for (const id of ['a', 'z']) await change(5, id);
  await open();
  const [first] = await claim(database.pool, (await readDue()).all, 1, token(1), new Map([['a', 3]]));
  expect(first?.subscriptionId).toBe('z');
});

test('a claim looks at the due subscriptions it is given, from their times on', async () => {
  for (const id of ['a', 'b', 'paused']) await subscribe({ id, company: id });
  for (const id of ['a', 'b', 'paused']) await change(1, id);
  await open();
  await sql(`UPDATE webhook_subscription SET state = 'paused' WHERE id = 'paused'`);
  const { all } = await readDue();
  expect(all.map(({ id }) => id)).toEqual(['a', 'b']);
  const later = { id: 'a', dueSince: '2999-01-01T00:00:00.000Z' };
  expect(await claim(database.pool, [later], 10, token(1))).toEqual([]);
  expect(await claim(database.pool, all.slice(0, 1), 10, token(1))).toMatchObject([{ subscriptionId: 'a' }]);
  expect(await claim(database.pool, all, 10, token(2))).toMatchObject([{ subscriptionId: 'b' }]);
});

test('deliveries that a process queues while it reads the queue are not forgotten', async () => {
  await subscribe();
  const due = new DueSubscriptions();
  const refreshed = due.refresh(database.pool);
  await change();
  const [{ ids, at }] = await sql('SELECT queued_for AS ids, now() AS at FROM open_outbox(10)');
  due.add(ids, at);
  await refreshed;
  expect(await claim(database.pool, due.all, 10, token(1))).toHaveLength(1);
});

test('a subscription without due deliveries is forgotten, and one with a delivery under way is not', async () => {
  await subscribe();
  await change();
  await open();
  const due = new DueSubscriptions();
  const refreshed = async () => {
    await expect.poll(async () => due.rest(200)).toBe(0);
    await due.refresh(database.pool);
    return due.all.map(({ id }) => id);
  };
  expect(await refreshed()).toEqual(['sub']);
  await database.lease();
  expect(await refreshed()).toEqual(['sub']);
  await sql('DELETE FROM webhook_delivery');
  await expect.poll(refreshed).toEqual([]);
});

test('after the end of its lease a delivery is sent again, and the late result of the first attempt changes nothing', async () => {
  const receiver = await openHolding();
  await subscribe({ url: receiver.url });
  await change();
  await deliver(database.pool);
  await receiver.next();
  await sql('UPDATE webhook_delivery SET leased_until = now()');
  expect((await receiver.next()).headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id']);
  receiver.answer(204);
  await until('SELECT FROM webhook_attempt');
  expect(await attempts()).toMatchObject([{ number: 1, http_status: 204 }]);
  expect(await deliveries()).toMatchObject([{ status: 'pending', attempts: 2, lease_token: expect.any(String) }]);
});
