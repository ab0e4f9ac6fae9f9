import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway } from '../gateway.ts';
import { expiration, quickOrder, RECORDS, type StoredRecord, shipTo, tank, task } from '../records.ts';
import { create, full, insert, newCompany, snake } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

type Order = [record: StoredRecord, order: string, field: string, nulls: 'FIRST' | 'LAST', values: unknown[]];
const orders: Order[] = [
  ...RECORDS.map((record): Order => [record, 'ID', 'id', 'LAST', []]),
  [tank, 'NAME', 'name', 'FIRST', ['b', 'B', 'ä', '\u{1F6E2}', 'b', null]],
  [tank, 'DAYS_TO_EMPTY', 'daysToEmpty', 'LAST', [0.1, 1e308, null, -2, 0.1, 1e-308]],
  [tank, 'FILL_PERCENTAGE', 'fillPercentage', 'FIRST', [null, 42.5, 0.1 + 0.2, 0]],
  [task, 'TASK_NUMBER', 'taskNumber', 'LAST', [7, -7, 0, 2147483647]],
  [
    task,
    'DUE_DATE',
    'dueDate',
    'LAST',
    ['2026-03-01T00:00:00.001Z', null, '2026-03-01T00:00:00.002Z', '1999-12-31T23:59:59.999Z'],
  ],
  [expiration, 'EXPIRATION_DATE', 'expirationDate', 'LAST', ['2026-03-01', null]],
  [expiration, 'WARNING_DATE', 'warningDate', 'LAST', [null, '0001-01-01']],
  [quickOrder, 'CREATED_DATE', 'createdDate', 'FIRST', ['2026-03-01T00:00:00.001Z', null, '2026-03-01T00:00:00.010Z']],
  [shipTo, 'NAME', 'name', 'FIRST', [null, 'Depot', 'depot', "O'Hara"]],
];

for (const [record, order, field, nulls, values] of orders)
  for (const direction of ['ASC', 'DESC'])
    test(`${record.many} by ${order} ${direction} are read page by page both ways, with ties and missing values`, async () => {
      const { companyId, token } = await newCompany();
      const rows = Array.from({ length: 23 }, (_, i) =>
        full(record, { companyId, ...(field !== 'id' && { [field]: values[i % values.length] }) }),
      );
      await insert(gateway, record, ...rows);
      const sorted = await gateway.sql(
        `SELECT id FROM ${record.table} WHERE company_id = $1 ORDER BY ${snake(field)} NULLS ${nulls}, id`,
        [companyId],
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

const faults: [string, Record<string, string>][] = [
  ['first: -1', { first: 'OUT_OF_RANGE' }],
  ['first: -1', { first: 'OUT_OF_RANGE' }],
  ['first: 201', { first: 'OUT_OF_RANGE' }],
  ['last: -1', { last: 'OUT_OF_RANGE' }],
  ['last: 201', { last: 'OUT_OF_RANGE' }],
  ['first: 2, last: 2', { last: 'INCOMPATIBLE' }],
  ['first: 2, before: $cursor', { before: 'INCOMPATIBLE' }],
  ['last: 2, after: $cursor', { after: 'INCOMPATIBLE' }],
  ['before: $cursor', { before: 'INCOMPATIBLE' }],
  ['first: 2, after: "no cursor"', { after: 'WRONG_FORMAT' }],
  ['last: 2, before: "WyJJRCJd"', { before: 'WRONG_FORMAT' }],
  ['first: 201, after: "no cursor"', { first: 'OUT_OF_RANGE', after: 'WRONG_FORMAT' }],
];
for (const record of RECORDS)
  test(`${record.many} names each invalid argument of its paging`, async () => {
    const { many } = record;
    await create(gateway, record);
    const { data } = await gateway.ask(`{ ${many}(first: 1) { pageInfo { endCursor } } }`);
    const cursor = data[many].pageInfo.endCursor;
    for (const [args, codes] of faults) {
      const query = `${args.includes('$') ? 'query ($cursor: String)' : ''} { ${many}(${args}) { nodes { id } } }`;
      const { errors } = await gateway.ask(query, { cursor });
      const issues: Data[] = errors?.[0]?.extensions.issues ?? [];
      const found = Object.fromEntries(issues.map(({ path, code }) => [path.join('.'), code]));
      expect([args, errors?.[0]?.extensions.code, found]).toEqual([args, 'BAD_USER_INPUT', codes]);
    }
  });

test('a cursor of another order is refused', async () => {
  await create(gateway, tank);
  const { data } = await gateway.ask('{ tanks(first: 1) { pageInfo { endCursor } } }');
  const query = `query ($after: String) {
    tanks(first: 1, after: $after, orderBy: { field: NAME, direction: ASC }) { nodes { id } } }`;
  const { errors } = await gateway.ask(query, { after: data.tanks.pageInfo.endCursor });
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', issues: [{ path: ['after'] }] } }]);
});

test('a cursor of another company’s list shows only one’s own records', async () => {
  const [mine, theirs] = [await newCompany(), await newCompany()];
  await create(gateway, tank, { companyId: theirs.companyId, id: '0' });
  await create(gateway, tank, { companyId: theirs.companyId });
  const own = await create(gateway, tank, { companyId: mine.companyId });
  const { data } = await gateway.ask('{ tanks(first: 1) { pageInfo { endCursor } } }', {}, theirs.token);
  const query = 'query ($after: String) { tanks(first: 9, after: $after) { nodes { id } } }';
  const seen = await gateway.ask(query, { after: data.tanks.pageInfo.endCursor }, mine.token);
  expect(seen.data.tanks.nodes).toEqual([{ id: own.id }]);
});

test('a forged cursor is a client error that names its argument, never an unexpected one', async () => {
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
      const forms = keys.flatMap((key) => [
        [field, key, 'x'],
        [field, '1', key],
      ]);
      for (const after of [...shapes, ...forms].map(forge)) {
        const { status, errors = [] } = await gateway.ask(query, { after });
        expect(status).toBe(200);
        for (const { extensions } of errors)
          expect(extensions).toMatchObject({
            code: 'BAD_USER_INPUT',
            issues: [{ path: ['after'], code: 'WRONG_FORMAT', message: 'is not a valid cursor for this sort order' }],
          });
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
