import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createGraphiQL } from '../../src/http/graphiql/serve.ts';
import { openGateway, type TestGateway } from '../gateway.ts';

let gateway: TestGateway;
afterEach(async () => {
  vi.doUnmock('../../src/http/graphql-over-http/yoga.ts');
  vi.doUnmock('../../src/http/websocket/sockets.ts');
  await gateway.close();
});

/** Fails the first time, as when files are replaced, and then does the work. */
function failingOnce<Given extends unknown[], Result>(work: (...given: Given) => Result) {
  let hasFailed = false;
  return (...given: Given): Result => {
    if (hasFailed) return work(...given);
    hasFailed = true;
    throw new Error('a file is missing');
  };
}

test('a request loads again what the one before it could not load', async () => {
  const { createGraphQLYoga } = await import('../../src/http/graphql-over-http/yoga.ts');
  vi.doMock('../../src/http/graphql-over-http/yoga.ts', () => ({ createGraphQLYoga: failingOnce(createGraphQLYoga) }));
  gateway = await openGateway();
  const get = () => fetch(`${gateway.address}/graphql?query={__typename}`);
  expect((await get()).status).toBe(500);
  expect(await (await get()).json()).toEqual({ data: { __typename: 'Query' } });
});

test('a WebSocket loads again what the one before it could not load', async () => {
  const { Sockets } = await import('../../src/http/websocket/sockets.ts');
  const fail = failingOnce(() => {});
  class Failing extends Sockets {
    constructor(...given: ConstructorParameters<typeof Sockets>) {
      fail();
      super(...given);
    }
  }
  vi.doMock('../../src/http/websocket/sockets.ts', () => ({ Sockets: Failing }));
  gateway = await openGateway();
  const end = () =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${gateway.address.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      onTestFinished(() => socket.terminate());
      socket.once('open', () => resolve('open')).once('error', () => resolve('error'));
    });
  expect(await end()).toBe('error');
  expect(await end()).toBe('open');
});

test('GraphiQL’s page is rendered again after a failure', async () => {
  gateway = await openGateway({ graphiql: createGraphiQL() });
  const { readFile } = files;
  const restore = () => {
    files.readFile = readFile;
    syncBuiltinESMExports();
  };
  onTestFinished(restore);
  Object.assign(files, { readFile: () => Promise.reject(new Error('too many open files')) });
  syncBuiltinESMExports();
  const get = () => fetch(`${gateway.address}/graphql`, { headers: { accept: 'text/html' } });
  expect((await get()).status).toBe(500);
  restore();
  expect((await get()).status).toBe(200);
});
