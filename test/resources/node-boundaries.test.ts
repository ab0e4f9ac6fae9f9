import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../gateway.ts';
import { subscription } from '../records.ts';
import { insert } from '../rows.ts';
import { asking, insertCompanies } from './companies.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
  await insertCompanies(gateway);
});
afterAll(() => gateway.close());

const ask = asking(() => gateway);

test('node finds the records of one’s own company, and for every company those of all', async () => {
  const ids = ['at ours', 'at theirs', 'homeless', 'theirs', 'their task about ours', 'theirs of ours', 'ours'];
  const one = ids.map((id, n) => `n${n}: node(id: "${id}") { id }`).join(' ');
  const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { id } ${one} }`;
  const found = { acme: ['at ours', 'ours'], 'every company': ids };
  for (const as of ['acme', 'every company'] as const)
    for (const _again of [1, 2, 3]) {
      const { nodes, ...single } = await ask(query, as, { ids });
      expect(nodes).toEqual(ids.map((id) => (found[as].includes(id) ? { id } : null)));
      expect(Object.values(single)).toEqual(nodes);
    }
});

test('a subscription shows no delivery of another company’s event, and no attempt at it', async () => {
  await insert(gateway, subscription, {
    id: 'sub',
    companyId: 'acme',
    workflowId: 'w',
    nodeId: 'n',
    webhookUrl: 'https://example.com',
    resource: 'tank',
    actions: ['updated'],
    version: 1,
    state: 'paused',
    maxInFlight: 8,
    consecutiveFailures: 0,
    breakerTrips: 0,
  });
  const [{ id: event } = { id: '' }] = await gateway.sql(
    `INSERT INTO webhook_event (company_id, resource, action, resource_id, data, changed, version, sequence)
     VALUES ('globex', 'tank', 'updated', 't', '{"secret": 1}', '{}', 1, 1) RETURNING id`,
  );
  await gateway.sql(
    `INSERT INTO webhook_delivery (event_id, subscription_id, company_id, resource_id, sequence)
     VALUES ($1, 'sub', 'globex', 't', 1)`,
    [event],
  );
  for (const as of ['acme', 'every company'] as const) {
    const query =
      '{ webhookSubscription(id: "sub") { deliveries { totalCount nodes { id data attempts { error } } } } }';
    expect(await ask(query, as)).toEqual({ webhookSubscription: { deliveries: { totalCount: 0, nodes: [] } } });
    const id = `msg_${event}_sub`;
    const one = 'query ($id: ID!) { webhookDelivery(id: $id) { id } node(id: $id) { id } nodes(ids: [$id]) { id } }';
    expect(await ask(one, as, { id })).toEqual({ webhookDelivery: null, node: null, nodes: [null] });
  }
});

test('node finds no subscription, delivery or replay of another company', async () => {
  await gateway.sql(`INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions, state)
    VALUES ('their sub', 'globex', 'w', 'n', 'https://example.com/', 'tank', '{updated}', 'paused')`);
  const [{ id: event } = { id: '' }] = await gateway.sql(
    `INSERT INTO webhook_event (company_id, resource, action, resource_id, data, changed, version, sequence)
     VALUES ('globex', 'tank', 'updated', 't', '{}', '{}', 1, 1) RETURNING id`,
  );
  await gateway.sql(
    `INSERT INTO webhook_delivery (event_id, subscription_id, company_id, resource_id, sequence)
     VALUES ($1, 'their sub', 'globex', 't', 1)`,
    [event],
  );
  await gateway.sql(`INSERT INTO webhook_replay (id, company_id, subscription_id, since, until, position)
    VALUES ('their replay', 'globex', 'their sub', now(), now(), gen_random_uuid())`);
  const ids = ['their sub', `msg_${event}_their sub`, 'their replay'];
  const query =
    'query ($ids: [ID!]!, $id: ID!) { nodes(ids: $ids) { id } webhookDelivery(id: $id) { id subscription { id } } }';
  for (const _again of [1, 2, 3]) {
    expect(await ask(query, 'acme', { ids, id: ids[1] })).toEqual({ nodes: [null, null, null], webhookDelivery: null });
    expect(await ask(query, 'every company', { ids, id: ids[1] })).toEqual({
      nodes: ids.map((id) => ({ id })),
      webhookDelivery: { id: ids[1], subscription: { id: 'their sub' } },
    });
  }
});
