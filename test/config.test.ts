import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { EMBEDDED_POOL, readConfig } from '../src/config.ts';
import { StartupError } from '../src/runtime/startup-error.ts';

type Environment = Record<string, string>;

const SECRET = 'x'.repeat(32);
const DATABASE_URL = 'postgresql://user:password@db.example.com:5432/gateway';
const SECRETS_KEY = Buffer.alloc(32, 1).toString('base64');
/** What a gateway on a server of its own needs at least. */
const own = { DATABASE_URL, JWT_SECRET: SECRET, SECRETS_KEY };

const faultsOf = (environment: Environment, program = {}): string => {
  try {
    readConfig({ environment, ...program });
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError);
    return error instanceof Error ? error.message : '';
  }
  return '';
};

test('every setting has a default', () => {
  expect(readConfig({ environment: {}, terminal: false })).toEqual({
    host: '127.0.0.1',
    port: 4000,
    log: { level: 'info', format: 'json' },
    metrics: undefined,
    tracing: undefined,
    database: {
      url: undefined,
      replicaUrls: [],
      pool: { size: EMBEDDED_POOL, statementSeconds: 10, lockSeconds: 2, mostSubscriptions: 1000 },
      dataDir: resolve('.data'),
    },
    limits: { requests: 500, requestSeconds: 10, liveOperations: 2000, answerBytes: 4 * 1024 * 1024 },
    drainSeconds: 0,
    auth: {
      secret: undefined,
      jwksUrl: undefined,
      issuer: undefined,
      audience: undefined,
      companyClaim: 'company_id',
      actorClaim: 'sub',
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
      mostWaiting: 1_000_000,
    },
  });
});

test('every setting is read', () => {
  const environment = {
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    PORT: '8080',
    LOG_LEVEL: 'warn',
    LOG_FORMAT: 'text',
    METRICS_PORT: '9464',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
    DATABASE_URL,
    DATABASE_POOL: '25',
    DATABASE_REPLICA_URLS: 'postgresql://r1.example.com/gateway, postgres://r2.example.com/gateway',
    STATEMENT_TIMEOUT_SECONDS: '5',
    LOCK_TIMEOUT_SECONDS: '1',
    REQUEST_TIMEOUT_SECONDS: '7',
    MAX_REQUESTS: '100',
    MAX_LIVE_OPERATIONS: '300',
    MAX_ANSWER_MB: '2',
    DRAIN_SECONDS: '9',
    DATA_DIR: '/var/lib/gateway',
    JWKS_URL: 'https://issuer.example/keys',
    JWT_ISSUER: 'https://issuer.example/',
    JWT_AUDIENCE: 'gateway',
    COMPANY_CLAIM: 'https://issuer.example/company',
    ACTOR_CLAIM: 'oid',
    SECRETS_KEY: `${Buffer.alloc(32, 2).toString('base64')}, ${SECRETS_KEY}`,
    CORS_ORIGINS: 'https://a.example, http://b.example:8080',
    GRAPHIQL: 'on',
    INTROSPECTION: 'off',
    TRUSTED_DOCUMENTS: 'web.json, phone.json',
    FEDERATION: 'on',
    WEBHOOKS: 'off',
    WEBHOOK_ALLOW_CIDRS: '10.1.0.0/16, fd00::/8',
    WEBHOOK_MAX_SUBSCRIPTIONS: '50',
    WEBHOOK_KEEP_DAYS: '2',
    DELETION_KEEP_DAYS: '30',
    WEBHOOK_MAX_WAITING: '5000',
  };
  expect(readConfig({ environment })).toEqual({
    host: '0.0.0.0',
    port: 8080,
    log: { level: 'warn', format: 'text' },
    metrics: { host: '0.0.0.0', port: 9464 },
    tracing: { endpoint: 'http://collector.example:4318', ratio: 0.25 },
    database: {
      url: DATABASE_URL,
      replicaUrls: ['postgresql://r1.example.com/gateway', 'postgres://r2.example.com/gateway'],
      pool: { size: 25, statementSeconds: 5, lockSeconds: 1, mostSubscriptions: 50 },
      dataDir: '/var/lib/gateway',
    },
    limits: { requests: 100, requestSeconds: 7, liveOperations: 300, answerBytes: 2 * 1024 * 1024 },
    drainSeconds: 9,
    auth: {
      secret: undefined,
      jwksUrl: 'https://issuer.example/keys',
      issuer: 'https://issuer.example/',
      audience: 'gateway',
      companyClaim: 'https://issuer.example/company',
      actorClaim: 'oid',
    },
    secretsKeys: [Buffer.alloc(32, 2), Buffer.alloc(32, 1)],
    corsOrigins: ['https://a.example', 'http://b.example:8080'],
    graphiql: true,
    introspection: false,
    trusted: { paths: ['web.json', 'phone.json'], only: false },
    federation: true,
    webhooks: {
      deliver: false,
      allowCidrs: ['10.1.0.0/16', 'fd00::/8'],
      keepDays: 2,
      deletionKeepDays: 30,
      mostWaiting: 5000,
    },
  });
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

const faulty: Environment[] = [
  { PORT: '80a' },
  { PORT: '-1' },
  { PORT: '65536' },
  { PORT: '4000.5' },
  { PORT: '1e3' },
  { LOG_LEVEL: 'loud' },
  { LOG_FORMAT: 'xml' },
  { METRICS_PORT: '65536' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
  { OTEL_TRACES_SAMPLER_ARG: '1.5' },
  { ...own, DATABASE_URL: 'db.example.com' },
  { ...own, DATABASE_URL: 'mysql://db.example.com/gateway' },
  { DATABASE_POOL: '0', ...own },
  { DATABASE_POOL: 'many' },
  { DATABASE_REPLICA_URLS: 'postgresql://r1.example.com/gateway' },
  { DATABASE_REPLICA_URLS: 'r1.example.com', DATABASE_URL, JWT_SECRET: SECRET, SECRETS_KEY },
  { JWT_SECRET: 'x'.repeat(31) },
  { JWKS_URL: 'issuer.example/keys' },
  { JWKS_URL: 'file:///etc/keys' },
  { SECRETS_KEY: 'x'.repeat(44) },
  { SECRETS_KEY: `${SECRETS_KEY},${Buffer.alloc(16).toString('base64')}` },
  { SECRETS_KEY: ' , ' },
  { CORS_ORIGINS: '*' },
  { CORS_ORIGINS: 'null' },
  { CORS_ORIGINS: 'https://a.example b.example' },
  { CORS_ORIGINS: 'https://a.example,b.example' },
  { GRAPHIQL: 'yes' },
  { GRAPHIQL: 'ON' },
  { INTROSPECTION: 'yes' },
  { FEDERATION: 'v2' },
  { WEBHOOKS: 'true' },
  { WEBHOOK_ALLOW_CIDRS: '10.1.0.0' },
  { WEBHOOK_ALLOW_CIDRS: '10.1.0.0/33' },
  { WEBHOOK_ALLOW_CIDRS: 'example.com' },
  { WEBHOOK_KEEP_DAYS: '0' },
  { WEBHOOK_KEEP_DAYS: '366' },
  { DELETION_KEEP_DAYS: '0' },
  { WEBHOOK_MAX_WAITING: '0' },
  { HOST: '0.0.0.0' },
  { HOST: '192.0.2.1' },
];
for (const environment of faulty) {
  const [[name, value] = ['', '']] = Object.entries(environment);
  test(`${name}=${value} is a fault that names the setting`, () => {
    expect(faultsOf(environment)).toMatch(new RegExp(`^The configuration is invalid:\n  ${name} \\S.*$`));
  });
}

test('an origin with a path is a fault: browsers send none', () => {
  for (const CORS_ORIGINS of [
    'https://a.example/',
    'https://a.example/app',
    'https://user@a.example',
    'https://a.example?x',
  ])
    expect([CORS_ORIGINS, faultsOf({ CORS_ORIGINS })]).toEqual([CORS_ORIGINS, expect.stringContaining('CORS_ORIGINS')]);
});

test('all faults are reported together, each on its own line', () => {
  const message = faultsOf({
    PORT: 'x',
    DATABASE_URL: 'nowhere',
    DATABASE_POOL: '0',
    GRAPHIQL: 'maybe',
    WEBHOOK_ALLOW_CIDRS: 'all',
    CORS_ORIGINS: '*',
  });
  const [heading, ...lines] = message.split('\n');
  expect(heading).toBe('The configuration is invalid:');
  expect(lines.map((line) => line.trim().split(' ')[0]).sort()).toEqual(
    [
      'PORT',
      'DATABASE_URL',
      'DATABASE_POOL',
      'GRAPHIQL',
      'WEBHOOK_ALLOW_CIDRS',
      'CORS_ORIGINS',
      'JWT_SECRET',
      'SECRETS_KEY',
    ].sort(),
  );
});

test('no message contains a secret', () => {
  expect(faultsOf({ JWT_SECRET: 'short secret', PORT: 'x' })).not.toContain('short secret');
  expect(faultsOf({ DATABASE_URL: 'mysql://user:hunter2@db/x' })).not.toContain('hunter2');
  expect(faultsOf({ SECRETS_KEY: `${SECRETS_KEY},short` })).not.toMatch(/short|AQEB/);
});

test('with DATABASE_URL, a program that serves requests needs a key for tokens', () => {
  const { JWT_SECRET: _, ...keyless } = own;
  expect(faultsOf(keyless)).toContain('JWT_SECRET');
  expect(faultsOf(own)).toBe('');
  expect(faultsOf({ ...keyless, JWKS_URL: 'https://issuer.example/keys' })).toBe('');
  expect(faultsOf(keyless, { serves: false })).toBe('');
});

test('with DATABASE_URL, a program that stores or signs webhooks needs a key for their secrets', () => {
  const { SECRETS_KEY: _, ...keyless } = own;
  for (const program of [{}, { serves: false }])
    expect(faultsOf(keyless, program)).toMatch(
      /^The configuration is invalid:\n {2}SECRETS_KEY .* openssl rand -base64 32$/,
    );
  expect(faultsOf(keyless, { delivers: false })).toBe('');
  expect(faultsOf({ DATABASE_URL }, { serves: false, delivers: false })).toBe('');
  expect(faultsOf({})).toBe('');
});

test('JWT_SECRET and JWKS_URL exclude each other', () => {
  expect(faultsOf({ JWT_SECRET: SECRET, JWKS_URL: 'https://issuer.example/keys' })).toContain('JWKS_URL');
});

test('without DATABASE_URL, the gateway listens only on loopback', () => {
  for (const HOST of ['127.0.0.1', '::1', 'localhost']) expect(faultsOf({ HOST })).toBe('');
  expect(faultsOf({ HOST: '::' })).toContain('HOST');
  expect(faultsOf({ HOST: '0.0.0.0', ...own })).toBe('');
});

test('the log is text on a terminal and JSON elsewhere, unless LOG_FORMAT is set', () => {
  const formatOf = (terminal: boolean, environment: Environment = {}) =>
    readConfig({ environment, terminal }).log.format;
  expect([formatOf(true), formatOf(false)]).toEqual(['text', 'json']);
  expect([formatOf(true, { LOG_FORMAT: 'json' }), formatOf(false, { LOG_FORMAT: 'text' })]).toEqual(['json', 'text']);
});

test('GraphiQL is off by default in production on a DATABASE_URL, and on otherwise', () => {
  const isOn = (environment: Environment): boolean => readConfig({ environment }).graphiql;
  expect(isOn({ ...own, NODE_ENV: 'production' })).toBe(false);
  expect(isOn({ ...own, NODE_ENV: 'production', GRAPHIQL: 'on' })).toBe(true);
  expect(isOn(own)).toBe(true);
  expect(isOn({ NODE_ENV: 'production' })).toBe(true);
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

test('a gateway for trusted documents alone has a manifest, and neither GraphiQL nor a router', () => {
  const only = { TRUSTED_DOCUMENTS: 'web.json', TRUSTED_DOCUMENTS_ONLY: 'on' };
  expect(readConfig({ environment: only })).toMatchObject({ graphiql: false, introspection: false });
  expect(faultsOf({ TRUSTED_DOCUMENTS_ONLY: 'on' })).toContain('TRUSTED_DOCUMENTS must be set');
  expect(faultsOf({ ...only, GRAPHIQL: 'on' })).toContain('GRAPHIQL and FEDERATION must be off');
  expect(faultsOf({ ...only, FEDERATION: 'on' })).toContain('GRAPHIQL and FEDERATION must be off');
});
