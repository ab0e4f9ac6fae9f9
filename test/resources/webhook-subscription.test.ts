import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_SCOPES } from '../../src/auth/mint.ts';
import { createCipher } from '../../src/webhooks/secrets/cipher.ts';
import { cipher } from '../cipher.ts';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { subscription } from '../records.ts';
import { stored, without } from '../rows.ts';
import { wholeAnswer } from './patching.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const document = `mutation ($input: CreateSubscriptionInput!, $key: String) {
  answer: createSubscription(input: $input, idempotencyKey: $key) { ${wholeAnswer(subscription)} }
}`;
const create = async (input: object, key?: string | null, token?: string | null): Promise<Data> => {
  const { data, errors } = await gateway.ask(document, { input, key }, token);
  expect(errors).toBeUndefined();
  return data.answer;
};
const countOf = async (): Promise<number> => {
  const [row] = await gateway.sql('SELECT count(*) AS count FROM webhook_subscription');
  return row?.count;
};

/** The subscription as it is stored, with its secret decrypted. */
async function storedPlain(id: string): Promise<Data> {
  const row = await stored(gateway, subscription, id);
  if (row?.secret === null) return row;
  expect(row?.secret).toMatch(/^v1:[0-9a-f]{8}:[\w-]+:[\w-]+$/);
  return { ...row, secret: cipher.decrypt(id, row?.secret) };
}

const required = {
  workflowId: 'workflow-1',
  nodeId: 'node-1',
  webhookUrl: 'https://Example.com:443/hooks?a=1',
  resource: 'tank',
  actions: ['created', 'updated'],
};
const whole = {
  ...required,
  workflowName: 'Refill low tanks \u{1F6E2}',
  filter: { fill_status: 'low', metadata: { list: [1, 2.5, null, true, 'x'] } },
  secret: 'a plain secret',
};

test('every field is stored, answered and read back', async () => {
  const answer = await create(whole);
  expect(answer).toMatchObject({ __typename: 'WebhookSubscription', ...whole, companyId: 'acme', version: 1 });
  const row = await storedPlain(answer.id);
  expect(without(answer, ['__typename'])).toEqual(row);
  expect(Math.abs(Date.now() - Date.parse(answer.createdAt))).toBeLessThan(60_000);
  expect(answer.updatedAt).toBe(answer.createdAt);
  const query = `query ($id: ID!) { webhookSubscription(id: $id) { ${Object.keys(subscription.fields).join(' ')} } }`;
  const { data } = await gateway.ask(query, { id: answer.id });
  expect(data.webhookSubscription).toEqual({ ...row, secret: null });
});

test('optional fields may be left out, or null', async () => {
  const blank = { workflowName: null, filter: null, secret: null };
  for (const input of [required, { ...required, ...blank }]) {
    const answer = await create(input);
    expect(answer).toMatchObject({ __typename: 'WebhookSubscription', ...required, ...blank });
    expect(without(answer, ['__typename'])).toEqual(await storedPlain(answer.id));
  }
});

test('maxInFlight is stored, is 8 by default, and counts for a repeat', async () => {
  const inFlight = async (maxInFlight: number | null, key?: string): Promise<unknown> => {
    const answer = await create({ ...required, maxInFlight }, key);
    if (answer.issues) return answer.issues.map(({ path }: Data) => path.join('.'));
    const [row] = await gateway.sql('SELECT max_in_flight FROM webhook_subscription WHERE id = $1', [answer.id]);
    return row?.max_in_flight;
  };
  expect([await inFlight(1), await inFlight(100), await inFlight(null)]).toEqual([1, 100, 8]);
  expect([await inFlight(3, 'key-3'), await inFlight(3, 'key-3')]).toEqual([3, 3]);
  expect(await inFlight(4, 'key-3')).toEqual(['input.maxInFlight']);
});

test('a limit of requests a second and the order of events are stored, and can be changed', async () => {
  const chosen = { maxPerSecond: 0.5, ordered: true };
  const { id } = await create({ ...required, ...chosen });
  const query = 'query ($id: ID!) { webhookSubscription(id: $id) { maxPerSecond ordered version } }';
  const read = async () => (await gateway.ask(query, { id })).data.webhookSubscription;
  expect(await read()).toEqual({ ...chosen, version: 1 });
  const change = (input: string) =>
    gateway.ask(
      `mutation ($id: ID!) { updateSubscription(id: $id, input: ${input}) {
      ... on WebhookSubscription { id } ... on InvalidRequestError { issues { path } } } }`,
      { id },
    );
  await change('{ maxPerSecond: 100 }');
  expect(await read()).toEqual({ maxPerSecond: 100, ordered: true, version: 2 });
  await change('{ maxPerSecond: null, ordered: false }');
  expect(await read()).toEqual({ maxPerSecond: null, ordered: false, version: 3 });
  for (const [input, field] of [
    ['{ ordered: null }', 'ordered'],
    ['{ maxPerSecond: -1 }', 'maxPerSecond'],
  ])
    expect((await change(input ?? '')).data.updateSubscription).toEqual({ issues: [{ path: ['input', field] }] });
});

for (const field of Object.keys(required)) {
  test(`${field} is required: without it, or with null, nothing runs`, async () => {
    const before = await countOf();
    for (const input of [without(required, [field]), { ...required, [field]: null }]) {
      const { status, data, errors } = await gateway.ask(document, { input });
      expect([status, data]).toEqual([400, undefined]);
      expect(errors?.[0]?.message).toContain(field);
    }
    expect(await countOf()).toBe(before);
  });
}

test('each resource and each set of actions is accepted', async () => {
  for (const resource of ['tank', 'task', 'expiration', 'quick_order', 'ship_to'])
    for (const actions of [['created'], ['updated'], ['deleted'], ['deleted', 'updated', 'created']])
      expect(await create({ ...required, resource, actions })).toMatchObject({ resource, actions });
});

test('the secret is shown by the mutation that sets it and never again', async () => {
  const answer = await create({ ...whole, secret: 'whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0' });
  expect(answer.secret).toBe('whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0');
  const query = `query ($id: ID!) { webhookSubscription(id: $id) { secret }
    webhookSubscriptions(first: 200) { nodes { secret } edges { node { secret } } } }`;
  for (const token of [undefined, await tokenOf(undefined, `companies:all ${ALL_SCOPES}`)]) {
    const { data } = await gateway.ask(query, { id: answer.id }, token);
    const { nodes, edges } = data.webhookSubscriptions;
    const shown = [data.webhookSubscription, ...nodes, ...edges.map(({ node }: Data) => node)];
    expect(shown.length).toBeGreaterThan(2);
    expect(shown.filter(({ secret }) => secret !== null)).toEqual([]);
  }
  expect(
    gateway.logged.filter((line) => JSON.stringify(line).includes('whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0')),
  ).toEqual([]);
});

const long = (length: number): string => 'x'.repeat(length);
const faults: [string, object, Record<string, string>][] = [
  ['an empty workflow', { workflowId: '' }, { workflowId: 'REQUIRED' }],
  ['a workflow of 256 characters', { workflowId: long(256) }, { workflowId: 'TOO_LONG' }],
  ['an empty node', { nodeId: '' }, { nodeId: 'REQUIRED' }],
  ['an unknown resource', { resource: 'truck' }, { resource: 'UNKNOWN_VALUE' }],
  ['a resource in other letters', { resource: 'Tank' }, { resource: 'UNKNOWN_VALUE' }],
  ['no actions', { actions: [] }, { actions: 'REQUIRED' }],
  ['an unknown action', { actions: ['updated', 'archived'] }, { 'actions.1': 'UNKNOWN_VALUE' }],
  ['an action twice', { actions: ['updated', 'updated'] }, { actions: 'DUPLICATE' }],
  ['no address at all', { webhookUrl: '' }, { webhookUrl: 'WRONG_FORMAT' }],
  ['a relative address', { webhookUrl: '/hooks' }, { webhookUrl: 'WRONG_FORMAT' }],
  ['an address without a protocol', { webhookUrl: 'example.com/hooks' }, { webhookUrl: 'WRONG_FORMAT' }],
  ['an address of a file', { webhookUrl: 'file:///etc/passwd' }, { webhookUrl: 'WRONG_FORMAT' }],
  ['an address that is a script', { webhookUrl: 'javascript:alert(1)' }, { webhookUrl: 'WRONG_FORMAT' }],
  ['an address with a password', { webhookUrl: 'https://user:password@example.com/' }, { webhookUrl: 'WRONG_FORMAT' }],
  ['an address with a user', { webhookUrl: 'https://user@example.com/' }, { webhookUrl: 'WRONG_FORMAT' }],
  [
    'an address of over 2048 characters',
    { webhookUrl: `https://example.com/${long(2030)}` },
    { webhookUrl: 'TOO_LONG' },
  ],
  ['a filter of over 16 KB', { filter: { note: long(16 * 1024) } }, { filter: 'TOO_LONG' }],
  ['a filter of over 16 KB in UTF-8', { filter: { note: '水'.repeat(6000) } }, { filter: 'TOO_LONG' }],
  ['101 values in a list of a filter', { filter: { metadata: { a: Array(101).fill(1) } } }, { filter: 'TOO_LONG' }],
  [
    '101 values in several lists of a filter',
    { filter: { alerts: Array(50).fill('leak'), metadata: { a: [Array(50).fill(1)] } } },
    { filter: 'TOO_LONG' },
  ],
  ['no request in flight', { maxInFlight: 0 }, { maxInFlight: 'OUT_OF_RANGE' }],
  ['101 requests in flight', { maxInFlight: 101 }, { maxInFlight: 'OUT_OF_RANGE' }],
  ['no request in a second', { maxPerSecond: 0 }, { maxPerSecond: 'OUT_OF_RANGE' }],
  ['1001 requests in a second', { maxPerSecond: 1001 }, { maxPerSecond: 'OUT_OF_RANGE' }],
  ['an empty secret', { secret: '' }, { secret: 'REQUIRED' }],
  ['a secret of over 256 characters', { secret: long(257) }, { secret: 'TOO_LONG' }],
  ['a secret that only pretends to be base64', { secret: 'whsec_not base64!' }, { secret: 'WRONG_FORMAT' }],
  ['U+0000 in a text', { workflowName: 'a\0b' }, { workflowName: 'INVALID_CHARACTER' }],
  ['half of a surrogate pair in a secret', { secret: 'a\ud800' }, { secret: 'INVALID_CHARACTER' }],
  ['U+0000 in a filter', { filter: { alerts: ['b\0'] } }, { 'filter.alerts.0': 'INVALID_CHARACTER' }],
  [
    'half of a surrogate pair as a key of a filter',
    { filter: { metadata: { '\udc00': 1 } } },
    { 'filter.metadata': 'INVALID_CHARACTER' },
  ],
  ['U+0000 in an address', { webhookUrl: 'https://example.com/\0' }, { webhookUrl: 'INVALID_CHARACTER' }],
  [
    'everything wrong at once',
    { workflowId: '', nodeId: '', resource: '', actions: [], webhookUrl: '', secret: '', filter: { note: '\0' } },
    {
      workflowId: 'REQUIRED',
      nodeId: 'REQUIRED',
      resource: 'UNKNOWN_VALUE',
      actions: 'REQUIRED',
      webhookUrl: 'WRONG_FORMAT',
      secret: 'REQUIRED',
      'filter.note': 'INVALID_CHARACTER',
    },
  ],
];
for (const [what, wrong, codes] of faults)
  test(`${what} is refused with its place and its code, and nothing is written`, async () => {
    const before = await countOf();
    for (const key of [undefined, 'a key']) {
      const answer = await create({ ...required, ...wrong }, key);
      expect(answer).toMatchObject({ __typename: 'InvalidRequestError', success: false, fault: answer.message });
      const found = answer.issues.map(({ path, code }: Data) => [path.slice(1).join('.'), code]);
      expect(Object.fromEntries(found)).toEqual(codes);
    }
    expect(await countOf()).toBe(before);
  });

test('allowed values are listed where another one was given', async () => {
  const answer = await create({ ...required, resource: 'truck', actions: ['archived'] });
  const messages = answer.issues.map(({ message }: { message: string }) => message).join();
  for (const word of ['tank', 'task', 'expiration', 'quick_order', 'ship_to', 'created', 'updated', 'deleted'])
    expect(messages).toContain(word);
});

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

const others = ALL_SCOPES.split(' ').filter((word) => word !== 'subscriptions:write');
const unauthenticated = { reason: 'UNAUTHENTICATED', missingScope: null };
const forbidden = { reason: 'FORBIDDEN', missingScope: null };
const unscoped = { ...forbidden, missingScope: 'subscriptions:write' };
const stranger = 'another secret, long enough too for HS256';
const refused: [string, () => Promise<string | null>, object][] = [
  ['no token', async () => null, unauthenticated],
  ['a token under another key', () => tokenOf('acme', ALL_SCOPES, '1h', stranger), unauthenticated],
  ['an expired token', () => tokenOf('acme', ALL_SCOPES, '-1m'), unauthenticated],
  ['a token without the scope', () => tokenOf('acme', others.join(' ')), unscoped],
  ['a token of no company', () => tokenOf(undefined, 'subscriptions:write'), forbidden],
  ['a token for all companies', () => tokenOf('acme', 'companies:all subscriptions:write'), forbidden],
];
for (const [what, token, told] of refused)
  test(`${what} gets UnauthorizedError, and nothing is written`, async () => {
    const before = await countOf();
    for (const input of [whole, { ...whole, actions: [] }])
      expect(await create(input, undefined, await token())).toEqual({
        __typename: 'UnauthorizedError',
        message: expect.stringMatching(/.{10}/),
        ...told,
      });
    expect(await countOf()).toBe(before);
  });

test('hostile text is kept as it is', async () => {
  const text = "'); DROP TABLE tank; -- \u202e \u{1F6E2}\u{FE0F} עברית $1 %s \\ \u0001 \ufeff";
  const answer = await create({
    ...whole,
    workflowName: text,
    workflowId: text,
    nodeId: text,
    secret: `x${text}x`,
    filter: { metadata: { [text]: text } },
  });
  expect(answer).toMatchObject({
    workflowName: text,
    workflowId: text,
    nodeId: text,
    secret: `x${text}x`,
    filter: { metadata: { [text]: text } },
  });
  expect(await storedPlain(answer.id)).toEqual(without(answer, ['__typename']));
});

test('an address that is not public is refused when it is created or changed, and one of this network is not', async () => {
  const { id } = await create({ ...whole, idempotencyKey: undefined, webhookUrl: 'http://127.0.0.1:4100/' });
  for (const [webhookUrl, host] of [
    ['http://10.1.1.1/', '10.1.1.1'],
    ['http://169.254.169.254/latest', '169.254.169.254'],
    ['http://0xa000001/', '10.0.0.1'],
    ['http://[::ffff:10.0.0.1]/', '::ffff:a00:1'],
  ]) {
    const message = `leads to ${host}, which is not a public address`;
    const issues = [{ path: ['input', 'webhookUrl'], code: 'WRONG_FORMAT', message }];
    expect(await create({ ...whole, webhookUrl })).toMatchObject({ __typename: 'InvalidRequestError', issues });
    const { data } = await gateway.ask(
      `mutation ($id: ID!, $input: UpdateSubscriptionInput!) { updateSubscription(id: $id, input: $input) {
        ... on InvalidRequestError { issues { path code message } } } }`,
      { id, input: { webhookUrl } },
    );
    expect(data.updateSubscription).toEqual({ issues });
  }
});
