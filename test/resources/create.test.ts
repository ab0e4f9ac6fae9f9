import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { modelNamed } from '../../src/prisma/sql/model.ts';
import { type Data, openGateway, type TestGateway, tokenOf, watchStatements } from '../gateway.ts';
import { PATCHED, type PatchedRecord, sampleOf, tank } from '../records.ts';
import { create, full, insert, newCompany, stored, without, withStandIns } from '../rows.ts';
import { pathsOf, wholeAnswer } from './patching.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const inputsOf = ({ inputs, created }: PatchedRecord) => Object.entries({ ...inputs, ...created });

/** An input with a value for each field; only those that a new record needs, if `required`. */
const inputOf = (record: PatchedRecord, { required = false, variant = 1 } = {}): Data =>
  Object.fromEntries(
    inputsOf(record)
      .filter(([, type]) => !required || type.endsWith('!'))
      .map(([field, type]) => [field, sampleOf(type, field, variant)]),
  );

async function createOne(record: PatchedRecord, input: Data, token?: string | null): Promise<Data> {
  const query = `mutation ($input: Create${record.type}Input!) {
    answer: create${record.type}(input: $input) { ${wholeAnswer(record).replace('... on ConflictError { currentVersion }', '')} }
  }`;
  const { data, errors } = await gateway.ask(query, { input }, token);
  expect(errors).toBeUndefined();
  return data.answer;
}

async function createMany(record: PatchedRecord, inputs: Data[], token?: string | null): Promise<Data> {
  const query = `mutation ($inputs: [Create${record.type}Input!]!) {
    answer: create${record.type}s(inputs: $inputs) {
      __typename
      ... on Create${record.type}sSuccess {
        results { __typename ... on ${record.type} { id version } ... on InvalidRequestError { issues { path code } } }
      }
      ... on InvalidRequestError { issues { path code message } }
      ... on UnauthorizedError { reason missingScope }
    }
  }`;
  const { data, errors } = await gateway.ask(query, { inputs }, token);
  expect(errors).toBeUndefined();
  return data.answer;
}

for (const record of PATCHED) {
  const { type, table, scope } = record;
  const drawn = [...modelNamed(type).columns.values()].flatMap(({ field, drawn }) => (drawn ? [field] : []));
  const timed = [...record.touched, ...drawn];

  test(`create${type} with what a new record needs gives every other field the default of the table`, async () => {
    const input = inputOf(record, { required: true });
    const { __typename, ...created } = await createOne(record, input);
    expect(__typename).toBe(type);
    const storedOf = async (of: string) => withStandIns(record, await stored(gateway, record, of));
    expect(await storedOf(created.id)).toEqual(created);
    const [id] = [randomUUID()];
    await insert(gateway, record, { ...input, id, companyId: 'acme' });
    expect(without(created, ['id', ...timed])).toEqual(without(await storedOf(id), ['id', ...timed]));
    expect(created).toMatchObject({ companyId: 'acme', version: 1 });
  });

  test(`create${type} sets every field of its input`, async () => {
    const [id, input] = [randomUUID(), inputOf(record)];
    const created = await createOne(record, { ...input, id });
    expect(created).toMatchObject({ __typename: type, id, ...input });
    expect(withStandIns(record, await stored(gateway, record, id))).toEqual(without(created, ['__typename']));
  });

  test(`create${type} sent again with its id returns the record, and names what differs`, async () => {
    const { token, companyId } = await newCompany();
    const input = { ...inputOf(record), id: randomUUID() };
    const created = await createOne(record, input, token);
    expect(await createOne(record, input, token)).toEqual(created);
    const [[field, kind] = ['', '']] = inputsOf(record).filter(([, each]) => /^(ID|String)/.test(each));
    const other = { ...input, [field]: sampleOf(kind, field, 2) };
    expect(await createOne(record, other, token)).toMatchObject({
      __typename: 'InvalidRequestError',
      issues: [{ path: ['input', field], code: 'INCOMPATIBLE' }],
    });
    const rows = await gateway.sql(`SELECT version FROM ${table} WHERE company_id = $1`, [companyId]);
    expect(rows).toEqual([{ version: 1 }]);
  });

  test(`create${type} needs the scope ${scope}:create, and a token of one company`, async () => {
    const input = inputOf(record, { required: true });
    const company = randomUUID();
    for (const granted of [`${scope}:write ${scope}:read ${scope}:delete`, ''])
      expect(await createOne(record, input, await tokenOf(company, granted))).toMatchObject({
        reason: 'FORBIDDEN',
        missingScope: `${scope}:create`,
      });
    expect(await createOne(record, input, null)).toMatchObject({ reason: 'UNAUTHENTICATED' });
    const every = await tokenOf(company, `companies:all ${scope}:create`);
    expect(await createOne(record, input, every)).toMatchObject({ reason: 'FORBIDDEN', missingScope: null });
    expect(await gateway.sql(`SELECT FROM ${table} WHERE company_id = $1`, [company])).toHaveLength(0);
  });

  test(`create${type}s judges each input alone`, async () => {
    const { token, companyId } = await newCompany();
    const input = inputOf(record, { required: true });
    const [id, foreign] = [randomUUID(), randomUUID()];
    await create(gateway, record, { id: foreign, companyId: 'globex' });
    const [name = ''] = inputsOf(record).find(([, each]) => /^(ID|String)/.test(each)) ?? [];
    const inputs = [{ ...input, id }, input, { ...input, id }, { ...input, id: foreign }, { ...input, [name]: 'a\0b' }];
    const { results } = await createMany(record, inputs, token);
    expect(results).toEqual([
      { __typename: type, id, version: 1 },
      { __typename: type, id: expect.any(String), version: 1 },
      { __typename: 'InvalidRequestError', issues: [{ path: ['inputs', '2', 'id'], code: 'DUPLICATE' }] },
      { __typename: 'InvalidRequestError', issues: [{ path: ['inputs', '3', 'id'], code: 'DUPLICATE' }] },
      { __typename: 'InvalidRequestError', issues: [{ path: ['inputs', '4', name], code: 'INVALID_CHARACTER' }] },
    ]);
    expect(await gateway.sql(`SELECT FROM ${table} WHERE company_id = $1`, [companyId])).toHaveLength(2);
  });
}

test('a new record has the limits of an update', async () => {
  const answer = await createOne(tank, {
    id: 'T-1',
    name: 'n'.repeat(256),
    metadata: null,
    includeInJob: null,
    fillPercentage: 101,
    latitude: '91',
  });
  expect(pathsOf(answer)).toEqual(
    ['fillPercentage', 'id', 'includeInJob', 'latitude', 'metadata', 'name'].map((field) => `input.${field}`),
  );
});

/** The time in an id, in milliseconds. */
const timeIn = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

test('ids that the gateway or the database draws begin with the time', async () => {
  for (const record of PATCHED) {
    const { companyId, token } = await newCompany();
    const begin = Date.now();
    await createOne(record, inputOf(record, { required: true }), token);
    await insert(gateway, record, without(full(record, { companyId }), ['id']));
    const ids = await gateway.sql(`SELECT id FROM ${record.table} WHERE company_id = $1`, [companyId]);
    for (const { id } of ids)
      expect([id[14], timeIn(id) >= begin, timeIn(id) <= Date.now()]).toEqual(['7', true, true]);
    expect(ids).toHaveLength(2);
  }
});

test('an id is a UUID in lower case, and that of another company’s record says nothing about it', async () => {
  const { token } = await newCompany();
  for (const id of [randomUUID().toUpperCase(), 'tank-1', ''])
    expect(await createOne(tank, { id }, token)).toMatchObject({
      issues: [{ path: ['input', 'id'], code: 'WRONG_FORMAT' }],
    });
  const { id, name } = await create(gateway, tank, { companyId: 'globex' });
  const answer = await createOne(tank, { id, name }, token);
  expect(answer.issues).toEqual([
    { path: ['input', 'id'], code: 'DUPLICATE', message: 'is taken; send another, or none' },
  ]);
  expect(await stored(gateway, tank, id)).toMatchObject({ companyId: 'globex', version: 1 });
});

test('a repeat after the record has changed returns the record as it is now', async () => {
  const input = { id: randomUUID(), name: 'first' };
  await createOne(tank, input);
  await gateway.sql(`UPDATE tank SET name = 'second' WHERE id = $1`, [input.id]);
  expect(await createOne(tank, input)).toMatchObject({ __typename: 'Tank', name: 'second', version: 2 });
});

test('a repeat shows a token without the scope to read what it has created, and nothing of what has changed since', async () => {
  const { companyId, token: whole } = await newCompany();
  const token = await tokenOf(companyId, 'tanks:create');
  const input = { id: randomUUID(), name: 'first' };
  const created = await createOne(tank, input, token);
  expect(await createOne(tank, input, token)).toEqual(created);
  await gateway.sql(`UPDATE tank SET name = 'second' WHERE id = $1`, [input.id]);
  const taken = { __typename: 'InvalidRequestError', issues: [{ path: ['input', 'id'], code: 'DUPLICATE' }] };
  expect(await createOne(tank, input, token)).toMatchObject(taken);
  expect(await createOne(tank, { id: input.id, name: 'second' }, token)).toMatchObject(taken);
  expect(await createOne(tank, input, whole)).toMatchObject({ name: 'second', version: 2 });
});

test('twenty requests with the same id at once create one record, and each gets it', async () => {
  const { token, companyId } = await newCompany();
  const input = { ...inputOf(tank), id: randomUUID() };
  const answers = await Promise.all(Array.from({ length: 20 }, () => createOne(tank, input, token)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ __typename: 'Tank', id: input.id });
  expect(await gateway.sql('SELECT FROM tank WHERE company_id = $1', [companyId])).toHaveLength(1);
});

test('a thousand records are one statement, and more are refused', async () => {
  const { token, companyId } = await newCompany();
  const inputs = Array.from({ length: 1_000 }, (_, index) => ({ name: `Tank ${index}`, tankSize: index }));
  const statements = watchStatements(gateway.pool);
  const { results } = await createMany(tank, inputs, token);
  expect(statements.filter((text) => text.includes('tank'))).toHaveLength(1);
  expect(results).toHaveLength(1_000);
  expect(new Set(results.map(({ id }: Data) => id)).size).toBe(1_000);
  const [row] = await gateway.sql('SELECT count(*)::int, sum(tank_size)::int FROM tank WHERE company_id = $1', [
    companyId,
  ]);
  expect(row).toEqual({ count: 1_000, sum: 499_500 });
  expect(await createMany(tank, [...inputs, {}], token)).toMatchObject({
    __typename: 'InvalidRequestError',
    issues: [{ path: ['inputs'], code: 'TOO_LONG' }],
  });
});

test('an id whose record is deleted while it is looked up is that of a deleted record', async () => {
  const own = await openGateway({ pool: { size: 1 } });
  onTestFinished(() => own.close());
  const { id } = await create(own, tank, { id: randomUUID() });
  // The only connection deletes it after the INSERT, before it looks for the record.
  own.pool.once('release', () => void own.pool.query('DELETE FROM tank WHERE id = $1', [id]));
  const query =
    'mutation ($input: CreateTankInput!) { createTank(input: $input) { ... on InvalidRequestError { issues { code } } } }';
  const { data } = await own.ask(query, { input: { id, name: 'anew' } });
  expect(data.createTank).toEqual({ issues: [{ code: 'DELETED' }] });
});
