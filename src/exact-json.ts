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

/** Finds what may be a number that JavaScript would write in another way. Most texts have none, and need no more. */
const MAY_DIFFER = /[\s:[,]-?\d(?:[\d.]{15}|\d*\.(?:\d*0(?!\d)|0{6})|[\d.]*[eE])/;
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gs;

/** Parses JSON. `read` gives the value of each number that JavaScript would write in another way. */
function parse(text: string, read: (number: string, holder: object, key: string) => unknown): unknown {
  const plain: unknown = JSON.parse(text);
  if (!MAY_DIFFER.test(text)) return plain;
  const marking = text.replace(TOKEN, (token) =>
    token.startsWith('"') || String(Number(token)) === token ? token : `"${MARK}${token}"`,
  );
  try {
    return JSON.parse(marking, function (this: object, key, value) {
      const isMarked = typeof value === 'string' && value.startsWith(MARK);
      return isMarked ? read(value.slice(MARK.length), this, key) : value;
    });
  } catch {
    // So deep that only a parse without a function reads it: no input may be, and only SQL has stored it.
    return plain;
  }
}

/** Parses JSON of the database, in which such a number becomes a JsonNumber. */
export const parseExact: typeof JSON.parse = (text) => parse(text, (number) => new JsonNumber(number));

/** The same for all texts of one number: its digits without zeros around them, and a power of ten. */
function digitsOf(text: string): string {
  const [, sign, whole = '', fraction = '', power = 0] = /^(-?)(\d+)(?:\.(\d+))?(?:e(.+))?$/i.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  return significant && `${sign}${significant}e${Number(power) - fraction.length + digits.length - significant.length}`;
}

/** Whether a double has the value of a number in JSON, so that JavaScript loses none of its digits. */
export const isDouble = (text: string): boolean => digitsOf(String(Number(text))) === digitsOf(text);

const rounded = new WeakMap<object, Set<string>>();

/** Whether a number of an input has lost digits: the one under this key of an object or a list of `parseInput`. */
export const isRounded = (holder: object, key: string): boolean => rounded.get(holder)?.has(key) === true;

/** Parses JSON of an input, and notes which of its numbers have lost digits. */
export const parseInput = (text: string): unknown =>
  parse(text, (number, holder, key) => {
    if (!isDouble(number)) rounded.set(holder, (rounded.get(holder) ?? new Set()).add(key));
    return Number(number);
  });
