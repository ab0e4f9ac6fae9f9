import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway } from '../gateway.ts';
import { expiration, type StoredRecord, shipTo, subscription, tank, task } from '../records.ts';
import { create, full, insert, newCompany } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const found = ({ type, many }: StoredRecord): string =>
  `query ($filter: ${type}Filter) { ${many}(first: 200, filter: $filter) { nodes { id } totalCount } }`;
/** The places of the rows that a filter finds, and counts. */
async function placesOf(record: StoredRecord, rows: Data[], filter: object, token: string): Promise<number[]> {
  const { data, errors } = await gateway.ask(found(record), { filter }, token);
  expect([filter, errors]).toEqual([filter, undefined]);
  const { nodes, totalCount } = data[record.many];
  expect(totalCount).toBe(nodes.length);
  return nodes
    .map((node: Data) => rows.findIndex(({ id }) => id === node.id))
    .toSorted((a: number, b: number) => a - b);
}
async function issuesOf(filter: object, record: StoredRecord = tank): Promise<unknown[]> {
  const { data, errors } = await gateway.ask(found(record), { filter });
  expect([filter, data?.[record.many] ?? null, errors?.[0]?.extensions.code]).toEqual([filter, null, 'BAD_USER_INPUT']);
  return errors?.[0]?.extensions.issues.map(({ path, code, message }: Data) => [path.join('.'), code, message]);
}

type Cases = [condition: unknown, places: number[]][];
const TEXTS = ['a', 'B', 'b', 'a%b', 'a_b', 'axb', 'a\\b', null];
const ofTexts: Cases = [
  [{ equals: 'b' }, [2]],
  [{ equals: 'b', mode: 'Insensitive' }, [1, 2]],
  [{ equals: 'b', mode: 'Default' }, [2]],
  [{ equals: 'b', mode: null }, [2]],
  [{ not: { equals: 'b' } }, [0, 1, 3, 4, 5, 6]],
  [{ not: { equals: 'b' }, mode: 'Insensitive' }, [0, 3, 4, 5, 6]],
  [{ not: { equals: 'b', mode: 'Insensitive' } }, [0, 3, 4, 5, 6]],
  [{ not: { not: { equals: 'b' } } }, [2]],
  [{ in: ['a', 'B', 'none', 'a'] }, [0, 1]],
  [{ in: ['A', 'B'], mode: 'Insensitive' }, [0, 1, 2]],
  [{ in: [] }, []],
  [{ notIn: ['a', 'B'] }, [2, 3, 4, 5, 6]],
  [{ notIn: ['A', 'B'], mode: 'Insensitive' }, [3, 4, 5, 6]],
  [{ notIn: [] }, [0, 1, 2, 3, 4, 5, 6, 7]],
  [{ contains: '%' }, [3]],
  [{ contains: '_' }, [4]],
  [{ contains: '\\' }, [6]],
  [{ contains: 'B' }, [1]],
  [{ contains: 'B', mode: 'Insensitive' }, [1, 2, 3, 4, 5, 6]],
  [{ contains: '' }, [0, 1, 2, 3, 4, 5, 6]],
  [{ startsWith: 'a' }, [0, 3, 4, 5, 6]],
  [{ startsWith: 'a_' }, [4]],
  [{ startsWith: 'A%', mode: 'Insensitive' }, [3]],
  [{ endsWith: 'b' }, [2, 3, 4, 5, 6]],
  [{ endsWith: '_B', mode: 'Insensitive' }, [4]],
  [{ not: { contains: 'b' } }, [0, 1]],
  [{ startsWith: 'a', endsWith: 'b', not: { contains: 'x' } }, [3, 4, 6]],
  [{ not: { startsWith: 'a', contains: 'B' } }, [2]],
  [{ gte: 'axb' }, [2, 5]],
  [{ equals: null }, [7]],
  [null, [7]],
  [{ not: { equals: null } }, [0, 1, 2, 3, 4, 5, 6]],
  [{ not: null }, [0, 1, 2, 3, 4, 5, 6]],
  [{ equals: null, in: ['a'] }, []],
];
/** Of three values that ascend, and null. */
const ofNumbers = ([a, b, c]: unknown[]): Cases => [
  [{ equals: b }, [1]],
  [{ not: { equals: b } }, [0, 2]],
  [{ in: [a, c] }, [0, 2]],
  [{ notIn: [a, c] }, [1]],
  [{ lt: b }, [0]],
  [{ lte: b }, [0, 1]],
  [{ gt: b }, [2]],
  [{ gte: b }, [1, 2]],
  [{ gte: b, lt: c }, [1]],
  [{ not: { lt: b } }, [1, 2]],
  [{ not: { gte: b, lte: a } }, []],
];
const ofNull: Cases = [
  [{ equals: null }, [3]],
  [null, [3]],
  [{ not: { equals: null } }, [0, 1, 2]],
];
const [times, days] = [
  ['2026-03-01T08:00:00.000Z', '2026-03-01T08:00:00.001Z', '9999-12-31T23:59:59.999Z'],
  ['0001-01-01', '2026-03-01', '9999-12-31'],
];
const types: [string, StoredRecord, string, unknown[], Cases][] = [
  ['ID', tank, 'vendorId', TEXTS, ofTexts],
  ['ID of an index', tank, 'customerId', TEXTS, ofTexts],
  ['String', tank, 'brand', TEXTS, ofTexts],
  ['String of an index', tank, 'name', TEXTS, ofTexts],
  ['Int', task, 'taskNumber', [-2147483648, 0, 2147483647], ofNumbers([-2147483648, 0, 2147483647])],
  ['Float', tank, 'daysToEmpty', [-1.5, 0, 1e308], ofNumbers([-1.5, 0, 1e308])],
  ['nullable Float', tank, 'fillPercentage', [0, 0.5, 100, null], [...ofNumbers([0, 0.5, 100]), ...ofNull]],
  ['DateTime', task, 'dueDate', [...times, null], [...ofNumbers(times), ...ofNull]],
  ['DateTime without an index', task, 'viewedAt', [...times, null], [...ofNumbers(times), ...ofNull]],
  ['Date', expiration, 'expirationDate', [...days, null], [...ofNumbers(days), ...ofNull]],
  ['Date without an index', expiration, 'dateModified', [...days, null], [...ofNumbers(days), ...ofNull]],
  [
    'Boolean',
    shipTo,
    'fuelShipTo',
    [true, false, null],
    [
      [{ equals: true }, [0]],
      [{ equals: false }, [1]],
      [{ not: { equals: true } }, [1]],
      [null, [2]],
      [{ not: { equals: null } }, [0, 1]],
    ],
  ],
  [
    'enum',
    subscription,
    'state',
    ['active', 'paused', 'disabled'],
    [
      [{ equals: 'PAUSED' }, [1]],
      [{ not: { equals: 'PAUSED' } }, [0, 2]],
      [{ in: ['ACTIVE', 'PAUSED'] }, [0, 1]],
      [{ in: [] }, []],
      [{ notIn: ['ACTIVE', 'PAUSED'] }, [2]],
      [{ not: { in: ['ACTIVE'] } }, [1, 2]],
    ],
  ],
  [
    'URL',
    subscription,
    'webhookUrl',
    ['https://a.example/', 'https://b.example/%'],
    [
      [{ equals: 'https://a.example/' }, [0]],
      [{ contains: 'B.', mode: 'Insensitive' }, [1]],
      [{ endsWith: '%' }, [1]],
    ],
  ],
  [
    'list',
    tank,
    'alerts',
    [['a', 'b'], ['b', '"c,'], [], null],
    [
      [{ has: 'b' }, [0, 1]],
      [{ has: '"c,' }, [1]],
      [{ hasEvery: ['b', 'a'] }, [0]],
      [{ hasEvery: [] }, [0, 1, 2]],
      [{ hasSome: ['a', '"c,'] }, [0, 1]],
      [{ hasSome: [] }, []],
      [{ isEmpty: true }, [2]],
      [{ isEmpty: false }, [0, 1]],
      [{ has: 'b', isEmpty: false, hasSome: ['a'] }, [0]],
    ],
  ],
];
test.each(types)('each operator on %s finds its rows, alone, twice denied and beside others', async (...given) => {
  const [, record, field, values, cases] = given;
  const { companyId, token } = await newCompany();
  const rows = values.map((value) => full(record, { companyId, [field]: value }));
  await insert(gateway, record, ...rows);
  await create(gateway, record, { companyId: 'globex', [field]: values[0] });
  for (const [condition, expected] of cases) {
    const filter = { [field]: condition };
    for (const each of [
      filter,
      { AND: [filter, { [field]: {} }] },
      { OR: [filter] },
      { OR: [filter, { id: { in: [] } }] },
    ])
      expect([each, await placesOf(record, rows, each, token)]).toEqual([each, expected]);
    // What is unknown of a row stays so, and neither the condition nor its opposite finds it.
    const denied = await placesOf(record, rows, { NOT: filter }, token);
    expect([
      filter,
      denied.filter((place) => expected.includes(place)),
      await placesOf(record, rows, { NOT: { NOT: filter } }, token),
    ]).toEqual([filter, [], expected]);
  }
});

test('conditions are joined by AND, OR and NOT in any depth', async () => {
  const { companyId, token } = await newCompany();
  const rows = ['low', 'ok', 'full'].flatMap((fillStatus) =>
    [null, 10].map((fillPercentage) => full(tank, { companyId, fillStatus, fillPercentage })),
  );
  await insert(gateway, tank, ...rows);
  const [low, ok, empty] = [
    { fillStatus: { equals: 'low' } },
    { fillStatus: { equals: 'ok' } },
    { fillPercentage: null },
  ];
  const all = [0, 1, 2, 3, 4, 5];
  const cases: [object, number[]][] = [
    [{}, all],
    [{ AND: [] }, all],
    [{ AND: [{}] }, all],
    [{ OR: [] }, []],
    [{ OR: [{}] }, []],
    [{ OR: [{}, low] }, [0, 1]],
    [{ NOT: {} }, all],
    [{ NOT: { OR: [] } }, all],
    [{ name: {}, status: { not: {} }, brand: { mode: 'Insensitive' }, shipTo: {}, tasks: {} }, all],
    [{ OR: [{ name: {} }, { shipTo: {} }, low] }, [0, 1]],
    [{ NOT: { AND: [] } }, all],
    [{ AND: low }, [0, 1]],
    [{ OR: low }, [0, 1]],
    [{ OR: [low, ok] }, [0, 1, 2, 3]],
    [{ ...low, OR: [ok, empty] }, [0]],
    [{ AND: [low, ok] }, []],
    [{ NOT: { ...low, ...empty } }, [1, 2, 3, 4, 5]],
    [{ NOT: { OR: [low, empty] } }, [3, 5]],
    [{ NOT: { fillPercentage: { gt: 5 } } }, []],
    [{ OR: [{ fillPercentage: { lte: 5 } }, empty] }, [0, 2, 4]],
    [{ OR: [{ AND: [low, { NOT: empty }] }, { NOT: { OR: [low, ok, { NOT: empty }] } }] }, [1, 4]],
  ];
  for (const [filter, expected] of cases)
    expect([filter, await placesOf(tank, rows, filter, token)]).toEqual([filter, expected]);
});

const nested = (levels: number, within: object = { name: { equals: 'x' } }): object =>
  levels === 0 ? within : { NOT: nested(levels - 1, within) };
const conditions = (count: number) => ({ OR: Array.from({ length: count }, (_, n) => ({ name: { equals: `${n}` } })) });

test('a filter has at most 5 levels and 100 conditions, and a list of it 200 values', async () => {
  const { companyId, token } = await newCompany();
  const rows = [await create(gateway, tank, { companyId, name: '7', alerts: ['7'] })];
  const texts = Array.from({ length: 200 }, (_, n) => `${n}`);
  for (const filter of [
    nested(4, { name: { equals: '7' } }),
    conditions(100),
    { name: { in: texts } },
    { alerts: { hasSome: texts } },
  ])
    expect(await placesOf(tank, rows, filter, token)).toEqual([0]);
  const [deep, many] = ['must not be nested deeper than 5 levels', 'must have at most 200 values'];
  expect(await issuesOf(nested(6))).toEqual([['filter.NOT.NOT.NOT.NOT.NOT.NOT', 'TOO_DEEP', deep]]);
  expect(await issuesOf(nested(5, { name: { not: { equals: 'x' } } }))).toEqual([
    ['filter.NOT.NOT.NOT.NOT.NOT.name.not', 'TOO_DEEP', deep],
  ]);
  expect(await issuesOf({ AND: [{}, { OR: [nested(4)] }] })).toEqual([
    ['filter.AND.1.OR.0.NOT.NOT.NOT.NOT', 'TOO_DEEP', deep],
  ]);
  const toAndFro = (levels: number): object =>
    levels === 0 ? {} : { shipTo: { is: { tanks: { every: toAndFro(levels - 1) } } } };
  expect(await issuesOf({ OR: [toAndFro(3)] })).toEqual([
    ['filter.OR.0.shipTo.is.tanks.every.shipTo.is.tanks.every.shipTo.is', 'TOO_DEEP', deep],
  ]);
  expect(await placesOf(tank, rows, { OR: [toAndFro(2)] }, token)).toEqual([]);
  expect(await issuesOf(conditions(101))).toEqual([['filter', 'TOO_LONG', 'must have at most 100 conditions']]);
  expect(await issuesOf(conditions(5_000))).toHaveLength(1);
  const nulls = (field: string, count: number) => ({ OR: Array.from({ length: count }, () => ({ [field]: null })) });
  expect(await placesOf(tank, rows, nulls('shipToId', 100), token)).toEqual([]);
  const tooMany = ['filter', 'TOO_LONG', 'must have at most 100 conditions'];
  for (const field of ['status', 'modifiedSince']) expect(await issuesOf(nulls(field, 5_000))).toEqual([tooMany]);
  for (const empty of [{}, { name: {} }, { AND: [] }])
    expect(await issuesOf({ OR: Array.from({ length: 5_000 }, () => empty) })).toEqual([tooMany]);
  const tooManyRelations = ['filter', 'TOO_LONG', 'must have at most 10 conditions on relations'];
  expect(await issuesOf(nulls('shipTo', 11))).toEqual([tooManyRelations]);
  expect(await issuesOf(nulls('shipTo', 5_000))).toEqual([tooManyRelations, tooMany]);
  for (const [field, operator] of [
    ['name', 'in'],
    ['name', 'notIn'],
    ['id', 'in'],
    ['alerts', 'hasEvery'],
    ['alerts', 'hasSome'],
  ] as const)
    expect(await issuesOf({ [field]: { [operator]: [...texts, 'x'] } })).toEqual([
      [`filter.${field}.${operator}`, 'TOO_LONG', many],
    ]);
});

test('null is refused with its path where it is no value', async () => {
  const faults: [object, string, StoredRecord?][] = [
    [{ name: { in: null } }, 'name.in'],
    [{ name: { notIn: null } }, 'name.notIn'],
    [{ name: { lt: null } }, 'name.lt'],
    [{ name: { contains: null } }, 'name.contains'],
    [{ name: { not: { gt: null } } }, 'name.not.gt'],
    [{ id: null }, 'id'],
    [{ id: { equals: null } }, 'id.equals'],
    [{ id: { not: null } }, 'id.not'],
    [{ id: { not: { equals: null } } }, 'id.not.equals'],
    [{ fillStatus: null }, 'fillStatus'],
    [{ includeInJob: { equals: null } }, 'includeInJob.equals'],
    [{ alerts: null }, 'alerts'],
    [{ alerts: { has: null } }, 'alerts.has'],
    [{ alerts: { hasSome: null } }, 'alerts.hasSome'],
    [{ alerts: { isEmpty: null } }, 'alerts.isEmpty'],
    [{ AND: null }, 'AND'],
    [{ OR: null }, 'OR'],
    [{ NOT: null }, 'NOT'],
    [{ search: null }, 'search'],
    [{ OR: [{}, { NOT: { id: null } }] }, 'OR.1.NOT.id'],
    [{ tasks: null }, 'tasks'],
    [{ tasks: { some: null } }, 'tasks.some'],
    [{ tasks: { every: { id: null } } }, 'tasks.every.id'],
    [{ state: null }, 'state', subscription],
    [{ state: { in: null } }, 'state.in', subscription],
  ];
  for (const [filter, path, record] of faults)
    expect(await issuesOf(filter, record)).toEqual([[`filter.${path}`, 'REQUIRED', 'cannot be null']]);
});

test('a delta read is asked for of the whole list, and not within a condition', async () => {
  const since = { modifiedSince: '2026-01-01T00:00:00Z' };
  const within: [object, string][] = [
    [{ OR: [since] }, 'OR.0'],
    [{ AND: [{}, since] }, 'AND.1'],
    [{ NOT: since }, 'NOT'],
    [{ shipTo: { is: since } }, 'shipTo.is'],
    [{ tasks: { none: since } }, 'tasks.none'],
  ];
  for (const [filter, path] of within)
    expect(await issuesOf(filter)).toEqual([
      [`filter.${path}.modifiedSince`, 'INCOMPATIBLE', 'cannot stand within another condition'],
    ]);
  const { companyId, token } = await newCompany();
  const rows = [await create(gateway, tank, { companyId, name: 'North' }), await create(gateway, tank, { companyId })];
  expect(await placesOf(tank, rows, { ...since, OR: [{ search: 'nor' }] }, token)).toEqual([0]);
  expect(await placesOf(tank, rows, { OR: [{ modifiedSince: null, search: 'nor' }] }, token)).toEqual([0]);
  expect(await placesOf(tank, rows, { NOT: { search: 'nor' } }, token)).toEqual([1]);
});

test('each fault of a filter is reported with its path, in words', async () => {
  expect(
    await issuesOf({
      name: { equals: 'a\0b', in: ['x', '\ud800'] },
      OR: [{ search: 'a' }, { tasks: { some: { title: { contains: '\0' } } } }],
    }),
  ).toEqual([
    ['filter.OR.0.search', 'OUT_OF_RANGE', 'must have 2 to 255 characters'],
    ['filter.OR.1.tasks.some.title.contains', 'INVALID_CHARACTER', expect.any(String)],
    ['filter.name.equals', 'INVALID_CHARACTER', expect.any(String)],
    ['filter.name.in.1', 'INVALID_CHARACTER', expect.any(String)],
  ]);
  const types: [object, string, string, string][] = [
    [{ nam: { equals: 'x' } }, 'nam', 'UNKNOWN_FIELD', 'is not a field of '],
    [{ name: 'x' }, 'name', 'WRONG_TYPE', 'must be an object'],
    [{ name: { equals: 5 } }, 'name.equals', 'WRONG_TYPE', 'must be of the type String'],
    [{ name: { like: 'x' } }, 'name.like', 'UNKNOWN_FIELD', 'is not a field of '],
    [{ idIn: ['x'] }, 'idIn', 'UNKNOWN_FIELD', 'is not a field of '],
    [{ daysToEmpty: { lt: 'x' } }, 'daysToEmpty.lt', 'WRONG_TYPE', 'must be of the type Float'],
    [{ version: { gt: 2 ** 40 } }, 'version.gt', 'OUT_OF_RANGE', 'must be between -2,147,483,648 and 2,147,483,647'],
    [{ includeInJob: { equals: 'yes' } }, 'includeInJob.equals', 'WRONG_TYPE', 'must be of the type Boolean'],
    [
      { lastModifiedDate: { gt: 'now' } },
      'lastModifiedDate.gt',
      'WRONG_FORMAT',
      'must be a time with its zone, such as 2026-01-31T10:00:00Z',
    ],
    [{ name: { mode: 'insensitive' } }, 'name.mode', 'UNKNOWN_VALUE', 'must be a value of StringFilterMode'],
    [{ id: { in: [null] } }, 'id.in.0', 'REQUIRED', 'cannot be null'],
    [{ AND: [null] }, 'AND.0', 'REQUIRED', 'cannot be null'],
    [{ tasks: { some: { nam: {} } } }, 'tasks.some.nam', 'UNKNOWN_FIELD', 'is not a field of '],
    [{ tasks: { is: {} } }, 'tasks.is', 'UNKNOWN_FIELD', 'is not a field of '],
    [{ shipTo: { some: {} } }, 'shipTo.some', 'UNKNOWN_FIELD', 'is not a field of '],
    [{ metadata: { equals: {} } }, 'metadata', 'UNKNOWN_FIELD', 'is not a field of '],
  ];
  for (const [filter, path, code, message] of types)
    expect(await issuesOf(filter)).toEqual([[`filter.${path}`, code, expect.stringContaining(message)]]);
});
