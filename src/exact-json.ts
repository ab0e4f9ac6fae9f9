import { randomUUID } from 'node:crypto';

/** `JSON.rawJSON`, with which `JSON.stringify` writes a number as it is; undefined before Node 22. */
const rawJson: ((text: string) => unknown) | undefined = Reflect.get(JSON, 'rawJSON');

/** Begins the texts that stand for numbers. Nobody outside of this process knows it. */
const MARK = randomUUID();
const MARKED = new RegExp(`"${MARK}([^"]*)"`, 'g');
/** How many numbers `stringify` has marked; undefined outside of it. */
let marked: number | undefined;

/**
 * A number of JSON that JavaScript would write in another way: it has more digits than a double, or zeros at its end.
 * `JSON.stringify` writes it as it was, before Node 22 only `stringify`. In arithmetic it is the nearest double.
 */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  valueOf(): number {
    return Number(this.text);
  }

  toString(): string {
    return this.text;
  }

  toJSON(): unknown {
    if (rawJson !== undefined) return rawJson(this.text);
    if (marked === undefined) return this.valueOf();
    marked += 1;
    return MARK + this.text;
  }
}

/** `JSON.stringify` for answers: it keeps every digit of a JsonNumber. */
export function stringify(value: unknown): string {
  if (rawJson !== undefined) return JSON.stringify(value);
  marked = 0;
  try {
    const text = JSON.stringify(value);
    return marked === 0 ? text : text.replace(MARKED, '$1');
  } finally {
    marked = undefined;
  }
}

const isDigit = (code: number): boolean => (code >= 48 && code <= 57) || code === 46;

/** Whether a text has 16 digits in a row, of which one is at each 16th place: a double keeps fewer. */
function hasLong(text: string): boolean {
  for (let at = 15; at < text.length; at += 16) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let [first, end] = [at, at + 1];
    while (isDigit(text.charCodeAt(first - 1))) first -= 1;
    while (isDigit(text.charCodeAt(end))) end += 1;
    if (end - first >= 16) return true;
  }
  return false;
}

/** Whether a fraction ends with a zero, or begins with six, where JavaScript writes an exponent. */
function hasZeros(text: string): boolean {
  for (let point = text.indexOf('.'); point >= 0; point = text.indexOf('.', point + 1)) {
    let end = point + 1;
    while (isDigit(text.charCodeAt(end))) end += 1;
    const isFound = text.charCodeAt(end - 1) === 48 || text.startsWith('000000', point + 1);
    // Behind a time in a text, or a decimal in quotes, there is another character.
    if (isFound && ',]}'.includes(text.charAt(end))) return true;
  }
  return false;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gs;

type Read = (number: string, holder: object, key: string) => unknown;

/** Parses valid JSON. `read` gives the value of each number that JavaScript would write in another way. */
function parseWith(text: string, read: Read): unknown {
  const marking = text.replace(TOKEN, (token) =>
    token.startsWith('"') || String(Number(token)) === token ? token : `"${MARK}${token}"`,
  );
  const root: unknown[] = JSON.parse(`[${marking}]`);
  try {
    readMarks(root, read);
    return root[0];
  } catch {
    // So deep that it overflows the stack: no input may be, and SQL alone has stored it.
    return JSON.parse(text);
  }
}

function readMarks(holder: object, read: Read): void {
  for (const [key, value] of Object.entries(holder))
    if (typeof value === 'object' && value !== null) readMarks(value, read);
    else if (typeof value === 'string' && value.startsWith(MARK))
      Reflect.set(holder, key, read(value.slice(MARK.length), holder, key));
}

/** Parses JSON, in which such a number becomes a JsonNumber. */
export const parseEach: typeof JSON.parse = (text) => parseWith(text, (number) => new JsonNumber(number));

/** The same for JSON of the database, most of which has none. PostgreSQL writes no exponents. */
export const parseExact: typeof JSON.parse = (text) =>
  hasLong(text) || hasZeros(text) ? parseEach(text) : JSON.parse(text);

/** The same for all texts of one number: its digits without zeros around them, and a power of ten. */
function digitsOf(text: string): string {
  const [, sign, whole = '', fraction = '', power = 0] = /^(-?)(\d+)(?:\.(\d+))?(?:e(.+))?$/i.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  return significant && `${sign}${significant}e${Number(power) - fraction.length + digits.length - significant.length}`;
}

/** Whether a double has the value of a number in JSON, so that JavaScript loses none of its digits. */
export const isDouble = (text: string): boolean => digitsOf(String(Number(text))) === digitsOf(text);

/**
 * Compact JSON, as `JSON.stringify` writes it: many tools keep only the parsed body of a message, and sign what they
 * write of it. Numbers that these would round keep their digits.
 */
export const compact = (json: string): string =>
  stringify(
    hasLong(json)
      ? parseWith(json, (number) => (isDouble(number) ? Number(number) : new JsonNumber(number)))
      : JSON.parse(json),
  );

const rounded = new WeakMap<object, Set<string>>();

/** Whether a number of an input has lost digits: the one under this key of an object or a list of `parseInput`. */
export const isRounded = (holder: object, key: string): boolean => rounded.get(holder)?.has(key) === true;

/** Parses JSON of an input, and notes which of its numbers have lost digits. */
export function parseInput(text: string): unknown {
  const parsed: unknown = JSON.parse(text);
  if (!hasLong(text) && !/\de-/i.test(text)) return parsed;
  return parseWith(text, (number, holder, key) => {
    if (!isDouble(number)) rounded.set(holder, (rounded.get(holder) ?? new Set()).add(key));
    return Number(number);
  });
}
