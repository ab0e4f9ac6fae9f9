import '@pothos/plugin-prisma-utils';
import type { InputFieldMap, InputType } from '@pothos/core';
import { relationsOf } from '../../prisma/sql/relations.ts';
import { builder } from '../schema/builder.ts';
import { type ShownColumn, shownColumns } from '../schema/shown-columns.ts';
import { type Conditions, MOST_CONDITIONS, MOST_LEVELS, MOST_RELATIONS, MOST_VALUES } from './read-filter.ts';

type Types = (typeof builder)['$inferSchemaTypes'];
type Input = InputType<Types>;

const EQUALITY = {
  equals: { description: 'Equal to this value. Null: without a value.' },
  not: { description: 'None of these conditions holds. `{ equals: null }`: with a value.' },
};
const ONE_OF = {
  ...EQUALITY,
  in: { description: `One of these values, at most ${MOST_VALUES}. An empty list matches nothing.` },
  notIn: { description: `With a value that is none of these, at most ${MOST_VALUES}. An empty list matches all.` },
};
const ORDERED = {
  ...ONE_OF,
  lt: { description: 'Less than this value, or earlier.' },
  lte: { description: 'At most this value, or at this time or earlier.' },
  gt: { description: 'Greater than this value, or later.' },
  gte: { description: 'At least this value, or at this time or later.' },
};
const TEXTUAL = {
  ...ORDERED,
  contains: { description: 'Contains this text.' },
  startsWith: { description: 'Begins with this text.' },
  endsWith: { description: 'Ends with this text.' },
  mode: { description: 'Whether upper and lower case differ; by default they do.' },
};
/** The operators that Prisma has on a type. Of others, such as JSON, there are no conditions. */
const OPERATORS = new Map<string, object>([
  ['ID', TEXTUAL],
  ['String', TEXTUAL],
  ['URL', TEXTUAL],
  ['Boolean', EQUALITY],
  ['UUID', ONE_OF],
  ...['Int', 'SafeInt', 'Float', 'BigInt', 'Decimal', 'Date', 'DateTime'].map((name): [string, object] => [
    name,
    ORDERED,
  ]),
]);
const ON_LISTS = {
  has: { description: 'Has this item.' },
  hasEvery: { description: `Has all of these items, at most ${MOST_VALUES}.` },
  hasSome: { description: `Has one of these items, at most ${MOST_VALUES}.` },
  isEmpty: { description: 'True: has no items. False: has some.' },
};

builder.prismaStringFilterModeEnum().updateConfig((config) => ({
  ...config,
  description: 'How texts are compared.',
  values: {
    Default: { value: 'default', description: 'Upper and lower case differ.' },
    Insensitive: { value: 'insensitive', description: 'Upper and lower case are the same.' },
  },
}));

/** The plugin's types ask for the options of all operators, or a list of names. */
const withOptions = (operators: object) => operators as readonly never[];

const inputs = new Map<string, Input>();
function shared(name: string, make: () => Input): Input {
  const found = inputs.get(name) ?? make();
  inputs.set(name, found);
  return found;
}

function conditionsOn({ column, type: shown, leaf, isEnum }: ShownColumn): Input | undefined {
  // An address is compared as a text, of which a part may be given.
  const [type, of] = leaf === 'URL' ? ['String', 'String'] : [shown, leaf];
  const operators = isEnum ? ONE_OF : OPERATORS.get(of);
  if (operators === undefined) return undefined;
  const description = `Conditions on a value of the type \`${of}\`. All must hold.`;
  if (column.isList)
    return shared(`${of}ListFilter`, () =>
      builder.prismaScalarListFilter(type as 'String', {
        name: `${of}ListFilter`,
        ops: withOptions(ON_LISTS),
        description,
      }),
    );
  return shared(`${of}Filter`, () =>
    builder.prismaFilter(type as 'String', { name: `${of}Filter`, ops: withOptions(operators), description }),
  );
}

/** Filters of records, to which relations lead. */
const filters = new Map<string, Input>();

function conditionsBehind(to: string, isList: boolean): Input | undefined {
  const filter = filters.get(to);
  if (filter === undefined) return undefined;
  if (isList) {
    const name = `${to}ListFilter`;
    const ops = {
      some: { description: 'One of them matches.' },
      every: { description: 'All of them match, or there are none.' },
      none: { description: 'None of them matches.' },
    };
    const description = 'Conditions on the related records that the token may see.';
    return shared(name, () => builder.prismaListFilter(filter, { name, ops: withOptions(ops), description }));
  }
  const name = `${to}RelationFilter`;
  const ops = {
    is: { description: 'There is one, and it matches. Null: there is none.' },
    isNot: { description: 'There is none, or it does not match. Null: there is one.' },
  };
  const description = 'Conditions on the related record, as far as the token may see it.';
  return shared(name, () => builder.prismaFilter(filter, { name, ops: withOptions(ops), description }));
}

/** The filter of a list, in the form of Prisma's `where`, for all columns and relations that the type shows. */
export function filterInput(model: string, special: Conditions, type = model): Input {
  const input: Input = builder.prismaWhere(model as 'Tank', {
    name: `${type}Filter`,
    description: `All conditions must hold. It has at most ${MOST_CONDITIONS} conditions, ${MOST_RELATIONS} of them on relations, nested at most ${MOST_LEVELS} levels deep.`,
    model,
    fields: (t) => {
      const columns = shownColumns(model, type).flatMap((shown) => {
        const isOwn = shown.name === shown.column.field && !(shown.name in special);
        const conditions = isOwn ? conditionsOn(shown) : undefined;
        return conditions === undefined ? [] : [[shown.name, t.field({ type: conditions })] as const];
      });
      const shows = builder.configStore.getFields(type);
      const relations = relationsOf(model).flatMap(([name, { to, by }]) => {
        const conditions = shows.has(name) ? conditionsBehind(to, by !== 'id') : undefined;
        const description = shows.get(name)?.description ?? '';
        return conditions === undefined ? [] : [[name, t.field({ type: conditions, description })] as const];
      });
      const conditions = Object.entries(special).map(
        ([name, { type, description }]) => [name, t.field({ type, description })] as const,
      );
      const fields: InputFieldMap = {
        ...Object.fromEntries([...columns, ...relations, ...conditions]),
        AND: t.field({ type: [input], description: 'All of these hold.' }),
        OR: t.field({ type: [input], description: 'One of these holds. An empty list matches nothing.' }),
        NOT: t.field({ type: input, description: 'This does not hold.' }),
      };
      return fields as never;
    },
  });
  if (type === model) filters.set(model, input);
  return input;
}
