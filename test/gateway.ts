import { randomUUID } from 'node:crypto';
import type { GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import pg from 'pg';
import { type Logger, pino } from 'pino';
import { inject, onTestFinished } from 'vitest';
import type { AuthSettings } from '../src/auth/claims.ts';
import { ALL_SCOPES, mintToken } from '../src/auth/mint.ts';
import { createAuthenticator } from '../src/auth/tokens.ts';
import { Registry } from '../src/cell-registry.ts';
import type { TrustedDocuments } from '../src/engine/trusted.ts';
import type { Observer } from '../src/http/exchange/answer.ts';
import { listen } from '../src/http/listen.ts';
import type { Pages } from '../src/http/pages/serve-page.ts';
import { createGatewayServer } from '../src/http/server.ts';
import { Feed } from '../src/live/feed.ts';
import type { BudgetLimits } from '../src/load/request-budget.ts';
import { Requests, Shares } from '../src/load/shares.ts';
import { openBeside, openPool, type Pool, type PoolSettings } from '../src/postgres/pool.ts';
import { openPooled } from '../src/postgres/pooler.ts';
import { openReplicas, type ReplicaSettings } from '../src/postgres/replicas.ts';
import type { Extension } from '../src/prisma/caller.ts';
import { type Client, openClient } from '../src/prisma/client.ts';
import { schema } from '../src/schema.ts';
import { createAddressCheck } from '../src/webhooks/sending/address.ts';
import { cipher } from './cipher.ts';
import { post as postTo, type Reply } from './client.ts';
import { databaseUrl, onServer, PATIENT } from './postgres.ts';

export const LIMITS = { answerBytes: 8 * 1024 * 1024, requestSeconds: 10 };

export const SECRET = 'a secret of the tests, long enough for HS256';
/** How tokens are judged: as the settings have it by default, but at the second. */
export const AUTH: AuthSettings = {
  secret: SECRET,
  jwksUrl: undefined,
  issuer: undefined,
  audience: undefined,
  companyClaim: 'company_id',
  scopeClaims: ['scope', 'scp', 'permissions'],
  scopePrefixes: [],
  leewaySeconds: 0,
  actorClaim: 'sub',
  ownClaim: 'own',
};

/** A token of the company, with every scope unless some are named. */
export const tokenOf = (
  company: string | undefined,
  scope: string = ALL_SCOPES,
  ttl = '1h',
  secret = SECRET,
): Promise<string> =>
  mintToken({ company, companyClaim: 'company_id', scope, ttl, issuer: undefined, audience: undefined }, secret);

// biome-ignore lint/suspicious/noExplicitAny: an answer has the shape that the test's own query gives it
export type Data = Record<string, any>;

export interface Answer {
  status: number;
  headers: Headers;
  data: Data;
  errors?: { message: string; path?: string[]; extensions: Data }[];
}

export interface TestGateway {
  /** Where it listens: `http://127.0.0.1:<port>`. */
  address: string;
  url: string;
  pool: Pool;
  prisma: Client;
  /** What it logged, one object a line. */
  logged: Data[];
  /** Sends an operation over HTTP as the company `acme`, or with the token given; null sends none. */
  ask: (query: string, variables?: object, token?: string | null) => Promise<Answer>;
  /** Sends a body to /graphql letter for letter, as `acme` unless the headers say otherwise. */
  post: (body: string, headers?: Record<string, string>) => Promise<Reply>;
  /** Runs SQL as somebody beside the gateway would. */
  sql: (text: string, values?: unknown[]) => Promise<Data[]>;
  /** Takes no new request and gives those in flight so much time, as at SIGTERM. */
  stop: (graceMs: number) => Promise<void>;
  drain: (ms: number) => Promise<void>;
  openPlugins: () => Promise<void>;
  close: () => Promise<void>;
}

interface Settings {
  schema?: GraphQLSchema;
  corsOrigins?: string[];
  introspection?: boolean;
  trusted?: TrustedDocuments | undefined;
  auth?: Partial<AuthSettings>;
  graphiql?: Pages['graphiql'];
  console?: Pages['console'];
  pool?: Partial<PoolSettings>;
  /** Opens a connection before the client, as a start does. */
  connectsEarly?: boolean;
  /** The least level that `logged` has, `debug` by default. */
  logLevel?: string;
  /** Gives the address that leads to the database at this one. */
  through?: (url: string) => Promise<string>;
  /** Gives the address of a pooler in transaction mode, for the requests. */
  pooled?: (url: string) => Promise<string>;
  nudge?: () => void;
  limits?: BudgetLimits;
  /** The largest file of an import. */
  importMb?: number;
  requests?: Requests;
  streams?: Shares;
  /** How often live operations check their tokens, and how long their watches last. */
  beatMs?: number;
  leaseMs?: number;
  observers?: Observer[];
  /** Yoga's plugins. */
  plugins?: Plugin[];
  /** The extensions of Prisma's client. */
  extensions?: Extension[];
  /** A migrated database, which `close` drops; a clone of the template by default. */
  database?: { url: string; drop: () => Promise<void> };
  replicas?: Omit<ReplicaSettings, 'pool'>;
  /** The cell that it belongs to. */
  cell?: string;
}

/** A name that no other database has. */
export const databaseName = (): string => `gateway_test_${randomUUID().replaceAll('-', '')}`;

/** A database of its own, cloned from the migrated template. The caller drops it. */
export async function cloneDatabase(name = databaseName()): Promise<{ url: string; drop: () => Promise<void> }> {
  const { url, template, strategy } = inject('postgres');
  await onServer(url, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY ${strategy}`);
  return { url: databaseUrl(url, name), drop: () => onServer(url, `DROP DATABASE ${name} WITH (FORCE)`) };
}

/**
 * A gateway on a database of its own, listening on loopback as the real one does. For `beforeAll`; close it in
 * `afterAll`.
 */
export async function openGateway({
  auth,
  graphiql,
  console,
  pool: poolSettings,
  through,
  pooled,
  logLevel = 'debug',
  connectsEarly = false,
  leaseMs = 300_000,
  database,
  replicas,
  cell,
  extensions,
  limits = LIMITS,
  importMb = 10,
  ...settings
}: Settings = {}): Promise<TestGateway> {
  const { url, drop } = database ?? (await cloneDatabase());
  const logged: Data[] = [];
  const log: Logger = pino({ level: logLevel }, { write: (line) => void logged.push(JSON.parse(line)) });
  const settingsOfPool = { ...PATIENT, ...poolSettings };
  const direct = openPool(through ? await through(url) : url, settingsOfPool, undefined, log);
  const opening = pooled && openPooled(await pooled(url), { direct, directUrl: url }, settingsOfPool, log);
  const pool = (await opening) ?? direct;
  // A session may still be closing when the database is dropped, which ends it.
  for (const each of [direct, pool]) each.on('error', () => {});
  const opened = replicas && openReplicas(pool, { ...replicas, pool: { size: 10 } }, log);
  if (connectsEarly) await pool.query('SELECT 1');
  // Through another connection: a test may alter those of the gateway before it opens the first.
  const watching = openBeside(direct, { max: 1 });
  await direct.epochs.watch(watching);
  await watching.end();
  const prisma = openClient(pool, log, opened, extensions);
  const feed = new Feed(direct, log, undefined, leaseMs);
  const authenticator = createAuthenticator({ ...AUTH, ...auth }, prisma, log);
  const following = new AbortController();
  const registry = cell === undefined ? undefined : new Registry(cell, direct);
  await registry?.follow(following.signal, log, (company, why) => feed.end(company, why));
  const gateway = createGatewayServer(
    {
      schema,
      prisma,
      direct,
      cipher,
      addressFault: createAddressCheck(['127.0.0.0/8', '::1/128']),
      deletionKeepDays: 90,
      log,
      authenticate: registry?.guard(authenticator) ?? authenticator,
      corsOrigins: [],
      introspection: true,
      requests: new Requests(500),
      feed,
      streams: new Shares(10_000),
      beatMs: 10_000,
      ...settings,
      limits: { importMb, ...limits },
      nudge: () => {
        feed.nudge();
        settings.nudge?.();
      },
    },
    { graphiql, console },
  );
  const address = await listen(gateway.server, '127.0.0.1', 0);
  const acme = await tokenOf('acme');

  const send = (body: string, headers: Record<string, string>): Promise<Reply> =>
    postTo(
      `${address}/graphql`,
      {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json;q=0.9',
        ...headers,
      },
      body,
    );
  const post: TestGateway['post'] = (body, headers = {}) => send(body, { authorization: `Bearer ${acme}`, ...headers });
  const ask = async (query: string, variables: object = {}, token: string | null = acme): Promise<Answer> => {
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    const reply = await send(JSON.stringify({ query, variables }), headers);
    const answer = await reply.json();
    return {
      status: reply.status,
      get headers() {
        return reply.headers;
      },
      ...answer,
    };
  };
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid, format) =>
      oid === pg.types.builtins.JSONB ? JSON.parse : (pool.options.types ?? pg.types).getTypeParser(oid, format),
  };
  const sql = async (text: string, values: unknown[] = []): Promise<Data[]> =>
    (await pool.query({ text, values, types })).rows;
  const close = async (): Promise<void> => {
    following.abort();
    if (gateway.server.listening) await gateway.stop(1000);
    await prisma.$disconnect();
    await opened?.close();
    await pool.end();
    if (direct !== pool) await direct.end();
    await drop();
  };
  return {
    address,
    url,
    pool,
    prisma,
    logged,
    ask,
    post,
    sql,
    stop: gateway.stop,
    drain: gateway.drain,
    openPlugins: gateway.openPlugins,
    close,
  };
}

/** Records the statements that are sent on connections of a pool from now until the test ends, in order. */
export function watchStatements(pool: pg.Pool): string[] {
  const sent: string[] = [];
  const clients = new Set<pg.Client>();
  const note = (client: pg.Client): void => void clients.add(client);
  const { query } = pg.Client.prototype;
  pool.setMaxListeners(0).on('acquire', note);
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [config] = args as [string | { text: string }];
    if (clients.has(this)) sent.push(typeof config === 'string' ? config : config.text);
    return Reflect.apply(query, this, args);
  } as typeof query;
  onTestFinished(() => {
    pool.off('acquire', note);
    pg.Client.prototype.query = query;
  });
  return sent;
}
