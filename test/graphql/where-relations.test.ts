import { afterAll, beforeAll, expect, test } from 'vitest';
import { narrowed, type Own } from '../auth/own/narrowed.ts';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { expiration, type StoredRecord, shipTo, tank, task } from '../records.ts';
import { full, insert, newCompany } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const namesOf = (record: StoredRecord): string => (record === task ? 'title' : 'name');
/** The names of the records that a filter finds, counts and adds up. */
async function namesBy(record: StoredRecord, filter: object, token: string, order = 'ID'): Promise<string> {
  const { type, one, many } = record;
  const name = namesOf(record);
  const query = `query ($filter: ${type}Filter) {
    ${many}(filter: $filter, orderBy: { field: ${order}, direction: ASC }) { totalCount nodes { ${name} } }
    ${one}Aggregate(filter: $filter) { groups { count } } }`;
  const { data, errors } = await gateway.ask(query, { filter }, token);
  expect([filter, errors]).toEqual([filter, undefined]);
  const { nodes, totalCount } = data[many];
  expect([totalCount, data[`${one}Aggregate`].groups[0].count]).toEqual([nodes.length, nodes.length]);
  return nodes
    .map((node: Data) => node[name])
    .toSorted()
    .join(' ');
}

/**
 * Two ship-tos with tanks, one without, and tanks that stand nowhere. Another company has the same: all that leads to
 * ids of this one, and tanks of this one lead to ids of the other.
 */
async function site() {
  const [own, other] = [await newCompany(), await newCompany()];
  const key = (id: string) => `${own.companyId} ${id}`;
  const place = (name: string, customerId: string, archived: boolean) =>
    full(shipTo, { companyId: own.companyId, id: key(name), name, customerId, archived, routeCode: null });
  await insert(
    gateway,
    shipTo,
    place('north', 'c-1', false),
    place('south', 'c-2', false),
    place('empty', 'c-1', true),
  );
  await insert(gateway, shipTo, full(shipTo, { companyId: other.companyId, id: key('theirs'), name: 'theirs' }));
  const stands = (name: string, at: string | null, fillStatus: string, fillPercentage: number | null) =>
    full(tank, {
      companyId: own.companyId,
      id: key(name),
      name,
      shipToId: at && key(at),
      fillStatus,
      fillPercentage,
      customerId: name.slice(0, 1),
    });
  await insert(
    gateway,
    tank,
    stands('n1', 'north', 'low', 5),
    stands('n2', 'north', 'ok', 50),
    stands('s1', 'south', 'ok', null),
    stands('x1', null, 'low', 1),
    stands('x2', 'theirs', 'low', 2),
    stands('x3', 'nowhere', 'ok', 3),
  );
  const theirTank = { companyId: other.companyId, name: 'theirs', fillStatus: 'odd', fillPercentage: 77 };
  await insert(gateway, tank, ...['north', 'empty'].map((at) => full(tank, { ...theirTank, shipToId: key(at) })));
  const about = (title: string, entityType: string | null, on: string, assigneeId: string | null, more: Data = {}) =>
    full(task, {
      companyId: own.companyId,
      title,
      entityType,
      entityId: key(on),
      assigneeId,
      statusId: 'open',
      ...more,
    });
  await insert(
    gateway,
    task,
    about('t1', 'tank', 'n1', 'd-1'),
    about('t2', 'tank', 'n1', 'd-2', { statusId: 'done' }),
    about('t3', 'tank', 's1', null, { statusId: 'done' }),
    about('t4', 'ship_to', 'north', 'd-1'),
    about('wrong type', 'ship_to', 'n2', 'd-1'),
    about('no type', null, 'n2', 'd-1'),
    about('theirs', 'tank', 'n2', 'd-1', { companyId: other.companyId }),
  );
  const expires = (on: string, more: Data = {}) =>
    full(expiration, { companyId: own.companyId, ownerType: 'tank', ownerId: key(on), expirationDate: null, ...more });
  await insert(
    gateway,
    expiration,
    expires('n2', { expirationDate: '2026-03-01' }),
    expires('s1'),
    expires('n1', { companyId: other.companyId }),
  );
  return { ...own, other, key };
}
type Site = Awaited<ReturnType<typeof site>>;
const as = ({ companyId }: Site, own: Own, scope: string) => narrowed(own, scope, companyId);

const [low, ok] = [{ fillStatus: { equals: 'low' } }, { fillStatus: { equals: 'ok' } }];
const north = { name: { equals: 'north' } };
const cases: [StoredRecord, object, string][] = [
  [tank, { shipTo: { is: north } }, 'n1 n2'],
  [tank, { shipTo: { is: {} } }, 'n1 n2 s1'],
  [tank, { shipTo: { isNot: north } }, 's1 x1 x2 x3'],
  [tank, { shipTo: { isNot: {} } }, 'x1 x2 x3'],
  [tank, { shipTo: null }, 'x1 x2 x3'],
  [tank, { shipTo: { is: null } }, 'x1 x2 x3'],
  [tank, { shipTo: { isNot: null } }, 'n1 n2 s1'],
  [tank, { shipTo: { is: { archived: { equals: false } }, isNot: north } }, 's1'],
  [tank, { NOT: { shipTo: { is: north } } }, 's1 x1 x2 x3'],
  [tank, { NOT: { shipTo: { isNot: north } } }, 'n1 n2'],
  [tank, { NOT: { shipTo: null } }, 'n1 n2 s1'],
  [tank, { shipTo: { is: { name: { equals: 'theirs' } } } }, ''],
  [tank, { shipTo: { is: { id: { contains: 'theirs' } } } }, ''],
  [tank, { shipTo: { is: { search: 'nor' } } }, 'n1 n2'],
  [tank, { OR: [{ shipTo: { is: { routeCode: null, customerId: { equals: 'c-2' } } } }, low] }, 'n1 s1 x1 x2'],
  [tank, { tasks: { some: {} } }, 'n1 s1'],
  [tank, { tasks: { some: { statusId: { equals: 'open' } } } }, 'n1'],
  [tank, { tasks: { some: { assigneeId: { equals: 'd-1' }, statusId: { equals: 'done' } } } }, ''],
  [
    tank,
    {
      AND: [
        { tasks: { some: { assigneeId: { equals: 'd-1' } } } },
        { tasks: { some: { statusId: { equals: 'done' } } } },
      ],
    },
    'n1',
  ],
  [tank, { tasks: { every: { statusId: { equals: 'done' } } } }, 'n2 s1 x1 x2 x3'],
  [tank, { tasks: { every: { statusId: { equals: 'done' } }, some: {} } }, 's1'],
  [tank, { tasks: { none: { statusId: { equals: 'done' } } } }, 'n2 x1 x2 x3'],
  [tank, { tasks: { none: {} } }, 'n2 x1 x2 x3'],
  [tank, { expirations: { some: {} } }, 'n2 s1'],
  [tank, { expirations: { some: { expirationDate: { lt: '2026-04-01' } } } }, 'n2'],
  [tank, { expirations: { some: { expirationDate: null } }, tasks: { some: {} } }, 's1'],
  [shipTo, { tanks: { some: low } }, 'north'],
  [shipTo, { tanks: { some: {} } }, 'north south'],
  [shipTo, { tanks: { every: ok } }, 'empty south'],
  [shipTo, { tanks: { none: low } }, 'empty south'],
  [shipTo, { tanks: { none: {} } }, 'empty'],
  [shipTo, { tanks: { some: ok, none: low } }, 'south'],
  // South has a tank of an unknown level, which neither meets nor breaks the condition.
  [shipTo, { tanks: { every: { fillPercentage: { gt: 1 } } } }, 'empty north south'],
  [shipTo, { tanks: { none: { fillPercentage: { gt: 60 } } } }, 'empty north south'],
  [shipTo, { tanks: { some: { fillPercentage: { equals: 77 } } } }, ''],
  [shipTo, { tanks: { some: { tasks: { some: { statusId: { equals: 'open' } } } } } }, 'north'],
  [shipTo, { tanks: { every: { tasks: { some: {} } } } }, 'empty south'],
  [shipTo, { tasks: { some: {} } }, 'north'],
  [shipTo, { tanks: { some: { shipTo: { is: { tanks: { some: low } } } } } }, 'north'],
  [tank, { shipTo: { is: { tanks: { some: { fillPercentage: null } } } } }, 's1'],
  [tank, { shipTo: { is: { tanks: { some: { shipTo: { is: north } } } } } }, 'n1 n2'],
  [
    tank,
    { shipTo: { isNot: { tanks: { none: { tasks: { some: { statusId: { equals: 'open' } } } } } } } },
    'n1 n2 x1 x2 x3',
  ],
];
test('records are found by the records that they lead to, of their own company alone', async () => {
  const there = await site();
  const every = await tokenOf(undefined, 'tanks:read ship-tos:read tasks:read expirations:read companies:all');
  for (const [record, filter, expected] of cases) {
    const own = { AND: [filter, { companyId: { equals: there.companyId } }] };
    for (const order of ['ID', namesOf(record) === 'title' ? 'TITLE' : 'NAME', 'LAST_MODIFIED'])
      expect([filter, await namesBy(record, filter, there.token, order)]).toEqual([filter, expected]);
    expect([filter, await namesBy(record, own, every)]).toEqual([filter, expected]);
    expect([filter, await namesBy(record, { NOT: { NOT: filter } }, there.token)]).toEqual([filter, expected]);
  }
  const within = `{ shipTos { nodes { name tanks(filter: { shipTo: { is: { name: { equals: "north" } } }, tasks: { none: {} } }) { totalCount nodes { name } } } } }`;
  const { data } = await gateway.ask(within, {}, there.token);
  const found = Object.fromEntries(data.shipTos.nodes.map(({ name, tanks }: Data) => [name, tanks]));
  const none = { totalCount: 0, nodes: [] };
  expect(found).toEqual({ north: { totalCount: 1, nodes: [{ name: 'n2' }] }, south: none, empty: none });
});

test('behind a relation there is what a narrowed token may read, and nothing else, in each form', async () => {
  const there = await site();
  const scope = 'tanks:read ship-tos:read:own tasks:read:own';
  const some = await as(there, { ship_to: { customer_id: 'c-2' }, task: { assignee_id: 'd-1' } }, scope);
  // North, and the tasks of others and of nobody, are not there: as for one who looks them up.
  const seen: [StoredRecord, object, string][] = [
    [tank, { shipTo: { is: {} } }, 's1'],
    [tank, { shipTo: { is: north } }, ''],
    [tank, { shipTo: { isNot: north } }, 'n1 n2 s1 x1 x2 x3'],
    [tank, { shipTo: { is: { NOT: north } } }, 's1'],
    [tank, { shipTo: { isNot: { NOT: north } } }, 'n1 n2 x1 x2 x3'],
    [tank, { shipTo: null }, 'n1 n2 x1 x2 x3'],
    [tank, { shipTo: { is: null } }, 'n1 n2 x1 x2 x3'],
    [tank, { shipTo: { isNot: null } }, 's1'],
    [tank, { NOT: { shipTo: null } }, 's1'],
    [tank, { NOT: { shipTo: { is: north } } }, 'n1 n2 s1 x1 x2 x3'],
    [tank, { NOT: { shipTo: { isNot: north } } }, ''],
    [tank, { shipTo: { is: { OR: [{ customerId: { equals: 'c-1' } }, { id: { gt: '' } }] } } }, 's1'],
    [tank, { shipTo: { is: { search: 'nor' } } }, ''],
    [tank, { tasks: { some: {} } }, 'n1'],
    [tank, { tasks: { some: { statusId: { equals: 'done' } } } }, ''],
    [tank, { tasks: { every: { statusId: { equals: 'open' } } } }, 'n1 n2 s1 x1 x2 x3'],
    [tank, { tasks: { every: { assigneeId: { equals: 'd-1' } } } }, 'n1 n2 s1 x1 x2 x3'],
    [tank, { tasks: { every: { statusId: { equals: 'done' } } } }, 'n2 s1 x1 x2 x3'],
    [tank, { tasks: { none: {} } }, 'n2 s1 x1 x2 x3'],
    [tank, { tasks: { none: { statusId: { equals: 'done' } } } }, 'n1 n2 s1 x1 x2 x3'],
    [tank, { NOT: { tasks: { none: { statusId: { equals: 'done' } } } } }, ''],
    [tank, { NOT: { tasks: { every: { statusId: { equals: 'open' } } } } }, ''],
    [tank, { tasks: { some: { OR: [{ assigneeId: null }, { assigneeId: { not: { equals: 'd-1' } } }] } } }, ''],
    [shipTo, { id: { gt: '' } }, 'south'],
    [shipTo, { tanks: { some: { shipTo: { is: north } } } }, ''],
    [shipTo, { tanks: { none: { tasks: { some: {} } } } }, 'south'],
    [tank, { shipTo: { is: { tanks: { some: { tasks: { some: {} } } } } } }, ''],
  ];
  for (const [record, filter, expected] of seen)
    for (const each of [filter, { NOT: { NOT: filter } }, { OR: [filter, { id: { in: [] } }] }])
      expect([each, await namesBy(record, each, some)]).toEqual([each, expected]);
  const own = await as(there, { tank: { customer_id: ['n', 's'] } }, 'tanks:read:own ship-tos:read');
  for (const [filter, expected] of [
    [{ tanks: { some: low } }, 'north'],
    [{ tanks: { none: {} } }, 'empty'],
    [{ tanks: { some: { customerId: { equals: 'n' }, shipTo: { is: north } } } }, 'north'],
  ] as const)
    expect([filter, await namesBy(shipTo, filter, own)]).toEqual([filter, expected]);
  const onlySouth = await as(there, { tank: { customer_id: 's' } }, 'tanks:read:own ship-tos:read');
  expect(await namesBy(shipTo, { tanks: { some: low } }, onlySouth)).toBe('');
  expect(await namesBy(shipTo, { tanks: { none: {} } }, onlySouth)).toBe('empty north');
  expect(await namesBy(tank, { shipTo: { is: { tanks: { some: low } } } }, onlySouth)).toBe('');
  expect(await namesBy(tank, { OR: [{ shipTo: { isNot: null } }, { id: { gt: '' } }] }, onlySouth)).toBe('s1');
});

test('a rule through a relation holds behind another relation, too', async () => {
  const there = await site();
  const driver: Own = { tank: { tasks: true }, task: { assignee_id: 'd-1' } };
  const token = await as(there, driver, 'tanks:read:own tasks:read:own ship-tos:read');
  expect(await namesBy(tank, {}, token)).toBe('n1');
  for (const [filter, expected] of [
    [{ tanks: { some: {} } }, 'north'],
    [{ tanks: { some: ok } }, ''],
    [{ tanks: { every: low } }, 'empty north south'],
    [{ tanks: { none: low } }, 'empty south'],
    [{ tanks: { some: { tasks: { some: { statusId: { equals: 'done' } } } } } }, ''],
    [{ NOT: { tanks: { none: ok } } }, ''],
    [{ tanks: { some: { shipTo: { is: { tanks: { some: ok } } } } } }, ''],
  ] as const)
    expect([filter, await namesBy(shipTo, filter, token)]).toEqual([filter, expected]);
});

test('the same filter of several tokens at one moment has for each what it may read', async () => {
  const there = await site();
  const scope = 'tanks:read ship-tos:read:own';
  const tokens = [
    there.token,
    ...(await Promise.all(['c-1', 'c-2', 'none'].map((id) => as(there, { ship_to: { customer_id: id } }, scope)))),
    there.other.token,
  ];
  for (const _again of [1, 2, 3]) {
    const found = await Promise.all(tokens.map((token) => namesBy(tank, { shipTo: { isNot: null } }, token)));
    expect(found).toEqual(['n1 n2 s1', 'n1 n2', 's1', '', '']);
  }
});

test('a token that may not read what is behind a relation gets FORBIDDEN, whatever the condition', async () => {
  const there = await site();
  const tokens = [
    await tokenOf(there.companyId, 'tanks:read'),
    await as(there, { tank: { customer_id: ['n', 's', 'x'] } }, 'tanks:read:own'),
    // A claim without a scope that uses it.
    await as(there, { tank: { customer_id: ['n', 's', 'x'] } }, 'tanks:read:own expirations:read ship-tos:write'),
  ];
  const conditions = [
    { shipTo: { is: {} } },
    { shipTo: { is: null } },
    { shipTo: null },
    { shipTo: {} },
    { shipTo: { isNot: { id: { equals: 'none' } } } },
    { OR: [{ id: { gt: '' } }, { NOT: { shipTo: null } }] },
    { AND: [{ id: { in: [] } }, { shipTo: { is: { tanks: { some: {} } } } }] },
    { tasks: { none: {} } },
    { tasks: { every: { title: { contains: 'x' } } } },
  ];
  for (const token of tokens)
    for (const filter of conditions) {
      const missingScope = 'tasks' in filter ? 'tasks:read' : 'ship-tos:read';
      for (const query of [
        'query ($f: TankFilter) { found: tanks(filter: $f) { totalCount nodes { id } } }',
        'query ($f: TankFilter) { found: tankAggregate(filter: $f) { groups { count } } }',
      ]) {
        const { data, errors } = await gateway.ask(query, { f: filter }, token);
        expect([filter, data, errors]).toMatchObject([
          filter,
          { found: null },
          [{ path: ['found'], extensions: { code: 'FORBIDDEN', missingScope } }],
        ]);
      }
    }
});
