import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { claim } from '../../src/webhooks/claim.ts';
import { startDelivery } from '../../src/webhooks/loop.ts';
import { createSecret } from '../../src/webhooks/subscriptions.ts';
import { useDatabase } from './database.ts';
import { deliverDue, openSender, quiet, settings, startLoop, token } from './loop.ts';
import { openReceiver } from './receiver.ts';

const database = useDatabase();
const { sql, subscribe, open, change, deliveries, attempts, untilBlocked } = database;
const deliver = () => startLoop(database.pool);

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

/** A receiver that never answers under /hang, and can tell whether one of those requests has run into its timeout. */
async function openHanging() {
  let timedOut = false;
  const receiver = await openReceiver((response, { path }) => {
    if (path === '/hang') response.on('close', () => (timedOut = true));
    else response.writeHead(204).end();
  });
  return { ...receiver, timedOut: () => timedOut };
}

test('one endpoint that hangs keeps none of 99 healthy ones waiting until it times out', async () => {
  const receiver = await openHanging();
  const per = 10;
  for (let index = 0; index < 100; index++)
    await subscribe({
      id: `s${index}`,
      url: `${receiver.url}/${index === 0 ? 'hang' : index}`,
      filter: index === 0 ? null : { note: 'for all' },
    });
  await sql(`INSERT INTO tank (id, company_id) SELECT 't' || g, 'acme' FROM generate_series(1, 500) g`);
  await sql(`UPDATE tank SET status = 'x'`);
  await sql(`UPDATE tank SET note = 'for all' WHERE id IN (SELECT id FROM tank LIMIT ${per})`);
  deliver();
  const healthy = 99 * per;
  for (let seen = 0; seen < healthy; ) if ((await receiver.next()).path !== '/hang') seen++;
  expect(receiver.timedOut()).toBe(false);
  // The hanging one never has more in flight than it may.
  expect(receiver.received.filter(({ path }) => path === '/hang').length).toBeLessThanOrEqual(8);
});

test('receivers that hang, however many, do not keep a healthy one waiting until they time out', async () => {
  const receiver = await openHanging();
  for (let index = 0; index < 300; index++) await subscribe({ id: `hang${index}`, url: `${receiver.url}/hang` });
  await change(10);
  await subscribe({ id: 'healthy', company: 'other', url: receiver.url });
  const loop = deliver();
  // Over a span in which 300 × 8 attempts would have taken all places there are.
  for (let second = 0; second <= 5; second++) {
    if (second > 0) await delay(1_000);
    await change(1, 'other');
    loop.nudge();
    while ((await receiver.next()).path === '/hang');
  }
  expect(receiver.timedOut()).toBe(false);
});

test('a subscription has no more in flight than it may, and what a dead loop holds takes none of it', async () => {
  const held: (() => void)[] = [];
  const receiver = await openReceiver((response) => held.push(() => response.writeHead(204).end()));
  await subscribe({ url: receiver.url, maxInFlight: 3 });
  await change(12);
  await open();
  expect(await claim(database.pool, 2, token(1))).toHaveLength(2);
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

test('the log tells when a receiver is left alone, and when it accepts again', async () => {
  let status = 500;
  const receiver = await openReceiver((response) => response.writeHead(status).end());
  await subscribe({ url: receiver.url, maxInFlight: 5 });
  await change(5);
  const logged: [object, string][] = [];
  const note = (fields: object, message: string) => void logged.push([fields, message]);
  const loop = startLoop(database.pool, { info: note, warn: note, error: note });
  await expect.poll(() => logged.length, { timeout: 50_000 }).toBe(1);
  status = 204;
  await sql(`UPDATE webhook_subscription SET breaker_open_until = now() - interval '1 second'`);
  await sql(`UPDATE webhook_delivery SET next_attempt_at = now()`);
  loop.nudge();
  await expect.poll(() => logged.length, { timeout: 50_000 }).toBe(2);
  expect(logged).toEqual([
    [
      { subscription: 'sub', company: 'acme', failures: 5, until: expect.stringMatching(/^\d{4}-.*Z$/) },
      'webhook receiver left alone after failures in a row',
    ],
    [{ subscription: 'sub', company: 'acme' }, 'webhook receiver accepts again'],
  ]);
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

test('a stop does not wait for a table that is locked', async () => {
  const loop = deliver();
  const client = await database.pool.connect();
  await client.query('BEGIN; LOCK TABLE webhook_outbox, webhook_delivery');
  loop.nudge();
  await untilBlocked();
  const stopped = await Promise.race([
    loop.stop().then(() => 'stopped'),
    delay(5_000, 'still waiting', { ref: false }),
  ]);
  await client.query('ROLLBACK');
  client.release();
  expect(stopped).toBe('stopped');
});

test('what is claimed after the stop has begun is given back untried', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url });
  await change();
  await open();
  const client = await database.pool.connect();
  await client.query('BEGIN; LOCK TABLE webhook_delivery');
  const loop = deliver();
  await untilBlocked();
  const stopped = loop.stop();
  await client.query('ROLLBACK');
  client.release();
  await stopped;
  expect(receiver.received).toEqual([]);
  expect(await deliveries()).toMatchObject([{ status: 'pending', attempts: 0, lease_token: null, leased_until: null }]);
});

test('stop gives back what was not answered, as if it had not been tried', async () => {
  const receiver = await openReceiver(() => {});
  await subscribe({ url: receiver.url });
  const delivery = deliver();
  await change();
  delivery.nudge();
  await receiver.next();
  await delivery.stop();
  // Had it been waited for until its timeout, it would count as tried.
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
