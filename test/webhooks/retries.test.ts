import { expect, test } from 'vitest';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';
import { redeliver } from '../../src/webhooks/management/redeliver.ts';
import { resumeSubscription } from '../../src/webhooks/management/subscription-state.ts';
import { readBacklog } from '../../src/webhooks/queue/backlog.ts';
import { useDatabase } from './database.ts';
import { deliver, deliverDue } from './loop.ts';
import { openHolding, openReceiver } from './receiver.ts';

const database = useDatabase();
const { sql, subscribe, open, change, deliveries, attempts, until, untilBlocked } = database;

test('a failed attempt is tried again on schedule under the same id, and in the end the delivery is dead', async () => {
  const receiver = await openReceiver((response) => response.writeHead(500).end('no'));
  await subscribe({ url: receiver.url });
  await change();
  const waits = [5, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
  for (const wait of waits) {
    expect(await deliverDue(database.pool)).toBe(1);
    const [row] = await deliveries();
    expect(row.status).toBe('pending');
    expect(row.wait).toBeGreaterThanOrEqual(wait * 0.8 - 0.01);
    expect(row.wait).toBeLessThanOrEqual(wait * 1.2 + 0.01);
    await sql(`UPDATE webhook_delivery SET next_attempt_at = now()`);
    await sql(`UPDATE webhook_subscription SET breaker_open_until = NULL`);
  }
  await deliverDue(database.pool);
  expect(await deliveries()).toMatchObject([{ status: 'dead', attempts: 11, finished_at: expect.any(String) }]);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  const error = 'The receiver answered 500. Only a 2xx status is accepted; redirects are not followed.';
  expect((await attempts()).map((made) => `${made.number} ${made.error}`)).toEqual(
    Array.from({ length: 11 }, (_, index) => `${index + 1} ${error}`),
  );
});

test('Retry-After and 429 delay the next attempt', async () => {
  const receiver = await openReceiver((response, { path }) =>
    response.writeHead(path === '/a' ? 503 : 429, path === '/a' ? { 'retry-after': '1000' } : {}).end(),
  );
  await subscribe({ id: 'a', url: `${receiver.url}/a` });
  await subscribe({ id: 'b', url: `${receiver.url}/b` });
  await change();
  await deliverDue(database.pool);
  const [a, b] = await deliveries();
  expect(a.wait).toBe(1000);
  expect(b.wait).toBe(60);
});

/** Starts a deliverer, which is at the last attempt of a delivery when this returns. */
async function atLastAttempt() {
  const receiver = await openHolding();
  await subscribe({ url: receiver.url });
  await change();
  await open();
  await sql('UPDATE webhook_delivery SET attempts = 10');
  const { stop } = await deliver(database.pool);
  const { headers } = await receiver.next();
  return { receiver, stop, id: headers['webhook-id']?.toString() ?? '' };
}

test('a failure does not count against a delivery that was queued again during the attempt', async () => {
  const { receiver, id } = await atLastAttempt();
  await redeliver(database.prisma, Tenant.ALL_COMPANIES, id);
  receiver.answer(500);
  expect((await receiver.next()).headers['webhook-id']).toBe(id);
  expect(await deliveries()).toMatchObject([{ status: 'pending', attempts: 12, schedule_from: 11 }]);
});

test('a delivery that is queued again while its result is being recorded is due at once', async () => {
  const { receiver, id } = await atLastAttempt();
  const client = await database.pool.connect();
  await client.query('BEGIN');
  await client.query(`UPDATE webhook_delivery SET next_attempt_at = now(), schedule_from = attempts`);
  receiver.answer(500);
  await untilBlocked();
  await client.query('COMMIT');
  client.release();
  expect((await receiver.next()).headers['webhook-id']).toBe(id);
});

test('a delivery that is queued again and then given back untried has the whole retry table ahead', async () => {
  const { stop, id } = await atLastAttempt();
  await redeliver(database.prisma, Tenant.ALL_COMPANIES, id);
  await stop();
  expect(await deliveries()).toMatchObject([{ status: 'pending', attempts: 10, schedule_from: 10, due: true }]);
});

test('a new address gives a delivery the whole retry table again', async () => {
  const { receiver } = await atLastAttempt();
  await sql('UPDATE webhook_subscription SET webhook_url = $1', [`${receiver.url}/new`]);
  receiver.answer(500);
  expect((await receiver.next()).path).toBe('/new');
  receiver.answer(500);
  await until('SELECT FROM webhook_delivery WHERE next_attempt_at > now()');
  expect(await deliveries()).toMatchObject([{ status: 'pending', attempts: 12, schedule_from: 11 }]);
});

/** Seconds from the last failure to the end of the hold. */
const heldFor = async () => {
  const [row] = await sql(
    `SELECT extract(epoch FROM held_until - last_failed_at)::float8 AS seconds FROM webhook_subscription WHERE id = 'sub'`,
  );
  return row.seconds;
};

test.each([429, 503])('Retry-After of a %i holds everything for that address, and nothing else', async (status) => {
  let answer = status;
  const receiver = await openReceiver((response, { path }) =>
    response.writeHead(path === '/other' ? 204 : answer, { 'retry-after': '1000' }).end(),
  );
  await subscribe({ url: receiver.url, maxInFlight: 1 });
  await change(50);
  await subscribe({ id: 'other', url: `${receiver.url}/other` });
  await change();
  expect(await deliverDue(database.pool)).toBe(2);
  expect(await heldFor()).toBe(1000);
  answer = 204;
  await sql(`UPDATE webhook_subscription SET held_until = now() - interval '1 ms'`);
  expect(await deliverDue(database.pool)).toBe(50);
});

test('a request in flight when a hold begins may finish, and the hold stays', async () => {
  const receiver = await openReceiver((response, { body }) =>
    response.writeHead(body.version === 2 ? 429 : 204, { 'retry-after': '1000' }).end(),
  );
  await subscribe({ url: receiver.url, maxInFlight: 3 });
  await change(9);
  await deliverDue(database.pool);
  expect(receiver.received).toHaveLength(3);
  expect(await heldFor()).toBe(1000);
  expect((await deliveries()).slice(0, 4).map(({ status }) => status)).toEqual([
    'pending',
    'delivered',
    'delivered',
    'pending',
  ]);
});

test('the longest of several holds counts, up to a day', async () => {
  const receiver = await openReceiver((response, { body }) =>
    response.writeHead(429, { 'retry-after': body.version === 2 ? '1000' : body.version === 3 ? '999999' : '2' }).end(),
  );
  await subscribe({ url: receiver.url, maxInFlight: 1 });
  for (const seconds of [1000, 86_400]) {
    await change();
    await sql('UPDATE webhook_subscription SET held_until = NULL');
    await deliverDue(database.pool);
    expect(await heldFor()).toBe(seconds);
  }
  await sql('UPDATE webhook_subscription SET held_until = NULL, max_in_flight = 2');
  await sql(`UPDATE webhook_delivery SET next_attempt_at = now()`);
  await deliverDue(database.pool);
  expect(await heldFor()).toBe(86_400);
});

test('Retry-After of another status delays only its message', async () => {
  const receiver = await openReceiver((response, { body }) =>
    response.writeHead(body.version === 2 ? 422 : 204, { 'retry-after': '1000' }).end(),
  );
  await subscribe({ url: receiver.url, maxInFlight: 1 });
  await change(3);
  expect(await deliverDue(database.pool)).toBe(3);
});

test('a new address and resumeSubscription forget a hold', async () => {
  const receiver = await openReceiver((response, { body, path }) =>
    response.writeHead(body.version % 2 === 0 && path === '/' ? 503 : 204, { 'retry-after': '1000' }).end(),
  );
  await subscribe({ url: receiver.url, maxInFlight: 1 });
  await change(2);
  expect(await deliverDue(database.pool)).toBe(1);
  await resumeSubscription(database.prisma, Tenant.ALL_COMPANIES, { id: 'sub' });
  expect(await deliverDue(database.pool)).toBe(1);
  await change(2);
  expect(await deliverDue(database.pool)).toBe(1);
  await sql(`UPDATE webhook_subscription SET webhook_url = $1`, [`${receiver.url}/new`]);
  expect(await deliverDue(database.pool)).toBe(1);
});

test('held deliveries are not overdue', async () => {
  await subscribe();
  await change();
  await open();
  await sql(`UPDATE webhook_delivery SET next_attempt_at = now() - interval '1 hour'`);
  expect((await readBacklog(database.pool))?.overdue).toBeGreaterThan(3000);
  await sql(`UPDATE webhook_subscription SET held_until = now() + interval '1 hour'`);
  expect((await readBacklog(database.pool))?.overdue).toBe(0);
});
