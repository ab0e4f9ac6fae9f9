import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { expiration, quickOrder, RECORDS, type StoredRecord, shipTo, subscription, tank, task } from '../records.ts';
import { create, full, insert, newCompany } from '../rows.ts';
import { filtering, found } from './places.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const { placesOf } = filtering(() => gateway);

const lists: [StoredRecord, string[]][] = [
  [tank, ['id', 'shipToId', 'customerId', 'locationId', 'externalId', 'status', 'fillStatus']],
  [task, ['id', 'assigneeId', 'statusId', 'teamId', 'workflowId', 'entityId']],
  [expiration, ['id', 'ownerId', 'ownerType', 'expirationTypeId', 'externalId']],
  [quickOrder, ['id', 'userId', 'status', 'externalId']],
  [shipTo, ['id', 'customerId', 'locationId', 'externalId', 'serviceAreaId', 'routeCode']],
  [subscription, ['id', 'resource', 'workflowId']],
];
for (const [record, names] of lists)
  for (const field of names)
    test(`${record.many} are filtered by a list of ${field}, which may be empty`, async () => {
      const { companyId, token } = await newCompany();
      const values = field === 'id' ? [0, 1, 2].map((n) => `${companyId}-${n}`) : ["it's \u{1F6E2}", 'b,"{', 'c'];
      const rows = values.map((value) => full(record, { companyId, [field]: value }));
      await insert(gateway, record, ...rows);
      const [first, second] = values;
      if (field !== 'id') await create(gateway, record, { companyId: 'globex', [field]: first });
      const found = (values: unknown[]) => placesOf(record, rows, { [field]: { in: values } }, token);
      expect(await found([second, first, 'none', first])).toEqual([0, 1]);
      expect(await found([])).toEqual([]);
    });

test('subscriptions are filtered by a list of states', async () => {
  const { companyId, token } = await newCompany();
  const rows = [0, 1, 2].map(() => full(subscription, { companyId }));
  await insert(gateway, subscription, ...rows);
  await gateway.sql(`UPDATE webhook_subscription SET state = 'paused' WHERE id = $1`, [rows[1]?.id]);
  await gateway.sql(`UPDATE webhook_subscription SET state = 'disabled' WHERE id = $1`, [rows[2]?.id]);
  expect(await placesOf(subscription, rows, { state: { in: ['PAUSED', 'DISABLED'] } }, token)).toEqual([1, 2]);
});

const nulls: [StoredRecord, string[]][] = [
  [tank, ['shipToId', 'customerId', 'locationId', 'externalId', 'status', 'fillPercentage']],
  [task, ['assigneeId', 'entityId', 'dueDate', 'scheduledStart']],
  [expiration, ['ownerId', 'ownerType', 'expirationTypeId', 'externalId', 'expirationDate', 'warningDate']],
  [quickOrder, ['userId', 'status', 'externalId']],
  [shipTo, ['customerId', 'locationId', 'externalId', 'serviceAreaId', 'routeCode']],
];
for (const [record, names] of nulls)
  for (const field of names)
    test(`${record.many} are filtered by whether ${field} is null`, async () => {
      const { companyId, token } = await newCompany();
      const rows = [full(record, { companyId }), full(record, { companyId, [field]: null })];
      await insert(gateway, record, ...rows);
      expect(await placesOf(record, rows, { [field]: { not: { equals: null } } }, token)).toEqual([0]);
      expect(await placesOf(record, rows, { [field]: null }, token)).toEqual([1]);
    });

const times = ['2026-03-01T08:00:00.000Z', '2026-03-01T08:00:00.001Z', '2026-03-01T08:00:00.002Z', null];
const days = ['2026-02-28', '2026-03-01', '2026-03-02', null];
const ranges: [StoredRecord, string, unknown[], Data, number[]][] = [
  [tank, 'daysToEmpty', [1, 2.5, 4], { daysToEmpty: { gte: 2.5 } }, [1, 2]],
  [tank, 'daysToEmpty', [1, 2.5, 4], { daysToEmpty: { gte: 2, lte: 3 } }, [1]],
  [tank, 'fillPercentage', [10, 20.5, 30, null], { fillPercentage: { gte: 20.5 } }, [1, 2]],
  [tank, 'fillPercentage', [10, 20.5, 30, null], { fillPercentage: { gte: 0, lte: 25 } }, [0, 1]],
  [task, 'dueDate', times, { dueDate: { gte: times[1] } }, [1, 2]],
  [task, 'dueDate', times, { dueDate: { gte: times[1], lt: times[2] } }, [1]],
  [task, 'scheduledStart', times, { scheduledStart: { gte: times[1] } }, [1, 2]],
  [task, 'scheduledStart', times, { scheduledStart: { lt: times[1] } }, [0]],
  [expiration, 'expirationDate', days, { expirationDate: { gte: days[1] } }, [1, 2]],
  [expiration, 'expirationDate', days, { expirationDate: { gte: days[1], lt: days[2] } }, [1]],
  [expiration, 'warningDate', days, { warningDate: { gte: days[1] } }, [1, 2]],
  [quickOrder, 'createdDate', times, { createdDate: { gte: times[1] } }, [1, 2]],
  [quickOrder, 'createdDate', times, { createdDate: { lt: times[1] } }, [0]],
  [task, 'isArchived', [true, false], { isArchived: { equals: true } }, [0]],
  [task, 'isArchived', [true, false], { isArchived: { equals: false } }, [1]],
];
for (const [record, field, values, filter, expected] of ranges)
  test(`${record.many} with ${JSON.stringify(filter)} are found by ${field}`, async () => {
    const { companyId, token } = await newCompany();
    const rows = values.map((value) => full(record, { companyId, [field]: value }));
    await insert(gateway, record, ...rows);
    expect(await placesOf(record, rows, filter, token)).toEqual(expected);
  });

test('the tanks of a ship-to have the same filters', async () => {
  const { companyId, token } = await newCompany();
  const sites = [await create(gateway, shipTo, { companyId }), await create(gateway, shipTo, { companyId })];
  for (const { id } of sites)
    for (const name of ['North', 'South', null]) await create(gateway, tank, { companyId, shipToId: id, name });
  const query = `{ shipTos { nodes { tanks(filter: { search: "nor", id: { in: [] }, modifiedSince: "2026-01-01T00:00:00Z" }) { totalCount }
    north: tanks(filter: { search: "NOR" }, orderBy: { field: LAST_MODIFIED, direction: DESC }) { totalCount nodes { name } } } } }`;
  const { data, errors } = await gateway.ask(query, {}, token);
  expect(errors).toBeUndefined();
  const north = { totalCount: 1, nodes: [{ name: 'North' }] };
  expect(data.shipTos.nodes).toEqual([
    { tanks: { totalCount: 0 }, north },
    { tanks: { totalCount: 0 }, north },
  ]);
});

test('a token of every company searches in all of them', async () => {
  const { companyId } = await newCompany();
  const { id } = await create(gateway, tank, { companyId, name: 'A very special tank' });
  const { id: nobodys } = await create(gateway, tank, { companyId: null, name: 'A very special tank' });
  const token = await tokenOf(undefined, 'tanks:read companies:all');
  const rows = [{ id }, { id: nobodys }];
  expect(await placesOf(tank, rows, { search: 'very special' }, token)).toEqual([0, 1]);
});

test('the length of a search is that of the text that is searched for', async () => {
  const { companyId, token } = await newCompany();
  const { id } = await create(gateway, tank, { companyId, name: 'Griffin' });
  for (const search of ['\ufb03', '\u3000gri ', `${' '.repeat(300)}fin`])
    expect(await placesOf(tank, [{ id }], { search }, token)).toEqual([0]);
});

test('a fault in a filter is reported with its path', async () => {
  for (const record of RECORDS) {
    const tooMany = Array.from({ length: 201 }, (_, n) => `${n}`);
    const faults: [Data, string][] = [
      [{ id: { in: tooMany } }, 'must have at most 200 values'],
      [{ id: { notIn: tooMany } }, 'must have at most 200 values'],
      [{ id: { in: null } }, 'cannot be null'],
      [{ search: 'a' }, 'must have 2 to 255 characters'],
      [{ search: '   ' }, 'must have 2 to 255 characters'],
      [{ search: '\u3000 b \t' }, 'must have 2 to 255 characters'],
      [{ search: '\u{1F6E2}' }, 'must have 2 to 255 characters'],
      [{ search: '\u0301\u0301 \u0301' }, 'must have 2 to 255 characters'],
      [{ search: 'a'.repeat(256) }, 'must have 2 to 255 characters'],
      [{ search: 'a b c d e f g h i j k' }, 'must have at most 10 words'],
      [{ search: null }, 'cannot be null'],
    ];
    for (const [filter, message] of faults) {
      const { errors } = await gateway.ask(found(record), { filter });
      const [[field, condition] = ['']] = Object.entries(filter);
      const operators = field === 'id' ? Object.keys(condition) : [];
      const issues = [{ path: ['filter', field, ...operators], message }];
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', issues } }]);
    }
    const { errors } = await gateway.ask(found(record), { filter: { id: { in: ['a', 'b\0'] }, search: 'abc\0' } });
    const issues = [{ path: ['filter', 'id', 'in', '1'] }, { path: ['filter', 'search'] }];
    expect(errors?.[0]?.extensions.issues.map(({ path }: Data) => ({ path }))).toEqual(issues);
  }
});
