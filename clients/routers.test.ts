import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { composeServices } from '@apollo/composition';
import { ApolloGateway, RemoteGraphQLDataSource } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';
import { buildSchema, graphql, parse } from 'graphql';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { startGateway, tokenOf } from './gateway.ts';

const SDL = `
  type Query { inspections: [Inspection!]! }
  type Inspection { id: ID! tank: Tank }
  type Tank @key(fields: "id") { id: ID! }
`;
/** More than a statement reads. */
const COUNT = 2_500;
const FOUND = 7;

let stop: () => Promise<void>;
let server: Server;
let supergraphSdl: string;
beforeAll(async () => {
  const gateway = await startGateway(inject('secret'), { FEDERATION: 'on' });
  stop = gateway.stop;
  // Another team's subgraph, whose inspections name tanks.
  const schema = buildSchema(`directive @key(fields: String!) on OBJECT ${SDL}`);
  const tankOf = (n: number) => ({ id: n === FOUND ? 'demo-tank-007' : `absent-${n}` });
  const inspections = Array.from({ length: COUNT }, (_, n) => ({ id: `${n}`, tank: tankOf(n) }));
  server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const { query } = JSON.parse(Buffer.concat(chunks).toString());
    const answer = await graphql({ schema, source: query, rootValue: { inspections } });
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const link = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.4", import: ["@key"])';
  const composed = composeServices([
    {
      name: 'field-operations',
      url: gateway.url,
      typeDefs: parse(readFileSync(new URL('../schema.subgraph.graphql', import.meta.url), 'utf8')),
    },
    {
      name: 'inspections',
      url: `http://127.0.0.1:${port}/`,
      typeDefs: parse(`${link} ${SDL.replace('@key(fields: "id")', '@key(fields: "id", resolvable: false)')}`),
    },
  ]);
  expect(composed.errors).toBeUndefined();
  supergraphSdl = composed.supergraphSdl ?? '';
}, 120_000);
afterAll(async () => {
  server.close();
  await stop();
});

const INSPECTED = '{ inspections { id tank { id name } } }';
const UPDATE =
  'mutation ($name: String) { updateTank(id: "demo-tank-007", input: { name: $name }) { __typename ... on Tank { name } } }';
const WATCH =
  'subscription ($since: String) { tankChanged(id: "demo-tank-007", since: $since) { __typename ... on Resync { cursor } ... on TankChange { cursor tank { name shipTo { name } } } } }';
const CREATE =
  'mutation ($id: ID!) { createTank(input: { id: $id, name: "by a router", shipToId: "demo-ship-to-05" }) { __typename ... on Tank { name shipTo { id } } } }';
const DELETE =
  'mutation ($id: ID!) { deleteTank(id: $id) { __typename ... on DeletedTank { recordId record { name shipTo { id } } } } }';

/** Creates a tank through a router, deletes it, and deletes it again. */
async function createAndDelete(ask: (query: string, variables: object) => Promise<unknown>): Promise<void> {
  const id = randomUUID();
  const tank = { name: 'by a router', shipTo: { id: 'demo-ship-to-05' } };
  expect(await ask(CREATE, { id })).toEqual({ data: { createTank: { __typename: 'Tank', ...tank } } });
  const deleted = { __typename: 'DeletedTank', recordId: id, record: tank };
  expect(await ask(DELETE, { id })).toEqual({ data: { deleteTank: deleted } });
  expect(await ask(DELETE, { id })).toEqual({ data: { deleteTank: { __typename: 'NotFoundError' } } });
}

interface Inspection {
  tank: { name: string } | null;
}

test('Apollo Gateway passes the token on, finds thousands of entities, creates and deletes', async () => {
  class Source extends RemoteGraphQLDataSource<{ authorization?: string }> {
    override willSendRequest({
      request,
      context,
    }: Parameters<NonNullable<RemoteGraphQLDataSource['willSendRequest']>>[0]) {
      request.http?.headers.set('authorization', context?.authorization ?? '');
    }
  }
  const gateway = new ApolloGateway({ supergraphSdl, buildService: ({ url }) => new Source({ url: url ?? '' }) });
  const router = new ApolloServer<{ authorization?: string }>({ gateway });
  await router.start();
  onTestFinished(() => router.stop());
  const ask = async (query: string, variables: object, authorization?: string) => {
    const contextValue = authorization === undefined ? {} : { authorization };
    const { body } = await router.executeOperation({ query, variables: { ...variables } }, { contextValue });
    return body.kind === 'single' ? body.singleResult : undefined;
  };
  const token = `Bearer ${tokenOf(inject('secret'))}`;
  expect(await ask(UPDATE, { name: 'by Apollo' }, token)).toMatchObject({
    data: { updateTank: { name: 'by Apollo' } },
  });
  const { data, errors } = (await ask(INSPECTED, {}, token)) ?? {};
  expect(errors).toBeUndefined();
  const inspections = data?.inspections as Inspection[];
  expect(inspections).toHaveLength(COUNT);
  expect(inspections[FOUND]?.tank?.name).toBe('by Apollo');
  await createAndDelete(async (query, variables) => JSON.parse(JSON.stringify(await ask(query, variables, token))));
  expect((await ask('{ tanks { totalCount } }', {}))?.errors).toMatchObject([
    { extensions: { code: 'UNAUTHENTICATED' } },
  ]);
});

const SOCKETS = {
  '*.http': {
    options: {
      subscriptions: {
        kind: 'ws',
        location: '/graphql',
        options: { connectionParams: { Authorization: '{context.headers.authorization}' } },
      },
    },
  },
};

test.each([
  ['server-sent events', {}],
  ['WebSocket', { transportEntries: SOCKETS }],
])(
  'Hive Gateway passes the token on, finds thousands of entities, creates and deletes, and follows and resumes live operations over %s',
  async (name, settings) => {
    const router = createGatewayRuntime({
      supergraph: supergraphSdl,
      propagateHeaders: {
        fromClientToSubgraphs: ({ request }) => ({ authorization: request.headers.get('authorization') ?? '' }),
      },
      logging: 'error',
      ...settings,
    });
    onTestFinished(() => router[Symbol.asyncDispose]());
    const send = (query: string, variables: object, accept: string) =>
      router.fetch('http://router/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept, authorization: `Bearer ${tokenOf(inject('secret'))}` },
        body: JSON.stringify({ query, variables }),
      });
    const ask = async (query: string, variables: object = {}) =>
      (await send(query, variables, 'application/json')).json();
    const { data, errors } = await ask(INSPECTED);
    expect(errors).toBeUndefined();
    expect(data.inspections).toHaveLength(COUNT);
    await createAndDelete(ask);
    const follow = async (variables: object) => {
      const response = await send(WATCH, variables, 'text/event-stream');
      const reader = response.body
        ?.pipeThrough(new TextDecoderStream() as never)
        .getReader() as ReadableStreamDefaultReader<string>;
      let text = '';
      const next = async () => {
        for (;;) {
          const [, found] = /^data: ?(\{.*\})$/m.exec(text) ?? [];
          if (found !== undefined) {
            text = text.slice(text.indexOf(found) + found.length);
            return JSON.parse(found).data?.tankChanged ?? found;
          }
          const { value, done } = await reader.read();
          if (done) throw new Error(`the stream has ended: ${text}`);
          text += value;
        }
      };
      return { next, end: () => reader.cancel() };
    };
    const first = await follow({});
    const { __typename, cursor } = await first.next();
    expect(__typename).toBe('Resync');
    expect((await ask(UPDATE, { name: `by Hive over ${name}` })).data.updateTank.__typename).toBe('Tank');
    expect(await first.next()).toMatchObject({
      tank: { name: `by Hive over ${name}`, shipTo: { name: expect.any(String) } },
    });
    await first.end();
    const again = await follow({ since: cursor });
    expect(await again.next()).toMatchObject({ __typename: 'TankChange', tank: { name: `by Hive over ${name}` } });
    await again.end();
  },
);
