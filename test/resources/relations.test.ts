import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway, tokenOf, watchStatements } from '../gateway.ts';
import { shipTo, tank } from '../records.ts';
import { create, full, insert, newCompany } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

test('a page of 50 ship-tos with their tanks is two statements, with each tank’s ship-to three', async () => {
  const { companyId, token } = await newCompany();
  const places = Array.from({ length: 50 }, () => full(shipTo, { companyId }));
  const tanks = places.flatMap(({ id }, i) =>
    Array.from({ length: i % 4 }, (_, n) => full(tank, { companyId, shipToId: id, name: `${n}` })),
  );
  await insert(gateway, shipTo, ...places);
  await insert(gateway, tank, ...tanks, full(tank, { companyId: 'globex', shipToId: places[0]?.id }));
  const query = '{ shipTos(first: 50) { nodes { id tanks { nodes { id name } } } } }';
  const back = '{ shipTos(first: 50) { nodes { id tanks { nodes { shipTo { id name } } } } } }';
  // The first execution of a document may take several turns of the loop, and each has its statements.
  for (const document of [query, back]) await gateway.ask(document, {}, token);
  const sent = watchStatements(gateway.pool);
  const { data } = await gateway.ask(query, {}, token);
  expect(sent).toHaveLength(2);
  const expected = places.map(({ id }) => [
    id,
    tanks
      .filter(({ shipToId }) => shipToId === id)
      .map((one) => one.id)
      .toSorted(),
  ]);
  const answered = data.shipTos.nodes.map((place: Data) => [place.id, place.tanks.nodes.map(({ id }: Data) => id)]);
  expect(answered.toSorted()).toEqual(expected.toSorted());

  sent.length = 0;
  const { data: again } = await gateway.ask(back, {}, token);
  expect(sent).toHaveLength(3);
  for (const place of again.shipTos.nodes)
    for (const { shipTo: of } of place.tanks.nodes) expect(of).toEqual({ id: place.id, name: 'name №0' });
});

test('each ship-to counts its own tanks, all of them in one statement', async () => {
  const { companyId, token } = await newCompany();
  const places = Array.from({ length: 5 }, () => full(shipTo, { companyId }));
  await insert(gateway, shipTo, ...places);
  const tanks = places.flatMap(({ id }, i) =>
    Array.from({ length: i }, () => full(tank, { companyId, shipToId: id, fillStatus: 'low' })),
  );
  await insert(gateway, tank, ...tanks);
  const sent = watchStatements(gateway.pool);
  const query = '{ shipTos { nodes { id tanks(first: 1) { totalCount nodes { id } } } } }';
  const { data } = await gateway.ask(query, {}, token);
  expect(sent).toHaveLength(3);
  const counts = new Map(data.shipTos.nodes.map((place: Data) => [place.id, place.tanks.totalCount]));
  expect(places.map(({ id }) => counts.get(id))).toEqual([0, 1, 2, 3, 4]);
});

test('each ship-to has its tanks page by page, filtered and in order, forward and backward', async () => {
  const { companyId, token } = await newCompany();
  const places = Array.from({ length: 3 }, () => full(shipTo, { companyId }));
  await insert(gateway, shipTo, ...places);
  const tanks = places.flatMap(({ id }) =>
    [5, 3, 4, 1, 2].map((daysToEmpty) =>
      full(tank, { companyId, shipToId: id, daysToEmpty, fillStatus: daysToEmpty === 3 ? 'full' : 'low' }),
    ),
  );
  await insert(gateway, tank, ...tanks);
  const query = `query ($id: ID!, $after: String, $before: String, $first: Int, $last: Int) { shipTo(id: $id) {
    tanks(first: $first, after: $after, last: $last, before: $before, filter: { fillStatus: { equals: "low" } },
      orderBy: { field: DAYS_TO_EMPTY, direction: DESC }) {
      nodes { daysToEmpty } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`;
  for (const { id } of places) {
    const at = async (page: object): Promise<Data> => {
      const { data, errors } = await gateway.ask(query, { id, ...page }, token);
      expect(errors).toBeUndefined();
      const { nodes, pageInfo } = data.shipTo.tanks;
      return { days: nodes.map(({ daysToEmpty }: Data) => daysToEmpty), ...pageInfo };
    };
    const first = await at({ first: 3 });
    expect(first).toMatchObject({ days: [5, 4, 2], hasNextPage: true, hasPreviousPage: false });
    const second = await at({ first: 3, after: first.endCursor });
    expect(second).toMatchObject({ days: [1], hasNextPage: false, hasPreviousPage: true });
    expect(await at({ last: 2, before: second.startCursor })).toMatchObject({ days: [4, 2], hasPreviousPage: true });
  }
});

test('a ship-to’s tanks are found through fragments on the connection and its edges', async () => {
  const { companyId, token } = await newCompany();
  const place = await create(gateway, shipTo, { companyId });
  await create(gateway, tank, { companyId, shipToId: place.id });
  const names = '{ shipTos { nodes { tanks { __typename edges { __typename } } } } }';
  const { data: types } = await gateway.ask(names, {}, token);
  const [{ tanks }] = types.shipTos.nodes;
  const query = `{ shipTos { nodes { tanks { ...page } } } }
    fragment page on ${tanks.__typename} { edges { ...edge } nodes { name } }
    fragment edge on ${tanks.edges[0].__typename} { cursor node { name productName } }`;
  const { data } = await gateway.ask(query, {}, token);
  const node = { name: 'name №0', productName: 'productName №0' };
  expect(data.shipTos.nodes[0].tanks).toMatchObject({ edges: [{ node }], nodes: [{ name: node.name }] });
});

test('lists of tanks side by side, each with arguments of its own, do not mix', async () => {
  const { companyId, token } = await newCompany();
  const place = await create(gateway, shipTo, { companyId });
  for (const daysToEmpty of [1, 2, 3]) await create(gateway, tank, { companyId, shipToId: place.id, daysToEmpty });
  const query = `{ shipTos { nodes {
    one: tanks(filter: { daysToEmpty: { lte: 1 } }) { totalCount nodes { daysToEmpty } }
    two: tanks(filter: { daysToEmpty: { lte: 2 } }) { totalCount nodes { daysToEmpty } }
    all: tanks { totalCount nodes { daysToEmpty name } } } } }`;
  const { data } = await gateway.ask(query, {}, token);
  const [{ one, two, all }] = data.shipTos.nodes;
  expect([one.totalCount, two.totalCount, all.totalCount]).toEqual([1, 2, 3]);
  expect([one.nodes.length, two.nodes.length, all.nodes.length]).toEqual([1, 2, 3]);
});

test('a tank’s ship-to is null if it belongs to another company or to none, or does not exist', async () => {
  const own = await create(gateway, shipTo);
  const foreign = await create(gateway, shipTo, { companyId: 'globex' });
  const ofNone = await create(gateway, shipTo, { companyId: null });
  const ids = [own.id, foreign.id, ofNone.id, randomUUID(), null];
  const tanks = ids.map((shipToId) => full(tank, { shipToId }));
  await insert(gateway, tank, ...tanks);
  const query = `{ ${tanks.map(({ id }, i) => `t${i}: tank(id: "${id}") { shipTo { id } }`).join(' ')} }`;
  const { data } = await gateway.ask(query);
  expect(Object.values(data).map((one) => one.shipTo?.id ?? null)).toEqual([own.id, null, null, null, null]);
});

test('a ship-to has only one’s own company’s tanks, even if another’s name the same ship-to', async () => {
  const place = await create(gateway, shipTo);
  const own = await create(gateway, tank, { shipToId: place.id });
  for (const companyId of ['globex', null]) await create(gateway, tank, { shipToId: place.id, companyId });
  const query = 'query ($id: ID!) { shipTo(id: $id) { tanks { totalCount nodes { id } } } }';
  const { data } = await gateway.ask(query, { id: place.id });
  expect(data.shipTo.tanks).toEqual({ totalCount: 1, nodes: [{ id: own.id }] });
});

test('a relation is refused without its own scope, and the rest is answered', async () => {
  const place = await create(gateway, shipTo);
  const row = await create(gateway, tank, { shipToId: place.id });
  const tanksOnly = await tokenOf('acme', 'tanks:read');
  const up = await gateway.ask(`{ tank(id: "${row.id}") { id shipTo { id } } }`, {}, tanksOnly);
  expect(up.data.tank).toEqual({ id: row.id, shipTo: null });
  expect(up.errors).toMatchObject([{ path: ['tank', 'shipTo'], extensions: { code: 'FORBIDDEN' } }]);
  const shipTosOnly = await tokenOf('acme', 'ship-tos:read');
  const down = await gateway.ask(`{ shipTo(id: "${place.id}") { id tanks { nodes { id } } } }`, {}, shipTosOnly);
  expect(down.errors).toMatchObject([{ path: ['shipTo', 'tanks'], extensions: { code: 'FORBIDDEN' } }]);
});
