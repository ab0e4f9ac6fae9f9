import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../../src/auth/api-keys.ts';
import { openGateway, type TestGateway } from '../../gateway.ts';
import { openEvents } from '../../live/event-source.ts';
import { shipTo, tank } from '../../records.ts';
import { create } from '../../rows.ts';
import { narrowed, type Own } from './narrowed.ts';
import { driver, openSite, SCOPE, TANKS } from './site.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const site = () => openSite(gateway);

const ASSIGN =
  'mutation ($id: ID!, $to: ID) { updateTaskAssignee(id: $id, input: { assigneeId: $to }) { __typename } }';

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
