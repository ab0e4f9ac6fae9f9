import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { EMBEDDED_POOL, readConfig } from '../../src/settings/config.ts';

type Environment = Record<string, string>;

const SECRET = 'x'.repeat(32);
const DATABASE_URL = 'postgresql://user:password@db.example.com:5432/gateway';
const SECRETS_KEY = Buffer.alloc(32, 1).toString('base64');
/** What a gateway on a server of its own needs at least. */
const own = { DATABASE_URL, JWT_SECRET: SECRET, SECRETS_KEY };

test('every setting has a default', () => {
  expect(readConfig({ environment: {}, terminal: false })).toEqual({
    host: '127.0.0.1',
    port: 4000,
    welcomes: true,
    isTerminal: false,
    log: { level: 'info', format: 'json' },
    metrics: undefined,
    tracing: undefined,
    usage: undefined,
    database: {
      url: undefined,
      replicaUrls: [],
      pool: { size: EMBEDDED_POOL, schema: undefined, statementSeconds: 10, lockSeconds: 2, mostSubscriptions: 1000 },
      dataDir: resolve('.data'),
    },
    limits: { requests: 1_000, requestSeconds: 10, liveOperations: 2000, answerBytes: 4 * 1024 * 1024, importMb: 100 },
    drainSeconds: 0,
    auth: {
      secret: undefined,
      jwksUrl: undefined,
      issuer: undefined,
      audience: undefined,
      leewaySeconds: 10,
      companyClaim: 'company_id',
      scopeClaims: ['scope', 'scp', 'permissions'],
      scopePrefixes: [],
      actorClaim: 'sub',
      ownClaim: 'own',
    },
    secretsKeys: undefined,
    corsOrigins: [],
    graphiql: true,
    introspection: true,
    trusted: { paths: [], only: false },
    federation: false,
    webhooks: {
      deliver: true,
      allowCidrs: ['127.0.0.0/8', '::1/128'],
      keepDays: 14,
      deletionKeepDays: 90,
      history: { keepDays: 30, ignore: [] },
      mostWaiting: 1_000_000,
    },
  });
});

test('every setting is read', () => {
  const environment = {
    NODE_ENV: 'production',
    CELL: 'eu-1',
    HOST: '0.0.0.0',
    PORT: '8080',
    LOG_LEVEL: 'warn',
    LOG_FORMAT: 'text',
    METRICS_PORT: '9464',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
    HIVE_TOKEN: 'hvo1/token',
    HIVE_TARGET: 'company/gateway/production',
    HIVE_SAMPLE_RATE: '0.5',
    HIVE_USAGE_ENDPOINT: 'https://hive.example/usage',
    DATABASE_URL,
    DATABASE_POOL: '25',
    DATABASE_REPLICA_URLS: 'postgresql://r1.example.com/gateway, postgres://r2.example.com/gateway',
    STATEMENT_TIMEOUT_SECONDS: '5',
    LOCK_TIMEOUT_SECONDS: '1',
    REQUEST_TIMEOUT_SECONDS: '7',
    MAX_REQUESTS: '100',
    MAX_LIVE_OPERATIONS: '300',
    MAX_ANSWER_MB: '2',
    MAX_IMPORT_MB: '20',
    DRAIN_SECONDS: '9',
    DATA_DIR: '/var/lib/gateway',
    JWKS_URL: 'https://issuer.example/keys',
    JWT_ISSUER: 'https://issuer.example/, https://second.example/',
    JWT_AUDIENCE: 'gateway',
    JWT_LEEWAY_SECONDS: '0',
    SCOPE_CLAIM: 'roles, realm_access.roles',
    SCOPE_PREFIX: 'gateway/',
    COMPANY_CLAIM: 'https://issuer.example/company',
    ACTOR_CLAIM: 'oid',
    OWN_CLAIM: 'https://issuer.example/own',
    SECRETS_KEY: `${Buffer.alloc(32, 2).toString('base64')}, ${SECRETS_KEY}`,
    CORS_ORIGINS: 'https://a.example, http://b.example:8080',
    OIDC_ISSUER: 'https://issuer.example/',
    OIDC_CLIENT_ID: 'console',
    OIDC_SCOPE: 'openid tanks:read',
    OIDC_PARAMS: 'audience=https://api.example&prompt=consent',
    GRAPHIQL: 'on',
    INTROSPECTION: 'off',
    TRUSTED_DOCUMENTS: 'web.json, phone.json',
    FEDERATION: 'on',
    WEBHOOKS: 'off',
    WEBHOOK_ALLOW_CIDRS: '10.1.0.0/16, fd00::/8',
    WEBHOOK_MAX_SUBSCRIPTIONS: '50',
    WEBHOOK_KEEP_DAYS: '2',
    DELETION_KEEP_DAYS: '30',
    HISTORY_KEEP_DAYS: '365',
    HISTORY_IGNORE: 'reading_volume, tank.note',
    WEBHOOK_MAX_WAITING: '5000',
  };
  expect(readConfig({ environment })).toEqual({
    host: '0.0.0.0',
    port: 8080,
    welcomes: false,
    isTerminal: expect.any(Boolean),
    cell: 'eu-1',
    log: { level: 'warn', format: 'text', cell: 'eu-1' },
    metrics: { host: '0.0.0.0', port: 9464 },
    tracing: { url: 'http://collector.example:4318/v1/traces', ratio: 0.25, followsClients: true },
    usage: {
      token: 'hvo1/token',
      target: 'company/gateway/production',
      sampleRate: 0.5,
      endpoint: 'https://hive.example/usage',
    },
    database: {
      url: DATABASE_URL,
      replicaUrls: ['postgresql://r1.example.com/gateway', 'postgres://r2.example.com/gateway'],
      pool: { size: 25, schema: undefined, statementSeconds: 5, lockSeconds: 1, mostSubscriptions: 50 },
      dataDir: '/var/lib/gateway',
    },
    limits: { requests: 100, requestSeconds: 7, liveOperations: 300, answerBytes: 2 * 1024 * 1024, importMb: 20 },
    drainSeconds: 9,
    auth: {
      secret: undefined,
      jwksUrl: 'https://issuer.example/keys',
      issuer: ['https://issuer.example/', 'https://second.example/'],
      audience: ['gateway'],
      leewaySeconds: 0,
      companyClaim: 'https://issuer.example/company',
      scopeClaims: ['roles', 'realm_access.roles'],
      scopePrefixes: ['gateway/'],
      actorClaim: 'oid',
      ownClaim: 'https://issuer.example/own',
    },
    secretsKeys: [Buffer.alloc(32, 2), Buffer.alloc(32, 1)],
    corsOrigins: ['https://a.example', 'http://b.example:8080'],
    graphiql: true,
    signIn: {
      issuer: 'https://issuer.example/',
      clientId: 'console',
      scope: 'openid tanks:read',
      parameters: { audience: 'https://api.example', prompt: 'consent' },
    },
    introspection: false,
    trusted: { paths: ['web.json', 'phone.json'], only: false },
    federation: true,
    webhooks: {
      deliver: false,
      allowCidrs: ['10.1.0.0/16', 'fd00::/8'],
      keepDays: 2,
      deletionKeepDays: 30,
      history: { keepDays: 365, ignore: ['reading_volume', 'tank.note'] },
      mostWaiting: 5000,
    },
  });
});

test('the token of an organization at Hive needs a target, and another one has none', () => {
  const read = (environment: Environment) => () => readConfig({ environment });
  expect(read({ HIVE_TOKEN: 'hvo1/token' })).toThrow(/HIVE_TARGET must be set/);
  for (const HIVE_TARGET of ['a/b/c'])
    for (const environment of [{ HIVE_TARGET }, { HIVE_TARGET, HIVE_TOKEN: 'token' }])
      expect(read(environment)).toThrow(/HIVE_TARGET must be unset/);
  expect(readConfig({ environment: { HIVE_TOKEN: 'token' } }).usage).toEqual({ token: 'token', sampleRate: 0.1 });
});

test('an empty value counts as unset', () => {
  const names = ['HOST', 'PORT', 'DATABASE_URL', 'JWT_SECRET', 'JWKS_URL', 'CORS_ORIGINS', 'GRAPHIQL', 'COMPANY_CLAIM'];
  const environment = Object.fromEntries(names.map((name) => [name, '']));
  expect(readConfig({ environment })).toEqual(readConfig({ environment: {} }));
});

test('other environment variables have no effect', () => {
  expect(readConfig({ environment: { PATH: '/bin', port: 'x', Port: 'y' } })).toEqual(readConfig({ environment: {} }));
});

test('without an argument, the environment of the process is read', () => {
  process.env.LOG_LEVEL = 'loud';
  try {
    expect(() => readConfig()).toThrow(/LOG_LEVEL/);
  } finally {
    delete process.env.LOG_LEVEL;
  }
});

test('the log is text on a terminal and JSON elsewhere, unless LOG_FORMAT is set', () => {
  const formatOf = (terminal: boolean, environment: Environment = {}) =>
    readConfig({ environment, terminal }).log.format;
  expect([formatOf(true), formatOf(false)]).toEqual(['text', 'json']);
  expect([formatOf(true, { LOG_FORMAT: 'json' }), formatOf(false, { LOG_FORMAT: 'text' })]).toEqual(['json', 'text']);
});

test('a history is kept by default on a machine of one’s own alone', () => {
  const days = (environment: Environment): number => readConfig({ environment }).webhooks.history.keepDays;
  expect(days({})).toBe(30);
  expect(days({ HISTORY_KEEP_DAYS: '0' })).toBe(0);
  expect(days(own)).toBe(0);
  expect(days({ NODE_ENV: 'production', DATA_DIR: 'data' })).toBe(0);
});

test('GraphiQL is off by default in production on a DATABASE_URL, and on otherwise', () => {
  const isOn = (environment: Environment): boolean => readConfig({ environment }).graphiql;
  expect(isOn({ ...own, NODE_ENV: 'production' })).toBe(false);
  expect(isOn({ ...own, NODE_ENV: 'production', GRAPHIQL: 'on' })).toBe(true);
  expect(isOn(own)).toBe(true);
  expect(isOn({ NODE_ENV: 'production', DATA_DIR: 'data' })).toBe(true);
  expect(isOn({ GRAPHIQL: 'off' })).toBe(false);
});

test('introspection is on by default where GraphiQL is', () => {
  const isOn = (environment: Environment): boolean => readConfig({ environment }).introspection;
  expect(isOn({ ...own, NODE_ENV: 'production' })).toBe(false);
  expect(isOn({ ...own, NODE_ENV: 'production', INTROSPECTION: 'on' })).toBe(true);
  expect(isOn({ ...own, NODE_ENV: 'production', GRAPHIQL: 'on' })).toBe(true);
  expect(isOn(own)).toBe(true);
  expect(isOn({ GRAPHIQL: 'off' })).toBe(false);
  expect(isOn({ INTROSPECTION: 'off' })).toBe(false);
});

test('with DATABASE_URL, webhooks reach only the private addresses that are listed', () => {
  expect(readConfig({ environment: own }).webhooks.allowCidrs).toEqual([]);
  expect(readConfig({ environment: { WEBHOOK_ALLOW_CIDRS: '10.0.0.0/8' } }).webhooks.allowCidrs).toEqual([
    '10.0.0.0/8',
  ]);
});

test('quotes, spaces and line breaks around a value are those of a file, and not part of it', () => {
  for (const around of [
    (value: string) => `"${value}"`,
    (value: string) => `'${value}'\r\n`,
    (value: string) => ` ${value} `,
  ]) {
    const values = {
      ...own,
      NODE_ENV: 'Production',
      PORT: '8080',
      ACTOR_CLAIM: 'sub',
      COMPANY_CLAIM: 'org.id',
      OWN_CLAIM: 'mine',
    };
    const environment = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, around(value)]));
    expect(readConfig({ environment })).toMatchObject({
      welcomes: false,
      graphiql: false,
      port: 8080,
      database: { url: DATABASE_URL },
      auth: { secret: SECRET, actorClaim: 'sub', companyClaim: 'org.id', ownClaim: 'mine' },
    });
  }
  expect(readConfig({ environment: { JWT_SECRET: ` ${'x y'.repeat(20)}"` } }).auth.secret).toBe(`${'x y'.repeat(20)}"`);
});

test('each secret can be in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const environment = Object.fromEntries(
    Object.entries({ ...own, HIVE_TOKEN: 'token' }).map(([name, value]) => {
      writeFileSync(join(folder, name), `${value}\n`);
      return [`${name}_FILE`, join(folder, name)];
    }),
  );
  expect(readConfig({ environment })).toMatchObject({
    database: { url: DATABASE_URL },
    auth: { secret: SECRET },
    secretsKeys: [Buffer.alloc(32, 1)],
    usage: { token: 'token' },
  });
});

test('the settings of tracing are those of OpenTelemetry', () => {
  const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
  const tracingOf = (environment: Environment) => readConfig({ environment }).tracing;
  const url = 'http://collector:4318/v1/traces';
  expect(tracingOf(base)).toEqual({ url, ratio: 0.1, followsClients: true });
  expect(tracingOf({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://other/spans?key=1' })?.url).toBe(
    'http://other/spans?key=1',
  );
  expect(tracingOf({ ...base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://other/spans' })?.url).toBe(
    'http://other/spans',
  );
  for (const [OTEL_TRACES_SAMPLER, ratio, followsClients] of [
    ['always_on', 1, false],
    ['parentbased_always_off', 0, true],
    ['traceidratio', 0.5, false],
  ] as const)
    expect(tracingOf({ ...base, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG: '0.5' })).toEqual({
      url,
      ratio,
      followsClients,
    });
  expect(tracingOf({ ...base, OTEL_SDK_DISABLED: 'true' })).toBeUndefined();
  expect(tracingOf({ ...base, OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined();
  expect(tracingOf({ OTEL_TRACES_SAMPLER_ARG: 'http://sampler', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toBeUndefined();
});
