import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/settings/config.ts';
import { DATABASE_URL, type Environment, own, SECRET } from './environment.ts';

test('the token of an organization at Hive needs a target, and another one has none', () => {
  const read = (environment: Environment) => () => readConfig({ environment });
  expect(read({ HIVE_TOKEN: 'hvo1/token' })).toThrow(/HIVE_TARGET must be set/);
  for (const HIVE_TARGET of ['a/b/c'])
    for (const environment of [{ HIVE_TARGET }, { HIVE_TARGET, HIVE_TOKEN: 'token' }])
      expect(read(environment)).toThrow(/HIVE_TARGET must be unset/);
  expect(readConfig({ environment: { HIVE_TOKEN: 'token' } }).usage).toEqual({ token: 'token', sampleRate: 0.1 });
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
