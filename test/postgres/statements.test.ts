import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPool } from '../../src/postgres/pool.ts';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { onServer } from '../postgres.ts';
import { PATCHED, type PatchedRecord, sampleOf, subscription } from '../records.ts';
import { updateOf, wholeAnswer } from '../resources/patching.ts';
import { full, insert } from '../rows.ts';

let gateway: TestGateway;
/**
 * What PostgreSQL itself says that it was given to execute: it logs each statement, and its log is sent to the session.
 */
let executed: string[];

beforeAll(async () => {
  gateway = await openGateway();
  const name = new URL(gateway.url).pathname.slice(1);
  gateway.pool.on('connect', (client: pg.PoolClient) => {
    client.on('notice', ({ message = '' }) => {
      if (/^(statement|execute|fastpath)/.test(message)) executed.push(message);
    });
  });
  await onServer(
    gateway.url,
    `ALTER DATABASE ${name} SET log_statement = 'all'`,
    `ALTER DATABASE ${name} SET client_min_messages = 'log'`,
  );
});
afterAll(() => gateway.close());
beforeEach(() => {
  executed = [];
});

test('options in the address of the database are added to those of the gateway', async () => {
  const address = new URL(gateway.url);
  address.searchParams.set('options', '-c work_mem=5MB');
  const pool = openPool(address.href, { size: 1, lockSeconds: 7 });
  const { rows } = await pool.query(
    "SELECT current_setting('work_mem') AS memory, current_setting('lock_timeout') AS lock, current_setting('TimeZone') AS zone",
  );
  await pool.end();
  expect(rows).toEqual([{ memory: '5MB', lock: '7s', zone: 'UTC' }]);
});

const samples = ({ inputs }: PatchedRecord, variant: number): Data =>
  Object.fromEntries(Object.entries(inputs).map(([field, type]) => [field, sampleOf(type, field, variant)]));
const create = async (record: PatchedRecord): Promise<string> => {
  const row = full(record);
  await insert(gateway, record, row);
  executed.length = 0;
  return row.id;
};

test('PostgreSQL reports the statements it executes', async () => {
  await gateway.sql('SELECT 1 AS one');
  await gateway.sql('SELECT $1::int AS two', [2]);
  expect(executed).toHaveLength(2);
  expect(executed.join()).toMatch(/SELECT 1 AS one.*SELECT \$1::int AS two/s);
});

for (const record of PATCHED) {
  const { mutation, type, table, scope } = record;

  test(`${mutation} is one UPDATE, whatever is set and whatever is asked for`, async () => {
    const id = await create(record);
    const firstInput = Object.keys(record.inputs)[0] ?? '';
    const answers = [
      wholeAnswer(record),
      '__typename',
      `... on ${type} { id }`,
      `... on ${type} { version companyId }`,
    ];
    const inputs = [samples(record, 1), { [firstInput]: null }, samples(record, 2), samples(record, 2)];
    for (const [i, answer] of answers.entries())
      for (const expectedVersion of [undefined, null]) {
        const query = `mutation ($id: ID!, $input: ${record.input}!, $expectedVersion: Int) {
          answer: ${mutation}(id: $id, input: $input, expectedVersion: $expectedVersion) { ${answer} }
        }`;
        const { data, errors } = await gateway.ask(query, { id, input: inputs[i], expectedVersion });
        expect(errors).toBeUndefined();
        expect(data.answer).not.toBeNull();
        expect(executed).toEqual([expect.stringMatching(new RegExp(`^execute \\S+: UPDATE "${table}" SET`))]);
        executed.length = 0;
      }
  });

  test(`${mutation} with the version it expects is one statement too`, async () => {
    const id = await create(record);
    const { data } = await gateway.ask(updateOf(record), { id, input: samples(record, 1), expectedVersion: 1 });
    expect(data.answer).toMatchObject({ __typename: type, version: 2 });
    expect(executed).toHaveLength(1);
  });

  test(`${mutation} of nothing is one statement`, async () => {
    const id = await create(record);
    const { data } = await gateway.ask(updateOf(record), { id, input: {} });
    expect(data.answer).toMatchObject({ __typename: type, version: 1 });
    expect(executed).toHaveLength(1);
  });

  test(`${mutation} needs one statement to find nothing, and none to refuse`, async () => {
    const id = await create(record);
    const input = samples(record, 1);
    const sendAs = async (variables: object, token?: string | null): Promise<[string, number]> => {
      executed.length = 0;
      const { data } = await gateway.ask(updateOf(record), { id, input, ...variables }, token);
      return [data.answer.__typename, executed.length];
    };
    expect(await sendAs({ id: randomUUID() })).toEqual(['NotFoundError', 1]);
    expect(await sendAs({}, await tokenOf('globex'))).toEqual(['NotFoundError', 1]);
    expect(await sendAs({}, null)).toEqual(['UnauthorizedError', 0]);
    expect(await sendAs({}, await tokenOf('acme', `${scope}:read`))).toEqual(['UnauthorizedError', 0]);
    expect(await sendAs({ input: { [Object.keys(input)[0] ?? '']: 'a\0' } })).toEqual(['InvalidRequestError', 0]);
    expect(await sendAs({ expectedVersion: 9 })).toEqual([`${type}ConflictError`, 2]);
    expect(await sendAs({ id: randomUUID(), expectedVersion: 9 })).toEqual(['NotFoundError', 2]);
  });
}

test('several mutations in one document are one statement each, in their order', async () => {
  const ids = await Promise.all(PATCHED.map(create));
  executed.length = 0;
  const parts = PATCHED.map(({ mutation, input }, i) => [
    `$i${i}: ${input}!`,
    `${mutation}(id: "${ids[i]}", input: $i${i}) { __typename }`,
  ]);
  const query = `mutation (${parts.map(([declared]) => declared)}) { ${parts.map(([, call]) => call).join(' ')} }`;
  const variables = Object.fromEntries(PATCHED.map((record, i) => [`i${i}`, samples(record, 1)]));
  const { data } = await gateway.ask(query, variables);
  expect(Object.values(data).map(({ __typename }) => __typename)).toEqual(PATCHED.map(({ type }) => type));
  expect(executed.map((text) => /UPDATE "(\w+)"/.exec(text)?.[1])).toEqual(PATCHED.map(({ table }) => table));
});

test('createSubscription is one statement, and a repeat is two', async () => {
  const query = `mutation ($key: String) { answer: createSubscription(idempotencyKey: $key, input: {
    workflowId: "w", nodeId: "n", webhookUrl: "https://example.com/", resource: "tank", actions: ["updated"]
  }) { ${wholeAnswer(subscription)} } }`;
  for (const [key, statements] of [['key', 1] as const, ['key', 2] as const, [null, 1] as const]) {
    executed.length = 0;
    expect((await gateway.ask(query, { key })).data.answer.__typename).toBe('WebhookSubscription');
    expect(executed).toHaveLength(statements);
  }
});

test('a record by its id is one statement, and nobody’s for a caller without a token', async () => {
  await gateway.ask('{ tank(id: "x") { id name } }');
  expect(executed).toHaveLength(1);
  await gateway.ask('{ tank(id: "x") { id name } tanks { totalCount nodes { id } } }', {}, null);
  expect(executed).toHaveLength(1);
});
