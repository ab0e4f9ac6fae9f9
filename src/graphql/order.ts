import { builder } from './builder.ts';

const Direction = builder.enumType('OrderDirection', {
  description: 'Which end of an order comes first.',
  values: {
    ASC: { description: 'The smallest, the earliest, or A first.' },
    DESC: { description: 'The largest, the latest, or Z first.' },
  },
});

/** The input type `<type>Order` over the enum `<type>OrderField`, whose values and meanings are given: the keys of the table's `orders`. */
export function orderInput(type: string, meanings: Record<string, string>) {
  const field = builder.enumType(`${type}OrderField`, {
    description: 'What the list can be sorted by. Records that compare equal follow each other by id.',
    values: Object.fromEntries(Object.entries(meanings).map(([name, description]) => [name, { description }])),
  });
  return builder.inputType(`${type}Order`, {
    description: 'How to sort the list.',
    fields: (t) => ({
      field: t.field({ type: field, required: true, description: 'What to sort by.' }),
      direction: t.field({ type: Direction, required: true, description: 'Which end comes first.' }),
    }),
  });
}
