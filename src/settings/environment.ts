import * as z from 'zod';
import {
  cidr,
  collector,
  column,
  databaseAddress,
  encryptionKey,
  list,
  onOff,
  origin,
  otlpProtocol,
  ratio,
  webAddress,
  wholeNumber,
} from './setting-types.ts';

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
