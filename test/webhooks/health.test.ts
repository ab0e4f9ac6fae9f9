import { expect, test } from 'vitest';
import { useDatabase } from './database.ts';
import { deliver, deliverDue, openLog } from './loop.ts';
import { openHolding, openReceiver } from './receiver.ts';

const database = useDatabase();
const { sql, subscribe, open, change, deliveries, subscription, until, untilBlocked } = database;

/** Retry-After keeps a failed delivery from becoming due again during a test on a slow machine. */
const LATER = { 'retry-after': '3600' };
const GONE = 'The receiver answered 410 Gone. Set its new address if it has one, then call resumeSubscription.';

test('410 ends the delivery and disables the subscription, with the reason', async () => {
  const receiver = await openReceiver((response) => response.writeHead(410).end());
  await subscribe({ url: receiver.url });
  const { log, lines } = openLog();
  const delivery = await deliver(database.pool, { log });
  await change();
  delivery.nudge();
  expect(await lines.next()).toEqual([
    { subscription: 'sub', company: 'acme', reason: GONE },
    'webhook subscription disabled',
  ]);
  await delivery.stop();
  expect(lines.items).toHaveLength(1);
  expect(await subscription()).toMatchObject({ state: 'disabled', disabled_reason: GONE });
  expect((await deliveries())[0].status).toBe('dead');
  await change();
  expect(await deliverDue(database.pool)).toBe(0);
  expect((await deliveries()).map(({ status }) => status)).toEqual(['dead', 'pending']);
});

test('five days of only failures disable the subscription; one success starts the count anew', async () => {
  let status = 500;
  const receiver = await openReceiver((response) => response.writeHead(status).end());
  await subscribe({ url: receiver.url });
  const attemptAt = async (days: number) => {
    await change();
    await sql(`UPDATE webhook_delivery SET next_attempt_at = now() - interval '1 second' WHERE status = 'pending'`);
    await sql(
      `UPDATE webhook_subscription SET breaker_open_until = NULL, last_failed_at = now() - interval '1 day',
      failing_since = CASE WHEN failing_since IS NOT NULL THEN now() - $1 * interval '1 day' END`,
      [days],
    );
    await deliverDue(database.pool);
    return (await subscription()).state;
  };
  expect(await attemptAt(0)).toBe('active');
  expect(await attemptAt(4.9)).toBe('active');
  status = 200;
  expect(await attemptAt(6)).toBe('active');
  expect((await subscription()).failing_since).toBe(null);
  status = 500;
  expect(await attemptAt(0)).toBe('active');
  expect(await attemptAt(5.1)).toBe('disabled');
  expect((await subscription()).disabled_reason).toBe(
    'No delivery was accepted for five days. Repair the receiver, then call resumeSubscription.',
  );
});

test('a failure after days without any attempt starts the count anew', async () => {
  const receiver = await openReceiver((response) => response.writeHead(500, LATER).end());
  await subscribe({ url: receiver.url });
  const failAfter = async (failingDays: number, silentDays: number | null) => {
    await sql(
      `UPDATE webhook_subscription SET failing_since = now() - $1 * interval '1 day', last_failed_at = now() - $2 * interval '1 day',
       breaker_open_until = NULL`,
      [failingDays, silentDays],
    );
    await change();
    await deliverDue(database.pool);
    const { state, failing_since: since } = await subscription();
    return `${state} ${Math.round((Date.now() - Date.parse(since)) / 86_400_000)}`;
  };
  expect(await failAfter(6, 3)).toBe('active 0');
  expect(await failAfter(20, null)).toBe('active 0');
  expect(await failAfter(4, 3)).toBe('active 0');
  expect(await failAfter(4, 1.3)).toBe('active 4');
  expect(await failAfter(6, 1.3)).toBe('disabled 6');
});

test('a new address starts with a clean record, and late answers of the old one do not count against it', async () => {
  const answers: (() => void)[] = [];
  const receiver = await openReceiver((response, { path }) => {
    if (path === '/old') answers.push(() => response.writeHead(410).end());
    else response.writeHead(204).end();
  });
  await subscribe({ url: `${receiver.url}/old` });
  await change(6);
  await sql(`UPDATE webhook_subscription SET consecutive_failures = 4, failing_since = now() - interval '4 days', breaker_trips = 1,
    breaker_open_until = now() - interval '1 second'`);
  const delivered = deliverDue(database.pool);
  for (let index = 0; index < 6; index++) await receiver.next();
  await sql(`UPDATE webhook_subscription SET webhook_url = $1`, [`${receiver.url}/new`]);
  const clean = {
    state: 'active',
    consecutive_failures: 0,
    failing_since: null,
    breaker_trips: 0,
    breaker_open_until: null,
  };
  expect(await subscription()).toMatchObject(clean);
  for (const answer of answers) answer();
  await delivered;
  expect(await subscription()).toMatchObject(clean);
  expect((await deliveries()).map(({ status, attempts: made }) => `${status} ${made}`)).toEqual(
    Array(6).fill('delivered 2'),
  );
});

test('an address that changes while a result is being recorded is the one that counts', async () => {
  const receiver = await openHolding();
  await subscribe({ url: receiver.url });
  await change();
  const { stop } = await deliver(database.pool);
  await receiver.next();
  const client = await database.pool.connect();
  await client.query('BEGIN');
  await client.query(`UPDATE webhook_subscription SET webhook_url = $1`, [`${receiver.url}/new`]);
  receiver.answer(410);
  await untilBlocked();
  await client.query('COMMIT');
  client.release();
  expect((await receiver.next()).path).toBe('/new');
  await stop();
  expect(await subscription()).toMatchObject({ state: 'active', consecutive_failures: 0 });
  expect(await deliveries()).toMatchObject([{ status: 'pending', due: true, lease_token: null }]);
});

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

test.each([301, 308, 401, 403, 404, 405, 421])(
  'an address that answers %i is failing from the first time, and disabled after five days',
  async (status) => {
    const receiver = await openReceiver((response) => response.writeHead(status, LATER).end());
    await subscribe({ url: receiver.url });
    await change(6);
    await deliverDue(database.pool);
    expect(await subscription()).toMatchObject({
      state: 'active',
      failing_since: expect.any(String),
      consecutive_failures: 0,
      breaker_open_until: null,
    });
    await sql(
      `UPDATE webhook_subscription SET failing_since = now() - interval '5.1 days', last_failed_at = now() - interval '1 day'`,
    );
    await change();
    await deliverDue(database.pool);
    expect(await subscription()).toMatchObject({
      state: 'disabled',
      disabled_reason: expect.stringContaining('five days'),
    });
  },
);

test('one accepted message ends the failing of an address', async () => {
  let status = 404;
  const receiver = await openReceiver((response) => response.writeHead(status).end());
  await subscribe({ url: receiver.url });
  await change();
  await deliverDue(database.pool);
  expect((await subscription()).failing_since).not.toBe(null);
  status = 200;
  await change();
  await deliverDue(database.pool);
  expect((await subscription()).failing_since).toBe(null);
});
