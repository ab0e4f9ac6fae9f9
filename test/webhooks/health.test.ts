import { expect, test } from 'vitest';
import { useDatabase } from './database.ts';
import { deliver, deliverDue, openLog } from './loop.ts';
import { LATER, openHolding, openReceiver } from './receiver.ts';

const database = useDatabase();
const { sql, subscribe, change, deliveries, subscription, untilBlocked } = database;

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
