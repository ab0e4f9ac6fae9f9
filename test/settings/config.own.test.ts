import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { EMBEDDED_POOL, readConfig } from '../../src/settings/config.ts';
import { DATABASE_URL, SECRETS_KEY } from './environment.ts';

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
