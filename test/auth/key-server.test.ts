import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../src/http/listen.ts';
import { type Data, openGateway, type TestGateway } from '../gateway.ts';
import { accepted, refusal, seconds, sign, withHeader } from './bearer.ts';

const KEY_ALGORITHMS = ['RS256', 'PS512', 'ES256', 'ES384', 'EdDSA', 'Ed25519'];
const ISSUER = 'https://issuer.example/';

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
const keys = new Map<string, Keys>();
let keyServer: Server;
/** Trusts a key server, an issuer, an audience and a claim of another name. */
let gateway: TestGateway;

beforeAll(async () => {
  for (const algorithm of [...KEY_ALGORITHMS, 'stranger'])
    keys.set(algorithm, await generateKeyPair(algorithm === 'stranger' ? 'RS256' : algorithm, { extractable: true }));
  const published = KEY_ALGORITHMS.map(async (alg) => ({ ...(await exportJWK(keysOf(alg).publicKey)), alg, kid: alg }));
  const body = JSON.stringify({ keys: await Promise.all(published) });
  keyServer = createServer((_req, res) => res.setHeader('content-type', 'application/json').end(body));
  const jwksUrl = await listen(keyServer, '127.0.0.1', 0);
  const claims = {
    issuer: [ISSUER, 'https://second.example/'],
    audience: ['gateway', 'phone'],
    companyClaim: 'https://example.com/company',
  };
  gateway = await openGateway({ auth: { secret: undefined, jwksUrl, ...claims } });
});
afterAll(async () => {
  await gateway.close();
  keyServer.close();
});

const keysOf = (algorithm: string): Keys => {
  const found = keys.get(algorithm);
  if (found === undefined) throw new Error(`No key for ${algorithm}.`);
  return found;
};

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

test('keys of a key server are accepted in each family', async () => {
  for (const algorithm of KEY_ALGORITHMS)
    expect(await withHeader(gateway, `Bearer ${await signByKey({}, algorithm)}`)).toMatchObject(accepted);
});

test('a token signed with a shared secret, with a stranger’s key or by another algorithm of a known key is refused', async () => {
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
    expect(await withHeader(gateway, `Bearer ${token}`)).toMatchObject(refusal('UNAUTHENTICATED', 'not valid'));
});

test('issuer and audience must be the configured ones', async () => {
  const claims = [
    [{ iss: 'https://other.example/' }, 'iss'],
    [{ iss: undefined }, 'iss'],
    [{ aud: 'another' }, 'aud'],
    [{ aud: undefined }, 'aud'],
  ] as const;
  for (const [claim, words] of claims)
    expect(await withHeader(gateway, `Bearer ${await signByKey(claim)}`)).toMatchObject(
      refusal('UNAUTHENTICATED', words),
    );
  expect(await withHeader(gateway, `Bearer ${await signByKey({ aud: ['x', 'gateway'] })}`)).toMatchObject(accepted);
});

test('the company is read from the configured claim only', async () => {
  const token = await signByKey({ 'https://example.com/company': undefined, company_id: 'acme' });
  expect(await withHeader(gateway, `Bearer ${token}`)).toMatchObject(refusal('FORBIDDEN', 'company'));
});
