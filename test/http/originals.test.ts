import { once } from 'node:events';
import { buildSchema } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Operation } from '../../src/operation/operation.ts';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';

const schema = buildSchema('type Item { a: String } type Query { fails: String item: Item header: String }');
Object.assign(schema.getQueryType()?.getFields().fails ?? {}, {
  resolve: () => Promise.reject(new Error('a secret')),
});
Object.assign(schema.getQueryType()?.getFields().item ?? {}, { resolve: () => ({ a: 'a' }) });
Object.assign(schema.getQueryType()?.getFields().header ?? {}, {
  resolve: (_source: unknown, _args: unknown, { request }: Operation) =>
    `${request.method} ${new URL(request.url).pathname} ${request.headers.get('x-own')}`,
});

let seen: unknown[] = [];
beforeEach(() => {
  seen = [];
});

/** Reports errors as Sentry does, and keeps answers as a cache does, which takes plain objects alone. */
const reporting: Plugin = {
  onExecute: () => ({
    onExecuteDone({ result }) {
      if (isAsyncIterable(result)) return;
      for (const { originalError, path } of result.errors ?? []) seen.push([originalError?.message, path]);
      for (const value of [result.data, result.data?.item])
        if (value) seen.push(Object.getPrototypeOf(value) === Object.prototype);
    },
  }),
};

const masked = { message: 'Unexpected error.', path: ['fails'], extensions: { code: 'INTERNAL_SERVER_ERROR' } };

for (const [name, plugins] of [
  ['with a plugin', [reporting]],
  ['without', []],
] as const)
  describe(name, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await openGateway({ schema, plugins: [...plugins] });
    });
    afterAll(() => gateway.close());

    const expectSeen = (...expected: unknown[]) => expect(seen).toEqual(plugins.length > 0 ? expected : []);

    async function askSocket(query: string): Promise<Data> {
      const socket = new WebSocket(`${gateway.address.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
        headers: { authorization: `Bearer ${await tokenOf('acme')}`, 'x-own': 'mine' },
      });
      await once(socket, 'open');
      const next = once(socket, 'message');
      socket.send('{"type":"connection_init"}');
      await next;
      const answered = once(socket, 'message');
      socket.send(JSON.stringify({ id: 'a', type: 'subscribe', payload: { query } }));
      const [message] = await answered;
      socket.terminate();
      return JSON.parse(String(message)).payload;
    }

    test('plugins see what a resolver has thrown, and clients a masked error', async () => {
      const { data, errors } = await gateway.ask('{ fails item { a } }');
      expect({ data, errors }).toMatchObject({ data: { fails: null, item: { a: 'a' } }, errors: [masked] });
      expectSeen(['a secret', ['fails']], true, true);
    });

    test('over a WebSocket, too', async () => {
      expect(await askSocket('{ fails item { a } }')).toMatchObject({ errors: [masked] });
      expectSeen(['a secret', ['fails']], true, true);
    });

    test('what a resolver has thrown is logged once', async () => {
      const before = gateway.logged.length;
      await gateway.ask('{ fails }');
      const logged = gateway.logged.slice(before).filter(({ level }) => level >= 50);
      expect(logged).toMatchObject([{ err: { message: 'a secret' }, path: ['fails'] }]);
    });

    test('resolvers have the request, also that of the upgrade', async () => {
      const posted = await gateway.post('{"query":"{ header }"}', { 'x-own': 'mine' });
      expect(await posted.json()).toEqual({ data: { header: 'POST /graphql mine' } });
      expect(await askSocket('{ header }')).toEqual({ data: { header: 'POST /graphql mine' } });
    });
  });
