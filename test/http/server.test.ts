import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGraphiQL } from '../../src/http/graphiql.ts';
import { listen } from '../../src/http/listen.ts';
import { StartupError } from '../../src/startup-error.ts';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { tank } from '../records.ts';
import { full, insert } from '../rows.ts';

const ORIGINS = ['https://dispatch.example.com', 'https://drivers.example.com'];

let gateway: TestGateway;
let shared: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
  shared = await openGateway({ corsOrigins: ORIGINS });
  await insert(gateway, tank, full(tank, { id: SAME }));
});
afterAll(async () => {
  await gateway.close();
  await shared.close();
});

const audits = serverAudits({ url: () => `${gateway.address}/graphql`, fetchFn: fetch });
test('the GraphQL-over-HTTP specification is audited in 61 points', () => {
  expect(audits).toHaveLength(61);
});
for (const audit of audits)
  test(`the audit ${audit.id} holds: ${audit.name}`, async () => {
    expect(await audit.fn()).toMatchObject({ status: 'ok' });
  });

const preflight = (to: TestGateway, origin: string): Promise<Response> =>
  fetch(`${to.address}/graphql`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
  });
const ask = (to: TestGateway, origin: string): Promise<Response> =>
  to.post(JSON.stringify({ query: '{ __typename }' }), { origin });

test('no page of another origin may call, unless origins are listed', async () => {
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
    for (const _again of [1, 2, 3]) {
      const answered = await ask(shared, origin);
      expect(answered.status).toBe(200);
      expect(answered.headers.get('access-control-allow-origin')).toBe(origin);
      expect(answered.headers.get('vary')?.toLowerCase()).toContain('origin');
    }
  }
});

test('a page of any other origin may not call, nor one that has none', async () => {
  for (const origin of ['https://evil.example', 'null', 'https://dispatch.example.com.evil.example', 'http://dispatch.example.com', 'https://dispatch.example.com:8443']) // biome-ignore format: a table
    for (const response of [await preflight(shared, origin), await ask(shared, origin), await ask(shared, origin)])
      expect([origin, response.headers.get('access-control-allow-origin')]).not.toEqual([origin, origin]);
});

test('neither multipart nor plain text is read, which a page of any origin may send', async () => {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query: '{ __typename }' }));
  form.set('map', '{}');
  const bodies: [BodyInit, Record<string, string>][] = [
    [form, {}],
    ['--x\r\n\r\n--x--', { 'content-type': 'multipart/mixed; boundary=x' }],
    ['{"query":"{ __typename }"}', { 'content-type': 'text/plain' }],
  ];
  for (const [body, headers] of bodies) {
    const response = await fetch(`${gateway.address}/graphql`, { method: 'POST', headers, body });
    expect([headers, response.status]).toEqual([headers, 415]);
    expect(await response.text()).not.toContain('"data"');
  }
});

test('a mutation is not taken from an address, which a link or an image could hold', async () => {
  const row = full(tank);
  await insert(gateway, tank, row);
  const query = `mutation { updateTank(id: "${row.id}", input: { name: "x" }) { __typename } }`;
  for (const _again of [1, 2]) {
    const response = await fetch(`${gateway.address}/graphql?query=${encodeURIComponent(query)}`, {
      headers: { authorization: `Bearer ${await tokenOf('acme')}` },
    });
    expect(response.status).toBe(405);
  }
  expect(await gateway.sql('SELECT name FROM tank WHERE id = $1', [row.id])).toEqual([{ name: row.name }]);
});

test('batches are not taken', async () => {
  const response = await gateway.post('[{"query":"{ __typename }"},{"query":"{ __typename }"}]');
  expect([response.status >= 400, (await response.text()).includes('"data"')]).toEqual([true, false]);
});

test('live operations are refused', async () => {
  for (const accept of ['application/json', 'text/event-stream']) {
    const response = await gateway.post('{"query":"subscription { tankUpdated { id } }"}', { accept });
    const text = await response.text();
    expect(text).toContain('"errors"');
    expect(text).not.toContain('"data":{');
  }
});

test('/health tells that the process lives, and /ready that the database answers', async () => {
  const health = await fetch(`${gateway.address}/health`);
  expect([health.status, await health.json()]).toEqual([200, { status: 'alive' }]);
  const ready = await fetch(`${gateway.address}/ready?verbose=1`);
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
});

test('without a database the process lives and is not ready, and is ready again with it', async () => {
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

test('a request keeps the id that it brings, or gets one', async () => {
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

test('an unknown path is 404, whatever is sent to it', async () => {
  for (const path of [
    '/',
    '/graphq',
    '/graphql/x',
    '/favicon.ico',
    '/health/x',
    '/.env',
    '/..%2f..%2fetc/passwd',
    '/%00',
  ])
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

/** What a gateway answers to bytes that no client library would send. */
const raw = (to: TestGateway, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(to.address).port), '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.setEncoding('utf8').on('data', (part) => {
      answer += part;
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
  });

for (const page of ['with', 'without'])
  test(`an address that is none is the caller’s fault, and the gateway goes on, ${page} GraphiQL`, async () => {
    const asked = page === 'with' ? await openGateway({ graphiql: createGraphiQL(undefined) }) : gateway;
    const targets = ['//', '///graphql', '//[', '/\\', 'http://', 'http://[', '*', '/graphql?query=%', '/graphql?query=%00%ff', '?', '/#', '\u00ff']; // biome-ignore format: a table
    const hosts = ['[', 'a b', '@', 'x:99999999', '', '\u00ff'];
    for (const target of targets) {
      const answer = await raw(
        asked,
        `GET ${target} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
      );
      expect([target, answer.slice(0, 10)]).toEqual([target, expect.stringMatching(/^HTTP\/1\.1 [234]/)]);
    }
    for (const host of hosts) {
      const answer = await raw(
        asked,
        `GET /graphql?query={__typename} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
      expect([host, answer.slice(0, 10)]).toEqual([host, expect.stringMatching(/^HTTP\/1\.1 [24]/)]);
    }
    expect(await raw(asked, 'GARBAGE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/);
    expect((await asked.ask('{ __typename }')).status).toBe(200);
    if (asked !== gateway) await asked.close();
  });

test('a client that hangs up in the middle of its request leaves nothing behind', async () => {
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
  const loud = gateway.logged.slice(before).filter(({ level }) => level >= 50);
  expect(loud).toEqual([]);
});

const SAME = randomUUID();
/** Documents that no other test has sent, so that the gateway meets each for the first time here. */
const repeated: [string, { query: string; variables?: object | null; operationName?: string }][] = [
  ['fragments', { query: `query a1 { tank(id: "${SAME}") { ...all shipTo { id } } } fragment all on Tank { id name metadata alerts }` }],
  ['a variable', { query: 'query a2($id: ID!) { tank(id: $id) { id } }', variables: { id: SAME } }],
  ['a variable of another type', { query: 'query a3($id: ID!) { tank(id: $id) { id } }', variables: { id: 7 } }],
  ['a variable left out', { query: 'query a4($id: ID!) { tank(id: $id) { id } }', variables: {} }],
  ['a variable that is null', { query: 'query a5($id: ID!) { tank(id: $id) { id } }', variables: { id: null } }],
  ['a variable too many', { query: 'query a6($id: ID!) { tank(id: $id) { id } }', variables: { id: SAME, other: 1 } }],
  ['variables that are null', { query: 'query a7 { tanks { totalCount } }', variables: null }],
  ['@include and @skip', { query: `query a8($yes: Boolean!) { tank(id: "${SAME}") { id @include(if: $yes) name @skip(if: $yes) } }`, variables: { yes: true } }],
  ['@include of no boolean', { query: `query a9($yes: Boolean!) { tank(id: "${SAME}") { id @include(if: $yes) } }`, variables: { yes: 'x' } }],
  ['a default', { query: 'query b1($n: Int = 2) { tanks(first: $n) { nodes { id } } }' }],
  ['a default set to null', { query: 'query b2($n: Int = 2) { tanks(first: $n) { nodes { id } } }', variables: { n: null } }],
  ['a default within an input', { query: `mutation b3($name: String = "x") { updateTank(id: "none", input: { name: $name }) { ... on Error { message } } }` }],
  ['an enum', { query: 'query b4($d: OrderDirection!) { tanks(orderBy: { field: NAME, direction: $d }) { nodes { id } } }', variables: { d: 'DESC' } }],
  ['an enum of another word', { query: 'query b5($d: OrderDirection!) { tanks(orderBy: { field: NAME, direction: $d }) { nodes { id } } }', variables: { d: 'UP' } }],
  ['an input object', { query: 'query b6($o: TankOrder) { tanks(orderBy: $o) { nodes { id } } }', variables: { o: { field: 'NAME', direction: 'ASC' } } }],
  ['an input object with a hole', { query: 'query b7($o: TankOrder) { tanks(orderBy: $o) { nodes { id } } }', variables: { o: { field: 'NAME' } } }],
  ['two faults beside an answer', { query: 'query b8 { tanks(first: 0) { nodes { id } } tasks(last: 0) { totalCount } expirations { totalCount } }' }],
  ['an unknown field', { query: `query b9 { tank(id: "${SAME}") { colour } }` }],
  ['a document cut off', { query: `query c1 { tank(id: "${SAME}") { ` }],
  ['the operation named', { query: 'query c2 { a: __typename } query c3 { b: __typename }', operationName: 'c3' }],
  ['an operation that is not there', { query: 'query c4 { a: __typename } query c5 { b: __typename }', operationName: 'x' }],
  ['an operation left open', { query: 'query c6 { a: __typename } query c7 { b: __typename }' }],
  ['a list of one', { query: 'mutation c8($input: UpdateTankInput!) { updateTank(id: "none", input: $input) { ... on Error { message } } }', variables: { input: { alerts: 'one' } } }],
  ['a list with a hole', { query: 'mutation c9($input: UpdateTankInput!) { updateTank(id: "none", input: $input) { ... on Error { message } } }', variables: { input: { alerts: ['a', null] } } }],
  ['a variable left out of a list', { query: 'mutation d1($a: String) { updateTank(id: "none", input: { metadata: { list: [$a, 1] } }) { ... on Error { message } } }' }],
  ['a variable left out of an input', { query: `mutation d2($on: Boolean) { updateTank(id: "${SAME}", input: { includeInJob: $on }) { __typename ... on Tank { version } } }` }],
  ['a variable left out of an object', { query: `mutation d3($v: String) { updateTank(id: "${SAME}", input: { metadata: { of: $v } }) { __typename ... on Tank { metadata } } }` }],
  ['a variable in an object', { query: `mutation d4($v: [String!]) { updateTank(id: "${SAME}", input: { metadata: { of: $v } }) { __typename ... on Tank { metadata } } }`, variables: { v: ['x'] } }],
  ['two mutations', { query: 'mutation d5 { a: updateTank(id: "1", input: {}) { ... on Error { message } } b: updateTank(id: "2", input: {}) { ... on Error { message } } }' }],
  ['introspection', { query: 'query d6 { __schema { queryType { name kind } } __type(name: "Tank") { kind fields { name } } }' }],
  ['fragments on the interface and on the type', { query: 'mutation d7 { updateTank(id: "1", input: {}) { ...e ... on NotFoundError { message } } } fragment e on Error { __typename message }' }],
]; // biome-ignore format: a table
for (const [what, body] of repeated)
  test(`an answer to ${what} is the same the first time and every time after`, async () => {
    const sent = async (): Promise<unknown> => {
      const response = await gateway.post(JSON.stringify(body), { 'x-request-id': 'same' });
      return [response.status, response.headers.get('content-type'), JSON.parse(await response.text())];
    };
    const first = await sent();
    for (const _again of [2, 3, 4]) expect(await sent()).toEqual(first);
  });

test('the order of fields in an answer is the order in which they were asked for', async () => {
  for (const _again of [1, 2, 3]) {
    const response = await gateway.post('{"query":"{ z: __typename tanks { totalCount } a: __typename }"}');
    expect(await response.text()).toMatch(/"z".*"tanks".*"a"/);
  }
});

/** Until a statement waits for a lock. */
const aWait = ({ sql }: TestGateway): Promise<unknown> =>
  expect
    .poll(() => sql("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"))
    .toHaveLength(1);

test('a stop lets the requests in flight finish, and takes no new ones', async () => {
  const stopping = await openGateway();
  try {
    const row = full(tank);
    await insert(stopping, tank, row);
    const blocker = await stopping.pool.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM tank WHERE id = $1 FOR UPDATE', [row.id]);
    const query = `mutation { updateTank(id: "${row.id}", input: { name: "in flight" }) { ... on Tank { name } } }`;
    const inFlight = stopping.ask(query);
    // Half a request keeps a connection from being idle.
    const late = connect(Number(new URL(stopping.address).port), '127.0.0.1');
    late.write('GET /ready HTTP/1.1\r\n');
    await aWait(stopping);
    const stopped = stopping.stop(10_000);
    // A connection that is open may still ask, and is told to go elsewhere.
    late.write('Host: x\r\n\r\n');
    await expect(fetch(`${stopping.address}/health`)).rejects.toThrow();
    const [answer] = await once(late, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 503 .*connection: close/is);
    await blocker.query('COMMIT');
    blocker.release();
    expect((await inFlight).data.updateTank).toEqual({ name: 'in flight' });
    await stopped;
  } finally {
    await stopping.close();
  }
});

test('a stop waits no longer than its grace', async () => {
  const stopping = await openGateway();
  try {
    const row = full(tank);
    await insert(stopping, tank, row);
    const blocker = await stopping.pool.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM tank WHERE id = $1 FOR UPDATE', [row.id]);
    const query = `mutation { updateTank(id: "${row.id}", input: { name: "cut" }) { __typename } }`;
    const cut = stopping.ask(query).catch(() => 'cut');
    await aWait(stopping);
    await stopping.stop(200);
    // Had it been waited for, it would have had an answer when its statement was ended.
    expect(await cut).toBe('cut');
    await blocker.query('ROLLBACK');
    blocker.release();
  } finally {
    await stopping.close();
  }
});

test('a taken port, an address of another machine and a forbidden port are told in one line', async () => {
  const port = Number(new URL(gateway.address).port);
  await expect(listen(createServer(), '127.0.0.1', port)).rejects.toThrow(StartupError);
  await expect(listen(createServer(), '127.0.0.1', port)).rejects.toThrow(`${port}`);
  await expect(listen(createServer(), '192.0.2.1', 0)).rejects.toThrow(StartupError);
  await expect(listen(createServer(), 'no-such-host.invalid', 0)).rejects.toThrow(/no-such-host\.invalid/);
});
