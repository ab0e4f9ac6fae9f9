import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { SECRETS_KEY } from '../cipher.ts';
import { usePrograms } from '../programs.ts';
import { useDatabase } from './database.ts';
import { claimDue, startLoop, token } from './loop.ts';
import { openReceiver, type Received } from './receiver.ts';

const database = useDatabase();
const { sql, until, subscribe, open, tank, deliveries } = database;
const programs = usePrograms('worker');

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
  const loops = [startLoop(database.pool), startLoop(database.pool)];
  const writing = ids.flatMap((id) => [updates(id, 10), updates(id, 10)]);
  let isWritten = false;
  void Promise.all(writing).then(() => {
    isWritten = true;
  });
  await expect
    .poll(async () => isWritten && (await retryNow()) && (await sql(ALL_DELIVERED)).length, { timeout: 50_000 })
    .toBe(1);
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
  await updates('slow', 700);
  await open();
  startLoop(database.pool);
  await receiver.next();
  await updates('quick', 3);
  for (const version of [2, 3, 4]) expect(nameOf(await receiver.next())).toBe(`quick ${version}`);
  expect(receiver.received).toHaveLength(4);
  held[0]?.writeHead(204).end();
  await until(ALL_DELIVERED);
  expect(sentOf(receiver.received, 'slow')).toEqual(Array.from({ length: 700 }, (_, index) => index + 2));
});

test('what waits for a refused event is due with its retry, and follows when that is accepted', async () => {
  let status = 422;
  const receiver = await openReceiver((response) => response.writeHead(status).end());
  await subscribe({ url: receiver.url, ordered: true });
  await tank();
  await updates('t1', 3);
  await open();
  startLoop(database.pool);
  await receiver.next();
  const times = async () =>
    new Set(
      (await sql('SELECT next_attempt_at AS at FROM webhook_delivery_pending WHERE next_attempt_at > now()')).map(
        ({ at }) => at,
      ),
    ).size;
  const waiting = async () => (await sql('SELECT FROM webhook_delivery_pending WHERE next_attempt_at > now()')).length;
  await expect.poll(waiting).toBe(3);
  expect(await times()).toBe(1);
  status = 204;
  await retryNow();
  await until(ALL_DELIVERED);
  expect(sentOf(receiver.received, 't1')).toEqual([2, 2, 3, 4]);
});

test('an event that is given up lets the next one go', async () => {
  const receiver = await openReceiver((response, { body }) => response.writeHead(body.version === 2 ? 422 : 204).end());
  await subscribe({ url: receiver.url, ordered: true });
  await tank();
  await updates('t1', 2);
  await open();
  await sql(
    'UPDATE webhook_delivery_pending SET attempts = 10 WHERE sequence = (SELECT min(sequence) FROM webhook_delivery_pending)',
  );
  startLoop(database.pool);
  expect([nameOf(await receiver.next()), nameOf(await receiver.next())]).toEqual(['t1 2', 't1 3']);
  await until(`SELECT FROM webhook_delivery WHERE status = 'delivered'`);
  expect((await deliveries()).map(({ status }) => status)).toEqual(['dead', 'delivered']);
});

test('the probe of a failing ordered subscription is the event that has been due the longest and may be sent', async () => {
  await subscribe({ ordered: true });
  for (const id of ['a', 'b']) await tank(id);
  for (const id of ['a', 'a', 'b', 'b']) await update(id);
  await open();
  const [first] = await claimDue(database.pool, 1, token(1));
  expect(first).toMatchObject({ version: 2, inOrderOf: 'a' });
  await sql('UPDATE webhook_subscription SET consecutive_failures = 5, breaker_open_until = now()');
  expect(await claimDue(database.pool, 10, token(2))).toMatchObject([{ version: 2, inOrderOf: 'b', probe: true }]);
  expect(await claimDue(database.pool, 10, token(3))).toEqual([]);
});

test('order holds for what is queued after it is asked for; then one claim takes one event of each record', async () => {
  await subscribe({ maxInFlight: 50 });
  await tank('a');
  await updates('a', 3);
  await open();
  await sql('UPDATE webhook_subscription SET ordered = true');
  await tank('b');
  await updates('a', 2);
  await updates('b', 2);
  await open();
  const claims = await claimDue(database.pool, 50, token(1));
  expect(claims.map(({ version, inOrderOf }) => `${inOrderOf} ${version}`).sort()).toEqual([
    'a 5',
    'b 2',
    'null 2',
    'null 3',
    'null 4',
  ]);
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
  const worker = await programs.start('worker', 'delivering', env);
  await receiver.next();
  process.kill(Number(worker.line.pid), 'SIGKILL');
  startLoop(database.pool);
  await updates('b', 2);
  for (const version of [2, 3]) expect(nameOf(await receiver.next())).toBe(`b ${version}`);
  expect(sentOf(receiver.received, 'a')).toEqual([2]);
  await sql('UPDATE webhook_delivery_pending SET leased_until = now() WHERE leased_until IS NOT NULL');
  await until(ALL_DELIVERED);
  expect(sentOf(receiver.received, 'a')).toEqual([2, 2, 3, 4]);
});
