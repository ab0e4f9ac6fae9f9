import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { ALL } from '../../src/auth.ts';
import { type Delivery, deliverDue, type Log, startDelivery } from '../../src/webhooks/deliver.ts';
import { sweep } from '../../src/webhooks/housekeeping.ts';
import { messageId } from '../../src/webhooks/message.ts';
import { createSecret, redeliver } from '../../src/webhooks/owner.ts';
import { claim, finish, release } from '../../src/webhooks/queue.ts';
import { createSender, type Sender } from '../../src/webhooks/request.ts';
import { useDatabase } from './database.ts';
import { openReceiver } from './receiver.ts';

const database = useDatabase();
const { sql, subscribe, open } = database;
const settings = { allowCidrs: ['127.0.0.0/8'], keepDeliveredDays: 7, keepDeadDays: 30 };
const quiet: Log = { info: () => {}, warn: () => {}, error: () => {} };

function openSender(): Sender {
  const sender = createSender(settings.allowCidrs);
  onTestFinished(() => sender.close());
  return sender;
}

function deliver(log = quiet): Delivery {
  const delivery = startDelivery(database.pool, settings, log);
  onTestFinished(() => delivery.stop());
  return delivery;
}

/** Makes so many changes to a tank of the company, each of them one event. */
async function change(times = 1, company = 'acme'): Promise<void> {
  await sql(`INSERT INTO tank (id, company_id) VALUES ($1, $1) ON CONFLICT DO NOTHING`, [company]);
  for (let index = 0; index < times; index++)
    await sql(`UPDATE tank SET tank_size = tank_size + 1 WHERE id = $1`, [company]);
}

const deliveries = () =>
  sql(
    `SELECT d.*, round(extract(epoch FROM next_attempt_at - now()))::int AS wait FROM webhook_delivery d ORDER BY event_id, subscription_id`,
  );
const attempts = () => sql('SELECT * FROM webhook_attempt ORDER BY event_id, subscription_id, number');
const subscription = async (id = 'sub') =>
  (
    await sql(
      `SELECT *, round(extract(epoch FROM breaker_open_until - now()))::int AS open_for FROM webhook_subscription WHERE id = $1`,
      [id],
    )
  )[0];

test('a change arrives as a signed message with the body that was promised', async () => {
  const receiver = await openReceiver();
  const secret = createSecret();
  await subscribe({ url: `${receiver.url}/hooks?a=1`, secret });
  const delivery = deliver();
  await change();
  delivery.nudge();
  const { path, headers, text, body } = await receiver.next();
  const [{ event_id: event }] = await deliveries();
  new Webhook(secret).verify(text, headers as Record<string, string>);
  expect(path).toBe('/hooks?a=1');
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': `msg_${event}_sub` });
  expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(5);
  expect(body).toEqual({
    type: 'tank.updated',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    data: expect.objectContaining({ id: 'acme', tank_size: 1, company_id: 'acme' }),
    changed: ['tank_size', 'last_modified_date'],
    version: 2,
    company_id: 'acme',
    workflow_id: 'flow',
    node_id: 'node',
  });
});

test('a change that nobody nudged about is found by polling', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url });
  deliver();
  await change();
  expect((await receiver.next()).body.type).toBe('tank.updated');
});

test('without a secret a message is unsigned', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url });
  await change();
  await deliverDue(database.pool, openSender());
  expect((await receiver.next()).headers).not.toHaveProperty('webhook-signature');
});

test('a delivery is recorded with its attempt', async () => {
  const receiver = await openReceiver((response) => response.writeHead(201).end('thanks'));
  await subscribe({ url: receiver.url });
  await change();
  expect(await deliverDue(database.pool, openSender())).toBe(1);
  expect(await deliveries()).toMatchObject([
    { status: 'delivered', attempts: 1, lease_token: null, leased_until: null, finished_at: expect.any(String) },
  ]);
  expect(await attempts()).toMatchObject([{ number: 1, http_status: 201, error: null, response_head: 'thanks' }]);
  expect((await attempts())[0].duration_ms).toBeGreaterThanOrEqual(0);
});

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
  const delivery = deliver({ ...quiet, warn: (fields) => void warnings.push(fields) });
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
      `UPDATE webhook_subscription SET breaker_open_until = NULL,
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

test('one endpoint that hangs delays none of 99 healthy ones', async () => {
  const receiver = await openReceiver((response, { path }) => {
    if (path !== '/hang') response.writeHead(204).end();
  });
  const per = 10;
  for (let index = 0; index < 100; index++)
    await subscribe({
      id: `s${index}`,
      url: `${receiver.url}/${index === 0 ? 'hang' : index}`,
      filter: index === 0 ? null : { note: 'for all' },
    });
  await sql(`INSERT INTO tank (id, company_id) SELECT 't' || g, 'acme' FROM generate_series(1, 2000) g`);
  await sql(`UPDATE tank SET status = 'x'`);
  await sql(`UPDATE tank SET note = 'for all' WHERE id IN (SELECT id FROM tank LIMIT ${per})`);
  const since = performance.now();
  deliver();
  const healthy = 99 * per;
  for (let seen = 0; seen < healthy; ) if ((await receiver.next()).path !== '/hang') seen++;
  expect(performance.now() - since).toBeLessThan(5_000);
  // The hanging one never has more in flight than it may.
  expect(receiver.received.filter(({ path }) => path === '/hang').length).toBeLessThanOrEqual(8);
});

test('a subscription has no more in flight than it may, and what a dead loop holds takes none of it', async () => {
  const held: (() => void)[] = [];
  const receiver = await openReceiver((response) => held.push(() => response.writeHead(204).end()));
  await subscribe({ url: receiver.url, maxInFlight: 3 });
  await change(12);
  await open();
  expect(await claim(database.pool, 2, '00000000-0000-0000-0000-000000000001')).toHaveLength(2);
  const loop = deliver();
  for (let index = 0; index < 3; index++) await receiver.next();
  loop.nudge();
  const leased = await sql(`SELECT count(*)::int AS n FROM webhook_delivery WHERE lease_token IS NOT NULL`);
  expect(leased).toEqual([{ n: 5 }]);
  expect(receiver.received).toHaveLength(3);
  for (let index = 0; index < 10; index++) {
    if (index >= 3) await receiver.next();
    held.shift()?.();
  }
  expect(receiver.received).toHaveLength(10);
});

test('a failing subscription gets one probe over all loops together', async () => {
  await subscribe();
  await change(5);
  await open();
  await sql(`UPDATE webhook_subscription SET consecutive_failures = 5, breaker_open_until = now()`);
  const token = (index: number) => `00000000-0000-0000-0000-00000000000${index}`;
  const waves = await Promise.all([1, 2, 3].map((index) => claim(database.pool, 10, token(index))));
  expect(waves.flat()).toHaveLength(1);
  expect(await claim(database.pool, 10, token(4))).toEqual([]);
});

test('two loops on one database deliver each event once', async () => {
  const receiver = await openReceiver();
  for (let index = 0; index < 10; index++) await subscribe({ id: `s${index}`, url: receiver.url, maxInFlight: 20 });
  const loops = [deliver(), deliver()];
  await change(100);
  for (const loop of loops) loop.nudge();
  for (let index = 0; index < 1000; index++) await receiver.next();
  await Promise.all(loops.map((loop) => loop.stop()));
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1000);
  expect(receiver.received).toHaveLength(1000);
  expect(await sql(`SELECT status, count(*)::int AS n FROM webhook_delivery GROUP BY status`)).toEqual([
    { status: 'delivered', n: 1000 },
  ]);
  expect(await attempts()).toHaveLength(1000);
});

test('changes that are too much for one statement together are opened all the same', async () => {
  const impatient = new pg.Pool({ ...database.pool.options, statement_timeout: 1_000 });
  onTestFinished(() => impatient.end());
  await sql(`CREATE TYPE sluggish AS ENUM ('slow');
    CREATE FUNCTION spell(sluggish) RETURNS json LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.3); RETURN '1'; END $$;
    CREATE CAST (sluggish AS json) WITH FUNCTION spell(sluggish);
    CREATE TABLE snail (id text PRIMARY KEY, company_id text, version integer DEFAULT 1, pace sluggish);
    SELECT emit_events('snail')`);
  const receiver = await openReceiver();
  await subscribe({ resource: 'snail', actions: ['created'], url: receiver.url });
  await sql(`INSERT INTO snail (id, company_id, pace) SELECT 's' || g, 'acme', 'slow' FROM generate_series(1, 6) g`);
  const errors: string[] = [];
  const loop = startDelivery(impatient, settings, { ...quiet, error: (_fields, message) => errors.push(message) });
  for (let index = 0; index < 6; index++) await receiver.next();
  await loop.stop();
  expect(errors).toContain('changes could not be read from the outbox');
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(6);
  await sql(`SELECT stop_events('snail'); DROP TABLE snail; DROP TYPE sluggish CASCADE`);
});

test('who has nothing in flight comes before who has, whatever their ids', async () => {
  for (const id of ['a', 'z']) await subscribe({ id, company: id });
  for (const id of ['a', 'z']) await change(5, id);
  await open();
  const [first] = await claim(database.pool, 1, '00000000-0000-0000-0000-000000000001', new Map([['a', 3]]));
  expect(first?.subscriptionId).toBe('z');
});

test('a failure does not count against what was queued again while it was under way', async () => {
  await subscribe();
  await change();
  await open();
  const [claimed] = await claim(database.pool, 10, '00000000-0000-0000-0000-000000000001');
  if (claimed === undefined) throw new Error('nothing was claimed');
  await redeliver(database.pool, ALL, messageId(claimed.eventId, claimed.subscriptionId));
  const failure = {
    retryInMs: 86_400_000,
    startedAt: new Date(),
    durationMs: 1,
    status: 500,
    error: 'HTTP 500',
    head: '',
  };
  await finish(database.pool, [{ claim: claimed, verdict: 'dead', ...failure }]);
  expect(await deliveries()).toMatchObject([{ status: 'pending', wait: 0, lease_token: null }]);
});

test('a stop does not wait for a table that is locked', async () => {
  const loop = deliver();
  const client = await database.pool.connect();
  await client.query('BEGIN; LOCK TABLE webhook_outbox, webhook_delivery');
  loop.nudge();
  const blocked = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await sql(blocked)).length === 0);
  const stopped = await Promise.race([
    loop.stop().then(() => 'stopped'),
    delay(5_000, 'still waiting', { ref: false }),
  ]);
  await client.query('ROLLBACK');
  client.release();
  expect(stopped).toBe('stopped');
});

test('two claims at once never share a delivery', async () => {
  for (let index = 0; index < 20; index++) await subscribe({ id: `s${index}`, maxInFlight: 50 });
  await change(20);
  await open();
  const token = (index: number) => `00000000-0000-0000-0000-00000000000${index}`;
  const waves = await Promise.all([1, 2, 3, 4].map((index) => claim(database.pool, 1000, token(index))));
  const ids = waves.flat().map(({ eventId, subscriptionId }) => `${eventId} ${subscriptionId}`);
  expect(ids).toHaveLength(400);
  expect(new Set(ids).size).toBe(400);
});

test("a dead loop's lease runs out, and its late result changes nothing then", async () => {
  await subscribe();
  await change();
  await open();
  const [first] = await claim(database.pool, 10, '00000000-0000-0000-0000-000000000001');
  expect(await claim(database.pool, 10, '00000000-0000-0000-0000-000000000002')).toEqual([]);
  await sql(`UPDATE webhook_delivery SET leased_until = now() - interval '1 ms'`);
  const [second] = await claim(database.pool, 10, '00000000-0000-0000-0000-000000000002');
  expect(second).toMatchObject({ eventId: first?.eventId, attempt: 2, round: 2 });
  if (first === undefined) throw new Error('nothing was claimed');
  const late = {
    claim: first,
    retryInMs: 0,
    startedAt: new Date(),
    durationMs: 1,
    status: 200,
    error: undefined,
    head: '',
  };
  await finish(database.pool, [{ ...late, verdict: 'delivered' }]);
  expect(await deliveries()).toMatchObject([
    { status: 'pending', lease_token: '00000000-0000-0000-0000-000000000002' },
  ]);
  expect(await attempts()).toMatchObject([{ number: 1, http_status: 200 }]);
  await release(database.pool, [first]);
  expect((await deliveries())[0].attempts).toBe(2);
});

test('stop gives back what was not answered, as if it had not been tried', async () => {
  const receiver = await openReceiver(() => {});
  await subscribe({ url: receiver.url });
  const delivery = deliver();
  await change();
  delivery.nudge();
  await receiver.next();
  const since = performance.now();
  await delivery.stop();
  expect(performance.now() - since).toBeLessThan(7_000);
  expect(await deliveries()).toMatchObject([{ status: 'pending', attempts: 0, lease_token: null, leased_until: null }]);
  expect(await attempts()).toEqual([]);
});

test('stop waits for an answer that is on its way', async () => {
  const receiver = await openReceiver((response) => setTimeout(() => response.writeHead(204).end(), 300));
  await subscribe({ url: receiver.url });
  const delivery = deliver();
  await change();
  delivery.nudge();
  await receiver.next();
  await delivery.stop();
  expect(await deliveries()).toMatchObject([{ status: 'delivered', attempts: 1 }]);
});

test('the loop outlives the loss of its connections', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url });
  const delivery = deliver();
  await change();
  await receiver.next();
  await sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  await change();
  delivery.nudge();
  expect((await receiver.next()).body.version).toBe(3);
});

test('a record too large for a message goes out as its id, company and version', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url });
  await change();
  await sql(`UPDATE tank SET note = (SELECT string_agg(md5(g::text), '') FROM generate_series(1, 9000) g)`);
  await deliverDue(database.pool, openSender());
  const bodies = receiver.received.map(({ body }) => body).sort((a, b) => a.version - b.version);
  expect(bodies[0].truncated).toBe(undefined);
  expect(bodies[1]).toMatchObject({
    truncated: true,
    data: { id: 'acme', company_id: 'acme', version: 3 },
    version: 3,
  });
  expect(Object.keys(bodies[1].data)).toHaveLength(3);
});

test('numbers and texts arrive as they are stored, to the last digit', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url });
  await sql(`INSERT INTO tank (id, company_id) VALUES ('t', 'acme')`);
  await sql(`UPDATE tank SET metadata = '{"big": 12345678901234567890.123, "text": "é\\u2028\\"x"}'`);
  await deliverDue(database.pool, openSender());
  const { text, body } = await receiver.next();
  expect(text).toContain('12345678901234567890.123');
  expect(body.data.metadata.text).toBe('é\u2028"x');
});

test('housekeeping removes what is over, its attempts and its events, and nothing else', async () => {
  for (const id of ['a', 'b', 'held', 'paused']) await subscribe({ id });
  await sql(
    `UPDATE webhook_subscription SET state = CASE id WHEN 'held' THEN 'disabled' WHEN 'paused' THEN 'paused' ELSE 'active' END`,
  );
  const event = async (days: number, rows: [string, string][]) => {
    const [{ id }] = await sql(
      `INSERT INTO webhook_event (id, company_id, resource, action, resource_id, data, changed, version)
       VALUES (time_ordered_uuid_floor(now() - $1 * interval '1 day'), 'acme', 'tank', 'updated', 't', '{}', '{}', 1) RETURNING id`,
      [days],
    );
    for (const [subscriptionId, status] of rows) {
      await sql(
        `INSERT INTO webhook_delivery (event_id, subscription_id, status, finished_at)
         VALUES ($1, $2, $3, CASE WHEN $3 <> 'pending' THEN now() - $4 * interval '1 day' END)`,
        [id, subscriptionId, status, days],
      );
      await sql(
        `INSERT INTO webhook_attempt (event_id, subscription_id, number, started_at, duration_ms) VALUES ($1, $2, 1, now(), 1)`,
        [id, subscriptionId],
      );
    }
  };
  await event(40, [
    ['a', 'delivered'],
    ['b', 'dead'],
    ['held', 'pending'],
  ]);
  await event(39, [
    ['a', 'pending'],
    ['paused', 'pending'],
  ]);
  await event(10, [
    ['a', 'delivered'],
    ['b', 'dead'],
    ['held', 'pending'],
  ]);
  await event(9, [
    ['a', 'delivered'],
    ['b', 'delivered'],
  ]);
  await event(6, [['a', 'delivered']]);
  await event(1, [['deleted', 'pending']]);
  expect(await sweep(database.pool, settings)).toBe(7);
  const left =
    await sql(`SELECT round(extract(epoch FROM now() - e.occurred_at)) AS age, d.subscription_id AS id, d.status
    FROM webhook_delivery d JOIN webhook_event e ON e.id = d.event_id ORDER BY d.event_id, d.subscription_id`);
  expect(left.map(({ id, status }) => `${id} ${status}`)).toEqual([
    'a pending',
    'paused pending',
    'b dead',
    'held pending',
    'a delivered',
  ]);
  expect(await attempts()).toHaveLength(5);
  expect(await sql('SELECT FROM webhook_event')).toHaveLength(3);
});

test('housekeeping works through many rows in small statements', async () => {
  await sql(`WITH event AS (
      INSERT INTO webhook_event (id, company_id, resource, action, resource_id, data, changed, version)
      SELECT (time_ordered_uuid_floor(now() - interval '20 days')::text::uuid::text || '')::uuid, 'acme', 'tank', 'updated', 't', '{}', '{}', 1
      RETURNING id)
    INSERT INTO webhook_delivery (event_id, subscription_id, status, finished_at)
    SELECT id, 's' || g, 'delivered', now() - interval '20 days' FROM event, generate_series(1, 3500) g`);
  expect(await sweep(database.pool, settings)).toBe(3500);
  expect(await sql('SELECT FROM webhook_event')).toEqual([]);
});
