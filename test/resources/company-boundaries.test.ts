import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { asking, insertCompanies } from './companies.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
  await insertCompanies(gateway);
});
afterAll(() => gateway.close());

const ask = asking(() => gateway);
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
