import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway, tokenOf, watchStatements } from '../gateway.ts';
import { RECORDS, subscription, tank } from '../records.ts';
import { full, insert, newCompany, snake } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

/** A company with tanks of its own, and one of another company beside them. */
async function site(tanks: object[]) {
  const { companyId, token } = await newCompany();
  const rows = tanks.map((row) => full(tank, { companyId, ...row }));
  await insert(gateway, tank, ...rows, full(tank, { companyId: 'globex', status: 'active', tankSize: 1e6 }));
  return async (query: string, variables?: object) => {
    const { data, errors } = await gateway.ask(query, variables, token);
    expect(errors).toBeUndefined();
    return data;
  };
}

test('tanks are grouped by two fields, most records first, then by key with null before all values', async () => {
  const rows = [
    ['idle', true],
    ['active', false],
    [null, true],
    ['active', false],
    ['idle', false],
    [null, false],
  ];
  const ask = await site(rows.map(([status, includeInJob]) => ({ status, includeInJob })));
  const { tankAggregate } = await ask(
    '{ tankAggregate(groupBy: [STATUS, INCLUDE_IN_JOB]) { groups { key { status includeInJob name } count } others isExact } }',
  );
  const group = (status: string | null, includeInJob: boolean, count = 1) => ({
    key: { status, includeInJob, name: null },
    count,
  });
  expect(tankAggregate).toEqual({
    groups: [
      group('active', false, 2),
      group(null, false),
      group(null, true),
      group('idle', false),
      group('idle', true),
    ],
    others: 0,
    isExact: true,
  });
});

test('without fields, all records are one group, and no record is one of none', async () => {
  const ask = await site([{ tankSize: 10, fillPercentage: null }, { tankSize: 20.5 }]);
  const figures = 'groups { count sum { tankSize fillPercentage } max { fillPercentage } } others isExact';
  const { all, empty, none } = await ask(`{
    all: tankAggregate { ${figures} }
    empty: tankAggregate(groupBy: [], filter: { status: { in: [] } }) { ${figures} }
    none: tankAggregate(groupBy: [STATUS], filter: { status: { in: [] } }) { ${figures} }
  }`);
  const nothing = { tankSize: null, fillPercentage: null };
  expect(all.groups).toEqual([
    { count: 2, sum: { tankSize: 30.5, fillPercentage: 0.1 }, max: { fillPercentage: 0.1 } },
  ]);
  expect(empty).toEqual({
    groups: [{ count: 0, sum: nothing, max: { fillPercentage: null } }],
    others: 0,
    isExact: true,
  });
  expect(none).toEqual({ groups: [], others: 0, isExact: true });
});

test('fragments, aliases and conditions select figures, and only these are computed', async () => {
  const ask = await site([{ tankSize: 1, readingVolume: 3 }]);
  const sent = watchStatements(gateway.pool);
  const answer = await ask(
    `query ($no: Boolean!) {
      tankAggregate { ...Whole again: groups { n: count a: sum { tankSize } b: sum { it: readingVolume } ... on TankGroup { sum { tankSize } } } }
    }
    fragment Whole on TankAggregate { groups { __typename ...Sizes avg @skip(if: $no) { tankSize } } }
    fragment Sizes on TankGroup { min { __typename tankSize } max { size: tankSize tankSize } }`,
    { no: true },
  );
  expect(answer.tankAggregate).toEqual({
    groups: [
      { __typename: 'TankGroup', min: { __typename: 'TankExtremes', tankSize: 1 }, max: { size: 1, tankSize: 1 } },
    ],
    again: [{ n: 1, a: { tankSize: 1 }, b: { it: 3 }, sum: { tankSize: 1 } }],
  });
  const computed = sent.flatMap((text) => text.match(/\b(sum|avg|min|max)\(v/g) ?? []);
  expect(computed.toSorted()).toEqual(['max(v', 'min(v', 'sum(v', 'sum(v']);
});

test('aggregates obey the filter', async () => {
  const ask = await site([
    { status: 'a', name: 'North' },
    { status: 'a', name: 'South' },
    { status: 'b', name: 'North' },
  ]);
  const data = await ask(`{
    found: tankAggregate(groupBy: [STATUS], filter: { search: "north" }) { groups { key { status } count } }
    since: tankAggregate(groupBy: [STATUS], filter: { modifiedSince: "2026-01-01T00:00:00Z" }) { groups { key { status } count } }
  }`);
  const groups = (a: number) => [
    { key: { status: 'a' }, count: a },
    { key: { status: 'b' }, count: 1 },
  ];
  expect(data).toEqual({ found: { groups: groups(1) }, since: { groups: groups(2) } });
});

test('the first groups are listed, and the records of the others counted together', async () => {
  const values = Array.from({ length: 102 }, (_, n) => `c${n}`);
  const ask = await site([...values, 'c7', 'c7'].map((customerId) => ({ customerId })));
  const sizes = async (first: string) => {
    const { tankAggregate } = await ask(
      `{ tankAggregate(groupBy: [CUSTOMER_ID] ${first}) { groups { key { customerId } count } others } }`,
    );
    expect(tankAggregate.groups[0] ?? { key: { customerId: 'c7' }, count: 3 }).toEqual({
      key: { customerId: 'c7' },
      count: 3,
    });
    return [tankAggregate.groups.length, tankAggregate.others];
  };
  expect(await sizes('')).toEqual([100, 2]);
  expect(await sizes('first: null')).toEqual([100, 2]);
  expect(await sizes('first: 1')).toEqual([1, 101]);
  expect(await sizes('first: 0')).toEqual([0, 104]);
  expect(await sizes('first: 1000')).toEqual([102, 0]);
});

test('a state is grouped by what filters take', async () => {
  const { companyId, token } = await newCompany();
  const paused = full(subscription, { companyId });
  await insert(gateway, subscription, paused);
  await gateway.sql(`UPDATE webhook_subscription SET state = 'paused', max_in_flight = 3 WHERE id = $1`, [paused.id]);
  const query =
    '{ webhookSubscriptionAggregate(groupBy: [STATE, WEBHOOK_URL]) { groups { key { state webhookUrl } sum { maxInFlight } } } }';
  const { data } = await gateway.ask(query, {}, token);
  expect(data.webhookSubscriptionAggregate.groups).toEqual([
    { key: { state: 'PAUSED', webhookUrl: paused.webhookUrl }, sum: { maxInFlight: 3 } },
  ]);
});

test('arguments beyond their limits are refused together, each with its path', async () => {
  const refused = async (args: string) => {
    const { errors } = await gateway.ask(`{ tankAggregate(${args}) { others } }`);
    return errors?.[0]?.extensions.issues.map(({ path, code }: Data) => [path.join('.'), code]);
  };
  const all = 'groupBy: [NAME, STATUS, BRAND, NOTE], first: 1001, timeZone: "Mars/Olympus", filter: { search: "a" }';
  expect(await refused(all)).toEqual([
    ['filter.search', 'OUT_OF_RANGE'],
    ['groupBy', 'TOO_LONG'],
    ['first', 'OUT_OF_RANGE'],
    ['timeZone', 'UNKNOWN_VALUE'],
  ]);
  expect(await refused('first: -1')).toEqual([['first', 'OUT_OF_RANGE']]);
  // PostgreSQL would take these for offsets, some without summer time, some of the other sign.
  for (const zone of ['', 'CET', 'PST', '+05:00', 'UTC+5', 'FOO5', "UTC'", 'America/', '/', 'localtime'])
    expect([zone, await refused(`timeZone: ${JSON.stringify(zone)}`)]).toEqual([zone, [['timeZone', 'UNKNOWN_VALUE']]]);
  // Node.js may know zones that the database does not.
  await insert(gateway, tank, full(tank));
  const unknown = await refused('groupBy: [LAST_MODIFIED_DATE], timeZone: "US/Pacific-New"');
  expect(unknown).toEqual([['timeZone', 'UNKNOWN_VALUE']]);
  expect(await refused('groupBy: [NAME, STATUS, BRAND, NAME], timeZone: "america/chicago"')).toBeUndefined();
});

test('what GraphQL cannot express is null, and the other figures are answered', async () => {
  const ask = await site([
    { name: 'odd' },
    { name: 'even', fillPercentage: 5, lastReadingDate: '2026-01-31T08:00:00Z' },
  ]);
  const companyId = (await ask('{ tankAggregate(groupBy: [COMPANY_ID]) { groups { key { companyId } } } }'))
    .tankAggregate.groups[0].key.companyId;
  await gateway.sql(
    `UPDATE tank SET fill_percentage = 'NaN', last_reading_date = 'infinity' WHERE company_id = $1 AND name = 'odd'`,
    [companyId],
  );
  const { tankAggregate } = await ask(`{ tankAggregate(groupBy: [NAME, FILL_PERCENTAGE, LAST_READING_DATE]) {
    groups { key { name fillPercentage lastReadingDate } sum { fillPercentage } min { lastReadingDate } max { tankSize } } } }`);
  const group = (name: string, fillPercentage: number | null, day: string | null, time: string | null) => ({
    key: { name, fillPercentage, lastReadingDate: day },
    sum: { fillPercentage },
    min: { lastReadingDate: time },
    max: { tankSize: 0.1 },
  });
  expect(tankAggregate.groups).toEqual([
    group('even', 5, '2026-01-31', '2026-01-31T08:00:00.000Z'),
    group('odd', null, null, null),
  ]);
});

test('a sum beyond a Float, and a time beyond a day of the zone, are refused in words, and the other figures answered', async () => {
  const { companyId, token } = await newCompany();
  const row = { companyId, tankSize: 1e308, lastReadingDate: '294276-12-31T23:59:59Z' };
  await insert(gateway, tank, full(tank, row), full(tank, row));
  const ask = (args: string, figure: string) =>
    gateway.ask(`{ tankAggregate${args} { groups { count ${figure} } } }`, {}, token);
  const issuesOf = async (args: string, figure: string) =>
    (await ask(args, figure)).errors?.map(({ extensions }) => extensions.issues);
  for (const figure of ['sum { tankSize }', 'avg { tankSize }'])
    expect(await issuesOf('', figure)).toEqual([
      [{ path: [], code: 'OUT_OF_RANGE', message: 'a sum is beyond the range of a Float; omit `sum` and `avg`' }],
    ]);
  expect((await ask('', 'max { tankSize }')).data.tankAggregate.groups).toEqual([
    { count: 2, max: { tankSize: 1e308 } },
  ]);
  expect(await issuesOf('(groupBy: LAST_READING_DATE, timeZone: "Pacific/Kiritimati")', '')).toEqual([
    [{ path: ['timeZone'], code: 'OUT_OF_RANGE', message: 'puts a time beyond what the database can store' }],
  ]);
});

test('records are grouped by every field that they show and that can be compared, with the scope of the list', async () => {
  const beside = ['maxInFlight', 'maxPerSecond', 'ordered', 'state', 'disabledReason', 'failingSince'];
  for (const record of RECORDS) {
    const { one, scope, type, fields } = record;
    const { data: about } = await gateway.ask(`{ fields: __type(name: "${type}GroupField") { enumValues { name } }
      key: __type(name: "${type}GroupKey") { fields { name } } }`);
    const names: string[] = about.fields.enumValues.map(({ name }: { name: string }) => name);
    const hidden = ['id', 'version', 'secret'];
    const shown = Object.keys(fields).filter((name) => !hidden.includes(name) && !/JSON|\[/.test(fields[name] ?? ''));
    const all = [...shown, ...(record === subscription ? beside : [])];
    expect(names.toSorted()).toEqual(all.map((name) => snake(name).toUpperCase()).toSorted());
    expect(about.key.fields.map(({ name }: { name: string }) => name).toSorted()).toEqual(all.toSorted());
    const grouped = names.map(
      (name) => `${name}: ${one}Aggregate(groupBy: [${name}], first: 1) { others groups { count } }`,
    );
    expect([type, (await gateway.ask(`{ ${grouped.join(' ')} }`)).errors]).toEqual([type, undefined]);
    const refused = await gateway.ask(`{ ${grouped[0]} }`, {}, await tokenOf('acme', `${scope}:write`));
    expect(refused.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN', missingScope: `${scope}:read` } }]);
  }
});

test('a total beyond 100,000 is a lower bound, and says so; an aggregate is exact up to ten times as many', async () => {
  const { companyId, token } = await newCompany();
  const insertMany = (from: number, to: number) =>
    // Without triggers and checks of references: only the number of the rows matters.
    gateway.sql(`SET LOCAL session_replication_role = replica;
      INSERT INTO quick_order (id, company_id) SELECT '${companyId}' || n, '${companyId}' FROM generate_series(${from}, ${to}) n;
      SET LOCAL session_replication_role = origin`);
  const query =
    '{ quickOrders(first: 1) { totalCount totalCountIsExact } quickOrderAggregate(groupBy: [STATUS]) { groups { count } isExact } }';
  await insertMany(1, 100_000);
  const { data: exact } = await gateway.ask(query, {}, token);
  expect(exact).toEqual({
    quickOrders: { totalCount: 100_000, totalCountIsExact: true },
    quickOrderAggregate: { groups: [{ count: 100_000 }], isExact: true },
  });
  await insertMany(100_001, 100_002);
  const { data: bounded } = await gateway.ask(query, {}, token);
  expect(bounded).toEqual({
    quickOrders: { totalCount: 100_000, totalCountIsExact: false },
    quickOrderAggregate: { groups: [{ count: 100_002 }], isExact: true },
  });
});
