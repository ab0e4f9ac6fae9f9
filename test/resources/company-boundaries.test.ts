import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { expiration, shipTo, subscription, tank, task } from '../records.ts';
import { full, insert } from '../rows.ts';

let gateway: TestGateway;
/** By token: of the company, and for every company. */
let tokens: Record<'acme' | 'every company', string>;

beforeAll(async () => {
  gateway = await openGateway();
  const scope =
    'tanks:read tanks:write ship-tos:read ship-tos:write tasks:read tasks:write expirations:read subscriptions:read';
  tokens = {
    acme: await tokenOf('acme', scope),
    'every company': await tokenOf(undefined, `companies:all ${scope}`),
  };
  await insert(gateway, shipTo, full(shipTo, { id: 'ours' }), full(shipTo, { id: 'theirs', companyId: 'globex' }));
  await insert(gateway, shipTo, full(shipTo, { id: 'nobody’s', companyId: null }));
  await insert(
    gateway,
    tank,
    full(tank, { id: 'at ours', shipToId: 'ours' }),
    full(tank, { id: 'crossing', shipToId: 'theirs' }),
    full(tank, { id: 'at nobody’s', shipToId: 'nobody’s' }),
    full(tank, { id: 'their crossing', shipToId: 'ours', companyId: 'globex' }),
    full(tank, { id: 'at theirs', shipToId: 'theirs', companyId: 'globex' }),
    full(tank, { id: 'homeless', shipToId: 'nobody’s', companyId: null }),
  );
  await insert(
    gateway,
    task,
    full(task, { id: 'about ours', entityType: 'ship_to', entityId: 'ours' }),
    full(task, { id: 'about our tank', entityType: 'tank', entityId: 'at ours' }),
    full(task, { id: 'about theirs', entityType: 'ship_to', entityId: 'theirs' }),
    full(task, { id: 'about their tank', entityType: 'tank', entityId: 'at theirs' }),
    full(task, { id: 'about nobody’s', entityType: 'tank', entityId: 'homeless' }),
    full(task, { id: 'their task about ours', entityType: 'ship_to', entityId: 'ours', companyId: 'globex' }),
    full(task, { id: 'their task about our tank', entityType: 'tank', entityId: 'at ours', companyId: 'globex' }),
  );
  await insert(
    gateway,
    expiration,
    full(expiration, { id: 'of our tank', ownerType: 'tank', ownerId: 'at ours' }),
    full(expiration, { id: 'of their tank', ownerType: 'tank', ownerId: 'at theirs' }),
    full(expiration, { id: 'of homeless', ownerType: 'tank', ownerId: 'homeless', companyId: null }),
    full(expiration, { id: 'theirs of ours', ownerType: 'tank', ownerId: 'at ours', companyId: 'globex' }),
    full(expiration, { id: 'nobody’s of ours', ownerType: 'tank', ownerId: 'at ours', companyId: null }),
  );
});
afterAll(() => gateway.close());

const ask = async (query: string, as: keyof typeof tokens, variables: object = {}): Promise<Data> => {
  const { data, errors } = await gateway.ask(query, variables, tokens[as]);
  expect(errors).toBeUndefined();
  return data;
};
const idsOf = (connection: { nodes: { id: string }[] }): string[] => connection.nodes.map(({ id }) => id).sort();

/** Every path from a tank to its ship-to. */
const toShipTo = [
  ['by id', '{ tank(id: "crossing") { shipTo { id name } } }', (data: Data) => [data.tank.shipTo]],
  [
    'in a list',
    '{ tanks(filter: { shipToId: { equals: "theirs" } }) { nodes { companyId shipTo { id } } } }',
    (data: Data) =>
      data.tanks.nodes.filter(({ companyId }: Data) => companyId === 'acme').map(({ shipTo }: Data) => shipTo),
  ],
  [
    'through edges',
    '{ tanks(filter: { shipToId: { equals: "theirs" } }) { edges { node { companyId shipTo { id } } } } }',
    (data: Data) =>
      data.tanks.edges.filter(({ node }: Data) => node.companyId === 'acme').map(({ node }: Data) => node.shipTo),
  ],
  [
    'after an update that names it',
    'mutation { updateTank(id: "crossing", input: { shipToId: "theirs" }) { ... on Tank { shipTo { id } } } }',
    (data: Data) => [data.updateTank.shipTo],
  ],
  [
    'under an alias and in a fragment',
    '{ a: tank(id: "crossing") { ...T } } fragment T on Tank { b: shipTo { id tanks { nodes { id } } } }',
    (data: Data) => [data.a.b],
  ],
] as const;

for (const [path, query, read] of toShipTo)
  for (const as of ['acme', 'every company'] as const)
    test(`a tank that names another company's ship-to shows none, ${path}, to a token of ${as}`, async () => {
      // A document that comes again takes a faster way through the gateway.
      for (const _again of [1, 2, 3]) expect(read(await ask(query, as))).toEqual([null]);
    });

const ofOurs = ['at ours'];
const toTanks = [
  ['by id', '{ shipTo(id: "ours") { tanks { nodes { id } totalCount } } }', (data: Data) => data.shipTo.tanks],
  [
    'in a list',
    '{ shipTos { nodes { id tanks { nodes { id } totalCount } } } }',
    (data: Data) => data.shipTos.nodes.find(({ id }: Data) => id === 'ours').tanks,
  ],
  [
    'with a filter and an order',
    '{ shipTo(id: "ours") { tanks(filter: { shipToId: { equals: "ours" } }, orderBy: { field: NAME, direction: DESC }) { nodes { id } totalCount } } }',
    (data: Data) => data.shipTo.tanks,
  ],
  [
    'backward',
    '{ shipTo(id: "ours") { tanks(last: 10) { nodes { id } totalCount } } }',
    (data: Data) => data.shipTo.tanks,
  ],
  [
    'from one of its tanks',
    '{ tank(id: "at ours") { shipTo { tanks { nodes { id } totalCount } } } }',
    (data: Data) => data.tank.shipTo.tanks,
  ],
  [
    'after an update',
    'mutation { updateShipTo(id: "ours", input: {}) { ... on ShipTo { tanks { nodes { id } totalCount } } } }',
    (data: Data) => data.updateShipTo.tanks,
  ],
] as const;

for (const [path, query, read] of toTanks)
  for (const as of ['acme', 'every company'] as const)
    test(`a ship-to lists and counts no tank of another company, ${path}, to a token of ${as}`, async () => {
      for (const _again of [1, 2, 3]) {
        const tanks = read(await ask(query, as));
        expect([idsOf(tanks), tanks.totalCount]).toEqual([ofOurs, 1]);
      }
    });

const ENTITY = 'entity { __typename ... on Node { id } ... on Tank { name } ... on ShipTo { name } }';
const OWNER = ENTITY.replace('entity', 'owner');
/** Every path from a task or an expiration to a record of another company, or of none. */
const toEntity = [
  ['by id', `{ task(id: "about theirs") { ${ENTITY} } }`, (data: Data) => [data.task.entity]],
  ['by id, to a tank', `{ task(id: "about their tank") { ${ENTITY} } }`, (data: Data) => [data.task.entity]],
  [
    'by id, to a record of no company',
    `{ task(id: "about nobody’s") { ${ENTITY} } }`,
    (data: Data) => [data.task.entity],
  ],
  [
    'in a list',
    `{ tasks(filter: { entityId: { equals: "theirs" } }) { edges { node { ${ENTITY} } } } }`,
    (data: Data) => data.tasks.edges.map(({ node }: Data) => node.entity),
  ],
  [
    'after an update',
    `mutation { updateTaskAssignee(id: "about theirs", input: {}) { ... on Task { ${ENTITY} } } }`,
    (data: Data) => [data.updateTaskAssignee.entity],
  ],
  [
    'through node',
    `{ node(id: "about their tank") { ... on Task { ${ENTITY} } } }`,
    (data: Data) => [data.node.entity],
  ],
  ['from an expiration', `{ expiration(id: "of their tank") { ${OWNER} } }`, (data: Data) => [data.expiration.owner]],
] as const;

for (const [path, query, read] of toEntity)
  for (const as of ['acme', 'every company'] as const)
    test(`a record that names another company's record shows none, ${path}, to a token of ${as}`, async () => {
      for (const _again of [1, 2, 3]) expect(read(await ask(query, as))).toEqual([null]);
    });

const toTasks = [
  [
    'of a tank',
    '{ tank(id: "at ours") { list: tasks { nodes { id } totalCount } } }',
    (data: Data) => data.tank.list,
    'about our tank',
  ],
  [
    'of a ship-to',
    '{ shipTo(id: "ours") { list: tasks { nodes { id } totalCount } } }',
    (data: Data) => data.shipTo.list,
    'about ours',
  ],
  [
    'of tanks in a list',
    '{ tanks { nodes { id tasks { nodes { id } totalCount } } } }',
    (data: Data) => data.tanks.nodes.find(({ id }: Data) => id === 'at ours').tasks,
    'about our tank',
  ],
  [
    'of the tank of a task',
    '{ task(id: "about our tank") { entity { ... on Tank { tasks(last: 9) { nodes { id } totalCount } } } } }',
    (data: Data) => data.task.entity.tasks,
    'about our tank',
  ],
  [
    'of a node',
    '{ node(id: "at ours") { ... on Tank { tasks { nodes { id } totalCount } } } }',
    (data: Data) => data.node.tasks,
    'about our tank',
  ],
  [
    'that are expirations',
    '{ tank(id: "at ours") { expirations { nodes { id } totalCount } } }',
    (data: Data) => data.tank.expirations,
    'of our tank',
  ],
] as const;

for (const [path, query, read, id] of toTasks)
  for (const as of ['acme', 'every company'] as const)
    test(`the records ${path} are those of its company, to a token of ${as}`, async () => {
      for (const _again of [1, 2, 3]) expect(read(await ask(query, as))).toEqual({ nodes: [{ id }], totalCount: 1 });
    });

test('a record of no company has its owner among those of no company', async () => {
  const query = `{ expiration(id: "of homeless") { ${OWNER} } tank(id: "homeless") { tasks { totalCount } expirations { nodes { id } } } }`;
  expect(await ask(query, 'every company')).toEqual({
    expiration: { owner: { __typename: 'Tank', id: 'homeless', name: 'name №0' } },
    tank: { tasks: { totalCount: 0 }, expirations: { nodes: [{ id: 'of homeless' }] } },
  });
});

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

test('records of no company belong together, for a token that sees them', async () => {
  const query = '{ tank(id: "homeless") { shipTo { id tanks { nodes { id } totalCount } } } }';
  expect(await ask(query, 'every company')).toEqual({
    tank: { shipTo: { id: 'nobody’s', tanks: { nodes: [{ id: 'homeless' }], totalCount: 1 } } },
  });
  expect(await ask(query, 'acme')).toEqual({ tank: null });
});

test('relations of records of several companies in one answer stay apart', async () => {
  const { tanks } = await ask('{ tanks { nodes { id shipTo { id } } } }', 'every company');
  const shown = Object.fromEntries(tanks.nodes.map(({ id, shipTo }: Data) => [id, shipTo?.id ?? null]));
  expect(shown).toEqual({
    'at ours': 'ours',
    crossing: null,
    'at nobody’s': null,
    'their crossing': null,
    'at theirs': 'theirs',
    homeless: 'nobody’s',
  });
});

test('a relation needs the scope of what it leads to', async () => {
  const token = await tokenOf('acme', 'tanks:read');
  const { data, errors } = await gateway.ask('{ tank(id: "at ours") { id shipTo { id } } }', {}, token);
  expect(data).toEqual({ tank: { id: 'at ours', shipTo: null } });
  expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
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
