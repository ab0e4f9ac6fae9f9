import { randomUUID } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Data, SECRET } from '../gateway.ts';
import { openEvents } from '../live/event-source.ts';
import { runProgram, temporary } from '../programs.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { applySteps, CONTRACT, MIGRATION } from './depot.ts';
import { useDepots } from './depot-gateway.ts';
import { repository, run } from './project-copy.ts';

const { folder, start, startWithDepots } = useDepots();

/** The tests that list what there is of records: each knows a new one by its entry in test/records.ts alone. */
const LISTS = [
  'schema',
  'record-fields',
  'write-paths',
  'conventions',
  'demo/company',
  'docs',
  'cli/token',
  'import/import',
  'auth/own/reads',
  'auth/own/live-fields',
  'changes/event-types',
];
/** Those of each record. */
const EACH = [
  'resources/create',
  'resources/delete',
  'resources/restore',
  'resources/many',
  'resources/node',
  'graphql/paging',
];

test('after the steps of the guide, the checks and the tests of the project pass, with documents for the new resource', async () => {
  const whole = temporary();
  // As a reader of CONTRIBUTING.md has it: what is built, installed or stored is left out.
  const left = ['.git', 'node_modules', 'dist', '.data', 'src/generated'].map((name) => join(repository, name));
  cpSync(repository, whole, {
    recursive: true,
    filter: (path) => !left.includes(path) && !path.endsWith('/node_modules'),
  });
  symlinkSync(join(repository, 'node_modules'), join(whole, 'node_modules'));
  applySteps(whole);
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(join(whole, file), change(readFileSync(join(whole, file), 'utf8')));
  edit('prisma/sql/records.sql', (text) => `${text}${MIGRATION.split('\n').at(-2)}\n`);
  edit('test/records.ts', (text) =>
    text
      .replace(/export const PATCHED = \[(.*)\];/, (_, names) => `${CONTRACT}export const PATCHED = [${names}, depot];`)
      .replace(
        'ENUMS: Record<string, string[]> = {}',
        `ENUMS: Record<string, string[]> = { DepotKind: ['BULK', 'CITY'] }`,
      ),
  );
  const options = { cwd: whole, env: { ...process.env, DATABASE_URL: undefined, NO_COLOR: '1' }, maxBuffer: 1e8 };
  const node = (...args: string[]) => run(process.execPath, args, options);
  const bin = join(repository, 'node_modules');
  await node('scripts/migration.mjs');
  await node('scripts/generate.mjs');
  await run(join(bin, '.bin/biome'), ['check', '--write', 'src', 'test'], options);
  await run('npm', ['run', 'check'], options).catch(({ stdout, stderr }) => {
    throw new Error(`npm run check has failed:\n${stdout}${stderr}`);
  });
  expect(readdirSync(join(whole, 'operations/depots')).filter((name) => name.endsWith('.graphql'))).toHaveLength(12);
  // Behind the dot are the endings that choose a project.
  const files = [...LISTS, ...EACH].map((name) => `test/${name}.`);
  const tested = await node(join(bin, 'vitest/vitest.mjs'), 'run', '--maxWorkers=2', ...files);
  expect(tested.stdout).toMatch(/Tests +\d+ passed \(/);
  // It runs many tests of the project.
}, 1_800_000);

test('a new resource compiles, and a token gets its scopes', async () => {
  const tsc = join(folder, 'node_modules/typescript/bin/tsc');
  const [, token] = await Promise.all([
    run(process.execPath, [tsc, '-p', 'tsconfig.json'], { cwd: folder }),
    runProgram('token', ['--company', 'acme'], { JWT_SECRET: SECRET }, '', join(folder, 'dist')),
  ]);
  expect(JSON.parse(Buffer.from(token.stdout.split('.')[1] ?? '', 'base64url').toString()).scope).toMatch(
    /\bdepots:read depots:write depots:create depots:delete\b/,
  );
});

test('a new resource is imported, read, filtered, searched, counted and found by its id', async () => {
  const { ask, load, company, ids } = await startWithDepots();
  const tasks =
    `id,title,priority,task_type_id,creator_id,status_id,team_id,workflow_id,task_number,entity_type,entity_id
    ${company},Refill,high,t,u,open,team,w,1,depot,${ids[1]}`.replace(/^ +/m, '');
  expect(await load(tasks, 'tasks')).toMatch(/1 created/);
  expect(await load(`id,rack_count\n${ids[2]},1\n`)).toMatch(/0 created, 1 updated/);
  const list = `query ($filter: DepotFilter, $orderBy: [DepotOrder!]) {
    depots(filter: $filter, orderBy: $orderBy) { totalCount nodes { code } modifiedThrough }
  }`;
  const codes = async (filter: object, orderBy?: object): Promise<string[]> =>
    (await ask(list, { filter, orderBy })).depots.nodes.map(({ code }: Data) => code);
  expect((await ask(list)).depots).toMatchObject({ totalCount: 3 });
  await expect.poll(async () => (await ask(list)).depots.modifiedThrough).toEqual(expect.any(String));
  expect(await codes({ code: { equals: 'D-2' } })).toEqual(['D-2']);
  expect(await codes({ rackCount: { gte: 2 } })).toEqual(['D-1', 'D-2']);
  expect(await codes({ search: 'SÜDD' })).toEqual(['D-2']);
  expect(await codes({ modifiedSince: '2020-01-01T00:00:00Z' }, { field: 'LAST_MODIFIED', direction: 'DESC' })).toEqual(
    expect.arrayContaining(['D-1', 'D-2', 'D-3']),
  );
  const { depot, depotAggregate, node, task, _entities } = await ask(
    `query ($id: ID!, $task: ID!, $of: [_Any!]!) {
      task(id: $task) { entity { ... on Depot { code } } }
      depot(id: $id) { companyId name version }
      depotAggregate(groupBy: [RACK_COUNT]) { groups { key { rackCount } count } }
      node(id: $id) { __typename ... on Depot { code } }
      _entities(representations: $of) { ... on Depot { code } }
    }`,
    { id: ids[0], task: company, of: [{ __typename: 'Depot', id: ids[1] }] },
  );
  expect(depot).toEqual({ companyId: company, name: 'North depot', version: 1 });
  expect(depotAggregate.groups).toHaveLength(3);
  expect(node).toEqual({ __typename: 'Depot', code: 'D-1' });
  expect([_entities, task.entity]).toEqual([[{ code: 'D-2' }], { code: 'D-2' }]);
});

test('a new resource is updated, alone and with others, and conflicts are reported', async () => {
  const { ask, ids } = await startWithDepots();
  const update = `mutation ($id: ID!, $input: UpdateDepotInput!, $expectedVersion: Int) {
    updateDepot(id: $id, input: $input, expectedVersion: $expectedVersion) {
      __typename
      ... on Depot { name rackCount version }
      ... on DepotConflictError { currentVersion record { rackCount } }
      ... on InvalidRequestError { issues { path code } }
      ... on Error { message }
    }
  }`;
  const patch = async (input: object, expectedVersion?: number) =>
    (await ask(update, { id: ids[0], input, expectedVersion })).updateDepot;
  expect(await patch({ name: null, rackCount: 6 }, 1)).toEqual({
    __typename: 'Depot',
    name: null,
    rackCount: 6,
    version: 2,
  });
  expect(await patch({ rackCount: 7 }, 1)).toEqual({
    __typename: 'DepotConflictError',
    currentVersion: 2,
    record: { rackCount: 6 },
    message: 'Depot is at version 2, not 1',
  });
  expect(await patch({ code: null })).toMatchObject({ issues: [{ path: ['input', 'code'], code: 'REQUIRED' }] });
  // A search does not limit the name, as an index does the code.
  expect(await patch({ code: 'c'.repeat(256), name: 'n'.repeat(256) })).toMatchObject({
    issues: [{ path: ['input', 'code'], code: 'TOO_LONG' }],
  });
  const { updateDepots } = await ask(
    `mutation ($patches: [UpdateDepotPatch!]!) {
      updateDepots(patches: $patches) {
        ... on UpdateDepotsSuccess { results { __typename ... on Depot { id name version } } }
      }
    }`,
    { patches: [...ids, 'unknown'].map((id) => ({ id, input: { name: 'Depot' } })) },
  );
  expect(updateDepots.results).toEqual([
    { __typename: 'Depot', id: ids[0], name: 'Depot', version: 3 },
    { __typename: 'Depot', id: ids[1], name: 'Depot', version: 2 },
    { __typename: 'Depot', id: ids[2], name: 'Depot', version: 2 },
    { __typename: 'NotFoundError' },
  ]);
});

test('a new resource is read by modification, whatever its time is called, and no import sets that', async () => {
  const { ask, load, company, ids } = await startWithDepots();
  const list = `query ($since: DateTime!) {
    depots(filter: { modifiedSince: $since }) { nodes { id changedAt } modifiedThrough }
  }`;
  const update =
    'mutation ($id: ID!, $name: String!) { updateDepot(id: $id, input: { name: $name }) { ... on Depot { changedAt } } }';
  // Both in the ten minutes of the creation: it is the time of the record that says which came later.
  const { updateDepot: first } = await ask(update, { id: ids[0], name: 'first' });
  const { updateDepot: second } = await ask(update, { id: ids[1], name: 'second' });
  expect((await ask(list, { since: second.changedAt })).depots.nodes).toEqual([{ id: ids[1], ...second }]);
  expect((await ask(list, { since: first.changedAt })).depots.nodes).toHaveLength(2);
  expect(await load(`id,changed_at\n${company}-1,2020-01-01T00:00:00Z\n`)).toContain(
    '1 unchanged, 0 refused.\nLeft out, since the server sets them: changed_at.',
  );
});

test('a new resource has a history, without updates of ignored columns alone', async () => {
  const { ask, ids } = await startWithDepots({ HISTORY_KEEP_DAYS: '7', HISTORY_IGNORE: 'depot.rack_count' });
  const update =
    'mutation ($id: ID!, $input: UpdateDepotInput!) { updateDepot(id: $id, input: $input) { __typename } }';
  for (const input of [{ rackCount: 8 }, { name: 'Last depot', rackCount: 9 }])
    await ask(update, { id: ids[0], input });
  const history = 'query ($id: ID!) { depot(id: $id) { history(first: 5) { nodes { version changedFields } } } }';
  await expect
    .poll(async () => (await ask(history, { id: ids[0] })).depot.history.nodes)
    .toEqual([expect.objectContaining({ version: 3 }), expect.objectContaining({ version: 1 })]);
});

test('a new resource is created and deleted, alone and with others', async () => {
  const { ask } = await start();
  const create = `mutation ($one: CreateDepotInput!, $many: [CreateDepotInput!]!) {
    createDepot(input: $one) { ... on Depot { id code rackCount version } ... on Error { message } }
    createDepots(inputs: $many) {
      ... on CreateDepotsSuccess { results { ... on Depot { id name } ... on InvalidRequestError { issues { path code } } } }
    }
  }`;
  const id = randomUUID();
  const many = [
    { code: 'D-9', name: 'South depot' },
    { code: 'D-8', id: 'depot-8' },
  ];
  const { createDepot, createDepots } = await ask(create, { one: { code: 'D-7', id }, many });
  expect(createDepot).toEqual({ id, code: 'D-7', rackCount: 0, version: 1 });
  expect(createDepots.results).toEqual([
    { id: expect.any(String), name: 'South depot' },
    { issues: [{ path: ['inputs', '1', 'id'], code: 'WRONG_FORMAT' }] },
  ]);
  const remove = `mutation ($id: ID!, $records: [RecordToDelete!]!) {
    deleteDepot(id: $id, expectedVersion: 1) { ... on DeletedDepot { recordId record { code } } }
    deleteDepots(records: $records) { ... on DeleteDepotsSuccess { results { __typename } } }
  }`;
  const records = [{ id: createDepots.results[0].id }, { id }];
  expect(await ask(remove, { id, records })).toEqual({
    deleteDepot: { recordId: id, record: { code: 'D-7' } },
    deleteDepots: { results: [{ __typename: 'DeletedDepot' }, { __typename: 'NotFoundError' }] },
  });
});

test('changes of a new resource reach webhooks and live operations', async () => {
  const { ask, ids, token, origin } = await startWithDepots();
  const receiver = await openReceiver();
  const { createSubscription } = await ask(
    `mutation ($input: CreateSubscriptionInput!) {
      createSubscription(input: $input) { __typename ... on InvalidRequestError { issues { path message } } }
    }`,
    {
      input: {
        workflowId: 'w-1',
        nodeId: 'n-1',
        webhookUrl: receiver.url,
        resource: 'depot',
        actions: ['updated'],
        filter: { rack_count: 9 },
      },
    },
  );
  expect(createSubscription).toEqual({ __typename: 'WebhookSubscription' });
  const live = `subscription ($id: ID!) {
    depotChanged(id: $id) {
      __typename
      ... on DepotChange { action changedFields depot { rackCount } }
    }
  }`;
  const all = `subscription { changes(watch: [{ record: DEPOT }]) { __typename ... on Change { recordId } } }`;
  const [one, every] = await Promise.all([
    openEvents({ address: origin }, live, { variables: { id: ids[0] }, token }),
    openEvents({ address: origin }, all, { token }),
  ]);
  for (const events of [one, every]) expect(await events.item()).toMatchObject({ __typename: 'Resync' });
  await ask(`mutation ($id: ID!) { updateDepot(id: $id, input: { rackCount: 9 }) { __typename } }`, { id: ids[0] });
  expect(await one.item()).toEqual({
    __typename: 'DepotChange',
    action: 'UPDATED',
    changedFields: ['rackCount', 'changedAt'],
    depot: { rackCount: 9 },
  });
  expect(await every.item()).toEqual({ __typename: 'DepotChange', recordId: ids[0] });
  expect((await receiver.next()).body).toMatchObject({
    type: 'depot.updated',
    data: { id: ids[0], name: 'North depot', rack_count: 9 },
    changed: ['rack_count', 'changed_at'],
    version: 2,
  });
  const { eventTypes } = await ask('{ eventTypes { name example } }');
  expect(eventTypes).toContainEqual({ name: 'depot.updated', example: expect.objectContaining({ version: 2 }) });
});
