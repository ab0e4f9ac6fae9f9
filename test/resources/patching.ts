import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_SCOPES } from '../../src/auth/mint.ts';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { isNullable, type PatchedRecord, type StoredRecord, sampleOf } from '../records.ts';
import { full, insert, stored, without } from '../rows.ts';

// A quick order has an `error` of its own, of another type, so this one needs another name in the same answer.
const ERRORS = `
  ... on Error { message }
  ... on InvalidRequestError { success reason: error issues { path message } }`;

/** What every answer is asked for: the whole record, or the whole error. */
export const wholeAnswer = (record: StoredRecord | PatchedRecord): string => {
  const conflict = 'mutation' in record ? '... on ConflictError { currentVersion }' : '';
  return `__typename ... on ${record.type} { ${Object.keys(record.fields).join(' ')} } ${ERRORS} ${conflict}`;
};

export const updateOf = (record: PatchedRecord): string =>
  `mutation ($id: ID!, $input: ${record.input}!, $expectedVersion: Int) {
    answer: ${record.mutation}(id: $id, input: $input, expectedVersion: $expectedVersion) { ${wholeAnswer(record)} }
  }`;

/** A value as GraphQL writes it in a document. */
export const literal = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(literal).join(' ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value).map(([key, item]) => `${key}: ${literal(item)}`)}}`;
};

/** What is true of all five updates, as tests. */
export function testPatching(record: PatchedRecord): void {
  const { type, table, label, mutation, scope, inputs, touched } = record;
  const names = Object.keys(inputs);
  const nullable = names.filter((name) => isNullable(record, name));
  const required = names.filter((name) => !isNullable(record, name));
  const document = updateOf(record);
  const samples = (variant: number, of = names): Data =>
    Object.fromEntries(of.map((name) => [name, sampleOf(inputs[name] ?? '', name, variant)]));
  const nulls = (of: string[]): Data => Object.fromEntries(of.map((name) => [name, null]));

  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openGateway();
  });
  afterAll(() => gateway.close());

  const create = async (overrides: Data = {}): Promise<Data & { id: string }> => {
    const row = full(record, overrides);
    await insert(gateway, record, row);
    return row;
  };
  const read = (id: string) => stored(gateway, record, id);
  const patch = async (id: string, input: object, expectedVersion?: number, token?: string | null): Promise<Data> => {
    const { data, errors } = await gateway.ask(document, { id, input, expectedVersion }, token);
    expect(errors).toBeUndefined();
    return data.answer;
  };

  for (const field of names) {
    test(`${field} alone is set, answered and stored, and nothing else changes`, async () => {
      const before = await create();
      const given = samples(1, [field]);
      const answer = await patch(before.id, given);
      const after = await read(before.id);
      expect(answer).toEqual({ __typename: type, ...after });
      expect(without(after, touched)).toEqual(without({ ...before, ...given, version: 2 }, touched));
    });

    test(`${field} left out keeps its value while all others change`, async () => {
      const before = await create();
      const others = names.filter((name) => name !== field);
      await patch(before.id, samples(1, others));
      const after = await read(before.id);
      expect(without(after, touched)).toEqual(
        without({ ...before, ...samples(1, others), version: others.length > 0 ? 2 : 1 }, touched),
      );
    });

    test(`${field} set to the value it has is no change`, async () => {
      const before = await create();
      expect(await patch(before.id, samples(0, [field]))).toEqual({ __typename: type, ...before });
      expect(await read(before.id)).toEqual(before);
    });
  }

  for (const field of nullable)
    test(`null clears ${field}, and clearing it again is no change`, async () => {
      const before = await create();
      const answer = await patch(before.id, { [field]: null });
      const after = await read(before.id);
      expect(answer).toEqual({ __typename: type, ...after });
      expect(without(after, touched)).toEqual(without({ ...before, [field]: null, version: 2 }, touched));
      expect(await patch(before.id, { [field]: null })).toEqual(answer);
      expect(await read(before.id)).toEqual(after);
    });

  for (const field of required)
    test(`null is refused for ${field}, and nothing is written`, async () => {
      const before = await create();
      const others = samples(1, names.filter((name) => name !== field)); // biome-ignore format: one thought
      expect(await patch(before.id, { ...others, [field]: null })).toMatchObject({
        __typename: 'InvalidRequestError',
        success: false,
        issues: [{ path: ['input', field], message: expect.stringContaining('null') }],
      });
      expect(await read(before.id)).toEqual(before);
    });

  test('an empty input is no change', async () => {
    const before = await create();
    expect(await patch(before.id, {})).toEqual({ __typename: type, ...before });
    expect(await read(before.id)).toEqual(before);
  });

  test('all fields at once, with the values they have, are no change', async () => {
    const before = await create();
    expect(await patch(before.id, samples(0))).toEqual({ __typename: type, ...before });
    expect(await read(before.id)).toEqual(before);
  });

  test('all fields are set at once, and counted as one change', async () => {
    const before = await create();
    const answer = await patch(before.id, samples(1));
    expect(answer).toMatchObject({ __typename: type, ...samples(1), version: 2 });
    expect(answer).toEqual({ __typename: type, ...(await read(before.id)) });
  });

  test('all fields are read from literals in the document too', async () => {
    const { id } = await create();
    const call = `${mutation}(id: ${literal(id)}, input: ${literal(samples(1))})`;
    const { data } = await gateway.ask(`mutation { answer: ${call} { ${wholeAnswer(record)} } }`);
    expect(data.answer).toMatchObject({ __typename: type, ...samples(1), version: 2 });
  });

  test('variables that are declared and not given leave every field as it is', async () => {
    const before = await create();
    const declared = names.map((name) => `$${name}: ${inputs[name]}`).join(', ');
    const passed = names.map((name) => `${name}: $${name}`).join(', ');
    const call = `${mutation}(id: $id, input: { ${passed} }, expectedVersion: $expected)`;
    const query = `mutation ($id: ID!, $expected: Int, ${declared}) { answer: ${call} { ${wholeAnswer(record)} } }`;
    // A document that comes again takes a faster way through the gateway, which must read variables alike.
    for (const _again of [1, 2, 3]) {
      const { data } = await gateway.ask(query, { id: before.id });
      expect(data.answer).toEqual({ __typename: type, ...before });
    }
    expect(await read(before.id)).toEqual(before);
    const cleared = await gateway.ask(query, { id: before.id, ...nulls(nullable) });
    expect(cleared.data.answer).toMatchObject({ __typename: type, ...nulls(nullable), version: 2 });
  });

  test('every issue is reported at once, each with its path', async () => {
    const before = await create();
    const texts = names.filter((name) => ['ID', 'String'].includes(inputs[name] ?? ''));
    const answer = await patch(before.id, {
      ...Object.fromEntries(texts.map((name) => [name, 'a\0b'])),
      ...nulls(required),
    });
    expect(answer.__typename).toBe('InvalidRequestError');
    expect(answer.reason).toBe(answer.message);
    const paths = answer.issues.map(({ path }: { path: string[] }) => path.join('.'));
    expect(paths.sort()).toEqual([...texts, ...required].map((name) => `input.${name}`).sort());
    expect(await read(before.id)).toEqual(before);
  });

  test('an unknown field is refused before anything runs', async () => {
    const before = await create();
    const { status, data, errors } = await gateway.ask(document, {
      id: before.id,
      input: { ...samples(1), companyId: 'globex' },
    });
    expect([status, data]).toEqual([400, undefined]);
    expect(errors?.[0]?.message).toContain('companyId');
    expect(await read(before.id)).toEqual(before);
  });

  test('an unknown id is told by a typed error that names it', async () => {
    const id = randomUUID();
    expect(await patch(id, samples(1))).toEqual({ __typename: 'NotFoundError', message: `${label} not found: ${id}` });
    expect((await patch(id, {})).__typename).toBe('NotFoundError');
    expect((await patch(id, samples(1), 1)).__typename).toBe('NotFoundError');
  });

  test('another company’s record reads letter for letter like one that is not there, and stays as it is', async () => {
    const before = await create({ companyId: 'globex' });
    const attempts = [{ input: samples(1) }, { input: {} }, { input: samples(1), expectedVersion: 1 }];
    const answers = async (): Promise<string[]> => {
      const sent = attempts.map((variables) =>
        gateway.post(JSON.stringify({ query: document, variables: { id: before.id, ...variables } })),
      );
      return Promise.all(sent.map(async (response) => (await response).text()));
    };
    const there = await answers();
    expect(await read(before.id)).toEqual(before);
    await gateway.sql(`DELETE FROM ${table} WHERE id = $1`, [before.id]);
    expect(there).toEqual(await answers());
    expect(there.join()).toContain('NotFoundError');
  });

  test('a token for all companies changes any company’s record', async () => {
    const before = await create({ companyId: 'globex' });
    const all = await tokenOf(undefined, `companies:all ${scope}:write`);
    expect(await patch(before.id, samples(1), 1, all)).toMatchObject({
      __typename: type,
      companyId: 'globex',
      version: 2,
    });
    expect(await patch(before.id, samples(1), 1, all)).toMatchObject({
      __typename: 'ConflictError',
      currentVersion: 2,
    });
    expect((await patch(randomUUID(), samples(1), 1, all)).__typename).toBe('NotFoundError');
  });

  if (record.fields.companyId === 'ID')
    test('a record of no company is changed by a token for all companies alone', async () => {
      const before = await create({ companyId: null });
      expect((await patch(before.id, samples(1))).__typename).toBe('NotFoundError');
      expect(await read(before.id)).toEqual(before);
      const all = await tokenOf('acme', `companies:all ${scope}:write`);
      expect(await patch(before.id, samples(1), undefined, all)).toMatchObject({ __typename: type, companyId: null });
    });

  const others = ALL_SCOPES.split(' ').filter((word) => word !== `${scope}:write`);
  const refused: [string, () => Promise<string | null>, string][] = [
    ['no token', async () => null, 'Authorization'],
    [
      'a token under another key',
      () => tokenOf('acme', ALL_SCOPES, '1h', 'another secret, long enough too for HS256'),
      '',
    ],
    ['an expired token', () => tokenOf('acme', ALL_SCOPES, '-1m'), 'expired'],
    ['a token without the scope', () => tokenOf('acme', others.join(' ')), `${scope}:write`],
    ['a token for all companies without the scope', () => tokenOf('acme', 'companies:all'), `${scope}:write`],
    ['a token of no company', () => tokenOf(undefined, `${scope}:write`), 'company'],
  ];
  for (const [what, token, words] of refused)
    test(`${what} gets UnauthorizedError, and nothing is written`, async () => {
      const before = await create();
      for (const input of [samples(1), {}, { ...samples(1), ...nulls(required) }]) {
        const answer = await patch(before.id, input, undefined, await token());
        expect(answer).toEqual({ __typename: 'UnauthorizedError', message: expect.stringContaining(words) });
      }
      expect(await read(before.id)).toEqual(before);
    });

  test('a version that no longer holds is a conflict that tells the current one, and nothing is written', async () => {
    const before = await create({ version: 5 });
    for (const expected of [4, 6, 0, -1, 2 ** 31 - 1])
      for (const input of [samples(1), samples(0), {}])
        expect(await patch(before.id, input, expected)).toEqual({
          __typename: 'ConflictError',
          message: expect.stringContaining('5'),
          currentVersion: 5,
        });
    expect(await read(before.id)).toEqual(before);
  });

  test('the version that holds lets the change through, once', async () => {
    const before = await create({ version: 5 });
    expect(await patch(before.id, {}, 5)).toMatchObject({ __typename: type, version: 5 });
    expect(await patch(before.id, samples(0), 5)).toMatchObject({ __typename: type, version: 5 });
    expect(await patch(before.id, samples(1), 5)).toMatchObject({ __typename: type, version: 6 });
    expect(await patch(before.id, samples(2), 5)).toMatchObject({ __typename: 'ConflictError', currentVersion: 6 });
    expect(await read(before.id)).toMatchObject({ ...samples(1), version: 6 });
  });

  test('of many that expect the same version, one gets through', async () => {
    const before = await create();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => patch(before.id, samples(i + 1), 1)));
    const winners = answers.filter(({ __typename }) => __typename === type);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ __typename }) => __typename === 'ConflictError')).toHaveLength(9);
    expect(await read(before.id)).toEqual(without(winners[0], ['__typename']));
  });

  test('50 concurrent patches of different fields lose nothing', async () => {
    const before = await create();
    const turns = names.filter((name) => inputs[name] !== 'Boolean');
    const patches = Array.from({ length: 50 }, (_, i) => samples(i + 1, [turns[i % turns.length] ?? '']));
    const answers = await Promise.all(patches.map((input) => patch(before.id, input)));
    const versions = answers.map(({ version }) => version).sort((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: 50 }, (_, i) => i + 2));
    const after = await read(before.id);
    expect(after).toMatchObject({ version: 51 });
    for (const name of turns) {
      const written = patches.filter((input) => name in input).map((input) => input[name]);
      if (written.length > 0) expect(written).toContainEqual(after?.[name]);
    }
  });

  test('the server sets its timestamps on a real change only', async () => {
    const before = await create();
    const clock = async (): Promise<Data> => {
      const [row] = await gateway.sql(
        "SELECT to_jsonb(now()) AS now, to_jsonb((now() AT TIME ZONE 'UTC')::date) AS today",
      );
      return row ?? {};
    };
    const earliest = await clock();
    const after = await patch(before.id, samples(1));
    const latest = await clock();
    for (const name of touched) {
      const [from, to] = record.fields[name] === 'Date' ? [earliest.today, latest.today] : [earliest.now, latest.now];
      const [set, least, most] = [after[name], from, to].map((moment) => Date.parse(moment));
      // Kept to the millisecond, which may round either way.
      expect(set).toBeGreaterThanOrEqual((least ?? 0) - 1);
      expect(set).toBeLessThanOrEqual((most ?? 0) + 1);
    }
    expect(await patch(before.id, samples(1))).toEqual(after);
  });
}
