import type { InputShape, InputType } from '@pothos/core';
import type { InputIssue } from '../../base/errors.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { columnOf, type Model, modelNamed } from '../../prisma/sql/model.ts';
import type { Where } from '../../prisma/sql/rows.ts';
import type { Scalars } from '../../records/records.ts';
import { issuesIn, KEY_LENGTH } from '../../records/values.ts';
import { builder } from '../schema/builder.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

const MOST_VALUES = 200;
const NOT_NULL = { code: 'REQUIRED', message: 'cannot be null' } as const;
const LEAST_LETTERS = 2;
const MOST_WORDS = 10;

export interface Condition<Fields> {
  type: InputType<Types> | [InputType<Types>];
  description?: string;
  /** Prisma's `where` for a value of the type. Without it, the field of the same name is equal to the value. */
  where?(value: unknown): Where<Fields>;
  fault?(value: unknown): Omit<InputIssue, 'path'> | undefined;
  /** Null counts as absent: it is no value that could be asked for. */
  ignoresNull?: true;
  reads?: readonly string[];
}

/** A condition on the field of the same name. Null finds the records without a value, where the field can be null. */
export const is = (type: InputType<Types>, description?: string): Condition<never> =>
  description === undefined ? { type } : { type, description };

/** A condition in the form of Prisma's `where`. Its value cannot be null. */
export const matches = <const Type extends InputType<Types>, Fields>(
  type: Type,
  description: string,
  where: (value: InputShape<Types, Type>) => Where<Fields>,
): Condition<Fields> => ({ type, description, where });

export const oneOf = <Fields>(type: InputType<Types>, field: NoInfer<keyof Fields & string>): Condition<Fields> => ({
  type: [type],
  description: `\`${field}\` is one of these, at most ${MOST_VALUES}. An empty list matches nothing.`,
  where: (values: unknown[]) => ({ [field]: { in: values } }) as Where<Fields>,
  fault: ({ length }: unknown[]) =>
    length > MOST_VALUES ? { code: 'TOO_LONG', message: `must have at most ${MOST_VALUES} values` } : undefined,
});

export const isNull = <Fields>(field: NoInfer<keyof Fields & string>): Condition<Fields> => ({
  type: 'Boolean',
  description: `True: \`${field}\` is null. False: it has a value.`,
  where: (wanted: boolean) => ({ [field]: wanted ? { equals: null } : { not: null } }) as Where<Fields>,
});

/** For each field, the conditions `<field>`, that it is equal to a value, and `<field>In`, to one of several. */
export const equal = <Fields>(
  type: InputType<Types>,
  ...fields: NoInfer<keyof Fields & string>[]
): Record<string, Condition<Fields>> =>
  Object.fromEntries(
    fields.flatMap((field): [string, Condition<Fields>][] => [
      [field, is(type)],
      [`${field}In`, oneOf(type, field)],
    ]),
  );

/** The same for fields that may be null, and the condition `<field>IsNull`. */
export const equalOrNull = <Fields>(
  type: InputType<Types>,
  ...fields: NoInfer<keyof Fields & string>[]
): Record<string, Condition<Fields>> => ({
  ...equal<Fields>(type, ...fields),
  ...Object.fromEntries(fields.map((field): [string, Condition<Fields>] => [`${field}IsNull`, isNull(field)])),
});

/** The words of a search, in one form of their letters. Accents alone are none: without them, every text matches. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .split(/\s+/)
    .filter((word) => /\P{M}/u.test(word));

/** The condition `search`, that the searched columns contain each word of a text; none if no column is searched. */
export function search(model: Model): Record<string, Condition<object>> {
  const fields = [...model.columns.values()].flatMap(({ field, searched }) => (searched ? [field] : []));
  if (fields.length === 0) return {};
  const condition: Condition<object> = {
    type: 'String',
    description: `Each word of this text is in one of ${fields.map((field) => `\`${field}\``).join(', ')}, in any order and case, with or without accents. Words of one or two characters are found where a word begins. It has ${LEAST_LETTERS} to ${KEY_LENGTH} characters and at most ${MOST_WORDS} words.`,
    where: (text: string) => ({ search: { words: wordsOf(text) } }),
    fault: (text: string) => {
      const words = wordsOf(text);
      const { length } = [...words.join(' ')];
      const message = `must have ${LEAST_LETTERS} to ${KEY_LENGTH} characters`;
      if (length < LEAST_LETTERS) return { code: 'OUT_OF_RANGE', message };
      if (length > KEY_LENGTH) return { code: 'TOO_LONG', message };
      return words.length > MOST_WORDS
        ? { code: 'TOO_LONG', message: `must have at most ${MOST_WORDS} words` }
        : undefined;
    },
    reads: fields,
  };
  return { search: condition };
}

/** Reads a filter: Prisma's `where` for it. Adds to `issues` what is wrong with it. */
export type ReadFilter<Fields> = (filter: object, issues: InputIssue[]) => Where<Fields>;

/** A filter input and its reader. Throws at the start when a condition reads a field that the model does not have. */
export function filterInput<const Model extends Prisma.ModelName>(
  name: string,
  model: Model,
  conditions: Record<string, Condition<Scalars<Model>>>,
) {
  const input = builder.inputType(name, {
    description: 'All conditions must hold. Null matches records without a value, where the field can be null.',
    model,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(conditions).map(([key, { type, description }]) => [
          key,
          t.field({ type, ...(description !== undefined && { description }) }),
        ]),
      ),
  });
  const whereOf = (key: string, value: unknown): object => conditions[key]?.where?.(value) ?? { [key]: value };
  const reads = Object.entries(conditions).flatMap(([key, { reads }]) => reads ?? Object.keys(whereOf(key, undefined)));
  for (const field of reads) columnOf(modelNamed(model), field);

  const where: ReadFilter<Scalars<Model>> = (given, issues) => {
    const present = Object.entries(given).filter(
      ([key, value]) => value !== undefined && !(value === null && conditions[key]?.ignoresNull),
    );
    const wheres = present.flatMap(([key, value]) => {
      const path = ['filter', key];
      const { where, fault } = conditions[key] ?? {};
      const issue = value === null ? where && NOT_NULL : fault?.(value);
      issues.push(...(issue === undefined ? issuesIn(value, path) : [{ path, ...issue }]));
      return issue === undefined ? [whereOf(key, value)] : [];
    });
    return wheres.length > 1 ? { AND: wheres } : (wheres[0] ?? {});
  };
  return { input, where, reads };
}
