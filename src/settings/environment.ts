import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { errorCodeOf } from '../base/errors.ts';
import { StartupError } from '../base/startup-error.ts';
import { isKeptColumn } from '../records/records.ts';
import { readDatabaseUrl } from './database-url.ts';

export type Variables = Record<string, string | undefined>;

/** Settings with secrets, which may be in files instead: `JWT_SECRET_FILE=/run/secrets/jwt`. */
export const IN_FILES = [
  ...['DATABASE_URL', 'DIRECT_DATABASE_URL', 'TARGET_DATABASE_URL', 'DATABASE_REPLICA_URLS'],
  ...['JWT_SECRET', 'SECRETS_KEY', 'HIVE_TOKEN'],
];

/** Kubernetes gives each container the addresses of services: METRICS_PORT=tcp://10.0.0.1:80, of one called metrics. */
const isServiceLink = (name: string, value: string): boolean =>
  /_PORT(_\d+_(TCP|UDP|SCTP))?$/.test(name) && /^(tcp|udp|sctp):\/\//.test(value);

/** Files end with a line break, and Docker's `--env-file` keeps quotes. */
const tidy = (text: string): string =>
  text
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .trim();

/** The variables that are set, without what surrounds their values, and without links to services. */
export function readVariables(environment: Variables): Variables {
  const entries = Object.entries(environment).map(([name, value = '']) => [name, tidy(value)] as const);
  const given = Object.fromEntries(entries.filter(([name, value]) => value !== '' && !isServiceLink(name, value)));
  return given.NODE_ENV === undefined ? given : { ...given, NODE_ENV: given.NODE_ENV.toLowerCase() };
}

/** Adds the settings that are in files. Throws a StartupError that lists all faults. */
export function withFiles(given: Variables): Variables {
  const faults: string[] = [];
  const read = IN_FILES.flatMap((name): [string, string][] => {
    const path = given[`${name}_FILE`];
    if (path === undefined) return [];
    if (given[name] !== undefined) faults.push(`${name} and ${name}_FILE cannot both be set; unset one of them`);
    try {
      const value = tidy(readFileSync(path, 'utf8'));
      if (value === '') faults.push(`${name}_FILE names an empty file: ${path}`);
      return [[name, value]];
    } catch (error) {
      faults.push(`${name}_FILE names a file that cannot be read: ${path} (${errorCodeOf(error)})`);
      return [];
    }
  });
  if (faults.length > 0) throw invalid(faults);
  return { ...given, ...Object.fromEntries(read) };
}

export const invalid = (faults: readonly string[]): StartupError =>
  new StartupError(`The configuration is invalid:${faults.map((line) => `\n  ${line}`).join('')}`);

const text = (isValid: (text: string) => boolean, message: string) => z.string().refine(isValid, message);
/** Items between commas; empty ones are skipped. */
export const list = z.string().transform((text) => text.split(',').flatMap((item) => tidy(item) || []));
const onOff = z.enum(['on', 'off'], 'must be on or off').transform((word) => word === 'on');
const wholeNumber = (least: number, most: number) =>
  text(
    (digits) => /^\d+$/.test(digits) && Number(digits) >= least && Number(digits) <= most,
    `must be a whole number from ${least} to ${most}`,
  ).transform(Number);
const address = (form: RegExp, message: string) => text((url) => URL.canParse(url) && form.test(url), message);
const databaseAddress = z.string().transform((given, context) => {
  const read = readDatabaseUrl(given);
  if (typeof read !== 'string') return read;
  context.addIssue(read);
  return z.NEVER;
});
/** An address without credentials: `fetch` takes none, and its errors repeat them. */
const WEB = /^https?:\/\/[^/?#@]*([/?#]|$)/i;
const webAddress = address(WEB, 'must be a URL that begins with https:// or http://, without a user');
const collector = webAddress.refine(
  (url) => !/[?#]|\/v1\/traces\/?$/.test(url),
  'must be the address to which /v1/traces is added; set OTEL_EXPORTER_OTLP_TRACES_ENDPOINT to a whole one',
);
const otlpProtocol = z.literal('http/json', 'must be http/json: spans are sent as JSON over HTTP').optional();
/** Origins of apps, such as `capacitor://localhost` and `chrome-extension://id`, and of pages below a domain. */
const APP_ORIGIN = /^(?!https?:)[a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]+(:\d+)?$/;
const SUBDOMAINS = /^https?:\/\/\*\.(?=[^.]+\.)/;
const isOrigin = (url: string): boolean =>
  url.includes('*')
    ? SUBDOMAINS.test(url) && isOrigin(url.replace('*.', ''))
    : APP_ORIGIN.test(url) || (URL.canParse(url) && new URL(url).origin === url);
const origin = text(
  isOrigin,
  'must list origins such as https://app.example.com, https://*.example.com or capacitor://localhost, without a path',
);
const encryptionKey = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, 'must list keys from `openssl rand -base64 32`')
  .transform((text) => Buffer.from(text, 'base64'));
const column = text(
  isKeptColumn,
  'must list columns of records as webhooks show them, such as reading_volume or tank.note; no history has id, company_id and version',
);
const ratio = z
  .string()
  .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number between 0 and 1')
  .transform(Number);
const cidr = z.union([z.cidrv4(), z.cidrv6()], 'must list address ranges such as 10.1.0.0/16');

const DEFAULT_HOST = '127.0.0.1';
/** Only programs on this machine can connect to these hosts. */
export const LOOPBACK = [DEFAULT_HOST, '::1', 'localhost'];
const MODES = ['production', 'development', 'test'] as const;
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const;
const ALL_SAMPLERS = [...SAMPLERS, ...SAMPLERS.map((name) => `parentbased_${name}` as const)] as const;
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** The name of a cell. It appears in maps of proxies, in the log and in labels of metrics. */
export const CELL_NAME = /^[a-z0-9][a-z0-9-]{0,31}$/;

export const Environment = z.object({
  NODE_ENV: z.enum(MODES, `must be one of ${MODES.join(', ')}`).optional(),
  HOST: z.string().default(DEFAULT_HOST),
  PORT: wholeNumber(0, 65_535).default(4000),
  CELL: z
    .string()
    .regex(CELL_NAME, 'must be a name such as eu-1, of up to 32 lower-case letters, digits and hyphens')
    .optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  LOG_FORMAT: z.enum(['json', 'text'], 'must be json or text').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: otlpProtocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: otlpProtocol,
  OTEL_TRACES_EXPORTER: z.literal('otlp', 'must be otlp or none').optional(),
  OTEL_TRACES_SAMPLER: z
    .enum(ALL_SAMPLERS, `must be one of ${ALL_SAMPLERS.join(', ')}`)
    .default('parentbased_traceidratio'),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(0.1),
  HIVE_TOKEN: z.string().optional(),
  HIVE_TARGET: z.string().optional(),
  HIVE_SAMPLE_RATE: ratio.default(0.1),
  HIVE_USAGE_ENDPOINT: webAddress.optional(),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  DATABASE_URL: databaseAddress.optional(),
  DIRECT_DATABASE_URL: databaseAddress.optional(),
  TARGET_DATABASE_URL: databaseAddress.optional(),
  DATABASE_POOL: wholeNumber(1, 1000).optional(),
  DATABASE_REPLICA_URLS: list.pipe(z.array(databaseAddress)).default([]),
  STATEMENT_TIMEOUT_SECONDS: wholeNumber(1, 600).default(10),
  LOCK_TIMEOUT_SECONDS: wholeNumber(1, 600).default(2),
  REQUEST_TIMEOUT_SECONDS: wholeNumber(1, 600).default(10),
  MAX_REQUESTS: wholeNumber(1, 100_000).default(1_000),
  MAX_LIVE_OPERATIONS: wholeNumber(1, 100_000).default(2_000),
  MAX_ANSWER_MB: wholeNumber(1, 100).default(4),
  MAX_IMPORT_MB: wholeNumber(1, 10_000).default(100),
  DRAIN_SECONDS: wholeNumber(0, 300).optional(),
  DATA_DIR: z.string().default('.data'),
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  JWKS_URL: webAddress.optional(),
  JWT_ISSUER: list.optional(),
  JWT_AUDIENCE: list.optional(),
  JWT_LEEWAY_SECONDS: wholeNumber(0, 300).default(10),
  COMPANY_CLAIM: z.string().default('company_id'),
  SCOPE_CLAIM: list.default(['scope', 'scp', 'permissions']),
  SCOPE_PREFIX: list.default([]),
  ACTOR_CLAIM: z.string().default('sub'),
  OWN_CLAIM: z.string().default('own'),
  SECRETS_KEY: list.pipe(z.array(encryptionKey).min(1, 'must have a key')).optional(),
  CORS_ORIGINS: list.pipe(z.array(origin)).default([]),
  OIDC_ISSUER: webAddress.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_SCOPE: z.string().default('openid'),
  OIDC_PARAMS: z.string().default(''),
  GRAPHIQL: onOff.optional(),
  INTROSPECTION: onOff.optional(),
  TRUSTED_DOCUMENTS: list.default([]),
  TRUSTED_DOCUMENTS_ONLY: onOff.default(false),
  FEDERATION: onOff.default(false),
  WEBHOOKS: onOff.default(true),
  WEBHOOK_ALLOW_CIDRS: list.pipe(z.array(cidr)).optional(),
  WEBHOOK_MAX_SUBSCRIPTIONS: wholeNumber(1, 1_000_000).default(1000),
  WEBHOOK_MAX_WAITING: wholeNumber(1, 1_000_000_000).default(1_000_000),
  WEBHOOK_KEEP_DAYS: wholeNumber(1, 365).default(14),
  DELETION_KEEP_DAYS: wholeNumber(1, 3650).default(90),
  HISTORY_KEEP_DAYS: wholeNumber(0, 3650).optional(),
  HISTORY_IGNORE: list.pipe(z.array(column)).default([]),
});
