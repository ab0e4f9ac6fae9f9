/** `JSON.rawJSON`, with which `JSON.stringify` writes a number as it is; undefined before Node 22. */
const rawJson: ((text: string) => unknown) | undefined = Reflect.get(JSON, 'rawJSON');

/** Begins the texts that stand for numbers. Nobody outside of this process knows it. */
const MARK = crypto.getRandomValues(new Uint32Array(4)).join('-');
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
export function stringify(value: unknown, indent?: number): string {
  if (rawJson !== undefined) return JSON.stringify(value, undefined, indent);
  marked = 0;
  try {
    const text = JSON.stringify(value, undefined, indent);
    return marked === 0 ? text : withoutMarks(text);
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

/** Whether JavaScript would write a number in the same way. */
const isUsual = (number: string): boolean => String(Number(number)) === number;

/** Valid JSON with marked texts for its other numbers, until `readMarks` or `withoutMarks`. */
export const withMarks = (json: string, isFine = isUsual): string =>
  json.replace(TOKEN, (token) => (token.startsWith('"') || isFine(token) ? token : `"${MARK}${token}"`));

export const withoutMarks = (text: string): string => text.replace(MARKED, '$1');

type Read = (number: string, holder: object, key: string) => unknown;

/** Replaces each marked number within objects and lists. JSON of SQL may be deeper than the stack. */
export function readMarks(root: object, read: Read = toJsonNumber): void {
  const holders = [root];
  for (const holder of holders)
    for (const [key, value] of Object.entries(holder))
      if (typeof value === 'string' && value.startsWith(MARK))
        Reflect.set(holder, key, read(value.slice(MARK.length), holder, key));
      else if (Array.isArray(value) || (value && Object.getPrototypeOf(value) === Object.prototype))
        holders.push(value);
}

/** Parses valid JSON. `read` gives the value of each number that JavaScript would write in another way. */
function parseWith(text: string, read: Read): unknown {
  const root: unknown[] = JSON.parse(`[${withMarks(text)}]`);
  readMarks(root, read);
  return root[0];
}

const toJsonNumber = (number: string): JsonNumber => new JsonNumber(number);

/** Parses JSON, in which such a number becomes a JsonNumber. */
export const parseEach: typeof JSON.parse = (text) => parseWith(text, toJsonNumber);

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

let long = 0;
export const countLong = (): number => long;

/** JSON of the database for a program that parses it itself: what a double would round is a text, until `unmark`. */
export function markLong(json: string): string {
  if (!hasLong(json)) return json;
  long += 1;
  return withMarks(json, isDouble);
}

/** What such a program has made of it, with JsonNumbers. */
export function unmark<Result>(parsed: Result): Result {
  const root = [parsed];
  readMarks(root);
  return root[0] ?? parsed;
}

/** Compact JSON, as `JSON.stringify` writes it: receivers sign what they write again. Numbers keep their digits. */
export const compact = (json: string): string =>
  stringify(
    hasLong(json)
      ? parseWith(json, (number) => (isDouble(number) ? Number(number) : new JsonNumber(number)))
      : JSON.parse(json),
  );

const rounded = new WeakMap<object, Set<string>>();

/** Whether a number of an input has lost digits: the one under this key of an object or a list of `parseInput`. */
export const isRounded = (holder: object, key: string): boolean => rounded.get(holder)?.has(key) === true;

const noteRounded: Read = (number, holder, key) => {
  if (!isDouble(number)) rounded.set(holder, (rounded.get(holder) ?? new Set()).add(key));
  return Number(number);
};

/** Parses JSON of an input, and notes which of its numbers have lost digits. */
export function parseInput(text: string): unknown {
  const parsed: unknown = JSON.parse(text);
  return hasLong(text) || /\de-/i.test(text) ? parseWith(text, noteRounded) : parsed;
}

/** The same for files, whose numbers keep their digits. With an exponent, a short text would be a long number. */
export function parseFile(text: string): unknown {
  const parsed: unknown = JSON.parse(text);
  if (!hasLong(text) && !hasZeros(text) && !/\de-/i.test(text)) return parsed;
  return parseWith(text, (number, holder, key) =>
    /e/i.test(number) ? noteRounded(number, holder, key) : new JsonNumber(number),
  );
}
