import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../gateway.ts';
import { tank } from '../records.ts';
import { create, full, insert, newCompany } from '../rows.ts';
import { filtering } from './places.ts';
import { types } from './where-values.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const { placesOf, issuesOf } = filtering(() => gateway);

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
