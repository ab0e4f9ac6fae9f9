import type { OrderBy, Scalars } from '../db/rows.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { builder } from './builder.ts';
import { type CountBy, countsOf } from './counts.ts';
import { type Condition, filterInput, type ReadFilter, search } from './filter.ts';

type ArgBuilder = Parameters<Parameters<typeof builder.queryField>[1]>[0]['arg'];

/** An order by one field. `nulls` says where a field that may be null sorts its nulls in ascending order. */
export type Order<Fields> = {
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
  where: ReadFilter<Fields>;
  /** Prisma's `orderBy` for an order, and the name that its cursors have. */
  orderBy(order: OrderArgument | null | undefined): { name: string; orderBy: OrderBy<Fields> };
}

const Direction = builder.enumType('OrderDirection', {
  description: 'Sort direction.',
  values: {
    ASC: { description: 'Ascending: smallest, earliest or A first.' },
    DESC: { description: 'Descending: largest, latest or Z first.' },
  },
});

/**
 * The inputs `<model>Filter`, whose conditions must all hold, and `<model>Order`. The first order is the default. `counts` are the fields
 * that records can be counted by.
 */
export function listing<const Model extends Prisma.ModelName>(
  model: Model,
  {
    filter,
    order,
    counts,
  }: {
    filter: Record<string, Condition<Scalars<Model>>>;
    order: Record<string, Order<Scalars<Model>>>;
    counts: Record<string, CountBy<Scalars<Model>>>;
  },
) {
  const name: string = model;
  const nulls = Object.values(order).flatMap(({ by, nulls }): [string, 'first' | 'last'][] =>
    nulls === undefined ? [] : [[String(by), nulls]],
  );
  const { input, where } = filterInput(`${name}Filter`, model, filter, new Map(nulls));
  for (const { by } of Object.values(order)) if (by !== 'modifiedAt') search(model, String(by));
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
  return { args, where, orderBy, ...countsOf(name, input, where, counts) };
}

function orderOf<Fields>(order: Order<Fields> | undefined, descending: boolean): OrderBy<Fields> {
  if (order === undefined) throw new Error('There is no such order.');
  const { by, nulls } = order;
  const sort = descending ? 'desc' : 'asc';
  const reversed = nulls === 'first' ? 'last' : 'first';
  return { [by]: nulls === undefined ? sort : { sort, nulls: descending ? reversed : nulls } } as OrderBy<Fields>;
}
