import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Data, openGateway, type TestGateway, tokenOf, watchStatements } from '../gateway.ts';
import { expiration, quickOrder, RECORDS, type StoredRecord, shipTo, subscription, tank, task } from '../records.ts';
import { full, insert, snake, without } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const isInput = (field: string): string => (field === 'secret' ? '' : field);
const wholeOf = ({ fields }: StoredRecord): string => Object.keys(fields).map(isInput).join(' ');
const oneOf = (record: StoredRecord): string => `query ($id: ID!) { ${record.one}(id: $id) { ${wholeOf(record)} } }`;

/** A company of its own for a test that counts or lists. */
const newCompany = async (): Promise<{ company: string; token: string }> => {
  const company = randomUUID();
  return { company, token: await tokenOf(company) };
};
const sound = (record: StoredRecord, overrides: Data): Data =>
  full(record, { ...(record === subscription && { webhookUrl: 'https://example.com/hook' }), ...overrides });

for (const record of RECORDS) {
  const { one, many, scope, type } = record;

  test(`${one} reads every field of a record by its id`, async () => {
    const row = sound(record, {});
    await insert(gateway, record, row);
    const { data, errors } = await gateway.ask(oneOf(record), { id: row.id });
    expect(errors).toBeUndefined();
    expect(data[one]).toEqual(without(row, ['secret']));
  });

  test(`${one} is null for an unknown id, another company's, and one that no database could hold`, async () => {
    const foreign = sound(record, { companyId: 'globex' });
    await insert(gateway, record, foreign);
    for (const id of [randomUUID(), foreign.id, '', 'a\0b', '\ud800', "' OR 1=1 --", 'x'.repeat(5000)])
      expect(await gateway.ask(oneOf(record), { id })).toMatchObject({ status: 200, data: { [one]: null } });
  });

  test(`${one} and ${many} of all companies, and of none, are seen by a token for all companies`, async () => {
    const ofNone = record.fields.companyId === 'ID' ? [sound(record, { companyId: null })] : [];
    const rows = [sound(record, { companyId: 'globex' }), ...ofNone];
    await insert(gateway, record, ...rows);
    const all = await tokenOf(undefined, `companies:all ${scope}:read`);
    for (const row of rows)
      expect((await gateway.ask(oneOf(record), { id: row.id }, all)).data[one]).toMatchObject({ id: row.id });
    const { data } = await gateway.ask(`{ ${many}(first: 200) { nodes { id } } }`, {}, all);
    expect(data[many].nodes).toEqual(expect.arrayContaining(rows.map(({ id }) => ({ id }))));
    const { data: own } = await gateway.ask(`{ ${many}(first: 200) { nodes { id } } }`);
    for (const { id } of rows) expect(own[many].nodes).not.toContainEqual({ id });
  });

  test(`${one} and ${many} are refused without a token and without their scope, each with its code`, async () => {
    const queries = [`{ ${one}(id: "1") { id } }`, `{ ${many} { nodes { id } } }`, `{ ${many} { totalCount } }`];
    const wrong = await tokenOf('acme', RECORDS.map((other) => other.scope).filter((word) => word !== scope).map((word) => `${word}:read`).join(' ')); // biome-ignore format: one list
    for (const query of queries) {
      const anonymous = await gateway.ask(query, {}, null);
      expect(anonymous.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
      const refused = await gateway.ask(query, {}, wrong);
      expect(refused.errors).toMatchObject([
        { message: expect.stringContaining(`${scope}:read`), extensions: { code: 'FORBIDDEN' } },
      ]);
      expect(Object.values(refused.data)).toEqual([null]);
    }
  });

  test(`${many} has a page of nothing for a company without records`, async () => {
    const { token } = await newCompany();
    const page = `{ ${many} { edges { cursor } nodes { id } totalCount
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
    expect((await gateway.ask(page, {}, token)).data[many]).toEqual({
      edges: [],
      nodes: [],
      totalCount: 0,
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    });
  });

  test(`${many} gives 50 when not told how many, and never more than 200`, async () => {
    const { company, token } = await newCompany();
    await insert(gateway, record, ...Array.from({ length: 201 }, () => sound(record, { companyId: company })));
    const { data } = await gateway.ask(
      `{ few: ${many} { nodes { id } } most: ${many}(first: 200) { nodes { id } pageInfo { hasNextPage } } }`,
      {},
      token,
    );
    expect(data.few.nodes).toHaveLength(50);
    expect(data.most.nodes).toHaveLength(200);
    expect(data.most.pageInfo.hasNextPage).toBe(true);
  });

  const faults: [string, string[]][] = [
    ['first: 0', ['first']],
    ['first: -1', ['first']],
    ['first: 201', ['first']],
    ['last: 0', ['last']],
    ['last: 201', ['last']],
    ['first: 2, last: 2', ['last']],
    ['first: 2, before: $cursor', ['before']],
    ['last: 2, after: $cursor', ['after']],
    ['before: $cursor', ['before']],
    ['first: 2, after: ""', ['after']],
    ['first: 2, after: "no cursor"', ['after']],
    ['last: 2, before: "WyJJRCJd"', ['before']],
    ['first: 0, after: "no cursor"', ['first', 'after']],
  ];
  test(`${many} tells each fault of its paging by name`, async () => {
    await insert(gateway, record, sound(record, {}));
    const { data } = await gateway.ask(`{ ${many}(first: 1) { pageInfo { endCursor } } }`);
    const cursor = data[many].pageInfo.endCursor;
    for (const [args, names] of faults) {
      const query = `${args.includes('$') ? 'query ($cursor: String)' : ''} { ${many}(${args}) { nodes { id } } }`;
      const { errors } = await gateway.ask(query, { cursor });
      const issues: Data[] = errors?.[0]?.extensions.issues ?? [];
      expect([args, errors?.[0]?.extensions.code, ...issues.map(({ path }) => path)]).toEqual([
        args,
        'BAD_USER_INPUT',
        ...names.map((name) => [name]),
      ]);
    }
  });

  test(`${many} finds ${type} fields through fragments, aliases and repeated selections`, async () => {
    const { company, token } = await newCompany();
    const row = sound(record, { companyId: company });
    await insert(gateway, record, row);
    const query = `{ all: ${many} { ...page edges { node { id } } } }
      fragment page on ${type}Connection { edges { ...edge } nodes { ...node } }
      fragment edge on ${type}Edge { node { ...node } }
      fragment node on ${type} { ${wholeOf(record)} }`;
    const { data, errors } = await gateway.ask(query, {}, token);
    expect(errors).toBeUndefined();
    const whole = without(row, ['secret']);
    expect(data.all).toEqual({ edges: [{ node: whole }], nodes: [whole] });
  });
}

const orders: { record: StoredRecord; order: string; column: string; nulls: 'FIRST' | 'LAST'; values: unknown[] }[] = [
  ...RECORDS.map((record) => ({ record, order: 'ID', column: 'id', nulls: 'LAST' as const, values: [] })),
  { record: tank, order: 'NAME', column: 'name', nulls: 'FIRST', values: ['b', 'B', 'ä', '\u{1F6E2}', 'b', null] },
  { record: tank, order: 'DAYS_TO_EMPTY', column: 'daysToEmpty', nulls: 'LAST', values: [0.1, 1e308, -2, 0.1, 1e-308] },
  {
    record: tank,
    order: 'FILL_PERCENTAGE',
    column: 'fillPercentage',
    nulls: 'FIRST',
    values: [null, 42.5, 0.1 + 0.2, 0],
  },
  { record: task, order: 'TASK_NUMBER', column: 'taskNumber', nulls: 'LAST', values: [7, -7, 0, 2147483647] },
  {
    record: task,
    order: 'DUE_DATE',
    column: 'dueDate',
    nulls: 'LAST',
    values: ['2026-03-01T00:00:00.001Z', null, '2026-03-01T00:00:00.002Z', '1999-12-31T23:59:59.999Z'],
  },
  {
    record: expiration,
    order: 'EXPIRATION_DATE',
    column: 'expirationDate',
    nulls: 'LAST',
    values: ['2026-03-01', null],
  },
  { record: expiration, order: 'WARNING_DATE', column: 'warningDate', nulls: 'LAST', values: [null, '0001-01-01'] },
  {
    record: quickOrder,
    order: 'CREATED_DATE',
    column: 'createdDate',
    nulls: 'FIRST',
    values: ['2026-03-01T00:00:00.001Z', null, '2026-03-01T00:00:00.010Z'],
  },
  { record: shipTo, order: 'NAME', column: 'name', nulls: 'FIRST', values: [null, 'Depot', 'depot', "O'Hara"] },
];

for (const { record, order, column, nulls, values } of orders)
  for (const direction of ['ASC', 'DESC'])
    test(`${record.many} by ${order} ${direction} walk over all records both ways, with ties and without values`, async () => {
      const { company, token } = await newCompany();
      const rows = Array.from({ length: 23 }, (_, i) =>
        sound(record, { companyId: company, ...(column !== 'id' && { [column]: values[i % values.length] }) }),
      );
      await insert(gateway, record, ...rows);
      const sorted = await gateway.sql(
        `SELECT id FROM ${record.table} WHERE company_id = $1 ORDER BY ${snake(column)} NULLS ${nulls}, id`,
        [company],
      );
      const expected = direction === 'ASC' ? sorted : sorted.toReversed();

      const pages = async (size: string, cursor: string): Promise<Data[]> => {
        const query = `query ($cursor: String) { ${record.many}(
          ${size}: 4, ${cursor}: $cursor, orderBy: { field: ${order}, direction: ${direction} }
        ) { edges { cursor } nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
        const walked: Data[] = [];
        for (let at: string | null = null; walked.length < 10; ) {
          const { data, errors } = await gateway.ask(query, { cursor: at }, token);
          expect(errors).toBeUndefined();
          const page: Data = data[record.many];
          expect(page.pageInfo.startCursor).toBe(page.edges[0].cursor);
          expect(page.pageInfo.endCursor).toBe(page.edges.at(-1).cursor);
          walked.push(page);
          if (!(size === 'first' ? page.pageInfo.hasNextPage : page.pageInfo.hasPreviousPage)) break;
          at = size === 'first' ? page.pageInfo.endCursor : page.pageInfo.startCursor;
        }
        return walked;
      };
      const onward = await pages('first', 'after');
      expect(onward.flatMap(({ nodes }) => nodes)).toEqual(expected);
      expect(onward.map(({ pageInfo }) => pageInfo.hasPreviousPage)).toEqual([false, true, true, true, true, true]);
      const backward = await pages('last', 'before');
      expect(backward.toReversed().flatMap(({ nodes }) => nodes)).toEqual(expected);
      expect(backward.map(({ pageInfo }) => pageInfo.hasNextPage)).toEqual([false, true, true, true, true, true]);
    });

/** What equality filters find by: section 2's ids, and the words that people search by. */
const equalities: [StoredRecord, string[]][] = [
  [tank, ['shipToId', 'customerId', 'locationId', 'externalId', 'status', 'fillStatus']],
  [task, ['assigneeId', 'statusId', 'teamId', 'workflowId', 'entityType', 'entityId', 'taskNumber']],
  [expiration, ['ownerId', 'ownerType', 'expirationTypeId', 'externalId']],
  [quickOrder, ['userId', 'status', 'externalId']],
  [shipTo, ['customerId', 'locationId', 'externalId', 'serviceAreaId', 'routeCode', 'archived']],
  [subscription, ['resource', 'workflowId']],
];
const found = (record: StoredRecord): string =>
  `query ($filter: ${record.type}Filter) { ${record.many}(filter: $filter) { nodes { id } totalCount } }`;

for (const [record, names] of equalities)
  for (const field of names)
    test(`${record.many} are filtered by ${field}, and by its absence`, async () => {
      const { company, token } = await newCompany();
      const values: Record<string, unknown[]> = { taskNumber: [1, 2], archived: [true, false] };
      const [wanted, other] = values[field] ?? ["it's \u{1F6E2}", 'another'];
      const nullable = !record.fields[field]?.endsWith('!');
      const rows = [wanted, other, wanted, ...(nullable ? [null] : [])].map((value) =>
        sound(record, { companyId: company, [field]: value }),
      );
      await insert(gateway, record, ...rows, sound(record, { companyId: 'globex', [field]: wanted }));
      for (const value of [wanted, null]) {
        const expected = rows.filter((row) => row[field] === value).map(({ id }) => ({ id }));
        const { data } = await gateway.ask(found(record), { filter: { [field]: value } }, token);
        expect(data[record.many].totalCount).toBe(expected.length);
        expect(data[record.many].nodes).toHaveLength(expected.length);
        expect(data[record.many].nodes).toEqual(expect.arrayContaining(expected));
      }
    });

const bounds: [StoredRecord, string, string, unknown[], unknown, unknown[]][] = [
  [tank, 'daysToEmptyAtMost', 'daysToEmpty', [1, 2.5, 2.6, -1], 2.5, [1, 2.5, -1]],
  [tank, 'fillPercentageAtMost', 'fillPercentage', [10, 10.1, null, 0], 10, [10, null, 0]],
  [task, 'dueBefore', 'dueDate', ['2026-03-01T08:00:00.000Z', '2026-03-01T08:00:00.001Z', null], '2026-03-01T09:00:00.001+01:00', ['2026-03-01T08:00:00.000Z']], // biome-ignore format: one row
  [expiration, 'expiresBefore', 'expirationDate', ['2026-03-01', '2026-02-28', null], '2026-03-01', ['2026-02-28']],
  [expiration, 'warnsBefore', 'warningDate', ['2026-03-01', '2026-02-28', null], '2026-03-01', ['2026-02-28']],
];
for (const [record, filter, field, values, bound, expected] of bounds)
  for (const zone of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles'])
    test(`${record.many} are filtered by ${filter}, wherever the server stands (${zone})`, async () => {
      const before = process.env.TZ;
      process.env.TZ = zone;
      onTestFinished(() => {
        if (before === undefined) delete process.env.TZ;
        else process.env.TZ = before;
      });
      const { company, token } = await newCompany();
      await insert(gateway, record, ...values.map((value) => sound(record, { companyId: company, [field]: value })));
      const query = `query ($filter: ${record.type}Filter) { ${record.many}(filter: $filter) { nodes { ${field} } totalCount } }`;
      const { data } = await gateway.ask(query, { filter: { [filter]: bound } }, token);
      expect(data[record.many].totalCount).toBe(expected.length);
      expect(data[record.many].nodes.map((node: Data) => node[field])).toEqual(expect.arrayContaining(expected));
    });

test('a bound that is null is told with its place', async () => {
  for (const [record, filter] of bounds) {
    const { errors } = await gateway.ask(found(record), { filter: { [filter]: null } });
    const extensions = { code: 'BAD_USER_INPUT', issues: [{ path: ['filter', filter] }] };
    expect(errors).toMatchObject([{ extensions }]);
  }
});

test('all conditions of a filter must hold', async () => {
  const { company, token } = await newCompany();
  const rows = [['low', 1], ['low', 9], ['full', 1]].map(([fillStatus, daysToEmpty]) => full(tank, { companyId: company, fillStatus, daysToEmpty })); // biome-ignore format: a table
  await insert(gateway, tank, ...rows);
  const { data } = await gateway.ask(found(tank), { filter: { fillStatus: 'low', daysToEmptyAtMost: 5 } }, token);
  expect(data.tanks).toEqual({ nodes: [{ id: rows[0]?.id }], totalCount: 1 });
});

test('an empty filter, and one of variables left out, lists all', async () => {
  const { company, token } = await newCompany();
  await insert(gateway, tank, full(tank, { companyId: company }));
  const query = `query ($status: String, $empty: TankFilter) {
    a: tanks(filter: { status: $status }) { totalCount } b: tanks(filter: $empty) { totalCount }
    c: tanks(filter: {}, orderBy: null, first: null, last: null, after: null, before: null) { totalCount } }`;
  for (const _again of [1, 2, 3]) {
    const { data } = await gateway.ask(query, { empty: {} }, token);
    expect(data).toEqual({ a: { totalCount: 1 }, b: { totalCount: 1 }, c: { totalCount: 1 } });
  }
});

test('text in a filter that no database could hold is told with its place', async () => {
  for (const text of ['a\0b', '\ud800', 'x\udc00']) {
    const { errors } = await gateway.ask(found(tank), { filter: { status: text, externalId: text } });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path: ['filter', 'externalId'] }, { path: ['filter', 'status'] }],
    });
  }
});

test('a cursor of another order is refused', async () => {
  await insert(gateway, tank, full(tank));
  const { data } = await gateway.ask('{ tanks(first: 1) { pageInfo { endCursor } } }');
  const query = `query ($after: String) {
    tanks(first: 1, after: $after, orderBy: { field: NAME, direction: ASC }) { nodes { id } } }`;
  const { errors } = await gateway.ask(query, { after: data.tanks.pageInfo.endCursor });
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', issues: [{ path: ['after'] }] } }]);
});

test('a cursor of another company leads nowhere outside of one’s own', async () => {
  const [mine, theirs] = [await newCompany(), await newCompany()];
  await insert(
    gateway,
    tank,
    full(tank, { companyId: theirs.company, id: '0' }),
    full(tank, { companyId: theirs.company }),
  );
  const own = full(tank, { companyId: mine.company });
  await insert(gateway, tank, own);
  const { data } = await gateway.ask('{ tanks(first: 1) { pageInfo { endCursor } } }', {}, theirs.token);
  const query = 'query ($after: String) { tanks(first: 9, after: $after) { nodes { id } } }';
  const seen = await gateway.ask(query, { after: data.tanks.pageInfo.endCursor }, mine.token);
  expect(seen.data.tanks.nodes).toEqual([{ id: own.id }]);
});

test('a forged cursor is the caller’s fault, whatever it holds, and never the server’s', async () => {
  const forge = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const keys = [
    '',
    'x',
    '1e999',
    'NaN',
    "'; DROP TABLE tank; --",
    '2026-13-45',
    '99999999999',
    '{}',
    'a\0b',
    '\ud800',
    '9'.repeat(9000),
  ];
  const records: [StoredRecord, string[]][] = [
    [tank, ['ID', 'NAME', 'DAYS_TO_EMPTY', 'FILL_PERCENTAGE']],
    [task, ['TASK_NUMBER', 'DUE_DATE']],
    [expiration, ['EXPIRATION_DATE']],
    [quickOrder, ['CREATED_DATE']],
  ];
  for (const [{ many }, fields] of records)
    for (const field of fields) {
      const query = `query ($after: String) {
        ${many}(first: 1, after: $after, orderBy: { field: ${field}, direction: ASC }) { nodes { id } } }`;
      const shapes = [field, 7, null, [], {}, [field], [field, 1, 'x'], [field, 'x', null], [field, { a: 1 }, 'x']];
      for (const after of [
        ...shapes,
        ...keys.flatMap((key) => [
          [field, key, 'x'],
          [field, '1', key],
        ]),
      ].map(forge)) {
        // biome-ignore format: a table
        const { status, errors = [] } = await gateway.ask(query, { after });
        expect(status).toBe(200);
        for (const { extensions } of errors) expect(extensions.code).toBe('BAD_USER_INPUT');
      }
    }
  expect(gateway.logged.filter(({ msg }) => msg === 'unexpected error')).toEqual([]);
});

test('an unknown order, and one without a direction, is refused before anything runs', async () => {
  for (const orderBy of ['{ field: COLOUR, direction: ASC }', '{ field: NAME }', '{ direction: ASC }']) {
    const { status, data } = await gateway.ask(`{ tanks(orderBy: ${orderBy}) { totalCount } }`);
    expect([status, data]).toEqual([400, undefined]);
  }
});

test('what comes before and after is counted only when it is asked for', async () => {
  const sent = watchStatements(gateway.pool);
  await gateway.ask('{ tanks(first: 5) { nodes { id } pageInfo { hasNextPage } } }');
  expect(sent).toHaveLength(1);
  expect(sent.join()).not.toContain('count');
  await gateway.ask('{ tanks(first: 5) { nodes { id } totalCount } }');
  expect(sent).toHaveLength(3);
});

test('a page of 50 ship-tos with their tanks, and each tank’s ship-to, is two statements, or three', async () => {
  const { company, token } = await newCompany();
  const places = Array.from({ length: 50 }, () => full(shipTo, { companyId: company }));
  const tanks = places.flatMap(({ id }, i) =>
    Array.from({ length: i % 4 }, (_, n) => full(tank, { companyId: company, shipToId: id, name: `${n}` })),
  );
  await insert(gateway, shipTo, ...places);
  await insert(gateway, tank, ...tanks, full(tank, { companyId: 'globex', shipToId: places[0]?.id }));
  const sent = watchStatements(gateway.pool);
  const { data } = await gateway.ask('{ shipTos(first: 50) { nodes { id tanks { nodes { id name } } } } }', {}, token);
  expect(sent).toHaveLength(2);
  const expected = places.map(({ id }) => [id, tanks.filter(({ shipToId }) => shipToId === id).map((one) => one.id).toSorted()]); // biome-ignore format: one thought
  const answered = data.shipTos.nodes.map((place: Data) => [place.id, place.tanks.nodes.map(({ id }: Data) => id)]);
  expect(answered.toSorted()).toEqual(expected.toSorted());

  sent.length = 0;
  const back = '{ shipTos(first: 50) { nodes { id tanks { nodes { shipTo { id name } } } } } }';
  const { data: again } = await gateway.ask(back, {}, token);
  expect(sent).toHaveLength(3);
  for (const place of again.shipTos.nodes)
    for (const { shipTo: of } of place.tanks.nodes) expect(of).toEqual({ id: place.id, name: 'name №0' });
});

test('each ship-to counts its own tanks, all of them in one statement', async () => {
  const { company, token } = await newCompany();
  const places = Array.from({ length: 5 }, () => full(shipTo, { companyId: company }));
  await insert(gateway, shipTo, ...places);
  const tanks = places.flatMap(({ id }, i) =>
    Array.from({ length: i }, () => full(tank, { companyId: company, shipToId: id, fillStatus: 'low' })),
  );
  await insert(gateway, tank, ...tanks);
  const sent = watchStatements(gateway.pool);
  const { data } = await gateway.ask(
    '{ shipTos { nodes { id tanks(first: 1) { totalCount nodes { id } } } } }',
    {},
    token,
  );
  expect(sent).toHaveLength(3);
  const counts = new Map(data.shipTos.nodes.map((place: Data) => [place.id, place.tanks.totalCount]));
  expect(places.map(({ id }) => counts.get(id))).toEqual([0, 1, 2, 3, 4]);
});

test('each ship-to has its tanks page by page, filtered and in order, forward and backward', async () => {
  const { company, token } = await newCompany();
  const places = Array.from({ length: 3 }, () => full(shipTo, { companyId: company }));
  await insert(gateway, shipTo, ...places);
  const tanks = places.flatMap(({ id }) =>
    [5, 3, 4, 1, 2].map((daysToEmpty) =>
      full(tank, { companyId: company, shipToId: id, daysToEmpty, fillStatus: daysToEmpty === 3 ? 'full' : 'low' }),
    ),
  );
  await insert(gateway, tank, ...tanks);
  const query = `query ($id: ID!, $after: String, $before: String, $first: Int, $last: Int) { shipTo(id: $id) {
    tanks(first: $first, after: $after, last: $last, before: $before, filter: { fillStatus: "low" },
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
  const { company, token } = await newCompany();
  const place = full(shipTo, { companyId: company });
  await insert(gateway, shipTo, place);
  await insert(gateway, tank, full(tank, { companyId: company, shipToId: place.id }));
  const { data: types } = await gateway.ask(
    '{ shipTos { nodes { tanks { __typename edges { __typename } } } } }',
    {},
    token,
  );
  const [{ tanks }] = types.shipTos.nodes;
  const query = `{ shipTos { nodes { tanks { ...page } } } }
    fragment page on ${tanks.__typename} { edges { ...edge } nodes { name } }
    fragment edge on ${tanks.edges[0].__typename} { cursor node { name productName } }`;
  const { data } = await gateway.ask(query, {}, token);
  const node = { name: 'name №0', productName: 'productName №0' };
  expect(data.shipTos.nodes[0].tanks).toMatchObject({ edges: [{ node }], nodes: [{ name: node.name }] });
});

test('lists of tanks side by side, each with arguments of its own, do not mix', async () => {
  const { company, token } = await newCompany();
  const place = full(shipTo, { companyId: company });
  await insert(gateway, shipTo, place);
  const days = [1, 2, 3];
  await insert(gateway, tank, ...days.map((daysToEmpty) => full(tank, { companyId: company, shipToId: place.id, daysToEmpty }))); // biome-ignore format: one thought
  const query = `{ shipTos { nodes {
    one: tanks(filter: { daysToEmptyAtMost: 1 }) { totalCount nodes { daysToEmpty } }
    two: tanks(filter: { daysToEmptyAtMost: 2 }) { totalCount nodes { daysToEmpty } }
    all: tanks { totalCount nodes { daysToEmpty name } } } } }`;
  const { data } = await gateway.ask(query, {}, token);
  const [{ one, two, all }] = data.shipTos.nodes;
  expect([one.totalCount, two.totalCount, all.totalCount]).toEqual([1, 2, 3]);
  expect([one.nodes.length, two.nodes.length, all.nodes.length]).toEqual([1, 2, 3]);
});

test('equal look-ups under different names are one statement', async () => {
  const rows = [full(tank), full(tank)];
  await insert(gateway, tank, ...rows);
  const sent = watchStatements(gateway.pool);
  const [a, b] = rows.map(({ id }) => id);
  const query = `{ a: tank(id: "${a}") { id name } b: tank(id: "${b}") { id name } again: tank(id: "${a}") { name id }
    none: tank(id: "none") { id name } }`;
  const { data } = await gateway.ask(query);
  expect(sent).toHaveLength(1);
  expect(data).toEqual({ a: { id: a, name: 'name №0' }, b: { id: b, name: 'name №0' }, again: { name: 'name №0', id: a }, none: null }); // biome-ignore format: one record
});

test('a tank’s ship-to of another company, of none, or not there at all, is null', async () => {
  const [own, foreign, ofNone] = [
    full(shipTo),
    full(shipTo, { companyId: 'globex' }),
    full(shipTo, { companyId: null }),
  ];
  await insert(gateway, shipTo, own, foreign, ofNone);
  const ids = [own.id, foreign.id, ofNone.id, randomUUID(), null];
  const tanks = ids.map((shipToId) => full(tank, { shipToId }));
  await insert(gateway, tank, ...tanks);
  const query = `{ ${tanks.map(({ id }, i) => `t${i}: tank(id: "${id}") { shipTo { id } }`).join(' ')} }`;
  const { data } = await gateway.ask(query);
  expect(Object.values(data).map((one) => one.shipTo?.id ?? null)).toEqual([own.id, null, null, null, null]);
});

test('a ship-to’s tanks are one’s own company’s alone, even where another’s name the same ship-to', async () => {
  const place = full(shipTo);
  const own = full(tank, { shipToId: place.id });
  await insert(gateway, shipTo, place);
  await insert(
    gateway,
    tank,
    own,
    full(tank, { shipToId: place.id, companyId: 'globex' }),
    full(tank, { shipToId: place.id, companyId: null }),
  );
  const query = 'query ($id: ID!) { shipTo(id: $id) { tanks { totalCount nodes { id } } } }';
  const { data } = await gateway.ask(query, { id: place.id });
  expect(data.shipTo.tanks).toEqual({ totalCount: 1, nodes: [{ id: own.id }] });
});

test('a relation is refused without its own scope, and the rest is answered', async () => {
  const place = full(shipTo);
  const row = full(tank, { shipToId: place.id });
  await insert(gateway, shipTo, place);
  await insert(gateway, tank, row);
  const tanksOnly = await tokenOf('acme', 'tanks:read');
  const up = await gateway.ask(`{ tank(id: "${row.id}") { id shipTo { id } } }`, {}, tanksOnly);
  expect(up.data.tank).toEqual({ id: row.id, shipTo: null });
  expect(up.errors).toMatchObject([{ path: ['tank', 'shipTo'], extensions: { code: 'FORBIDDEN' } }]);
  const shipTosOnly = await tokenOf('acme', 'ship-tos:read');
  const down = await gateway.ask(`{ shipTo(id: "${place.id}") { id tanks { nodes { id } } } }`, {}, shipTosOnly);
  expect(down.errors).toMatchObject([{ path: ['shipTo', 'tanks'], extensions: { code: 'FORBIDDEN' } }]);
});

test('only the columns asked for are read', async () => {
  const sent = watchStatements(gateway.pool);
  await gateway.ask('{ tanks(first: 1) { nodes { name shipTo { routeCode } } } tank(id: "x") { brand } }');
  expect(sent.join('\n')).not.toMatch(/metadata|note|\*/);
  expect(sent.join('\n')).toMatch(/ship_to_id/);
});
