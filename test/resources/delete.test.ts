import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDocuments } from '../../src/http/graphiql/ready-documents.ts';
import { type Data, openGateway, type TestGateway, tokenOf, watchStatements } from '../gateway.ts';
import { PATCHED, type PatchedRecord, type StoredRecord, tank, task } from '../records.ts';
import { create, full, insert, newCompany, stored } from '../rows.ts';
import { wholeAnswer } from './patching.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway({ pool: { lockSeconds: 2 } });
});
afterAll(() => gateway.close());

/** Everything of a deletion's result. */
const resultOf = (record: PatchedRecord): string => {
  const { type, fields } = record;
  const whole = `... on Deleted${type} { recordId record { ${Object.keys(fields).join(' ')} } }`;
  return wholeAnswer(record).replace(/\.\.\. on \w+ \{[^}]*\}/, whole);
};

async function deleteOne(record: PatchedRecord, id: string, expectedVersion?: number, token?: string | null) {
  const query = `mutation ($id: ID!, $expectedVersion: Int) {
    answer: delete${record.type}(id: $id, expectedVersion: $expectedVersion) { ${resultOf(record)} }
  }`;
  const { data, errors } = await gateway.ask(query, { id, expectedVersion }, token);
  expect(errors).toBeUndefined();
  return data.answer;
}

async function deleteMany(record: PatchedRecord, records: object[], token?: string | null): Promise<Data> {
  const query = `mutation ($records: [RecordToDelete!]!) {
    answer: delete${record.type}s(records: $records) {
      __typename
      ... on Delete${record.type}sSuccess { results { ${resultOf(record)} } }
      ... on InvalidRequestError { issues { path code } }
      ... on UnauthorizedError { reason missingScope }
    }
  }`;
  const { data, errors } = await gateway.ask(query, { records }, token);
  expect(errors).toBeUndefined();
  return data.answer;
}

const isThere = async ({ table }: StoredRecord, id: string): Promise<boolean> =>
  (await gateway.sql(`SELECT FROM ${table} WHERE id = $1`, [id])).length === 1;

for (const record of PATCHED) {
  const { type, label, scope } = record;

  test(`delete${type} answers the record as it was, and a second one finds nothing`, async () => {
    const { id } = await create(gateway, record);
    const before = await stored(gateway, record, id);
    expect(await deleteOne(record, id, 1)).toEqual({ __typename: `Deleted${type}`, recordId: id, record: before });
    expect(await isThere(record, id)).toBe(false);
    expect(await deleteOne(record, id)).toEqual({ __typename: 'NotFoundError', message: `${label} not found: ${id}` });
  });

  test(`delete${type} at another version leaves the record as it is`, async () => {
    const { id } = await create(gateway, record, { version: 4 });
    expect(await deleteOne(record, id, 3)).toMatchObject({ __typename: `${type}ConflictError`, currentVersion: 4 });
    expect(await isThere(record, id)).toBe(true);
  });

  test(`delete${type} needs the scope ${scope}:delete, and the record’s company`, async () => {
    const { id, companyId } = await create(gateway, record);
    const unable = await tokenOf(companyId, `${scope}:write ${scope}:read ${scope}:create`);
    expect(await deleteOne(record, id, 1, unable)).toMatchObject({ missingScope: `${scope}:delete` });
    expect(await deleteOne(record, id, 1, null)).toMatchObject({ reason: 'UNAUTHENTICATED' });
    const { token } = await newCompany();
    expect(await deleteOne(record, id, 1, token)).toMatchObject({ __typename: 'NotFoundError' });
    expect(await deleteOne(record, `${id}\0`)).toMatchObject({ __typename: 'NotFoundError' });
    expect(await isThere(record, id)).toBe(true);
    const every = await tokenOf(undefined, `companies:all ${scope}:delete`);
    expect(await deleteOne(record, id, 1, every)).toMatchObject({ __typename: `Deleted${type}` });
  });

  test(`a deletion of a ${label.toLowerCase()} at another version shows it to a token that may only delete`, async () => {
    const { id, companyId } = await create(gateway, record, { version: 2 });
    const { data } = await gateway.ask(
      `mutation ($id: ID!) { answer: delete${type}(id: $id, expectedVersion: 1) { ... on ${type}ConflictError { record { id version } } } }`,
      { id },
      await tokenOf(companyId, `${scope}:delete`),
    );
    expect(data.answer).toEqual({ record: { id, version: 2 } });
  });

  test(`delete${type}s judges each record alone`, async () => {
    const ids = Array.from({ length: 4 }, () => randomUUID());
    const [first, second, foreign, third] = ids;
    const companyOf = (id: string) => (id === foreign ? 'globex' : 'acme');
    await insert(gateway, record, ...ids.map((id) => full(record, { id, companyId: companyOf(id) })));
    const { results } = await deleteMany(record, [
      { id: third },
      { id: second, expectedVersion: 7 },
      { id: foreign },
      { id: third },
      { id: first, expectedVersion: 1 },
    ]);
    expect(results).toMatchObject([
      { __typename: `Deleted${type}`, recordId: third, record: { id: third, version: 1 } },
      { __typename: `${type}ConflictError`, currentVersion: 1 },
      { __typename: 'NotFoundError' },
      { __typename: 'InvalidRequestError', issues: [{ path: ['records', '3', 'id'], code: 'DUPLICATE' }] },
      { __typename: `Deleted${type}`, recordId: first, record: { id: first, version: 1 } },
    ]);
    expect(await Promise.all(ids.map((id) => isThere(record, id)))).toEqual([false, true, true, false]);
  });
}

const documents = await readDocuments();

for (const record of PATCHED)
  test(`what the document Delete${record.type} answers is what the document Restore${record.type} takes`, async () => {
    const { type } = record;
    const { id } = await create(gateway, record, { id: randomUUID(), version: 7 });
    const before = await stored(gateway, record, id);
    const send = async (name: string, variables: object): Promise<Data> => {
      const { data, errors } = await gateway.ask(documents.find((each) => each.name === name)?.query ?? '', variables);
      expect(errors).toBeUndefined();
      return Object.values(data)[0];
    };
    const { recordId, record: last } = await send(`Delete${type}`, { id });
    expect(await send(`Restore${type}`, { id: recordId, version: last.version })).toMatchObject({ id, version: 8 });
    expect(await stored(gateway, record, id)).toEqual({ ...before, version: 8 });
  });

for (const record of PATCHED)
  test(`delete${record.type} sent again at its version returns the record again, until it is back`, async () => {
    const { id, companyId } = await create(gateway, record, { version: 4 });
    const deleted = await deleteOne(record, id, 4);
    expect(await deleteOne(record, id, 4)).toEqual(deleted);
    const { results } = await deleteMany(record, [{ id, expectedVersion: 4 }]);
    expect(results).toEqual([deleted]);
    for (const version of [3, 5, undefined])
      expect(await deleteOne(record, id, version)).toMatchObject({ __typename: 'NotFoundError' });
    const { token } = await newCompany();
    expect(await deleteOne(record, id, 4, token)).toMatchObject({ __typename: 'NotFoundError' });
    await create(gateway, record, { id, companyId });
    expect(await deleteOne(record, id, 4)).toMatchObject({
      __typename: `${record.type}ConflictError`,
      currentVersion: 5,
    });
  });

test('references to a deleted record resolve to null, and to the record again once it is back', async () => {
  const { id } = await create(gateway, tank, { id: randomUUID(), name: 'North' });
  await create(gateway, task, { id: `task-of-${id}`, entityType: 'tank', entityId: id });
  const read = async () =>
    (await gateway.ask('query ($id: ID!) { task(id: $id) { entity { __typename } } }', { id: `task-of-${id}` })).data
      .task;
  expect(await read()).toEqual({ entity: { __typename: 'Tank' } });
  const tasks = { nodes: [{ id: `task-of-${id}` }] };
  const deletion =
    'mutation ($id: ID!) { deleteTank(id: $id) { ... on DeletedTank { record { tasks { nodes { id } } } } } }';
  expect((await gateway.ask(deletion, { id })).data).toEqual({ deleteTank: { record: { tasks } } });
  expect(await read()).toEqual({ entity: null });
  const undone =
    'mutation ($id: ID!) { restoreTank(id: $id, version: 1) { ... on Tank { name version tasks { nodes { id } } } } }';
  expect((await gateway.ask(undone, { id })).data).toEqual({ restoreTank: { name: 'North', version: 2, tasks } });
  expect(await read()).toEqual({ entity: { __typename: 'Tank' } });
});

test('a thousand records are deleted by one statement, and more are refused', async () => {
  const { token, companyId } = await newCompany();
  const ids = Array.from({ length: 1_000 }, () => randomUUID());
  await insert(gateway, tank, ...ids.map((id) => full(tank, { id, companyId })));
  const statements = watchStatements(gateway.pool);
  const { results } = await deleteMany(
    tank,
    ids.map((id) => ({ id })),
    token,
  );
  expect(statements.filter((text) => text.includes('tank'))).toHaveLength(1);
  expect(results.map(({ recordId }: Data) => recordId)).toEqual(ids);
  expect(await gateway.sql('SELECT FROM tank WHERE company_id = $1', [companyId])).toHaveLength(0);
  const more = [...ids, 'one more'].map((id) => ({ id }));
  expect(await deleteMany(tank, more, token)).toMatchObject({ issues: [{ path: ['records'], code: 'TOO_LONG' }] });
});

test('a record that another transaction holds is not deleted, and the answer says that it is locked', async () => {
  const { id } = await create(gateway, tank);
  const holder = await gateway.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM tank WHERE id = $1 FOR UPDATE', [id]);
    const { errors } = await gateway.ask('mutation ($id: ID!) { deleteTank(id: $id) { __typename } }', { id });
    expect(errors).toMatchObject([{ path: ['deleteTank'], extensions: { code: 'RECORD_LOCKED', retryable: true } }]);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  expect(await isThere(tank, id)).toBe(true);
});
