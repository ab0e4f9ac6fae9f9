import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthenticator } from '../../src/auth/tokens.ts';
import { openClient } from '../../src/db/client.ts';
import { openPool } from '../../src/db/pool.ts';
import { arrive, type Gateway } from '../../src/http/arrival.ts';
import { createGatewayServer } from '../../src/http/server.ts';
import { createGraphQLYoga } from '../../src/http/yoga.ts';
import { cloneDatabase, SECRET, tokenOf } from '../gateway.ts';
import { BREAKAGE, CROSS_ORIGIN, REQUESTS, ROWS, type Sent, TOKENS, TRAP, UNEXPECTED } from './fast-lane-requests.ts';

interface Side {
  port: number;
  pool: pg.Pool;
  agent: Agent;
  close: () => Promise<void>;
}

interface Pair {
  gateway: Side;
  yoga: Side;
}

/** How many contexts were made by whom; it tells which way a request went. */
const ways = { lane: 0, yoga: 0 };
const started = Date.now();
let tokens: Record<string, string>;
let pair: Pair;

/** A server on a database of its own. `serve` makes it from what it is built of. */
async function open(corsOrigins: string[], serve: (gateway: Gateway) => Server): Promise<Side> {
  const { url, drop } = await cloneDatabase();
  const pool = openPool(url, 5);
  pool.on('error', () => {});
  await pool.query(ROWS);
  await pool.query(TRAP);
  const authenticate = createAuthenticator({
    secret: SECRET,
    jwksUrl: undefined,
    issuer: undefined,
    audience: undefined,
    companyClaim: 'company_id',
  });
  const server = serve({
    prisma: openClient(pool),
    log: pino({ level: 'silent' }),
    authenticate: (header) => {
      ways[new Error().stack?.includes('fast-lane.ts') ? 'lane' : 'yoga'] += 1;
      return authenticate(header);
    },
    corsOrigins,
    nudge: () => {},
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const close = async (): Promise<void> => {
    agent.destroy();
    server.closeAllConnections();
    server.close();
    await pool.end();
    await drop();
  };
  return { port: (server.address() as AddressInfo).port, pool, agent, close };
}

/** Yoga with nothing before it but the request id, which is the server's own. */
function bareYoga(gateway: Gateway): Server {
  const yoga = createGraphQLYoga(gateway);
  const server = createServer((req, res) => {
    const given = req.headers['x-request-id'];
    const requestId = typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : crypto.randomUUID();
    res.setHeader('x-request-id', requestId);
    void yoga(req, res, arrive(gateway, req, res, requestId));
  });
  server.keepAliveTimeout = 75_000;
  return server;
}

async function openPair(corsOrigins: string[] = []): Promise<Pair> {
  const gateway = await open(corsOrigins, (built) => createGatewayServer(built).server);
  return { gateway, yoga: await open(corsOrigins, bareYoga) };
}

async function closePair(both: Pair): Promise<void> {
  await Promise.all([both.gateway.close(), both.yoga.close()]);
}

beforeAll(async () => {
  const minted = Object.entries(TOKENS).map(async ([name, { company, scope }]) => [
    name,
    await tokenOf(company, scope),
  ]);
  tokens = Object.fromEntries(await Promise.all(minted));
  pair = await openPair();
});
afterAll(() => closePair(pair));

/** What differs between two servers that do the same: the time, and the ids they make up. */
const comparable = (text: string): string =>
  text
    .replace(/^date: .*$/gim, 'date: now')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => (Date.parse(time) > started - 60_000 ? 'now' : time))
    .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, 'uuid');

interface Seen {
  status: string;
  headers: string[];
  body: string;
}

async function send({ port, agent }: Side, sent: Sent): Promise<Seen> {
  const token = sent.token === null ? undefined : tokens[sent.token ?? 'acme'];
  const headers = {
    'content-type': 'application/json',
    'x-request-id': 'r',
    authorization: token === undefined ? undefined : `Bearer ${token}`,
    ...sent.headers,
  };
  const req = request({ port, host: '127.0.0.1', agent, method: sent.method ?? 'POST', path: sent.path ?? '/graphql' });
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) req.setHeader(name, Array.isArray(value) ? value : Buffer.from(value).toString('latin1'));
  if (sent.body !== undefined && !sent.chunked) req.setHeader('content-length', Buffer.byteLength(sent.body));
  if (sent.chunked) {
    const bytes = Buffer.from(sent.body ?? '');
    req.write(bytes.subarray(0, 21));
    req.end(bytes.subarray(21));
  } else req.end(sent.body);
  const [response]: [IncomingMessage] = await once(req, 'response').then(([given]) => [given]);
  const chunks: Buffer[] = await response.toArray();
  const pairs = response.rawHeaders.flatMap((name, index, all) =>
    index % 2 === 0 ? [comparable(`${name.toLowerCase()}: ${all[index + 1]}`)] : [],
  );
  return {
    status: `${response.statusCode} ${response.statusMessage}`,
    headers: pairs.sort(),
    body: comparable(Buffer.concat(chunks).toString()),
  };
}

const attempt = (side: Side, sent: Sent): Promise<Seen | string> =>
  send(side, sent).catch((error: unknown) => `no answer: ${error}`);

/**
 * The lane takes a document from the second time on, so everything is sent three times in a row. After a difference both databases
 * begin anew, so that it is told once.
 */
async function expectTheSame({ gateway, yoga }: Pair, sent: Sent, rows = ROWS): Promise<void> {
  for (const time of ['first', 'second', 'third']) {
    const [ours, theirs] = await Promise.all([attempt(gateway, sent), attempt(yoga, sent)]);
    if (!isDeepStrictEqual(ours, theirs)) await Promise.all([gateway.pool.query(rows), yoga.pool.query(rows)]);
    expect(ours, `the ${time} time`).toEqual(theirs);
  }
}

for (const sent of REQUESTS) test(`both answer alike: ${sent.name}`, () => expectTheSame(pair, sent));

const TABLES = ['tank', 'task', 'expiration', 'quick_order', 'ship_to', 'webhook_subscription', 'webhook_event'];
test.each(TABLES)('both have written the same to %s', async (table) => {
  const [ours, theirs] = await Promise.all(
    [pair.gateway, pair.yoga].map(async ({ pool }) => {
      const { rows } = await pool.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM ${table} t`);
      return rows.map(({ row }) => comparable(row.replaceAll('+00:00', 'Z'))).sort();
    }),
  );
  expect(ours).toEqual(theirs);
});

test('no text of a request was ever run as a program', () => {
  expect(globalThis).not.toHaveProperty('reached');
});

test('the lane took most of what it is for', () => {
  expect(ways.lane).toBeGreaterThan(REQUESTS.length);
});

test('both leave out the Origin of the same requests', async () => {
  for (const corsOrigins of [['https://app.example'], ['https://app.example', 'https://two.example']]) {
    const crossing = await openPair(corsOrigins);
    try {
      for (const sent of CROSS_ORIGIN) await expectTheSame(crossing, sent);
    } finally {
      await closePair(crossing);
    }
  }
});

/** Writes bytes to a connection of its own and reads until the server closes it. */
async function converse({ port }: Side, ...pieces: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  for (const piece of pieces) {
    socket.write(piece);
    // Each piece in a packet of its own, so that the server sees the request in parts.
    await setImmediate();
  }
  const chunks: Buffer[] = await socket.toArray();
  // The letter case of a header's name means nothing.
  return comparable(Buffer.concat(chunks).toString()).toLowerCase();
}

const HEAD = 'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Request-Id: r\r\n';
const QUERY = '{"query":"{ __typename }"}';
const WHOLE = `${HEAD}Content-Length: ${QUERY.length}\r\n\r\n${QUERY}`;
const LAST = WHOLE.replace('Host', 'Connection: close\r\nHost');
const FAULTY = LAST.replace('__typename', '__typenope');

test.each([
  ['pipelined requests', WHOLE + WHOLE + WHOLE + LAST],
  ['a fault in a pipeline', WHOLE + WHOLE.replace('__typename', '__typenope') + WHOLE + LAST],
  ['a request in pieces', LAST.slice(0, 30), LAST.slice(30, 110), LAST.slice(110, -5), LAST.slice(-5)],
  ['a refused request in pieces', FAULTY.slice(0, -20), FAULTY.slice(-20)],
  ['HTTP/1.0', WHOLE.replace('HTTP/1.1', 'HTTP/1.0')],
  ['HTTP/1.0 with a fault', FAULTY.replace('HTTP/1.1', 'HTTP/1.0')],
  ['a length shorter than the body', `${HEAD}Content-Length: 5\r\n\r\n${QUERY}`],
  ['a length and chunks', `${HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['two lengths', `${HEAD}Content-Length: 5\r\nContent-Length: 6\r\n\r\n${QUERY}`],
  ['a length that is no number', `${HEAD}Content-Length: five\r\n\r\n${QUERY}`],
  ['a negative length', `${HEAD}Content-Length: -1\r\n\r\n${QUERY}`],
  ['an odd way to write a length', LAST.replace(/Length: /, 'Length: 000')],
  ['neither length nor chunks', `${HEAD}Connection: close\r\n\r\n`],
  ['no host', LAST.replace('Host: x\r\n', '')],
  ['an absolute address', LAST.replace('/graphql', 'http://y/graphql')],
  ['an asterisk for an address', LAST.replace('/graphql', '*')],
  ['a header line folded', LAST.replace('Host: x', 'Host: x\r\n y')],
  ['a second content type', LAST.replace('Host: x', 'Host: x\r\nContent-Type: text/plain')],
  ['a second accept', LAST.replace('Host: x', 'Host: x\r\nAccept: text/html\r\nAccept: */*')],
  [
    'a trailer',
    `${HEAD}Connection: close\r\nTransfer-Encoding: chunked\r\nTrailer: x\r\n\r\n${QUERY.length.toString(16)}\r\n${QUERY}\r\n0\r\nx: y\r\n\r\n`,
  ],
])('both answer alike on the wire: %s', async (_name, ...pieces) => {
  for (const time of ['first', 'second', 'third']) {
    const [ours, theirs] = await Promise.all([converse(pair.gateway, ...pieces), converse(pair.yoga, ...pieces)]);
    expect(ours, `the ${time} time`).toEqual(theirs);
    expect(ours).not.toBe('');
  }
});

test.each(['a b', '[', 'x:y', '%'])('a host that is none (%s) is refused each time, without a stack', async (host) => {
  for (const request of [LAST, FAULTY, LAST, LAST]) {
    const answer = await converse(pair.gateway, request.replace('Host: x', `Host: ${host}`));
    expect(answer).toMatch(/^http\/1\.1 400 /);
    expect(answer).not.toMatch(/node_modules|typeerror|at new url/);
  }
});

test('answers to requests that come together are not mixed up', async () => {
  const query = 'query ($id: ID!, $x: Boolean!) { tank(id: $id) { id name shipTo @include(if: $x) { id } } }';
  const update =
    'mutation ($id: ID!, $input: UpdateTankInput!) { tank: updateTank(id: $id, input: $input) { ... on Tank { id } } }';
  const crowd = Array.from({ length: 60 }, (_, n) => `t${(n % 8) + 1}`).flatMap((id, n) => [
    { query, variables: { id, x: n % 2 === 0 } },
    { query: update, variables: { id, input: { name: id } } },
  ]);
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  for (const side of [pair.yoga, pair.gateway, pair.gateway]) {
    const answers = crowd.map((body) => send({ ...side, agent }, { name: '', body: JSON.stringify(body) }));
    const ids = (await Promise.all(answers)).map(({ body }) => JSON.parse(body).data.tank.id);
    expect(ids).toEqual(crowd.map(({ variables }) => variables.id));
  }
  agent.destroy();
});

test('a client that leaves in the middle of its body, or before the answer, harms nobody', async () => {
  for (const text of [WHOLE.slice(0, -10), WHOLE, `${HEAD}Content-Length: 200000\r\n\r\n${'x'.repeat(100_000)}`])
    for (let times = 0; times < 10; times += 1) {
      const socket = connect(pair.gateway.port, '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      await new Promise((resolve) => socket.write(text, resolve));
      if (times % 2 === 0) socket.destroy();
      else socket.resetAndDestroy();
    }
  expect(await converse(pair.gateway, LAST)).toContain('{"data":{"__typename":"query"}}');
});

test('both are broken in the same way', async () => {
  await Promise.all([pair.gateway, pair.yoga].map(({ pool }) => pool.query(BREAKAGE)));
});
for (const sent of UNEXPECTED) test(`both fail alike: ${sent.name}`, () => expectTheSame(pair, sent, 'SELECT 1'));
