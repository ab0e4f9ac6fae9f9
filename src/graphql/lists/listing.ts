import { capitalized } from '../../base/text.ts';
import type { Common } from '../../prisma/client.ts';
import { modelNamed } from '../../prisma/sql/model.ts';
import type { OrderBy } from '../../prisma/sql/rows.ts';
import type { RecordName, Scalars } from '../../records/records.ts';
import { builder } from '../schema/builder.ts';
import type { RecordType } from '../schema/record.ts';
import { aggregateOf } from './aggregate-fields.ts';
import { type Listing, through } from './connection.ts';
import { type Condition, filterInput, oneOf, search } from './filter.ts';

type ArgBuilder = Parameters<Parameters<typeof builder.queryField>[1]>[0]['arg'];

interface Order<By = PropertyKey> {
  by: By;
  description: string;
}

const Direction = builder.enumType('OrderDirection', {
  description: 'Sort direction.',
  values: {
    ASC: { description: 'Ascending: smallest, earliest or A first.' },
    DESC: { description: 'Descending: largest, latest or Z first.' },
  },
});

/** Delta reads. The database notes when records are modified, beside them. */
const modifiedSince: Condition<object> = {
  type: 'DateTime',
  description:
    'Records that were created or changed at this time or later. Select `modifiedThrough` on each page of this read, and pass that of the first page to the next read. Null finds all records, as for a first read. Deleted records are reported by `deletions`.',
  where: (time: Date) => ({ modifiedSince: time }),
  ignoresNull: true,
  reads: [],
};

const byId: Order = { by: 'id', description: 'By id.' };
const lastModified: Order = {
  by: 'modifiedAt',
  description:
    'By the time of creation or last change. A record that changes several times within ten minutes may keep the place of the first change.',
};

/** The lists of a record. Each has `idIn`, `modifiedSince`, the orders by id and by last change, mostly `search`. */
export function listing<Model extends RecordName>(
  record: RecordType<Model>,
  {
    filter,
    order: own = {},
  }: {
    filter: Record<string, Condition<Scalars<Model>>>;
    order?: Record<string, Order<keyof OrderBy<Scalars<Model>>>>;
  },
) {
  const { model, noun, plural } = record;
  const name: string = model;
  const order: Record<string, Order> = { ID: byId, ...own, LAST_MODIFIED: lastModified };
  // Safe, since every model has an id.
  const idIn = oneOf<{ id: string }>('ID', 'id');
  const conditions = { idIn, ...filter, ...search(modelNamed(model)), modifiedSince } as Record<
    string,
    Condition<Scalars<Model>>
  >;
  const { input, where } = filterInput(`${name}Filter`, model, conditions);
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
    const chosen = given?.field ?? 'ID';
    const by = order[chosen]?.by;
    if (by === undefined) throw new Error('There is no such order.');
    const direction = given?.direction === 'DESC' ? 'desc' : 'asc';
    return { name: chosen, orderBy: { [by]: direction } as OrderBy<Scalars<Model>> };
  };
  const edge = builder.edgeObject({
    type: record.object,
    name: `${name}Edge`,
    description: `${capitalized(noun)} with its cursor.`,
  });
  const connection = builder.connectionObject(
    { type: record.object, name: `${name}Connection`, description: `A page of ${plural}.`, fields: through },
    edge,
  );
  return { record, input, args, where, orderBy, connection, edge, aggregate: aggregateOf(record, where) };
}

export interface RecordListing
  extends Omit<ReturnType<typeof listing>, 'aggregate' | keyof Listing<Common>>,
    Listing<Common> {
  aggregate: ReturnType<typeof aggregateOf<Common>>;
}
