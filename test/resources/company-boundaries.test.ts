import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { shipTo, subscription, tank } from '../records.ts';
import { full, insert } from '../rows.ts';

let gateway: TestGateway;
/** By token: of the company, and for every company. */
let tokens: Record<'acme' | 'every company', string>;

beforeAll(async () => {
  gateway = await openGateway();
  const scope = 'tanks:read tanks:write ship-tos:read ship-tos:write subscriptions:read';
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
  ['in a list', '{ tanks(filter: { shipToId: "theirs" }) { nodes { companyId shipTo { id } } } }', (data: Data) => data.tanks.nodes.filter(({ companyId }: Data) => companyId === 'acme').map(({ shipTo }: Data) => shipTo)],
  ['through edges', '{ tanks(filter: { shipToId: "theirs" }) { edges { node { companyId shipTo { id } } } } }', (data: Data) => data.tanks.edges.filter(({ node }: Data) => node.companyId === 'acme').map(({ node }: Data) => node.shipTo)],
  ['after an update that names it', 'mutation { updateTank(id: "crossing", input: { shipToId: "theirs" }) { ... on Tank { shipTo { id } } } }', (data: Data) => [data.updateTank.shipTo]],
  ['under an alias and in a fragment', '{ a: tank(id: "crossing") { ...T } } fragment T on Tank { b: shipTo { id tanks { nodes { id } } } }', (data: Data) => [data.a.b]],
] as const; // biome-ignore format: one path a line

for (const [path, query, read] of toShipTo)
  for (const as of ['acme', 'every company'] as const)
    test(`a tank that names another company's ship-to shows none, ${path}, to a token of ${as}`, async () => {
      // A document that comes again takes a faster way through the gateway.
      for (const _again of [1, 2, 3]) expect(read(await ask(query, as))).toEqual([null]);
    });

const ofOurs = ['at ours'];
const toTanks = [
  ['by id', '{ shipTo(id: "ours") { tanks { nodes { id } totalCount } } }', (data: Data) => data.shipTo.tanks],
  ['in a list', '{ shipTos { nodes { id tanks { nodes { id } totalCount } } } }', (data: Data) => data.shipTos.nodes.find(({ id }: Data) => id === 'ours').tanks],
  ['with a filter and an order', '{ shipTo(id: "ours") { tanks(filter: { shipToId: "ours" }, orderBy: { field: NAME, direction: DESC }) { nodes { id } totalCount } } }', (data: Data) => data.shipTo.tanks],
  ['backward', '{ shipTo(id: "ours") { tanks(last: 10) { nodes { id } totalCount } } }', (data: Data) => data.shipTo.tanks],
  ['from one of its tanks', '{ tank(id: "at ours") { shipTo { tanks { nodes { id } totalCount } } } }', (data: Data) => data.tank.shipTo.tanks],
  ['after an update', 'mutation { updateShipTo(id: "ours", input: {}) { ... on ShipTo { tanks { nodes { id } totalCount } } } }', (data: Data) => data.updateShipTo.tanks],
] as const; // biome-ignore format: one path a line

for (const [path, query, read] of toTanks)
  for (const as of ['acme', 'every company'] as const)
    test(`a ship-to lists and counts no tank of another company, ${path}, to a token of ${as}`, async () => {
      for (const _again of [1, 2, 3]) {
        const tanks = read(await ask(query, as));
        expect([idsOf(tanks), tanks.totalCount]).toEqual([ofOurs, 1]);
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
  await insert(gateway, subscription, { id: 'sub', companyId: 'acme', workflowId: 'w', nodeId: 'n', webhookUrl: 'https://example.com', resource: 'tank', actions: ['updated'], version: 1, state: 'paused', maxInFlight: 8, consecutiveFailures: 0, breakerTrips: 0 }); // biome-ignore format: one record
  const [{ id: event } = { id: '' }] = await gateway.sql(
    `INSERT INTO webhook_event (company_id, resource, action, resource_id, data, changed, version)
     VALUES ('globex', 'tank', 'updated', 't', '{"secret": 1}', '{}', 1) RETURNING id`,
  );
  await gateway.sql(`INSERT INTO webhook_delivery (event_id, subscription_id) VALUES ($1, 'sub')`, [event]);
  for (const as of ['acme', 'every company'] as const) {
    const query =
      '{ webhookSubscription(id: "sub") { deliveries { totalCount nodes { id data attempts { error } } } } }';
    expect(await ask(query, as)).toEqual({ webhookSubscription: { deliveries: { totalCount: 0, nodes: [] } } });
  }
});
