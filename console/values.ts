import { JsonNumber, parseEach, stringify } from '../src/exact-json.ts';
import type { Column, RecordModel } from './schema.ts';

const TIMES = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const DATES = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const NUMBERS = new Intl.NumberFormat(undefined, { maximumFractionDigits: 6 });

export const timeOf = (value: string): string => TIMES.format(new Date(value));
export const countOf = (value: number): string => NUMBERS.format(value);

/** A number of records: `1 tank`, `40 tanks`. */
export const counted = ({ noun, label }: RecordModel, count: number): string =>
  `${countOf(count)} ${count === 1 ? noun : label.toLowerCase()}`;

const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** How long ago: `5 minutes ago`. */
export function agoOf(value: string, now = Date.now()): string {
  const seconds = (Date.parse(value) - now) / 1000;
  for (const [unit, length] of UNITS)
    if (Math.abs(seconds) >= length) return RELATIVE.format(Math.round(seconds / length), unit);
  return 'just now';
}

/** The value of a column in a row; null if it is unknown, for which the API has a stand-in. */
export const valueIn = (row: Readonly<Record<string, unknown>>, { name, known }: Pick<Column, 'name' | 'known'>) =>
  known !== undefined && row[known] === false ? null : row[name];

/** A value as the grid shows it. Empty for null. */
export function shown(value: unknown, type: string): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((each) => shown(each, type)).join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return NUMBERS.format(value);
  if (type === 'DateTime') return timeOf(String(value));
  if (type === 'Date') return DATES.format(new Date(String(value)));
  return typeof value === 'object' ? stringify(value) : String(value);
}

/** A value as the text that a form edits. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? stringify(value, 2) : String(value);
}

const NUMBER = /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i;
const TIME = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s?(Z|[-+]\d\d:?\d\d)?)?$/i;
/** A yes and a no of forms and of spreadsheets. */
const YES = ['true', 'yes', 'y', 't', '1', 'on'];
const NO = ['false', 'no', 'n', 'f', '0', 'off'];

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export type Read = { value: unknown } | { fault: string };

/** Numbers with all their digits, which are texts in JSON. */
const EXACT = ['Decimal', 'BigInt'];

/** Whether the values of this scalar are numbers. */
export const isNumber = (type: string): boolean => ['Int', 'Float', 'SafeInt', 'Percentage', ...EXACT].includes(type);

/** The value that a text of a form means. An empty text is null; the gateway checks what its types do not show. */
export function readValue(text: string, { type, isList }: Pick<Column, 'type' | 'isList'>): Read {
  if (text.trim() === '') return { value: null };
  if (isList || type === 'JSONObject') return jsonOf(text, isList);
  if (isNumber(type)) {
    const value = EXACT.includes(type) ? text.trim() : Number(text);
    return NUMBER.test(text.trim()) ? { value } : { fault: 'must be a number, such as 42.5' };
  }
  if (type === 'Boolean') {
    const [isYes, isNo] = [YES, NO].map((words) => words.includes(text.trim().toLowerCase()));
    return isYes || isNo ? { value: isYes } : { fault: 'must be yes or no' };
  }
  if (type === 'DateTime') {
    const time = new Date(TIME.test(text.trim()) ? text.trim() : '');
    return Number.isNaN(time.getTime())
      ? { fault: 'must be a time, such as 2026-01-31T08:00:00Z' }
      : { value: time.toISOString() };
  }
  return { value: text };
}

/** Whether a value of a link may be that of a filter. The gateway checks the rest. */
export function isValueOf(value: unknown, { type, values }: Pick<Column, 'type' | 'values'>): boolean {
  if (isNumber(type) && !EXACT.includes(type)) return typeof value === 'number';
  if (type === 'Boolean') return typeof value === 'boolean';
  if (typeof value !== 'string') return false;
  if (type === 'Date' || type === 'DateTime') return TIME.test(value) && !Number.isNaN(Date.parse(value));
  return values.length === 0 || values.includes(value);
}

function jsonOf(text: string, isList: boolean): Read {
  try {
    const value: unknown = parseEach(text);
    if (Array.isArray(value) === isList && typeof value === 'object') return { value };
  } catch {
    // The fault below says what is expected.
  }
  return { fault: isList ? 'must be a JSON list, such as ["low"]' : 'must be a JSON object, such as {"unit": "gal"}' };
}

/** A JSON value whose keys are in order: PostgreSQL has an order of its own. */
function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof JsonNumber) return value;
  if (Array.isArray(value)) return value.map(ordered);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, ordered(each)]));
}

export const isSameValue = (a: unknown, b: unknown): boolean =>
  stringify(ordered(a ?? null)) === stringify(ordered(b ?? null));

const ACTORS: Record<string, string> = { USER: 'User', API_KEY: 'Key', IMPORT: 'Import', SQL: 'SQL' };

/** Who made a change. */
export function actorOf(actor: { kind: string; id: string | null } | null): string {
  if (actor === null) return 'The gateway';
  const kind = ACTORS[actor.kind] ?? actor.kind;
  return actor.id === null ? kind : actor.kind === 'USER' ? actor.id : `${kind} ${actor.id}`;
}
