import { expect, test } from 'vitest';
import { record } from '../../src/webhooks/record.ts';
import { useDatabase } from './database.ts';
import { deliverDue, openLog, openSender, resultOf, startLoop } from './loop.ts';
import { openReceiver } from './receiver.ts';

const database = useDatabase();
const { sql, subscribe, open, change, claimOne, deliveries, subscription, untilBlocked } = database;

/** Retry-After keeps a failed delivery from becoming due again during a test on a slow machine. */
const LATER = { 'retry-after': '3600' };
const GONE = 'The receiver answered 410 Gone. Set its new address if it has one, then call resumeSubscription.';

test('410 ends the delivery and disables the subscription, with the reason', async () => {
  const receiver = await openReceiver((response) => response.writeHead(410).end());
  await subscribe({ url: receiver.url });
  const { log, lines } = openLog();
  const delivery = startLoop(database.pool, log);
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
  expect(await deliverDue(database.pool, openSender())).toBe(0);
  expect((await deliveries()).map(({ status }) => status)).toEqual(['dead', 'pending']);
});

test('five days of only failures disable the subscription; one success starts the count anew', async () => {
  let status = 500;
  const receiver = await openReceiver((response) => response.writeHead(status).end());
  await subscribe({ url: receiver.url });
  const sender = openSender();
  const attemptAt = async (days: number) => {
    await change();
    await sql(`UPDATE webhook_delivery SET next_attempt_at = now() - interval '1 second' WHERE status = 'pending'`);
    await sql(
      `UPDATE webhook_subscription SET breaker_open_until = NULL, last_failed_at = now() - interval '1 day',
      failing_since = CASE WHEN failing_since IS NOT NULL THEN now() - $1 * interval '1 day' END`,
      [days],
    );
    await deliverDue(database.pool, sender);
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
    await deliverDue(database.pool, openSender());
    const { state, failing_since: since } = await subscription();
    return `${state} ${Math.round((Date.now() - Date.parse(since)) / 86_400_000)}`;
  };
  expect(await failAfter(6, 3)).toBe('active 0');
  // Before migration 0007 the last failure was not stored.
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
  const delivered = deliverDue(database.pool, openSender());
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
  await subscribe();
  await change();
  await open();
  const claimed = await claimOne();
  const client = await database.pool.connect();
  await client.query('BEGIN');
  await client.query(`UPDATE webhook_subscription SET webhook_url = 'http://127.0.0.1:9/new'`);
  const recorded = record(database.pool, [resultOf(claimed, 'dead', 410)]);
  await untilBlocked();
  await client.query('COMMIT');
  client.release();
  await recorded;
  expect(await subscription()).toMatchObject({ state: 'active', consecutive_failures: 0 });
  expect(await deliveries()).toMatchObject([{ status: 'pending', due: true, lease_token: null }]);
});

test('the breaker opens after five failures in a row, then allows one probe at a time and doubles its time', async () => {
  let status = 500;
  const receiver = await openReceiver((response) => response.writeHead(status, LATER).end());
  await subscribe({ url: receiver.url, maxInFlight: 1 });
  await change(8);
  const sender = openSender();
  expect(await deliverDue(database.pool, sender)).toBe(5);
  expect(await subscription()).toMatchObject({ consecutive_failures: 5, breaker_trips: 1, open_for: 30 });
  expect((await deliveries()).filter(({ attempts: made }) => made === 0)).toHaveLength(3);

  const halfOpen = () =>
    sql(`UPDATE webhook_subscription SET breaker_open_until = now() - interval '1 second', max_in_flight = 8`);
  for (const seconds of [60, 120, 240, 480, 900, 900]) {
    await halfOpen();
    await sql(`UPDATE webhook_delivery SET next_attempt_at = now() - interval '1 second' WHERE status = 'pending'`);
    expect(await deliverDue(database.pool, sender)).toBe(1);
    expect((await subscription()).open_for).toBe(seconds);
  }
  status = 204;
  await halfOpen();
  await sql(`UPDATE webhook_delivery SET next_attempt_at = now() - interval '1 second' WHERE status = 'pending'`);
  expect(await deliverDue(database.pool, sender)).toBe(8);
  expect(await subscription()).toMatchObject({ consecutive_failures: 0, breaker_trips: 0, breaker_open_until: null });
});

test('failures in flight when the breaker opened do not push it further', async () => {
  const receiver = await openReceiver((response) => response.writeHead(500).end());
  await subscribe({ url: receiver.url, maxInFlight: 20 });
  await change(20);
  await deliverDue(database.pool, openSender());
  expect(await subscription()).toMatchObject({ consecutive_failures: 20, breaker_trips: 1 });
});
