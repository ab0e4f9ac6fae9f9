import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { closest, distance } from 'fastest-levenshtein';
import type * as z from 'zod';
import { readDatabaseUrl } from './database-url.ts';
import {
  Environment,
  IN_FILES,
  invalid,
  LOOPBACK,
  list,
  readVariables,
  type Variables,
  withFiles,
} from './environment.ts';

/** How many letters may differ between a variable and the setting that it is taken for. */
const MOST_DIFFERENT = 2;
/** Shorter names are close to those of other programs, such as HOME. */
const SHORTEST = 6;

export const SETTINGS = [...Object.keys(Environment.shape), ...IN_FILES.map((name) => `${name}_FILE`)];

/** The variables that look like settings and are none, as sentences. */
export function misspelledSettings(environment: Variables = process.env): string[] {
  const names = SETTINGS.filter((name) => name.length >= SHORTEST);
  return Object.keys(readVariables(environment)).flatMap((given) => {
    if (SETTINGS.includes(given)) return [];
    const meant = closest(given.toUpperCase(), names);
    return distance(given.toUpperCase(), meant) <= MOST_DIFFERENT
      ? [`${given} is not a setting. Did you mean ${meant}?`]
      : [];
  });
}

/** Settings that contradict each other. It takes unparsed values, so that all faults are reported at once. */
function conflicts(given: Variables, serves: boolean, delivers: boolean): string[] {
  const { DATABASE_URL, DIRECT_DATABASE_URL, DATABASE_REPLICA_URLS, JWT_SECRET, JWKS_URL, SECRETS_KEY, HOST } = given;
  const { TRUSTED_DOCUMENTS, TRUSTED_DOCUMENTS_ONLY, GRAPHIQL, FEDERATION, CELL, NODE_ENV, DATA_DIR } = given;
  const { HIVE_TOKEN, HIVE_TARGET, OIDC_ISSUER, OIDC_CLIENT_ID } = given;
  const faults: string[] = [];
  if (serves && NODE_ENV === 'production' && DATABASE_URL === undefined && DATA_DIR === undefined)
    faults.push('DATABASE_URL must be set with NODE_ENV=production, or DATA_DIR to run the embedded database there');
  if (serves && DATABASE_URL !== undefined && JWT_SECRET === undefined && JWKS_URL === undefined)
    faults.push('JWT_SECRET or JWKS_URL must be set with DATABASE_URL: they verify tokens');
  if (delivers && DATABASE_URL !== undefined && SECRETS_KEY === undefined)
    faults.push(
      'SECRETS_KEY must be set with DATABASE_URL: it encrypts webhook secrets. Create one with: openssl rand -base64 32',
    );
  if (DATABASE_URL === undefined && DATABASE_REPLICA_URLS !== undefined)
    faults.push('DATABASE_REPLICA_URLS must be unset without DATABASE_URL: the embedded database has no replicas');
  if (DATABASE_URL === undefined && DIRECT_DATABASE_URL !== undefined)
    faults.push('DATABASE_URL must be set with DIRECT_DATABASE_URL: it is the address of the pooler');
  if (DATABASE_URL === undefined && CELL !== undefined)
    faults.push('DATABASE_URL must be set with CELL: the embedded database is no cell');
  const pooler = DATABASE_URL === undefined || DIRECT_DATABASE_URL === undefined ? '' : readDatabaseUrl(DATABASE_URL);
  if (typeof pooler !== 'string' && pooler.hosts !== undefined)
    faults.push('DATABASE_URL must name one host with DIRECT_DATABASE_URL: that of the pooler');
  const isOfOrganization = HIVE_TOKEN?.startsWith('hvo1/');
  if (isOfOrganization === true && HIVE_TARGET === undefined)
    faults.push('HIVE_TARGET must be set with a HIVE_TOKEN of an organization: organization/project/target');
  if (isOfOrganization !== true && HIVE_TARGET !== undefined)
    faults.push('HIVE_TARGET must be unset unless HIVE_TOKEN is that of an organization, which begins with hvo1/');
  if (JWT_SECRET !== undefined && JWKS_URL !== undefined)
    faults.push('JWKS_URL and JWT_SECRET cannot both be set; unset one of them');
  if ((OIDC_ISSUER === undefined) !== (OIDC_CLIENT_ID === undefined))
    faults.push('OIDC_ISSUER and OIDC_CLIENT_ID must be set together: people sign in to the console with both');
  if (OIDC_ISSUER !== undefined && JWKS_URL === undefined)
    faults.push('JWKS_URL must be set with OIDC_ISSUER: it verifies the tokens of the identity provider');
  if (TRUSTED_DOCUMENTS_ONLY === 'on') {
    if (list.parse(TRUSTED_DOCUMENTS ?? '').length === 0)
      faults.push('TRUSTED_DOCUMENTS must be set with TRUSTED_DOCUMENTS_ONLY=on');
    if (GRAPHIQL === 'on' || FEDERATION === 'on')
      faults.push('GRAPHIQL and FEDERATION must be off with TRUSTED_DOCUMENTS_ONLY=on, which refuses their documents');
  }
  if (DATABASE_URL === undefined && HOST !== undefined && !LOOPBACK.includes(HOST))
    faults.push(`HOST must be one of ${LOOPBACK.join(', ')}; to listen on another address, set DATABASE_URL`);
  return faults;
}

/** Whether spans are sent anywhere. Otherwise the settings of tracing are those of other programs. */
const isTraced = (given: Variables): boolean =>
  (given.OTEL_EXPORTER_OTLP_ENDPOINT ?? given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined &&
  given.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' &&
  given.OTEL_TRACES_EXPORTER !== 'none';

/** Where spans go, which share of the traces that begin here is recorded, and whether the client decides on its own. */
function tracingOf(env: z.infer<typeof Environment>) {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '');
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base === undefined ? undefined : `${base}/v1/traces`);
  const sampler = env.OTEL_TRACES_SAMPLER;
  const ratio = sampler.endsWith('on') ? 1 : sampler.endsWith('off') ? 0 : env.OTEL_TRACES_SAMPLER_ARG;
  return url === undefined ? undefined : { url, ratio, followsClients: sampler.startsWith('parentbased') };
}

/** On the embedded database of a machine of one's own, who changed what is there to be seen. */
const TRIAL_HISTORY_DAYS = 30;
const POOL = 16;
/** The embedded server shares the processors: more connections would leave no time to refuse what is too much. */
export const EMBEDDED_POOL = Math.min(Math.max(2 * availableParallelism(), 4), POOL);

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads all settings; an empty one counts as unset. A program that `serves` needs a key for tokens, one that `delivers`
 * one for secrets. Throws a StartupError that lists all faults.
 */
export function readConfig({
  serves = true,
  delivers = true,
  environment = process.env,
  terminal = process.stdout.isTTY === true,
} = {}) {
  const given = withFiles(readVariables(environment));
  const isJudged = (name: string): boolean => isTraced(given) || !name.startsWith('OTEL_');
  const judged = Object.entries(given).filter(([name]) => isJudged(name));
  const { data: env, error } = Environment.safeParse(Object.fromEntries(judged));
  const issues = (error?.issues ?? []).map(({ path: [name, place], message }) => {
    const item = typeof place === 'number' ? `; item ${place + 1} is wrong` : '';
    return `${name?.toString()} ${message}${item}`;
  });
  const faults = [...new Set([...issues, ...conflicts(given, serves, delivers)])];
  if (env === undefined || faults.length > 0) throw invalid([...faults, ...misspelledSettings(given)]);
  const embedded = env.DATABASE_URL === undefined;
  const isTrial = embedded && env.NODE_ENV !== 'production';
  const direct = env.DIRECT_DATABASE_URL ?? env.DATABASE_URL;
  const trusted = { paths: env.TRUSTED_DOCUMENTS, only: env.TRUSTED_DOCUMENTS_ONLY };
  const graphiql = env.GRAPHIQL ?? (!trusted.only && (embedded || env.NODE_ENV !== 'production'));
  return {
    host: env.HOST,
    port: env.PORT,
    /** Whether a start prints where to begin. */
    welcomes: env.NODE_ENV !== 'production',
    isTerminal: terminal,
    cell: env.CELL,
    log: { level: env.LOG_LEVEL, format: env.LOG_FORMAT ?? (terminal ? 'text' : 'json'), cell: env.CELL },
    metrics: env.METRICS_PORT === undefined ? undefined : { host: env.HOST, port: env.METRICS_PORT },
    /** What is reported to GraphQL Hive; undefined without a token. */
    usage:
      env.HIVE_TOKEN === undefined
        ? undefined
        : {
            token: env.HIVE_TOKEN,
            target: env.HIVE_TARGET,
            sampleRate: env.HIVE_SAMPLE_RATE,
            endpoint: env.HIVE_USAGE_ENDPOINT,
          },
    tracing: tracingOf(env),
    database: {
      url: direct?.url,
      poolerUrl: env.DIRECT_DATABASE_URL && env.DATABASE_URL?.url,
      replicaUrls: env.DATABASE_REPLICA_URLS.map(({ url }) => url),
      /** The other database of a command that writes to two. */
      target: env.TARGET_DATABASE_URL,
      dataDir: resolve(env.DATA_DIR),
      pool: {
        size: env.DATABASE_POOL ?? env.DATABASE_URL?.connectionLimit ?? (embedded ? EMBEDDED_POOL : POOL),
        schema: direct?.schema,
        hosts: direct?.hosts,
        setting: env.DIRECT_DATABASE_URL && 'DIRECT_DATABASE_URL',
        statementSeconds: env.STATEMENT_TIMEOUT_SECONDS,
        lockSeconds: env.LOCK_TIMEOUT_SECONDS,
        mostSubscriptions: env.WEBHOOK_MAX_SUBSCRIPTIONS,
      },
    },
    limits: {
      requests: env.MAX_REQUESTS,
      requestSeconds: env.REQUEST_TIMEOUT_SECONDS,
      liveOperations: env.MAX_LIVE_OPERATIONS,
      answerBytes: env.MAX_ANSWER_MB * 1024 * 1024,
      importMb: env.MAX_IMPORT_MB,
    },
    drainSeconds: env.DRAIN_SECONDS ?? (embedded || env.NODE_ENV !== 'production' ? 0 : 5),
    auth: {
      secret: env.JWT_SECRET,
      jwksUrl: env.JWKS_URL,
      issuer: env.JWT_ISSUER,
      audience: env.JWT_AUDIENCE,
      leewaySeconds: env.JWT_LEEWAY_SECONDS,
      companyClaim: env.COMPANY_CLAIM,
      scopeClaims: env.SCOPE_CLAIM,
      scopePrefixes: env.SCOPE_PREFIX,
      actorClaim: env.ACTOR_CLAIM,
      ownClaim: env.OWN_CLAIM,
    },
    /** The first one encrypts, all of them decrypt. Undefined only on the embedded database. */
    secretsKeys: env.SECRETS_KEY,
    corsOrigins: env.CORS_ORIGINS,
    graphiql,
    /** Where people sign in to the console. Undefined: they give it a token. */
    signIn:
      env.OIDC_ISSUER === undefined || env.OIDC_CLIENT_ID === undefined
        ? undefined
        : {
            issuer: env.OIDC_ISSUER,
            clientId: env.OIDC_CLIENT_ID,
            scope: env.OIDC_SCOPE,
            parameters: Object.fromEntries(new URLSearchParams(env.OIDC_PARAMS)),
          },
    introspection: env.INTROSPECTION ?? graphiql,
    trusted,
    federation: env.FEDERATION,
    webhooks: {
      deliver: env.WEBHOOKS,
      /** Ranges that deliveries may reach although they are not public, such as `10.1.0.0/16`. */
      allowCidrs: env.WEBHOOK_ALLOW_CIDRS ?? (embedded ? ['127.0.0.0/8', '::1/128'] : []),
      /** How many days a change can be delivered, read and replayed. */
      keepDays: env.WEBHOOK_KEEP_DAYS,
      deletionKeepDays: env.DELETION_KEEP_DAYS,
      history: { keepDays: env.HISTORY_KEEP_DAYS ?? (isTrial ? TRIAL_HISTORY_DAYS : 0), ignore: env.HISTORY_IGNORE },
      mostWaiting: env.WEBHOOK_MAX_WAITING,
    },
  };
}
