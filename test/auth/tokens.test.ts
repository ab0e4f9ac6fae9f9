import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../src/http/listen.ts';
import { type Answer, type Data, openGateway, SECRET, type TestGateway, tokenOf } from '../gateway.ts';
import { tank } from '../records.ts';
import { full, insert } from '../rows.ts';

const KEY_ALGORITHMS = ['RS256', 'PS512', 'ES256', 'ES384', 'EdDSA'];
const ISSUER = 'https://issuer.example/';

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
const keys = new Map<string, Keys>();
let keyServer: Server;
/** A gateway with a secret, and one that trusts a key server, an issuer, an audience and a claim of another name. */
let gateway: TestGateway;
let strict: TestGateway;

beforeAll(async () => {
  for (const algorithm of [...KEY_ALGORITHMS, 'stranger'])
    keys.set(algorithm, await generateKeyPair(algorithm === 'stranger' ? 'RS256' : algorithm, { extractable: true }));
  const published = KEY_ALGORITHMS.map(async (alg) => ({ ...(await exportJWK(keysOf(alg).publicKey)), alg, kid: alg }));
  const body = JSON.stringify({ keys: await Promise.all(published) });
  keyServer = createServer((_req, res) => res.setHeader('content-type', 'application/json').end(body));
  const jwksUrl = await listen(keyServer, '127.0.0.1', 0);
  gateway = await openGateway();
  const claims = { issuer: ISSUER, audience: 'gateway', companyClaim: 'https://example.com/company' };
  strict = await openGateway({ auth: { secret: undefined, jwksUrl, ...claims } });
});
afterAll(async () => {
  await gateway.close();
  await strict.close();
  keyServer.close();
});

const keysOf = (algorithm: string): Keys => {
  const found = keys.get(algorithm);
  if (found === undefined) throw new Error(`No key for ${algorithm}.`);
  return found;
};
const seconds = (): number => Math.floor(Date.now() / 1000);
const sign = (payload: Data, { alg = 'HS256', secret = SECRET } = {}): Promise<string> =>
  new SignJWT({ company_id: 'acme', scope: 'tanks:read', exp: seconds() + 60, ...payload })
    .setProtectedHeader({ alg })
    .sign(new TextEncoder().encode(secret));
const signByKey = (payload: Data, alg = 'ES256', by = alg): Promise<string> =>
  new SignJWT({
    iss: ISSUER,
    aud: 'gateway',
    'https://example.com/company': 'acme',
    scope: 'tanks:read',
    exp: seconds() + 60,
    ...payload,
  })
    .setProtectedHeader({ alg, kid: alg })
    .sign(keysOf(by).privateKey);

const QUERY = '{ tanks { totalCount } }';
const withHeader = async (to: TestGateway, authorization: string): Promise<Answer> => {
  const response = await to.post(JSON.stringify({ query: QUERY }), { authorization });
  return { status: response.status, headers: response.headers, ...(await response.json()) };
};
const isLetIn = { data: { tanks: { totalCount: expect.any(Number) } } };
const refusal = (code: string, words = '') => ({
  data: { tanks: null },
  errors: [{ message: expect.stringContaining(words), extensions: { code } }],
});

test('a good token is let in, whatever the letters of its scheme', async () => {
  const token = await tokenOf('acme', 'tanks:read');
  for (const header of [`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}`])
    expect(await withHeader(gateway, header)).toMatchObject(isLetIn);
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
  for (const grant of grants) expect(await withHeader(gateway, `Bearer ${await sign(grant)}`)).toMatchObject(isLetIn);
});

test('a scope counts as a whole word only', async () => {
  const grants = [{ scope: '' }, { scope: 'tanks:reader' }, { scope: 'tanks' }, { scope: 'TANKS:READ' }, { scope: 7 }, { scope: { 'tanks:read': true } }, { scope: 'tanks:read,tanks:write' }]; // biome-ignore format: a table
  for (const grant of grants)
    expect(await withHeader(gateway, `Bearer ${await sign(grant)}`)).toMatchObject(refusal('FORBIDDEN', 'tanks:read'));
});

test('a token must name its company as a text', async () => {
  for (const company of [undefined, null, '', 7, ['acme'], { id: 'acme' }])
    expect(await withHeader(gateway, `Bearer ${await sign({ company_id: company })}`)).toMatchObject(
      refusal('FORBIDDEN', 'company'),
    );
});

test('a company whose name no database could hold sees nothing, and breaks nothing', async () => {
  await insert(gateway, tank, full(tank));
  for (const company of ["acme' OR '1'='1", 'acme\0', '\ud800', '%', 'ACME', ' acme']) {
    const { status, data } = await withHeader(gateway, `Bearer ${await sign({ company_id: company })}`);
    expect([status, data.tanks?.totalCount ?? 0]).toEqual([200, 0]);
  }
  expect(gateway.logged.filter(({ msg }) => msg === 'unexpected error')).toEqual([]);
});

test('a token is refused that is unsigned, changed, signed by a stranger or by another algorithm', async () => {
  const good = await sign({});
  const [head, body, signature] = good.split('.');
  const payload = { company_id: 'globex', scope: 'tanks:read', exp: seconds() + 60 };
  const changed = Buffer.from(JSON.stringify(payload)).toString('base64url');
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
    await signByKey({}, 'RS256'),
    'x',
    '..',
    'a.b.c',
  ];
  for (const token of tokens)
    expect(await withHeader(gateway, `Bearer ${token}`)).toMatchObject(refusal('UNAUTHENTICATED', 'not valid'));
});

test('a token is refused before and after its time, and one that never ends', async () => {
  const now = seconds();
  for (const [claims, words] of [
    [{ exp: now - 1 }, 'expired'],
    [{ exp: undefined }, 'exp'],
    [{ nbf: now + 60 }, 'nbf'],
    [{ exp: 'tomorrow' }, 'exp'],
  ] as const)
    expect(await withHeader(gateway, `Bearer ${await sign(claims)}`)).toMatchObject(refusal('UNAUTHENTICATED', words));
});

test('a token that was let in is refused once it has expired', async () => {
  const exp = seconds() + 2;
  const header = `Bearer ${await sign({ exp })}`;
  expect(await withHeader(gateway, header)).toMatchObject(isLetIn);
  await expect
    .poll(() => withHeader(gateway, header), { timeout: 30_000, interval: 100 })
    .toMatchObject(refusal('UNAUTHENTICATED', 'expired'));
  expect(Date.now()).toBeGreaterThanOrEqual(exp * 1000);
});

test('keys of a key server are accepted in each family', async () => {
  for (const algorithm of KEY_ALGORITHMS)
    expect(await withHeader(strict, `Bearer ${await signByKey({}, algorithm)}`)).toMatchObject(isLetIn);
});

test('with a key server, a shared secret, a stranger’s key and a key used for another algorithm are refused', async () => {
  const claims = { iss: ISSUER, aud: 'gateway', 'https://example.com/company': 'acme', scope: 'tanks:read' };
  const pem = JSON.stringify(await exportJWK(keysOf('RS256').publicKey));
  const tokens = [
    await sign(claims),
    await sign(claims, { secret: pem }),
    await signByKey({}, 'RS256', 'stranger'),
    await signByKey({}, 'RS384', 'RS256').catch(() => 'x'),
    new UnsecuredJWT(claims).encode(),
  ];
  for (const token of tokens)
    expect(await withHeader(strict, `Bearer ${token}`)).toMatchObject(refusal('UNAUTHENTICATED', 'not valid'));
});

test('issuer and audience must be the ones set', async () => {
  const claims = [
    [{ iss: 'https://other.example/' }, 'iss'],
    [{ iss: undefined }, 'iss'],
    [{ aud: 'another' }, 'aud'],
    [{ aud: undefined }, 'aud'],
  ] as const;
  for (const [claim, words] of claims)
    expect(await withHeader(strict, `Bearer ${await signByKey(claim)}`)).toMatchObject(
      refusal('UNAUTHENTICATED', words),
    );
  expect(await withHeader(strict, `Bearer ${await signByKey({ aud: ['x', 'gateway'] })}`)).toMatchObject(isLetIn);
});

test('the company is read from the claim that is set, and from no other', async () => {
  const token = await signByKey({ 'https://example.com/company': undefined, company_id: 'acme' });
  expect(await withHeader(strict, `Bearer ${token}`)).toMatchObject(refusal('FORBIDDEN', 'company'));
});

test('a key server that cannot be reached is the server’s fault, told with the id under which the log has the cause', async () => {
  const nowhere = createServer();
  const jwksUrl = await listen(nowhere, '127.0.0.1', 0);
  nowhere.close();
  const lost = await openGateway({ auth: { secret: undefined, jwksUrl } });
  try {
    for (const _again of [1, 2, 3]) {
      const { errors, headers } = await withHeader(lost, `Bearer ${await signByKey({})}`);
      expect(errors).toMatchObject([{ message: 'Unexpected error.', extensions: { code: 'INTERNAL_SERVER_ERROR' } }]);
      const requestId = errors?.[0]?.extensions.requestId;
      expect(requestId).toBe(headers.get('x-request-id'));
      expect(lost.logged.filter((line) => line.requestId === requestId)).toHaveLength(1);
      expect(JSON.stringify(errors)).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|stack/);
    }
    expect((await lost.ask(QUERY, {}, null)).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  } finally {
    await lost.close();
  }
});

test('an anonymous caller may ask what the schema is, and nothing of the records', async () => {
  const { data } = await gateway.ask('{ __schema { queryType { name } } __typename }', {}, null);
  expect(data).toEqual({ __schema: { queryType: { name: 'Query' } }, __typename: 'Query' });
  const { errors } = await gateway.ask('{ tank(id: "x") { id } tasks { totalCount } }', {}, null);
  expect(errors).toHaveLength(2);
});
