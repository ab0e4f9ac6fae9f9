import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ALL_SCOPES } from '../../src/auth/mint.ts';
import { type Data, type TestGateway, tokenOf } from '../gateway.ts';
import { inputsOf, type PatchedRecord } from '../records.ts';
import { all, patcherOf, pathsOf, updateOf } from './patching.ts';

/**
 * Invalid input, an unknown record, another company's record and a missing right are refused, and nothing is written.
 */
export function testRefusals(record: PatchedRecord, opened: () => TestGateway): void {
  const { type, table, label, scope } = record;
  const { names, required, samples, create, read, patch } = patcherOf(record, opened);

  for (const field of required)
    test(`null is refused for ${field}, and nothing is written`, async () => {
      const before = await create();
      const others = names.filter((name) => name !== field);
      expect(await patch(before.id, { ...samples(1, others), [field]: null })).toMatchObject({
        __typename: 'InvalidRequestError',
        success: false,
        issues: [{ path: ['input', field], code: 'REQUIRED', message: expect.stringContaining('null') }],
      });
      expect(await read(before.id)).toEqual(before);
    });

  test('every issue is reported at once, each with its path', async () => {
    const before = await create();
    const texts = inputsOf(record, 'ID', 'String');
    const answer = await patch(before.id, { ...all(texts, 'a\0b'), ...all(required, null) });
    expect(answer.__typename).toBe('InvalidRequestError');
    expect(new Set(answer.issues.map(({ code }: Data) => code))).toEqual(
      new Set(['INVALID_CHARACTER', ...(required.length > 0 ? ['REQUIRED'] : [])]),
    );
    expect(answer.fault).toBe(answer.message);
    expect(pathsOf(answer)).toEqual([...new Set([...texts, ...required])].map((name) => `input.${name}`).sort());
    expect(await read(before.id)).toEqual(before);
  });

  test('an unknown field is refused before anything runs', async () => {
    const before = await create();
    const variables = { id: before.id, input: { ...samples(1), companyId: 'globex' } };
    const { status, data, errors } = await opened().ask(updateOf(record), variables);
    expect([status, data]).toEqual([400, undefined]);
    expect(errors?.[0]?.message).toContain('companyId');
    expect(await read(before.id)).toEqual(before);
  });

  test('an unknown id is a NotFoundError that names it', async () => {
    const id = randomUUID();
    expect(await patch(id, samples(1))).toEqual({ __typename: 'NotFoundError', message: `${label} not found: ${id}` });
    expect((await patch(id, {})).__typename).toBe('NotFoundError');
    expect((await patch(id, samples(1), 1)).__typename).toBe('NotFoundError');
  });

  test('another company’s record is answered byte for byte like a missing one, and stays as it is', async () => {
    const before = await create({ companyId: 'globex' });
    const attempts = [{ input: samples(1) }, { input: {} }, { input: samples(1), expectedVersion: 1 }];
    const answers = async (): Promise<string[]> => {
      const sent = attempts.map((variables) =>
        opened().post(JSON.stringify({ query: updateOf(record), variables: { id: before.id, ...variables } })),
      );
      return Promise.all(sent.map(async (response) => (await response).text()));
    };
    const there = await answers();
    expect(await read(before.id)).toEqual(before);
    await opened().sql(`DELETE FROM ${table} WHERE id = $1`, [before.id]);
    expect(there).toEqual(await answers());
    expect(there.join()).toContain('NotFoundError');
  });

  test('a token for all companies changes any company’s record', async () => {
    const before = await create({ companyId: 'globex' });
    const token = await tokenOf(undefined, `companies:all ${scope}:write`);
    const changed = { __typename: type, companyId: 'globex', version: 2 };
    expect(await patch(before.id, samples(1), 1, token)).toMatchObject(changed);
    const conflict = { __typename: `${type}ConflictError`, currentVersion: 2 };
    expect(await patch(before.id, samples(2), 1, token)).toMatchObject(conflict);
    expect((await patch(randomUUID(), samples(1), 1, token)).__typename).toBe('NotFoundError');
  });

  if (record.fields.companyId === 'ID')
    test('a record of no company is changed only by a token for all companies', async () => {
      const before = await create({ companyId: null });
      expect((await patch(before.id, samples(1))).__typename).toBe('NotFoundError');
      expect(await read(before.id)).toEqual(before);
      const token = await tokenOf('acme', `companies:all ${scope}:write`);
      const changed = { __typename: type, companyId: null };
      expect(await patch(before.id, samples(1), undefined, token)).toMatchObject(changed);
    });

  const others = ALL_SCOPES.split(' ').filter((word) => word !== `${scope}:write`);
  const stranger = 'another secret, long enough too for HS256';
  const unauthenticated = { reason: 'UNAUTHENTICATED', missingScope: null };
  const unscoped = { reason: 'FORBIDDEN', missingScope: `${scope}:write` };
  const refused: [string, () => Promise<string | null>, string, object][] = [
    ['no token', async () => null, 'Authorization', unauthenticated],
    ['a token signed with another secret', () => tokenOf('acme', ALL_SCOPES, '1h', stranger), '', unauthenticated],
    ['an expired token', () => tokenOf('acme', ALL_SCOPES, '-1m'), 'expired', unauthenticated],
    ['a token without the scope', () => tokenOf('acme', others.join(' ')), `${scope}:write`, unscoped],
    ['a token for all companies without the scope', () => tokenOf('acme', 'companies:all'), `${scope}:write`, unscoped],
    [
      'a token of no company',
      () => tokenOf(undefined, `${scope}:write`),
      'company',
      { ...unscoped, missingScope: null },
    ],
  ];
  for (const [what, token, words, told] of refused)
    test(`${what} gets UnauthorizedError, and nothing is written`, async () => {
      const before = await create();
      for (const input of [samples(1), {}, { ...samples(1), ...all(required, null) }]) {
        const answer = await patch(before.id, input, undefined, await token());
        expect(answer).toEqual({ __typename: 'UnauthorizedError', message: expect.stringContaining(words), ...told });
      }
      expect(await read(before.id)).toEqual(before);
    });
}
