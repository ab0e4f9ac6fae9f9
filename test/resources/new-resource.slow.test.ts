import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type Data, SECRET, tokenOf } from '../gateway.ts';
import { openEvents } from '../live/event-source.ts';
import { runProgram, startProgram, temporary } from '../programs.ts';
import { openReceiver } from '../webhooks/receiver.ts';

const MODEL = `
enum DepotKind {
  BULK
  CITY
}

/// A depot where trucks load fuel.
model Depot {
  /// The id of the depot. It never changes.
  id        String   @id @default(dbgenerated("time_ordered_uuid()"))
  /// The id of the company that owns the record.
  companyId String   @map("company_id")
  /// The display name.
  /// @searched
  name      String?
  /// The code in your own system.
  /// @searched
  code      String
  /// The number of loading racks.
  rackCount Int      @default(0) @map("rack_count")
  /// The rent per month.
  /// @range 0 99999999
  rent      Decimal  @default(1250.5) @db.Decimal(12, 4)
  /// The fees per load.
  fees      Decimal[] @default([2.5])
  /// The volume of all tanks, in microlitres.
  volume    BigInt   @default(9007199254740993)
  /// The counters of the racks.
  counters  BigInt[]
  /// The kind of the depot.
  kind      DepotKind @default(CITY)
  /// What other depots it supplies.
  supplies  DepotKind[] @default([BULK])
  /// The shifts in which it is open.
  shifts    Int[]    @default([])
  /// The id of the site in your own system.
  siteId    String?  @map("site_id") @db.Uuid
  /// When the depot was opened.
  openedAt  DateTime @default(now()) @map("opened_at") @db.Timestamptz(3)
  /// The number on its gate.
  number    Int      @default(autoincrement())
  /// The token on its cards.
  token     String   @default(dbgenerated("gen_random_uuid()"))
  /// When a value last changed. Set by the server.
  /// @modified
  changedAt DateTime @default(now()) @map("changed_at") @db.Timestamptz(3)
  /// The current version number. Every change increases it by one. Pass it as \`expectedVersion\`.
  version   Int      @default(1)

  @@index([companyId, id])
  @@index([companyId, code, id])
  @@map("depot")
}
`;

const MIGRATION = `
CREATE TYPE "DepotKind" AS ENUM ('BULK', 'CITY');
CREATE TABLE "depot" (
  "id" TEXT PRIMARY KEY DEFAULT time_ordered_uuid(),
  "company_id" TEXT NOT NULL,
  "name" TEXT,
  "code" TEXT NOT NULL,
  "rack_count" INTEGER NOT NULL DEFAULT 0,
  "rent" DECIMAL(12,4) NOT NULL DEFAULT 1250.5,
  "fees" DECIMAL(65,30)[] DEFAULT ARRAY[2.5]::DECIMAL(65,30)[],
  "volume" BIGINT NOT NULL DEFAULT 9007199254740993,
  "counters" BIGINT[],
  "kind" "DepotKind" NOT NULL DEFAULT 'CITY',
  "supplies" "DepotKind"[] DEFAULT ARRAY['BULK']::"DepotKind"[],
  "shifts" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
  "site_id" UUID,
  "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "number" SERIAL NOT NULL,
  "token" TEXT NOT NULL DEFAULT gen_random_uuid(),
  "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "version" INTEGER NOT NULL DEFAULT 1
);
CREATE INDEX "depot_company_id_id_idx" ON "depot" ("company_id", "id");
CREATE INDEX "depot_company_id_code_id_idx" ON "depot" ("company_id", "code", "id");
SELECT track_record('depot', searched => '{name,code}', modified => 'changed_at');
`;

const RESOURCE = `
import { listing } from '../graphql/lists/listing.ts';
import { queriesOf } from '../graphql/lists/record-fields.ts';
import { builder, required } from '../graphql/schema/builder.ts';
import { Node } from '../graphql/schema/node-types.ts';
import { record } from '../graphql/schema/record.ts';
import { creation } from '../graphql/writes/creation.ts';
import { mutationsOf } from '../graphql/writes/mutations.ts';
import { update } from '../graphql/writes/update.ts';

const DepotKind = builder.enumType('DepotKind', {
  description: 'The kind of a depot.',
  values: { BULK: { description: 'It supplies others.' }, CITY: { description: 'It supplies customers.' } },
});

const Depot = record('Depot', {
  example: {
    record: {
      id: 'd-7001', companyId: 'c-01', name: 'North depot', code: 'D-7001', rackCount: 4,
      rent: 1250.5, fees: [2.5], volume: 40_000, counters: [12, 3], kind: 'CITY', supplies: ['BULK'], shifts: [1, 2],
      siteId: '0190a5a8-7c1e-7000-8000-000000000001',
      openedAt: '2026-01-05T06:00:00.000Z', number: 7, token: 'D-7001-7',
      changedAt: '2026-01-31T08:15:30.120Z', version: 2,
    },
    changed: ['rackCount', 'changedAt'],
  },
});

builder.prismaObject('Depot', {
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', required),
    companyId: t.exposeID('companyId', required),
    name: t.exposeString('name'),
    code: t.exposeString('code', required),
    rackCount: t.exposeInt('rackCount', required),
    rent: t.expose('rent', { type: 'Decimal', ...required }),
    fees: t.expose('fees', { type: ['Decimal'] }),
    volume: t.expose('volume', { type: 'BigInt', ...required }),
    counters: t.expose('counters', { type: ['BigInt'] }),
    kind: t.expose('kind', { type: DepotKind, ...required }),
    supplies: t.expose('supplies', { type: [DepotKind] }),
    shifts: t.exposeIntList('shifts'),
    siteId: t.expose('siteId', { type: 'UUID' }),
    openedAt: t.expose('openedAt', { type: 'DateTime', ...required }),
    number: t.exposeInt('number', required),
    token: t.exposeString('token', required),
    changedAt: t.expose('changedAt', { type: 'DateTime', nullable: false }),
    version: t.exposeInt('version', required),
  }),
});

const DepotListing = listing(Depot);

const UpdateDepot = update(Depot, 'UpdateDepot', (t) => ({
  name: t.string(),
  code: t.string(),
  rackCount: t.int(),
  rent: t.field({ type: 'Decimal' }),
  fees: t.field({ type: ['Decimal'] }),
  volume: t.field({ type: 'BigInt' }),
  counters: t.field({ type: ['BigInt'] }),
  kind: t.field({ type: DepotKind }),
  supplies: t.field({ type: [DepotKind] }),
  shifts: t.intList(),
  siteId: t.field({ type: 'UUID' }),
  openedAt: t.field({ type: 'DateTime' }),
  number: t.int(),
  token: t.string(),
}));
const CreateDepot = creation(Depot, 'CreateDepot', (t) => ({ ...UpdateDepot.fields(t), code: t.string({ required: true }) }));

builder.queryFields((t) => queriesOf(t, DepotListing));

builder.mutationFields((t) => mutationsOf(t, UpdateDepot, CreateDepot));
`;

const LINE = `import './resources/depot.ts';\n`;

const CONTRACT = `
export const depot: PatchedRecord = {
  ...stored('Depot', 'depot', 'depots'),
  ...updated('Depot', 'updateDepot'),
  touched: ['changedAt'],
  created: fields({ 'String!': 'code' }),
  fields: fields({
    'ID!': 'id companyId',
    String: 'name',
    'String!': 'code token',
    'Int!': 'rackCount number version',
    'DateTime!': 'openedAt changedAt',
    'Decimal!': 'rent',
    '[Decimal!]': 'fees',
    'BigInt!': 'volume',
    '[BigInt!]': 'counters',
    'DepotKind!': 'kind',
    '[DepotKind!]': 'supplies',
    '[Int!]': 'shifts',
    UUID: 'siteId',
  }),
  inputs: fields({
    String: 'name code token', Int: 'rackCount number', DateTime: 'openedAt', Decimal: 'rent', '[Decimal!]': 'fees', BigInt: 'volume',
    '[BigInt!]': 'counters', DepotKind: 'kind', '[DepotKind!]': 'supplies', '[Int!]': 'shifts', UUID: 'siteId',
  }),
};

`;

const repository = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const SCOPES =
  'depots:read depots:write depots:create depots:delete history:read tasks:read subscriptions:read subscriptions:write';

/** Adds the new resource to a checkout: its model and migration, its file and its line. */
function applySteps(folder: string): void {
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')));
  edit('prisma/schema.prisma', (text) => `${text}${MODEL}`);
  edit('src/schema.ts', (text) => text.replace(`import './resources/ship-to.ts';\n`, (line) => `${line}${LINE}`));
  mkdirSync(join(folder, 'prisma/migrations/20991231000000_depot'));
  writeFileSync(join(folder, 'prisma/migrations/20991231000000_depot/migration.sql'), MIGRATION);
  writeFileSync(join(folder, 'src/resources/depot.ts'), RESOURCE);
}

/** A checkout of what runs, with the new resource and nothing else. */
function checkout(): string {
  const folder = temporary();
  for (const part of [
    'src',
    'cells',
    'console',
    'scripts',
    'prisma',
    'operations',
    'package.json',
    'tsconfig.json',
    'prisma.config.ts',
  ])
    cpSync(join(repository, part), join(folder, part), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  applySteps(folder);
  return folder;
}

let folder: string;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  folder = checkout();
  [database] = await Promise.all([cloneDatabase(), run(process.execPath, ['scripts/build.mjs'], { cwd: folder })]);
});
afterAll(() => database.drop());

/** Starts the gateway of the checkout, for one test, and returns how to ask it as a company of its own. */
async function start(settings: Record<string, string> = {}) {
  const { program, env } = { program: join(folder, 'dist'), env: { DATABASE_URL: database.url, ...settings } };
  const gateway = startProgram('main', { ...env, FEDERATION: 'on', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' }, program);
  const { address } = await gateway.logged('ready');
  const company = randomUUID();
  const token = await tokenOf(company, SCOPES);
  /** The data of a request that has no errors. */
  const ask = async (query: string, variables: object = {}): Promise<Data> => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = await response.json();
    expect(errors).toBeUndefined();
    return data;
  };
  /** Imports lines of CSV, or of JSON, and returns what the import prints. */
  const load = async (lines: string, resource = 'depots'): Promise<string> => {
    const format = lines.startsWith('{') ? ['--format', 'jsonl'] : [];
    const args = [resource, '-', '--company', company, ...format];
    const { stdout, stderr } = await runProgram('import', args, env, lines, program);
    return stdout + stderr;
  };
  return { ask, load, company, token, origin: new URL(address).origin };
}

const CSV = 'id,name,code,rack_count\n%-1,North depot,D-1,4\n%-2,Süddepot,D-2,2\n%-3,,D-3,0\n';

/** Three depots of a company of its own. */
async function startWithDepots(settings?: Record<string, string>) {
  const gateway = await start(settings);
  const ids = [1, 2, 3].map((number) => `${gateway.company}-${number}`);
  expect(await gateway.load(CSV.replaceAll('%', gateway.company))).toMatch(/^3 lines .*3 created, 0 updated/);
  return { ...gateway, ids };
}

/** The tests that list what there is of records: each knows a new one by its entry in test/records.ts alone. */
const LISTS = [
  'schema',
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

const EXACT = `rent fees volume counters kind supplies shifts siteId`;
/** A value of each type of a column: none is one that a double keeps. */
const VALUES = {
  rent: '12345678.1234',
  fees: ['0.000000000000000000000000000001', '-12345678901234567890.5'],
  volume: '9223372036854775807',
  counters: ['-9007199254740993', '4'],
  kind: 'BULK',
  supplies: ['CITY', 'BULK'],
  shifts: [3, 1],
  siteId: '0190a5a8-7c1e-7000-8000-00000000000a',
};
const DEFAULTS = {
  rent: '1250.5',
  fees: ['2.5'],
  volume: '9007199254740993',
  counters: null,
  kind: 'CITY',
  supplies: ['BULK'],
  shifts: [],
  siteId: null,
};
const CREATE = `mutation ($input: CreateDepotInput!) {
  createDepot(input: $input) { ... on Depot { id ${EXACT} } ... on InvalidRequestError { issues { path message } } }
}`;

test('decimals, 64-bit numbers, enums, UUIDs and lists are exact in creations, reads, filters, orders and aggregates', async () => {
  const { ask } = await start();
  const create = async (input: object) => (await ask(CREATE, { input })).createDepot;
  const { id, ...created } = await create({ code: 'D-1', ...VALUES });
  const { id: other, ...initial } = await create({ code: 'D-2' });
  expect([created, initial]).toEqual([VALUES, DEFAULTS]);
  // A repeat with the same values is none.
  const given = { id: randomUUID(), code: 'D-3', ...VALUES };
  expect(await create(given)).toEqual(await create(given));
  const read = `query ($filter: DepotFilter, $orderBy: [DepotOrder!], $after: String) {
    depots(filter: $filter, orderBy: $orderBy, first: 1, after: $after) { nodes { id ${EXACT} } pageInfo { endCursor } totalCount }
  }`;
  const filters = [
    { rent: { equals: VALUES.rent } },
    { rent: { equals: 12345678.1234 } },
    { rent: { gte: '12345678.1234' } },
    { volume: { equals: VALUES.volume } },
    { volume: { in: [VALUES.volume, 1] } },
    { kind: { equals: 'BULK' } },
    { kind: { in: ['BULK'] } },
    { siteId: { equals: VALUES.siteId.toUpperCase() } },
    { siteId: { not: { equals: null } } },
  ];
  for (const filter of filters)
    expect([filter, (await ask(read, { filter: { ...filter, code: { equals: 'D-1' } } })).depots]).toMatchObject([
      filter,
      { totalCount: 1, nodes: [{ id, ...VALUES }] },
    ]);
  expect((await ask(read, { filter: { rent: { gte: '12345678.12340001' } } })).depots.totalCount).toBe(0);
  for (const field of ['RENT', 'VOLUME']) {
    const orderBy = { field, direction: 'ASC' };
    const first = (await ask(read, { orderBy, filter: { code: { in: ['D-1', 'D-2'] } } })).depots;
    expect(first.nodes[0].id).toBe(other);
    const variables = { orderBy, filter: { code: { in: ['D-1', 'D-2'] } }, after: first.pageInfo.endCursor };
    expect((await ask(read, variables)).depots.nodes[0].id).toBe(id);
  }
  const { all, ...grouped } = await ask(`{
    kinds: depotAggregate(groupBy: [KIND, SITE_ID]) { groups { key { kind siteId } count } }
    rents: depotAggregate(groupBy: [RENT]) { groups { key { rent } count } }
    volumes: depotAggregate(groupBy: [VOLUME]) { groups { key { volume } count } }
    all: depotAggregate { groups { sum { rent volume } avg { rent } min { rent volume } max { rent volume } } }
  }`);
  const two = (most: object, other: object) => ({
    groups: [
      { key: most, count: 2 },
      { key: other, count: 1 },
    ],
  });
  expect(grouped).toEqual({
    kinds: two({ kind: 'BULK', siteId: VALUES.siteId }, { kind: 'CITY', siteId: null }),
    rents: two({ rent: '12345678.1234' }, { rent: '1250.5' }),
    volumes: two({ volume: VALUES.volume }, { volume: '9007199254740993' }),
  });
  const rent = 2 * 12345678.1234 + 1250.5;
  expect(all.groups[0]).toMatchObject({
    sum: { rent: expect.closeTo(rent), volume: 2 * 2 ** 63 + 2 ** 53 },
    avg: { rent: expect.closeTo(rent / 3) },
    min: { rent: '1250.5', volume: '9007199254740993' },
    max: { rent: '12345678.1234', volume: VALUES.volume },
  });
});

test('a column with a default that the database draws is in no need of a value, in creations and imports', async () => {
  const { ask, load, company } = await start();
  const drawn = 'id openedAt number token';
  const create = `mutation ($inputs: [CreateDepotInput!]!) {
    createDepots(inputs: $inputs) { ... on CreateDepotsSuccess { results { ... on Depot { ${drawn} } } } }
  }`;
  const given = { openedAt: '2020-02-03T04:05:06.789Z', number: 77, token: 'own' };
  const inputs = [{ code: 'D-1', id: randomUUID() }, { code: 'D-2' }, { code: 'D-3', ...given }];
  const { results } = (await ask(create, { inputs })).createDepots;
  expect(await load(`id,code,opened_at\n${company}-1,D-4,\n${company}-2,D-5,\n`)).toContain('2 created');
  const read = `{ depots(filter: { code: { in: ["D-1", "D-2", "D-4", "D-5"] } }) { nodes { ${drawn} } } }`;
  const { nodes }: { nodes: Record<string, unknown>[] } = (await ask(read)).depots;
  expect(nodes).toEqual(expect.arrayContaining(results.slice(0, 2)));
  expect(results[2]).toMatchObject(given);
  for (const { openedAt } of nodes) expect(Date.now() - Date.parse(String(openedAt))).toBeLessThan(600_000);
  for (const field of ['number', 'token']) expect(new Set(nodes.map((node) => node[field])).size).toBe(4);
  // A repeat is none, although its values would be others.
  expect((await ask(create, { inputs: inputs.slice(0, 1) })).createDepots.results).toEqual(results.slice(0, 1));
});

test('a value that its column would round or cannot hold is an issue with the name of the field', async () => {
  const { ask, load, company } = await start();
  const issueOf = async (input: object) => (await ask(CREATE, { input: { code: 'D', ...input } })).createDepot.issues;
  expect(await issueOf({ rent: '1.23456', fees: ['0.0000000000000000000000000000001'] })).toEqual([
    { path: ['input', 'fees'], message: 'must have at most 30 digits after the point' },
    { path: ['input', 'rent'], message: 'must have at most 4 digits after the point' },
  ]);
  expect(await issueOf({ rent: '123456789' })).toEqual([
    { path: ['input', 'rent'], message: 'must have at most 8 digits before the point' },
  ]);
  expect(await issueOf({ rent: '-1' })).toEqual([{ path: ['input', 'rent'], message: 'must be from 0 to 99999999' }]);
  for (const wrong of [
    { rent: 0.1 + 0.2 },
    { volume: 2 ** 53 },
    { volume: '9223372036854775808' },
    { kind: 'X' },
    { siteId: 'x' },
  ])
    await expect(ask(CREATE, { input: { code: 'D', ...wrong } })).rejects.toThrow();
  const csv = `id,code,rent,volume,kind,site_id,fees,shifts
    ${company}-1,A,1.23456,1,BULK,,{},{}
    ${company}-2,A,1,1.5,BULK,,{},{}
    ${company}-3,A,1,1,OTHER,,{},{}
    ${company}-4,A,1,1,BULK,nonsense,{},{}
    ${company}-5,A,1,1,BULK,,{x},{}`.replaceAll(/^ +/gm, '');
  const printed = await load(csv);
  expect(printed).toContain('5 refused');
});

test('they are exact in imports, updates of one and of many, histories, live changes and events', async () => {
  const { ask, load, company, token, origin } = await start({ HISTORY_KEEP_DAYS: '7' });
  const id = `${company}-1`;
  const lines = [
    JSON.stringify({ id, code: 'D-1', ...VALUES, rent: 12345678.1234 }),
    JSON.stringify({ id: `${company}-2`, code: 'D-2' }),
  ].join('\n');
  expect(await load(lines)).toMatch(/^2 lines .*2 created/);
  const csv = `id,rent,fees,volume,counters,kind,supplies,shifts,site_id
    ${id},12345678.1234,"[""0.000000000000000000000000000001"", ""-12345678901234567890.5""]",9223372036854775807,"{-9007199254740993,4}",BULK,"{CITY,BULK}","[3,1]",${VALUES.siteId}`;
  expect(await load(csv.replaceAll(/^ +/gm, ''))).toContain('1 unchanged, 0 refused');
  const read = `query ($ids: [ID!]) { depots(filter: { id: { in: $ids } }) { nodes { ${EXACT} } } }`;
  expect((await ask(read, { ids: [id, `${company}-2`] })).depots.nodes).toEqual([VALUES, DEFAULTS]);

  const receiver = await openReceiver();
  const input = { workflowId: 'w-1', nodeId: 'n-1', webhookUrl: receiver.url, resource: 'depot', actions: ['updated'] };
  const filter = { rent: 0.0001, kind: 'CITY', supplies: ['CITY'], shifts: [7] };
  const { createSubscription } = await ask(
    `mutation ($input: CreateSubscriptionInput!) {
      createSubscription(input: $input) { __typename ... on InvalidRequestError { issues { path message } } }
    }`,
    { input: { ...input, filter } },
  );
  expect(createSubscription).toEqual({ __typename: 'WebhookSubscription' });
  const live = `subscription ($id: ID!) { depotChanged(id: $id) { __typename ... on DepotChange { depot { ${EXACT} } } } }`;
  const events = await openEvents({ address: origin }, live, { variables: { id }, token });
  expect(await events.item()).toMatchObject({ __typename: 'Resync' });
  const changed = {
    rent: '0.0001',
    fees: [],
    volume: '-9223372036854775808',
    counters: ['9007199254740994'],
    kind: 'CITY',
    supplies: ['CITY'],
    shifts: [7],
    siteId: null,
  };
  const update = `mutation ($id: ID!, $input: UpdateDepotInput!) { updateDepot(id: $id, input: $input) { ... on Depot { ${EXACT} } } }`;
  expect((await ask(update, { id, input: changed })).updateDepot).toEqual(changed);
  expect(await events.item()).toEqual({ __typename: 'DepotChange', depot: changed });
  const { body, text } = await receiver.next();
  expect(body.data).toMatchObject({ kind: 'CITY', supplies: ['CITY'], shifts: [7], fees: [] });
  for (const part of ['"rent":0.0001', '"volume":-9223372036854775808', '"counters":[9007199254740994]'])
    expect(text.replaceAll(/([:,]) /g, '$1')).toContain(part);
  const many = `mutation ($patches: [UpdateDepotPatch!]!) {
    updateDepots(patches: $patches) { ... on UpdateDepotsSuccess { results { ... on Depot { ${EXACT} } } } }
  }`;
  const patches = [id, `${company}-2`].map((id) => ({ id, input: VALUES }));
  expect((await ask(many, { patches })).updateDepots.results).toEqual([VALUES, VALUES]);
  const history = `query ($id: ID!) { depot(id: $id) { history(first: 1) { nodes { before after } } } }`;
  const [{ before, after }] = (await ask(history, { id })).depot.history.nodes;
  expect([before, after]).toMatchObject([
    { rent: 0.0001, kind: 'CITY' },
    { kind: 'BULK', supplies: ['CITY', 'BULK'] },
  ]);
});
