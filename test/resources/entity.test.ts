import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Data, openGateway, type TestGateway, tokenOf, watchStatements } from '../gateway.ts';
import { expiration, quickOrder, shipTo, tank, task } from '../records.ts';
import { create, full, insert, newCompany } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const times = <Item>(count: number, make: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => make(n));

test('each task and each expiration leads to its record, whatever its type', async () => {
  const { companyId, token } = await newCompany();
  const named = [
    ['tank', tank],
    ['task', task],
    ['expiration', expiration],
    ['quick_order', quickOrder],
    ['ship_to', shipTo],
  ] as const;
  const records = await Promise.all(named.map(([, record]) => create(gateway, record, { companyId })));
  const tasks = records.map(({ id }, n) =>
    full(task, { companyId, id: `${id} task`, entityType: named[n]?.[0], entityId: id }),
  );
  const owned = records.map(({ id }, n) =>
    full(expiration, { companyId, id: `${id} expiration`, ownerType: named[n]?.[0], ownerId: id }),
  );
  await insert(gateway, task, ...tasks);
  await insert(gateway, expiration, ...owned);
  for (const [n, { id }] of records.entries()) {
    const query = `query ($task: ID!, $expiration: ID!) { task(id: $task) { entity { ...F } } expiration(id: $expiration) { owner { ...F } } }
      fragment F on Entity { __typename ... on Node { id } ... on Tank { name metadata } ... on Task { title } ... on Expiration { ownerCode }
        ... on QuickOrder { orderDate } ... on ShipTo { routeCode } }`;
    const [, record] = named[n] ?? named[0];
    const fields = [['name', 'metadata'], ['title'], ['ownerCode'], ['orderDate'], ['routeCode']][n] ?? [];
    const expected = Object.fromEntries(fields.map((field) => [field, records[n]?.[field]]));
    for (const _again of [1, 2, 3]) {
      const { data, errors } = await gateway.ask(query, { task: `${id} task`, expiration: `${id} expiration` }, token);
      expect(errors).toBeUndefined();
      expect(data.task.entity).toEqual({ __typename: record.type, id, ...expected });
      expect(data.expiration.owner).toEqual(data.task.entity);
    }
  }
});

test('a page of tasks is one statement, and one for each type of entity, with only the columns that it selects', async () => {
  const { companyId, token } = await newCompany();
  await insert(gateway, tank, ...times(10, (n) => full(tank, { companyId, id: `${companyId} t${n}` })));
  await insert(gateway, shipTo, ...times(10, (n) => full(shipTo, { companyId, id: `${companyId} s${n}` })));
  const named = (n: number): Data => ({
    entityType: n % 2 ? 'tank' : 'ship_to',
    entityId: `${companyId} ${n % 2 ? 't' : 's'}${n % 10}`,
  });
  await insert(gateway, task, ...times(40, (n) => full(task, { companyId, ...named(n) })));
  const sent = watchStatements(gateway.pool);
  const query = '{ tasks { nodes { entityId entity { ... on Tank { id name } ... on ShipTo { id routeCode } } } } }';
  for (const _again of [1, 2, 3]) {
    sent.length = 0;
    const { data } = await gateway.ask(query, {}, token);
    expect(data.tasks.nodes).toHaveLength(40);
    for (const { entityId, entity } of data.tasks.nodes) expect(entity.id).toBe(entityId);
    expect(sent).toHaveLength(3);
    expect(sent.join('\n')).not.toMatch(/metadata|ship_to_id|\*/);
    expect(sent.find((text) => text.includes('FROM "tank"'))).not.toContain('route_code');
  }
});

test('the entity of a type that is unknown, of no id or of none that exists is null, and costs no more than a look-up', async () => {
  const { companyId, token } = await newCompany();
  const kinds: [string | null, string | null][] = [
    ['driver', 'd'],
    ['Tank', 't'],
    ['constructor', 't'],
    [null, 't'],
    ['tank', null],
    ['tank', 'none'],
  ];
  await insert(
    gateway,
    task,
    ...kinds.map(([entityType, entityId]) => full(task, { companyId, entityType, entityId })),
  );
  await insert(
    gateway,
    expiration,
    ...kinds.map(([ownerType, ownerId]) => full(expiration, { companyId, ownerType, ownerId })),
  );
  await create(gateway, tank, { companyId, id: `${companyId} t` });
  const sent = watchStatements(gateway.pool);
  for (const [list, relation] of [
    ['tasks', 'entity'],
    ['expirations', 'owner'],
  ]) {
    sent.length = 0;
    const { data, errors } = await gateway.ask(`{ ${list} { nodes { ${relation} { __typename } } } }`, {}, token);
    expect(errors).toBeUndefined();
    expect(data[`${list}`].nodes).toEqual(kinds.map(() => ({ [`${relation}`]: null })));
    expect(sent).toHaveLength(2);
  }
});

test('a page of tanks with their tasks and expirations is three statements, and two more count them', async () => {
  const { companyId, token } = await newCompany();
  const tanks = times(20, () => full(tank, { companyId }));
  await insert(gateway, tank, ...tanks);
  const tasks = tanks.flatMap(({ id }, i) =>
    times(i % 3, () => full(task, { companyId, entityType: 'tank', entityId: id })),
  );
  const others = tanks.map(({ id }) => full(task, { companyId, entityType: 'ship_to', entityId: id }));
  const expirations = tanks.flatMap(({ id }, i) =>
    times(i % 2, () => full(expiration, { companyId, ownerType: 'tank', ownerId: id })),
  );
  await insert(gateway, task, ...tasks, ...others);
  await insert(
    gateway,
    expiration,
    ...expirations,
    full(expiration, { companyId, ownerType: 'truck', ownerId: tanks[0]?.id }),
  );
  const sent = watchStatements(gateway.pool);
  const { data } = await gateway.ask(
    '{ tanks { nodes { id tasks { nodes { id } totalCount } expirations { nodes { id } totalCount } } } }',
    {},
    token,
  );
  expect(sent).toHaveLength(5);
  for (const node of data.tanks.nodes) {
    const own = tasks.filter(({ entityId }) => entityId === node.id).map(({ id }) => ({ id }));
    expect(node.tasks.nodes).toEqual(own.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
    expect(node.tasks.totalCount).toBe(own.length);
    expect(node.expirations.totalCount).toBe(expirations.filter(({ ownerId }) => ownerId === node.id).length);
  }
});

test('a ship-to has its own tasks, filtered, in order and page by page, and not those of a tank with the same id', async () => {
  const { companyId, token } = await newCompany();
  const place = await create(gateway, shipTo, { companyId });
  await create(gateway, tank, { companyId, id: place.id });
  const about = (entityType: string, taskNumber: number, statusId = 'open') =>
    full(task, { companyId, entityType, entityId: place.id, taskNumber, statusId });
  await insert(
    gateway,
    task,
    about('ship_to', 1),
    about('ship_to', 3),
    about('ship_to', 2),
    about('ship_to', 4, 'done'),
    about('tank', 5),
  );
  const query = `query ($id: ID!, $after: String) { shipTo(id: $id) {
    open: tasks(filter: { statusId: { equals: "open" } }, orderBy: { field: TASK_NUMBER, direction: DESC }, first: 2, after: $after) {
      totalCount edges { node { taskNumber } } pageInfo { endCursor hasNextPage } }
    none: tasks(filter: { entityType: { equals: "tank" } }) { totalCount nodes { id } } } tank(id: $id) { tasks { nodes { taskNumber } } } }`;
  const { data } = await gateway.ask(query, { id: place.id }, token);
  const numbers = ({ open }: Data) => open.edges.map(({ node }: Data) => node.taskNumber);
  expect(numbers(data.shipTo)).toEqual([3, 2]);
  expect(data.shipTo.open).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } });
  expect(data.shipTo.none).toEqual({ totalCount: 0, nodes: [] });
  expect(data.tank.tasks.nodes).toEqual([{ taskNumber: 5 }]);
  const { data: next } = await gateway.ask(query, { id: place.id, after: data.shipTo.open.pageInfo.endCursor }, token);
  expect(numbers(next.shipTo)).toEqual([1]);
});

test('the tasks and expirations of a page of tanks are read by their index', async () => {
  const { companyId, token } = await newCompany();
  const tanks = times(20, (n) => full(tank, { companyId, id: `${companyId} ${n}` }));
  await insert(gateway, tank, ...tanks);
  const rows = `FROM generate_series(1, 10000) n`;
  await gateway.sql(`INSERT INTO task (company_id, task_type_id, creator_id, status_id, title, priority, team_id, workflow_id, task_number, entity_type, entity_id)
    SELECT '${companyId}', 't', 'c', 's', 'x', 'p', 'm', 'w', n, 'tank', '${companyId} ' || n % 500 ${rows}`);
  await gateway.sql(
    `INSERT INTO expiration (company_id, owner_type, owner_id) SELECT '${companyId}', 'tank', '${companyId} ' || n % 500 ${rows}`,
  );
  await gateway.sql('ANALYZE task, expiration');
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const { data } = await gateway.ask(
    '{ tanks { nodes { tasks(first: 5) { totalCount nodes { id } } expirations(first: 5) { totalCount nodes { id } } } } }',
    {},
    token,
  );
  const sent = query.mock.calls.map(([config]) => config as unknown as { text: string; values: unknown[] });
  query.mockRestore();
  expect(data.tanks.nodes[0]).toMatchObject({ tasks: { totalCount: 20 }, expirations: { totalCount: 20 } });
  const nested = sent.filter(({ text }) => /FROM "(task|expiration)"/.test(text));
  expect(nested).toHaveLength(4);
  for (const { text, values } of nested) {
    const plan = (await gateway.sql(`EXPLAIN (COSTS off) ${text}`, values)).map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(
      /task_by_entity|task_company_id_entity_id_id_idx|expiration_company_id_owner_(type_owner_)?id_id_idx/,
    );
    expect(plan).not.toMatch(/Seq Scan|Sort/);
  }
});

test('a relation needs the scope of what it leads to, which is another one for each type', async () => {
  const { companyId } = await newCompany();
  const own = await create(gateway, tank, { companyId });
  const place = await create(gateway, shipTo, { companyId });
  const tasks = [
    ['tank', own.id],
    ['ship_to', place.id],
    ['driver', 'd'],
  ].map(([entityType, entityId], n) => full(task, { companyId, entityType, entityId, taskNumber: n }));
  await insert(gateway, task, ...tasks);
  const token = await tokenOf(companyId, 'tasks:read tanks:read');
  const query =
    '{ tasks(orderBy: { field: TASK_NUMBER, direction: ASC }) { nodes { entity { __typename } } } tanks { nodes { tasks { totalCount } expirations { totalCount } } } }';
  for (const _again of [1, 2, 3]) {
    const { data, errors } = await gateway.ask(query, {}, token);
    expect(data.tasks.nodes).toEqual([{ entity: { __typename: 'Tank' } }, { entity: null }, { entity: null }]);
    expect(data.tanks.nodes).toEqual([{ tasks: { totalCount: 1 }, expirations: null }]);
    expect(errors).toMatchObject([
      {
        path: ['tasks', 'nodes', 1, 'entity'],
        message: 'The token lacks the scope "ship-tos:read".',
        extensions: { code: 'FORBIDDEN' },
      },
      { path: ['tanks', 'nodes', 0, 'expirations'], extensions: { code: 'FORBIDDEN' } },
    ]);
  }
});
