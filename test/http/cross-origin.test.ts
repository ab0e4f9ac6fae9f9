import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { StartupError } from '../../src/base/startup-error.ts';
import { checkOrigins } from '../../src/http/listen.ts';
import type { Reply } from '../client.ts';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';
import { expectTheSame, openPair, ways } from './pair.ts';

const ORIGINS = ['https://dispatch.example.com', 'https://drivers.example.com'];

let gateway: TestGateway;
let shared: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
  shared = await openGateway({ corsOrigins: ORIGINS });
});
afterAll(async () => {
  await gateway.close();
  await shared.close();
});

const preflight = (to: TestGateway, origin: string): Promise<Response> =>
  fetch(`${to.address}/graphql`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
  });
const ask = (to: TestGateway, origin: string): Promise<Reply> =>
  to.post(JSON.stringify({ query: '{ __typename }' }), { origin });

test('a page of another origin may not call unless its origin is listed', async () => {
  for (const origin of [...ORIGINS, 'null', gateway.address])
    for (const response of [await preflight(gateway, origin), await ask(gateway, origin), await ask(gateway, origin)]) {
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(response.status).toBeLessThan(500);
    }
});

test('a page of a listed origin may call, with its token', async () => {
  for (const origin of ORIGINS) {
    const asked = await preflight(shared, origin);
    expect(asked.status).toBeLessThan(300);
    expect(asked.headers.get('access-control-allow-origin')).toBe(origin);
    expect(asked.headers.get('access-control-allow-methods')).toContain('POST');
    expect(asked.headers.get('access-control-allow-headers')).toContain('authorization');
    expect(asked.headers.get('access-control-max-age')).toBe('7200');
    for (const _again of [1, 2, 3]) {
      const answered = await ask(shared, origin);
      expect(answered.headers.get('access-control-max-age')).toBeNull();
      expect(answered.status).toBe(200);
      expect(answered.headers.get('access-control-allow-origin')).toBe(origin);
      expect(answered.headers.get('vary')?.toLowerCase()).toContain('origin');
    }
  }
});

test('a page of an unlisted origin, or of none, may not call', async () => {
  for (const origin of [
    'https://evil.example',
    'null',
    'https://dispatch.example.com.evil.example',
    'http://dispatch.example.com',
    'https://dispatch.example.com:8443',
  ])
    for (const response of [await preflight(shared, origin), await ask(shared, origin), await ask(shared, origin)])
      expect([origin, response.headers.get('access-control-allow-origin')]).not.toEqual([origin, origin]);
});

test('an origin whose preflight is refused is logged once a minute, with the setting, and ten at most', async () => {
  const fresh = await openGateway({ corsOrigins: ORIGINS });
  onTestFinished(() => fresh.close());
  const refused = () => fresh.logged.filter(({ msg }) => msg.includes('CORS_ORIGINS')).map(({ origin }) => origin);
  const evil = 'https://evil.example';
  for (const origin of [evil, ...ORIGINS, evil]) await preflight(fresh, origin);
  await ask(fresh, 'https://without-preflight.example');
  expect(refused()).toEqual([evil]);
  const others = Array.from({ length: 20 }, (_, n) => `https://other-${n}.example`);
  for (const origin of others) await preflight(fresh, origin);
  expect(refused()).toEqual([evil, ...others.slice(0, 9)]);
});

test('a wildcard below a public suffix is refused at the start, and one below a domain of one’s own is not', async () => {
  for (const domain of [
    'co.uk',
    'github.io',
    'vercel.app',
    'com.au',
    'foo.ck',
    'xn--55qx5d.cn',
    'co.uk.',
    'co.uk:8443',
  ])
    await expect(checkOrigins(['https://app.example.com', `https://*.${domain}`]), domain).rejects.toThrow(
      StartupError,
    );
  const own = ['example.com', 'example.co.uk', 'acme.github.io', 'gateway.internal', 'example.com:8443'];
  await checkOrigins([...own.map((domain) => `https://*.${domain}`), 'https://vercel.app', 'capacitor://localhost']);
});

test('forms and plain text, which a page of any origin may send, are not read', async () => {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query: '{ __typename }' }));
  form.set('map', '{}');
  const bodies: [BodyInit, Record<string, string>][] = [
    [form, {}],
    [new URLSearchParams({ query: '{ __typename }' }), {}],
    ['query={__typename}', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['query={__typename}', { 'content-type': 'application/x-www-form-urlencoded, application/json' }],
    ['--x\r\n\r\n--x--', { 'content-type': 'multipart/mixed; boundary=x' }],
    ['{"query":"{ __typename }"}', { 'content-type': 'text/plain' }],
  ];
  for (const [body, headers] of bodies) {
    const response = await fetch(`${gateway.address}/graphql`, { method: 'POST', headers, body });
    expect([headers, response.status]).toEqual([headers, 415]);
    expect(await response.text()).not.toContain('"data"');
  }
});

test('a mutation in an address, which a link or an image could hold, is refused', async () => {
  const row = await create(gateway, tank);
  const query = `mutation { updateTank(id: "${row.id}", input: { name: "x" }) { __typename } }`;
  for (const _again of [1, 2]) {
    const response = await fetch(`${gateway.address}/graphql?query=${encodeURIComponent(query)}`, {
      headers: { authorization: `Bearer ${await tokenOf('acme')}` },
    });
    expect(response.status).toBe(405);
  }
  expect(await gateway.sql('SELECT name FROM tank WHERE id = $1', [row.id])).toEqual([{ name: row.name }]);
});

test('a page of another origin is served on the fast path, with the headers of Yoga', async () => {
  const pair = await openPair(ORIGINS);
  onTestFinished(() => pair.close());
  const { lane } = ways;
  const body = JSON.stringify({ query: '{ __typename }' });
  for (const origin of [...ORIGINS, 'https://unlisted.example.com'])
    await expectTheSame(pair, { name: origin, body, headers: { 'content-type': 'application/json', origin } });
  expect(ways.lane).toBeGreaterThan(lane);
});
