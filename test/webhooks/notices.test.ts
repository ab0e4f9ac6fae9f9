import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { EMPTY } from '../postgres.ts';
import { deliverDue } from './loop.ts';
import { openReceiver } from './receiver.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());
beforeEach(() => gateway.pool.query(EMPTY));

const CREATE = `mutation ($input: CreateSubscriptionInput!) { answer: createSubscription(input: $input) {
  ... on WebhookSubscription { id } ... on InvalidRequestError { issues { path message } } } }`;
const CHANGE = `mutation ($id: ID!, $input: UpdateSubscriptionInput!) { answer: updateSubscription(id: $id, input: $input) {
  ... on WebhookSubscription { resource actions filter } ... on InvalidRequestError { issues { path message } } } }`;
const DELIVERIES = `query ($id: ID!) { webhookSubscription(id: $id) { deliveries { nodes {
  id type status resourceId resourceVersion data attempts { httpStatus responseHead } } } } }`;
const GONE = 'The receiver answered 410 Gone. Set its new address if it has one, then call resumeSubscription.';

async function subscribe(input: Data, token?: string): Promise<string> {
  const given = { workflowId: 'w', nodeId: 'n', webhookUrl: 'http://127.0.0.1:9/', ...input };
  return (await gateway.ask(CREATE, { input: given }, token)).data.answer.id;
}
const watch = (webhookUrl: string, given: Data = {}) =>
  subscribe({ resource: 'tank', actions: ['created'], webhookUrl, ...given });
const watchDisabled = (webhookUrl: string, filter?: object, token?: string) =>
  subscribe({ resource: 'subscription', actions: ['disabled'], webhookUrl, filter }, token);
const watchDead = (webhookUrl: string, filter?: object, token?: string) =>
  subscribe({ resource: 'delivery', actions: ['dead'], webhookUrl, filter }, token);

/** Opens a receiver that always answers with this status. */
const answering = (status: number) => openReceiver((response) => response.writeHead(status).end('as it is'));
const change = (id = 't') => gateway.sql(`INSERT INTO tank (id, company_id, name) VALUES ($1, 'acme', 'secret')`, [id]);
const deliver = () => deliverDue(gateway.pool);
const deliveriesOf = async (id: string, token?: string): Promise<Data[]> =>
  (await gateway.ask(DELIVERIES, { id }, token)).data.webhookSubscription.deliveries.nodes;
/** Leaves every delivery that waits one attempt. */
const exhaust = async (id: string): Promise<void> => {
  await deliveriesOf(id);
  await gateway.sql(`UPDATE webhook_delivery SET attempts = 10, next_attempt_at = now() WHERE status = 'pending'`);
};
const eventTypes = async (): Promise<string[]> => {
  const rows = await gateway.sql(`SELECT resource || '.' || action AS type FROM webhook_event ORDER BY 1`);
  return rows.map(({ type }) => type);
};

/** Expects that a message has exactly the columns of its schema, with values as the schema says. */
async function expectToFit(body: Data): Promise<void> {
  const { data } = await gateway.ask('{ eventTypes { name schema } }');
  const { schema } = data.eventTypes.find(({ name }: Data) => name === body.type);
  expect(z.fromJSONSchema(schema).safeParse(body).error).toBeUndefined();
  expect(Object.keys(body.data).toSorted()).toEqual(Object.keys(schema.properties.data.properties).toSorted());
}

test('a subscription disabled by 410 notifies another one, which gets no notice about its own deliveries', async () => {
  const [gone, notified] = [await answering(410), await answering(200)];
  const id = await watch(gone.url, { workflowName: 'Refills', filter: { name: 'secret' }, secret: 'of the owner' });
  const watcher = await watchDisabled(notified.url);
  await change();
  await deliver();

  expect(notified.received).toHaveLength(1);
  const { body, text } = await notified.next();
  expect(body).toMatchObject({ type: 'subscription.disabled', changed: [], version: 2, company_id: 'acme' });
  expect(body.data).toEqual({
    id,
    company_id: 'acme',
    version: 2,
    workflow_id: 'w',
    workflow_name: 'Refills',
    node_id: 'n',
    webhook_url: gone.url,
    resource: 'tank',
    actions: ['created'],
    disabled_reason: GONE,
    failing_since: null,
  });
  expect(text).not.toContain('secret');
  await expectToFit(body);
  const { data } = await gateway.ask('query ($id: ID!) { webhookSubscription(id: $id) { state version } }', { id });
  expect(data.webhookSubscription).toEqual({ state: 'DISABLED', version: body.version });
  expect(await deliveriesOf(watcher)).toMatchObject([{ type: 'subscription.disabled', resourceId: id }]);
});

test('the notice after five days of failures has the time of the first', async () => {
  const [down, notified] = [await answering(503), await answering(200)];
  const id = await watch(down.url);
  await watchDisabled(notified.url);
  await gateway.sql(
    `UPDATE webhook_subscription SET failing_since = now() - interval '6 days', last_failed_at = now() - interval '1 day'
     WHERE id = $1`,
    [id],
  );
  const { data } = await gateway.ask('query ($id: ID!) { webhookSubscription(id: $id) { failingSince } }', { id });
  await change();
  await deliver();
  const { body } = await notified.next();
  expect(body.data).toMatchObject({ id, failing_since: data.webhookSubscription.failingSince });
  await expectToFit(body);
});

test('a delivery without retries left sends a notice, without the record', async () => {
  const [down, notified] = [await answering(500), await answering(200)];
  const id = await watch(down.url);
  const watcher = await watchDead(notified.url);
  await change();
  await exhaust(id);
  await deliver();

  const [dead] = await deliveriesOf(id);
  expect(dead).toMatchObject({ status: 'DEAD' });
  const { body, text } = await notified.next();
  expect(body).toMatchObject({ type: 'delivery.dead', changed: [], version: 1, company_id: 'acme' });
  const [event] = await gateway.sql(`SELECT sequence::float8, occurred_at FROM webhook_event WHERE resource = 'tank'`);
  expect(body.data).toEqual({
    id: dead?.id,
    company_id: 'acme',
    version: 1,
    subscription_id: id,
    type: 'tank.created',
    resource_id: 't',
    sequence: event?.sequence,
    attempts: 11,
    http_status: 500,
    error: 'The receiver answered 500. Only a 2xx status is accepted; redirects are not followed.',
    occurred_at: new Date(event?.occurred_at).toISOString(),
  });
  expect(text).not.toContain('secret');
  await expectToFit(body);
  expect(notified.received).toHaveLength(1);
  // What it shows, `subscriptions:read` reads anyway.
  const token = await tokenOf('acme', 'subscriptions:read');
  expect(await deliveriesOf(watcher, token)).toMatchObject([
    { data: body.data, attempts: [{ responseHead: 'as it is' }] },
  ]);
});

test('without a response, the notice of a dead delivery has no status; one with attempts left sends none', async () => {
  const notified = await answering(200);
  const id = await watch('http://127.0.0.1:9/');
  await watchDead(notified.url);
  await change();
  await deliver();
  expect(await eventTypes()).toEqual(['tank.created']);
  await exhaust(id);
  await deliver();
  const { body } = await notified.next();
  expect(body.data).toMatchObject({ http_status: null, error: expect.any(String) });
  await expectToFit(body);
});

test('receivers that refuse notices cause no further notices, and each is disabled once', async () => {
  const [gone, down, notified] = [await answering(410), await answering(500), await answering(200)];
  const source = await watch(gone.url);
  const refusing = [await watchDisabled(gone.url), await watchDisabled(gone.url)];
  const failing = await watchDead(down.url);
  const watchers = { disabled: await watchDisabled(notified.url), dead: await watchDead(notified.url) };
  await change();
  await deliver();
  await exhaust(failing);
  await deliver();

  const disabled = ['subscription.disabled', 'subscription.disabled', 'subscription.disabled'];
  expect(await eventTypes()).toEqual(['delivery.dead', ...disabled, 'tank.created']);
  const about = async (id: string) => (await deliveriesOf(id)).map(({ data }) => data.id).sort();
  expect(await about(watchers.disabled)).toEqual([source, ...refusing].sort());
  for (const id of refusing)
    expect(await about(id)).toEqual([source, ...refusing.filter((other) => other !== id)].sort());
  expect(await deliveriesOf(watchers.dead)).toMatchObject([{ data: { subscription_id: source } }]);
  expect((await deliveriesOf(failing)).map(({ status }) => status)).toEqual(['DEAD']);
  expect(await gateway.sql('SELECT FROM webhook_outbox')).toEqual([]);
});

test('a 410 from an address that was replaced meanwhile sends no notice', async () => {
  const notified = await answering(200);
  const moving: { id: string; url: string } = { id: '', url: '' };
  const receiver = await openReceiver(async (response, { path }) => {
    if (path === '/new') return response.writeHead(204).end();
    await gateway.ask(CHANGE, { id: moving.id, input: { webhookUrl: `${moving.url}/new` } });
    response.writeHead(410).end();
  });
  moving.url = receiver.url;
  moving.id = await watch(`${receiver.url}/old`);
  await watchDisabled(notified.url);
  await watchDead(notified.url);
  await change();
  expect(await deliver()).toBe(2);
  expect(await eventTypes()).toEqual(['tank.created']);
});

test('other companies get no notices', async () => {
  const [gone, notified] = [await answering(410), await answering(200)];
  await watch(gone.url);
  const token = await tokenOf('globex');
  await watchDisabled(notified.url, undefined, token);
  await watchDead(notified.url, undefined, token);
  await change();
  expect(await deliver()).toBe(1);
  expect([await eventTypes(), notified.received]).toEqual([['tank.created'], []]);
});

test('a filter selects the notices of one subscription and its deliveries', async () => {
  const [gone, notified] = [await answering(410), await answering(200)];
  const [one, other] = [await watch(gone.url), await watch(gone.url)];
  const watchers = [
    await watchDisabled(notified.url, { id: one, resource: 'tank', failing_since: null }),
    await watchDead(notified.url, { subscription_id: one, http_status: 410 }),
    await watchDisabled(notified.url, { id: other, actions: ['updated'] }),
    await watchDead(notified.url, { subscription_id: other, type: 'task.created' }),
  ];
  await change();
  await deliver();
  const about = await Promise.all(
    watchers.map((id) => deliveriesOf(id)).map(async (nodes) => (await nodes).map(({ data }) => data)),
  );
  expect(about).toMatchObject([[{ id: one }], [{ subscription_id: one }], [], []]);
});

test('a test event matches its schema, and is given up without a notice', async () => {
  const [gone, notified] = [await answering(410), await answering(200)];
  const sendTest = (id: string) =>
    gateway.ask('mutation ($id: ID!) { sendTestEvent(subscriptionId: $id) { __typename } }', { id });
  for (const id of [await watchDisabled(notified.url), await watchDead(notified.url)]) {
    await sendTest(id);
    await deliver();
    const { body } = await notified.next();
    expect(body.data).toEqual({ id });
    await expectToFit(body);
  }
  await sendTest(await watchDead(gone.url));
  await deliver();
  expect(await eventTypes()).toEqual(['delivery.test', 'delivery.test', 'subscription.disabled', 'subscription.test']);
});

const OF_RECORDS = 'must be one of created, updated, deleted';
test.each([
  ['subscription', ['updated', 'disabled'], 'must be disabled'],
  ['delivery', ['disabled'], 'must be dead'],
  ['tank', ['dead'], OF_RECORDS],
  ['quick_order', ['disabled', 'created'], OF_RECORDS],
])('a subscription to %s cannot have the actions %j', async (resource, actions, message) => {
  const input = { workflowId: 'w', nodeId: 'n', webhookUrl: 'https://example.com/', resource, actions };
  const { data } = await gateway.ask(CREATE, { input });
  expect(data.answer).toEqual({ issues: [{ path: ['input', 'actions', '0'], message }] });
});

test('a change of the resource or of the actions is judged by what the subscription would then have', async () => {
  const id = await watch('https://example.com/', { filter: { id: 'x' } });
  const answerTo = async (input: Data): Promise<Data> => (await gateway.ask(CHANGE, { id, input })).data.answer;
  const issue = (path: string, message: string) => ({ issues: [{ path: ['input', ...path.split('.')], message }] });
  expect(await answerTo({ actions: ['dead'] })).toEqual(issue('actions.0', OF_RECORDS));
  expect(await answerTo({ resource: 'delivery' })).toEqual(issue('actions.0', 'must be dead'));
  expect(await answerTo({ resource: 'delivery', actions: ['dead'], filter: { name: 'x' } })).toEqual(
    issue('filter.name', expect.stringMatching(/^is not a field of delivery events\. Fields: attempts, .*, version$/)),
  );
  expect(await answerTo({ resource: 'delivery', actions: ['dead'], filter: { attempts: '11' } })).toEqual(
    issue('filter.attempts', 'must be a whole number'),
  );
  expect(await answerTo({ resource: 'subscription', actions: ['disabled'] })).toEqual({
    resource: 'subscription',
    actions: ['disabled'],
    filter: { id: 'x' },
  });
  expect(await answerTo({ filter: { subscription_id: 'x' } })).toMatchObject(
    issue('filter.subscription_id', expect.stringMatching(/^is not a field of subscription events/)),
  );
});
