import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthenticator } from '../src/auth.ts';
import { openPool, openPrisma } from '../src/database.ts';
import { createGatewayServer } from '../src/server.ts';
import { createGraphQLYoga, type Gateway } from '../src/yoga.ts';
import { BREAKAGE, CROSS_ORIGIN, REQUESTS, ROWS, type Sent, TOKENS, UNEXPECTED } from './fast-lane-requests.ts';
import { cloneDatabase, SECRET, tokenOf } from './gateway.ts';

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
  const authenticate = createAuthenticator({
    secret: SECRET,
    jwksUrl: undefined,
    issuer: undefined,
    audience: undefined,
    companyClaim: 'company_id',
  });
  const prisma = openPrisma(pool);
  const server = serve({
    pool,
    prisma,
    log: pino({ level: 'silent' }),
    authenticate: (header) => {
      ways[new Error().stack?.includes('fast-lane.ts') ? 'lane' : 'yoga'] += 1;
      return authenticate(header);
    },
    corsOrigins,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const close = async (): Promise<void> => {
    agent.destroy();
    server.closeAllConnections();
    server.close();
    await prisma.$disconnect();
    await pool.end();
    await drop();
  };
  return { port: (server.address() as AddressInfo).port, pool, agent, close };
}

/** Yoga with nothing before it but the request id, which is the server's own. */
function bareYoga(gateway: Gateway): Server {
  const yoga = createGraphQLYoga(gateway);
  return createServer((req, res) => {
    const given = req.headers['x-request-id'];
    const requestId = typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : crypto.randomUUID();
    res.setHeader('x-request-id', requestId);
    void yoga(req, res, { req, res, requestId });
  });
}

async function openPair(corsOrigins: string[] = []): Promise<Pair> {
  const gateway = await open(corsOrigins, (built) => createGatewayServer(built).server);
  return { gateway, yoga: await open(corsOrigins, bareYoga) };
}

const closePair = (both: Pair): Promise<void[]> => Promise.all([both.gateway.close(), both.yoga.close()]);

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

/** The lane takes a document from the second time on, so everything is sent three times in a row. */
async function expectTheSame({ gateway, yoga }: Pair, sent: Sent): Promise<void> {
  for (const time of ['first', 'second', 'third']) {
    const [ours, theirs] = await Promise.all([attempt(gateway, sent), attempt(yoga, sent)]);
    expect(ours, `the ${time} time`).toEqual(theirs);
  }
}

test.each(REQUESTS)('both answer alike: $name', (sent) => expectTheSame(pair, sent));
