import * as z from 'zod';
import { JsonNumber, parseFile } from '../exact-json.ts';
import type { Column } from '../prisma/sql/model.ts';
import { decimalText, integerText, isPlain, parseJson, readTime } from '../records/values.ts';
import type { Decimal } from './lines.ts';

/** How a file writes values that others write in another way. */
export interface Notation {
  decimal: Decimal;
  /** The order of a date that is not one of ISO 8601. */
  dates: 'DMY' | 'MDY' | undefined;
}

interface Form {
  words: string;
  schema: z.ZodType;
}

/** In some countries a thousand and more, in others a little more than one. */
const THOUSAND = /^[+-]?\d{1,3},\d{3}$/;

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
/** Numbers keep their digits within JSON; a column of numbers holds a double. */
function trimmed(value: unknown): unknown {
  if (value instanceof JsonNumber) return Number(value);
  return typeof value === 'string' ? value.trim() : value;
}

const json = (schema: z.ZodType) =>
  z.preprocess((value) => (typeof value === 'string' ? parseJson(value, parseFile) : value), schema);

const boolean = z.stringbool({
  truthy: ['true', 'yes', 'y', 't', 'on', '1'],
  falsy: ['false', 'no', 'n', 'f', 'off', '0'],
});

const isOf64Bits = (text: string): boolean => `${BigInt.asIntN(64, BigInt(text))}` === text;

/** An item of PostgreSQL's form of a list: `{a,"b c"}`. */
const ITEM = /("(?:[^"\\]|\\.)*"|[^",{}\\]+)(,|$)/gy;

/** A list of texts as JSON, or as PostgreSQL writes it. */
function readList(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*\{.*\}\s*$/s.test(value)) return value;
  const inside = value.trim().slice(1, -1);
  const items = [...inside.matchAll(ITEM)];
  if (items.reduce((length, [text]) => length + text.length, 0) !== inside.length) return value;
  return items.map(([, item = '']) => (item.startsWith('"') ? item.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : item));
}

function readDay(value: unknown, dates: Notation['dates']): unknown {
  if (typeof value !== 'string') return value;
  const [, first = '', second = '', year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(value.trim()) ?? [];
  if (year === undefined || dates === undefined) return value.trim();
  const [day, month] = dates === 'DMY' ? [first, second] : [second, first];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** The values of a file, which in CSV are text, in words and as a schema. Throws for a type that no column has. */
export function createForms({ decimal, dates }: Notation): (column: Column) => Form {
  const withPoint = (text: string): string | undefined => {
    if (decimal === '.' || (decimal === 'either' && !text.includes(','))) return text;
    return text.includes('.') ? undefined : text.replace(',', '.');
  };
  /** A number of the file with a point; undefined for one that has a point in place of the file's separator. */
  const pointed = (value: unknown): unknown => {
    const text = trimmed(value);
    if (typeof text !== 'string') return text;
    return decimal === 'either' && THOUSAND.test(text) ? undefined : withPoint(text);
  };
  const number42 =
    decimal === 'either' ? '42.5 or 42,5 (1,234 may be a thousand: choose the decimal separator)' : `42${decimal}5`;
  const readNumber = (value: unknown): unknown => {
    const plain = pointed(value);
    return typeof plain === 'string' && DECIMAL.test(plain) ? Number(plain) : plain;
  };
  const number = (schema: z.ZodType) => z.preprocess(readNumber, schema);
  const readMoment = (value: unknown): unknown => (typeof value === 'string' ? readTime(value.trim()) : value);
  const forms: Record<string, Form> = {
    String: { words: 'a text', schema: z.string() },
    Boolean: {
      words: 'true or false',
      // Not every object can become text.
      schema: z.preprocess((value) => (isPlain(value) || Array.isArray(value) ? value : `${trimmed(value)}`), boolean),
    },
    Float: { words: `a number, such as ${number42}`, schema: number(z.number()) },
    Int: { words: 'a whole number between -2,147,483,648 and 2,147,483,647', schema: number(z.int32()) },
    DateTime: {
      words: 'a time with its zone, such as 2026-01-31T10:00:00Z',
      // A Date, whose year is that of UTC: the text may name another. As in GraphQL, it ends at milliseconds.
      schema: z.preprocess(
        readMoment,
        z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
      ),
    },
    Day: {
      words: 'a date, such as 2026-01-31; the option dates reads others',
      schema: z.preprocess((value) => readDay(value, dates), z.iso.date()),
    },
    Json: { words: 'a JSON object, such as {"unit": "gal"}', schema: json(z.custom(isPlain)) },
    Uuid: { words: 'a UUID', schema: z.preprocess(trimmed, z.guid()) },
    BigInt: {
      words: 'a whole number of up to 64 bits',
      schema: z.preprocess((value) => integerText(trimmed(value)), z.string().refine(isOf64Bits)),
    },
    Decimal: {
      words: `a decimal number, such as ${number42}; with more than 15 digits, a text`,
      schema: z.preprocess((value) => decimalText(pointed(value)), z.string()),
    },
  };
  const enumOf = (values: readonly string[]): Form => ({
    words: `one of ${values.join(', ')}`,
    schema: z.preprocess(trimmed, z.literal(values)),
  });
  /** A number that is stored as a text. */
  const coordinate: Form = {
    words: 'a decimal number',
    schema: z.preprocess((value) => (typeof value === 'string' ? withPoint(value) : value), z.string()),
  };
  return ({ column, type, isList, isDay, values, range }) => {
    const isCoordinate = type === 'String' && range !== undefined;
    const form = values ? enumOf(values) : isCoordinate ? coordinate : forms[isDay ? 'Day' : type];
    if (form === undefined) throw new Error(`An import has no form for the column ${column} of type ${type}.`);
    if (!isList) return form;
    const words =
      type === 'String' ? 'a JSON list of texts, such as ["leak"]' : `a JSON list, of which each item is ${form.words}`;
    return { words, schema: z.preprocess(readList, json(z.array(form.schema))) };
  };
}
