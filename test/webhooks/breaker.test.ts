import { expect, test } from 'vitest';
import { useDatabase } from './database.ts';
import { deliver, deliverDue } from './loop.ts';
import { LATER, openHolding, openReceiver } from './receiver.ts';

const database = useDatabase();
const { sql, subscribe, open, change, deliveries, subscription, until } = database;

test('the breaker opens after five failures in a row, then allows one probe at a time and doubles its time', async () => {
  let status = 500;
  const receiver = await openReceiver((response) => response.writeHead(status, LATER).end());
  await subscribe({ url: receiver.url, maxInFlight: 1 });
  await change(8);
  expect(await deliverDue(database.pool)).toBe(5);
  expect(await subscription()).toMatchObject({ consecutive_failures: 5, breaker_trips: 1, open_for: 30 });
  expect((await deliveries()).filter(({ attempts: made }) => made === 0)).toHaveLength(3);

  const halfOpen = () =>
    sql(`UPDATE webhook_subscription SET breaker_open_until = now() - interval '1 second', max_in_flight = 8`);
  for (const seconds of [60, 120, 240, 480, 900, 900]) {
    await halfOpen();
    await sql(`UPDATE webhook_delivery SET next_attempt_at = now() - interval '1 second' WHERE status = 'pending'`);
    expect(await deliverDue(database.pool)).toBe(1);
    expect((await subscription()).open_for).toBe(seconds);
  }
  status = 204;
  await halfOpen();
  await sql(`UPDATE webhook_delivery SET next_attempt_at = now() - interval '1 second' WHERE status = 'pending'`);
  expect(await deliverDue(database.pool)).toBe(8);
  expect(await subscription()).toMatchObject({ consecutive_failures: 0, breaker_trips: 0, breaker_open_until: null });
});

test('failures in flight when the breaker opened do not push it further', async () => {
  const receiver = await openReceiver((response) => response.writeHead(500).end());
  await subscribe({ url: receiver.url, maxInFlight: 20 });
  await change(20);
  await deliverDue(database.pool);
  expect(await subscription()).toMatchObject({ consecutive_failures: 20, breaker_trips: 1 });
});

const REFUSALS = [400, 401, 403, 404, 409, 422];
/** The status of a message about one version of the tank; the tank of `change` begins with version 1. */
const byVersion = (statusOf: (version: number) => number) =>
  openReceiver((response, { body }) => {
    const status = statusOf(body.version);
    if (status === 0) response.destroy();
    else response.writeHead(status, status >= 500 ? LATER : {}).end();
  });

test('sixty messages that the receiver refuses do not delay a good one, and are not failures of the receiver', async () => {
  const receiver = await byVersion((version) => (version === 62 ? 204 : (REFUSALS[version % REFUSALS.length] ?? 0)));
  await subscribe({ url: receiver.url });
  await change(61);
  expect(await deliverDue(database.pool)).toBe(61);
  expect(await subscription()).toMatchObject({
    consecutive_failures: 0,
    failing_since: null,
    breaker_open_until: null,
  });
  const states = (await deliveries()).map(({ status, attempts: made }) => `${status} ${made}`);
  expect(states).toEqual([...Array(60).fill('pending 1'), 'delivered 1']);
});

test('five days of refused messages do not disable the subscription', async () => {
  const receiver = await byVersion(() => 422);
  await subscribe({ url: receiver.url });
  const failing = `consecutive_failures = 1, failing_since = now() - interval '6 days', last_failed_at = now() - interval '1 day'`;
  await sql(`UPDATE webhook_subscription SET ${failing}`);
  const before = await subscription();
  await change(6);
  await deliverDue(database.pool);
  expect(await subscription()).toEqual(before);
});

test.each([408, 429, 500, 599, 0])(
  'status %i, where 0 is a broken connection, counts against the receiver',
  async (status) => {
    const receiver = await byVersion(() => status);
    await subscribe({ url: receiver.url });
    await change(5);
    await deliverDue(database.pool);
    expect(await subscription()).toMatchObject({ consecutive_failures: 5, breaker_trips: 1 });
  },
);

test('a refusal between failures neither counts nor ends their row', async () => {
  const receiver = await byVersion((version) => (version % 2 === 0 ? 500 : 422));
  await subscribe({ url: receiver.url, maxInFlight: 1 });
  await change(8);
  expect(await deliverDue(database.pool)).toBe(8);
  expect(await subscription()).toMatchObject({ consecutive_failures: 4, breaker_open_until: null });
  await change(1);
  await deliverDue(database.pool);
  expect(await subscription()).toMatchObject({ consecutive_failures: 5, open_for: 30 });
});

test('a probe that is refused keeps the pause, and the next probe follows at once', async () => {
  const receiver = await openHolding();
  await subscribe({ url: receiver.url });
  await change(4);
  await open();
  await sql(`UPDATE webhook_subscription SET consecutive_failures = 5, breaker_trips = 3, breaker_open_until = now()`);
  await deliver(database.pool);
  for (const version of [5, 4, 3, 2]) {
    expect((await receiver.next()).body.version).toBe(version);
    expect(await subscription()).toMatchObject({ consecutive_failures: 5, breaker_trips: 3 });
    receiver.answer(version === 2 ? 204 : 422);
  }
  await until('SELECT FROM webhook_subscription WHERE consecutive_failures = 0');
  expect(await subscription()).toMatchObject({ breaker_trips: 0, breaker_open_until: null });
});

test('a failing subscription gets one probe from all deliverers together, until the lease of that ends', async () => {
  const receiver = await openHolding();
  const others = await openReceiver();
  await subscribe({ url: receiver.url });
  await subscribe({ id: 'other', company: 'other', url: others.url, maxInFlight: 1 });
  await change(2);
  await open();
  await sql(`UPDATE webhook_subscription SET consecutive_failures = 5, breaker_open_until = now() WHERE id = 'sub'`);
  await Promise.all([1, 2, 3].map(() => deliver(database.pool)));
  expect((await receiver.next()).body.version).toBe(3);
  await change();
  // Until these have arrived, the deliverers have claimed again and again.
  await change(20, 'other');
  for (let count = 0; count < 20; count++) await others.next();
  expect(receiver.received).toHaveLength(1);
  await sql(
    `UPDATE webhook_delivery SET leased_until = now() WHERE leased_until IS NOT NULL AND subscription_id = 'sub'`,
  );
  await sql(`UPDATE webhook_subscription SET breaker_open_until = now() WHERE id = 'sub'`);
  expect((await receiver.next()).body.version).toBe(4);
});

test('one old message that always fails does not keep the others waiting', async () => {
  const receiver = await openReceiver((response, { body }) => response.writeHead(body.version === 2 ? 500 : 204).end());
  await subscribe({ url: receiver.url });
  await change(9);
  await open();
  // It has been tried before, so it is due after the others.
  await sql(`UPDATE webhook_delivery SET next_attempt_at = now() - interval '1 hour'`);
  await sql(
    `UPDATE webhook_delivery d SET next_attempt_at = now(), attempts = 4 FROM webhook_event e WHERE e.id = d.event_id AND e.version = 2`,
  );
  await sql(`UPDATE webhook_subscription SET consecutive_failures = 9, breaker_trips = 2, breaker_open_until = now()`);
  await deliverDue(database.pool);
  expect(receiver.received[0]?.body.version).toBe(10);
  expect((await deliveries()).map(({ status }) => status)).toEqual(['pending', ...Array(8).fill('delivered')]);
});
