import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCipher } from '../../src/webhooks/secrets/cipher.ts';
import { cipher } from '../cipher.ts';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { long, required, subscribing, whole } from './subscribing.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const { create, countOf } = subscribing(() => gateway);

test('a repeat with the same key makes nothing new and answers with the first', async () => {
  const first = await create(whole, 'key-1');
  const before = await countOf();
  expect(await create(whole, 'key-1')).toEqual(first);
  expect(await countOf()).toBe(before);
  expect(await create(whole, 'key-2')).not.toMatchObject({ id: first.id });
  // Its key is lost: the subscription is still the first one.
  const lost = createCipher([Buffer.alloc(32, 2)]).encrypt(first.id, 'a plain secret');
  await gateway.sql('UPDATE webhook_subscription SET secret = $2 WHERE id = $1', [first.id, lost]);
  expect(await create(whole, 'key-1')).toEqual({ ...first, secret: null });
});

test('a repeat with the same key and other input is refused with the fields that differ, and shows no secret', async () => {
  await create(whole, 'key-other');
  const before = await gateway.sql('SELECT * FROM webhook_subscription ORDER BY id');
  const changes: Data[] = [
    { workflowId: 'workflow-2' },
    { nodeId: 'node-2', workflowName: null },
    { webhookUrl: 'https://example.com/other' },
    { resource: 'task', actions: ['created'], filter: { priority: 'high' } },
    { filter: { fill_status: 'high' } },
    { filter: null },
    { secret: 'another secret' },
    { secret: null },
  ];
  for (const change of changes) {
    const answer = await create({ ...whole, ...change }, 'key-other');
    expect(answer).toMatchObject({ __typename: 'InvalidRequestError', success: false, fault: answer.message });
    expect(answer.issues.map(({ path }: Data) => path)).toEqual(
      Object.keys(change)
        .sort()
        .map((name) => ['input', name]),
    );
    expect(answer.message).toContain('differs from the first request with this idempotencyKey');
    expect(JSON.stringify(answer)).not.toContain(whole.secret);
  }
  expect(await gateway.sql('SELECT * FROM webhook_subscription ORDER BY id')).toEqual(before);
});

test('the order of the keys in a filter, and null for an omitted field, make no difference to a repeat', async () => {
  const first = await create({ ...required, filter: { note: 'x', metadata: { c: 2, d: 3 } } }, 'key-same');
  const repeat = { ...required, filter: { metadata: { d: 3, c: 2 }, note: 'x' }, secret: null, workflowName: null };
  expect(await create(repeat, 'key-same')).toEqual(first);
});

test('a repeat counts as the same after the subscription was changed and its secret rotated', async () => {
  const { id } = await create(whole, 'key-changed');
  const { data } = await gateway.ask(
    `mutation ($id: ID!) {
      changed: updateSubscription(id: $id, input: { nodeId: "node-2" }) { __typename }
      rotated: rotateSubscriptionSecret(id: $id) { ... on WebhookSubscription { secret } }
    }`,
    { id },
  );
  expect(data.changed.__typename).toBe('WebhookSubscription');
  const repeat = await create(whole, 'key-changed');
  expect(repeat).toMatchObject({ __typename: 'WebhookSubscription', id, nodeId: 'node-2', secret: null, version: 3 });
  const refused = await create({ ...whole, nodeId: 'node-2' }, 'key-changed');
  expect(refused).toMatchObject({ __typename: 'InvalidRequestError', issues: [{ path: ['input', 'nodeId'] }] });
});

test('the first input is stored encrypted, and only with a key', async () => {
  const { id } = await create(whole, 'key-stored');
  const unkeyed = await create(whole);
  const rows = await gateway.sql('SELECT id, idempotency_input FROM webhook_subscription WHERE id = ANY($1)', [
    [id, unkeyed.id],
  ]);
  const inputs = new Map(rows.map((row) => [row.id, row.idempotency_input]));
  expect(inputs.get(id)).toContain(cipher.prefix);
  expect(inputs.get(unkeyed.id)).toBeNull();
});

test('a repeat is answered as before where the key of the first input is lost', async () => {
  const first = await create(whole, 'key-lost');
  const lost = createCipher([Buffer.alloc(32, 2)]).encrypt(first.id, '{}');
  await gateway.sql('UPDATE webhook_subscription SET idempotency_input = $2 WHERE id = $1', [first.id, lost]);
  expect(await create(whole, 'key-lost')).toEqual(first);
  const other = await create({ ...whole, workflowId: 'workflow-2', secret: 'another secret' }, 'key-lost');
  expect(other).toEqual({ ...first, secret: null });
});

test('ten at once with the same key make one', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => create(whole, 'key-at-once')));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
});

test('without a key, or with null, each is a new one', async () => {
  const ids = [await create(whole), await create(whole), await create(whole, null), await create(whole, null)];
  expect(new Set(ids.map(({ id }) => id)).size).toBe(4);
});

test('a key means nothing to another company', async () => {
  const mine = await create(whole, 'key-shared');
  const theirs = await create(whole, 'key-shared', await tokenOf('globex'));
  expect(theirs).toMatchObject({ __typename: 'WebhookSubscription', companyId: 'globex' });
  expect(theirs.id).not.toBe(mine.id);
});

test('a key that cannot be kept is refused with its place', async () => {
  for (const [key, code] of [
    ['', 'REQUIRED'],
    ['a\0b', 'INVALID_CHARACTER'],
    ['\ud800', 'INVALID_CHARACTER'],
    [long(256), 'TOO_LONG'],
  ])
    expect(await create(whole, key)).toMatchObject({
      __typename: 'InvalidRequestError',
      issues: [{ path: ['idempotencyKey'], code }],
    });
  expect(await create(whole, '水'.repeat(255))).toMatchObject({ __typename: 'WebhookSubscription' });
});
