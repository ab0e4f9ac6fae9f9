import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { openEvents } from '../live/event-source.ts';
import { shipTo, tank } from '../records.ts';
import { create, newCompany } from '../rows.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const linesOf = (requestId: string): Data[] =>
  gateway.logged.filter((line) => line.msg === 'request' && line.requestId === requestId);

/** The one line of a request. It is written when the response is over, which the client may see first. */
async function lineOf(requestId: string): Promise<Data> {
  await expect.poll(() => linesOf(requestId)).toHaveLength(1);
  return linesOf(requestId)[0] ?? {};
}

interface Sent {
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  token?: string | null;
  body?: string | object;
}

/** Sends a request of its own id as `acme`, and returns its line with the answer's length in bytes. */
async function logged({ path = '/graphql', method = 'POST', headers, token, body }: Sent) {
  const requestId = randomUUID();
  const authorization = token === null ? {} : { authorization: `Bearer ${token ?? (await tokenOf('acme'))}` };
  const response = await fetch(`${gateway.address}${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-request-id': requestId, ...authorization, ...headers },
    body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
  });
  const answered = Buffer.byteLength(await response.text());
  return { line: await lineOf(requestId), answered, status: response.status };
}

const UPDATE = `mutation Rename($id: ID!, $version: Int) {
  first: updateTank(id: $id, input: { name: "a secret name" }) { ... on Tank { id } }
  second: updateTank(id: $id, input: { name: "b" }, expectedVersion: $version) { __typename }
}`;

test('a line has the caller, the operation, the result and the cost, with and without the fast path', async () => {
  const { id } = await create(gateway, tank);
  for (const _again of [1, 2, 3]) {
    const { line, answered } = await logged({ body: { query: UPDATE, variables: { id, version: 99 } } });
    expect(line).toEqual({
      level: 30,
      time: expect.any(Number),
      pid: process.pid,
      hostname: expect.any(String),
      msg: 'request',
      requestId: expect.any(String),
      operation: 'Rename',
      kind: 'mutation',
      company: 'acme',
      actor: 'user',
      status: 200,
      result: 'Tank TankConflictError',
      ms: expect.any(Number),
      databaseMs: expect.any(Number),
      // The second update asks which version there is.
      statements: 3,
      bytes: answered,
    });
    expect(line.databaseMs).toBeGreaterThan(0);
    expect(line.databaseMs).toBeLessThanOrEqual(line.ms);
  }
});

test('the line of an update of many counts the results that the client selected', async () => {
  const { id } = await create(gateway, tank);
  const patches = ['absent', id, 'none'].map((each) => ({ id: each, input: {} }));
  const results = '... on UpdateTanksSuccess { results { __typename } }';
  const ask = (a: string, b: string) => ({
    body: {
      query: `mutation ($p: [UpdateTankPatch!]!) { a: updateTanks(patches: $p) { ${a} } b: updateTanks(patches: $p) { ${b} } }`,
      variables: { p: patches },
    },
  });
  for (const _again of [1, 2, 3]) {
    const { line } = await logged(ask(results, results));
    expect(line).toMatchObject({
      result: 'UpdateTanksSuccess UpdateTanksSuccess',
      patches: { Tank: 2, NotFoundError: 4 },
      statements: 2,
    });
    expect((await logged(ask(results, '__typename'))).line.patches).toEqual({ Tank: 1, NotFoundError: 2 });
    expect((await logged(ask('__typename', '__typename'))).line).not.toHaveProperty('patches');
  }
});

const OPERATIONS: [what: string, sent: Sent, line: Data][] = [
  [
    'a query',
    { body: { query: 'query Mine { tanks { totalCount } other: shipTos { totalCount } }' } },
    { operation: 'Mine', kind: 'query', result: 'ok', statements: 4 },
  ],
  [
    'a query answered as an event stream',
    { headers: { accept: 'text/event-stream' }, body: { query: '{ tanks { totalCount } }' } },
    { kind: 'query', result: 'ok' },
  ],
  ['an anonymous query', { body: { query: '{ tanks { totalCount } }' } }, { operation: null, result: 'ok' }],
  [
    'a query without root fields',
    { body: { query: 'query Who { __typename }' } },
    { operation: 'Who', kind: 'query', result: 'ok', statements: 0 },
  ],
  ['introspection', { body: { query: '{ __schema { queryType { name } } }' } }, { kind: 'query', result: 'ok' }],
  [
    'one of two operations',
    { body: { query: 'query A { __typename } query B { tanks { totalCount } }', operationName: 'B' } },
    { operation: 'B', result: 'ok' },
  ],
  [
    'invalid arguments',
    { body: { query: 'query Page { tanks(first: 201) { totalCount } }' } },
    { operation: 'Page', kind: 'query', company: 'acme', result: 'BAD_USER_INPUT' },
  ],
  [
    'invalid variables',
    { body: { query: 'query One($id: ID!) { tank(id: $id) { id } }' } },
    { operation: 'One', kind: 'query', result: 'BAD_USER_INPUT' },
  ],
  [
    'an absent record',
    { body: { query: 'mutation { updateTank(id: "none", input: {}) { ... on Error { message } } }' } },
    { kind: 'mutation', result: 'NotFoundError' },
  ],
  [
    'no token',
    { token: null, body: { query: '{ tanks { totalCount } }' } },
    {
      company: null,
      result: 'UNAUTHENTICATED',
      refusal: 'A token is needed: send the header "Authorization: Bearer <token>".',
    },
  ],
  [
    'a mutation without a token',
    { token: null, body: { query: 'mutation { updateTank(id: "none", input: {}) { ... on Error { message } } }' } },
    { company: null, result: 'UnauthorizedError', refusal: expect.stringContaining('A token is needed') },
  ],
  [
    'a token that is none',
    { token: 'x.y.z', body: { query: '{ tanks { totalCount } }' } },
    { result: 'UNAUTHENTICATED', refusal: 'The token is not valid.' },
  ],
];
for (const [what, sent, line] of OPERATIONS)
  test(`the line of ${what} is the same on both ways`, async () => {
    for (const _again of [1, 2, 3]) {
      const found = await logged(sent);
      expect(found.line).toMatchObject({ status: found.status, bytes: found.answered, ...line });
    }
  });

const REFUSALS: [what: string, sent: Sent, line: Data][] = [
  ['a body over 256 KB', { body: 'x'.repeat(256 * 1024 + 1) }, { status: 413, result: 'REQUEST_ENTITY_TOO_LARGE' }],
  [
    'a body that is not JSON',
    { body: '{', headers: { accept: 'application/graphql-response+json' } },
    { status: 400, result: 'BAD_REQUEST' },
  ],
  [
    'a document that is not GraphQL',
    { body: { query: '{' }, headers: { accept: 'application/graphql-response+json' } },
    { status: 400, result: 'GRAPHQL_PARSE_FAILED' },
  ],
  [
    'an unknown field',
    { body: { query: 'query Wrong { x }' } },
    { operation: 'Wrong', kind: 'query', result: 'GRAPHQL_VALIDATION_FAILED' },
  ],
  [
    'a document over the limits',
    { body: { query: `{ ${Array.from({ length: 101 }, (_, n) => `a${n}: __typename`).join(' ')} }` } },
    { kind: 'query', result: 'DOCUMENT_TOO_LARGE' },
  ],
  ['another content type', { body: 'x', headers: { 'content-type': 'text/plain' } }, { status: 415, result: null }],
  [
    'a mutation by GET',
    { method: 'GET', path: '/graphql?query=mutation{deleteSubscription(id:"x"){__typename}}' },
    { status: 405, method: 'GET', path: '/graphql', kind: 'mutation' },
  ],
  ['another method', { method: 'PUT', body: '{}' }, { status: 405, method: 'PUT', result: 'BAD_REQUEST' }],
  [
    'an unknown path',
    { method: 'GET', path: '/.env?token=hidden' },
    { status: 404, method: 'GET', path: '/.env', kind: null, result: null },
  ],
];
for (const [what, sent, line] of REFUSALS)
  test(`${what} is logged as any other request`, async () => {
    const found = await logged(sent);
    expect(found.line).toMatchObject({ msg: 'request', status: found.status, bytes: found.answered, ...line });
  });

test('a token of every company is logged as *', async () => {
  const token = await tokenOf(undefined, 'companies:all tanks:read');
  expect((await logged({ token, body: { query: '{ tanks { totalCount } }' } })).line).toMatchObject({ company: '*' });
});

test('an unexpected error is the result of its root field', async () => {
  const broken = await openGateway();
  await broken.sql('ALTER TABLE tank RENAME COLUMN brand TO make');
  const ids: (string | null)[] = [];
  for (const query of [
    'mutation { updateTank(id: "x", input: { name: "x" }) { ... on Tank { brand } } }',
    '{ tanks { nodes { brand } } }',
  ])
    for (const _again of [1, 2, 3]) ids.push((await broken.ask(query)).headers.get('x-request-id'));
  const results = () => broken.logged.filter(({ msg, requestId }) => msg === 'request' && ids.includes(requestId));
  await expect.poll(() => results().map(({ result }) => result)).toEqual(ids.map(() => 'INTERNAL_SERVER_ERROR'));
  await broken.close();
});

test('requests at the same time each count their own statements', async () => {
  const { companyId, token } = await newCompany();
  const { id: shipToId } = await create(gateway, shipTo, { companyId });
  const { id } = await create(gateway, tank, { companyId, shipToId });
  const body = { query: 'query ($id: ID!) { tank(id: $id) { shipTo { id } } }', variables: { id } };
  const found = await Promise.all(Array.from({ length: 8 }, () => logged({ token, body })));
  expect(found.map(({ line }) => [line.result, line.statements])).toEqual(found.map(() => ['ok', 2]));
});

test('statements of Prisma’s own count, too', async () => {
  const query = 'mutation { pauseSubscription(id: "none") { __typename } }';
  for (const _again of [1, 2, 3])
    expect((await logged({ body: { query } })).line).toMatchObject({ result: 'NotFoundError', statements: 1 });
});

test('the line of a live operation has the bytes of its stream, also after a stop', async () => {
  const live = await openGateway({ beatMs: 600_000 });
  onTestFinished(() => live.close());
  const { id } = await create(live, tank);
  const query = 'subscription ($id: ID!) { tankChanged(id: $id) { ... on TankChange { tank { name } } } }';
  const update = 'mutation ($id: ID!, $name: String!) { updateTank(id: $id, input: { name: $name }) { __typename } }';
  const watch = async (name: string) => {
    const events = await openEvents(live, query, { variables: { id } });
    await events.item();
    await live.ask(update, { id, name });
    expect(await events.item()).toEqual({ tank: { name } });
    return events;
  };
  const lines = () => live.logged.filter(({ kind, msg }) => kind === 'subscription' && msg === 'request');
  const left = await watch('Größe €');
  left.close();
  await expect.poll(lines).toMatchObject([{ aborted: true, bytes: left.received() }]);
  const stays = await watch('Another');
  const stopped = live.stop(60_000);
  while ((await stays.next()) !== undefined);
  await stopped;
  expect(lines()[1]).toMatchObject({ result: 'ok', bytes: stays.received() });
});

test('a client that hangs up is logged as aborted', async () => {
  const { id } = await create(gateway, tank);
  const blocker = await gateway.pool.connect();
  await blocker.query('BEGIN');
  await blocker.query('SELECT FROM tank WHERE id = $1 FOR UPDATE', [id]);
  const requestId = randomUUID();
  const headers = {
    'content-type': 'application/json',
    'x-request-id': requestId,
    authorization: `Bearer ${await tokenOf('acme')}`,
  };
  const sent = request(`${gateway.address}/graphql`, { method: 'POST', headers });
  sent.on('error', () => {});
  sent.end(JSON.stringify({ query: UPDATE, variables: { id, version: 1 } }));
  const waits = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
  await expect.poll(() => gateway.sql(waits)).toHaveLength(1);
  sent.destroy();
  const line = await lineOf(requestId);
  await blocker.query('COMMIT');
  blocker.release();
  expect(line).toMatchObject({ aborted: true, status: null, kind: 'mutation', company: 'acme', result: null });
});

test('half a request is logged, too', async () => {
  const requestId = randomUUID();
  const headers = { 'content-type': 'application/json', 'content-length': 1000, 'x-request-id': requestId };
  const sent = request(`${gateway.address}/graphql`, { method: 'POST', headers });
  sent.on('error', () => {});
  sent.write('{"query":', () => sent.destroy());
  expect(await lineOf(requestId)).toMatchObject({ aborted: true, status: null, kind: null, result: null });
});

test('what Node refuses by itself is logged, with the id in its answer', async () => {
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(gateway.address).port), '127.0.0.1', () => socket.write('GARBAGE\r\n\r\n'));
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part)).on('close', () => resolve(Buffer.concat(parts).toString()));
  });
  const requestId = /x-request-id: (\S+)/.exec(answer)?.[1];
  const lines = gateway.logged.filter((line) => line.requestId === requestId);
  expect(lines).toMatchObject([{ status: 400, msg: 'refused before it was a request' }]);
});

test('the probes are not logged', async () => {
  const ids = ['/health', '/ready', '/ready?verbose=1'].map((path) => ({ path, requestId: randomUUID() }));
  for (const { path, requestId } of ids)
    await fetch(`${gateway.address}${path}`, { headers: { 'x-request-id': requestId } });
  await logged({ body: { query: '{ __typename }' } });
  expect(ids.flatMap(({ requestId }) => linesOf(requestId))).toEqual([]);
});

test('no line has variables, values, tokens, documents or query strings', async () => {
  const token = await tokenOf('acme');
  const secret = randomUUID();
  const query = `query Find { tanks(filter: { name: { contains: "${secret}" } }) { totalCount } }`;
  const variables = { secret };
  for (const _again of [1, 2, 3]) await logged({ token, body: { query, variables } });
  await logged({ token, body: { query: `{ ${secret} }`, variables } });
  await logged({ token, body: `{ "${secret}` });
  await logged({ token, method: 'GET', path: `/graphql?query={__typename}&secret=${secret}` });
  await logged({ token: secret, body: { query, variables } });
  const text = gateway.logged.map((line) => JSON.stringify(line)).join('\n');
  expect(text).not.toContain(secret);
  expect(text).not.toContain(token);
  expect(text).not.toContain('totalCount');
});

test('a name of 100 KB is cut', async () => {
  for (const _again of [1, 2, 3]) {
    const { line } = await logged({ body: { query: `query ${'x'.repeat(100_000)} { __typename }` } });
    expect(line.operation).toBe('x'.repeat(100));
  }
});
