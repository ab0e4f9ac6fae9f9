import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../../src/http/listen.ts';
import { openGateway, type TestGateway } from '../gateway.ts';
import { accepted, QUERY, refusal, seconds, withHeader } from './bearer.ts';

/** Another fetch may begin this long after the one before. */
const REFETCH_MS = 3_000;

interface Key {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

const rsa = (kid: string, modulusLength = 2048): Key => ({ kid, ...generateKeyPairSync('rsa', { modulusLength }) });
const first = rsa('first');
const second = rsa('second');

/** A token of `acme`. jose would not sign with a short key. */
function tokenBy({ kid, privateKey }: Key): string {
  const claims = { company_id: 'acme', scope: 'tanks:read', exp: seconds() + 3600, jti: crypto.randomUUID() };
  const parts = [{ alg: 'RS256', kid }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  return `${parts.join('.')}.${sign('sha256', Buffer.from(parts.join('.')), privateKey).toString('base64url')}`;
}

const published = (...keys: Key[]): string =>
  JSON.stringify({
    keys: keys.map(({ kid, publicKey }) => ({ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256' })),
  });

interface KeyServer {
  url: string;
  server: Server;
  /** How it answers, which a test may change. */
  behave: RequestListener;
  /** The number of requests so far. */
  asked: number;
}

const giving =
  (...keys: Key[]): RequestListener =>
  (_req, res) =>
    void res.setHeader('content-type', 'application/json').end(published(...keys));
const hanging: RequestListener = () => {};
/** It begins an answer and never ends it. */
const stalling: RequestListener = (_req, res) => void res.write('{"keys":[');

async function openKeyServer(behave: RequestListener, port = 0): Promise<KeyServer> {
  const server = createServer((req, res) => {
    keyServer.asked += 1;
    keyServer.behave(req, res);
  });
  const keyServer: KeyServer = { url: await listen(server, '127.0.0.1', port), server, behave, asked: 0 };
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return keyServer;
}

async function openTrusting(jwksUrl: string): Promise<TestGateway> {
  const gateway = await openGateway({ auth: { secret: undefined, jwksUrl } });
  onTestFinished(() => gateway.close());
  return gateway;
}

/**
 * Stops the clock, which the gateway of this test reads too; the function returned puts it on. Timers are not affected.
 */
function holdClock(): (ms: number) => void {
  let now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => void vi.useRealTimers());
  return (ms) => {
    now += ms;
    vi.setSystemTime(now);
  };
}

const bearing = (gateway: TestGateway, key: Key) => withHeader(gateway, `Bearer ${tokenBy(key)}`);
const unavailable = {
  status: 503,
  errors: [{ message: expect.stringContaining('keys'), extensions: { code: 'UNAVAILABLE', retryable: true } }],
};
const warnings = ({ logged }: TestGateway) => logged.filter(({ level }) => level >= 40);

test('a key server that does not answer costs one wait for all tokens, and the gateway recovers by itself', async () => {
  const passes = holdClock();
  const keyServer = await openKeyServer(hanging);
  const gateway = await openTrusting(keyServer.url);
  for (const answer of await Promise.all(Array.from({ length: 5 }, () => bearing(gateway, first))))
    expect(answer).toMatchObject(unavailable);
  for (let again = 0; again < 5; again += 1) expect(await bearing(gateway, first)).toMatchObject(unavailable);
  expect(keyServer.asked).toBe(1);
  expect(warnings(gateway)).toMatchObject([{ level: 40, reason: expect.stringContaining('timeout') }]);

  keyServer.behave = stalling;
  passes(REFETCH_MS);
  expect(await bearing(gateway, first)).toMatchObject(unavailable);
  expect(keyServer.asked).toBe(2);

  keyServer.behave = giving(first);
  passes(REFETCH_MS);
  expect(await bearing(gateway, first)).toMatchObject(accepted);
  expect(keyServer.asked).toBe(3);
});

test('a gateway whose key server is unreachable starts, logs that, and serves tokens once the server is back', async () => {
  const passes = holdClock();
  const nowhere = createServer();
  const jwksUrl = await listen(nowhere, '127.0.0.1', 0);
  nowhere.close();
  await once(nowhere, 'close');
  const gateway = await openTrusting(jwksUrl);
  const line = { level: 40, url: expect.stringContaining(jwksUrl), reason: expect.stringContaining('ECONNREFUSED') };
  await expect.poll(() => warnings(gateway)).toMatchObject([{ ...line, msg: expect.stringContaining('key server') }]);
  expect(JSON.stringify(warnings(gateway))).not.toContain('stack');
  for (const _again of [1, 2, 3]) {
    const answer = await bearing(gateway, first);
    expect(answer).toMatchObject(unavailable);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(JSON.stringify(answer.errors)).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|stack/);
  }
  expect((await gateway.ask(QUERY, {}, null)).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  expect((await fetch(`${gateway.address}/ready`)).status).toBe(200);

  await openKeyServer(giving(first), Number(new URL(jwksUrl).port));
  passes(REFETCH_MS);
  expect(await bearing(gateway, first)).toMatchObject(accepted);
});

test.each([
  ['a fault', ((_req, res) => void res.writeHead(500).end()) satisfies RequestListener],
  ['a redirect', ((_req, res) => void res.writeHead(302, { location: '/' }).end()) satisfies RequestListener],
  ['no JSON', ((_req, res) => void res.end('<html>')) satisfies RequestListener],
  ['no key set', ((_req, res) => void res.end('{"keys":7}')) satisfies RequestListener],
])('a key server that answers with %s is a passing fault', async (_what, behave) => {
  const gateway = await openTrusting((await openKeyServer(behave)).url);
  expect(await bearing(gateway, first)).toMatchObject(unavailable);
  expect(warnings(gateway)).toHaveLength(1);
});

test('a new key is found within seconds, and unknown keys do not make the gateway ask more often', async () => {
  const passes = holdClock();
  const keyServer = await openKeyServer(giving(first));
  const gateway = await openTrusting(keyServer.url);
  expect(await bearing(gateway, first)).toMatchObject(accepted);
  keyServer.behave = giving(second);
  for (let again = 0; again < 5; again += 1)
    expect(await bearing(gateway, second)).toMatchObject(refusal('UNAUTHENTICATED', 'not valid'));
  expect(keyServer.asked).toBe(1);
  passes(REFETCH_MS);
  const stranger = rsa('stranger');
  await Promise.all(Array.from({ length: 5 }, () => bearing(gateway, stranger)));
  expect(keyServer.asked).toBe(2);
  expect(await bearing(gateway, second)).toMatchObject(accepted);
  expect(await bearing(gateway, first)).toMatchObject(refusal('UNAUTHENTICATED', 'not valid'));
  expect(warnings(gateway)).toEqual([]);
});

test('a token whose RSA key is too short is refused', async () => {
  const short = rsa('short', 1024);
  const gateway = await openTrusting((await openKeyServer(giving(first, short))).url);
  for (const _again of [1, 2, 3])
    expect(await bearing(gateway, short)).toMatchObject(refusal('UNAUTHENTICATED', '2048 bits'));
  expect(await bearing(gateway, first)).toMatchObject(accepted);
  expect(warnings(gateway)).toEqual([]);
});

test('a key set with a key that cannot be read serves the tokens of the others', async () => {
  const broken = { kty: 'RSA', kid: 'broken', alg: 'RS256', n: '!', e: '' };
  const keys = [...JSON.parse(published(first)).keys, broken];
  const gateway = await openTrusting((await openKeyServer((_req, res) => void res.end(JSON.stringify({ keys })))).url);
  expect(await bearing(gateway, first)).toMatchObject(accepted);
  expect(await bearing(gateway, { ...second, kid: 'broken' })).toMatchObject(refusal('UNAUTHENTICATED'));
});
