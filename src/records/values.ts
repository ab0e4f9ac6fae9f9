import { type InputIssue, type IssueCode, MOST_ISSUES } from '../base/errors.ts';
import { grouped } from '../base/text.ts';
import { isRounded, parseInput } from '../exact-json.ts';
import type { FieldMap } from '../generated/models.ts';

/** An id that a client may give a new record. */
export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether a value is an object of the form `{…}`: no list, no Date, no instance of another class. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** What an input of JSON says; undefined for any other text. */
export function parseJson(text: string, parse: (text: string) => unknown = parseInput): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** Maximum length of an indexed text. */
export const KEY_LENGTH = 255;
const JSON_DEPTH = 50;

/** Whether PostgreSQL can store the text: it has no place for U+0000, and UTF-8 none for an unpaired surrogate. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Whether PostgreSQL and RFC 3339 can both write the time: its year in UTC has four digits and is not 0. */
const isStorableTime = (time: Date): boolean => time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999;

const TIME = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(?::(\d\d)([.,]\d+)?)?(?:([Zz])|([+-]\d\d)(?::?(\d\d))?)$/;

/**
 * A time as `2026-01-31T10:00:00.5Z`, from the forms of Java, PHP, Ruby and PostgreSQL, with spaces, small letters or a
 * leap second, which begins the next minute. Undefined for any other text.
 */
export function readTime(text: string): string | undefined {
  const [, day, minute, seconds = '00', fraction = '', utc, hours, minutes = '00'] = TIME.exec(text) ?? [];
  if (day === undefined || minute === undefined) return undefined;
  const zone = utc === undefined ? `${hours}:${minutes}` : 'Z';
  if (seconds !== '60') return `${day}T${minute}:${seconds}${fraction.replace(',', '.')}${zone}`;
  const before = new Date(`${day}T${minute}:59${zone}`);
  return Number.isNaN(before.getTime()) ? undefined : new Date(before.getTime() + 1_000).toISOString();
}

export const isTooDeep = (value: unknown, depth = 0): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === JSON_DEPTH || Object.values(value).some((item) => isTooDeep(item, depth + 1)));

export const TOO_DEEP = `must not be nested deeper than ${JSON_DEPTH} levels`;

const INEXACT = `cannot be represented exactly, since it is beyond ${grouped(Number.MAX_SAFE_INTEGER)}; send a string`;
export const ROUNDED = 'has more digits than a number can keep; send a string';

/** What PostgreSQL or JSON cannot hold in a value, or is nested too deeply; at most the first hundred. */
export function issuesIn(value: unknown, path: readonly string[]): InputIssue[] {
  const issues: InputIssue[] = [];
  const inside = [...path];
  const add = (code: IssueCode, message: string): void => void issues.push({ path: [...inside], code, message });

  const examine = (item: unknown, depth: number, hasLost = false): void => {
    if (typeof item === 'string' && !isStorableText(item))
      add('INVALID_CHARACTER', 'must not contain U+0000 or an unpaired surrogate');
    if (typeof item === 'number' && !Number.isFinite(item)) add('OUT_OF_RANGE', 'must be a finite number');
    // Only within JSON: parsing has lost its digits. A column of numbers holds a double anyway.
    else if (typeof item === 'number' && depth > 0 && Math.abs(item) > Number.MAX_SAFE_INTEGER)
      add('OUT_OF_RANGE', INEXACT);
    else if (hasLost) add('INVALID', ROUNDED);
    if (item instanceof Date && !isStorableTime(item)) add('OUT_OF_RANGE', 'must lie in the years 1 to 9999, in UTC');
    if (typeof item !== 'object' || item === null || item instanceof Date) return;
    if (depth === JSON_DEPTH) add('TOO_DEEP', TOO_DEEP);
    else for (const [key, each] of Object.entries(item)) enter(item, key, each, depth + 1);
  };
  const enter = (holder: object, key: string, item: unknown, depth: number): void => {
    if (issues.length >= MOST_ISSUES) return;
    if (isStorableText(key)) {
      inside.push(key);
      examine(item, depth, isRounded(holder, key));
      inside.pop();
    } else add('INVALID_CHARACTER', 'has a key with U+0000 or an unpaired surrogate');
  };
  examine(value, 0);
  return issues;
}

/** A whole number as a text; undefined for one that a double has rounded, and for any other value. */
export function integerText(value: unknown): string | undefined {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return `${value}`;
  return typeof value === 'string' && /^-?\d+$/.test(value) ? value : undefined;
}

/** A decimal as a text without zeros at its end. Undefined for a number of more digits than a double keeps. */
export function decimalText(value: unknown): string | undefined {
  if (typeof value === 'number' && /\d{16}|[a-z]/i.test(`${value}`.replace('.', ''))) return undefined;
  // Prisma's Decimal has an exponent otherwise.
  const write = typeof value === 'object' && value !== null && 'toFixed' in value ? value.toFixed : undefined;
  const text = String(write instanceof Function ? write.call(value) : value);
  const [, sign, whole = '0', fraction = ''] = /^(-?)0*(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const significant = fraction.replace(/0+$/, '');
  return `${sign}${whole}${significant && `.${significant}`}`;
}

/** What is wrong with a decimal that PostgreSQL would round, or that is too large for its column. */
function faultOfDigits([all, fraction]: readonly [number, number], value: unknown): Fault | undefined {
  const [whole = '', rest = ''] = decimalText(value)?.replace('-', '').split('.') ?? [];
  if (whole !== '0' && whole.length > all - fraction)
    return { code: 'OUT_OF_RANGE', message: `must have at most ${all - fraction} digits before the point` };
  return rest.length > fraction
    ? { code: 'OUT_OF_RANGE', message: `must have at most ${fraction} digits after the point` }
    : undefined;
}

/** As JSON writes it, so that every language reads it: no plus, no spaces, digits on both sides of the point. */
const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** A long value as the history has it: sent back to undo a change, it would take the place of the value. */
const CUT = { code: 'INVALID', message: 'is the mark of a value that the history has cut; omit it' } as const;

type Fault = Omit<InputIssue, 'path'>;

/** What is wrong with a value or an item of a list: its range, digits, length or form, or the mark of a cut value. */
export function faultOf(
  field: Pick<FieldMap, 'range' | 'digits' | 'length'> | undefined,
  value: unknown,
): Fault | undefined {
  if (isPlain(value) && value.$cut === true) return CUT;
  const { range, digits, length } = field ?? {};
  if (range === undefined && digits === undefined && length === undefined) return undefined;
  if (Array.isArray(value)) return value.map((item) => faultOf(field, item)).find((fault) => fault !== undefined);
  if (typeof value === 'string' && length !== undefined && [...value].length > length)
    return { code: 'TOO_LONG', message: `must be at most ${length} characters long` };
  const tooLong = digits && faultOfDigits(digits, value);
  if (tooLong !== undefined || range === undefined) return tooLong;
  const [least, most] = range;
  if (typeof value === 'string' && !DECIMAL.test(value))
    return { code: 'WRONG_FORMAT', message: `must be a decimal number from ${least} to ${most}, such as 29.76` };
  const number = Number(value);
  return number >= least && number <= most
    ? undefined
    : { code: 'OUT_OF_RANGE', message: `must be from ${least} to ${most}` };
}

/** Spaces around a text, and characters that nobody sees. */
const INVISIBLE = /^\s|\s$|[\p{Cc}\p{Cf}\u2028\u2029]/u;
/** What spreadsheets and exports write in place of an identifier. */
const NOT_IDENTIFIERS: [pattern: RegExp, message: string][] = [
  [/^(|null|nil|none|n\/a|#n\/a|na|nan|-+|\?+|undefined)$/i, 'stands for no value; leave it out'],
  [/^[+-]?\d([.,]\d+)?e[+-]?\d+$/i, 'was rounded by a spreadsheet; format its column as text'],
  [/^#(ref|name|value|div\/0|num|null)[!?]?$/i, 'is an error of a spreadsheet'],
  [/^=|^'/, 'begins as a formula or a text of a spreadsheet; save it as plain values'],
  [/^(grand )?totals?:?$|^sum:?$|^\d+ (records?|rows?|lines?)$/i, 'is of a line of totals, and no record'],
];

/** Why a text cannot identify a record: files hold such texts in many lines, which would all be one record. */
function faultOfIdentifier(value: unknown): Fault | undefined {
  if (typeof value !== 'string') return undefined;
  if (INVISIBLE.test(value))
    return { code: 'INVALID_CHARACTER', message: 'must not have spaces around it, or invisible characters' };
  const message = NOT_IDENTIFIERS.find(([pattern]) => pattern.test(value))?.[1];
  return message === undefined ? undefined : { code: 'INVALID', message };
}

const IDENTIFIERS = ['id', 'externalId'];

export function issuesOfValue(
  column: Pick<FieldMap, 'field' | 'range' | 'digits' | 'length' | 'indexed'> | undefined,
  value: unknown,
  path: string[],
): InputIssue[] {
  if (column?.indexed && typeof value === 'string' && value.length > KEY_LENGTH)
    return [{ path, code: 'TOO_LONG', message: `must be at most ${KEY_LENGTH} characters long` }];
  const fault = faultOf(column, value);
  if (fault !== undefined) return [{ path, ...fault }];
  const issues = issuesIn(value, path);
  if (issues.length > 0 || column === undefined || !IDENTIFIERS.includes(column.field)) return issues;
  const wrong = faultOfIdentifier(value);
  return wrong === undefined ? [] : [{ path, ...wrong }];
}
