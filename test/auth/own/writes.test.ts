import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type GraphQLInputType, isEnumType, isInputObjectType, isListType, isNonNullType } from 'graphql';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { schema } from '../../../src/schema.ts';
import { type Data, openGateway, type TestGateway, tokenOf, watchStatements } from '../../gateway.ts';
import { shipTo, tank, task } from '../../records.ts';
import { create } from '../../rows.ts';
import { COLUMNS, camel, claims, fill, isOwn, NAMES, narrowed, OWNED, type Own, ownScopes } from './narrowed.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const ERRORS = `... on NotFoundError { message } ... on InvalidRequestError { issues { path code } } ... on UnauthorizedError { reason missingScope }`;
const CONFLICT =
  '... on ConflictError { currentVersion changedFields record { __typename id ... on Tank { name customerId } } }';
const UPDATE = `mutation ($id: ID!, $input: UpdateTankInput!, $v: Int) { it: updateTank(id: $id, input: $input, expectedVersion: $v) { __typename ${ERRORS} ${CONFLICT} ... on Tank { id name customerId } } }`;
const CREATE = `mutation ($input: CreateTankInput!) { it: createTank(input: $input) { __typename ... on InvalidRequestError { issues { path code } } ... on Tank { id customerId locationId name } } }`;
const DELETE = `mutation ($id: ID!, $v: Int) { it: deleteTank(id: $id, expectedVersion: $v) { __typename ${ERRORS} ${CONFLICT} ... on DeletedTank { record { id } } } }`;
const run = async (query: string, variables: object, token: string): Promise<Data> => {
  const { data, errors } = await gateway.ask(query, variables, token);
  expect(errors).toBeUndefined();
  return data.it;
};
const own: Own = { tank: { customer_id: ['c-1', 'c-2'] } };

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
    {
      input: {
        title: 't',
        taskNumber: 1,
        taskTypeId: 't',
        statusId: 's',
        priority: 'p',
        workflowId: 'w',
        teamId: 't-3',
        creatorId: 'c',
      },
    },
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

/** The mutations that write records, by their kinds, and those that a token which sees its own cannot send. */
const kinds = new Map<string, string>(
  OWNED.flatMap(
    ({ type, mutation }) =>
      [
        [mutation, 'update'],
        [`${mutation}s`, 'updateMany'],
        [`create${type}`, 'create'],
        [`create${type}s`, 'createMany'],
        [`delete${type}`, 'delete'],
        [`delete${type}s`, 'deleteMany'],
        [`restore${type}`, 'restore'],
        [`restore${type}s`, 'restoreMany'],
      ] as const,
  ),
);

test('every mutation writes one of the records, or is refused', async () => {
  const token = await narrowed(own, `${ownScopes(own)} tasks:read`);
  for (const [name, { args }] of Object.entries(schema.getMutationType()?.getFields() ?? {})) {
    if (kinds.has(name)) continue;
    const values = args.filter(({ type }) => isNonNullType(type)).map((each) => `${each.name}: ${sampleOf(each.type)}`);
    const { data, errors } = await gateway.ask(`mutation { it: ${name}(${values}) { __typename } }`, {}, token);
    expect([name, errors, data?.it]).toEqual([name, undefined, { __typename: 'UnauthorizedError' }]);
  }
});
/** A value of an input type as GraphQL writes it, with the required fields alone. */
function sampleOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return sampleOf(type.ofType);
  if (isListType(type)) return `[${sampleOf(type.ofType)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  if (isInputObjectType(type))
    return `{ ${Object.values(type.getFields())
      .filter((field) => isNonNullType(field.type))
      .map((field) => `${field.name}: ${sampleOf(field.type)}`)
      .join(', ')} }`;
  return (
    { Int: '1', Boolean: 'true', DateTime: '"2026-01-01T00:00:00Z"', URL: '"http://127.0.0.1:9/"', JSONObject: '{}' }[
      type.name
    ] ?? '"s"'
  );
}

test('after random mutations, no record outside the rules has changed, none came and none has left', async () => {
  const companyId = randomUUID();
  const ids = await fill(gateway, companyId, 20, 3);
  const names = [...kinds.keys()];
  const snapshot = async (): Promise<Map<string, Data>> => {
    const rows = await Promise.all(
      NAMES.map(async (name) =>
        (await gateway.sql(`SELECT to_jsonb(t) AS row FROM ${name} t WHERE company_id = $1`, [companyId])).map(
          ({ row }) => [`${name} ${row.id}`, { ...row, name }] as const,
        ),
      ),
    );
    return new Map(rows.flat());
  };
  const values = fc.constantFrom('c-1', 'c-2', 'c-3', null, `${companyId}-tank-1`);
  const steps = fc.array(
    fc.tuple(fc.constantFrom(...names), fc.nat(21), fc.nat(9), values, fc.option(fc.constantFrom(1, 2))),
    { minLength: 40, maxLength: 40 },
  );
  let written = 0;
  for (const [round, rule] of fc.sample(claims(ids), 12).entries()) {
    const token = await narrowed(rule, ownScopes(rule), companyId);
    const before = await snapshot();
    for (const [name, n, m, value, version] of fc.sample(steps, { numRuns: 1, seed: round })[0] ?? []) {
      const record = OWNED.find(
        ({ type, mutation }) =>
          [mutation, `${mutation}s`].includes(name) || name.endsWith(type) || name.endsWith(`${type}s`),
      );
      if (record === undefined) throw new Error(name);
      const { type, table, input: inputName } = record;
      const columns = (COLUMNS[table] ?? [])
        .map(camel)
        .filter((field) => field !== 'id' && (kinds.get(name)?.startsWith('update') ? field in record.inputs : true));
      const field = columns[m % Math.max(columns.length, 1)];
      const id = ids.get(table)?.[n] ?? 'none';
      const set =
        field === undefined || (value === null && ['teamId', 'workflowId'].includes(field)) ? {} : { [field]: value };
      const needed =
        table === 'task'
          ? {
              title: 't',
              taskNumber: 1,
              taskTypeId: 't',
              statusId: 's',
              priority: 'p',
              workflowId: 'c-1',
              teamId: 'c-2',
              creatorId: 'c',
            }
          : {};
      const [kind] = [kinds.get(name)];
      const documents: Record<string, [string, object]> = {
        update: [
          `mutation ($id: ID!, $input: ${inputName}!, $v: Int) { it: ${name}(id: $id, input: $input, expectedVersion: $v) { __typename } }`,
          { id, input: set, v: version },
        ],
        updateMany: [
          `mutation ($of: [${inputName.replace(/Input$/, 'Patch')}!]!) { it: ${name}(patches: $of) { __typename } }`,
          {
            of: [
              { id, input: set, expectedVersion: version },
              { id: ids.get(table)?.[(n + 1) % 20], input: {} },
            ],
          },
        ],
        create: [
          `mutation ($input: Create${type}Input!) { it: ${name}(input: $input) { __typename } }`,
          { input: { ...needed, ...set } },
        ],
        createMany: [
          `mutation ($of: [Create${type}Input!]!) { it: ${name}(inputs: $of) { __typename } }`,
          { of: [{ ...needed, ...set }, needed] },
        ],
        delete: [
          `mutation ($id: ID!, $v: Int) { it: ${name}(id: $id, expectedVersion: $v) { __typename } }`,
          { id, v: version },
        ],
        deleteMany: [
          `mutation ($of: [RecordToDelete!]!) { it: ${name}(records: $of) { __typename } }`,
          { of: [{ id, expectedVersion: version }] },
        ],
        restore: [
          `mutation ($id: ID!, $v: Int!) { it: ${name}(id: $id, version: $v) { __typename } }`,
          { id, v: version ?? 1 },
        ],
        restoreMany: [
          `mutation ($of: [RecordToRestore!]!) { it: ${name}(records: $of) { __typename } }`,
          { of: [{ id, version: version ?? 1 }] },
        ],
      };
      const [document, variables] = documents[kind ?? ''] ?? ['', {}];
      const { errors } = await gateway.ask(document, variables, token);
      expect([name, errors]).toEqual([name, undefined]);
    }
    const after = await snapshot();
    for (const [key, row] of after) {
      const was = before.get(key);
      const [isMine, wasMine] = [isOwn(rule, row.name, row), was !== undefined && isOwn(rule, row.name, was)];
      // What was outside is as it was, and what is new is inside.
      if (!wasMine && was !== undefined) expect(row).toEqual(was);
      else expect(isMine).toBe(true);
      if (was?.version !== row.version) written += 1;
    }
    for (const [key, was] of before) if (!after.has(key)) expect(isOwn(rule, was.name, was)).toBe(true);
    written += before.size - after.size;
  }
  expect(written).not.toBe(0);
});
