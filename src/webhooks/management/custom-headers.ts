import { type InputIssue, MOST_ISSUES } from '../../base/errors.ts';
import type { SecretCipher } from '../secrets/cipher.ts';

export interface Header {
  name: string;
  value: string;
}

const MOST_HEADERS = 10;
const NAME_LENGTH = 100;
const VALUE_LENGTH = 4096;

/** Set by the gateway, or by the connection itself. */
const RESERVED = new Set([
  ...['content-type', 'content-length', 'content-encoding', 'user-agent', 'host', 'connection', 'keep-alive'],
  ...['proxy-connection', 'transfer-encoding', 'te', 'trailer', 'upgrade', 'expect', 'http2-settings'],
]);

function faultOfName(name: string): string | undefined {
  if (name.length > NAME_LENGTH) return `must be at most ${NAME_LENGTH} characters long`;
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return 'must be the name of a header, such as Authorization or X-Api-Key';
  // Node.js drops it where it reads one.
  const lower = name.toLowerCase();
  if (lower === '__proto__') return 'must be another one than __proto__, which receivers lose';
  return RESERVED.has(lower) || lower.startsWith('webhook-') ? 'is set by the gateway' : undefined;
}

function faultOfValue(value: string): string | undefined {
  if (value.length > VALUE_LENGTH) return `must be at most ${VALUE_LENGTH} characters long`;
  if (!/^[\x20-\x7e]+$/.test(value)) return 'must have printable ASCII characters only, and at least one';
  return value === value.trim() ? undefined : 'must not have spaces around it';
}

export function issuesOfHeaders(headers: readonly Header[] | null | undefined): InputIssue[] {
  const path = ['input', 'headers'];
  const given = headers ?? [];
  if (given.length > MOST_HEADERS)
    return [{ path, code: 'TOO_LONG', message: `must have at most ${MOST_HEADERS} items` }];
  const names = given.map(({ name }) => name.toLowerCase());
  const issues = given.flatMap(({ name, value }, index): InputIssue[] => {
    const at = [...path, String(index)];
    const isRepeated = names.indexOf(name.toLowerCase()) < index;
    return [
      ...issueAt([...at, 'name'], 'WRONG_FORMAT', faultOfName(name)),
      ...issueAt([...at, 'name'], 'DUPLICATE', isRepeated ? 'is the name of an earlier one' : undefined),
      ...issueAt([...at, 'value'], 'WRONG_FORMAT', faultOfValue(value)),
    ];
  });
  return issues.slice(0, MOST_ISSUES);
}

const issueAt = (path: string[], code: InputIssue['code'], message: string | undefined): InputIssue[] =>
  message === undefined ? [] : [{ path, code, message }];

/** A new origin without new headers is an issue: it would get the stored ones, which nobody can read. */
export const issuesOfMove = (stored: { webhookUrl: string; headerNames: string[] }, address: string): InputIssue[] =>
  stored.headerNames.length === 0 || new URL(stored.webhookUrl).origin === new URL(address).origin
    ? []
    : issueAt(['input', 'headers'], 'REQUIRED', 'must be given anew with an address at another host, or null');

/** The columns of custom headers, if they change. `headersSetAt` shows a change of values that nobody can read. */
export function headerColumns(cipher: SecretCipher, id: string, headers: readonly Header[] | null | undefined) {
  if (headers === undefined) return {};
  const given = headers ?? [];
  const entries = given.map(({ name, value }) => [name.toLowerCase(), value]);
  return {
    headerNames: given.map(({ name }) => name),
    headers: entries.length === 0 ? null : cipher.encrypt(id, JSON.stringify(entries)),
    headersSetAt: new Date(),
  };
}

/** The custom headers, with names in small letters. Throws if they cannot be decrypted. */
export const openHeaders = (cipher: SecretCipher, id: string, stored: string | null): Record<string, string> =>
  stored === null ? {} : Object.fromEntries(JSON.parse(cipher.decrypt(id, stored)));
