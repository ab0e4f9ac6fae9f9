import type { InputShape, InputType } from '@pothos/core';
import type { Scalars, Where } from '../db/rows.ts';
import type { InputIssue } from '../errors.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { builder } from './builder.ts';
import { issuesIn } from './issues.ts';
import { addSearched } from './searched.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

interface Condition<Fields> {
  type: InputType<Types>;
  description?: string;
  /** Prisma's `where` for a value. Without it, the field of the same name is equal to the value, or null. */
  where?: (value: never) => Where<Fields>;
}

/** A condition on the field of the same name. Null finds the records without a value. */
export const is = (type: InputType<Types>, description?: string): Condition<never> =>
  description === undefined ? { type } : { type, description };

/** A condition in the form of Prisma's `where`. Its value cannot be null. */
export const matches = <const Type extends InputType<Types>, Fields>(
  type: Type,
  description: string,
  where: (value: InputShape<Types, Type>) => Where<Fields>,
): Condition<Fields> => ({ type, description, where });

/** A filter input of which all conditions must hold. Throws at the start when a condition reads a field that the model does not have. */
export function filterInput<const Model extends Prisma.ModelName>(
  name: string,
  model: Model,
  description: string,
  conditions: Record<string, Condition<Scalars<Model>>>,
) {
  const input = builder.inputType(name, {
    description,
    model,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(conditions).map(([field, { where: _, ...options }]) => [field, t.field(options)]),
      ),
  });
  const whereOf = (field: string, value: unknown): object =>
    conditions[field]?.where?.(value as never) ?? { [field]: value };
  for (const field of Object.keys(conditions))
    for (const read of fieldsIn(whereOf(field, undefined))) addSearched(model, read);

  /** Reads a filter of the client's. Adds to `issues` what is wrong with it. */
  const read = (given: object, issues: InputIssue[]): Where<Scalars<Model>> => {
    const present = Object.entries(given).filter(([, value]) => value !== undefined);
    for (const [field, value] of present) {
      issues.push(...issuesIn(value, ['filter', field]));
      if (value === null && conditions[field]?.where)
        issues.push({ path: ['filter', field], message: 'cannot be null' });
    }
    return Object.assign({}, ...present.map(([field, value]) => whereOf(field, value)));
  };
  return { input, read };
}

/** The fields that a `where` reads. */
const fieldsIn = (where: object): string[] =>
  Object.entries(where).flatMap(([key, value]) => (key === 'OR' ? value.flatMap(fieldsIn) : [key]));
