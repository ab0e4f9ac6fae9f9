import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openGateway, type TestGateway, tokenOf, watchStatements } from '../../gateway.ts';
import { shipTo, tank, task } from '../../records.ts';
import { create } from '../../rows.ts';
import { narrowed } from './narrowed.ts';
import { DELETE, ERRORS, own, UPDATE, writing } from './writing.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const { run } = writing(() => gateway);

test('a record out of sight is not there for updates and deletions, whatever version is expected', async () => {
  const { id } = await create(gateway, tank, { customerId: 'c-3', name: 'secret', version: 4 });
  const token = await narrowed(own);
  for (const v of [null, 1, 4]) {
    const absent = { __typename: 'NotFoundError', message: `Tank not found: ${id}` };
    expect(await run(UPDATE, { id, input: { name: 'mine' }, v }, token)).toEqual(absent);
    expect(await run(UPDATE, { id, input: {}, v }, token)).toEqual(absent);
    expect(await run(UPDATE, { id, input: { customerId: 'c-1' }, v }, token)).toEqual(absent);
    expect(await run(DELETE, { id, v }, token)).toEqual(absent);
  }
  expect(await gateway.sql('SELECT name, version FROM tank WHERE id = $1', [id])).toEqual([
    { name: 'secret', version: 4 },
  ]);
});

test('a change that would move a record out of sight is an issue at its field, without a statement', async () => {
  const { id } = await create(gateway, tank, { customerId: 'c-1' });
  const token = await narrowed(own);
  expect(await run(UPDATE, { id, input: { customerId: 'c-2' } }, token)).toMatchObject({ customerId: 'c-2' });
  const sent = watchStatements(gateway.pool);
  for (const [customerId, code] of [
    ['c-3', 'UNKNOWN_VALUE'],
    [null, 'REQUIRED'],
    ['', 'UNKNOWN_VALUE'],
  ])
    expect(await run(UPDATE, { id, input: { customerId } }, token)).toEqual({
      __typename: 'InvalidRequestError',
      issues: [{ path: ['input', 'customerId'], code }],
    });
  expect(sent).toEqual([]);
});

test('a record that leaves the rule while a write waits for its lock is not written', async () => {
  const rows = await Promise.all(['a', 'b', 'c'].map((name) => create(gateway, tank, { customerId: 'c-1', name })));
  const ids = rows.map(({ id }) => id);
  const token = await narrowed(own);
  const client = await gateway.pool.connect();
  onTestFinished(() => client.release());
  await client.query('BEGIN');
  await client.query(`UPDATE tank SET customer_id = 'c-3' WHERE id = ANY ($1)`, [ids]);
  const patches = [{ id: ids[1], input: { name: 'new' } }];
  const many = `mutation ($patches: [UpdateTankPatch!]!) { it: updateTanks(patches: $patches) { ... on UpdateTanksSuccess { results { __typename } } } }`;
  const writes = Promise.all([
    run(UPDATE, { id: ids[0], input: { name: 'new' } }, token),
    run(many, { patches }, token),
    run(DELETE, { id: ids[2] }, token),
  ]);
  const waiting = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  // On another connection: in a transaction, PostgreSQL looks at the activity once.
  await expect.poll(async () => (await gateway.sql(waiting))[0]?.n).toBe(3);
  await client.query('COMMIT');
  expect(await writes).toMatchObject([
    { __typename: 'NotFoundError' },
    { results: [{ __typename: 'NotFoundError' }] },
    { __typename: 'NotFoundError' },
  ]);
  expect(
    await gateway.sql('SELECT name FROM tank WHERE id = ANY ($1) AND customer_id = $2 ORDER BY name', [ids, 'c-3']),
  ).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
});

test('each patch of many is judged alone, in one statement', async () => {
  const rows = [
    await create(gateway, tank, { customerId: 'c-1' }),
    await create(gateway, tank, { customerId: 'c-3' }),
    await create(gateway, tank, { customerId: 'c-2' }),
  ];
  const token = await narrowed(own);
  const patches = [{ name: 'new' }, { name: 'new' }, { customerId: 'c-3', name: 'new' }].map((input, n) => ({
    id: rows[n]?.id,
    input,
  }));
  const sent = watchStatements(gateway.pool);
  const query = `mutation ($patches: [UpdateTankPatch!]!) { it: updateTanks(patches: $patches) { ... on UpdateTanksSuccess { results { __typename ${ERRORS} ... on Tank { name } } } } }`;
  const { results } = await run(query, { patches }, token);
  expect(results).toEqual([
    { __typename: 'Tank', name: 'new' },
    { __typename: 'NotFoundError', message: `Tank not found: ${rows[1]?.id}` },
    {
      __typename: 'InvalidRequestError',
      issues: [{ path: ['patches', '2', 'input', 'customerId'], code: 'UNKNOWN_VALUE' }],
    },
  ]);
  expect(sent).toHaveLength(1);
  expect(
    await gateway.sql('SELECT count(*) FROM tank WHERE id = ANY ($1) AND name = $2', [rows.map(({ id }) => id), 'new']),
  ).toEqual([{ count: 1 }]);
});

test('a conflict shows a record in sight, and its changed fields unless it may have come from elsewhere', async () => {
  const watch = { actions: ['updated'], resource: 'tank' };
  await gateway.sql(
    `INSERT INTO webhook_subscription (company_id, workflow_id, node_id, webhook_url, resource, actions, secret) VALUES ('acme', 'w', 'n', 'http://127.0.0.1:9/', $1, $2, '')`,
    [watch.resource, watch.actions],
  );
  const { id } = await create(gateway, tank, { customerId: 'c-3', name: 'secret' });
  const token = await narrowed(own);
  const whole = await tokenOf('acme');
  await run(UPDATE, { id, input: { name: 'still secret' } }, whole);
  await run(UPDATE, { id, input: { customerId: 'c-1', note: undefined, name: 'shown' } }, whole);
  await run(UPDATE, { id, input: { name: 'later' } }, whole);
  const conflict = (v: number) => run(UPDATE, { id, input: { name: 'mine' }, v }, token);
  const shown = {
    __typename: 'TankConflictError',
    currentVersion: 4,
    record: { __typename: 'Tank', id, name: 'later', customerId: 'c-1' },
  };
  expect(await conflict(3)).toEqual({ ...shown, changedFields: ['name', 'lastModifiedDate'] });
  for (const v of [1, 2]) expect(await conflict(v)).toEqual({ ...shown, changedFields: null });
  expect((await run(UPDATE, { id, input: { name: 'mine' }, v: 1 }, whole)).changedFields).toContain('customerId');
});

test('a token may read all and write its own, and nothing where it lacks the scope', async () => {
  const { id } = await create(gateway, task, { assigneeId: 'd-1' });
  const { id: other } = await create(gateway, task, { assigneeId: 'd-2' });
  const token = await narrowed({ task: { assignee_id: 'd-1' } }, 'tasks:read tasks:write:own');
  const { data } = await gateway.ask(
    `{ mine: task(id: "${id}") { id } other: task(id: "${other}") { id } }`,
    {},
    token,
  );
  expect(data).toEqual({ mine: { id }, other: { id: other } });
  const assign = `mutation ($id: ID!) { it: updateTaskAssignee(id: $id, input: { assigneeId: "d-1" }) { __typename ${ERRORS} } }`;
  expect(await run(assign, { id: other }, token)).toMatchObject({ __typename: 'NotFoundError' });
  expect(await run(assign, { id }, token)).toEqual({ __typename: 'Task' });
  const drop = `mutation ($id: ID!) { it: deleteTask(id: $id) { __typename ${ERRORS} } }`;
  expect(await run(drop, { id }, token)).toEqual({
    __typename: 'UnauthorizedError',
    reason: 'FORBIDDEN',
    missingScope: 'tasks:delete',
  });
});

test('a full scope to write answers what it has written, also out of sight, without what the reads leave out beside it', async () => {
  const { id: shipToId } = await create(gateway, shipTo, { customerId: 'c-3' });
  const { id } = await create(gateway, tank, { customerId: 'c-3', name: 'theirs', shipToId });
  const token = await narrowed(
    { ...own, ship_to: { customer_id: 'c-1' } },
    'tanks:read:own tanks:write ship-tos:read:own',
  );
  const { data } = await gateway.ask(
    `mutation { updateTank(id: "${id}", input: {}) { ... on Tank { name shipTo { id } } } }`,
    {},
    token,
  );
  expect(data.updateTank).toEqual({ name: 'theirs', shipTo: null });
  expect((await gateway.ask(`{ tank(id: "${id}") { id } }`, {}, token)).data).toEqual({ tank: null });
});
