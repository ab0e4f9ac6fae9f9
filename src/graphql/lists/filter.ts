import type { InputShape, InputType } from '@pothos/core';
import type { InputIssue } from '../../base/errors.ts';
import type { Scalars } from '../../base/records.ts';
import { issuesIn, KEY_LENGTH } from '../../base/values.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { columnOf, modelNamed } from '../../prisma/sql/model.ts';
import type { Where } from '../../prisma/sql/rows.ts';
import { builder } from '../schema/builder.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

/** How many values a list in a filter may have. */
const MOST_VALUES = 200;
const NOT_NULL = { code: 'REQUIRED', message: 'cannot be null' } as const;
/** The index of searched texts has trigrams. */
const LEAST_LETTERS = 3;

export interface Condition<Fields> {
  type: InputType<Types> | [InputType<Types>];
  description?: string;
  /** Prisma's `where` for a value of the type. Without it, the field of the same name is equal to the value. */
  where?(value: unknown): Where<Fields>;
  /** What is wrong with a value of the type. */
  fault?(value: unknown): Omit<InputIssue, 'path'> | undefined;
  /** Null counts as absent: it is no value that could be asked for. */
  ignoresNull?: true;
  /** The fields that are read, where `where` does not name them. */
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

/** The field has one of the values. */
export const among = <Fields>(type: InputType<Types>, field: NoInfer<keyof Fields & string>): Condition<Fields> => ({
  type: [type],
  description: `\`${field}\` is one of these, at most ${MOST_VALUES}. An empty list matches nothing.`,
  where: (values: unknown[]) => ({ [field]: { in: values } }) as Where<Fields>,
  fault: ({ length }: unknown[]) =>
    length > MOST_VALUES ? { code: 'TOO_LONG', message: `must have at most ${MOST_VALUES} values` } : undefined,
});

/** Whether the field is null. */
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
      [`${field}In`, among(type, field)],
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

/** One of the fields contains a text. track_record() in prisma/sql indexes the same fields. */
export const contains = <Fields>(...fields: NoInfer<keyof Fields & string>[]): Condition<Fields> => ({
  type: 'String',
  description: `${fields.map((field) => `\`${field}\``).join(' or ')} contains this text, in any case. It has ${LEAST_LETTERS} to ${KEY_LENGTH} characters.`,
  where: (text: string) => ({ OR: fields.map((field) => ({ [field]: { contains: text } }) as Where<Fields>) }),
  fault: (text: string) => {
    const { length } = [...text];
    const message = `must have ${LEAST_LETTERS} to ${KEY_LENGTH} characters`;
    if (length < LEAST_LETTERS) return { code: 'OUT_OF_RANGE', message };
    return length > KEY_LENGTH ? { code: 'TOO_LONG', message } : undefined;
  },
});

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
  const reads = Object.entries(conditions).flatMap(([key, { reads }]) => reads ?? fieldsIn(whereOf(key, undefined)));
  for (const field of reads) columnOf(modelNamed(model), field);

  const where: ReadFilter<Scalars<Model>> = (given, issues) => {
    const present = Object.entries(given).filter(
      ([key, value]) => value !== undefined && !(value === null && conditions[key]?.ignoresNull),
    );
    for (const [key, value] of present) {
      const path = ['filter', key];
      const { where, fault } = conditions[key] ?? {};
      const issue = value === null ? where && NOT_NULL : fault?.(value);
      if (issue === undefined) issues.push(...issuesIn(value, path));
      else issues.push({ path, ...issue });
    }
    const wheres = present.map(([key, value]) => whereOf(key, value));
    return wheres.length > 1 ? { AND: wheres } : (wheres[0] ?? {});
  };
  return { input, where, reads };
}

const fieldsIn = (where: object): string[] =>
  Object.entries(where).flatMap(([key, value]) => (key === 'OR' ? value.flatMap(fieldsIn) : [key]));
