import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../../gateway.ts';
import { tank } from '../../records.ts';
import { create } from '../../rows.ts';
import { NEW_TASK, narrowed } from './narrowed.ts';
import { CREATE, DELETE, ERRORS, own, writing } from './writing.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const { run } = writing(() => gateway);

test('a token restores what it may create, and learns nothing of other deletions', async () => {
  const [mine, other] = [
    await create(gateway, tank, { customerId: 'c-1' }),
    await create(gateway, tank, { customerId: 'c-3' }),
  ];
  await gateway.sql('DELETE FROM tank WHERE id = ANY ($1)', [[mine.id, other.id]]);
  const token = await narrowed(own);
  const restore = `mutation ($id: ID!, $v: Int!) { it: restoreTank(id: $id, version: $v) { __typename ${ERRORS} ... on Tank { id version } } }`;
  for (const v of [1, 2])
    expect(await run(restore, { id: other.id, v }, token)).toEqual({
      __typename: 'NotFoundError',
      message: `Deleted tank not found: ${other.id}`,
    });
  const codeOf = async (id: string) => (await run(CREATE, { input: { id, customerId: 'c-1' } }, token)).issues[0].code;
  expect([await codeOf(other.id), await codeOf(mine.id)]).toEqual(['DUPLICATE', 'DELETED']);
  expect(await run(DELETE, { id: other.id, v: 1 }, token)).toMatchObject({ __typename: 'NotFoundError' });
  expect(await run(DELETE, { id: mine.id, v: 1 }, token)).toMatchObject({ __typename: 'DeletedTank' });
  expect(await run(restore, { id: mine.id, v: 1 }, token)).toEqual({ __typename: 'Tank', id: mine.id, version: 2 });
  expect(await gateway.sql('SELECT FROM tank WHERE id = $1', [other.id])).toEqual([]);
});

test('a new record takes the only value of the rule in an omitted column, and needs one of several', async () => {
  const token = await narrowed({ tank: { customer_id: ['c-1', 'c-2'], location_id: 'l-1' } });
  const made = await run(CREATE, { input: { customerId: 'c-2', name: 'a' } }, token);
  expect(made).toMatchObject({ __typename: 'Tank', customerId: 'c-2', locationId: 'l-1' });
  const refused: [object, object[]][] = [
    [{ name: 'a' }, [{ path: ['input', 'customerId'], code: 'REQUIRED' }]],
    [{ customerId: null }, [{ path: ['input', 'customerId'], code: 'REQUIRED' }]],
    [{ customerId: 'c-1', locationId: 'l-2' }, [{ path: ['input', 'locationId'], code: 'UNKNOWN_VALUE' }]],
    [{ customerId: 'c-1', locationId: null }, [{ path: ['input', 'locationId'], code: 'REQUIRED' }]],
    [
      { customerId: 'c-3', locationId: 'l-2' },
      [
        { path: ['input', 'customerId'], code: 'UNKNOWN_VALUE' },
        { path: ['input', 'locationId'], code: 'UNKNOWN_VALUE' },
      ],
    ],
  ];
  for (const [input, issues] of refused)
    expect(await run(CREATE, { input }, token)).toEqual({ __typename: 'InvalidRequestError', issues });
  const id = randomUUID();
  const byId = await narrowed({ tank: { id } });
  expect(await run(CREATE, { input: {} }, byId)).toMatchObject({ __typename: 'Tank', id });
  const other = { input: { id: randomUUID() } };
  expect(await run(CREATE, other, byId)).toMatchObject({ issues: [{ path: ['input', 'id'], code: 'UNKNOWN_VALUE' }] });
  const twoTeams = await narrowed({ task: { team_id: ['t-1', 't-2'] } });
  const { data } = await gateway.ask(
    'mutation ($input: CreateTaskInput!) { createTask(input: $input) { __typename ... on InvalidRequestError { issues { path code } } } }',
    { input: { ...NEW_TASK, teamId: 't-3' } },
    twoTeams,
  );
  expect(data.createTask).toEqual({
    __typename: 'InvalidRequestError',
    issues: [{ path: ['input', 'teamId'], code: 'UNKNOWN_VALUE' }],
  });
});

test('a repeated creation returns a record in sight, and of one out of sight tells no more than of another company’s', async () => {
  const token = await narrowed(own);
  const [id, hidden, foreign] = [randomUUID(), randomUUID(), randomUUID()];
  const input = { id, customerId: 'c-1', name: 'a' };
  for (const _again of [1, 2]) expect(await run(CREATE, { input }, token)).toMatchObject({ __typename: 'Tank', id });
  expect(await run(CREATE, { input: { ...input, name: 'b' } }, token)).toMatchObject({
    issues: [{ path: ['input', 'name'], code: 'INCOMPATIBLE' }],
  });
  await create(gateway, tank, { id: hidden, customerId: 'c-3', name: 'a' });
  await create(gateway, tank, { id: foreign, customerId: 'c-1', companyId: 'globex', name: 'a' });
  const of = (each: string) => run(CREATE, { input: { ...input, id: each } }, token);
  expect(await of(hidden)).toEqual(await of(foreign));
  expect(await of(hidden)).toEqual({
    __typename: 'InvalidRequestError',
    issues: [{ path: ['input', 'id'], code: 'DUPLICATE' }],
  });
});
