import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway, watchStatements } from '../../gateway.ts';
import { expiration, shipTo, tank, task } from '../../records.ts';
import { create } from '../../rows.ts';
import { COLUMNS, camel, LEADS, NEW_TASK, narrowed, recordOf, scopeOf } from './narrowed.ts';
import { openSite, SCOPE, TANKS } from './site.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const site = () => openSite(gateway);

const ISSUES = '{ __typename ... on InvalidRequestError { issues { path code message } } }';
const kept = (...path: string[]) => ({
  __typename: 'InvalidRequestError',
  issues: [{ path, code: 'INCOMPATIBLE', message: expect.stringContaining('decides which other records') }],
});

test('a token cannot write what would lead it to another record: each such field is an issue, and nothing is sent', async () => {
  const { companyId, tanks, names, token } = await site();
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
    [create1, { input: { ...NEW_TASK, entityId: hidden } }, by.task, ['input', 'entityId']],
    [create1, { input: { ...NEW_TASK, entityType: 'tank' } }, by.task, ['input', 'entityType']],
    [create1, { input: { ...NEW_TASK, entityId: hidden } }, by.all, ['input', 'entityId']],
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
  expect((await gateway.ask(many, { of: [{ ...NEW_TASK, entityId: hidden }] }, by.task)).data.it.results).toEqual([
    kept('inputs', '0', 'entityId'),
  ]);
  expect(sent).toEqual([]);
  for (const [query, variables, as] of [
    [create1, { input: NEW_TASK }, by.task],
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
  expect(await ask(task1, NEW_TASK, one)).toEqual(filled);
  expect(await ask(task1, { ...NEW_TASK, entityId: hidden }, one)).toEqual(filled);
  expect(await ask(task1, { ...NEW_TASK, entityId: tanks[0].id }, other)).toEqual({ ...filled, entityId: tanks[0].id });
  expect(await ask(task1, { ...NEW_TASK, entityId: tanks[0].id }, one)).toMatchObject({
    issues: [{ path: ['input', 'entityId'], code: 'UNKNOWN_VALUE' }],
  });
  expect(await ask(task1, { ...NEW_TASK, entityType: 'tank' }, one)).toEqual(kept('input', 'entityType'));
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
  const refused: string[] = [];
  for (const [from, relations] of Object.entries(LEADS))
    for (const [relation, { to }] of Object.entries(relations))
      for (const column of COLUMNS[to] ?? []) {
        const value = randomUUID();
        const scope = `${scopeOf(from, 'read')}:own ${scopeOf(to, 'read')}:own ${scopeOf(to, 'create')}:own`;
        const token = await narrowed({ [from]: { [relation]: true }, [to]: { [column]: value } }, scope, randomUUID());
        const { type } = recordOf(to);
        const input: Data = to === 'task' ? { ...NEW_TASK } : {};
        if (camel(column) in input) input[camel(column)] = value;
        const make = `mutation ($input: Create${type}Input!) { it: create${type}(input: $input) ${ISSUES} }`;
        const { it } = (await gateway.ask(make, { input }, token)).data;
        if (it.__typename === type) continue;
        expect(it).toEqual(kept('input', camel(column)));
        refused.push(`${from}.${relation} ${to}.${column}`);
      }
  expect(refused).toEqual(['tank.shipTo ship_to.id', 'ship_to.tanks tank.ship_to_id']);
});
