import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { shipTo, tank } from '../records.ts';
import { create } from '../rows.ts';

let gateway: TestGateway;
/** A delivery of a tank's change to an address that answered with what it got. */
let id: string;
beforeAll(async () => {
  gateway = await openGateway();
  await create(gateway, tank, { id: 't' });
  await create(gateway, shipTo, { id: 's' });
  for (const resource of ['tank', 'ship_to'])
    await gateway.ask(
      `mutation ($resource: String!) { createSubscription(input: { workflowId: "w", nodeId: "n", webhookUrl: "https://example.com/",
        resource: $resource, actions: ["updated"] }) { __typename } }`,
      { resource },
    );
  await gateway.ask('mutation { updateTank(id: "t", input: { name: "secret" }) { __typename } }');
  await gateway.ask('mutation { updateShipTo(id: "s", input: { name: "hidden" }) { __typename } }');
  // Reading them opens the outbox.
  const { data } = await gateway.ask(READ);
  id = data.webhookSubscriptions.nodes
    .flatMap(({ deliveries }: Data) => deliveries.nodes)
    .find(({ type }: Data) => type === 'tank.updated').id;
  await gateway.sql(`INSERT INTO webhook_attempt (event_id, subscription_id, number, started_at, duration_ms, http_status, response_head)
    SELECT event_id, subscription_id, 1, now(), 1, 500, 'got ' || data::text FROM webhook_delivery d JOIN webhook_event e ON e.id = d.event_id`);
});
afterAll(() => gateway.close());

const DELIVERY = 'id type resourceId changed data attempts { number httpStatus responseHead }';
const READ = `{ webhookSubscriptions { nodes { resource deliveries { nodes { ${DELIVERY} } } } } }`;

const readAs = async (scope: string) => {
  const { data, errors = [] } = await gateway.ask(READ, {}, await tokenOf('acme', scope));
  const subscriptions: Data[] = data.webhookSubscriptions.nodes;
  const deliveries = new Map(subscriptions.map(({ resource, deliveries }) => [resource, deliveries.nodes[0]]));
  return { tank: deliveries.get('tank'), shipTo: deliveries.get('ship_to'), errors };
};

test('the data of a delivery and the answers of its receiver need the scope that reads the record', async () => {
  for (const _again of [1, 2, 3]) {
    const { tank, shipTo, errors } = await readAs('subscriptions:read tanks:read');
    expect(tank).toMatchObject({
      data: { id: 't', name: 'secret' },
      attempts: [{ responseHead: expect.stringContaining('secret') }],
    });
    expect(shipTo).toMatchObject({
      type: 'ship_to.updated',
      resourceId: 's',
      data: null,
      attempts: [{ httpStatus: 500, responseHead: null }],
    });
    expect(errors).toHaveLength(2);
    for (const error of errors)
      expect(error).toMatchObject({
        message: 'The token lacks the scope "ship-tos:read".',
        extensions: { code: 'FORBIDDEN' },
      });
    expect(errors.map(({ path }) => path?.at(-1))).toEqual(['data', 'responseHead']);
  }
});

test('without the scope of any record, a token reads the state of deliveries and no data', async () => {
  for (const _again of [1, 2, 3]) {
    const { tank, shipTo, errors } = await readAs('subscriptions:read subscriptions:write');
    for (const delivery of [tank, shipTo])
      expect(delivery).toMatchObject({ data: null, attempts: [{ number: 1, responseHead: null }] });
    expect(errors).toHaveLength(4);
    expect(JSON.stringify([tank, shipTo, errors])).not.toMatch(/secret|hidden/);
  }
});

test('a mutation that answers with a delivery shows its data under the same condition', async () => {
  const query = `mutation ($id: ID!) { redeliver(deliveryId: $id) { ... on WebhookDelivery { ${DELIVERY} } } }`;
  for (const _again of [1, 2, 3]) {
    const writer = await gateway.ask(query, { id }, await tokenOf('acme', 'subscriptions:write'));
    expect(writer.data.redeliver).toMatchObject({ id, data: null, attempts: [{ responseHead: null }] });
    expect(writer.errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    const reader = await gateway.ask(query, { id }, await tokenOf('acme', 'subscriptions:write tanks:read'));
    expect(reader.data.redeliver).toMatchObject({ id, data: { name: 'secret' } });
    expect(reader.errors).toBeUndefined();
  }
});
