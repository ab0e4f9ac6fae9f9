import { PrismaPg } from '@prisma/adapter-pg';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PrismaClient } from '../../src/generated/prisma/client.ts';
import { type Data, openGateway, type TestGateway } from '../gateway.ts';
import { expiration, quickOrder, RECORDS, type StoredRecord, shipTo, subscription, tank, task } from '../records.ts';
import { full, insert, newCompany, snake } from '../rows.ts';

/** What Prisma's own client has for each model. */
type Stock = Record<'groupBy' | 'aggregate', (args: object) => Promise<Data>>;

let gateway: TestGateway;
let stock: PrismaClient;
beforeAll(async () => {
  gateway = await openGateway();
  stock = new PrismaClient({ adapter: new PrismaPg(gateway.pool, { disposeExternalPool: false }) });
});
afterAll(async () => {
  await stock.$disconnect();
  await gateway.close();
});

const word = fc.option(fc.constantFrom('a', 'b', 'c'));
/** Quarters, whose sums are exact in any order. */
const quarter = fc.integer({ min: -40, max: 400 }).map((n) => n / 4);
const time = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString());
const day = time.map((at) => at.slice(0, 10));
const letter = fc.constantFrom('a', 'b', 'c');

/** Rows in which values repeat, are null and differ. */
const ROWS = new Map<StoredRecord, fc.Arbitrary<Data>>([
  [
    tank,
    fc.record({
      ...{ status: word, productName: word, customerId: word, fillStatus: letter, includeInJob: fc.boolean() },
      ...{ daysToEmpty: fc.option(quarter), tankSize: quarter, readingVolume: fc.constantFrom(0, 2.5) },
      ...{ fillPercentage: fc.option(quarter), lastReadingDate: fc.option(time) },
    }),
  ],
  [
    task,
    fc.record({
      ...{ taskNumber: fc.integer({ min: -5, max: 2 ** 31 - 1 }), isArchived: fc.boolean(), assigneeId: word },
      ...{ statusId: letter, dueDate: fc.option(time), completedAt: fc.option(time) },
    }),
  ],
  [expiration, fc.record({ ownerType: word, ownerId: word, expirationDate: fc.option(day) })],
  [quickOrder, fc.record({ status: word, userId: word, createdDate: fc.option(time) })],
  [
    shipTo,
    fc.record({ customerId: word, routeCode: word, archived: fc.boolean(), fuelShipTo: fc.option(fc.boolean()) }),
  ],
  [
    subscription,
    fc.record({
      ...{ workflowId: letter, workflowName: word, resource: fc.constantFrom('tank', 'task') },
      ...{ state: fc.constantFrom('active', 'paused'), ordered: fc.boolean() },
      ...{ maxInFlight: fc.integer({ min: 1, max: 100 }), maxPerSecond: fc.option(fc.constantFrom(0.25, 2.5, 1000)) },
    }),
  ],
]);

const percentage = quarter.map((gte): object => ({ fillPercentage: { gte } }));
const days = quarter.map((lte): object => ({ daysToEmpty: { lte } }));
const due = time.map((gte): object => ({ dueDate: { gte } }));
const oneOf = (name: string) =>
  fc
    .subarray(['a', 'b', 'c'])
    .chain((values) => fc.constantFrom<object>({ [name]: { in: values } }, { NOT: { [name]: { in: values } } }));
const equal = (name: string, values: fc.Arbitrary<unknown>) => values.map((equals): object => ({ [name]: { equals } }));
const isNull = (name: string) => fc.constantFrom<object>({ [name]: { equals: null } }, { NOT: { [name]: null } });

/** Conditions, which our filters have as Prisma's `where` has them. */
const CONDITIONS = new Map<StoredRecord, fc.Arbitrary<object>[]>([
  [tank, [oneOf('status'), isNull('status'), equal('fillStatus', letter), percentage, days, isNull('fillPercentage')]],
  [task, [oneOf('statusId'), isNull('assigneeId'), equal('isArchived', fc.boolean()), due, isNull('dueDate')]],
  [expiration, [oneOf('ownerId'), isNull('ownerId')]],
  [quickOrder, [oneOf('status'), isNull('userId')]],
  [shipTo, [oneOf('customerId'), isNull('routeCode'), equal('archived', fc.boolean())]],
  [subscription, [oneOf('workflowId'), equal('resource', fc.constantFrom('tank', 'task'))]],
]);

/** The fields that the types of the schema show: those of keys without dates, of sums and of extremes. */
async function fieldsOf({ type }: StoredRecord) {
  const named = async (suffix: string): Promise<Map<string, string>> => {
    const { data } = await gateway.ask(`{ __type(name: "${type}${suffix}") { fields { name type { name } } } }`);
    const fields: { name: string; type: { name: string } }[] = data.__type?.fields ?? [];
    return new Map(fields.map((field) => [field.name, field.type.name]));
  };
  const keys = [...(await named('GroupKey'))].filter(([, of]) => of !== 'Date').map(([name]) => name);
  return { keys, numbers: [...(await named('Sums')).keys()], extremes: await named('Extremes') };
}

const text = (value: unknown, type: string | undefined) =>
  value instanceof Date ? value.toISOString().slice(0, type === 'Date' ? 10 : 24) : value;

/** Most records first, then by key, with null before all values. */
const inOrder = (by: string[]) => (one: Data, other: Data) => {
  if (one.count !== other.count) return other.count - one.count;
  const name = by.find((each) => one.key[each] !== other.key[each]) ?? '';
  const [a, b] = [one.key[name], other.key[name]];
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
};

test.each(RECORDS)('the figures of 60 random aggregates of $table are those of Prisma', async (record) => {
  const { companyId, token } = await newCompany();
  const rows = fc.sample(ROWS.get(record) ?? fc.constant({}), 150);
  await insert(gateway, record, ...rows.map((row) => full(record, { companyId, ...row })));
  await insert(
    gateway,
    record,
    ...rows.slice(0, 40).map((row) => full(record, { companyId: `not ${companyId}`, ...row })),
  );
  const { keys, numbers, extremes } = await fieldsOf(record);
  const varied = keys.filter((key) => key in (rows[0] ?? {}));
  const model: Stock = Reflect.get(stock, `${record.type.charAt(0).toLowerCase()}${record.type.slice(1)}`);

  const figures = [
    ...(numbers.length > 0 ? [`sum { ${numbers.join(' ')} } avg { ${numbers.join(' ')} }`] : []),
    `min { ${[...extremes.keys()].join(' ')} } max { ${[...extremes.keys()].join(' ')} }`,
  ].join(' ');
  const chosen = (names: string[]) => Object.fromEntries(names.map((name) => [name, true]));
  const computed = {
    _count: { _all: true },
    ...(numbers.length > 0 && { _sum: chosen(numbers), _avg: chosen(numbers) }),
    ...{ _min: chosen([...extremes.keys()]), _max: chosen([...extremes.keys()]) },
  };
  const valuesOf = (values: Data) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, text(value, extremes.get(name))]));
  const shown = (by: string[], { _count, _sum, _avg, _min, _max, ...key }: Data): Data => ({
    key: Object.fromEntries(by.map((name) => [name, name === 'state' ? key[name].toUpperCase() : key[name]])),
    count: _count._all,
    ...(numbers.length > 0 && { sum: valuesOf(_sum), avg: valuesOf(_avg) }),
    ...{ min: valuesOf(_min), max: valuesOf(_max) },
  });

  const groupBy = fc.oneof(
    fc.shuffledSubarray(varied, { maxLength: Math.min(3, varied.length) }),
    fc.shuffledSubarray(keys, { maxLength: 3 }),
  );
  const filter = fc.subarray(CONDITIONS.get(record) ?? []).chain((conditions) => fc.tuple(...conditions));
  let groups = 0;
  for (const [by, conditions] of fc.sample(fc.tuple(groupBy, filter), 60)) {
    const where = { AND: [{ companyId }, ...conditions] };
    const found =
      by.length === 0
        ? [await model.aggregate({ where, ...computed })]
        : await model.groupBy({ by, where, ...computed });
    const expected = found.map((each: Data) => shown(by, each)).toSorted(inOrder(by));
    const key = by.length === 0 ? '__typename' : by.join(' ');
    const { data, errors } = await gateway.ask(
      `query ($filter: ${record.type}Filter, $groupBy: [${record.type}GroupField!]) {
        found: ${record.one}Aggregate(filter: $filter, groupBy: $groupBy, first: 1000) { groups { key { ${key} } count ${figures} } others }
      }`,
      {
        filter: { AND: conditions },
        groupBy: by.map((name) => snake(name).toUpperCase()),
      },
      token,
    );
    expect(errors).toBeUndefined();
    if (by.length === 0) for (const group of data.found.groups) group.key = {};
    expect({ by, ...data.found }).toEqual({ by, groups: expected, others: 0 });
    groups += expected.length;
  }
  expect(groups).toBeGreaterThan(60);
});
