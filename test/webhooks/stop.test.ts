import { expect, test } from 'vitest';
import { useDatabase } from './database.ts';
import { deliver } from './loop.ts';
import { openReceiver } from './receiver.ts';

const database = useDatabase();
const { subscribe, open, change, deliveries, attempts, lock, blocked, until, untilBlocked } = database;
const BLOCKED = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
const start = () => deliver(database.pool);

test('a stop does not wait for a table that is locked', async () => {
  const loop = await start();
  await lock('webhook_outbox, webhook_delivery');
  loop.nudge();
  await untilBlocked();
  await loop.stop();
  expect(await blocked()).not.toEqual([]);
});

test('deliveries claimed during a stop are given back untried', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url });
  await change();
  await open();
  const unlock = await lock('webhook_delivery_pending IN EXCLUSIVE MODE');
  const loop = await start();
  await until(`${BLOCKED} AND query LIKE '%sendable AS MATERIALIZED%'`);
  const stopped = loop.stop();
  await unlock();
  await stopped;
  expect(receiver.received).toEqual([]);
  expect(await deliveries()).toMatchObject([{ status: 'pending', attempts: 0, lease_token: null, leased_until: null }]);
});

test('a stop gives back deliveries without an answer as if they had not been tried', async () => {
  const receiver = await openReceiver(() => {});
  await subscribe({ url: receiver.url });
  const delivery = await start();
  await change();
  delivery.nudge();
  await receiver.next();
  await delivery.stop();
  // If the stop had waited for the timeout of the request, the attempt would count.
  expect(await deliveries()).toMatchObject([{ status: 'pending', attempts: 0, lease_token: null, leased_until: null }]);
  expect(await attempts()).toEqual([]);
});

test('a stop waits for an answer that is on its way', async () => {
  const receiver = await openReceiver((response) => setTimeout(() => response.writeHead(204).end(), 300));
  await subscribe({ url: receiver.url });
  const delivery = await start();
  await change();
  delivery.nudge();
  await receiver.next();
  await delivery.stop();
  expect(await deliveries()).toMatchObject([{ status: 'delivered', attempts: 1 }]);
});
