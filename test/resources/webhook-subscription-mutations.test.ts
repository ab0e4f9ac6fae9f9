import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Deliverer, startDeliverer } from '../../src/webhooks/deliver.ts';
import { cipher } from '../cipher.ts';
import { type Data, openGateway, type TestGateway, tokenOf, watchStatements } from '../gateway.ts';
import { settings } from '../webhooks/loop.ts';
import { openReceiver } from '../webhooks/receiver.ts';

let gateway: TestGateway;
let deliverer: Deliverer;

beforeAll(async () => {
  gateway = await openGateway({ nudge: () => deliverer.nudge?.() });
  deliverer = await startDeliverer(gateway.pool, gateway.prisma, cipher, settings, pino({ level: 'silent' }));
});
afterAll(async () => {
  await deliverer.stop();
  await gateway.close();
});
beforeEach(async () => {
  // In the order in which results of deliveries lock them.
  await gateway.sql(`DELETE FROM webhook_subscription
    WHERE id = ANY (ARRAY(SELECT id FROM webhook_subscription ORDER BY id FOR UPDATE))`);
  await gateway.sql('DELETE FROM tank');
  await gateway.sql(`INSERT INTO tank (id, company_id, name, version) VALUES ('t', 'acme', 'North', 1)`);
});

const CREATE = `mutation ($input: CreateSubscriptionInput!) { createSubscription(input: $input) {
  __typename ... on WebhookSubscription { id secret } ... on InvalidRequestError { issues { path message } } } }`;
const UPDATE_TANK = `mutation ($name: String) { updateTank(id: "t", input: { name: $name }) { __typename } }`;

async function subscribe(input: Data = {}): Promise<{ id: string; secret: string | null }> {
  const whole = {
    workflowId: 'w',
    nodeId: 'n',
    webhookUrl: 'http://127.0.0.1:9/',
    resource: 'tank',
    actions: ['updated'],
    ...input,
  };
  return (await gateway.ask(CREATE, { input: whole })).data.createSubscription;
}

const deliveriesOf = async (id: string, filter = ''): Promise<Data[]> => {
  const query = `query ($id: ID!) { webhookSubscription(id: $id) { deliveries(first: 10${filter}) { totalCount nodes {
    id type resourceId changed data resourceVersion sequence status attemptCount nextAttemptAt finishedAt
    attempts { number httpStatus error responseHead durationMs startedAt } } } } }`;
  const { data, errors } = await gateway.ask(query, { id });
  expect(errors).toBeUndefined();
  return data.webhookSubscription.deliveries.nodes;
};

/** Reads the deliveries again, at every answer of the receiver or poll of the loop, until they are as wanted. */
const untilDeliveries = (id: string, wanted: (nodes: Data[]) => boolean): Promise<Data[]> =>
  expect
    .poll(() => deliveriesOf(id).then((nodes) => (wanted(nodes) ? nodes : undefined)))
    .toBeDefined()
    .then(() => deliveriesOf(id));

test('a mutation reaches its subscriber signed, and the owner sees how', async () => {
  const receiver = await openReceiver((response) => response.writeHead(200).end('thanks'));
  const { id, secret } = await subscribe({ webhookUrl: receiver.url, secret: 'a shared secret' });
  expect(secret).toBe('a shared secret');
  await gateway.ask(UPDATE_TANK, { name: 'leaks' });

  const { text, headers, body } = await receiver.next();
  expect(body).toMatchObject({
    type: 'tank.updated',
    changed: ['name', 'last_modified_date'],
    version: 2,
    company_id: 'acme',
    workflow_id: 'w',
    node_id: 'n',
    data: { id: 't', name: 'leaks', company_id: 'acme', version: 2 },
  });
  new Webhook(Buffer.from('a shared secret').toString('base64')).verify(text, headers as Record<string, string>);

  const [sent] = await untilDeliveries(id, ([first]) => first?.status === 'DELIVERED');
  expect(sent).toMatchObject({
    id: headers['webhook-id'],
    type: 'tank.updated',
    resourceId: 't',
    sequence: body.sequence,
    attemptCount: 1,
    nextAttemptAt: null,
  });
  expect(sent?.attempts).toEqual([
    expect.objectContaining({ number: 1, httpStatus: 200, error: null, responseHead: 'thanks' }),
  ]);
});

test('the secret is shown to the mutation that set it and never again', async () => {
  const { id } = await subscribe({ secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' });
  const read = await gateway.ask(`query ($id: ID!) { webhookSubscription(id: $id) { id secret } }`, { id });
  expect(read.data.webhookSubscription).toEqual({ id, secret: null });
  const changed = await gateway.ask(
    `mutation ($id: ID!) { updateSubscription(id: $id, input: { nodeId: "m" }) { ... on WebhookSubscription { nodeId secret version } } }`,
    { id },
  );
  expect(changed.data.updateSubscription).toEqual({ nodeId: 'm', secret: null, version: 2 });
});

test('rotating shows the new secret once', async () => {
  const { id } = await subscribe({ secret: 'old' });
  const rotate = `mutation ($id: ID!, $secret: String) { rotateSubscriptionSecret(id: $id, secret: $secret) {
    __typename ... on WebhookSubscription { id secret } ... on InvalidRequestError { issues { path } } } }`;
  const { data } = await gateway.ask(rotate, { id });
  expect(data.rotateSubscriptionSecret.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  const [row] = await gateway.sql('SELECT secret, previous_secret FROM webhook_subscription');
  for (const stored of Object.values(row ?? {})) expect(stored).toContain(cipher.prefix);
  expect(cipher.decrypt(id, row?.secret)).toBe(data.rotateSubscriptionSecret.secret);
  expect(cipher.decrypt(id, row?.previous_secret)).toBe('old');
  const refused = await gateway.ask(rotate, { id, secret: 'whsec_???' });
  expect(refused.data.rotateSubscriptionSecret).toEqual({
    __typename: 'InvalidRequestError',
    issues: [{ path: ['secret'] }],
  });
});

test('a paused subscription holds its deliveries, and resuming sends them', async () => {
  const receiver = await openReceiver();
  const { id } = await subscribe({ webhookUrl: receiver.url });
  const paused = await gateway.ask(
    `mutation ($id: ID!) { pauseSubscription(id: $id) { ... on WebhookSubscription { state } } }`,
    { id },
  );
  expect(paused.data.pauseSubscription).toEqual({ state: 'PAUSED' });
  await gateway.ask(UPDATE_TANK, { name: 'a' });
  expect(await deliveriesOf(id)).toEqual([
    expect.objectContaining({ status: 'HELD', attemptCount: 0, nextAttemptAt: null }),
  ]);
  expect(await deliveriesOf(id, ', filter: { status: DELIVERED }')).toEqual([]);
  const resumed = await gateway.ask(
    `mutation ($id: ID!) { resumeSubscription(id: $id) { ... on WebhookSubscription { state } } }`,
    { id },
  );
  expect(resumed.data.resumeSubscription).toEqual({ state: 'ACTIVE' });
  expect((await receiver.next()).body.data.name).toBe('a');
});

test('a test event, a redelivery and a replay arrive under their own ids', async () => {
  const receiver = await openReceiver();
  const { id } = await subscribe({ webhookUrl: receiver.url });
  const tested = await gateway.ask(
    `mutation ($id: ID!) { sendTestEvent(subscriptionId: $id) { ... on WebhookDelivery { id type status } } }`,
    { id },
  );
  const first = await receiver.next();
  expect(tested.data.sendTestEvent).toMatchObject({ id: first.headers['webhook-id'], type: 'tank.test' });
  await untilDeliveries(id, ([sent]) => sent?.status === 'DELIVERED');

  const again = `mutation ($id: ID!) { redeliver(deliveryId: $id) { __typename ... on WebhookDelivery { id } } }`;
  await gateway.ask(again, { id: first.headers['webhook-id'] });
  expect((await receiver.next()).headers['webhook-id']).toBe(first.headers['webhook-id']);
  await untilDeliveries(id, ([sent]) => sent?.status === 'DELIVERED' && sent.attemptCount === 2);

  const replay = `mutation ($id: ID!, $since: DateTime!) { replayDeliveries(subscriptionId: $id, since: $since) {
    __typename ... on WebhookReplay { status } } }`;
  const { data } = await gateway.ask(replay, { id, since: '2020-01-01T00:00:00Z' });
  expect(data.replayDeliveries).toEqual({ __typename: 'WebhookReplay', status: 'RUNNING' });
  expect((await receiver.next()).headers['webhook-id']).toBe(first.headers['webhook-id']);
});

test('deleting a subscription cancels what it is owed', async () => {
  const { id } = await subscribe();
  await gateway.ask(`mutation ($id: ID!) { pauseSubscription(id: $id) { __typename } }`, { id });
  await gateway.ask(UPDATE_TANK, { name: 'b' });
  const remove = `mutation ($id: ID!) { deleteSubscription(id: $id) { __typename ... on DeletedSubscription { id } } }`;
  expect((await gateway.ask(remove, { id })).data.deleteSubscription).toEqual({
    __typename: 'DeletedSubscription',
    id,
  });
  expect((await gateway.ask(remove, { id })).data.deleteSubscription.__typename).toBe('NotFoundError');
  expect(
    (await gateway.ask(`query ($id: ID!) { webhookSubscription(id: $id) { id } }`, { id })).data.webhookSubscription,
  ).toBeNull();
});

const FIELDS = [
  'updateSubscription(id: $id, input: { nodeId: "x" })',
  'deleteSubscription(id: $id)',
  'pauseSubscription(id: $id)',
  'resumeSubscription(id: $id)',
  'rotateSubscriptionSecret(id: $id)',
  'sendTestEvent(subscriptionId: $id)',
  'replayDeliveries(subscriptionId: $id, since: "2020-01-01T00:00:00Z")',
];

test.each(FIELDS)(
  "%s finds nothing of another company's, nothing under an impossible id, and needs the scope",
  async (field) => {
    const { id } = await subscribe();
    const typename = async (of: string, token?: string): Promise<string> => {
      const { data, errors } = await gateway.ask(
        `mutation ($id: ID!) { it: ${field} { __typename } }`,
        { id: of },
        token,
      );
      expect(errors).toBeUndefined();
      return data.it.__typename;
    };
    const before = await gateway.sql('SELECT * FROM webhook_subscription');
    expect(await typename(id, await tokenOf('umbra'))).toBe('NotFoundError');
    expect(await typename('a\u0000b')).toBe('NotFoundError');
    expect(await typename(id, await tokenOf('acme', 'subscriptions:read'))).toBe('UnauthorizedError');
    expect(await gateway.sql('SELECT * FROM webhook_subscription')).toEqual(before);
    expect(
      await gateway.sql('SELECT * FROM webhook_delivery d JOIN webhook_subscription s ON s.id = d.subscription_id'),
    ).toEqual([]);
  },
);

test("another company's delivery cannot be sent again", async () => {
  const { id } = await subscribe();
  await gateway.ask(`mutation ($id: ID!) { pauseSubscription(id: $id) { __typename } }`, { id });
  await gateway.ask(UPDATE_TANK, { name: 'c' });
  const [held] = await deliveriesOf(id);
  const again = `mutation ($id: ID!) { redeliver(deliveryId: $id) { __typename } }`;
  expect((await gateway.ask(again, { id: held?.id }, await tokenOf('umbra'))).data.redeliver.__typename).toBe(
    'NotFoundError',
  );
  expect((await gateway.ask(again, { id: 'msg_nonsense' })).data.redeliver.__typename).toBe('NotFoundError');
});

test('a change of a subscription is judged like a new one', async () => {
  const { id } = await subscribe();
  const { data } = await gateway.ask(
    `mutation ($id: ID!, $input: UpdateSubscriptionInput!) { updateSubscription(id: $id, input: $input) {
      ... on InvalidRequestError { issues { path } } } }`,
    { id, input: { webhookUrl: 'ftp://x', actions: [], resource: 'truck', maxInFlight: 0, nodeId: '' } },
  );
  const paths = data.updateSubscription.issues.map(({ path }: Data) => path.at(-1));
  expect(paths.sort()).toEqual(['actions', 'maxInFlight', 'nodeId', 'resource', 'webhookUrl']);
  const nulls = await gateway.ask(
    `mutation ($id: ID!) { updateSubscription(id: $id, input: { actions: null, filter: null }) {
      ... on InvalidRequestError { issues { path } } } }`,
    { id },
  );
  expect(nulls.data.updateSubscription.issues).toEqual([{ path: ['input', 'actions'] }]);
});

test('the deliveries of many subscriptions are a few statements, not one for each', async () => {
  for (let index = 0; index < 20; index++) await subscribe();
  await gateway.ask(UPDATE_TANK, { name: 'leaks' });
  const sent = watchStatements(gateway.pool);
  const { data } = await gateway.ask('{ webhookSubscriptions { nodes { deliveries(first: 2) { nodes { type } } } } }');
  expect(data.webhookSubscriptions.nodes).toEqual(
    Array(20).fill({ deliveries: { nodes: [{ type: 'tank.updated' }] } }),
  );
  // A turn of the event loop that takes long is divided.
  expect(sent.length).toBeLessThan(10);
});

test('a token that may not read subscriptions sees no deliveries, and opens no outbox', async () => {
  const writer = await tokenOf('acme', 'subscriptions:write');
  const sent = watchStatements(gateway.pool);
  const { data, errors } = await gateway.ask(
    `mutation { createSubscription(input: { workflowId: "w", nodeId: "n", webhookUrl: "http://127.0.0.1:9/", resource: "tank",
      actions: ["updated"] }) { ... on WebhookSubscription { id deliveries { nodes { id } } } } }`,
    {},
    writer,
  );
  expect(data.createSubscription).toMatchObject({ deliveries: null });
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
  // Housekeeping of the delivery loop may send others.
  expect(sent.filter((text) => /open_outbox|webhook_delivery_log/.test(text))).toEqual([]);
});

test('changes that cannot be opened just now do not keep the list of the others', async () => {
  const { id } = await subscribe();
  await gateway.ask(UPDATE_TANK, { name: 'leaks' });
  await untilDeliveries(id, (nodes) => nodes.length === 1);
  await gateway.sql('ALTER FUNCTION open_outbox RENAME TO out_of_order');
  const nodes = await deliveriesOf(id).finally(() => gateway.sql('ALTER FUNCTION out_of_order RENAME TO open_outbox'));
  expect(nodes).toHaveLength(1);
});
