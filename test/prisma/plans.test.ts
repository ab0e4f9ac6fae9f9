import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modelNamed } from '../../src/prisma/sql/model.ts';
import { COLUMNS, narrowed, ownScopes } from '../auth/own/narrowed.ts';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { expiration, PATCHED, quickOrder, type StoredRecord, shipTo, tank, task } from '../records.ts';
import { until } from '../until.ts';

/** As many rows are written, and the statistics that the planner reads claim a million. */
const ROWS = 10_000;
const TIMES = 100;

/** One of `values` values, which are spread over the rows independently of other columns. */
const one = (name: string, values: number) => `'${name}-' || abs(hashint8(n * ${values} + ${name.length})) % ${values}`;
const often = (rare: string, usual: string) => `CASE WHEN abs(hashint8(n)) % 1000 = 0 THEN ${rare} ELSE ${usual} END`;
const day = (seed: number) => `timestamptz '2026-01-01' + abs(hashint8(n + ${seed})) % 500000 * interval '1 minute'`;

const tables: [StoredRecord, Record<string, string>][] = [
  [
    tank,
    {
      ship_to_id: one('ship-to', 5000),
      customer_id: one('customer', 5000),
      location_id: one('location', 3000),
      external_id: `'ext-' || n`,
      status: often(`'blocked'`, `'active'`),
      fill_status: often(`'low'`, `'ok'`),
      name: `'Tank ' || n`,
      days_to_empty: 'abs(hashint8(n)) % 1000',
      fill_percentage: 'abs(hashint8(n + 1)) % 1000 / 10.0',
    },
  ],
  [
    task,
    {
      assignee_id: one('user', 2000),
      status_id: often(`'blocked'`, `'open'`),
      team_id: one('team', 500),
      workflow_id: one('workflow', 500),
      entity_type: often(`'ship_to'`, `'tank'`),
      entity_id: one('entity', 5000),
      task_number: 'n',
      title: `'Task ' || n`,
      task_type_id: `'t'`,
      creator_id: `'c'`,
      priority: `'p'`,
      is_archived: 'abs(hashint8(n)) % 100 > 0',
      due_date: day(1),
      scheduled_start: day(2),
    },
  ],
  [
    expiration,
    {
      owner_id: one('owner', 5000),
      owner_type: often(`'truck'`, `'driver'`),
      expiration_type_id: one('type', 1000),
      external_id: `'ext-' || n`,
      expiration_code: `'code-' || n`,
      expiration_date: day(1),
      warning_date: day(2),
    },
  ],
  [
    quickOrder,
    {
      user_id: one('user', 5000),
      status: often(`'failed'`, `'done'`),
      external_id: `'ext-' || n`,
      created_date: day(1),
    },
  ],
  [
    shipTo,
    {
      customer_id: one('customer', 5000),
      location_id: one('location', 3000),
      external_id: `'ext-' || n`,
      service_area_id: one('area', 500),
      route_code: one('route', 500),
      name: `'Yard ' || n`,
      archived: 'abs(hashint8(n)) % 1000 = 0',
    },
  ],
];

let gateway: TestGateway;
let token: string;
beforeAll(async () => {
  gateway = await openGateway();
  token = await tokenOf('big');
  for (const [{ table, type }, columns] of tables) {
    await gateway.sql(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await gateway.sql(`INSERT INTO ${table} (id, company_id, ${Object.keys(columns).join(', ')})
      SELECT md5(n::text), 'big', ${Object.values(columns).join(', ')} FROM generate_series(1, ${ROWS}) n`);
    await gateway.sql(`INSERT INTO record_modification SELECT '${table}', id, 'big', ${day(3)}
      FROM (SELECT id, row_number() OVER () AS n FROM ${table}) t`);
    const searched = [...modelNamed(type).columns.values()].filter((column) => column.searched);
    await gateway.sql(`INSERT INTO record_search
      SELECT '${table}', id, 'big', search_text(concat(${searched.map(({ name }) => `' ', ${name}`)})) FROM ${table}`);
  }
  await gateway.sql('ANALYZE');
  await gateway.sql(
    `UPDATE pg_class SET reltuples = reltuples * ${TIMES} WHERE relnamespace = 'public'::regnamespace AND reltuples > 0`,
  );
});
afterAll(() => gateway.close());

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Total Cost': number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Node[];
}
const pagesOf = (node: Node): number => (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0);
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The plans of the statements that an operation sends, or what they have read. */
async function plansOf(query: string, variables: object, by = token, explain = 'FORMAT JSON'): Promise<Node[]> {
  const sent: { text: string; values: unknown[] }[] = [];
  const { query: send } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [config] = args as [{ text: string; values: unknown[] }];
    if (/^(SELECT|WITH|UPDATE)/.test(config.text ?? '')) sent.push({ text: config.text, values: config.values });
    return Reflect.apply(send, this, args);
  } as typeof send;
  const { errors } = await gateway.ask(query, variables, by).finally(() => {
    pg.Client.prototype.query = send;
  });
  expect(errors).toBeUndefined();
  expect(sent).not.toEqual([]);
  return Promise.all(
    sent.map(async ({ text, values }) => {
      const [row] = await gateway.sql(`EXPLAIN (${explain}) ${text}`, values);
      return row?.['QUERY PLAN'][0].Plan;
    }),
  );
}

/** A page that reads the whole company costs some 50,000 and more. */
const MOST_COST = 20_000;
const page = ({ type, many }: StoredRecord, order = 'ID', direction = 'ASC') =>
  `query ($filter: ${type}Filter) { ${many}(filter: $filter, orderBy: { field: ${order}, direction: ${direction} }) { nodes { id } } }`;

async function expectIndexed(record: StoredRecord, filter: object, order?: string, direction?: string): Promise<void> {
  for (const plan of await plansOf(page(record, order, direction), { filter })) {
    const scans = nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan');
    expect([filter, scans, plan['Total Cost'] > MOST_COST && plan['Total Cost']]).toEqual([filter, [], false]);
  }
}

const at = '2026-11-01T00:00:00.000Z';
const later = '2026-11-02T00:00:00.000Z';
const ids = ['a', 'b', 'c'];
const search = 'ext-1234';
/** Each filter, alone: in the default order, and a range also in the order of its field. */
const filters: [StoredRecord, object[], string[]][] = [
  [
    tank,
    [
      { id: { in: ids } },
      { shipToId: { equals: 'ship-to-1' } },
      { shipToId: { in: ids } },
      { shipToId: null },
      { shipToId: { not: { equals: null } } },
      { customerId: { in: ids } },
      { customerId: null },
      { locationId: { in: ids } },
      { locationId: null },
      { externalId: { in: ids } },
      { externalId: null },
      { status: { equals: 'blocked' } },
      { status: { in: ['blocked', 'none'] } },
      { status: { in: ['blocked', 'active'] } },
      { status: null },
      { fillStatus: { in: ['low'] } },
      { search: '777 tank' },
      { search: 'zz' },
      { search: 'ta 7777' },
      { search: 'школа' },
      { daysToEmpty: { gte: 990 } },
      { daysToEmpty: { lte: 9 } },
      { daysToEmpty: { gte: 20, lte: 21 } },
      { fillPercentage: { gte: 99 } },
      { fillPercentage: { gte: 10, lte: 10.5 } },
      { fillPercentage: null },
      { fillPercentage: { not: { equals: null } } },
      { modifiedSince: at },
    ],
    ['ID', 'NAME', 'DAYS_TO_EMPTY', 'FILL_PERCENTAGE', 'LAST_MODIFIED'],
  ],
  [
    task,
    [
      { id: { in: ids } },
      { assigneeId: { in: ids } },
      { assigneeId: null },
      { statusId: { in: ['blocked'] } },
      { teamId: { in: ids } },
      { workflowId: { in: ids } },
      { entityType: { equals: 'ship_to' } },
      { entityId: { equals: 'entity-1' } },
      { entityId: { in: ids } },
      { entityId: null },
      { taskNumber: { equals: 7 } },
      { isArchived: { equals: false } },
      { isArchived: { equals: true } },
      { search: 'task 777' },
      { dueDate: { gte: at, lt: later } },
      { dueDate: { lt: '2026-01-02T00:00:00Z' } },
      { dueDate: null },
      { scheduledStart: { gte: at, lt: later } },
      { scheduledStart: null },
      { modifiedSince: at },
    ],
    ['ID', 'TASK_NUMBER', 'DUE_DATE', 'SCHEDULED_START', 'LAST_MODIFIED'],
  ],
  [
    expiration,
    [
      { id: { in: ids } },
      { ownerId: { in: ids } },
      { ownerId: null },
      { ownerType: { in: ['truck'] } },
      { expirationTypeId: { in: ids } },
      { externalId: { in: ids } },
      { search: 'code-777' },
      { expirationDate: { gte: '2026-11-01', lt: '2026-11-02' } },
      { expirationDate: null },
      { warningDate: { gte: '2026-11-01', lt: '2026-11-02' } },
      { warningDate: null },
      { modifiedSince: at },
    ],
    ['ID', 'EXPIRATION_DATE', 'WARNING_DATE', 'LAST_MODIFIED'],
  ],
  [
    quickOrder,
    [
      { id: { in: ids } },
      { userId: { in: ids } },
      { userId: null },
      { status: { in: ['failed'] } },
      { status: null },
      { externalId: { in: ids } },
      { search },
      { createdDate: { gte: at, lt: later } },
      { createdDate: { lt: '2026-01-02T00:00:00Z' } },
      { modifiedSince: at },
    ],
    ['ID', 'CREATED_DATE', 'LAST_MODIFIED'],
  ],
  [
    shipTo,
    [
      { id: { in: ids } },
      { customerId: { in: ids } },
      { customerId: null },
      { locationId: { in: ids } },
      { externalId: { in: ids } },
      { serviceAreaId: { in: ids } },
      { routeCode: { in: ids } },
      { routeCode: null },
      { archived: { equals: true } },
      { archived: { equals: false } },
      { search: 'yard 777' },
      { modifiedSince: at },
    ],
    ['ID', 'NAME', 'LAST_MODIFIED'],
  ],
];
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

/** What a narrowed token asks for: lists with their counts, by each order, look-ups, search and delta reads. */
const asked = (record: StoredRecord, orders: string[]): [string, object][] => [
  ...orders.map((order): [string, object] => [page(record, order), {}]),
  [`{ ${record.many} { totalCount nodes { id } } }`, {}],
  [`{ ${record.many}(filter: { search: "777" }) { totalCount nodes { id } } }`, {}],
  [`{ ${record.one}(id: "a") { id } node(id: "a") { id } }`, {}],
  [page(record, 'LAST_MODIFIED', 'DESC'), { filter: { modifiedSince: at } }],
];
test('no rule of a narrowed token reads a million records', async () => {
  for (const [record, , orders] of filters)
    for (const column of COLUMNS[record.table] ?? [])
      for (const values of ['c-1', ids]) {
        const own = { [record.table]: { [column]: values } };
        const as = await narrowed(own, ownScopes(own), 'big');
        for (const [query, variables] of asked(record, orders))
          for (const plan of await plansOf(query, variables, as)) {
            const scans = nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan');
            const cost = plan['Total Cost'] > MOST_COST && plan['Total Cost'];
            expect([own, query, scans, cost]).toEqual([own, query, [], false]);
          }
      }
});

test('what a narrowed token finds by ids is read by their index, and not by that of its rule', async () => {
  for (const { table, one, mutation } of PATCHED)
    for (const column of COLUMNS[table]?.slice(1) ?? []) {
      const own = { [table]: { [column]: 'c-1' } };
      const as = await narrowed(own, ownScopes(own), 'big');
      const patches = ['a', 'b'].map(
        (id) =>
          `{ id: "${id}", input: { ${mutation === 'updateTaskAssignee' ? 'assigneeId: null' : 'externalId: "e"'} } }`,
      );
      const queries = [
        `{ ${one}(id: "a") { id } node(id: "b") { id } }`,
        `mutation { ${mutation}s(patches: [${patches}]) { __typename } }`,
      ];
      for (const query of column === 'assignee_id' ? queries.slice(0, 1) : queries)
        for (const plan of await plansOf(query, {}, as)) {
          const indexes = nodesOf(plan)
            .filter((node) => node['Relation Name'] === table)
            .flatMap((node) => node['Index Name'] ?? []);
          expect([query, new Set(indexes.filter((name) => !/(_pkey|_company_id_id_(idx|key))$/.test(name)))]).toEqual([
            query,
            new Set(),
          ]);
        }
    }
});

test('a search does not read on by the order of its page because a text is frequent elsewhere', async () => {
  // One in twenty records has it, which PostgreSQL expects of this company and of this rule, too.
  await gateway.sql(`INSERT INTO quick_order (company_id, user_id, external_id)
    SELECT CASE WHEN n % 20 = 0 THEN 'there' ELSE 'here' END, 'u-' || n % 3, CASE WHEN n % 20 = 0 THEN 'depot-' ELSE 'yard-' END || n FROM generate_series(1, 20000) n`);
  await gateway.sql('VACUUM ANALYZE quick_order, record_search');
  const own = { quick_order: { user_id: ['u-1', 'u-2'] } };
  for (const as of [await tokenOf('here'), await narrowed(own, ownScopes(own), 'here')])
    for (const order of ['ID', 'CREATED_DATE', 'LAST_MODIFIED']) {
      const plans = await plansOf(
        page(quickOrder, order),
        { filter: { search: 'depot' } },
        as,
        'ANALYZE, BUFFERS, FORMAT JSON',
      );
      expect([order, plans.map(pagesOf).filter((pages) => pages > 100)]).toEqual([order, []]);
    }
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

test('a look-up through a relation reads as much of a record out of sight to which very many lead as of one to which none lead', async () => {
  await gateway.sql(`INSERT INTO tank (id, company_id) VALUES ('busy', 'led'), ('idle', 'led')`);
  await gateway.sql(`INSERT INTO task (company_id, assignee_id, team_id, workflow_id, entity_type, entity_id, task_number, title, task_type_id, creator_id, status_id, priority)
    SELECT 'led', 'u-' || n % 50, 't-' || n % 50, 'w-' || n % 50, 'tank', 'busy', n, 'Task', 't', 'c', 's', 'p' FROM generate_series(1, 5000) n`);
  await gateway.sql(
    `INSERT INTO expiration (company_id, owner_type, owner_id) SELECT 'led', 'tank', 'busy' FROM generate_series(1, 5000) n`,
  );
  // Pages that a statement under way may still see otherwise are read beside the index.
  await until(async () => {
    await gateway.sql('VACUUM ANALYZE task, expiration');
    const text = `SELECT FROM pg_class WHERE relname IN ('task', 'expiration') AND relallvisible < relpages`;
    return (await gateway.sql(text)).length === 0;
  });
  // Of the values of a column that is not the first in the index, or of several, its entries are read, and no record.
  const rules: [object, string, number][] = [
    [{ assignee_id: 'none' }, 'tasks', 5],
    [{ id: 'none' }, 'tasks', 5],
    [{ entity_id: 'none' }, 'tasks', 5],
    [{ assignee_id: 'none', team_id: 'none' }, 'tasks', 5],
    [{ team_id: 'none' }, 'tasks', 60],
    [{ workflow_id: 'none' }, 'tasks', 60],
    [{ assignee_id: ['none', 'other'] }, 'tasks', 60],
    [{ id: 'none' }, 'expirations', 5],
    [{ owner_id: 'none' }, 'expirations', 5],
  ];
  for (const [rule, relation, most] of rules) {
    const own = { tank: { [relation]: true as const }, [relation.slice(0, -1)]: rule };
    const as = await narrowed(own, `tanks:read:own ${relation}:read:own`, 'led');
    const readOnce = async (id: string) =>
      (
        await plansOf(
          `{ tank(id: "${id}") { name } node(id: "${id}") { id } }`,
          {},
          as,
          'ANALYZE, BUFFERS, FORMAT JSON',
        )
      ).reduce((sum, plan) => sum + pagesOf(plan), 0);
    // The first execution on a connection reads the catalogue, too.
    const read = async (id: string) => Math.min(await readOnce(id), await readOnce(id), await readOnce(id));
    const more = (await read('busy')) - (await read('idle'));
    expect([own, more > most && more]).toEqual([own, false]);
  }
});
