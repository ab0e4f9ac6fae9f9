import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { Plugin } from 'graphql-yoga';
import type pg from 'pg';
import { pino } from 'pino';
import { expect } from 'vitest';
import { mintToken } from '../../src/auth/mint.ts';
import { createAuthenticator } from '../../src/auth/tokens.ts';
import type { Gateway } from '../../src/http/exchange/answer.ts';
import { answerUnreadable } from '../../src/http/exchange/http-errors.ts';
import { listen } from '../../src/http/listen.ts';
import { createGatewayServer, receive } from '../../src/http/server.ts';
import { Feed } from '../../src/live/feed.ts';
import { Requests, Shares } from '../../src/load/shares.ts';
import { CountedResponse } from '../../src/load/slow-readers.ts';
import { openPool } from '../../src/postgres/pool.ts';
import type { Extension } from '../../src/prisma/caller.ts';
import { openClient } from '../../src/prisma/client.ts';
import { schema } from '../../src/schema.ts';
import { cipher } from '../cipher.ts';
import { AUTH, cloneDatabase, LIMITS, SECRET } from '../gateway.ts';
import { PATIENT } from '../postgres.ts';
import { ROWS, TOKENS, TRAP } from './pair-rows.ts';
import { converse as sendBytes } from './raw.ts';
import { referenceYoga } from './reference.ts';

/** An HTTP request. A header that is undefined is left out. */
export interface Sent {
  name: string;
  method?: string;
  path?: string;
  headers?: Record<string, string | string[] | undefined>;
  /** Whose token it bears: `acme`'s with every scope unless named, null for none. */
  token?: keyof typeof TOKENS | null;
  body?: string | Buffer;
  /** Sent in pieces and without a length. */
  chunked?: boolean;
}

export interface Side {
  port: number;
  pool: pg.Pool;
  agent: Agent;
  close: () => Promise<void>;
}

/** The gateway, and yoga with its own engine, on equal databases. */
export interface Pair {
  gateway: Side;
  yoga: Side;
  close: () => Promise<void>;
}

/** The number of contexts that the fast path and yoga created, which shows the way of the requests. */
export const ways = { lane: 0, yoga: 0 };
const started = Date.now();

async function openSide(
  corsOrigins: string[],
  serve: (gateway: Gateway) => Server,
  extensions: Extension[] = [],
): Promise<Side> {
  const { url, drop } = await cloneDatabase();
  const pool = openPool(url, PATIENT);
  pool.on('error', () => {});
  await pool.query(ROWS);
  await pool.query(TRAP);
  const prisma = openClient(pool, undefined, undefined, extensions);
  const authenticate = createAuthenticator({ ...AUTH, leewaySeconds: 10 }, prisma, pino({ level: 'silent' }));
  const server = serve({
    schema,
    prisma,
    direct: pool,
    cipher,
    addressFault: () => undefined,
    deletionKeepDays: 90,
    log: pino({ level: 'silent' }),
    authenticate: (header) => {
      ways[new Error().stack?.includes('fast-path.ts') ? 'lane' : 'yoga'] += 1;
      return authenticate(header);
    },
    corsOrigins,
    introspection: true,
    nudge: () => {},
    limits: { ...LIMITS, importMb: 1 },
    requests: new Requests(500),
    feed: new Feed(pool, pino({ level: 'silent' }), () => {}),
    streams: new Shares(500),
    beatMs: 10_000,
  });
  const address = await listen(server, '127.0.0.1', 0);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const close = async (): Promise<void> => {
    agent.destroy();
    server.closeAllConnections();
    server.close();
    await pool.end();
    await drop();
  };
  return { port: Number(new URL(address).port), pool, agent, close };
}

/** Yoga behind no more than the server's own request id, timeout and words for what is not HTTP. */
function bareYoga(gateway: Gateway): Server {
  const yoga = referenceYoga(gateway);
  const server = createServer({ ServerResponse: CountedResponse }, (req, res) => {
    const given = req.headers['x-request-id'];
    const requestId = typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : crypto.randomUUID();
    res.setHeader('x-request-id', requestId);
    res.setHeader('cache-control', 'no-store');
    res.setHeader('x-content-type-options', 'nosniff');
    if (gateway.corsOrigins.length > 0) res.setHeader('vary', 'Origin');
    void yoga(req, res, receive(req, res, gateway));
  });
  server.keepAliveTimeout = 75_000;
  answerUnreadable(server);
  return server;
}

/** The gateway has these plugins of Yoga and extensions of Prisma's client. */
export async function openPair(
  corsOrigins: string[] = [],
  plugins: Plugin[] = [],
  extensions: Extension[] = [],
): Promise<Pair> {
  const serve = (built: Gateway) => createGatewayServer({ ...built, plugins }).server;
  const gateway = await openSide(corsOrigins, serve, extensions);
  const yoga = await openSide(corsOrigins, bareYoga);
  const close = async () => void (await Promise.all([gateway.close(), yoga.close()]));
  return { gateway, yoga, close };
}

/** The text without the current time and random ids, in which two equal servers differ. */
export const comparable = (text: string): string =>
  text
    // A cursor is a JSON list in base64url; that of a delivery contains its id.
    .replace(/\bWyJ[\w-]+/g, (cursor) => Buffer.from(cursor, 'base64url').toString())
    .replace(/^date: .*$/gim, 'date: now')
    .replaceAll(/"[0-9a-f]{16}"/g, '"epoch"')
    .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+Z/g, (time) => (Date.parse(time) > started - 60_000 ? 'now' : time))
    .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, 'uuid');

const tokens = new Map<string, Promise<string>>();
function bearer(name: keyof typeof TOKENS): Promise<string> {
  const grant = { ...TOKENS[name], subject: name, companyClaim: 'company_id', ttl: '1h' };
  const known = tokens.get(name) ?? mintToken({ ...grant, issuer: undefined, audience: undefined }, SECRET);
  tokens.set(name, known);
  return known;
}

interface Seen {
  status: string;
  headers: string[];
  body: string;
}

export async function send({ port, agent }: Side, sent: Sent): Promise<Seen> {
  const headers = {
    'content-type': 'application/json',
    'x-request-id': 'r',
    authorization: sent.token === null ? undefined : `Bearer ${await bearer(sent.token ?? 'acme')}`,
    ...sent.headers,
  };
  const req = request({ port, host: '127.0.0.1', agent, method: sent.method ?? 'POST', path: sent.path ?? '/graphql' });
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) req.setHeader(name, Array.isArray(value) ? value : Buffer.from(value).toString('latin1'));
  if (sent.body !== undefined && !sent.chunked) req.setHeader('content-length', Buffer.byteLength(sent.body));
  const bytes = Buffer.from(sent.body ?? '');
  if (sent.chunked) req.write(bytes.subarray(0, 21));
  req.end(sent.chunked ? bytes.subarray(21) : bytes);
  const [response]: [IncomingMessage] = await once(req, 'response').then(([given]) => [given]);
  const body = comparable(Buffer.concat(await response.toArray()).toString());
  const pairs = response.rawHeaders.flatMap((name, index, all) =>
    index % 2 === 0 ? [comparable(`${name.toLowerCase()}: ${all[index + 1]}`)] : [],
  );
  return { status: `${response.statusCode} ${response.statusMessage}`, headers: pairs.sort(), body };
}

const TABLES = [
  'tank',
  'task',
  'expiration',
  'quick_order',
  'ship_to',
  'webhook_subscription',
  'webhook_event',
  'record_deletion',
  'webhook_outbox',
];

/** All records of a side and what changed them, as comparable texts. */
export const written = ({ pool }: Side): Promise<string[][]> =>
  Promise.all(
    TABLES.map(async (table) => {
      const { rows } = await pool.query<{ row: string }>(
        // A statement that fails takes a number, too, and its place in the outbox. Times have more or fewer digits.
        `SELECT (to_jsonb(t) ${table === 'webhook_outbox' ? "- 'id' - 'occurred_at' - 'bytes'" : ''})::text AS row FROM ${table} t`,
      );
      return rows.map(({ row }) => comparable(row.replaceAll('+00:00', 'Z'))).sort();
    }),
  );

/** Gives both databases the records they began with. */
export const reset = async ({ gateway, yoga }: Pair, rows = ROWS): Promise<void> =>
  void (await Promise.all([gateway.pool.query(rows), yoga.pool.query(rows)]));

/**
 * Sends a request three times in a row, because the gateway knows a document from the second time on. After a
 * difference both databases are reset, so that one difference is reported once.
 */
export async function expectTheSame(pair: Pair, sent: Sent, rows = ROWS): Promise<void> {
  const attempt = (side: Side): Promise<Seen | string> => send(side, sent).catch((error) => `no answer: ${error}`);
  for (const time of ['first', 'second', 'third']) {
    const [ours, theirs] = await Promise.all([attempt(pair.gateway), attempt(pair.yoga)]);
    if (!isDeepStrictEqual(ours, theirs)) await reset(pair, rows);
    expect(ours, `the ${time} time`).toEqual(theirs);
  }
}

/**
 * Sends a valid operation once to each, as one that the gateway knows and its fast path takes, unless it needs yoga.
 */
export async function expectTheSameAnswer(pair: Pair, sent: Sent, rows = ROWS): Promise<void> {
  // A name that the document lacks is refused by yoga after the fast path has seen the document.
  const body = JSON.stringify({ ...JSON.parse(`${sent.body}`), operationName: 'none' });
  await send(pair.gateway, { ...sent, body });
  const [ours, theirs] = await Promise.all([send(pair.gateway, sent), send(pair.yoga, sent)]);
  if (!isDeepStrictEqual(ours, theirs)) await reset(pair, rows);
  expect(ours).toEqual(theirs);
}

/** The answer to bytes, in a form that both have. The letter case of a header's name means nothing. */
export const converse = async ({ port }: Side, ...pieces: string[]): Promise<string> =>
  comparable(await sendBytes(`http://127.0.0.1:${port}`, ...pieces)).toLowerCase();
