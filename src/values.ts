import { type InputIssue, type IssueCode, MOST_ISSUES } from './errors.ts';
import { grouped } from './runtime/wording.ts';

/** Whether a value is an object of the form `{…}`: no list, no Date, no instance of another class. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** What a text of JSON says; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
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

/** Whether JSON is nested more than `JSON_DEPTH` levels deep. */
export const isTooDeep = (value: unknown, depth = 0): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === JSON_DEPTH || Object.values(value).some((item) => isTooDeep(item, depth + 1)));

/** What an issue says of JSON that is too deep. */
export const TOO_DEEP = `must not be nested deeper than ${JSON_DEPTH} levels`;

const INEXACT = `cannot be represented exactly, since it is beyond ${grouped(Number.MAX_SAFE_INTEGER)}; send a string`;

/** What PostgreSQL or JSON cannot hold in a value, or is nested too deeply; at most the first hundred. */
export function issuesIn(value: unknown, path: readonly string[]): InputIssue[] {
  // Most values are such texts.
  if (typeof value === 'string' && isStorableText(value)) return [];
  const issues: InputIssue[] = [];
  const inside = [...path];
  const add = (code: IssueCode, message: string): void => void issues.push({ path: [...inside], code, message });

  const examine = (item: unknown, depth: number): void => {
    if (typeof item === 'string' && !isStorableText(item))
      add('INVALID_CHARACTER', 'must not contain U+0000 or an unpaired surrogate');
    if (typeof item === 'number' && !Number.isFinite(item)) add('OUT_OF_RANGE', 'must be a finite number');
    // Only within JSON: parsing has lost its digits. A column of numbers holds a double anyway.
    else if (typeof item === 'number' && depth > 0 && Math.abs(item) > Number.MAX_SAFE_INTEGER)
      add('OUT_OF_RANGE', INEXACT);
    if (item instanceof Date && !isStorableTime(item)) add('OUT_OF_RANGE', 'must lie in the years 1 to 9999, in UTC');
    if (typeof item !== 'object' || item === null || item instanceof Date) return;
    if (depth === JSON_DEPTH) add('TOO_DEEP', TOO_DEEP);
    else for (const [key, each] of Object.entries(item)) enter(key, each, depth + 1);
  };
  const enter = (key: string, item: unknown, depth: number): void => {
    if (issues.length >= MOST_ISSUES) return;
    if (isStorableText(key)) {
      inside.push(key);
      examine(item, depth);
      inside.pop();
    } else add('INVALID_CHARACTER', 'has a key with U+0000 or an unpaired surrogate');
  };
  examine(value, 0);
  return issues;
}

type Range = readonly [least: number, most: number];

const LATITUDE: Range = [-90, 90];
const LONGITUDE: Range = [-180, 180];

/** The fields that have limits, in whatever record. */
const RANGES: ReadonlyMap<string, Range> = new Map<string, Range>([
  ['fillPercentage', [0, 100]],
  ['latitude', LATITUDE],
  ['longitude', LONGITUDE],
  ['geoLat', LATITUDE],
  ['geoLon', LONGITUDE],
]);
const DECIMAL = /^\s*[+-]?\d+(\.\d*)?\s*$/;

/** A long value as the history has it: sent back to undo a change, it would take the place of the value. */
const CUT = { code: 'INVALID', message: 'is the mark of a value that the history has cut; omit it' } as const;

/**
 * What is wrong with a value for its field: a number beyond its limits, or the mark of a value that was cut.
 * Coordinates are texts, of which those in another form, such as degrees and minutes, are kept as they are.
 */
export function faultOf(field: string, value: unknown): Omit<InputIssue, 'path'> | undefined {
  if (isPlain(value) && value.$cut === true) return CUT;
  const range = RANGES.get(field);
  if (range === undefined || (typeof value === 'string' && !DECIMAL.test(value))) return undefined;
  const [least, most] = range;
  const number = Number(value);
  return number >= least && number <= most
    ? undefined
    : { code: 'OUT_OF_RANGE', message: `must be from ${least} to ${most}` };
}
