import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';
import { redeliver } from '../../src/webhooks/management/redeliver.ts';
import { SECRETS_KEY } from '../cipher.ts';
import { openProgram } from '../programs.ts';
import { useDatabase } from './database.ts';
import { deliver } from './loop.ts';
import { openReceiver, type Received } from './receiver.ts';

const database = useDatabase();
const { sql, until, subscribe, open, tank, deliveries } = database;

const update = (id: string) => sql('UPDATE tank SET tank_size = tank_size + 1 WHERE id = $1', [id]);
async function updates(id: string, times: number): Promise<void> {
  for (let index = 0; index < times; index++) await update(id);
}
const nameOf = ({ body }: Pick<Received, 'body'>): string => `${body.data.id} ${body.version}`;
const sentOf = (received: Received[], id: string): number[] =>
  received.filter(({ body }) => body.data.id === id).map(({ body }) => body.version);
const ALL_DELIVERED = `SELECT WHERE NOT EXISTS (SELECT FROM webhook_delivery WHERE status <> 'delivered')
  AND NOT EXISTS (SELECT FROM webhook_outbox)`;
const retryNow = () =>
  sql(
    `UPDATE webhook_delivery_pending SET next_attempt_at = now() WHERE attempts > schedule_from AND leased_until IS NULL`,
  );

test('with two loops, refusals and writers at once, each record is sent in its order', async () => {
  const open = new Map<string, number>();
  const accepted = new Map<string, number[]>();
  const refused = new Set<string>();
  const faults: string[] = [];
  const receiver = await openReceiver((response, { body }) => {
    const { id } = body.data;
    const others = open.get(id) ?? 0;
    if (others > 0) faults.push(`${id} ${body.version} beside another`);
    open.set(id, others + 1);
    setTimeout(() => {
      open.set(id, (open.get(id) ?? 1) - 1);
      const name = `${id} ${body.version}`;
      if (body.version % 5 === 0 && !refused.has(name)) {
        refused.add(name);
        return void response.writeHead(422).end();
      }
      accepted.set(id, [...(accepted.get(id) ?? []), body.version]);
      response.writeHead(204).end();
    }, 3 * Math.random());
  });
  await subscribe({ url: receiver.url, ordered: true, maxInFlight: 50 });
  const ids = Array.from({ length: 8 }, (_, index) => `t${index}`);
  for (const id of ids) await tank(id);
  const loops = await Promise.all([deliver(database.pool), deliver(database.pool)]);
  const writing = ids.flatMap((id) => [updates(id, 10), updates(id, 10)]);
  let isWritten = false;
  void Promise.all(writing).then(() => {
    isWritten = true;
  });
  await expect.poll(async () => isWritten && (await retryNow()) && (await sql(ALL_DELIVERED)).length).toBe(1);
  await Promise.all(loops.map((loop) => loop.stop()));
  expect(faults).toEqual([]);
  expect(refused.size).toBe(8 * 4);
  const versions = Array.from({ length: 20 }, (_, index) => index + 2);
  for (const id of ids) expect(accepted.get(id)).toEqual(versions);
});

test('a record waits for itself only, however many of its events wait', async () => {
  const held: ServerResponse[] = [];
  const receiver = await openReceiver((response, request) => {
    if (nameOf(request) === 'slow 2') held.push(response);
    else response.writeHead(204).end();
  });
  await subscribe({ url: receiver.url, ordered: true });
  await tank('slow');
  await tank('quick');
  await updates('slow', 150);
  await open();
  await deliver(database.pool);
  await receiver.next();
  await updates('quick', 3);
  for (const version of [2, 3, 4]) expect(nameOf(await receiver.next())).toBe(`quick ${version}`);
  expect(receiver.received).toHaveLength(4);
  held[0]?.writeHead(204).end();
  await until(ALL_DELIVERED);
  expect(sentOf(receiver.received, 'slow')).toEqual(Array.from({ length: 150 }, (_, index) => index + 2));
});

test('what enters and leaves a long queue reads nothing of the rest of it', async () => {
  const id = await subscribe({ ordered: true });
  const insert = `INSERT INTO webhook_delivery_pending (event_id, subscription_id, company_id, resource_id, sequence, ordered)
    SELECT gen_random_uuid(), '${id}', 'acme', 't' || n % 5, n, true FROM`;
  await sql(`${insert} generate_series(1, 500) n`);
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    const read = async (): Promise<number> => {
      const text = `SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS read
        FROM pg_stat_xact_user_tables WHERE relname = 'webhook_delivery_pending'`;
      return Number((await client.query(text)).rows[0]?.read);
    };
    const before = await read();
    await client.query(`DELETE FROM webhook_delivery_pending WHERE sequence <= 5`);
    await client.query(`${insert} generate_series(501, 505) n`);
    // The first statement reads all of the table once.
    expect((await read()) - before).toBeLessThan(600);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

test('what waits for a refused event is due when that is accepted', async () => {
  let status = 422;
  const receiver = await openReceiver((response) => response.writeHead(status).end());
  await subscribe({ url: receiver.url, ordered: true });
  await tank();
  await updates('t1', 3);
  await open();
  await deliver(database.pool);
  await expect.poll(dueTimes).toEqual(['2 retries', '3 waits', '4 waits']);
  status = 204;
  await retryNow();
  await until(ALL_DELIVERED);
  expect(sentOf(receiver.received, 't1')).toEqual([2, 2, 3, 4]);
});

test('after an event is given up, the next one is sent', async () => {
  const receiver = await openReceiver((response, { body }) => response.writeHead(body.version === 2 ? 422 : 204).end());
  await subscribe({ url: receiver.url, ordered: true });
  await tank();
  await updates('t1', 2);
  await open();
  await sql(
    'UPDATE webhook_delivery_pending SET attempts = 10 WHERE sequence = (SELECT min(sequence) FROM webhook_delivery_pending)',
  );
  await deliver(database.pool);
  expect([nameOf(await receiver.next()), nameOf(await receiver.next())]).toEqual(['t1 2', 't1 3']);
  await until(`SELECT FROM webhook_delivery WHERE status = 'delivered'`);
  expect((await deliveries()).map(({ status }) => status)).toEqual(['dead', 'delivered']);
});

test('the probe of a failing ordered subscription is an event that may be sent', async () => {
  const receiver = await openReceiver((response, { body }) => {
    if (body.data.id === 'b') response.writeHead(204).end();
  });
  await subscribe({ url: receiver.url, ordered: true, maxInFlight: 1 });
  for (const id of ['a', 'b']) await tank(id);
  for (const id of ['a', 'a', 'b', 'b']) await update(id);
  await open();
  await deliver(database.pool);
  expect(nameOf(await receiver.next())).toBe('a 2');
  await sql('UPDATE webhook_subscription SET consecutive_failures = 5, breaker_open_until = now()');
  expect(nameOf(await receiver.next())).toBe('b 2');
  await until('SELECT FROM webhook_subscription WHERE consecutive_failures = 0');
  expect(sentOf(receiver.received, 'a')).toEqual([2]);
});

test('order holds for what is queued after it is asked for; then one event of each record is under way', async () => {
  const held: ServerResponse[] = [];
  const receiver = await openReceiver((response) => void held.push(response));
  await subscribe({ url: receiver.url, maxInFlight: 50 });
  await tank('a');
  await updates('a', 3);
  await open();
  await sql('UPDATE webhook_subscription SET ordered = true');
  await tank('b');
  await updates('a', 2);
  await updates('b', 2);
  await open();
  const { stop } = await deliver(database.pool);
  for (let sent = 0; sent < 5; sent++) await receiver.next();
  await tank('c');
  await update('c');
  expect(nameOf(await receiver.next())).toBe('c 2');
  expect(receiver.received.map(nameOf).sort()).toEqual(['a 2', 'a 3', 'a 4', 'a 5', 'b 2', 'c 2']);
  for (const response of held) response.writeHead(204).end();
  expect([nameOf(await receiver.next()), nameOf(await receiver.next())].sort()).toEqual(['a 6', 'b 3']);
  await stop();
});

/** When the pending deliveries of a record are due: now, at a retry, or after another. */
const dueTimes = async () =>
  (
    await sql(`SELECT version || CASE WHEN next_attempt_at = 'infinity' THEN ' waits' WHEN next_attempt_at > now() THEN ' retries' ELSE ' due' END AS time
      FROM webhook_delivery_pending d JOIN webhook_event e ON e.id = d.event_id ORDER BY d.sequence`)
  ).map(({ time }) => time);

test('an event that is sent again goes before those that wait, also before one that waits for its retry', async () => {
  let status = 204;
  const receiver = await openReceiver((response) => response.writeHead(status).end());
  await subscribe({ url: receiver.url, ordered: true });
  await tank();
  await update('t1');
  const { nudge } = await deliver(database.pool);
  await until(ALL_DELIVERED);
  status = 422;
  await updates('t1', 2);
  await expect.poll(dueTimes).toEqual(['3 retries', '4 waits']);
  const again = (after: number) =>
    redeliver(
      database.prisma,
      Tenant.ALL_COMPANIES,
      receiver.received.at(after)?.headers['webhook-id']?.toString() ?? '',
    );
  await again(0);
  expect(nameOf(await receiver.next())).toBe('t1 2');
  await expect.poll(dueTimes).toEqual(['2 retries', '3 waits', '4 waits']);
  await again(1);
  expect(await dueTimes()).toEqual(['2 retries', '3 waits', '4 waits']);
  status = 204;
  await again(0);
  nudge();
  await until(ALL_DELIVERED);
  expect(sentOf(receiver.received, 't1').slice(-3)).toEqual([2, 3, 4]);
});

test('one that fails after an earlier event was sent again waits for that', async () => {
  const held: ServerResponse[] = [];
  const receiver = await openReceiver((response, { body }) => {
    if (body.version === 3) held.push(response);
    else response.writeHead(body.version === 2 && receiver.received.length > 2 ? 422 : 204).end();
  });
  await subscribe({ url: receiver.url, ordered: true });
  await tank();
  await updates('t1', 2);
  await deliver(database.pool);
  for (const version of [2, 3]) expect(nameOf(await receiver.next())).toBe(`t1 ${version}`);
  const id = receiver.received[0]?.headers['webhook-id']?.toString() ?? '';
  await redeliver(database.prisma, Tenant.ALL_COMPANIES, id);
  expect(nameOf(await receiver.next())).toBe('t1 2');
  held[0]?.writeHead(422).end();
  await expect.poll(dueTimes).toEqual(['2 retries', '3 waits']);
});

test('whatever removes an event from the queue makes the next one due', async () => {
  await subscribe({ ordered: true });
  await tank();
  await updates('t1', 4);
  await open();
  expect(await dueTimes()).toEqual(['2 due', '3 waits', '4 waits', '5 waits']);
  await sql(`DELETE FROM webhook_delivery d USING webhook_event e WHERE e.id = d.event_id AND version IN (2, 4)`);
  expect(await dueTimes()).toEqual(['3 due', '5 waits']);
});

test('an event that is queued while the one before it ends is due, in either order of their commits', async () => {
  await subscribe({ ordered: true });
  await tank();
  const end = `DELETE FROM webhook_delivery_pending WHERE next_attempt_at < 'infinity'`;
  for (const [first, second] of [
    [end, 'SELECT open_outbox(500)'],
    ['SELECT open_outbox(500)', end],
  ]) {
    await update('t1');
    await open();
    await update('t1');
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query(first ?? '');
    const waiting = sql(second ?? '');
    await database.untilBlocked();
    await client.query('COMMIT');
    client.release();
    await waiting;
    expect(await dueTimes()).toEqual([expect.stringMatching(/ due$/)]);
    await sql(end);
  }
});

test('after the death of its process an event is sent again before the next one of its record', async () => {
  const receiver = await openReceiver((response, request) => {
    const isFirst = receiver.received.filter((one) => nameOf(one) === 'a 2').length === 1;
    if (nameOf(request) !== 'a 2' || !isFirst) response.writeHead(204).end();
  });
  await subscribe({ url: receiver.url, ordered: true });
  for (const id of ['a', 'b']) await tank(id);
  await updates('a', 3);
  await open();
  const env = { DATABASE_URL: database.url, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', SECRETS_KEY };
  const worker = openProgram('worker', [], env);
  await receiver.next();
  worker.child.kill('SIGKILL');
  await deliver(database.pool);
  await updates('b', 2);
  for (const version of [2, 3]) expect(nameOf(await receiver.next())).toBe(`b ${version}`);
  expect(sentOf(receiver.received, 'a')).toEqual([2]);
  await sql('UPDATE webhook_delivery_pending SET leased_until = now() WHERE leased_until IS NOT NULL');
  await until(ALL_DELIVERED);
  expect(sentOf(receiver.received, 'a')).toEqual([2, 2, 3, 4]);
});
