import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { StartupError } from '../../src/base/startup-error.ts';
import { misspelledSettings, readConfig } from '../../src/settings/config.ts';
import { DATABASE_URL, type Environment, own, SECRET, SECRETS_KEY } from './environment.ts';

const faultsOf = (environment: Environment, program = {}): string => {
  try {
    readConfig({ environment, ...program });
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError);
    return error instanceof Error ? error.message : '';
  }
  return '';
};

const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

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
  { OTEL_TRACES_SAMPLER_ARG: '1.5', ...traced },
  { OTEL_TRACES_SAMPLER: 'jaeger_remote', ...traced },
  { OTEL_TRACES_EXPORTER: 'zipkin', ...traced },
  { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', ...traced },
  { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf', ...traced },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/v1/traces' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318?key=1' },
  { NODE_ENV: 'prod' },
  { NODE_ENV: 'staging' },
  { CELL: 'Eu 1', ...own },
  { ...own, DATABASE_URL: 'db.example.com' },
  { ...own, DATABASE_URL: 'mysql://db.example.com/gateway' },
  { ...own, DATABASE_URL: 'postgresql://one,two/gateway', DIRECT_DATABASE_URL: DATABASE_URL },
  { DATABASE_POOL: '0', ...own },
  { DATABASE_POOL: 'many' },
  { DATABASE_REPLICA_URLS: 'postgresql://r1.example.com/gateway' },
  { DATABASE_REPLICA_URLS: 'r1.example.com', DATABASE_URL, JWT_SECRET: SECRET, SECRETS_KEY },
  { JWT_SECRET: 'x'.repeat(31) },
  { JWKS_URL: 'issuer.example/keys' },
  { JWKS_URL: 'file:///etc/keys' },
  { JWKS_URL: 'https://user:secret@issuer.example/keys' },
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
  { HISTORY_KEEP_DAYS: '3651' },
  { HISTORY_IGNORE: 'readingVolume' },
  { HISTORY_IGNORE: 'note, task.note' },
  { HISTORY_IGNORE: 'webhook_subscription.secret' },
  { HISTORY_IGNORE: 'id' },
  { HISTORY_IGNORE: 'note,tank.company_id' },
  { HISTORY_IGNORE: 'version' },
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

test('a fault in a list names the item by its place, and does not quote it: it may be a key', () => {
  const key = 'k'.repeat(43);
  const message = faultsOf({ HISTORY_IGNORE: 'note, readingVolume', SECRETS_KEY: key });
  expect(message).toMatch(/SECRETS_KEY .*; item 1 is wrong\n {2}HISTORY_IGNORE .*; item 2 is wrong$/);
  expect(message).not.toContain(key);
});

test('an identity provider needs a client, and a key set for its tokens', () => {
  const OIDC_ISSUER = 'https://issuer.example';
  const JWKS_URL = `${OIDC_ISSUER}/keys`;
  expect(faultsOf({ OIDC_ISSUER, JWKS_URL })).toContain('OIDC_ISSUER and OIDC_CLIENT_ID must be set together');
  expect(faultsOf({ OIDC_CLIENT_ID: 'console' })).toContain('OIDC_ISSUER and OIDC_CLIENT_ID must be set together');
  expect(faultsOf({ OIDC_ISSUER, OIDC_CLIENT_ID: 'console' })).toContain('JWKS_URL must be set with OIDC_ISSUER');
  expect(faultsOf({ OIDC_ISSUER, OIDC_CLIENT_ID: 'console', JWKS_URL })).toBe('');
});

test('a cell, and production, need a database that is named', () => {
  expect(faultsOf({ CELL: 'a' })).toContain('DATABASE_URL must be set with CELL');
  expect(faultsOf({ NODE_ENV: 'production' })).toContain('DATABASE_URL must be set with NODE_ENV=production');
  expect(faultsOf({ NODE_ENV: 'production', DATA_DIR: 'data' })).toBe('');
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

test('a gateway for trusted documents alone has a manifest, and neither GraphiQL nor a router', () => {
  const only = { TRUSTED_DOCUMENTS: 'web.json', TRUSTED_DOCUMENTS_ONLY: 'on' };
  expect(readConfig({ environment: only })).toMatchObject({ graphiql: false, introspection: false });
  for (const none of [{}, { TRUSTED_DOCUMENTS: ',' }, { TRUSTED_DOCUMENTS: ' , ' }])
    expect(faultsOf({ TRUSTED_DOCUMENTS_ONLY: 'on', ...none })).toContain('TRUSTED_DOCUMENTS must be set');
  expect(faultsOf({ ...only, GRAPHIQL: 'on' })).toContain('GRAPHIQL and FEDERATION must be off');
  expect(faultsOf({ ...only, FEDERATION: 'on' })).toContain('GRAPHIQL and FEDERATION must be off');
});

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['HISTRY_KEEP_DAYS', 'HISTORY_KEEP_DAYS'],
  ['LOG_LVL', 'LOG_LEVEL'],
  ['WEBHOOK_MAX_WAITIN', 'WEBHOOK_MAX_WAITING'],
  ['JWT_SECRT', 'JWT_SECRET'],
  ['CORS_ORIGIN', 'CORS_ORIGINS'],
  ['database_url', 'DATABASE_URL'],
])('%s is taken for %s', (given, meant) => {
  expect(misspelledSettings({ [given]: 'x' })).toEqual([`${given} is not a setting. Did you mean ${meant}?`]);
});

test('a start that lacks a setting names the variable that was meant for it', () => {
  const environment = { DATABASE_URL: 'postgresql://localhost/db', SECRETS_KEY: `${'A'.repeat(43)}=`, JWT_SECRT: 'x' };
  expect(() => readConfig({ environment })).toThrow(
    /JWT_SECRET or JWKS_URL must be set .*\n {2}JWT_SECRT is not a setting. Did you mean JWT_SECRET\?$/,
  );
});

test('variables of other programs and settings are not taken for misspelled ones', () => {
  const others = [
    'HOME',
    'HOSTNAME',
    'PATH',
    'LOGNAME',
    'NODE_OPTIONS',
    'PGHOST',
    'PORTS',
    'POSTGRES_URL',
    'REDIS_URL',
    'npm_config_registry',
  ];
  expect(
    misspelledSettings(Object.fromEntries([...others, 'DATABASE_URL', 'PORT'].map((name) => [name, 'x']))),
  ).toEqual([]);
});

test('variables of Kubernetes services are no settings', () => {
  const links = { METRICS_PORT: 'tcp://10.96.0.7:9464', DATABASE_PORT: 'tcp://10.96.0.8:5432' };
  expect(faultsOf(links)).toBe('');
  expect(misspelledSettings(links)).toEqual([]);
});

test('a secret in a file that cannot be read, is empty, or is set besides is a fault that names the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [empty, missing] = [join(folder, 'empty'), join(folder, 'missing')];
  writeFileSync(empty, '\n');
  for (const [environment, words] of [
    [{ JWT_SECRET_FILE: missing }, `JWT_SECRET_FILE names a file that cannot be read: ${missing} (ENOENT)`],
    [{ JWT_SECRET_FILE: folder }, `JWT_SECRET_FILE names a file that cannot be read: ${folder} (EISDIR)`],
    [{ SECRETS_KEY_FILE: empty }, `SECRETS_KEY_FILE names an empty file: ${empty}`],
    [{ JWT_SECRET: SECRET, JWT_SECRET_FILE: empty }, 'JWT_SECRET and JWT_SECRET_FILE cannot both be set'],
  ] as const)
    expect(faultsOf(environment)).toContain(`The configuration is invalid:\n  ${words}`);
  expect(misspelledSettings({ JWT_SECRETS_FILE: empty })).toEqual([
    'JWT_SECRETS_FILE is not a setting. Did you mean JWT_SECRET_FILE?',
  ]);
});
