import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway } from '../gateway.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { replaying } from './replaying.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const { start, subscribe, replay, ended, waiting, pause } = replaying(() => gateway);

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
