import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../../src/auth/api-keys.ts';
import { type Data, openGateway, type TestGateway, tokenOf, watchStatements } from '../../gateway.ts';
import { openEvents } from '../../live/event-source.ts';
import { expiration, shipTo, tank, task } from '../../records.ts';
import { create } from '../../rows.ts';
import { COLUMNS, camel, LEADS, narrowed, type Own, recordOf, scopeOf } from './narrowed.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const driver: Own = { task: { assignee_id: 'd-9' }, tank: { tasks: true } };
const SCOPE = 'tasks:read:own tasks:write:own tasks:create:own tanks:read:own';
const ASSIGN =
  'mutation ($id: ID!, $to: ID) { updateTaskAssignee(id: $id, input: { assigneeId: $to }) { __typename } }';
const TANKS = '{ tanks { totalCount nodes { id name tasks { nodes { id } } } } }';

/** A company with two tanks, each with a task; the first is the driver's. */
async function site() {
  const companyId = randomUUID();
  const tanks = [
    await create(gateway, tank, { companyId, name: 'mine' }),
    await create(gateway, tank, { companyId, name: 'secret' }),
  ] as const;
  const of = (assigneeId: string | null, entityId: string, more: Data = {}) =>
    create(gateway, task, { companyId, entityType: 'tank', entityId, assigneeId, teamId: 't', ...more });
  const tasks = [await of('d-9', tanks[0].id), await of('d-1', tanks[1].id)] as const;
  const token = await narrowed(driver, SCOPE, companyId);
  const names = async (by = token) =>
    (await gateway.ask(TANKS, {}, by)).data.tanks.nodes.map(({ name }: Data) => name).toSorted();
  return { companyId, tanks, tasks, of, token, names, whole: await tokenOf(companyId) };
}

test('a driver sees the tanks of the own tasks, from the moment of one and until it is taken away', async () => {
  const { tanks, tasks, token, names, whole } = await site();
  expect((await gateway.ask(TANKS, {}, token)).data.tanks).toEqual({
    totalCount: 1,
    nodes: [{ id: tanks[0].id, name: 'mine', tasks: { nodes: [{ id: tasks[0].id }] } }],
  });
  const entity = '{ tasks { nodes { entity { ... on Tank { name } } } } }';
  expect((await gateway.ask(entity, {}, token)).data.tasks.nodes).toEqual([{ entity: { name: 'mine' } }]);
  await gateway.ask(ASSIGN, { id: tasks[1].id, to: 'd-9' }, whole);
  expect(await names()).toEqual(['mine', 'secret']);
  await gateway.ask(ASSIGN, { id: tasks[1].id, to: null }, whole);
  expect(await names()).toEqual(['mine']);
  await gateway.sql('DELETE FROM task WHERE id = $1', [tasks[0].id]);
  expect(await names()).toEqual([]);
});

test('a task of another company, of another type or on another record of the same id leads nowhere', async () => {
  const { tanks, of, names, whole } = await site();
  await of('d-9', tanks[1].id, { companyId: 'elsewhere' });
  await of('d-9', tanks[1].id, { entityType: 'ship_to' });
  await of('d-9', tanks[1].id, { entityType: null });
  expect(await names()).toEqual(['mine']);
  expect(await names(whole)).toEqual(['mine', 'secret']);
});

test('a full scope of the related type leads from any of its records, and columns hold beside it', async () => {
  const { companyId, tanks, names, tasks } = await site();
  await create(gateway, tank, { companyId, name: 'idle' });
  const any = await narrowed({ tank: { tasks: true } }, 'tanks:read:own tasks:read', companyId);
  expect(await names(any)).toEqual(['mine', 'secret']);
  const both = await narrowed({ tank: { tasks: true, id: tanks[1].id } }, 'tanks:read:own tasks:read', companyId);
  expect(await names(both)).toEqual(['secret']);
  const neither = await narrowed({ ...driver, tank: { tasks: true, id: tanks[1].id } }, SCOPE, companyId);
  expect(await names(neither)).toEqual([]);
  await gateway.sql(`UPDATE task SET assignee_id = 'd-9' WHERE id = $1`, [tasks[1].id]);
  expect(await names(neither)).toEqual(['secret']);
});

test('tanks are seen through their ship-to, and ship-tos through their tanks', async () => {
  const { companyId, tanks } = await site();
  const yard = await create(gateway, shipTo, { companyId, name: 'yard', customerId: 'c-1' });
  await create(gateway, shipTo, { companyId, name: 'other', customerId: 'c-2' });
  await gateway.sql('UPDATE tank SET ship_to_id = $2 WHERE id = $1', [tanks[0].id, yard.id]);
  const read = async (own: Own, query: string) =>
    (await gateway.ask(query, {}, await narrowed(own, 'tanks:read:own ship-tos:read:own', companyId))).data;
  const query = '{ tanks { nodes { name shipTo { name } } } shipTos { nodes { name tanks { nodes { name } } } } }';
  const seen = {
    tanks: { nodes: [{ name: 'mine', shipTo: { name: 'yard' } }] },
    shipTos: { nodes: [{ name: 'yard', tanks: { nodes: [{ name: 'mine' }] } }] },
  };
  expect(await read({ tank: { shipTo: true }, ship_to: { customer_id: 'c-1' } }, query)).toEqual(seen);
  expect(await read({ ship_to: { tanks: true }, tank: { id: tanks[0].id } }, query)).toEqual(seen);
});

test('delta reads are refused with the reason, for lists, relations, aggregates and deletions', async () => {
  const { companyId, token } = await site();
  const yard = await create(gateway, shipTo, { companyId });
  const since = 'filter: { modifiedSince: "2026-01-01T00:00:00Z" }';
  const reads = `${SCOPE} ship-tos:read`;
  const by = await narrowed(driver, reads, companyId);
  for (const query of [
    `{ tanks(${since}) { nodes { id } } }`,
    `{ tankAggregate(groupBy: [STATUS], ${since}) { others } }`,
    `{ shipTo(id: "${yard.id}") { tanks(${since}) { totalCount } } }`,
  ])
    expect((await gateway.ask(query, {}, by)).errors).toMatchObject([
      {
        message: expect.stringContaining('through their "tasks"'),
        extensions: { code: 'FORBIDDEN', missingScope: 'tanks:read' },
      },
    ]);
  expect((await gateway.ask('{ deletions(record: TANK) { totalCount } }', {}, token)).errors).toMatchObject([
    { extensions: { code: 'FORBIDDEN' } },
  ]);
  const answered = `{ tasks(${since}) { totalCount } tanks(filter: { modifiedSince: null }, orderBy: { field: LAST_MODIFIED, direction: ASC }) { modifiedThrough nodes { name } } }`;
  expect((await gateway.ask(answered, {}, token)).data).toMatchObject({
    tasks: { totalCount: 1 },
    tanks: { nodes: [{ name: 'mine' }] },
  });
});

test('live operations on the type are refused with the reason, also beside others, and those on the tasks lead to the tanks', async () => {
  const { tanks, tasks, token, whole } = await site();
  const refused = [`tankChanged(id: "${tanks[0].id}")`, 'changes(watch: [{ record: TASK }, { record: TANK }])'];
  for (const field of refused)
    expect(
      (await (await openEvents(gateway, `subscription { ${field} { __typename } }`, { token })).next())?.data,
    ).toMatchObject({
      errors: [
        {
          message: expect.stringContaining('sees tanks through their "tasks"'),
          extensions: { code: 'FORBIDDEN', missingScope: 'tanks:read' },
        },
      ],
    });
  const live =
    'subscription { changes(watch: [{ record: TASK }]) { __typename ... on TaskChange { action task { entity { ... on Tank { name } } } } } }';
  const events = await openEvents(gateway, live, { token });
  expect(await events.item()).toEqual({ __typename: 'Resync' });
  await gateway.ask(ASSIGN, { id: tasks[1].id, to: 'd-9' }, whole);
  expect(await events.item()).toMatchObject({ action: 'CREATED', task: { entity: { name: 'secret' } } });
  await gateway.ask(ASSIGN, { id: tasks[1].id, to: 'd-1' }, whole);
  expect(await events.item()).toMatchObject({ action: 'DELETED', task: { entity: null } });
});

const ISSUES = '{ __typename ... on InvalidRequestError { issues { path code message } } }';
const kept = (...path: string[]) => ({
  __typename: 'InvalidRequestError',
  issues: [{ path, code: 'INCOMPATIBLE', message: expect.stringContaining('decides which other records') }],
});

test('a token cannot write what would lead it to another record: each such field is an issue, and nothing is sent', async () => {
  const { companyId, tanks, names, token } = await site();
  const needed = {
    title: 't',
    taskNumber: 1,
    taskTypeId: 't',
    statusId: 's',
    priority: 'p',
    workflowId: 'w',
    teamId: 't',
    creatorId: 'c',
  };
  const [mine, yard] = [
    await create(gateway, expiration, { companyId, ownerId: 'o-1' }),
    await create(gateway, shipTo, { companyId, customerId: 'c-1' }),
  ];
  const by = {
    task: token,
    all: await narrowed({ tank: { tasks: true } }, 'tanks:read:own tasks:read tasks:create', companyId),
    expiration: await narrowed(
      { tank: { expirations: true } },
      'tanks:read:own expirations:read expirations:write',
      companyId,
    ),
    tank: await narrowed(
      { ship_to: { tanks: true } },
      'ship-tos:read:own tanks:read tanks:write tanks:create',
      companyId,
    ),
    shipTo: await narrowed(
      { tank: { shipTo: true }, ship_to: { customer_id: 'c-1' } },
      'tanks:read:own ship-tos:read:own ship-tos:create:own',
      companyId,
    ),
    ofAll: await narrowed(
      { tank: { shipTo: true }, ship_to: { customer_id: 'c-1' } },
      'tanks:read:own tanks:write ship-tos:read:own',
      companyId,
    ),
  };
  const create1 = `mutation ($input: CreateTaskInput!) { it: createTask(input: $input) ${ISSUES} }`;
  const hidden = tanks[1].id;
  const sent = watchStatements(gateway.pool);
  const attempts: [string, object, string, string[]][] = [
    [create1, { input: { ...needed, entityId: hidden } }, by.task, ['input', 'entityId']],
    [create1, { input: { ...needed, entityType: 'tank' } }, by.task, ['input', 'entityType']],
    [create1, { input: { ...needed, entityId: hidden } }, by.all, ['input', 'entityId']],
    [
      `mutation ($id: ID!, $input: UpdateExpirationInput!) { it: updateExpiration(id: $id, input: $input) ${ISSUES} }`,
      { id: mine.id, input: { ownerId: hidden } },
      by.expiration,
      ['input', 'ownerId'],
    ],
    [
      `mutation ($id: ID!, $input: UpdateExpirationInput!) { it: updateExpiration(id: $id, input: $input) ${ISSUES} }`,
      { id: mine.id, input: { ownerType: null } },
      by.expiration,
      ['input', 'ownerType'],
    ],
    [
      `mutation ($id: ID!, $input: UpdateTankInput!) { it: updateTank(id: $id, input: $input) ${ISSUES} }`,
      { id: hidden, input: { shipToId: yard.id } },
      by.tank,
      ['input', 'shipToId'],
    ],
    [
      `mutation ($id: ID!, $input: UpdateTankInput!) { it: updateTank(id: $id, input: $input) ${ISSUES} }`,
      { id: hidden, input: { shipToId: yard.id } },
      by.ofAll,
      ['input', 'shipToId'],
    ],
    [
      `mutation ($input: CreateTankInput!) { it: createTank(input: $input) ${ISSUES} }`,
      { input: { shipToId: yard.id } },
      by.tank,
      ['input', 'shipToId'],
    ],
    [
      `mutation ($input: CreateShipToInput!) { it: createShipTo(input: $input) ${ISSUES} }`,
      { input: { id: randomUUID() } },
      by.shipTo,
      ['input', 'id'],
    ],
  ];
  for (const [query, variables, as, path] of attempts)
    expect((await gateway.ask(query, variables, as)).data.it).toEqual(kept(...path));
  const many = `mutation ($of: [CreateTaskInput!]!) { it: createTasks(inputs: $of) { ... on CreateTasksSuccess { results ${ISSUES} } } }`;
  expect((await gateway.ask(many, { of: [{ ...needed, entityId: hidden }] }, by.task)).data.it.results).toEqual([
    kept('inputs', '0', 'entityId'),
  ]);
  expect(sent).toEqual([]);
  for (const [query, variables, as] of [
    [create1, { input: needed }, by.task],
    [`mutation { it: createTank(input: {}) ${ISSUES} }`, {}, by.tank],
    [`mutation { it: createShipTo(input: {}) ${ISSUES} }`, {}, by.shipTo],
  ] as const)
    expect((await gateway.ask(query, variables, as)).data.it.__typename).not.toMatch('Error');
  expect(await names()).toEqual(['mine']);
});

test('a token restores no record that would lead it to another one', async () => {
  const { id: hidden } = await create(gateway, tank, { customerId: 'c-9' });
  const { id } = await create(gateway, task, { assigneeId: 'd-1', entityType: 'tank', entityId: hidden });
  const { id: plain } = await create(gateway, task, { assigneeId: 'd-1', entityType: null, entityId: null });
  await gateway.sql('DELETE FROM task WHERE id = ANY ($1)', [[id, plain]]);
  const token = await narrowed({ task: { assignee_id: 'd-1' }, tank: { tasks: true } }, SCOPE);
  const restore = `mutation ($of: [RecordToRestore!]!) { it: restoreTasks(records: $of) {
    ... on RestoreTasksSuccess { results { ... on Task { id } ... on InvalidRequestError { issues { path code } } } } } }`;
  const of = [id, plain].map((each) => ({ id: each, version: 1 }));
  expect((await gateway.ask(restore, { of }, token)).data.it.results).toEqual([
    { issues: [{ path: ['records', '0', 'id'], code: 'INCOMPATIBLE' }] },
    { id: plain },
  ]);
});

test('a new record takes the only value of the rule also where a relation reads it, unless it would lead on by that', async () => {
  const { companyId, tanks } = await site();
  const hidden = tanks[1].id;
  const needed = {
    title: 't',
    taskNumber: 1,
    taskTypeId: 't',
    statusId: 's',
    priority: 'p',
    workflowId: 'w',
    teamId: 't',
    creatorId: 'c',
  };
  const make = (type: string, fields: string) =>
    `mutation ($input: Create${type}Input!) { it: create${type}(input: $input) { __typename ... on ${type} { ${fields} } ... on InvalidRequestError { issues { path code message } } } }`;
  const ask = async (query: string, input: object, as: string) => (await gateway.ask(query, { input }, as)).data.it;
  const names = async (as: string) => (await gateway.ask(TANKS, {}, as)).data.tanks.nodes.length;

  const [task1, own] = [make('Task', 'entityId entityType'), 'tanks:read:own tasks:read:own tasks:create:own'];
  const one = await narrowed({ tank: { tasks: true }, task: { entity_id: hidden } }, own, companyId);
  const other = await narrowed(
    { tank: { tasks: true }, task: { entity_id: [randomUUID(), tanks[0].id] } },
    own,
    companyId,
  );
  await gateway.sql('DELETE FROM task WHERE company_id = $1', [companyId]);
  const filled = { __typename: 'Task', entityId: hidden, entityType: null };
  expect(await ask(task1, needed, one)).toEqual(filled);
  expect(await ask(task1, { ...needed, entityId: hidden }, one)).toEqual(filled);
  expect(await ask(task1, { ...needed, entityId: tanks[0].id }, other)).toEqual({ ...filled, entityId: tanks[0].id });
  expect(await ask(task1, { ...needed, entityId: tanks[0].id }, one)).toMatchObject({
    issues: [{ path: ['input', 'entityId'], code: 'UNKNOWN_VALUE' }],
  });
  expect(await ask(task1, { ...needed, entityType: 'tank' }, one)).toEqual(kept('input', 'entityType'));
  expect(await Promise.all([one, other].map(names))).toEqual([0, 0]);

  const owner = await narrowed(
    { tank: { expirations: true }, expiration: { owner_id: hidden } },
    'tanks:read:own expirations:read:own expirations:create:own',
    companyId,
  );
  expect(await ask(make('Expiration', 'ownerId ownerType'), {}, owner)).toEqual({
    __typename: 'Expiration',
    ownerId: hidden,
    ownerType: null,
  });
  expect(await names(owner)).toBe(0);

  // These have no type: a new tank brings its ship-to into sight, and a new ship-to the tanks that name it.
  const yard = await create(gateway, shipTo, { companyId });
  const ofYard = await narrowed(
    { ship_to: { tanks: true }, tank: { ship_to_id: yard.id } },
    'ship-tos:read:own tanks:read:own tanks:create:own',
    companyId,
  );
  expect(await ask(make('Tank', 'id'), {}, ofYard)).toEqual(kept('input', 'shipToId'));
  const byId = await narrowed(
    { tank: { shipTo: true }, ship_to: { id: randomUUID() } },
    'tanks:read:own ship-tos:read:own ship-tos:create:own',
    companyId,
  );
  expect(await ask(make('ShipTo', 'id'), {}, byId)).toEqual(kept('input', 'id'));
});

test('of rules by one column behind a relation, two create nothing: those by what the relation reads without a type', async () => {
  const needed = {
    title: 't',
    taskNumber: 1,
    taskTypeId: 't',
    statusId: 's',
    priority: 'p',
    workflowId: 'w',
    teamId: 't',
    creatorId: 'c',
  };
  const refused: string[] = [];
  for (const [from, relations] of Object.entries(LEADS))
    for (const [relation, { to }] of Object.entries(relations))
      for (const column of COLUMNS[to] ?? []) {
        const value = randomUUID();
        const scope = `${scopeOf(from, 'read')}:own ${scopeOf(to, 'read')}:own ${scopeOf(to, 'create')}:own`;
        const token = await narrowed({ [from]: { [relation]: true }, [to]: { [column]: value } }, scope, randomUUID());
        const { type } = recordOf(to);
        const input: Data = to === 'task' ? { ...needed } : {};
        if (camel(column) in input) input[camel(column)] = value;
        const make = `mutation ($input: Create${type}Input!) { it: create${type}(input: $input) ${ISSUES} }`;
        const { it } = (await gateway.ask(make, { input }, token)).data;
        if (it.__typename === type) continue;
        expect(it).toEqual(kept('input', camel(column)));
        refused.push(`${from}.${relation} ${to}.${column}`);
      }
  expect(refused).toEqual(['tank.shipTo ship_to.id', 'ship_to.tanks tank.ship_to_id']);
});

test('an API key carries the same', async () => {
  const { companyId, names } = await site();
  const { id, hash, key } = createKey();
  await gateway.sql('INSERT INTO api_key (id, company_id, scopes, hash, own) VALUES ($1, $2, $3, $4, $5)', [
    id,
    companyId,
    ['tasks:read:own', 'tanks:read:own'],
    hash,
    JSON.stringify(driver),
  ]);
  expect(await names(key)).toEqual(['mine']);
});
