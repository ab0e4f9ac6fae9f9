import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { sweepNow } from '../webhooks/loop.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { replaying } from './replaying.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const { start, subscribe, replay, read, ended, waiting, pause } = replaying(() => gateway);

test('one replay of a subscription runs at a time, and a cancelled one queues nothing more', async () => {
  const id = await subscribe({ deliveries: 5 });
  const other = await subscribe({ deliveries: 5 });
  await pause(id);
  await pause(other);
  const first = await replay(id);
  const running = await Promise.all([replay(id), replay(id)]);
  for (const refused of running)
    expect(refused).toEqual({
      __typename: 'InvalidRequestError',
      issues: [{ path: ['subscriptionId'], message: 'a replay is running; wait for its end, or use cancelReplay' }],
    });
  expect((await replay(other)).status).toBe('RUNNING');

  const cancel = `mutation ($id: ID!) { answer: cancelReplay(id: $id) { __typename ... on WebhookReplay { id status finishedAt } } }`;
  const { data } = await gateway.ask(cancel, { id: first.id });
  expect(data.answer).toEqual({
    __typename: 'WebhookReplay',
    id: first.id,
    status: 'CANCELLED',
    finishedAt: expect.any(String),
  });
  await start();
  const second = await replay(id, { filter: { resourceId: 'tank-1' } });
  expect(await ended(second.id)).toMatchObject({ status: 'DONE', queued: 1 });
  expect(await waiting(id)).toBe(1);
  expect((await gateway.ask(cancel, { id: second.id })).data.answer).toMatchObject({ status: 'DONE' });
  const list = await gateway.ask('query ($id: ID!) { webhookSubscription(id: $id) { replays { id status } } }', { id });
  expect(list.data.webhookSubscription.replays).toEqual([
    { id: second.id, status: 'DONE' },
    { id: first.id, status: 'CANCELLED' },
  ]);
});

test("another company's replay cannot be seen or cancelled", async () => {
  const id = await subscribe();
  const { id: started } = await replay(id);
  const umbra = await tokenOf('umbra');
  const reader = await tokenOf('acme', 'subscriptions:read');
  const writer = await tokenOf('acme', 'subscriptions:write');
  const ask = (query: string, of: string, token: string) =>
    gateway.ask(`query ($id: ID!) { it: ${query} }`, { id: of }, token);
  const cancel = async (of: string, token: string) =>
    (await gateway.ask('mutation ($id: ID!) { it: cancelReplay(id: $id) { __typename } }', { id: of }, token)).data.it
      .__typename;
  expect((await replay(id, {}, umbra)).__typename).toBe('NotFoundError');
  expect((await ask('webhookReplay(id: $id) { id }', started, umbra)).data.it).toBeNull();
  expect((await ask('webhookReplay(id: $id) { id }', 'a\u0000b', reader)).data.it).toBeNull();
  expect((await ask('webhookReplay(id: $id) { id }', started, reader)).data.it).toEqual({ id: started });
  expect((await ask('webhookReplay(id: $id) { id }', started, writer)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  expect(await cancel(started, umbra)).toBe('NotFoundError');
  expect(await cancel('a\u0000b', writer)).toBe('NotFoundError');
  expect(await cancel(started, reader)).toBe('UnauthorizedError');
  expect(await read(started)).toMatchObject({ status: 'RUNNING' });
  const every = await tokenOf(undefined, 'companies:all subscriptions:write');
  expect(await cancel(started, every)).toBe('WebhookReplay');
});

test('the replays of a subscription go with it, and those that ended go after the days that are kept', async () => {
  const [deleted, kept, gone] = [await subscribe(), await subscribe(), await subscribe()];
  const replays = await Promise.all([deleted, kept, gone].map((id) => replay(id)));
  await gateway.ask('mutation ($id: ID!) { deleteSubscription(id: $id) { __typename } }', { id: deleted });
  expect(await read(replays[0]?.id)).toBeNull();
  await gateway.sql('DELETE FROM webhook_subscription WHERE id = $1', [gone]);
  await sweepNow(gateway.pool);
  expect(await read(replays[2]?.id)).toBeNull();
  const end = `UPDATE webhook_replay SET status = 'done', finished_at = now() - $2 * interval '1 day' WHERE id = $1`;
  await gateway.sql(end, [replays[1]?.id, 13]);
  await sweepNow(gateway.pool);
  expect(await read(replays[1]?.id)).toMatchObject({ status: 'DONE' });
  await gateway.sql(end, [replays[1]?.id, 15]);
  await sweepNow(gateway.pool);
  expect(await read(replays[1]?.id)).toBeNull();
});

test('a process that dies in the middle of a batch neither loses, repeats nor delays it', async () => {
  const { url, received } = await openReceiver();
  const id = await subscribe({ url, deliveries: 3000 });
  const holder = await gateway.pool.connect();
  // The queue can be read and not written, so the batch gets as far as its first write.
  await holder.query('BEGIN; LOCK TABLE webhook_delivery_pending IN SHARE MODE');
  const dying = await start();
  const { id: started } = await replay(id);
  const atBatch = `SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%webhook_delivery_finished d USING chosen%'`;
  await expect.poll(() => gateway.sql(atBatch)).toHaveLength(1);
  const stopped = dying.stop();
  await gateway.sql(`SELECT pg_terminate_backend(pid) FROM (${atBatch}) b`);
  await stopped;
  expect(await read(started)).toMatchObject({ status: 'RUNNING', matched: 0 });
  expect(await gateway.sql('SELECT FROM webhook_replay WHERE id = $1 AND turn_at <= now()', [started])).toHaveLength(1);
  await start();
  await start();
  await holder.query('ROLLBACK');
  holder.release();
  expect(await ended(started)).toMatchObject({ status: 'DONE', matched: 3000, queued: 3000 });
  await expect.poll(() => waiting(id)).toBe(0);
  expect(received).toHaveLength(3000);
});

test('replays of several subscriptions take turns, and one that fails does not hold up the others', async () => {
  const broken = await subscribe({ deliveries: 3000 });
  const others = [await subscribe({ deliveries: 3000 }), await subscribe({ deliveries: 3000 })];
  for (const id of [broken, ...others]) await pause(id);
  await gateway.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.subscription_id = '${broken}' THEN RAISE EXCEPTION 'refused'; END IF; RETURN NEW; END $$`);
  await gateway.sql(
    'CREATE TRIGGER refuse BEFORE INSERT ON webhook_delivery_pending FOR EACH ROW EXECUTE FUNCTION refuse()',
  );
  await gateway.sql(`CREATE TABLE turn (number integer GENERATED ALWAYS AS IDENTITY, replay text);
    CREATE FUNCTION note_turn() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO turn (replay) VALUES (NEW.id); RETURN NULL; END $$;
    CREATE TRIGGER note_turn AFTER UPDATE OF position ON webhook_replay FOR EACH ROW EXECUTE FUNCTION note_turn()`);
  onTestFinished(() => gateway.sql('DROP FUNCTION refuse, note_turn CASCADE; DROP TABLE turn').then(() => {}));
  const [failing, ...replays] = await Promise.all([broken, ...others].map((id) => replay(id)));
  await start();
  const ends = await Promise.all(replays.map(({ id }) => ended(id)));
  for (const end of ends) expect(end).toMatchObject({ status: 'DONE', queued: 3000 });
  expect(await read(failing?.id)).toMatchObject({ status: 'RUNNING', queued: 0 });
  const turns = (await gateway.sql('SELECT replay FROM turn ORDER BY number')).map(({ replay }) => replay);
  expect(turns).toEqual([...turns.slice(0, 2), ...turns.slice(0, 2)]);
  expect(new Set(turns)).toEqual(new Set(replays.map(({ id }) => id)));
});
