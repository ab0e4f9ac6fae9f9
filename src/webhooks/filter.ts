import { z } from 'zod';
import { type InputIssue, type IssueCode, MOST_ISSUES } from '../errors.ts';
import type { Column } from './event-schema.ts';
import { columnsOf } from './event-types.ts';
import { codeOf } from './issue-code.ts';

/** What a filter may have for a column, as a schema and in words. */
interface Values {
  schema: z.ZodType;
  words: string;
}

/** By the format or type of a column in the schema of events: the values that it can have. A filter with another one would match nothing. */
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
  array: { schema: z.array(z.string()), words: 'a list of strings' },
};

function valuesOf({ type, format }: Column): Values {
  const [form = '', isNullable] = [type].flat();
  const values = VALUES[format ?? form] ?? { schema: z.unknown(), words: 'JSON' };
  return isNullable ? orNull(values) : values;
}

const orNull = ({ schema, words }: Values): Values => ({ schema: schema.nullable(), words: `${words}, or null` });
/** Equal for `ship_to_id`, `shipToId` and `ship-to-id`. */
const letters = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** What a filter, at this path, has that no event of the resource can contain. An unknown resource is an issue of its own. */
export function issuesOfFilter(filter: object, resource: string, path = ['input', 'filter']): InputIssue[] {
  const columns = new Map(Object.entries(columnsOf(resource) ?? {}));
  if (columns.size === 0) return [];
  const names = [...columns.keys()].toSorted();
  const byLetters = new Map(names.map((name) => [letters(name), name]));
  // Only the first unknown key lists the fields: an answer should not be many times its input.
  let fields = ` Fields: ${names.join(', ')}`;
  const faultOf = (key: string, value: unknown): { code: IssueCode; message: string } | undefined => {
    const column = columns.get(key);
    if (column !== undefined) {
      const { schema, words } = valuesOf(column);
      const fault = schema.safeParse(value).error?.issues[0];
      return fault && { code: codeOf(fault), message: `must be ${words}` };
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
