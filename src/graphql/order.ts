import type { OrderBy, Scalars } from '../db/rows.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { builder } from './builder.ts';
import { addSearched } from './searched.ts';

const Direction = builder.enumType('OrderDirection', {
  description: 'Sort direction.',
  values: {
    ASC: { description: 'Ascending: smallest, earliest or A first.' },
    DESC: { description: 'Descending: largest, latest or Z first.' },
  },
});

/** An order by one field. `nulls` says where a field that may be null sorts its nulls in ascending order. */
type Order<Fields> = {
  [Field in keyof OrderBy<Fields>]-?: { by: Field; description: string } & (null extends Fields[Field & keyof Fields]
    ? { nulls: 'first' | 'last' }
    : { nulls?: never });
}[keyof OrderBy<Fields>] & { by: keyof OrderBy<Fields>; description: string };

interface Given {
  field: string;
  direction: 'ASC' | 'DESC';
}

/** The input `<model>Order` over the enum `<model>OrderField`, whose values are the keys of `orders`. The first one is the default. */
export function orderInput<const Model extends Prisma.ModelName>(
  model: Model,
  orders: Record<string, Order<Scalars<Model>>>,
) {
  for (const { by } of Object.values(orders)) addSearched(model, String(by));
  const name: string = model;
  const field = builder.enumType(`${name}OrderField`, {
    description: 'Sort field. Records with equal values are sorted by id.',
    values: Object.fromEntries(Object.entries(orders).map(([name, { description }]) => [name, { description }])),
  });
  const input = builder.inputType(`${name}Order`, {
    description: 'Sort order.',
    fields: (t) => ({
      field: t.field({ type: field, required: true, description: 'Sort field.' }),
      direction: t.field({ type: Direction, required: true, description: 'Sort direction.' }),
    }),
  });
  /** Prisma's `orderBy` for an order of the client's, with the name that its cursors bear. */
  const read = (given: Given | null | undefined): { name: string; orderBy: OrderBy<Scalars<Model>> } => {
    const order = given?.field ?? Object.keys(orders)[0] ?? '';
    return { name: order, orderBy: orderBy(orders[order], given?.direction ?? 'ASC') };
  };
  return { input, read };
}

function orderBy<Fields>(order: Order<Fields> | undefined, direction: 'ASC' | 'DESC'): OrderBy<Fields> {
  if (order === undefined) throw new Error('There is no such order.');
  const { by, nulls } = order;
  if (direction === 'ASC') return { [by]: nulls === undefined ? 'asc' : { sort: 'asc', nulls } } as OrderBy<Fields>;
  const others = nulls === 'first' ? 'last' : 'first';
  return { [by]: nulls === undefined ? 'desc' : { sort: 'desc', nulls: others } } as OrderBy<Fields>;
}
