import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { openEvents } from '../live/event-source.ts';
import { shipTo, tank } from '../records.ts';
import { create, newCompany } from '../rows.ts';
import { readingLines, type Sent } from './request-lines.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const { lineOf, logged } = readingLines(() => gateway);

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
