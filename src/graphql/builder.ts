import SchemaBuilder from '@pothos/core';
import ErrorsPlugin from '@pothos/plugin-errors';
import RelayPlugin from '@pothos/plugin-relay';
import { GraphQLJSONObject, GraphQLURL } from 'graphql-scalars';
import { InvalidRequestError, UnauthorizedError } from '../errors.ts';
import { DEFAULT_PAGE, LARGEST_PAGE } from './connection.ts';
import type { Context } from './context.ts';
import { calendarDate, dateTime, parsePercentage } from './scalars.ts';

interface Types {
  Context: Context;
  Scalars: {
    ID: { Input: string; Output: string };
    Date: { Input: string; Output: string };
    DateTime: { Input: Date; Output: string };
    JSONObject: { Input: Record<string, unknown>; Output: unknown };
    Percentage: { Input: number; Output: number };
    URL: { Input: URL; Output: string };
  };
  Connection: { totalCount: () => Promise<number> };
  DefaultEdgesNullability: { list: false; items: false };
}

/** The relay plugin reads this option, although its types take it from `DefaultEdgesNullability` alone. */
const neverNull = { nullable: { list: false, items: false } } as const;

/** The schema's workshop: plugins, scalars and the names of result unions. It defines no type of the domain. */
export const builder = new SchemaBuilder<Types>({
  plugins: [ErrorsPlugin, RelayPlugin],
  errors: {
    directResult: true,
    defaultTypes: [InvalidRequestError, UnauthorizedError],
    defaultUnionOptions: {
      name: ({ fieldName }) => `${fieldName.charAt(0).toUpperCase()}${fieldName.slice(1)}Result`,
      description:
        'What was asked for, or why not. Ask for `__typename`, and for `... on Error { message }` to catch every error.',
    },
  },
  relay: {
    nodesOnConnection: { description: 'The records alone, without their cursors.' },
    edgesFieldOptions: { ...neverNull, description: 'The records of this page, each with its cursor.' },
    nodeFieldOptions: { nullable: false, description: 'The record.' },
    cursorFieldOptions: { nullable: false, description: 'The place of this edge, for `after` or `before`.' },
    pageInfoFieldOptions: { description: 'Where this page lies among the others.' },
    pageInfoTypeOptions: { description: 'Where a page lies among the others.' },
    hasNextPageFieldOptions: { description: 'Whether there is a page after this one.' },
    hasPreviousPageFieldOptions: { description: 'Whether there is a page before this one.' },
    startCursorFieldOptions: { description: 'The cursor of the first record, null on an empty page.' },
    endCursorFieldOptions: {
      description: 'The cursor of the last record, null on an empty page: pass it as `after` for the next page.',
    },
    firstArgOptions: {
      description: `How many records from the start: 1 to ${LARGEST_PAGE}, ${DEFAULT_PAGE} when left out.`,
    },
    afterArgOptions: { description: 'Goes with `first`: only what lies behind this cursor.' },
    lastArgOptions: { description: `How many records from the end: 1 to ${LARGEST_PAGE}.` },
    beforeArgOptions: { description: 'Goes with `last`: only what lies before this cursor.' },
    nodeQueryOptions: false,
    nodesQueryOptions: false,
  },
});

builder.addScalarType('Date', calendarDate);
builder.addScalarType('DateTime', dateTime);
builder.addScalarType('JSONObject', GraphQLJSONObject);
builder.addScalarType('URL', GraphQLURL);
builder.scalarType('Percentage', {
  description: 'A number or its decimal text, as some tank monitors send it: `42.5` or `"42.5"`.',
  serialize: (value) => value,
  parseValue: parsePercentage,
});

builder.queryType({ description: 'What can be read. Every answer holds records of the token’s own company only.' });
builder.mutationType({
  description: 'What can be changed. Every mutation answers with the record or with a typed error.',
});

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    nullable: false,
    description: 'How many records the filter finds on all pages. Counted only when asked for, which costs a query.',
    resolve: (connection) => connection.totalCount(),
  }),
);
