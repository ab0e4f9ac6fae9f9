import * as z from 'zod';
import { type InputIssue, type IssueCode, MOST_ISSUES } from '../base/errors.ts';
import { issueCodeOf } from '../base/zod-issues.ts';
import type { ValueSchema } from './json-schema.ts';
import { columnsOf } from './types.ts';

interface Values {
  schema: z.ZodType;
  words: string;
}

/** Prisma stores an object without this key, and the filter would match more. */
const isWhole = (value: unknown): boolean => !JSON.stringify(value)?.includes('"__proto__":');

/** The values of a column, by its format or type in the schema of events. Others would match nothing. */
const VALUES: Record<string, Values> = {
  string: { schema: z.string(), words: 'a string' },
  integer: { schema: z.int(), words: 'a whole number' },
  number: { schema: z.number(), words: 'a number' },
  boolean: { schema: z.boolean(), words: 'true or false' },
  date: { schema: z.iso.date(), words: 'a date as in events, such as 2026-01-31' },
  'date-time': {
    schema: z.iso.datetime({ precision: 3 }),
    words: 'a time as in events, such as 2026-01-31T10:00:00.000Z',
  },
  uuid: { schema: z.string().regex(/^[\da-f-]{36}$/), words: 'a UUID as in events, in lower case' },
  object: {
    schema: z.unknown().refine(isWhole).pipe(z.record(z.string(), z.unknown())),
    words: 'a JSON object, without a key __proto__',
  },
};

function valuesOf({ type, format, enum: members, items }: ValueSchema & { items?: ValueSchema }): Values {
  const [form = '', isNullable] = [type].flat();
  const item = items && valuesOf(items);
  const values =
    (item && { schema: z.array(item.schema), words: `a list, of which each item is ${item.words}` }) ??
    (members && {
      schema: z.literal(members),
      words: `one of ${members.filter((each) => each !== null).join(', ')}`,
    }) ??
    VALUES[format ?? form];
  if (values === undefined) throw new Error(`A filter has no values for a column of the type ${form}.`);
  return isNullable ? { schema: values.schema.nullable(), words: `${values.words}, or null` } : values;
}

/** The length of a filter as JSON, and the items of its lists: each is compared with each of a record's. */
const FILTER_BYTES = 16 * 1024;
const FILTER_ITEMS = 100;

function itemsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside: unknown[] = Object.values(value);
  return inside.reduce<number>((sum, each) => sum + itemsIn(each), Array.isArray(value) ? value.length : 0);
}

function lengthFault(filter: object): string | undefined {
  if (Buffer.byteLength(JSON.stringify(filter)) > FILTER_BYTES) return 'must be at most 16 KB as JSON';
  return itemsIn(filter) > FILTER_ITEMS ? `must have at most ${FILTER_ITEMS} values in all its lists` : undefined;
}

/** Equal for `ship_to_id`, `shipToId` and `ship-to-id`. */
const letters = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** What a filter at this path has that no event of the resource can contain, or that it is too long. */
export function issuesOfFilter(filter: object, resource: string, path = ['input', 'filter']): InputIssue[] {
  const columns = new Map(Object.entries(columnsOf(resource) ?? {}));
  if (columns.size === 0) return [];
  const tooLong = lengthFault(filter);
  if (tooLong !== undefined) return [{ path, code: 'TOO_LONG', message: tooLong }];
  const names = [...columns.keys()].toSorted();
  const byLetters = new Map(names.map((name) => [letters(name), name]));
  // Only the first unknown key lists the fields: an answer should not be many times its input.
  let fields = ` Fields: ${names.join(', ')}`;
  const faultOf = (key: string, value: unknown): { code: IssueCode; message: string } | undefined => {
    const column = columns.get(key);
    if (column !== undefined) {
      const { schema, words } = valuesOf(column);
      const fault = schema.safeParse(value).error?.issues[0];
      return fault && { code: issueCodeOf(fault), message: `must be ${words}` };
    }
    const meant = byLetters.get(letters(key));
    const message = `is not a field of ${resource} events.${meant === undefined ? '' : ` Did you mean ${meant}?`}${fields}`;
    fields = '';
    return { code: 'UNKNOWN_FIELD', message };
  };
  const issues: InputIssue[] = [];
  for (const [key, value] of Object.entries(filter)) {
    const fault = issues.length < MOST_ISSUES ? faultOf(key, value) : undefined;
    if (fault !== undefined) issues.push({ path: [...path, key], ...fault });
  }
  return issues;
}
