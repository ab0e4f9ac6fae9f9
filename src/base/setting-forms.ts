import * as z from 'zod';
import { readDatabaseUrl } from './database-url.ts';
import { isKeptColumn } from './records.ts';

const text = (isValid: (text: string) => boolean, message: string) => z.string().refine(isValid, message);
/** Items between commas; empty ones are skipped. */
export const list = z.string().transform((text) => text.split(',').flatMap((item) => item.trim() || []));
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
/** Without credentials: `fetch` takes none, and its errors repeat them. */
const WEB = /^https?:\/\/[^/?#@]*([/?#]|$)/i;
export const webAddress = address(WEB, 'must be a URL that begins with https:// or http://, without a user');
export const collector = webAddress.refine(
  (url) => !/[?#]|\/v1\/traces\/?$/.test(url),
  'must be the address to which /v1/traces is added; set OTEL_EXPORTER_OTLP_TRACES_ENDPOINT to a whole one',
);
export const otlpProtocol = z.literal('http/json', 'must be http/json: spans are sent as JSON over HTTP').optional();
/** Of apps, such as `capacitor://localhost` and `chrome-extension://id`, and of pages below a domain. */
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
