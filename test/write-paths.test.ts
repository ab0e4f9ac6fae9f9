import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createKey } from '../src/auth/api-keys.ts';
import { keepHistory } from '../src/changes/keep-history.ts';
import { seedDemo } from '../src/demo/company.ts';
import { openPool } from '../src/postgres/pool.ts';
import { Tenant } from '../src/prisma/tenancy/tenant.ts';
import { schema } from '../src/schema.ts';
import { sign } from './auth/bearer.ts';
import { type Data, openGateway, type TestGateway } from './gateway.ts';
import { useImports } from './import/importing.ts';
import { correctedTask, PATCHED, type PatchedRecord, sampleOf, tank } from './records.ts';
import { create } from './rows.ts';

const imports = useImports();
let gateway: TestGateway;
/** The user of the database that writes here without a gateway. */
let login: string;
beforeAll(async () => {
  gateway = imports.gateway;
  [{ session_user: login = '' } = {}] = await gateway.sql('SELECT session_user');
});
beforeEach(() =>
  gateway.sql(
    `INSERT INTO change_watch (company_id, resource, actions, live)
     SELECT company, resource, '{created,updated,deleted}', false
     FROM unnest($1::text[]) resource, unnest('{acme,demo}'::text[]) company`,
    [PATCHED.map(({ table }) => table)],
  ),
);

const scope = PATCHED.flatMap(({ scope }) => ['write', 'create', 'delete'].map((right) => `${scope}:${right}`)).join(
  ' ',
);
const userToken = (sub: string, claims: Data = {}): Promise<string> => sign({ scope, sub, ...claims });

/** The changes that wait to become events, without their records: what each did, and who made it. */
const changes = (): Promise<Data[]> =>
  gateway.sql(`WITH taken AS (DELETE FROM webhook_outbox RETURNING *)
    SELECT resource, action, actor, coalesce(after, before) ->> 'id' AS id FROM taken ORDER BY taken.id`);
const actors = async (): Promise<(string | null)[]> => [...new Set((await changes()).map(({ actor }) => actor))];

/** A record whose creation is no longer among the changes. */
async function made(record: PatchedRecord): Promise<string> {
  const { id } = await create(gateway, record);
  await changes();
  return id;
}
/** The first of the fields that clients may set, with a value. */
const input = ({ inputs }: PatchedRecord): Data => {
  const [[field, type] = ['', '']] = Object.entries(inputs).filter(([, type]) => type === 'ID' || type === 'String');
  return { [field]: sampleOf(type, field, 1) };
};
/** What a new record needs, with values. */
const required = ({ inputs, created }: PatchedRecord): Data => {
  const needed = Object.entries({ ...inputs, ...created }).filter(([, type]) => type.endsWith('!'));
  return Object.fromEntries(needed.map(([field, type]) => [field, sampleOf(type, field, 1)]));
};

interface Path {
  record: PatchedRecord;
  action: 'created' | 'updated' | 'deleted';
  /** The argument of the mutation, its type, and its value for a record of this id. */
  argument: [name: string, type: string, value: (id: string) => unknown];
  /** Whether the mutation takes the id beside the argument. */
  withId?: boolean;
  /** Whether the record was deleted before. */
  isGone?: boolean;
}

/** The write paths of GraphQL. */
const PATHS = new Map<string, Path>();
for (const record of [...PATCHED, correctedTask]) {
  const { type, mutation, input: patch } = record;
  const updated = { record, action: 'updated' } as const;
  PATHS.set(mutation, { ...updated, argument: ['input', `${patch}!`, () => input(record)], withId: true });
  const patches = (id: string) => [{ id, input: input(record) }];
  PATHS.set(`${mutation}s`, { ...updated, argument: ['patches', `[${patch.replace(/Input$/, 'Patch')}!]!`, patches] });
  const created = { record, action: 'created' } as const;
  const fresh = (id: string) => ({ id, ...required(record) });
  PATHS.set(`create${type}`, { ...created, argument: ['input', `Create${type}Input!`, fresh] });
  PATHS.set(`create${type}s`, { ...created, argument: ['inputs', `[Create${type}Input!]!`, (id) => [fresh(id)]] });
  const deleted = { record, action: 'deleted' } as const;
  PATHS.set(`delete${type}`, { ...deleted, argument: ['id', 'ID!', (id) => id] });
  const deletion = (id: string) => [{ id, version: 1 }];
  PATHS.set(`restore${type}s`, { ...created, argument: ['records', '[RecordToRestore!]!', deletion], isGone: true });
  PATHS.set(`restore${type}`, { ...created, argument: ['version', 'Int!', () => 1], withId: true, isGone: true });
  PATHS.set(`delete${type}s`, { ...deleted, argument: ['records', '[RecordToDelete!]!', (id) => [{ id }]] });
}
async function send(
  mutation: string,
  { argument: [name, type, value], withId = false }: Path,
  id: string,
  token: string,
) {
  const [more, given] = withId ? ['$id: ID!, ', 'id: $id, '] : ['', ''];
  const document = `mutation (${more}$${name}: ${type}) { ${mutation}(${given}${name}: $${name}) { __typename } }`;
  await gateway.ask(document, { [name]: value(id), ...(withId && { id }) }, token);
}
/** The id that a path writes to. */
async function idFor({ record, action, isGone }: Path): Promise<string> {
  if (action === 'created' && !isGone) return randomUUID();
  const id = await made(record);
  if (isGone) await gateway.sql(`DELETE FROM ${record.table} WHERE id = $1`, [id]);
  await changes();
  return id;
}
/** The mutations that change no record: they are about webhooks. */
const OTHERS = `createSubscription updateSubscription deleteSubscription pauseSubscription resumeSubscription
  rotateSubscriptionSecret sendTestEvent redeliver replayDeliveries cancelReplay`.split(/\s+/);

test('every mutation is a write path with an actor below, or changes no record', () => {
  const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});
  expect([...PATHS.keys(), ...OTHERS].sort()).toEqual(mutations.sort());
});

test('every command is an import or the seed, which name their actors, or changes no record', () => {
  const others = 'copy.ts database.ts history.ts key.ts program.ts receiver.ts scope-option.ts token.ts usage.ts'.split(
    ' ',
  );
  const commands = readdirSync(new URL('../src/cli', import.meta.url));
  expect(['import.ts', 'seed.ts', ...others].sort()).toEqual(commands.sort());
});

for (const [mutation, path] of PATHS)
  test(`the actor of ${mutation} is the user of the token, or the API key`, async () => {
    const { record, action } = path;
    const { key, ...row } = createKey();
    await gateway.prisma.apiKey
      .of(Tenant.ALL_COMPANIES)
      .create({ data: { ...row, companyId: 'acme', scopes: scope.split(' ') } });
    const cases = [
      [await userToken('u-1'), 'user:u-1'],
      [key, `key:${row.id}`],
      [await userToken('u-2', { company_id: undefined, scope: `${scope} companies:all` }), 'user:u-2'],
    ] as const;
    // Only a token of one company creates records.
    for (const [token, actor] of cases.slice(0, action === 'created' ? 2 : 3)) {
      const id = await idFor(path);
      await send(mutation, path, id, token);
      expect(await changes()).toEqual([{ resource: record.table, action, actor, id }]);
    }
  });

test('patches of the same moment keep their own actors, also of one record', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => made(tank)));
  const tokens = await Promise.all(['a', 'b', 'c'].map((sub) => userToken(sub)));
  const UPDATE = 'mutation ($id: ID!, $name: String) { updateTank(id: $id, input: { name: $name }) { __typename } }';
  for (let turn = 0; turn < 5; turn++) {
    const sent = ids.flatMap((id) => tokens.map((token, place) => ({ id, token, name: `${'abc'[place]} ${turn}` })));
    await Promise.all(sent.map(({ id, token, name }) => gateway.ask(UPDATE, { id, name }, token)));
  }
  const found = await gateway.sql(
    `SELECT actor, left(after ->> 'name', 1) AS name, count(*)::integer FROM webhook_outbox GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  expect(found).toEqual(['a', 'b', 'c'].map((name) => ({ actor: `user:${name}`, name, count: 60 })));
  expect(gateway.prisma.$batching.shared.statements).toBeGreaterThan(0);
});

test('a connection that others have used before names no actor of theirs', async () => {
  const alone = await openGateway({ pool: { size: 1 } });
  onTestFinished(() => alone.close());
  await alone.sql(
    `INSERT INTO change_watch (company_id, resource, actions, live) VALUES ('acme', 'tank', '{updated}', false)`,
  );
  const { id } = await create(alone, tank);
  const update = async (sub: string) => {
    const UPDATE = 'mutation ($id: ID!, $name: String) { updateTank(id: $id, input: { name: $name }) { __typename } }';
    await alone.ask(UPDATE, { id, name: randomUUID() }, await userToken(sub));
  };
  await update('a');
  await update('b');
  await alone.sql('UPDATE tank SET name = NULL');
  await update('a');
  await alone.sql(`UPDATE tank SET name = 'x'`);
  const found = await alone.sql('SELECT actor FROM webhook_outbox ORDER BY id');
  expect(found.map(({ actor }) => actor)).toEqual(['user:a', 'user:b', `sql:${login}`, 'user:a', `sql:${login}`]);
});

test('an import names itself, for records that it creates and for those that it changes', async () => {
  await imports.run(imports.write('external_id,name\na,One\n'));
  await imports.run(imports.write('external_id,name\na,Two\nb,Three\n'));
  const found = await changes();
  expect(found.map(({ action, actor }) => [action, actor])).toEqual([
    ['created', 'import'],
    ['created', 'import'],
    ['updated', 'import'],
  ]);
});

test('the demo data names the seed', async () => {
  await seedDemo(gateway.prisma);
  await seedDemo(gateway.prisma);
  expect(await actors()).toEqual([`sql:${login}/seed`]);
});

test('the history of a record names the actor of every write path', async () => {
  await keepHistory(gateway.pool, { keepDays: 30, ignore: [] });
  const open = () => gateway.sql('SELECT open_outbox(500)');
  const expected: Data[] = [];
  for (const [mutation, path] of PATHS) {
    const { record, action } = path;
    const id = await idFor(path);
    await send(mutation, path, id, await userToken(mutation));
    await open();
    expected.push({ resource: record.table, action, actor: `user:${mutation}`, id });
  }
  await imports.run(imports.write('id,name\ni,One\n'));
  expected.push({ resource: 'tank', action: 'created', actor: 'import', id: 'i' });
  await gateway.sql(`UPDATE tank SET name = 'x' WHERE id = 'i'`);
  expected.push({ resource: 'tank', action: 'updated', actor: `sql:${login}`, id: 'i' });
  await open();
  const found = await gateway.sql(
    'SELECT resource, action, actor, record_id AS id FROM record_revision ORDER BY sequence',
  );
  expect(found).toEqual(expected);
});

test('SQL has the user of the database as its actor, with the name that the session gives itself', async () => {
  const pool = openPool(gateway.url, { size: 1 });
  onTestFinished(() => pool.end());
  await pool.query(`INSERT INTO tank (id, company_id) VALUES ('t', 'acme')`);
  await pool.query(`SET field_operations.writer = 'erp'`);
  await pool.query(`UPDATE tank SET name = 'x' WHERE id = 't'`);
  await pool.query(`SET field_operations.writer = '${'n'.repeat(1000)}'`);
  await pool.query(`UPDATE tank SET name = 'y' WHERE id = 't'`);
  await pool.query('RESET field_operations.writer');
  await pool.query(`DELETE FROM tank WHERE id = 't'`);
  const found = (await changes()).map(({ actor }) => actor);
  expect(found).toEqual([`sql:${login}`, `sql:${login}/erp`, expect.stringMatching(/n{200}$/), `sql:${login}`]);
  expect(found[2]).toHaveLength(260);
});
