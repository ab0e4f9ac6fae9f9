import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGraphiQL } from '../../src/http/graphiql/serve.ts';
import { openGateway, type TestGateway } from '../gateway.ts';
import { converse } from './raw.ts';

let gateway: TestGateway;
let withPage: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
  withPage = await openGateway({ graphiql: createGraphiQL() });
});
afterAll(async () => {
  await gateway.close();
  await withPage.close();
});

for (const page of ['with', 'without'])
  test(`an invalid address or Host header is a client error ${page} GraphiQL, and the gateway goes on`, async () => {
    const asked = page === 'with' ? withPage : gateway;
    const targets = [
      '//',
      '///graphql',
      '//[',
      '/\\',
      'http://',
      'http://[',
      '*',
      '/graphql?query=%',
      '/graphql?query=%00%ff',
      '?',
      '/#',
      '\u00ff',
    ];
    for (const target of targets) {
      const answer = await converse(
        asked.address,
        `GET ${target} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
      );
      expect([target, answer.slice(0, 10)]).toEqual([target, expect.stringMatching(/^HTTP\/1\.1 [234]/)]);
    }
    for (const host of ['[', 'a b', '@', 'x:99999999', '', '\u00ff']) {
      const answer = await converse(
        asked.address,
        `GET /graphql?query={__typename} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
      expect([host, answer.slice(0, 10)]).toEqual([host, expect.stringMatching(/^HTTP\/1\.1 [24]/)]);
    }
    expect(await converse(asked.address, 'GARBAGE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/);
    expect((await asked.ask('{ __typename }')).status).toBe(200);
  });

test('a client that hangs up in the middle of its request causes no error', async () => {
  const before = gateway.logged.length;
  for (let i = 0; i < 10; i += 1)
    await new Promise<void>((resolve) => {
      const headers = { 'content-type': 'application/json', 'content-length': 1000 };
      const sent = request(`${gateway.address}/graphql`, { method: 'POST', headers });
      sent.on('error', () => resolve());
      sent.write('{"query":', () => sent.destroy());
      sent.on('close', () => resolve());
    });
  expect((await gateway.ask('{ __typename }')).status).toBe(200);
  expect(gateway.logged.slice(before).filter(({ level }) => level >= 50)).toEqual([]);
});

test('an idle connection stays open longer than those of common proxies', async () => {
  const response = await fetch(`${gateway.address}/health`);
  expect(response.headers.get('keep-alive')).toBe('timeout=75');
});
