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
export const onOff = z.enum(['on', 'off'], 'must be on or off').transform((word) => word === 'on');
export const wholeNumber = (least: number, most: number) =>
  text(
    (digits) => /^\d+$/.test(digits) && Number(digits) >= least && Number(digits) <= most,
    `must be a whole number from ${least} to ${most}`,
  ).transform(Number);
const address = (form: RegExp, message: string) => text((url) => URL.canParse(url) && form.test(url), message);
export const databaseAddress = z.string().transform((given, context) => {
  const read = readDatabaseUrl(given);
  if (typeof read !== 'string') return read;
  context.addIssue(read);
  return z.NEVER;
});
/** An address without credentials: `fetch` takes none, and its errors repeat them. */
const WEB = /^https?:\/\/[^/?#@]*([/?#]|$)/i;
export const webAddress = address(WEB, 'must be a URL that begins with https:// or http://, without a user');
export const collector = webAddress.refine(
  (url) => !/[?#]|\/v1\/traces\/?$/.test(url),
  'must be the address to which /v1/traces is added; set OTEL_EXPORTER_OTLP_TRACES_ENDPOINT to a whole one',
);
export const otlpProtocol = z.literal('http/json', 'must be http/json: spans are sent as JSON over HTTP').optional();
/** Origins of apps, such as `capacitor://localhost` and `chrome-extension://id`, and of pages below a domain. */
const APP_ORIGIN = /^(?!https?:)[a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]+(:\d+)?$/;
const SUBDOMAINS = /^https?:\/\/\*\.(?=[^.]+\.)/;
const isOrigin = (url: string): boolean =>
  url.includes('*')
    ? SUBDOMAINS.test(url) && isOrigin(url.replace('*.', ''))
    : APP_ORIGIN.test(url) || (URL.canParse(url) && new URL(url).origin === url);
export const origin = text(
  isOrigin,
  'must list origins such as https://app.example.com, https://*.example.com or capacitor://localhost, without a path',
);
export const encryptionKey = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, 'must list keys from `openssl rand -base64 32`')
  .transform((text) => Buffer.from(text, 'base64'));
export const column = text(
  isKeptColumn,
  'must list columns of records as webhooks show them, such as reading_volume or tank.note; no history has id, company_id and version',
);
export const ratio = z
  .string()
  .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number between 0 and 1')
  .transform(Number);
export const cidr = z.union([z.cidrv4(), z.cidrv6()], 'must list address ranges such as 10.1.0.0/16');
