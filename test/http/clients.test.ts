import { once } from 'node:events';
import { Agent, request as plainRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import WebSocket from 'ws';
import { createGraphiQL } from '../../src/http/graphiql/serve.ts';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';

const ORIGINS = ['capacitor://localhost', 'tauri://localhost', 'chrome-extension://abcdefgh', 'https://*.example.com'];

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway({ graphiql: createGraphiQL(), corsOrigins: ORIGINS });
  await gateway.sql(
    `INSERT INTO tank (id, company_id, name) SELECT 't' || n, 'acme', 'n' || n FROM generate_series(1, 3) n`,
  );
});
afterAll(() => gateway.close());

const QUERY = '{"query":"{ __typename }"}';

describe('what clients send beside the usual request', () => {
  test.each([
    ['a byte order mark', `\ufeff${QUERY}`, {}],
    ["Relay's id", '{"id":"TankQuery","query":"{ __typename }"}', {}],
    ['other parameters', '{"queryId":"1","key":"k","operationType":"query","query":"{ __typename }"}', {}],
    ['an empty name of the operation', '{"operationName":"","query":"{ __typename }"}', {}],
    ['a quoted charset of the answer', QUERY, { accept: 'application/json; charset="utf-8"' }],
    ['utf8 for the answer', QUERY, { accept: 'application/json;charset=utf8' }],
    ['one star', QUERY, { accept: '*' }],
    ['utf8 for the body', QUERY, { 'content-type': 'application/json; charset=utf8' }],
    ['a quoted charset of the body', QUERY, { 'content-type': 'application/json; charset="UTF-8"' }],
    [
      'all of them, from a page',
      `\ufeff${'{"id":"1","operationName":"","query":"{ __typename }"}'}`,
      { origin: 'tauri://localhost' },
    ],
  ])('%s is taken', async (_name, body, headers) => {
    const reply = await gateway.post(body, { accept: 'application/json', ...headers });
    expect([reply.status, await reply.json()]).toEqual([200, { data: { __typename: 'Query' } }]);
  });

  test('the weights of Accept decide between the types of the answer', async () => {
    const types = [
      ['application/json;q=0.1, application/graphql-response+json', 'application/graphql-response+json'],
      ['application/graphql-response+json;q=0.5, application/json', 'application/json'],
      ['*/*;q=0.1, application/graphql-response+json;q=0.2', 'application/graphql-response+json'],
    ];
    for (const [accept = '', type = ''] of types) {
      const reply = await gateway.post('{"query":"{ unknown }"}', { accept });
      expect([reply.headers.get('content-type'), reply.status]).toEqual([
        `${type}; charset=utf-8`,
        type === 'application/json' ? 200 : 400,
      ]);
    }
  });
});

test('only browsers get a page', async () => {
  const typeFor = async (accept: string) =>
    (await fetch(`${gateway.address}/graphql?query={__typename}`, { headers: { accept } })).headers.get('content-type');
  for (const accept of [
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
    'text/html',
    'text/html, */*;q=0.5',
  ])
    expect(await typeFor(accept)).toBe('text/html; charset=utf-8');
  for (const accept of [
    'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
    'application/json, text/html;q=0',
    'application/json, text/html;q=0.9',
    '*/*',
  ])
    expect(await typeFor(accept)).toBe('application/json; charset=utf-8');
});

test.each(['/x/graphql', '/.well-known/graphql/', '/nope?query={__typename}&x=/graphql', '/graphqlx'])(
  'there is nothing at %s',
  async (path) => {
    const reply = await fetch(`${gateway.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: QUERY,
    });
    expect([reply.status, (await reply.json()).errors[0].message]).toEqual([
      404,
      'There is nothing at this address. GraphQL is at /graphql.',
    ]);
  },
);

test('a WebSocket whose Upgrade a proxy has dropped learns that', async () => {
  const reply = await new Promise<{ status: number | undefined; body: string }>((resolve) => {
    const asked = plainRequest(
      `${gateway.address}/graphql`,
      {
        agent: new Agent(),
        headers: { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' },
      },
      async (response) => {
        let body = '';
        for await (const chunk of response) body += chunk;
        resolve({ status: response.statusCode, body });
      },
    );
    asked.end();
  });
  expect(reply.status).toBe(426);
  expect(reply.body).toContain('a proxy in between has to pass Upgrade and Connection on');
});

describe('pages of apps and subdomains', () => {
  const preflight = (origin: string) =>
    fetch(`${gateway.address}/graphql`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });

  test.each([...ORIGINS.slice(0, 3), 'https://app.example.com', 'https://a.b.example.com'])(
    '%s is allowed',
    async (origin) => {
      expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBe(origin);
      const { headers } = await gateway.post(QUERY, { origin });
      expect([headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')]).toEqual([
        origin,
        null,
      ]);
      expect(headers.get('access-control-expose-headers')).toMatch(/x-request-id.*retry-after/);
      expect(headers.get('vary')?.toLowerCase()).toContain('origin');
    },
  );

  test.each([
    'capacitor://other',
    'https://example.com',
    'https://app.example.com.evil.example',
    'https://evil.example?.example.com',
    'null',
  ])('%s is not', async (origin) => {
    expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBe(null);
  });

  test('bytes that are not UTF-8 are refused in a way that the page can read', async () => {
    const reply = await fetch(`${gateway.address}/graphql`, {
      method: 'POST',
      headers: { origin: 'capacitor://localhost', 'content-type': 'application/json' },
      body: Buffer.from([0x22, 0xff, 0x22]),
    });
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([415, 'capacitor://localhost']);
  });
});

describe('clients of WebSockets', () => {
  const open = async (protocols: string[], init: object, origin?: string) => {
    const socket = new WebSocket(
      `${gateway.address.replace('http', 'ws')}/graphql`,
      protocols,
      origin === undefined ? {} : { origin },
    );
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: init }));
    const [message] = await once(socket, 'message');
    return { protocol: socket.protocol, message: JSON.parse(String(message)) };
  };

  test.each([
    ["Python's gql, with the older protocol first", ['graphql-ws', 'graphql-transport-ws']],
    ['one that names another protocol first', ['soap', 'graphql-transport-ws', 'wamp']],
  ])('%s, gets graphql-transport-ws', async (_name, protocols) => {
    const opened = await open(protocols, { Authorization: `Bearer ${await tokenOf('acme')}` });
    expect(opened).toEqual({ protocol: 'graphql-transport-ws', message: { type: 'connection_ack' } });
  });

  test('the token may be among headers, as clients of Hasura send it', async () => {
    const headers = { 'x-other': 'x', authorization: `Bearer ${await tokenOf('acme')}` };
    expect((await open(['graphql-transport-ws'], { headers }, 'tauri://localhost')).message).toEqual({
      type: 'connection_ack',
    });
  });
});

test('a page of no records says whether there are any, and an empty cursor is none', async () => {
  const { data } = await gateway.ask(`{
    none: tanks(first: 0, after: "") { nodes { id } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }
    back: tanks(last: 0, before: "") { nodes { id } pageInfo { hasNextPage hasPreviousPage } }
    absent: tanks(first: 0, filter: { search: "zzz" }) { pageInfo { hasNextPage } }
    all: tanks(first: 2, after: "") { nodes { id } }
  }`);
  expect(data).toEqual({
    none: {
      nodes: [],
      totalCount: 3,
      pageInfo: { hasNextPage: true, hasPreviousPage: false, startCursor: null, endCursor: null },
    },
    back: { nodes: [], pageInfo: { hasNextPage: false, hasPreviousPage: true } },
    absent: { pageInfo: { hasNextPage: false } },
    all: { nodes: [{ id: 't1' }, { id: 't2' }] },
  });
});

test.each([
  ['2026-03-29T01:30Z', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29T01:30:00+0000', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29T03:30:00.5+0200', '2026-03-29T01:30:00.500Z'],
  ['2026-03-29 01:30:00+00', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29t01:30:00z', '2026-03-29T01:30:00.000Z'],
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
])('the time %s is read', async (given, stored) => {
  const create =
    'mutation ($at: DateTime) { createTask(input: { title: "t", taskTypeId: "a", creatorId: "b", statusId: "s", priority: "p", teamId: "t", workflowId: "w", taskNumber: 1, dueDate: $at }) { ... on Task { dueDate } } }';
  expect((await gateway.ask(create, { at: given })).data.createTask.dueDate).toBe(stored);
});

test.each([
  ['Müller', 'Mu\u0308ller'],
  ['Mu\u0308ller two', 'müller TWO'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
  ['Große Straße', 'GROSSE STRASSE'],
  ['North\u00a0yard', 'north yard'],
  ['O’Neil', "o'neil"],
  ['Oﬃce', 'office'],
  ['ＦＵＬＬ', 'full'],
  ['outer', '  outer\u00a0'],
  ['50% _off', '50% _OFF'],
])('a search finds %s by %s', async (name, search) => {
  await gateway.sql(`INSERT INTO tank (id, company_id, name) VALUES (gen_random_uuid(), 'search', $1)`, [name]);
  const { data } = await gateway.ask(
    'query ($search: String) { tanks(filter: { search: $search }) { nodes { name } } }',
    { search },
    await tokenOf('search'),
  );
  expect(data.tanks.nodes).toContainEqual({ name });
});

test('what looks like a wildcard finds itself alone', async () => {
  const token = await tokenOf('wild');
  await gateway.sql(`INSERT INTO tank (id, company_id, name) VALUES ('w1', 'wild', 'abc'), ('w2', 'wild', 'a％c')`);
  const { data } = await gateway.ask(
    'query ($search: String) { tanks(filter: { search: $search }) { nodes { id } } }',
    { search: 'a％c' },
    token,
  );
  expect(data.tanks.nodes).toEqual([{ id: 'w2' }]);
});
