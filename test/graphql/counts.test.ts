import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { RECORDS, subscription, tank, task } from '../records.ts';
import { full, insert, newCompany } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

test('tanks are counted by status, most frequent first, also those without one', async () => {
  const { companyId, token } = await newCompany();
  const statuses = ['idle', 'active', null, 'active', 'closed', 'active', null];
  await insert(gateway, tank, ...statuses.map((status) => full(tank, { companyId, status })));
  await insert(gateway, tank, full(tank, { companyId: 'globex', status: 'active' }));
  const { data } = await gateway.ask('{ tankCounts(by: STATUS) { values { value count } others } }', {}, token);
  const values = [
    { value: 'active', count: 3 },
    { value: null, count: 2 },
    { value: 'closed', count: 1 },
    { value: 'idle', count: 1 },
  ];
  expect(data.tankCounts).toEqual({ values, others: 0 });
});

test('counts obey the filter', async () => {
  const { companyId, token } = await newCompany();
  const rows = [
    ['a', 'North'],
    ['a', 'South'],
    ['b', 'North'],
  ].map(([status, name]) => full(tank, { companyId, status, name }));
  await insert(gateway, tank, ...rows);
  const query = `{ found: tankCounts(by: STATUS, filter: { search: "north" }) { values { value count } }
    since: tankCounts(by: STATUS, filter: { modifiedSince: "2026-01-01T00:00:00Z" }) { values { value count } }
    none: tankCounts(by: STATUS, filter: { statusIn: [] }) { values { value } others } }`;
  const { data, errors } = await gateway.ask(query, {}, token);
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    found: {
      values: [
        { value: 'a', count: 1 },
        { value: 'b', count: 1 },
      ],
    },
    since: {
      values: [
        { value: 'a', count: 2 },
        { value: 'b', count: 1 },
      ],
    },
    none: { values: [], others: 0 },
  });
});

test('the hundred most frequent values are listed, and the records of the others counted together', async () => {
  const { companyId, token } = await newCompany();
  const values = Array.from({ length: 102 }, (_, n) => `c${n}`);
  await insert(gateway, tank, ...[...values, 'c7', 'c7'].map((customerId) => full(tank, { companyId, customerId })));
  const { data } = await gateway.ask('{ tankCounts(by: CUSTOMER_ID) { values { value count } others } }', {}, token);
  expect(data.tankCounts.values).toHaveLength(100);
  expect(data.tankCounts.values[0]).toEqual({ value: 'c7', count: 3 });
  expect(data.tankCounts.others).toBe(2);
});

test('a boolean and a state are counted by what filters take', async () => {
  const { companyId, token } = await newCompany();
  await insert(gateway, task, full(task, { companyId, isArchived: true }), full(task, { companyId, isArchived: true }));
  const paused = full(subscription, { companyId });
  await insert(gateway, subscription, paused);
  await gateway.sql(`UPDATE webhook_subscription SET state = 'paused' WHERE id = $1`, [paused.id]);
  const query = `{ taskCounts(by: IS_ARCHIVED) { values { value count } }
    webhookSubscriptionCounts(by: STATE) { values { value count } } }`;
  const { data } = await gateway.ask(query, {}, token);
  expect(data).toEqual({
    taskCounts: { values: [{ value: 'true', count: 2 }] },
    webhookSubscriptionCounts: { values: [{ value: 'PAUSED', count: 1 }] },
  });
});

test('counts need the scope of the list, and name what is wrong with their filter', async () => {
  for (const { one, scope, type } of RECORDS) {
    const { data: about } = await gateway.ask(`{ __type(name: "${type}CountField") { enumValues { name } } }`);
    const fields: { name: string }[] = about.__type.enumValues;
    const counted = fields.map(({ name }) => `${name}: ${one}Counts(by: ${name}) { others values { value count } }`);
    const { errors } = await gateway.ask(`{ ${counted.join(' ')} }`);
    expect([type, errors]).toEqual([type, undefined]);
    const refused = await gateway.ask(`{ ${counted[0]} }`, {}, await tokenOf('acme', `${scope}:write`));
    expect(refused.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    const wrong = await gateway.ask(`{ ${one}Counts(by: ${fields[0]?.name}, filter: { search: "a" }) { others } }`);
    expect(wrong.errors).toMatchObject([{ extensions: { issues: [{ path: ['filter', 'search'] }] } }]);
  }
});

test('a total beyond 100,000 is a lower bound, and says so', async () => {
  const { companyId, token } = await newCompany();
  const insertMany = (from: number, to: number) =>
    // Without triggers and checks of references: only the number of the rows matters.
    gateway.sql(`SET LOCAL session_replication_role = replica;
      INSERT INTO quick_order (id, company_id) SELECT '${companyId}' || n, '${companyId}' FROM generate_series(${from}, ${to}) n;
      SET LOCAL session_replication_role = origin`);
  const query =
    '{ quickOrders(first: 1) { totalCount totalCountIsExact } quickOrderCounts(by: STATUS) { values { count } isExact } }';
  await insertMany(1, 100_000);
  const { data: exact } = await gateway.ask(query, {}, token);
  expect(exact).toEqual({
    quickOrders: { totalCount: 100_000, totalCountIsExact: true },
    quickOrderCounts: { values: [{ count: 100_000 }], isExact: true },
  });
  await insertMany(100_001, 100_002);
  const { data: bounded } = await gateway.ask(query, {}, token);
  expect(bounded).toEqual({
    quickOrders: { totalCount: 100_000, totalCountIsExact: false },
    quickOrderCounts: { values: [{ count: 100_002 }], isExact: true },
  });
});
