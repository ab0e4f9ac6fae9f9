import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StartupError } from '../../src/base/startup-error.ts';
import { listen } from '../../src/http/listen.ts';
import { openGateway, type TestGateway } from '../gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

test('/health reports that the process is alive, /ready that the database answers', async () => {
  const health = await fetch(`${gateway.address}/health`);
  expect([health.status, await health.json()]).toEqual([200, { status: 'alive' }]);
  const ready = await fetch(`${gateway.address}/ready?verbose=1`);
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
});

test('without its database the process is alive but not ready, until the database is back', async () => {
  const cut = await openGateway();
  try {
    const name = new URL(cut.url).pathname.slice(1);
    const elsewhere = async (text: string): Promise<void> => void (await gateway.sql(text));
    await cut.sql('SELECT 1');
    await elsewhere(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
    await elsewhere(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
    await expect.poll(async () => (await fetch(`${cut.address}/ready`)).status).toBe(503);
    expect(await (await fetch(`${cut.address}/ready`)).json()).toEqual({ status: 'not ready' });
    expect((await fetch(`${cut.address}/health`)).status).toBe(200);
    await elsewhere(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
    await expect.poll(async () => (await fetch(`${cut.address}/ready`)).status).toBe(200);
  } finally {
    await cut.close();
  }
});

test('a request keeps the id that it brings if it is a plain word, or gets a new one', async () => {
  const body = '{"query":"{ __typename }"}';
  for (const _again of [1, 2, 3]) {
    const given = randomUUID();
    expect((await gateway.post(body, { 'x-request-id': given })).headers.get('x-request-id')).toBe(given);
    const made = (await gateway.post(body)).headers.get('x-request-id');
    expect(made).toMatch(/^[0-9a-f-]{36}$/);
    for (const odd of ['a b', 'x'.repeat(129), '<script>', 'a;b', '{}']) {
      const answered = (await gateway.post(body, { 'x-request-id': odd })).headers.get('x-request-id');
      expect(answered).toMatch(/^[0-9a-f-]{36}$/);
    }
  }
  expect((await fetch(`${gateway.address}/health`)).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('a request keeps the id of the proxy before it', async () => {
  for (const [name, given, id] of [
    ['x-correlation-id', 'an-id', 'an-id'],
    ['x-amzn-trace-id', 'Root=1-67891233-abcdef012345678912345678', '1-67891233-abcdef012345678912345678'],
    ['x-amzn-trace-id', 'Self=1-67891234-12;Root=1-67891233-ab;Sampled=1', '1-67891233-ab'],
    ['x-cloud-trace-context', '105445aa7843bc8bf206b12000100000/1;o=1', '105445aa7843bc8bf206b12000100000'],
    ['cf-ray', '7d3c5b1e2f4a-FRA', '7d3c5b1e2f4a-FRA'],
  ] as const) {
    const { headers } = await fetch(`${gateway.address}/health`, { headers: { [name]: given } });
    expect(headers.get('x-request-id')).toBe(id);
  }
  const headers = { 'x-request-id': 'mine', 'cf-ray': 'theirs', 'x-correlation-id': '<b>' };
  expect((await fetch(`${gateway.address}/health`, { headers })).headers.get('x-request-id')).toBe('mine');
});

test('the root answers the health checks of balancers, and nothing else', async () => {
  for (const path of ['/', '/?probe']) {
    const response = await fetch(`${gateway.address}${path}`);
    expect([response.status, await response.json()]).toEqual([200, { status: 'alive' }]);
    expect((await fetch(`${gateway.address}${path}`, { method: 'HEAD' })).status).toBe(200);
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    expect((await fetch(gateway.address, { method })).status).toBe(404);
});

test('an unknown path is 404 for every method', async () => {
  for (const path of ['/graphq', '/graphql/x', '/favicon.ico', '/health/x', '/.env', '/..%2f..%2fetc/passwd', '/%00'])
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const response = await fetch(`${gateway.address}${path}`, { method });
      expect([path, method, response.status]).toEqual([path, method, 404]);
    }
});

test('another method at /graphql is refused', async () => {
  for (const method of ['PUT', 'DELETE', 'PATCH'])
    expect((await fetch(`${gateway.address}/graphql`, { method, body: '{"query":"{ __typename }"}' })).status).toBe(
      405,
    );
  expect((await fetch(`${gateway.address}/graphql`, { method: 'OPTIONS' })).status).toBeLessThan(500);
});

test('a port that is taken and an address of another machine are startup errors', async () => {
  const port = Number(new URL(gateway.address).port);
  await expect(listen(createServer(), '127.0.0.1', port)).rejects.toThrow(StartupError);
  await expect(listen(createServer(), '127.0.0.1', port)).rejects.toThrow(`${port}`);
  await expect(listen(createServer(), '192.0.2.1', 0)).rejects.toThrow(StartupError);
  await expect(listen(createServer(), 'no-such-host.invalid', 0)).rejects.toThrow(/no-such-host\.invalid/);
});
