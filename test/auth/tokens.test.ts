import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';
import { accepted, refusal, seconds, sign, withHeader } from './bearer.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

test('a valid token is accepted, with its scheme in any letter case', async () => {
  const token = await tokenOf('acme', 'tanks:read');
  for (const header of [`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}`])
    expect(await withHeader(gateway, header)).toMatchObject(accepted);
});

test('requests that come together with a new token wait for one verification', async () => {
  const token = await tokenOf('acme', 'tanks:read', '3h');
  const verify = vi.spyOn(crypto.subtle, 'verify');
  onTestFinished(() => verify.mockRestore());
  const requests = Array.from({ length: 10 }, () => withHeader(gateway, `Bearer ${token}`));
  for (const answer of await Promise.all(requests)) expect(answer).toMatchObject(accepted);
  expect(verify).toHaveBeenCalledTimes(1);
});

test('a token is verified and remembered once, however its header is written', async () => {
  const token = await tokenOf('acme', 'tanks:read', '4h');
  const verify = vi.spyOn(crypto.subtle, 'verify');
  onTestFinished(() => verify.mockRestore());
  for (const scheme of ['Bearer ', 'bearer ', 'Bearer    ', 'BEARER '])
    expect(await withHeader(gateway, scheme + token)).toMatchObject(accepted);
  expect(verify).toHaveBeenCalledTimes(1);
});

test('a header that holds no bearer token is refused, and not quoted', async () => {
  const token = await tokenOf('acme');
  for (const header of ['', 'Bearer', 'Bearer ', token, `Basic ${token}`, `Bearer ${token} x`, 'Bearer Bearer']) {
    const answer = await withHeader(gateway, header);
    expect(answer).toMatchObject(refusal('UNAUTHENTICATED'));
    expect(JSON.stringify(answer)).not.toContain(token);
  }
});

test('scopes are read from scope, scp and permissions, as words or as a list', async () => {
  const grants = [
    { scope: 'other tanks:read  more' },
    { scope: undefined, scp: 'tanks:read' },
    { scope: undefined, scp: ['tanks:read'] },
    { scope: undefined, permissions: ['x', 'tanks:read', 7] },
    { scope: ['tanks:read'] },
  ];
  for (const grant of grants) expect(await withHeader(gateway, `Bearer ${await sign(grant)}`)).toMatchObject(accepted);
});

test('a scope counts as a whole word only', async () => {
  const grants = [
    { scope: '' },
    { scope: 'tanks:reader' },
    { scope: 'tanks' },
    { scope: 'TANKS:READ' },
    { scope: 7 },
    { scope: { 'tanks:read': true } },
    { scope: 'tanks:read,tanks:write' },
  ];
  for (const grant of grants)
    expect(await withHeader(gateway, `Bearer ${await sign(grant)}`)).toMatchObject(refusal('FORBIDDEN', 'tanks:read'));
});

test('a token must name one company', async () => {
  for (const company of [
    undefined,
    null,
    '',
    1.5,
    true,
    [],
    ['acme', 'beta'],
    [['a', 'b']],
    { id: 'acme' },
    [['acme']],
    [[]],
  ])
    expect(await withHeader(gateway, `Bearer ${await sign({ company_id: company })}`)).toMatchObject(
      refusal('FORBIDDEN', 'company'),
    );
});

test('a company that no record can have is refused, with the claim', async () => {
  for (const company of ['acme\0', '\ud800', 'acme\u202e', 'acme\n', 'a'.repeat(256), ['b'.repeat(9_000)]])
    expect(await withHeader(gateway, `Bearer ${await sign({ company_id: company })}`)).toMatchObject(
      refusal('FORBIDDEN', 'company_id'),
    );
});

test('a company whose name looks like another sees nothing, and breaks nothing', async () => {
  await create(gateway, tank);
  for (const company of ["acme' OR '1'='1", '%', 'ACME', ' acme', 'a'.repeat(255)]) {
    const { status, data } = await withHeader(gateway, `Bearer ${await sign({ company_id: company })}`);
    expect([status, data.tanks?.totalCount ?? 0]).toEqual([200, 0]);
  }
  expect(gateway.logged.filter(({ msg }) => msg === 'unexpected error')).toEqual([]);
});

test('a token that is unsigned, changed, or signed by a stranger or another algorithm is refused', async () => {
  const good = await sign({});
  const [head, body, signature] = good.split('.');
  const payload = { company_id: 'globex', scope: 'tanks:read', exp: seconds() + 60 };
  const changed = Buffer.from(JSON.stringify(payload)).toString('base64url');
  const { privateKey } = await generateKeyPair('RS256');
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
  const tokens = [
    new UnsecuredJWT(payload).encode(),
    `${none}.${body}.`,
    `${none}.${body}.${signature}`,
    `${head}.${changed}.${signature}`,
    `${head}.${body}.`,
    `${head}.${body}`,
    `${head}.${body}.${signature}x`,
    await sign({}, { secret: 'another secret, long enough too for HS256' }),
    await sign({}, { alg: 'HS512' }),
    await new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'RS256' }).sign(privateKey),
    'x',
    '..',
    'a.b.c',
  ];
  for (const token of tokens)
    expect(await withHeader(gateway, `Bearer ${token}`)).toMatchObject(refusal('UNAUTHENTICATED', 'not valid'));
  const stranger = await sign({}, { secret: 'another secret, long enough too for HS256' });
  expect(await withHeader(gateway, `Bearer ${stranger}`)).toMatchObject(
    refusal('UNAUTHENTICATED', 'not signed with the key of this gateway'),
  );
});

test('a token is refused before and after its time, and without an end', async () => {
  const now = seconds();
  for (const [claims, words] of [
    [{ exp: now - 1 }, 'expired'],
    [{ exp: undefined }, 'exp'],
    [{ nbf: now + 60 }, 'nbf'],
    [{ exp: 'tomorrow' }, 'exp'],
  ] as const)
    expect(await withHeader(gateway, `Bearer ${await sign(claims)}`)).toMatchObject(refusal('UNAUTHENTICATED', words));
});

test('a token that was accepted is refused once it has expired', async () => {
  const exp = seconds() + 60;
  const header = `Bearer ${await sign({ exp })}`;
  expect(await withHeader(gateway, header)).toMatchObject(accepted);
  // The gateway of this test reads the same clock.
  vi.useFakeTimers({ toFake: ['Date'], now: exp * 1000 - 1 });
  onTestFinished(() => void vi.useRealTimers());
  expect(await withHeader(gateway, header)).toMatchObject(accepted);
  vi.setSystemTime(exp * 1000);
  expect(await withHeader(gateway, header)).toMatchObject(refusal('UNAUTHENTICATED', 'expired'));
});

test('an anonymous caller may read the schema, but no record', async () => {
  const { data } = await gateway.ask('{ __schema { queryType { name } } __typename }', {}, null);
  expect(data).toEqual({ __schema: { queryType: { name: 'Query' } }, __typename: 'Query' });
  const refused = { message: expect.stringContaining('A token is needed'), extensions: { code: 'UNAUTHENTICATED' } };
  const records = 'a: tank(id: "x") { id } b: tasks { totalCount } viewer { companyId }';
  expect(await gateway.ask(`{ ${records} }`, {}, null)).toMatchObject({ data: null, errors: [{ ...refused }] });
  expect((await gateway.ask(`{ ${records} }`, {}, null)).errors?.[0]).not.toHaveProperty('path');
  // What needs no caller is answered, and then each of the others has its error.
  const mixed = await gateway.ask(`{ __typename ${records} }`, {}, null);
  expect(mixed.data).toEqual({ __typename: 'Query', a: null, b: null, viewer: null });
  expect(mixed.errors).toMatchObject(['a', 'b', 'viewer'].map((key) => ({ ...refused, path: [key] })));
});

test('a refused mutation without a token answers each root field with its type', async () => {
  const update = (key: string) => `${key}: updateTank(id: "x", input: {}) { __typename }`;
  expect(await gateway.ask(`mutation { ${update('a')} ${update('b')} }`, {}, null)).toMatchObject({
    data: { a: { __typename: 'UnauthorizedError' }, b: { __typename: 'UnauthorizedError' } },
  });
});
