import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway } from '../gateway.ts';
import { shipTo, tank } from '../records.ts';
import { create, newCompany } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const BARE = {
  externalId: null,
  customerId: null,
  shipToCode: null,
  tankAddress: null,
  productName: null,
  locationName: null,
};

/** Tanks with these names, in the order of their ids, and no other texts. */
async function named(names: string[], given: Data = {}): Promise<{ companyId: string; token: string }> {
  const company = await newCompany();
  const { companyId } = company;
  for (const [n, name] of names.entries())
    await create(gateway, tank, { ...BARE, ...given, companyId, id: `${companyId}-${n}`, name });
  return company;
}

/** A list of tanks with a search, page by page. */
async function walk(token: string, search: string, size: 'first' | 'last', orderBy?: Data): Promise<string[][]> {
  const cursor = size === 'first' ? 'after' : 'before';
  const query = `query ($search: String, $at: String, $orderBy: [TankOrder!]) {
    tanks(${size}: 2, ${cursor}: $at, filter: { search: $search }, orderBy: $orderBy) {
      nodes { name } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }`;
  const pages: string[][] = [];
  for (let at: string | null = null; pages.length < 20; ) {
    const { data, errors } = await gateway.ask(query, { search, at, orderBy }, token);
    expect(errors).toBeUndefined();
    const { nodes, pageInfo } = data.tanks;
    pages.push(nodes.map(({ name }: Data) => name));
    if (!(size === 'first' ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) break;
    at = size === 'first' ? pageInfo.endCursor : pageInfo.startCursor;
  }
  return pages;
}

const NAMES = ['harbours', 'North harbor', 'harbour', 'Harbourside', 'Harbor', 'South harbour 1', 'Quarry'];

test('what contains the words comes before what is similar to them, and the most similar first, page by page both ways', async () => {
  const { token } = await named(NAMES);
  const found = (await walk(token, 'harbour', 'first')).flat();
  expect(found).toEqual(['harbour', 'South harbour 1', 'harbours', 'Harbourside', 'North harbor', 'Harbor']);
  expect((await walk(token, 'harbour', 'last')).toReversed().flat()).toEqual(found);
  expect((await walk(token, 'harbor', 'first')).flat()).toEqual([
    ...['North harbor', 'Harbor'],
    ...['harbours', 'harbour', 'Harbourside', 'South harbour 1'],
  ]);
});

test('a record with all words comes before one that has some of them and is similar to the others', async () => {
  const { token } = await named(['Harbour quarry', 'harbor quarry', 'Quarri harbour']);
  expect((await walk(token, 'quarry harbor', 'first')).flat()).toEqual([
    'harbor quarry',
    'Harbour quarry',
    'Quarri harbour',
  ]);
});

test('a short word or a number finds what is equal to it before what begins with it', async () => {
  const { token } = await named(['Tank 123', 'Tank 12', 'Tank 1', 'Tank 1234']);
  expect((await walk(token, '12', 'first')).flat()).toEqual(['Tank 12', 'Tank 123', 'Tank 1234']);
  expect((await walk(token, '123', 'first')).flat()).toEqual(['Tank 123', 'Tank 1234']);
});

test('an order that is asked for is that of the list', async () => {
  const { token } = await named(NAMES);
  const pages = await walk(token, 'harbour', 'first', { field: 'NAME', direction: 'DESC' });
  expect(pages.flat()).toEqual(
    (await gateway.sql(`SELECT n FROM unnest($1::text[]) n WHERE n <> 'Quarry' ORDER BY n DESC`, [NAMES])).map(
      ({ n }) => n,
    ),
  );
});

test('a cursor holds while records come and go, and its own one is deleted', async () => {
  const { companyId, token } = await named(NAMES);
  const query = `query ($after: String) { tanks(first: 2, after: $after, filter: { search: "harbour" }) {
    nodes { name } pageInfo { endCursor } } }`;
  const { pageInfo } = (await gateway.ask(query, {}, token)).data.tanks;
  await gateway.sql('DELETE FROM tank WHERE id = $1', [`${companyId}-5`]);
  await create(gateway, tank, { ...BARE, companyId, id: `${companyId}-6a`, name: 'A harbour' });
  const next = await gateway.ask(query, { after: pageInfo.endCursor }, token);
  expect(next.data.tanks.nodes).toEqual([{ name: 'A harbour' }, { name: 'harbours' }]);
});

test('more than 500 records come by id, all of them, with cursors that hold when fewer match later', async () => {
  const { companyId, token } = await newCompany();
  await gateway.sql(`INSERT INTO tank (company_id, name) SELECT $1, 'Harbour ' || n FROM generate_series(1, 501) n`, [
    companyId,
  ]);
  const query = `query ($after: String) { tanks(first: 200, after: $after, filter: { search: "harbor" }) {
    nodes { id } pageInfo { hasNextPage endCursor } } }`;
  const read: string[] = [];
  for (let after: string | null = null; ; ) {
    const { data, errors } = await gateway.ask(query, { after }, token);
    expect(errors).toBeUndefined();
    read.push(...data.tanks.nodes.map(({ id }: Data) => id));
    if (after === null) await gateway.sql('DELETE FROM tank WHERE id = $1', [read[0]]);
    if (!data.tanks.pageInfo.hasNextPage) break;
    after = data.tanks.pageInfo.endCursor;
  }
  expect(read).toHaveLength(501);
  expect(read).toEqual(read.toSorted());
});

test('a cursor by relevance is refused when twice as many match: its client reads anew', async () => {
  const { companyId, token } = await named(NAMES);
  const list = (after: string) =>
    gateway.ask(`{ tanks(first: 1, ${after} filter: { search: "harbour" }) { pageInfo { endCursor } } }`, {}, token);
  const after = `after: "${(await list('')).data.tanks.pageInfo.endCursor}",`;
  const add = (count: number) =>
    gateway.sql(`INSERT INTO tank (company_id, name) SELECT $1, 'Harbour' FROM generate_series(1, $2::int)`, [
      companyId,
      count,
    ]);
  await add(750);
  expect((await list(after)).errors).toBeUndefined();
  await add(500);
  expect((await list(after)).errors).toMatchObject([{ extensions: { issues: [{ path: ['after'] }] } }]);
  expect((await list('')).errors).toBeUndefined();
});

test('the tanks of a ship-to are ranked, and a cursor of another order or a forged one is refused', async () => {
  const shipToId = 'ranked-site';
  const { companyId, token } = await named(NAMES, { shipToId });
  await create(gateway, shipTo, { companyId, id: shipToId });
  const list = (args: string) =>
    gateway.ask(`{ shipTos { nodes { tanks(${args}) { nodes { name } pageInfo { endCursor } } } } }`, {}, token);
  const { nodes, pageInfo } = (await list('first: 1, filter: { search: "harbour" }')).data.shipTos.nodes[0].tanks;
  expect(nodes).toEqual([{ name: 'harbour' }]);
  const forged = Buffer.from(JSON.stringify(['RELEVANCE', 'x', 'y'])).toString('base64url');
  for (const args of [
    `after: "${pageInfo.endCursor}", filter: { search: "harbour" }, orderBy: { field: NAME, direction: ASC }`,
    `after: "${pageInfo.endCursor}"`,
    `after: "${forged}", filter: { search: "harbour" }`,
  ])
    expect((await list(args)).errors).toMatchObject([{ extensions: { issues: [{ path: ['after'] }] } }]);
});
