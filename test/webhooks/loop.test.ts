import { expect, test } from 'vitest';
import { useDatabase } from './database.ts';
import { deliver, openLog } from './loop.ts';
import { openReceiver } from './receiver.ts';

const database = useDatabase();
const { sql, until, subscribe, open, change, lease, attempts } = database;
const start = () => deliver(database.pool);

test('a change without a nudge is found by polling', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url });
  await start();
  await change();
  expect((await receiver.next()).body.type).toBe('tank.updated');
});

test('a subscription has no more in flight than it may, not counting what a dead loop holds', async () => {
  const held: (() => void)[] = [];
  const receiver = await openReceiver((response, { path }) => {
    const answer = () => response.writeHead(204).end();
    if (path === '/other') answer();
    else held.push(answer);
  });
  await subscribe({ url: receiver.url, maxInFlight: 3 });
  await subscribe({ id: 'other', company: 'other', url: `${receiver.url}/other` });
  await change(12);
  await open();
  await lease(2);
  const loop = await start();
  for (let index = 0; index < 3; index++) await receiver.next();
  // This delivery shows that the loop has claimed once more.
  await change(1, 'other');
  loop.nudge();
  expect((await receiver.next()).path).toBe('/other');
  const leased = await sql(
    `SELECT count(*)::int AS n FROM webhook_delivery WHERE lease_token IS NOT NULL AND subscription_id = 'sub'`,
  );
  expect(leased).toEqual([{ n: 5 }]);
  expect(receiver.received).toHaveLength(3 + 1);
  for (let index = 0; index < 10; index++) {
    if (index >= 3) await receiver.next();
    held.shift()?.();
  }
  expect(receiver.received).toHaveLength(10 + 1);
});

test('the log reports when deliveries to a receiver pause, and when it accepts again', async () => {
  let status = 500;
  // Retry-After keeps a slow machine from retrying the first of the five before the last is recorded.
  const receiver = await openReceiver((response) => response.writeHead(status, { 'retry-after': '3600' }).end());
  await subscribe({ url: receiver.url, maxInFlight: 5 });
  await change(5);
  const { log, lines } = openLog();
  const loop = await deliver(database.pool, { log });
  expect(await lines.next()).toEqual([
    { subscription: 'sub', company: 'acme', failures: 5, until: expect.stringMatching(/^\d{4}-.*Z$/) },
    'webhook receiver keeps failing; deliveries to it pause',
  ]);
  status = 204;
  await sql(`UPDATE webhook_subscription SET breaker_open_until = now() - interval '1 second'`);
  await sql(`UPDATE webhook_delivery SET next_attempt_at = now()`);
  loop.nudge();
  expect(await lines.next()).toEqual([
    { subscription: 'sub', company: 'acme' },
    'webhook receiver accepts deliveries again',
  ]);
  expect(lines.items).toHaveLength(2);
});

test('two loops on one database deliver each event once', async () => {
  const receiver = await openReceiver();
  // A busy receiver that has to accept many connections at once answers the last of them too late, which is a failure.
  for (let index = 0; index < 10; index++) await subscribe({ id: `s${index}`, url: receiver.url, maxInFlight: 1 });
  const loops = await Promise.all([start(), start()]);
  await change(100);
  for (const loop of loops) loop.nudge();
  for (let index = 0; index < 1000; index++) await receiver.next();
  await until(`SELECT WHERE NOT EXISTS (SELECT FROM webhook_delivery WHERE status <> 'delivered')`);
  await Promise.all(loops.map((loop) => loop.stop()));
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1000);
  expect(receiver.received).toHaveLength(1000);
  expect(await sql(`SELECT status, count(*)::int AS n FROM webhook_delivery GROUP BY status`)).toEqual([
    { status: 'delivered', n: 1000 },
  ]);
  expect(await attempts()).toHaveLength(1000);
});

test('changes that are too much for one statement are still opened', async () => {
  // The third event in a transaction fails with the error of a statement timeout.
  await sql(`CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      count integer := coalesce(nullif(current_setting('dawdle.count', true), ''), '0')::integer + 1;
    BEGIN
      PERFORM set_config('dawdle.count', count::text, true);
      IF count > 2 THEN
        RAISE 'canceling statement due to statement timeout' USING ERRCODE = 'query_canceled';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER dawdle BEFORE INSERT ON webhook_event FOR EACH ROW EXECUTE FUNCTION dawdle()`);
  const receiver = await openReceiver();
  await subscribe({ actions: ['created'], url: receiver.url });
  await sql(`INSERT INTO tank (id, company_id) SELECT 't' || g, 'acme' FROM generate_series(1, 6) g`);
  const { log, lines } = openLog();
  const loop = await deliver(database.pool, { log });
  for (let index = 0; index < 6; index++) await receiver.next();
  await loop.stop();
  expect(lines.items.map(([, message]) => message)).toContain(
    'could not read changes from the outbox; trying again in 1 s',
  );
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(6);
  await sql('DROP FUNCTION dawdle CASCADE');
});

test('the loop survives the loss of its connections', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url });
  const delivery = await start();
  await change();
  await receiver.next();
  await sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  await change();
  delivery.nudge();
  expect((await receiver.next()).body.version).toBe(3);
});
