import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Data, openGateway, type TestGateway } from '../gateway.ts';
import { expiration, isNullable, quickOrder, type StoredRecord, shipTo, subscription, tank, task } from '../records.ts';
import { create, full, insert, newCompany } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

/** The ids of section 2, and the words that people search by. */
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
      const { companyId, token } = await newCompany();
      const values: Record<string, unknown[]> = { taskNumber: [1, 2], archived: [true, false] };
      const [wanted, other] = values[field] ?? ["it's \u{1F6E2}", 'another'];
      const rows = [wanted, other, wanted, ...(isNullable(record, field) ? [null] : [])].map((value) =>
        full(record, { companyId, [field]: value }),
      );
      await insert(gateway, record, ...rows, full(record, { companyId: 'globex', [field]: wanted }));
      for (const value of isNullable(record, field) ? [wanted, null] : [wanted]) {
        const expected = rows.filter((row) => row[field] === value).map(({ id }) => ({ id }));
        const { data } = await gateway.ask(found(record), { filter: { [field]: { equals: value } } }, token);
        expect(data[record.many].totalCount).toBe(expected.length);
        expect(data[record.many].nodes).toHaveLength(expected.length);
        expect(data[record.many].nodes).toEqual(expect.arrayContaining(expected));
      }
    });

const bounds: [StoredRecord, string, string, unknown[], unknown, unknown[]][] = [
  [tank, 'lte', 'daysToEmpty', [1, 2.5, 2.6, -1], 2.5, [1, 2.5, -1]],
  [tank, 'lte', 'fillPercentage', [10, 10.1, null, 0], 10, [10, 0]],
  [
    task,
    'lt',
    'dueDate',
    ['2026-03-01T08:00:00.000Z', '2026-03-01T08:00:00.001Z', null],
    '2026-03-01T09:00:00.001+01:00',
    ['2026-03-01T08:00:00.000Z'],
  ],
  [expiration, 'lt', 'expirationDate', ['2026-03-01', '2026-02-28', null], '2026-03-01', ['2026-02-28']],
  [expiration, 'lt', 'warningDate', ['2026-03-01', '2026-02-28', null], '2026-03-01', ['2026-02-28']],
];
for (const [record, operator, field, values, bound, expected] of bounds)
  for (const zone of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles'])
    test(`${record.many} are filtered by ${field} with ${operator}, also by a server in ${zone}`, async () => {
      const before = process.env.TZ;
      process.env.TZ = zone;
      onTestFinished(() => {
        if (before === undefined) delete process.env.TZ;
        else process.env.TZ = before;
      });
      const { companyId, token } = await newCompany();
      await insert(gateway, record, ...values.map((value) => full(record, { companyId, [field]: value })));
      const query = `query ($filter: ${record.type}Filter) { ${record.many}(filter: $filter) { nodes { ${field} } totalCount } }`;
      const { data } = await gateway.ask(query, { filter: { [field]: { [operator]: bound } } }, token);
      expect(data[record.many].totalCount).toBe(expected.length);
      expect(data[record.many].nodes.map((node: Data) => node[field])).toEqual(expect.arrayContaining(expected));
    });

test('a bound that is null is refused with its path', async () => {
  for (const [record, operator, field] of bounds) {
    const { errors } = await gateway.ask(found(record), { filter: { [field]: { [operator]: null } } });
    const extensions = { code: 'BAD_USER_INPUT', issues: [{ path: ['filter', field, operator], code: 'REQUIRED' }] };
    expect(errors).toMatchObject([{ extensions }]);
  }
});

test('all conditions of a filter must hold', async () => {
  const { companyId, token } = await newCompany();
  const rows = [
    ['low', 1],
    ['low', 9],
    ['full', 1],
  ].map(([fillStatus, daysToEmpty]) => full(tank, { companyId, fillStatus, daysToEmpty }));
  await insert(gateway, tank, ...rows);
  const filter = { fillStatus: { equals: 'low' }, daysToEmpty: { lte: 5 } };
  const { data } = await gateway.ask(found(tank), { filter }, token);
  expect(data.tanks).toEqual({ nodes: [{ id: rows[0]?.id }], totalCount: 1 });
});

test('an empty filter, and one whose variables are missing, lists all', async () => {
  const { companyId, token } = await newCompany();
  await create(gateway, tank, { companyId });
  const query = `query ($status: String, $empty: TankFilter) {
    a: tanks(filter: { status: { equals: $status } }) { totalCount } b: tanks(filter: $empty) { totalCount }
    c: tanks(filter: {}, orderBy: null, first: null, last: null, after: null, before: null) { totalCount } }`;
  for (const _again of [1, 2, 3]) {
    const { data } = await gateway.ask(query, { empty: {} }, token);
    expect(data).toEqual({ a: { totalCount: 1 }, b: { totalCount: 1 }, c: { totalCount: 1 } });
  }
});

test('text that cannot be stored is refused in a filter with its path', async () => {
  for (const text of ['a\0b', '\ud800', 'x\udc00']) {
    const { errors } = await gateway.ask(found(tank), {
      filter: { status: { equals: text }, externalId: { equals: text } },
    });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path: ['filter', 'externalId', 'equals'] }, { path: ['filter', 'status', 'equals'] }],
    });
  }
});
