import type { InputShape, InputType } from '@pothos/core';
import { models } from '../db/model.ts';
import type { OrderBy, Scalars, Where } from '../db/rows.ts';
import { issuesIn } from '../db/values.ts';
import type { InputIssue } from '../errors.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { builder } from './builder.ts';

type Types = (typeof builder)['$inferSchemaTypes'];
type ArgBuilder = Parameters<Parameters<typeof builder.queryField>[1]>[0]['arg'];

interface Condition<Fields> {
  type: InputType<Types>;
  description?: string;
  /** Prisma's `where` for a value. Without it, the field of the same name is equal to the value, or null. */
  where?: (value: never) => Where<Fields>;
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

/** An order by one field. `nulls` says where a field that may be null sorts its nulls in ascending order. */
type Order<Fields> = {
  [Field in keyof OrderBy<Fields>]-?: { by: Field; description: string } & (null extends Fields[Field & keyof Fields]
    ? { nulls: 'first' | 'last' }
    : { nulls?: never });
}[keyof OrderBy<Fields>] & { by: keyof OrderBy<Fields>; description: string };

export interface OrderArgument {
  field: string;
  direction: 'ASC' | 'DESC';
}

/** Reads the filter and the order of a connection. */
export interface Listing<Fields> {
  /** Prisma's `where` for a filter. Adds to `issues` what is wrong with it. */
  where(filter: object, issues: InputIssue[]): Where<Fields>;
  /** Prisma's `orderBy` for an order, and the name that its cursors have. */
  orderBy(order: OrderArgument | null | undefined): { name: string; orderBy: OrderBy<Fields> };
}

/** The fields that a filter or an order of each model reads. An index holds them, so their texts have a maximum length. */
const searched = new Map<string, Set<string>>();
export const isSearched = (model: string, field: string): boolean => searched.get(model)?.has(field) ?? false;

/** Notes that a field is searched. Throws at the start for one that the model does not have. */
function search(model: string, field: string): void {
  if (!models[model]?.fields.some(({ name }) => name === field))
    throw new Error(`The model ${model} has no field "${field}".`);
  searched.set(model, (searched.get(model) ?? new Set()).add(field));
}

const Direction = builder.enumType('OrderDirection', {
  description: 'Sort direction.',
  values: {
    ASC: { description: 'Ascending: smallest, earliest or A first.' },
    DESC: { description: 'Descending: largest, latest or Z first.' },
  },
});

/** The inputs `<model>Filter`, whose conditions must all hold, and `<model>Order`. The first order is the default. */
export function listing<const Model extends Prisma.ModelName>(
  model: Model,
  {
    filter,
    order,
  }: { filter: Record<string, Condition<Scalars<Model>>>; order: Record<string, Order<Scalars<Model>>> },
) {
  const name: string = model;
  const { input, where } = filterInput(`${name}Filter`, model, filter);
  for (const { by } of Object.values(order)) search(model, String(by));
  const field = builder.enumType(`${name}OrderField`, {
    description: 'Sort field. Records with equal values are sorted by id.',
    values: Object.fromEntries(Object.entries(order).map(([value, { description }]) => [value, { description }])),
  });
  const orderInput = builder.inputType(`${name}Order`, {
    description: 'Sort order.',
    fields: (t) => ({
      field: t.field({ type: field, required: true, description: 'Sort field.' }),
      direction: t.field({ type: Direction, required: true, description: 'Sort direction.' }),
    }),
  });
  const args = (arg: ArgBuilder) => ({
    filter: arg({ type: input, description: 'Only matching records; omit for all.' }),
    orderBy: arg({ type: orderInput, description: 'Sort order. The default is by id.' }),
  });
  const orderBy: Listing<Scalars<Model>>['orderBy'] = (given) => {
    const chosen = given?.field ?? Object.keys(order)[0] ?? '';
    return { name: chosen, orderBy: orderOf(order[chosen], given?.direction === 'DESC') };
  };
  return { args, where, orderBy };
}

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
      Object.fromEntries(Object.entries(conditions).map(([key, { where: _, ...options }]) => [key, t.field(options)])),
  });
  const whereOf = (key: string, value: unknown): object => conditions[key]?.where?.(value as never) ?? { [key]: value };
  for (const key of Object.keys(conditions)) for (const read of fieldsIn(whereOf(key, undefined))) search(model, read);

  const where: Listing<Scalars<Model>>['where'] = (given, issues) => {
    const present = Object.entries(given).filter(([, value]) => value !== undefined);
    for (const [key, value] of present) {
      issues.push(...issuesIn(value, ['filter', key]));
      if (value === null && conditions[key]?.where)
        issues.push({ path: ['filter', key], code: 'REQUIRED', message: 'cannot be null' });
    }
    return Object.assign({}, ...present.map(([key, value]) => whereOf(key, value)));
  };
  return { input, where };
}

/** The fields that a `where` reads. */
const fieldsIn = (where: object): string[] =>
  Object.entries(where).flatMap(([key, value]) => (key === 'OR' ? value.flatMap(fieldsIn) : [key]));

function orderOf<Fields>(order: Order<Fields> | undefined, descending: boolean): OrderBy<Fields> {
  if (order === undefined) throw new Error('There is no such order.');
  const { by, nulls } = order;
  const sort = descending ? 'desc' : 'asc';
  const reversed = nulls === 'first' ? 'last' : 'first';
  return { [by]: nulls === undefined ? sort : { sort, nulls: descending ? reversed : nulls } } as OrderBy<Fields>;
}
