import { resolve } from 'node:path';
import { z } from 'zod';
import { StartupError } from './startup-error.ts';

/** The company that the demo data belongs to. */
export const DEMO_COMPANY = 'demo';

const list = z
  .string()
  .transform((text) => text.split(',').map((item) => item.trim()))
  .transform((items) => items.filter((item) => item !== ''));
const onOff = z.enum(['on', 'off'], 'must be on or off').transform((word) => word === 'on');
const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be between ${least} and ${most}`);
const address = (protocols: string[]) =>
  z.string().refine(
    (text) => {
      return URL.canParse(text) && protocols.includes(new URL(text).protocol);
    },
    `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  );
const origin = z
  .string()
  .refine(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'must be origins as browsers send them, such as https://app.example.com, without a path',
  );
const cidr = z.union([z.cidrv4(), z.cidrv6()], 'must be address ranges such as 10.1.0.0/16');

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const Environment = z.object({
  NODE_ENV: z.string().optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(4000),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  DATABASE_URL: address(['postgresql:', 'postgres:']).optional(),
  DATABASE_POOL: wholeNumber(1, 1000).default(10),
  DATA_DIR: z.string().default('.data'),
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  JWKS_URL: address(['https:', 'http:']).optional(),
  JWT_ISSUER: z.string().optional(),
  JWT_AUDIENCE: z.string().optional(),
  COMPANY_CLAIM: z.string().default('company_id'),
  CORS_ORIGINS: list.pipe(z.array(origin)).default([]),
  GRAPHIQL: onOff.optional(),
  WEBHOOKS: onOff.default(true),
  WEBHOOK_ALLOW_CIDRS: list.pipe(z.array(cidr)).optional(),
  WEBHOOK_KEEP_DELIVERED_DAYS: wholeNumber(0, 3650).default(7),
  WEBHOOK_KEEP_DEAD_DAYS: wholeNumber(0, 3650).default(30),
});

/** Faults that lie between settings. They are looked for in what was given, so that they are told together with all others. */
function faultsBetween(given: Record<string, string | undefined>, serves: boolean): string[] {
  const { DATABASE_URL, JWT_SECRET, JWKS_URL, HOST = '127.0.0.1' } = given;
  const faults: string[] = [];
  if (serves && DATABASE_URL !== undefined && JWT_SECRET === undefined && JWKS_URL === undefined)
    faults.push('JWT_SECRET is needed with DATABASE_URL, or else JWKS_URL: nobody could be let in without a key');
  if (JWT_SECRET !== undefined && JWKS_URL !== undefined)
    faults.push('JWKS_URL cannot be set together with JWT_SECRET: tokens are verified with one or the other');
  if (DATABASE_URL === undefined && !['127.0.0.1', 'localhost', '::1'].includes(HOST))
    faults.push('HOST must be 127.0.0.1, ::1 or localhost on the embedded database; set DATABASE_URL to serve others');
  return faults;
}

export type Config = ReturnType<typeof readConfig>;

interface Reading {
  serves?: boolean;
  environment?: Record<string, string | undefined>;
}

/**
 * Reads every setting from the environment, where an empty value counts as unset. Throws StartupError with all faults together. A
 * program that serves nobody (`seed`, `worker`) needs no key to verify tokens with.
 */
export function readConfig({ serves = true, environment = process.env }: Reading = {}) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { data: env, error } = Environment.safeParse(given);
  const told = (error?.issues ?? []).map((issue) => `${issue.path[0]?.toString()} ${issue.message}`);
  const faults = [...new Set([...told, ...faultsBetween(given, serves)])];
  if (env === undefined || faults.length > 0) {
    if (faults.length === 1) throw new StartupError(`The configuration has a fault: ${faults[0]}`);
    throw new StartupError(
      `The configuration has ${faults.length} faults:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
  }
  const embedded = env.DATABASE_URL === undefined;
  return {
    host: env.HOST,
    port: env.PORT,
    logLevel: env.LOG_LEVEL,
    database: { url: env.DATABASE_URL, poolSize: env.DATABASE_POOL, dataDir: resolve(env.DATA_DIR) },
    auth: {
      secret: env.JWT_SECRET,
      jwksUrl: env.JWKS_URL,
      issuer: env.JWT_ISSUER,
      audience: env.JWT_AUDIENCE,
      companyClaim: env.COMPANY_CLAIM,
    },
    corsOrigins: env.CORS_ORIGINS,
    graphiql: env.GRAPHIQL ?? (embedded || env.NODE_ENV !== 'production'),
    webhooks: {
      deliver: env.WEBHOOKS,
      allowCidrs: env.WEBHOOK_ALLOW_CIDRS ?? (embedded ? ['127.0.0.0/8', '::1/128'] : []),
      keepDeliveredDays: env.WEBHOOK_KEEP_DELIVERED_DAYS,
      keepDeadDays: env.WEBHOOK_KEEP_DEAD_DAYS,
    },
  };
}
