import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import './prisma-fields.ts';
import { narrowed } from '../auth/own/narrowed.ts';
import { type Data, openGateway, type TestGateway, tokenOf, watchStatements } from '../gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

/** In each company a yard `s`, with tanks that name it, one that is not there, and the one of the other company. */
beforeEach(async () => {
  await gateway.sql('DELETE FROM tank');
  await gateway.sql('DELETE FROM ship_to');
  for (const [company, other] of [
    ['acme', 'globex'],
    ['globex', 'acme'],
  ]) {
    await gateway.sql(
      `INSERT INTO ship_to (id, company_id, name) VALUES ('${company}-s', '${company}', '${company} yard')`,
    );
    for (const [id, shipTo, customer] of [
      ['a', `${company}-s`, 'c-1'],
      ['b', `${company}-s`, 'c-2'],
      ['c', 'nowhere', 'c-1'],
      ['d', `${other}-s`, 'c-1'],
    ])
      await gateway.sql(
        `INSERT INTO tank (id, company_id, name, ship_to_id, customer_id, tank_size, reading_volume)
          VALUES ('${company}-${id}', '${company}', '${company} ${id}', '${shipTo}', '${customer}', 100, 40)`,
      );
  }
});

const scopes = 'tanks:read tanks:write ship-tos:read';
async function ask(query: string, token?: string): Promise<Data> {
  const { data, errors } = await gateway.ask(query, {}, token ?? (await tokenOf('acme', scopes)));
  return errors === undefined
    ? data
    : { errors: errors.map(({ message, extensions }: Data) => [extensions.code, message]) };
}

const yard = { name: 'acme yard' };

test('a relation is null for a record of another company, and for one that is not there', async () => {
  const tanks = [
    { name: 'acme a', yard, yardName: 'acme yard' },
    { name: 'acme b', yard, yardName: 'acme yard' },
    { name: 'acme c', yard: null, yardName: null },
    { name: 'acme d', yard: null, yardName: null },
  ];
  const fields = 'name yard { name } yardName';
  expect(await ask(`{ someTanks { ${fields} } }`)).toEqual({ someTanks: tanks });
  // The same on records that our own statements have read.
  expect(await ask(`{ tanks { nodes { ${fields} } } }`)).toEqual({
    tanks: { nodes: tanks },
  });
  expect(await ask(`{ someTank(id: "acme-a") { ${fields} } tank(id: "acme-d") { ${fields} } }`)).toEqual({
    someTank: tanks[0],
    tank: tanks[3],
  });
  expect(await ask('{ someTank(id: "globex-a") { name } }')).toEqual({ someTank: null });
});

test('a relation to many, its pages and its counts are of one company', async () => {
  const fields = `stock(name: "acme b") { name } all: stock { name }
    stockPages(first: 1) { totalCount totalCountIsExact edges { cursor node { name } } pageInfo { hasNextPage endCursor } }
    stockCount namedCount(name: "acme a")`;
  const shipTo = {
    stock: [{ name: 'acme b' }],
    all: [{ name: 'acme a' }, { name: 'acme b' }],
    stockPages: {
      totalCount: 2,
      totalCountIsExact: true,
      edges: [{ cursor: expect.any(String), node: { name: 'acme a' } }],
      pageInfo: { hasNextPage: true, endCursor: expect.any(String) },
    },
    stockCount: 2,
    namedCount: 1,
  };
  const found = await ask(`{ someShipTos { ${fields} } }`);
  expect(found).toEqual({ someShipTos: [shipTo] });
  expect(await ask(`{ shipTo(id: "acme-s") { ${fields} } }`)).toEqual({ shipTo });
  const after = found.someShipTos[0].stockPages.pageInfo.endCursor;
  expect(await ask(`{ shipTo(id: "acme-s") { stockPages(after: "${after}") { nodes { name } } } }`)).toEqual({
    shipTo: { stockPages: { nodes: [{ name: 'acme b' }] } },
  });
  // The cursor of a tank of the other company would tell where it sorts.
  const foreign = Buffer.from('GPC:S:globex-a').toString('base64');
  expect(await ask(`{ shipTo(id: "acme-s") { stockPages(after: "${foreign}") { nodes { name } } } }`)).toEqual({
    shipTo: { stockPages: { nodes: [] } },
  });
});

test('a connection of Prisma’s pages through the caller’s records', async () => {
  const pages = 'totalCount totalCountIsExact nodes { name } pageInfo { endCursor hasNextPage }';
  const first = await ask(`{ tankPages(first: 3) { ${pages} } }`);
  const names = (found: Data) => found.tankPages.nodes.map(({ name }: Data) => name);
  expect(first.tankPages).toMatchObject({ totalCount: 4, totalCountIsExact: true, pageInfo: { hasNextPage: true } });
  expect(names(first)).toEqual(['acme a', 'acme b', 'acme c']);
  const next = await ask(`{ tankPages(after: "${first.tankPages.pageInfo.endCursor}") { ${pages} } }`);
  expect(names(next)).toEqual(['acme d']);
});

test('a relation of all records of a list takes one statement, also for those that our own statements have read', async () => {
  const token = await tokenOf('acme', scopes);
  const sent = watchStatements(gateway.pool);
  for (const [query, statements] of [
    ['{ tanks { nodes { name yard { name } } } }', 3],
    ['{ someTanks { name yard { name } } }', 2],
    ['{ a: tank(id: "acme-a") { yard { name } } b: tank(id: "acme-b") { yard { name } } }', 3],
    ['{ shipTos { nodes { stockCount stock(name: "acme b") { name } } } }', 3],
  ] as const) {
    sent.length = 0;
    await ask(query, token);
    expect(sent.length, `${query}\n${sent.join('\n')}`).toBe(statements);
  }
});

const FIELDS = 'label room space(reserve: 10) card { title yard { name } } neighbours { title }';
const computed = {
  label: 'acme a!',
  room: 60,
  space: 50,
  card: { title: 'acme a', yard },
  neighbours: [{ title: 'acme a' }, { title: 'acme b' }],
};

test('each form of `select`, none, a variant and an indirect relation have what they read, wherever the record is from', async () => {
  for (const [query, at] of [
    [`{ someTank(id: "acme-a") { ${FIELDS} } }`, 'someTank'],
    [`{ tank(id: "acme-a") { ${FIELDS} } }`, 'tank'],
    [`{ node(id: "acme-a") { ... on Tank { ${FIELDS} } } }`, 'node'],
    [`mutation { renameTank(id: "acme-a", name: "acme a") { ${FIELDS} } }`, 'renameTank'],
    [`mutation { updateTank(id: "acme-a", input: { brand: "x" }) { ... on Tank { ${FIELDS} } } }`, 'updateTank'],
  ] as const)
    expect(await ask(query), at).toEqual({ [at]: computed });
  const conflict = `mutation { updateTank(id: "acme-a", input: { brand: "y" }, expectedVersion: 1) {
    ... on TankConflictError { record { ${FIELDS} } } } }`;
  expect(await ask(conflict)).toEqual({ updateTank: { record: computed } });
});

test('an interface on a model, and the types that implement it', async () => {
  expect(await ask('{ places { __typename title stock { name } ... on Yard { size } } }')).toEqual({
    places: [{ __typename: 'Yard', title: 'acme yard', stock: [{ name: 'acme a' }, { name: 'acme b' }], size: 2 }],
  });
});

test('the client applies the scopes, also behind relations', async () => {
  const [tanks, shipTos] = await Promise.all([tokenOf('acme', 'tanks:read'), tokenOf('acme', 'ship-tos:read')]);
  const lacking = (scope: string) => ({ errors: [['FORBIDDEN', `The token lacks the scope "${scope}".`]] });
  expect(await ask('{ someShipTos { name } }', tanks)).toEqual(lacking('ship-tos:read'));
  expect(await ask('{ someTank(id: "acme-a") { yard { name } } }', tanks)).toEqual(lacking('ship-tos:read'));
  expect(await ask('{ tank(id: "acme-a") { yardName } }', tanks)).toEqual(lacking('ship-tos:read'));
  expect(await ask('{ shipTo(id: "acme-s") { stockCount } }', shipTos)).toEqual(lacking('tanks:read'));
  expect(await ask('mutation { renameTank(id: "acme-a", name: "x") { name } }', tanks)).toEqual(lacking('tanks:write'));
});

test('a narrowed token sees what its rules show, also behind relations', async () => {
  const own = { tank: { customer_id: ['c-1'] } };
  const few = await narrowed(own, 'tanks:read:own ship-tos:read');
  expect(await ask('{ someTanks { name } someShipTos { name stockCount all: stock { name } } }', few)).toEqual({
    someTanks: [{ name: 'acme a' }, { name: 'acme c' }, { name: 'acme d' }],
    someShipTos: [{ ...yard, stockCount: 1, all: [{ name: 'acme a' }] }],
  });
  expect(await ask('{ someTank(id: "acme-b") { name } }', few)).toEqual({ someTank: null });
  const alone = await narrowed(own, 'tanks:read:own');
  expect(await ask('{ someTank(id: "acme-a") { yard { name } } }', alone)).toMatchObject({
    errors: [['FORBIDDEN', expect.any(String)]],
  });
});

test('the errors of Prisma’s client are typed errors', async () => {
  const fill = (id: string, percentage: number) =>
    ask(`mutation { fillTank(id: "${id}", percentage: ${percentage}) { __typename
      ... on Tank { name } ... on InvalidRequestError { issues { path code } } ... on Error { message } } }`);
  expect(await fill('acme-a', 50)).toEqual({ fillTank: { __typename: 'Tank', name: 'acme a' } });
  expect(await fill('acme-a', 900)).toMatchObject({
    fillTank: {
      __typename: 'InvalidRequestError',
      issues: [{ path: ['data', 'fillPercentage'], code: 'OUT_OF_RANGE' }],
    },
  });
  expect(await ask('mutation { renameTank(id: "globex-a", name: "x") { name } }')).toMatchObject({
    errors: [['BAD_USER_INPUT', 'Tank not found: globex-a']],
  });
});

test('an error of a resolver that says nothing of the response leaves the other fields their values', async () => {
  expect(await gateway.ask('{ refusal __typename }')).toMatchObject({
    status: 200,
    data: { refusal: null, __typename: 'Query' },
    errors: [{ message: 'No.', extensions: { code: 'FORBIDDEN' } }],
  });
});
