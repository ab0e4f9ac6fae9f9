import { expect, test } from 'vitest';
import { ALL } from '../../src/auth/tokens.ts';
import { claim, release } from '../../src/webhooks/claim.ts';
import { messageId } from '../../src/webhooks/message.ts';
import { finish } from '../../src/webhooks/results.ts';
import { redeliver } from '../../src/webhooks/subscriptions.ts';
import { useDatabase } from './database.ts';
import { deliverDue, failureOf, openSender, quiet, startLoop, token } from './loop.ts';
import { openReceiver } from './receiver.ts';

const database = useDatabase();
const { sql, subscribe, open, change, deliveries, attempts, subscription, untilBlocked } = database;

/** The one delivery of a change, claimed under the first token. */
async function claimOne() {
  await subscribe();
  await change();
  await open();
  const [claimed] = await claim(database.pool, 10, token(1));
  if (claimed === undefined) throw new Error('nothing was claimed');
  return claimed;
}

test('a failed attempt is tried again on schedule under the same id, and in the end the delivery is dead', async () => {
  const receiver = await openReceiver((response) => response.writeHead(500).end('no'));
  await subscribe({ url: receiver.url });
  await change();
  const sender = openSender();
  const waits = [5, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
  for (const wait of waits) {
    expect(await deliverDue(database.pool, sender)).toBe(1);
    const [row] = await deliveries();
    expect(row.status).toBe('pending');
    expect(row.wait).toBeGreaterThanOrEqual(Math.floor(wait * 0.8) - 1);
    expect(row.wait).toBeLessThanOrEqual(Math.ceil(wait * 1.2));
    await sql(`UPDATE webhook_delivery SET next_attempt_at = now()`);
    await sql(`UPDATE webhook_subscription SET breaker_open_until = NULL`);
  }
  await deliverDue(database.pool, sender);
  expect(await deliveries()).toMatchObject([{ status: 'dead', attempts: 11, finished_at: expect.any(String) }]);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect((await attempts()).map(({ number, error }) => `${number} ${error}`)).toEqual(
    Array.from({ length: 11 }, (_, index) => `${index + 1} The receiver answered 500.`),
  );
});

test('Retry-After and 429 put the next attempt off', async () => {
  const receiver = await openReceiver((response, { path }) =>
    response.writeHead(path === '/a' ? 503 : 429, path === '/a' ? { 'retry-after': '1000' } : {}).end(),
  );
  await subscribe({ id: 'a', url: `${receiver.url}/a` });
  await subscribe({ id: 'b', url: `${receiver.url}/b` });
  await change();
  await deliverDue(database.pool, openSender());
  const [a, b] = await deliveries();
  expect(a.wait).toBeGreaterThanOrEqual(998);
  expect(b.wait).toBeGreaterThanOrEqual(58);
  expect(b.wait).toBeLessThanOrEqual(61);
});

test('410 ends the delivery and disables the subscription, with the reason', async () => {
  const warnings: object[] = [];
  const receiver = await openReceiver((response) => response.writeHead(410).end());
  await subscribe({ url: receiver.url });
  const delivery = startLoop(database.pool, { ...quiet, warn: (fields) => void warnings.push(fields) });
  await change();
  delivery.nudge();
  await receiver.next();
  await delivery.stop();
  expect(await subscription()).toMatchObject({ state: 'disabled', disabled_reason: 'The receiver answered 410 Gone.' });
  expect(warnings).toEqual([{ subscription: 'sub', company: 'acme', reason: 'The receiver answered 410 Gone.' }]);
  expect((await deliveries())[0].status).toBe('dead');
  await change();
  expect(await deliverDue(database.pool, openSender())).toBe(0);
  expect((await deliveries()).map(({ status }) => status)).toEqual(['dead', 'pending']);
});

test('five days of only failures disable the subscription; one acceptance starts the count anew', async () => {
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
  expect((await subscription()).disabled_reason).toBe('Nothing was accepted for five days.');
});

test('a failure after days without any attempt starts the count anew', async () => {
  const receiver = await openReceiver((response) => response.writeHead(500).end());
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
  // Of before there was a note of the last failure.
  expect(await failAfter(20, null)).toBe('active 0');
  expect(await failAfter(4, 3)).toBe('active 0');
  expect(await failAfter(4, 1.3)).toBe('active 4');
  expect(await failAfter(6, 1.3)).toBe('disabled 6');
});

test('a new address starts with a clean record, and what the old one answers late does not count against it', async () => {
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

test('a new address gives a delivery the whole retry table again', async () => {
  await subscribe({ url: 'http://127.0.0.1:9/old' });
  await change();
  await open();
  await sql('UPDATE webhook_delivery SET attempts = 10');
  const [last] = await claim(database.pool, 10, token(1));
  if (last === undefined) throw new Error('nothing was claimed');
  await sql(`UPDATE webhook_subscription SET webhook_url = 'http://127.0.0.1:9/new'`);
  await finish(database.pool, [failureOf(last)]);
  expect(await claim(database.pool, 10, token(2))).toMatchObject([
    { attempt: 12, round: 1, url: 'http://127.0.0.1:9/new' },
  ]);
});

test('an address that changes while a result is being written down is the one that counts', async () => {
  const claimed = await claimOne();
  const client = await database.pool.connect();
  await client.query('BEGIN');
  await client.query(`UPDATE webhook_subscription SET webhook_url = 'http://127.0.0.1:9/new'`);
  const written = finish(database.pool, [failureOf(claimed, { status: 410 })]);
  await untilBlocked();
  await client.query('COMMIT');
  client.release();
  await written;
  expect(await subscription()).toMatchObject({ state: 'active', consecutive_failures: 0 });
  expect(await deliveries()).toMatchObject([{ status: 'pending', wait: 0, lease_token: null }]);
});

test('the breaker opens after five failures in a row, lets one probe through at a time, and doubles its time', async () => {
  let status = 500;
  const receiver = await openReceiver((response) => response.writeHead(status).end());
  await subscribe({ url: receiver.url, maxInFlight: 1 });
  await change(8);
  const sender = openSender();
  expect(await deliverDue(database.pool, sender)).toBe(5);
  const opened = await subscription();
  expect(opened).toMatchObject({ consecutive_failures: 5, breaker_trips: 1 });
  expect(opened.open_for).toBeGreaterThanOrEqual(28);
  expect(opened.open_for).toBeLessThanOrEqual(30);
  expect((await deliveries()).filter(({ attempts: made }) => made === 0)).toHaveLength(3);

  const halfOpen = () =>
    sql(`UPDATE webhook_subscription SET breaker_open_until = now() - interval '1 second', max_in_flight = 8`);
  for (const seconds of [60, 120, 240, 480, 900, 900]) {
    await halfOpen();
    await sql(`UPDATE webhook_delivery SET next_attempt_at = now() - interval '1 second' WHERE status = 'pending'`);
    expect(await deliverDue(database.pool, sender)).toBe(1);
    expect(Math.abs((await subscription()).open_for - seconds)).toBeLessThanOrEqual(2);
  }
  status = 204;
  await halfOpen();
  await sql(`UPDATE webhook_delivery SET next_attempt_at = now() - interval '1 second' WHERE status = 'pending'`);
  expect(await deliverDue(database.pool, sender)).toBe(8);
  expect(await subscription()).toMatchObject({ consecutive_failures: 0, breaker_trips: 0, breaker_open_until: null });
});

test('failures that were in flight when the breaker opened do not push it further', async () => {
  const receiver = await openReceiver((response) => response.writeHead(500).end());
  await subscribe({ url: receiver.url, maxInFlight: 20 });
  await change(20);
  await deliverDue(database.pool, openSender());
  expect(await subscription()).toMatchObject({ consecutive_failures: 20, breaker_trips: 1 });
});

test('a failing subscription gets one probe over all loops together', async () => {
  await subscribe();
  await change(5);
  await open();
  await sql(`UPDATE webhook_subscription SET consecutive_failures = 5, breaker_open_until = now()`);
  const waves = await Promise.all([1, 2, 3].map((index) => claim(database.pool, 10, token(index))));
  expect(waves.flat()).toHaveLength(1);
  expect(await claim(database.pool, 10, token(4))).toEqual([]);
});

test('who has nothing in flight comes before who has, whatever their ids', async () => {
  for (const id of ['a', 'z']) await subscribe({ id, company: id });
  for (const id of ['a', 'z']) await change(5, id);
  await open();
  const [first] = await claim(database.pool, 1, token(1), new Map([['a', 3]]));
  expect(first?.subscriptionId).toBe('z');
});

test('a failure does not count against what was queued again while it was under way', async () => {
  const claimed = await claimOne();
  await redeliver(database.pool, ALL, messageId(claimed.eventId, claimed.subscriptionId));
  await finish(database.pool, [failureOf(claimed)]);
  expect(await deliveries()).toMatchObject([{ status: 'pending', wait: 0, lease_token: null }]);
});

test('a delivery that is queued again while its result is being written down is due at once', async () => {
  const claimed = await claimOne();
  const client = await database.pool.connect();
  await client.query('BEGIN');
  await client.query(`UPDATE webhook_delivery SET next_attempt_at = now(), schedule_from = attempts`);
  const written = finish(database.pool, [failureOf(claimed)]);
  await untilBlocked();
  await client.query('COMMIT');
  client.release();
  await written;
  expect(await deliveries()).toMatchObject([{ status: 'pending', wait: 0, lease_token: null, leased_until: null }]);
});

test('a delivery that is queued again and then given back untried has the whole retry table before it', async () => {
  const claimed = await claimOne();
  await redeliver(database.pool, ALL, messageId(claimed.eventId, claimed.subscriptionId));
  await release(database.pool, [claimed]);
  expect(await claim(database.pool, 10, token(2))).toMatchObject([{ attempt: 1, round: 1 }]);
});

test('two claims at once never share a delivery', async () => {
  for (let index = 0; index < 20; index++) await subscribe({ id: `s${index}`, maxInFlight: 50 });
  await change(20);
  await open();
  const waves = await Promise.all([1, 2, 3, 4].map((index) => claim(database.pool, 1000, token(index))));
  const ids = waves.flat().map(({ eventId, subscriptionId }) => `${eventId} ${subscriptionId}`);
  expect(ids).toHaveLength(400);
  expect(new Set(ids).size).toBe(400);
});

test("a dead loop's lease runs out, and its late result changes nothing then", async () => {
  await subscribe();
  await change();
  await open();
  const [first] = await claim(database.pool, 10, token(1));
  expect(await claim(database.pool, 10, token(2))).toEqual([]);
  await sql(`UPDATE webhook_delivery SET leased_until = now() - interval '1 ms'`);
  const [second] = await claim(database.pool, 10, token(2));
  expect(second).toMatchObject({ eventId: first?.eventId, attempt: 2, round: 2 });
  if (first === undefined) throw new Error('nothing was claimed');
  await finish(database.pool, [failureOf(first, { verdict: 'delivered', status: 200, error: undefined })]);
  expect(await deliveries()).toMatchObject([{ status: 'pending', lease_token: token(2) }]);
  expect(await attempts()).toMatchObject([{ number: 1, http_status: 200 }]);
  await release(database.pool, [first]);
  expect((await deliveries())[0].attempts).toBe(2);
});
