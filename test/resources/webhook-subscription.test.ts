import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_SCOPES } from '../../src/auth/mint.ts';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { subscription } from '../records.ts';
import { without } from '../rows.ts';
import { required, subscribing, whole } from './subscribing.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const { create, storedPlain } = subscribing(() => gateway);

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
