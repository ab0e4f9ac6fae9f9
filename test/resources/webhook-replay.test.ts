import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';
import { deliver, sweepNow } from '../webhooks/loop.ts';
import { openReceiver } from '../webhooks/receiver.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

/** Starts a deliverer for one test. Before that, replays are stored only. */
const start = () => deliver(gateway.pool);

/**
 * A subscription of acme with so many deliveries, a minute apart, the last of them a minute ago. A receiver accepts one
 * new connection in a turn of its event loop: on a busy machine, the last of many would answer later than in 15 s, and
 * get its message twice.
 */
async function subscribe({ url = 'http://127.0.0.1:9/', deliveries = 0, status = 'delivered' } = {}): Promise<string> {
  const id = randomUUID();
  await gateway.sql(
    `INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions, max_in_flight)
     VALUES ($1, 'acme', 'w', 'n', $2, 'tank', '{updated}', 10)`,
    [id, url],
  );
  await gateway.sql(
    `WITH event AS (
       INSERT INTO webhook_event (id, company_id, resource, action, resource_id, data, changed, version, occurred_at, sequence)
       SELECT time_ordered_uuid(at), 'acme', 'tank', 'updated', 'tank-' || g % 10, '{}', '{}', g, at, g
       FROM generate_series(1, $2::int) g, date_trunc('milliseconds', now() - g * interval '1 minute') at RETURNING id, resource_id, sequence)
     INSERT INTO webhook_delivery (event_id, subscription_id, status, finished_at, next_attempt_at, attempts, company_id, resource_id, sequence)
     SELECT id, $1, $3, CASE WHEN $3 <> 'pending' THEN now() END, now() + interval '1 day', 1, 'acme', resource_id, sequence FROM event`,
    [id, deliveries, status],
  );
  return id;
}

const REPLAY = `mutation ($id: ID!, $since: DateTime!, $until: DateTime, $filter: WebhookReplayFilter) {
  answer: replayDeliveries(subscriptionId: $id, since: $since, until: $until, filter: $filter) {
    __typename ... on WebhookReplay { id subscriptionId status since until deliveryStatus resourceId reached matched queued total startedAt finishedAt }
    ... on InvalidRequestError { issues { path message } } } }`;
async function replay(id: string, range: Data = {}, token?: string): Promise<Data> {
  const { data, errors } = await gateway.ask(REPLAY, { id, since: '2020-01-01T00:00:00Z', ...range }, token);
  expect(errors).toBeUndefined();
  return data.answer;
}

const READ = '{ status reached until matched queued total finishedAt }';
const read = async (id: string): Promise<Data> =>
  (await gateway.ask(`query ($id: ID!) { webhookReplay(id: $id) ${READ} }`, { id })).data.webhookReplay;
async function ended(id: string): Promise<Data> {
  await expect.poll(() => read(id)).not.toMatchObject({ status: 'RUNNING' });
  return read(id);
}

const waiting = async (id: string): Promise<number> =>
  (await gateway.sql(`SELECT FROM webhook_delivery_pending WHERE subscription_id = $1`, [id])).length;
const pause = (id: string) => gateway.sql(`UPDATE webhook_subscription SET state = 'paused' WHERE id = $1`, [id]);

test('a replay is answered before it begins, and its progress reaches the end', async () => {
  const id = await subscribe({ deliveries: 5000 });
  await pause(id);
  const started = await replay(id);
  expect(started).toEqual({
    __typename: 'WebhookReplay',
    id: expect.any(String),
    subscriptionId: id,
    status: 'RUNNING',
    since: '2020-01-01T00:00:00.000Z',
    until: expect.any(String),
    reached: '2020-01-01T00:00:00.000Z',
    deliveryStatus: null,
    resourceId: null,
    matched: 0,
    queued: 0,
    total: null,
    startedAt: expect.any(String),
    finishedAt: null,
  });
  expect(await waiting(id)).toBe(0);
  await start();
  const done = await ended(started.id);
  expect(done).toMatchObject({ status: 'DONE', matched: 5000, queued: 5000, total: 5000, until: started.until });
  expect(done.reached).toBe(done.until);
  expect(done.finishedAt).not.toBeNull();
  expect(await waiting(id)).toBe(5000);
  const again = await ended((await replay(id)).id);
  expect(again).toMatchObject({ matched: 5000, queued: 0 });
});

test('each delivery of a long replay is sent once more, while it goes on', async () => {
  const { url, received } = await openReceiver();
  const id = await subscribe({ url, deliveries: 5000 });
  await start();
  expect(await ended((await replay(id)).id)).toMatchObject({ status: 'DONE', matched: 5000, queued: 5000 });
  await expect.poll(() => waiting(id)).toBe(0);
  expect(received).toHaveLength(5000);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(5000);
});

test('a range has its first moment and not its last', async () => {
  const id = await subscribe({ deliveries: 10 });
  await pause(id);
  await start();
  const { data } = await gateway.ask(
    'query ($id: ID!) { webhookSubscription(id: $id) { deliveries { nodes { occurredAt } } } }',
    { id },
  );
  const at = data.webhookSubscription.deliveries.nodes.map(({ occurredAt }: Data) => occurredAt);
  expect(await ended((await replay(id, { since: at[6], until: at[2] })).id)).toMatchObject({ matched: 4, queued: 4 });
  expect(await ended((await replay(id, { since: '2100-01-01T00:00:00Z' })).id)).toMatchObject({ matched: 0 });
  const until = await replay(id, { until: '2100-01-01T00:00:00Z' });
  expect(Date.parse(until.until)).toBeLessThan(Date.now() + 60_000);
  await ended(until.id);
  expect(await replay(id, { since: at[2], until: at[2] })).toEqual({
    __typename: 'InvalidRequestError',
    issues: [{ path: ['until'], message: 'must be later than since' }],
  });
});

test('a filter chooses by the status, by the record, or by both', async () => {
  const id = await subscribe({ deliveries: 40 });
  await pause(id);
  await start();
  await gateway.sql(
    `UPDATE webhook_delivery SET status = 'dead' WHERE subscription_id = $1 AND resource_id IN ('tank-3', 'tank-4')`,
    [id],
  );
  const matched = async (filter: Data) => {
    const { id: started, deliveryStatus, resourceId } = await replay(id, { filter });
    expect({ deliveryStatus, resourceId }).toEqual({ deliveryStatus: null, resourceId: null, ...filterShown(filter) });
    return ended(started);
  };
  const filterShown = ({ status, ...rest }: Data) => ({ ...rest, ...(status && { deliveryStatus: status }) });
  expect(await matched({ status: 'DEAD', resourceId: 'tank-3' })).toMatchObject({ matched: 4, queued: 4, total: null });
  expect(await matched({ status: 'DEAD' })).toMatchObject({ matched: 4, queued: 4 });
  expect(await matched({ status: 'DEAD' })).toMatchObject({ matched: 0, queued: 0 });
  expect(await matched({ status: 'HELD' })).toMatchObject({ matched: 8, queued: 0 });
  expect(await matched({ status: 'PENDING' })).toMatchObject({ matched: 0 });
  expect(await matched({ resourceId: 'tank-5' })).toMatchObject({ matched: 4, queued: 4 });
  expect(await matched({ resourceId: 'other' })).toMatchObject({ matched: 0 });
  expect(await waiting(id)).toBe(12);
  for (const name of ['status', 'resourceId'])
    expect(await replay(id, { filter: { [name]: null } })).toEqual({
      __typename: 'InvalidRequestError',
      issues: [{ path: ['filter', name], message: 'cannot be null' }],
    });
});

test('retries that wait are sent now, and those under way stay as they are', async () => {
  const { url, received } = await openReceiver();
  const id = await subscribe({ url, deliveries: 2, status: 'pending' });
  const [underWay] = await gateway.sql(
    `UPDATE webhook_delivery SET leased_until = now() + interval '1 hour', next_attempt_at = now()
     WHERE subscription_id = $1 AND resource_id = 'tank-1' RETURNING event_id`,
    [id],
  );
  await start();
  expect(await ended((await replay(id)).id)).toMatchObject({ matched: 2, queued: 1 });
  await expect.poll(() => received.length).toBe(1);
  expect(received[0]?.headers['webhook-id']).not.toContain(underWay?.event_id);
});

test('a replay of an ordered subscription sends a retry that waits now, after what is before it', async () => {
  let status = 204;
  const { url, received } = await openReceiver((response) => response.writeHead(status).end());
  const id = await subscribe({ url });
  await gateway.sql('UPDATE webhook_subscription SET ordered = true WHERE id = $1', [id]);
  const { id: tankId } = await create(gateway, tank);
  const update = () => gateway.sql('UPDATE tank SET tank_size = tank_size + 1 WHERE id = $1', [tankId]);
  await start();
  await update();
  await expect.poll(() => received.length).toBe(1);
  status = 422;
  await update();
  // So far away that it is not sent by itself.
  const refused = () =>
    gateway.sql(
      `UPDATE webhook_delivery_pending SET next_attempt_at = now() + interval '1 hour'
       WHERE subscription_id = $1 AND attempts > 0 AND leased_until IS NULL RETURNING event_id`,
      [id],
    );
  await expect.poll(refused).toHaveLength(1);
  status = 204;
  expect(await ended((await replay(id)).id)).toMatchObject({ status: 'DONE', matched: 2, queued: 2 });
  await expect.poll(() => waiting(id)).toBe(0);
  expect(received.map(({ body }) => body.version)).toEqual([2, 3, 2, 3]);
});

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
