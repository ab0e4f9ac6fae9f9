import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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

async function ask(query: string, variables: object): Promise<Data> {
  const { data, errors } = await gateway.ask(query, variables, await tokenOf('acme'));
  expect(errors).toBeUndefined();
  return data;
}

/** A webhook on tanks, whose receiver answers with these statuses, and then with 204. */
async function subscribed(...statuses: number[]) {
  const receiver = await openReceiver((response) => void response.writeHead(statuses.shift() ?? 204).end());
  const input = {
    ...{ workflowId: 'w', nodeId: 'n', resource: 'tank', actions: ['created', 'deleted'] },
    ...{ webhookUrl: receiver.url, secret: 'a secret', headers: [{ name: 'X-Api-Key', value: 'of-the-receiver' }] },
  };
  const create = `mutation ($input: CreateSubscriptionInput!) {
    createSubscription(input: $input) { ... on WebhookSubscription { id } } }`;
  const { id } = (await ask(create, { input })).createSubscription;
  const made = async (name: string) => {
    await gateway.sql('INSERT INTO tank (id, company_id, name) VALUES ($1, $2, $1)', [name, 'acme']);
    await deliverDue(gateway.pool);
  };
  const list = `query ($id: ID!, $filter: WebhookDeliveryFilter) {
    webhookSubscription(id: $id) { deliveries(filter: $filter) { nodes { id resourceId status lastError } } } }`;
  const found = async (filter: object): Promise<Data[]> =>
    (await ask(list, { id, filter })).webhookSubscription.deliveries.nodes;
  const again = async (deliveryId: string | undefined) => {
    await ask('mutation ($id: ID!) { redeliver(deliveryId: $id) { __typename } }', { id: deliveryId });
    await deliverDue(gateway.pool);
  };
  return { receiver, made, found, again };
}

test('a delivery that failed before it succeeded is found by that, and by the text of the error', async () => {
  const { made, found, again } = await subscribed(204, 500, 503);
  for (const name of ['at once', 'late']) await made(name);
  const [failed] = await found({ resourceId: { equals: 'late' } });
  expect(failed).toMatchObject({ status: 'PENDING', lastError: expect.stringContaining('answered 500') });
  await again(failed?.id);
  await again(failed?.id);
  const idsOf = async (filter: object) => (await found(filter)).map(({ resourceId }) => resourceId);
  expect(await idsOf({ status: 'DELIVERED' })).toEqual(['late', 'at once']);
  expect(await idsOf({ lastError: { not: { equals: null } } })).toEqual(['late']);
  expect(await idsOf({ lastError: null })).toEqual(['at once']);
  expect(await idsOf({ lastError: { contains: 'ANSWERED 503', mode: 'Insensitive' } })).toEqual(['late']);
  expect(await idsOf({ lastError: { contains: 'answered 500' } })).toEqual([]);
});

test('deliveries are found by the type and the time of their events, and the times are read from the ids', async () => {
  const { made, found } = await subscribed();
  for (const name of ['first', 'second', 'third']) await made(name);
  await gateway.sql(`DELETE FROM tank WHERE id = 'first'`);
  const rows = await found({});
  expect(rows).toHaveLength(4);
  const [{ at } = {}] = await gateway.sql(
    `SELECT to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at FROM webhook_event
    WHERE resource_id = 'second'`,
  );
  const idsOf = async (filter: object) => (await found(filter)).map(({ resourceId }) => resourceId);
  expect(await idsOf({ occurredAt: { gte: at } })).toEqual(['first', 'third', 'second']);
  expect(await idsOf({ occurredAt: { gt: at }, type: { equals: 'tank.created' } })).toEqual(['third']);
  expect(await idsOf({ occurredAt: { lte: at } })).toEqual(['second', 'first']);
  expect(await idsOf({ occurredAt: { lt: at } })).toEqual(['first']);
  expect(await idsOf({ occurredAt: { gte: at, lte: at } })).toEqual(['second']);
  expect(await idsOf({ occurredAt: { lt: '2020-01-01T00:00:00Z' } })).toEqual([]);
  expect(await idsOf({ type: { endsWith: '.deleted' } })).toEqual(['first']);
});

test('an attempt shows the headers that were sent, but for secrets, and a delivery the body', async () => {
  const { receiver, made, found } = await subscribed();
  await made('shown');
  const { headers, body } = await receiver.next();
  const [{ id } = {}] = await found({});
  const query = `query ($id: ID!) { webhookDelivery(id: $id) { body attempts { requestHeaders { name value } } } }`;
  const { webhookDelivery } = await ask(query, { id });
  expect(webhookDelivery.body).toEqual(body);
  const [attempt] = webhookDelivery.attempts;
  const shown = attempt.requestHeaders.map(({ name, value }: Data) => [name, value]);
  const sent = ['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp'].map((name) => [name, headers[name]]);
  expect(shown).toEqual(sent);
  expect(headers).toMatchObject({ 'x-api-key': 'of-the-receiver', 'webhook-signature': expect.any(String) });
  const { errors } = await gateway.ask(query, { id }, await tokenOf('acme', 'subscriptions:read'));
  expect(errors?.map(({ path, extensions }: Data) => [path.at(-1), extensions.code])).toEqual([['body', 'FORBIDDEN']]);
});
