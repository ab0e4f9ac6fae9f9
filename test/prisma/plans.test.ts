import { expect, test } from 'vitest';
import { tokenOf } from '../gateway.ts';
import { expiration, quickOrder, type StoredRecord, shipTo, tank, task } from '../records.ts';
import { filters } from './list-filters.ts';
import { at, later, MOST_COST, nodesOf, openMillionRecords, page, pagesOf, TIMES } from './million-records.ts';

const { gateway, token, plansOf, expectIndexed } = await openMillionRecords();

for (const [record, each, orders] of filters) {
  test(`no filter of ${record.many} reads a million records for a page`, async () => {
    for (const filter of each)
      for (const order of orders)
        await expectIndexed(record, filter, order, order === 'LAST_MODIFIED' ? 'DESC' : 'ASC');
  });
}

test('a search without an order finds what it ranks by the index of the texts', async () => {
  for (const [record, each] of filters)
    for (const filter of each.filter((one) => 'search' in one)) {
      const list = `query ($filter: ${record.type}Filter) { ${record.many}(filter: $filter) { nodes { id } } }`;
      // The second one is planned for as many rows as seem to match. It runs if at most 1,000 do.
      const nodes = (await plansOf(list, { filter })).flatMap(nodesOf);
      expect([filter, nodes.filter((node) => node['Node Type'] === 'Seq Scan')]).toEqual([filter, []]);
    }
});

/** Values of texts: frequent ones, rare ones and absent ones. */
const texts: [StoredRecord, Record<string, string[]>][] = [
  [
    tank,
    {
      shipToId: ['ship-to-1'],
      customerId: ['customer-1'],
      locationId: ['location-1'],
      externalId: ['ext-1'],
      status: ['active', 'blocked'],
      fillStatus: ['ok', 'low'],
    },
  ],
  [
    task,
    {
      assigneeId: ['user-1'],
      statusId: ['open', 'blocked'],
      teamId: ['team-1'],
      workflowId: ['workflow-1'],
      entityType: ['tank', 'ship_to'],
      entityId: ['entity-1'],
    },
  ],
  [
    expiration,
    { ownerId: ['owner-1'], ownerType: ['driver', 'truck'], expirationTypeId: ['type-1'], externalId: ['ext-1'] },
  ],
  [quickOrder, { userId: ['user-1'], status: ['done', 'failed'], externalId: ['ext-1'] }],
  [
    shipTo,
    {
      customerId: ['customer-1'],
      locationId: ['location-1'],
      externalId: ['ext-1'],
      serviceAreaId: ['area-1'],
      routeCode: ['route-1'],
    },
  ],
];
/** Lists with different filters of a moment, with or without their counts. */
const pagesWith = ({ type, many }: StoredRecord, fields: string, count: number) => {
  const places = Array.from({ length: count }, (_, place) => place);
  const lists = places.map((place) => `p${place}: ${many}(filter: $f${place}) { ${fields} }`);
  return `query (${places.map((place) => `$f${place}: ${type}Filter`)}) { ${lists.join(' ')} }`;
};
test('nor do pages and counts that share a statement', async () => {
  const analyze = 'ANALYZE, BUFFERS, FORMAT JSON';
  await gateway.ask(page(tank), { filter: { status: { equals: 'active' } } }, token);
  let shared = 0;
  for (const [record, fields] of texts)
    for (const [field, values] of Object.entries(fields))
      for (const beside of [{}, ...Object.keys(fields).map((other) => ({ [other]: { equals: fields[other]?.[0] } }))]) {
        const filters = [...values, 'none', 'absent'].map((value) => ({ ...beside, [field]: { equals: value } }));
        const variables = Object.fromEntries(filters.map((filter, place) => [`f${place}`, filter]));
        const plans = await plansOf(pagesWith(record, 'nodes { id }', filters.length), variables, token, analyze);
        for (const plan of plans) expect([filters, pagesOf(plan)]).toEqual([filters, Math.min(pagesOf(plan), 300)]);
        shared += plans.flatMap(nodesOf).filter((node) => node['Node Type'] === 'Function Scan').length;
        const counts = await plansOf(pagesWith(record, 'totalCount', filters.length), variables);
        const kinds = counts.map((plan) => nodesOf(plan).map((node) => node['Node Type']));
        expect(kinds.filter((kind) => kind.includes('Aggregate') && kind.includes('Function Scan'))).toEqual([]);
      }
  expect(shared).toBeGreaterThan(10);
});

test('nor do the filters that boards combine', async () => {
  const boards: [StoredRecord, object, string][] = [
    [tank, { status: { equals: 'active' }, search: 'tank 12' }, 'NAME'],
    [tank, { status: { in: ['active', 'idle'] }, search: 'tank' }, 'NAME'],
    [tank, { status: { in: ['blocked'] }, fillStatus: { equals: 'ok' } }, 'DAYS_TO_EMPTY'],
    [tank, { status: { equals: 'active' }, daysToEmpty: { lte: 3 } }, 'DAYS_TO_EMPTY'],
    [tank, { status: { equals: 'active' }, modifiedSince: at }, 'LAST_MODIFIED'],
    [task, { isArchived: { equals: false }, dueDate: { lt: later } }, 'DUE_DATE'],
    [task, { isArchived: { equals: false }, teamId: { in: ['team-1', 'team-2'] }, search: 'task' }, 'DUE_DATE'],
    [task, { isArchived: { equals: false }, assigneeId: { equals: 'user-1' } }, 'DUE_DATE'],
    [task, { isArchived: { equals: false }, scheduledStart: { gte: at, lt: later } }, 'SCHEDULED_START'],
    [expiration, { ownerType: { equals: 'driver' }, expirationDate: { lt: '2026-02-01' } }, 'EXPIRATION_DATE'],
    [shipTo, { archived: { equals: false }, search: 'yard' }, 'NAME'],
    [quickOrder, { status: { in: ['failed'] }, createdDate: { gte: at } }, 'CREATED_DATE'],
  ];
  for (const [record, filter, order] of boards)
    for (const direction of ['ASC', 'DESC']) await expectIndexed(record, filter, order, direction);
});

test('the history of a record, its changed fields and its erasure read its own revisions alone, in tables of 30 days', async () => {
  for (const { name } of await gateway.sql(
    `SELECT inhrelid::regclass AS name FROM pg_inherits WHERE inhparent = 'record_revision'::regclass`,
  ))
    await gateway.sql(`DROP TABLE ${name}`);
  await gateway.sql(`DO $$ BEGIN FOR d IN 0..29 LOOP
      EXECUTE format('CREATE TABLE record_revision_%s PARTITION OF record_revision FOR VALUES FROM (%L) TO (%L)', d,
        time_ordered_uuid_floor(timestamptz '2026-11-01' + d * interval '1 day'), time_ordered_uuid_floor(timestamptz '2026-11-02' + d * interval '1 day'));
    END LOOP; END $$`);
  await gateway.sql(`INSERT INTO record_revision
    SELECT time_ordered_uuid(timestamptz '2026-11-01' + n * interval '51 seconds'), 'big', 'tank', md5((n % 1000)::text), n, 2 + n / 1000, 'updated', NULL, now(), '{name}', '{}', '{}'
    FROM generate_series(0, 49999) n`);
  await gateway.sql('ANALYZE record_revision');
  await gateway.sql(
    `UPDATE pg_class SET reltuples = reltuples * ${TIMES} WHERE relname LIKE 'record_revision%' AND reltuples > 0`,
  );
  await gateway.sql(`UPDATE tank SET version = 51 WHERE id = md5('7')`);
  const reader = await tokenOf('big', 'tanks:read tanks:write history:read');
  const history = 'history(first: 20) { totalCount nodes { version before after } }';
  const id = (await gateway.sql(`SELECT md5('7') AS id`))[0]?.id;
  const plans = [
    ...(await plansOf(
      `query ($id: ID!) { history(record: TANK, id: $id, first: 20) { nodes { version } } }`,
      { id },
      reader,
    )),
    ...(await plansOf(
      `query ($id: ID!) { tank(id: $id) { ${history} } tanks(first: 5) { nodes { ${history} } } }`,
      { id },
      reader,
    )),
    ...(await plansOf(
      `mutation ($id: ID!) { updateTank(id: $id, input: {}, expectedVersion: 40) { ... on ConflictError { changedFields } } }`,
      { id },
      reader,
    )),
  ];
  for (const plan of plans) {
    const scans = nodesOf(plan).filter(
      (node) => node['Node Type'] === 'Seq Scan' && node['Relation Name']?.startsWith('record_revision'),
    );
    expect([scans, plan['Total Cost'] > MOST_COST && plan['Total Cost']]).toEqual([[], false]);
  }
  expect(
    plans.flatMap(nodesOf).filter((node) => node['Relation Name']?.startsWith('record_revision')).length,
  ).toBeGreaterThan(30);
});

test('an update of many finds each record by its id, also in a company of a thousand', async () => {
  await gateway.sql(
    `INSERT INTO quick_order (company_id, external_id) SELECT 'small-' || n % 20, 'e-' || n FROM generate_series(1, 20000) n`,
  );
  await gateway.sql('VACUUM ANALYZE quick_order');
  const patches = ['a', 'b'].map((id) => `{ id: "${id}", input: { externalId: "e" } }`);
  const query = `mutation { updateQuickOrders(patches: [${patches}]) { __typename } }`;
  const plans = await plansOf(query, {}, await tokenOf('small-1'), 'ANALYZE, BUFFERS, FORMAT JSON');
  expect(plans.map(pagesOf).filter((pages) => pages > 50)).toEqual([]);
});
