import SchemaBuilder from '@pothos/core';
import ErrorsPlugin from '@pothos/plugin-errors';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import { GraphQLSafeInt } from 'graphql-scalars';
import { InvalidRequestError, UnauthorizedError } from '../../base/errors.ts';
import { capitalized, grouped } from '../../base/text.ts';
import type Models from '../../generated/pothos.ts';
import { getDatamodel } from '../../generated/pothos.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Operation } from '../../operation/operation.ts';
import type { VisibleThrough } from '../../prisma/methods/modified-through.ts';
import { MOST_COUNTED, type Total } from '../../prisma/methods/page.ts';
import { modelNamed } from '../../prisma/sql/model.ts';
import type { Row } from '../../prisma/sql/rows.ts';
import { RECORDS } from '../../records/records.ts';
import './records-plugin.ts';
import { bigInt, calendarDate, dateTime, decimal, jsonObject, percentage, url, uuid } from './scalars.ts';

type Rows = {
  [Name in keyof Models]: Omit<Models[Name], 'Shape'> & {
    Shape: Row<Models[Name]['Shape']> & (Name extends keyof Added ? Added[Name] : object);
  };
};

interface Added {
  WebhookSubscription: { shownSecret?: string | null };
  WebhookAttempt: { eventType: string };
}

interface Types {
  Context: Operation;
  PrismaTypes: Rows;
  Scalars: {
    ID: { Input: string; Output: string };
    BigInt: { Input: bigint; Output: bigint | number | string };
    Date: { Input: string; Output: string | Date };
    DateTime: { Input: Date; Output: string | Date };
    Decimal: { Input: string; Output: Prisma.Decimal | string };
    JSONObject: { Input: Prisma.InputJsonObject; Output: object };
    Percentage: { Input: number; Output: number };
    SafeInt: { Input: number; Output: number };
    URL: { Input: URL; Output: string };
    UUID: { Input: string; Output: string };
  };
  /** What our own connections have, and those of the Prisma plugin lack. */
  Connection: { total?: () => Promise<Total>; through?: VisibleThrough | null };
  DefaultEdgesNullability: { list: false; items: false };
}

/** The number of records on a page when neither `first` nor `last` is given, and at most. */
export const DEFAULT_PAGE = 50;
export const LARGEST_PAGE = 200;

/** The relay plugin reads this option, although its types take it from `DefaultEdgesNullability` alone. */
const neverNull = { nullable: { list: false, items: false } } as const;

export const MOST_PATCHES = 1_000;

export const RESULT =
  'The result or a typed error. Select `__typename`, and `... on Error { message }` to cover every error.';

export const required = { nullable: false } as const;

/** The model as Pothos reads it, whose descriptions lack the tags for scripts/models.mjs. */
const datamodel = getDatamodel();
for (const [model, { fields }] of Object.entries(datamodel.datamodel.models))
  for (const field of fields) {
    const { documentation } = modelNamed(model).columns.get(field.name) ?? field;
    if (documentation !== undefined) field.documentation = documentation;
  }

export const builder = new SchemaBuilder<Types>({
  plugins: [ErrorsPlugin, RelayPlugin, 'records', PrismaPlugin],
  prisma: { client: ({ prisma }) => prisma, dmmf: datamodel, exposeDescriptions: true },
  errors: {
    directResult: true,
    defaultTypes: [InvalidRequestError, UnauthorizedError],
    defaultUnionOptions: { name: ({ fieldName }) => `${capitalized(fieldName)}Result`, description: RESULT },
  },
  relay: {
    nodesOnConnection: { description: 'The records without cursors.' },
    edgesFieldOptions: { ...neverNull, description: 'The records with their cursors.' },
    nodeFieldOptions: { nullable: false, description: 'The record.' },
    cursorFieldOptions: { nullable: false, description: 'The cursor of this record, for `after` or `before`.' },
    pageInfoFieldOptions: { description: 'Information about this page.' },
    pageInfoTypeOptions: { description: 'Information about a page.' },
    hasNextPageFieldOptions: { description: 'There are records after this page.' },
    hasPreviousPageFieldOptions: { description: 'There are records before this page.' },
    startCursorFieldOptions: { description: 'The cursor of the first record; null on an empty page.' },
    endCursorFieldOptions: {
      description: 'The cursor of the last record; null on an empty page. Pass it as `after` to get the next page.',
    },
    firstArgOptions: {
      description: `The number of records from the start, 0 to ${LARGEST_PAGE}. The default is ${DEFAULT_PAGE}.`,
    },
    afterArgOptions: { description: 'Only records after this cursor. Cannot be combined with `last`.' },
    lastArgOptions: { description: `The number of records from the end, 0 to ${LARGEST_PAGE}.` },
    beforeArgOptions: { description: 'Only records before this cursor. Requires `last`.' },
    nodeQueryOptions: false,
    nodesQueryOptions: false,
  },
});

export type QueryFields = Parameters<Parameters<typeof builder.queryField>[1]>[0];
export type MutationFields = Parameters<Parameters<typeof builder.mutationField>[1]>[0];

const RFC_3339 = 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6';

builder.addScalarType('Date', calendarDate, { specifiedByURL: RFC_3339 });
builder.addScalarType('DateTime', dateTime, { specifiedByURL: RFC_3339 });
builder.addScalarType('JSONObject', jsonObject);
// In the contract if a record has such a column.
const types = new Set(
  [...RECORDS.keys()].flatMap((model) => [...modelNamed(model).columns.values()].map(({ type }) => type)),
);
if (types.has('BigInt')) builder.addScalarType('BigInt', bigInt);
if (types.has('Decimal')) builder.addScalarType('Decimal', decimal);
if (types.has('Uuid')) builder.addScalarType('UUID', uuid);
builder.addScalarType('SafeInt', GraphQLSafeInt);
builder.addScalarType('URL', url, { specifiedByURL: 'https://url.spec.whatwg.org/' });
builder.scalarType('Percentage', {
  description: 'A number, or its decimal string as some tank monitors send it: `42.5` or `"42.5"`.',
  // The form of the number, also within the string.
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-6',
  serialize: (value) => value,
  ...percentage,
});

/** An enum of words, which GraphQL has in upper case, each with its description. */
export const wordsEnum = <Word extends string>(
  name: string,
  description: string,
  words: readonly (readonly [word: Word, description: string])[],
) =>
  builder.enumType(name, {
    description,
    values: Object.fromEntries(words.map(([value, description]) => [value.toUpperCase(), { value, description }])),
  });

builder.queryType({ description: 'Queries. They return only records that the token may see.' });
builder.mutationType({ description: 'Changes. Every mutation returns the record or a typed error.' });
builder.subscriptionType({
  description:
    'Live operations, answered as `text/event-stream`. The first item is Resync, unless the stream resumes without a loss.',
});

builder.globalConnectionFields((t) => ({
  totalCount: t.int({
    nullable: false,
    description: `The number of matching records on all pages, counted up to ${grouped(MOST_COUNTED)}. Costs a query of its own.`,
    resolve: async ({ total }) => {
      if (total === undefined) throw new Error('The connection is declared without `totalCount`.');
      return (await total()).count;
    },
  }),
  totalCountIsExact: t.boolean({
    nullable: false,
    description: `False if more than ${grouped(MOST_COUNTED)} records match, so that \`totalCount\` is a lower bound: show "${grouped(MOST_COUNTED)}+".`,
    resolve: async ({ total }) => total === undefined || (await total()).isExact,
  }),
}));
