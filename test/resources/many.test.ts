import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_SCOPES } from '../../src/auth/mint.ts';
import { type Data, openGateway, type TestGateway, tokenOf, watchStatements } from '../gateway.ts';
import { PATCHED, type PatchedRecord, tank } from '../records.ts';
import { create, full, insert, newCompany, stored, without } from '../rows.ts';
import { all, patcherOf, wholeAnswer } from './patching.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

/** The update of many records of a type, which selects the whole of each. */
const updateOf = (record: PatchedRecord, results = wholeAnswer(record)): string =>
  `mutation ($patches: [${record.input.replace(/Input$/, 'Patch')}!]!) {
    answer: ${record.mutation}s(patches: $patches) {
      __typename
      ... on ${record.input.replace(/Input$/, '')}sSuccess { results { ${results} } }
      ... on InvalidRequestError { issues { path message } }
      ... on Error { message }
    }
  }`;

/** Sends the update and returns its answer. */
async function update(record: PatchedRecord, patches: object[], token?: string | null): Promise<Data> {
  const { data, errors } = await gateway.ask(updateOf(record), { patches }, token);
  expect(errors).toBeUndefined();
  return data.answer;
}

/** Creates so many tanks and returns their ids. */
async function tanks(count: number, companyId = 'acme'): Promise<string[]> {
  const rows = Array.from({ length: count }, () => full(tank, { companyId }));
  await insert(gateway, tank, ...rows);
  return rows.map(({ id }) => id);
}
const rename = (ids: string[], name: string): object[] => ids.map((id) => ({ id, input: { name } }));
const namesOf = async (ids: string[]): Promise<Data[]> =>
  gateway.sql('SELECT name, version FROM tank WHERE id = ANY($1) ORDER BY array_position($1, id)', [ids]);

for (const record of PATCHED) {
  const { type, mutation, touched } = record;
  const { names, nullable, required, samples, read, patch: patchOne } = patcherOf(record, () => gateway);

  test(`${mutation}s sets and clears each field alone, and all at once, as ${mutation} does`, async () => {
    const inputs = [
      ...names.map((name) => samples(1, [name])),
      ...nullable.map((name) => ({ [name]: null })),
      samples(1),
      { ...samples(1), ...all(nullable, null) },
      samples(0),
      {},
    ];
    const rows = inputs.map((input) => ({ id: randomUUID(), twin: randomUUID(), input }));
    await insert(
      gateway,
      record,
      ...rows.flatMap(({ id, twin }) => [full(record, { id }), full(record, { id: twin })]),
    );
    const { results } = await update(
      record,
      rows.map(({ id, input }) => ({ id, input })),
    );
    for (const [index, { id, twin, input }] of rows.entries()) {
      expect(results[index]).toEqual({ __typename: type, ...(await read(id)) });
      const alone = await patchOne(twin, input);
      expect(without(results[index], ['id', ...touched])).toEqual(without(alone, ['id', ...touched]));
    }
  });

  test(`${mutation}s judges each patch alone and answers in their order`, async () => {
    const ids = Array.from({ length: 6 }, () => randomUUID());
    const [first, second, third, fourth, fifth, sixth] = ids;
    const companyOf = (id: string) => (id === sixth ? 'globex' : 'acme');
    await insert(gateway, record, ...ids.map((id) => full(record, { id, companyId: companyOf(id) })));
    const patches = [
      { id: third, input: samples(1), expectedVersion: null },
      { id: 'absent', input: samples(1), expectedVersion: 1 },
      { id: first, input: samples(1), expectedVersion: 1 },
      { id: second, input: samples(1), expectedVersion: 7 },
      { id: fourth, input: { ...samples(1), ...(required[0] && { [required[0]]: null }), [names[0] ?? '']: 'a\0b' } },
      { id: sixth, input: samples(1), expectedVersion: 1 },
      { id: fifth, input: {} },
      { id: 'a\0b', input: samples(1) },
    ];
    const { __typename, results } = await update(record, patches);
    expect(__typename).toBe(`${record.input.replace(/Input$/, '')}sSuccess`);
    expect(results).toMatchObject([
      { __typename: type, id: third, ...samples(1), version: 2 },
      { __typename: 'NotFoundError', message: `${record.label} not found: absent` },
      { __typename: type, id: first, ...samples(1), version: 2 },
      { __typename: `${type}ConflictError`, message: `${record.label} is at version 1, not 7`, currentVersion: 1 },
      { __typename: 'InvalidRequestError' },
      { __typename: 'NotFoundError', message: `${record.label} not found: ${sixth}` },
      { __typename: type, id: fifth, version: 1 },
      { __typename: 'NotFoundError' },
    ]);
    const paths = results[4].issues.map(({ path }: Data) => path.join('.')).sort();
    expect(paths).toEqual([names[0], ...required.slice(0, 1)].map((name) => `patches.4.input.${name}`).sort());
    for (const id of [second, fourth, fifth, sixth]) expect(await read(`${id}`)).toMatchObject({ version: 1 });
  });

  test(`${mutation}s is refused whole to a token without ${record.scope}:write`, async () => {
    const { id } = await create(gateway, record);
    const others = ALL_SCOPES.split(' ').filter((scope) => scope !== `${record.scope}:write`);
    for (const token of [null, await tokenOf('acme', others.join(' ')), await tokenOf('acme', ALL_SCOPES, '-1m')])
      for (const patches of [[{ id, input: samples(1) }], []])
        expect(await update(record, patches, token)).toEqual({
          __typename: 'UnauthorizedError',
          message: expect.any(String),
        });
    expect(await read(id)).toMatchObject({ version: 1 });
  });
}

test('a thousand records are changed by one statement', async () => {
  const { companyId, token } = await newCompany();
  const ids = await tanks(1_000, companyId);
  await update(tank, [], token);
  const sent = watchStatements(gateway.pool);
  const { results } = await update(tank, rename(ids, 'new'), token);
  expect(sent).toEqual([expect.stringMatching(/^WITH sent AS/)]);
  expect(results.map(({ id }: Data) => id)).toEqual(ids);
  expect(await namesOf(ids)).toEqual(ids.map(() => ({ name: 'new', version: 2 })));
});

test('a thousand and one patches are refused, and nothing is written', async () => {
  const ids = await tanks(1_001);
  expect(await update(tank, rename(ids, 'new'))).toEqual({
    __typename: 'InvalidRequestError',
    message: 'patches: must have at most 1000 items',
    issues: [{ path: ['patches'], message: 'must have at most 1000 items' }],
  });
  expect((await namesOf(ids)).filter(({ version }) => version > 1)).toEqual([]);
});

test('no patches have no results', async () => {
  expect(await update(tank, [])).toEqual({ __typename: 'UpdateTanksSuccess', results: [] });
});

test('a second patch of a record is refused, and the first is written', async () => {
  const [id, other] = await tanks(2);
  const { results } = await update(tank, [
    { id, input: { name: 'first' } },
    { id: other, input: { name: 'other' } },
    { id, input: { brand: 'second' } },
  ]);
  expect(results).toMatchObject([
    { __typename: 'Tank', name: 'first', version: 2 },
    { __typename: 'Tank', name: 'other', version: 2 },
    {
      __typename: 'InvalidRequestError',
      issues: [{ path: ['patches', '2', 'id'], message: 'is the record of patch 0 again; send it in another request' }],
    },
  ]);
  expect(await stored(gateway, tank, `${id}`)).toMatchObject({ name: 'first', brand: full(tank).brand, version: 2 });
});

test('all conflicts are read by one statement more', async () => {
  const ids = await tanks(50);
  const sent = watchStatements(gateway.pool);
  const { results } = await update(
    tank,
    ids.map((id) => ({ id, input: { name: 'new' }, expectedVersion: 5 })),
  );
  expect(results.map(({ currentVersion }: Data) => currentVersion)).toEqual(ids.map(() => 1));
  expect(sent).toEqual([expect.stringMatching(/^WITH sent/), expect.stringMatching(/^SELECT/)]);
});

test('patches with many faults report a hundred, and each at least one', async () => {
  const ids = await tanks(20);
  const keys = Array.from({ length: 30 }, (_, n) => [`k${n}`, '\0']);
  const { results } = await update(
    tank,
    ids.map((id) => ({ id, input: { metadata: Object.fromEntries(keys) } })),
  );
  expect(results.map(({ issues }: Data) => issues.length)).toEqual([30, 30, 30, 10, ...Array(16).fill(1)]);
});

test('a token for all companies changes records of several, and of none', async () => {
  const ids = await Promise.all(['acme', 'globex', null].map((companyId) => create(gateway, tank, { companyId })));
  const token = await tokenOf(undefined, 'companies:all tanks:write');
  const { results } = await update(
    tank,
    rename(
      ids.map(({ id }) => id),
      'theirs',
    ),
    token,
  );
  expect(results).toMatchObject(
    ['acme', 'globex', null].map((companyId) => ({ companyId, name: 'theirs', version: 2 })),
  );
});

test('the client selects what it wants of each result', async () => {
  const ids = await tanks(2);
  const shapes = {
    __typename: { __typename: 'Tank' },
    '... on Tank { id }': { id: ids[0] },
    '... on Tank { b: brand } ... on Tank { version }': { b: 'mine', version: 2 },
    '... on Error { message }': {},
  };
  for (const [results, shape] of Object.entries(shapes))
    for (const _again of [1, 2, 3]) {
      const patches = ids.map((id) => ({ id, input: { brand: 'mine' } }));
      const { data } = await gateway.ask(updateOf(tank, results), { patches });
      expect(data.answer.results[0]).toEqual(shape);
    }
  const bare = 'mutation ($patches: [UpdateTankPatch!]!) { updateTanks(patches: $patches) { __typename } }';
  const patches = rename(ids, 'without results');
  expect((await gateway.ask(bare, { patches })).data.updateTanks).toEqual({ __typename: 'UpdateTanksSuccess' });
  expect(await namesOf(ids)).toMatchObject(ids.map(() => ({ name: 'without results' })));
});
