import { type GraphQLSchema, getNullableType, isNonNullType, isObjectType } from 'graphql';
import { z } from 'zod';
import { type InputIssue, MOST_ISSUES } from '../errors.ts';
import { RECORDS } from '../records.ts';

/** What a filter may have for a column, as a schema and in words. */
interface Values {
  schema: z.ZodType;
  words: string;
}

const text: Values = { schema: z.string(), words: 'a string' };

/** By the type of the record's field: the values that the data of an event can have. A filter with another one would match nothing. */
const VALUES: Record<string, Values> = {
  ID: text,
  String: text,
  Int: { schema: z.int(), words: 'a whole number' },
  Float: { schema: z.number(), words: 'a number' },
  Boolean: { schema: z.boolean(), words: 'true or false' },
  Date: { schema: z.iso.date(), words: 'a date as in events, such as 2026-01-31' },
  DateTime: {
    schema: z.iso.datetime({ precision: 3 }),
    words: 'a time as in events, such as 2026-01-31T10:00:00.000Z',
  },
  JSONObject: { schema: z.unknown(), words: 'JSON' },
  '[String!]': { schema: z.array(z.string()), words: 'a list of strings' },
};

/** The columns of a record, which are its fields in snake_case; none if no record sends events of this name. */
function columnsOf(schema: GraphQLSchema, resource: string): Map<string, Values> {
  const [record = ''] = Object.entries(RECORDS).find(([, { event }]) => event === resource) ?? [];
  const object = schema.getType(record);
  const fields = isObjectType(object) ? Object.values(object.getFields()) : [];
  return new Map(
    fields.flatMap(({ name, type }): [string, Values][] => {
      const values = VALUES[String(getNullableType(type))];
      // A field without values leads to other records.
      return values === undefined ? [] : [[snake(name), isNonNullType(type) ? values : orNull(values)]];
    }),
  );
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const orNull = ({ schema, words }: Values): Values => ({ schema: schema.nullable(), words: `${words}, or null` });
/** Equal for `ship_to_id`, `shipToId` and `ship-to-id`. */
const letters = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** A subscription's resource and filter, as an input gives them. */
export interface Pair {
  resource?: string | null | undefined;
  filter?: object | null | undefined;
}

/**
 * The issues of an input, and what its filter has that no event of its resource can contain. If an issue is about the filter, it stands
 * for all others of the filter.
 */
export function withIssuesOfFilter(
  issues: InputIssue[],
  schema: GraphQLSchema,
  { resource, filter }: Pair,
): InputIssue[] {
  if (!resource || !filter || issues.some(({ path }) => path[1] === 'filter')) return issues;
  const columns = columnsOf(schema, resource);
  // An unknown resource is an issue of its own.
  return columns.size === 0 ? issues : [...issues, ...issuesOf(filter, columns, resource)];
}

function issuesOf(filter: object, columns: Map<string, Values>, resource: string): InputIssue[] {
  const byLetters = new Map([...columns.keys()].map((name) => [letters(name), name]));
  // Only the first unknown key lists the fields: an answer should not be many times its input.
  let fields = ` Fields: ${[...columns.keys()].join(', ')}`;
  const faultOf = (key: string, value: unknown): string | undefined => {
    const values = columns.get(key);
    if (values !== undefined) return values.schema.safeParse(value).success ? undefined : `must be ${values.words}`;
    const meant = byLetters.get(letters(key));
    const message = `is not a field of ${resource} events.${meant === undefined ? '' : ` Did you mean ${meant}?`}${fields}`;
    fields = '';
    return message;
  };
  const issues: InputIssue[] = [];
  for (const [key, value] of Object.entries(filter)) {
    const message = issues.length < MOST_ISSUES ? faultOf(key, value) : undefined;
    if (message !== undefined) issues.push({ path: ['input', 'filter', key], message });
  }
  return issues;
}
