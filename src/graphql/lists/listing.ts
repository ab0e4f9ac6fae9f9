import { capitalized, grouped } from '../../base/text.ts';
import type { Common } from '../../prisma/client.ts';
import { modelNamed } from '../../prisma/sql/model.ts';
import type { RecordName, Scalars } from '../../records/records.ts';
import { builder, type QueryFields } from '../schema/builder.ts';
import type { RecordType } from '../schema/record.ts';
import { aggregateOf } from './aggregate-fields.ts';
import { type Listing, through } from './connection.ts';
import { filterInput } from './filter.ts';
import { orderInput, orderReader } from './order-input.ts';
import { type Condition, filterReader, type ReadFilter } from './read-filter.ts';
import { MOST_RANKED, ranked, search } from './search-filter.ts';

/** Delta reads. The database notes when records are modified, beside them. */
const modifiedSince: Condition = {
  type: 'DateTime',
  description:
    'Records that were created or changed at this time or later. Select `modifiedThrough` on each page of this read, and pass that of the first page to the next read. Null finds all records, as for a first read. Deleted records are reported by `deletions`.',
  where: (time: Date) => ({ modifiedSince: time }),
  ignoresNull: true,
  isOutermost: true,
};

/** The lists of a record. Each has filters and orders by all columns that the type shows. */
export function listing<Model extends RecordName>(record: RecordType<Model>) {
  const { model, noun, plural } = record;
  const name: string = model;
  const special = { ...search(modelNamed(model)), modifiedSince };
  const input = filterInput(model, special);
  const order = orderInput(model);
  const where: ReadFilter<Scalars<Model>> = filterReader(model, special);
  const args = (arg: QueryFields['arg']) => ({
    filter: arg({ type: input, description: 'Only matching records; omit for all.' }),
    orderBy: arg({
      type: [order],
      description: `Up to three columns to sort by. The default is by id, and with \`search\` by how well records fit, unless it finds more than ${grouped(MOST_RANKED)}.`,
    }),
  });
  const edge = builder.edgeObject({
    type: record.object,
    name: `${name}Edge`,
    description: `${capitalized(noun)} with its cursor.`,
  });
  const connection = builder.connectionObject(
    { type: record.object, name: `${name}Connection`, description: `A page of ${plural}.`, fields: (t) => through(t) },
    edge,
  );
  return {
    record,
    input,
    args,
    where,
    orderBy: orderReader<Scalars<Model>>(),
    ranked,
    connection,
    edge,
    aggregate: aggregateOf(record, where),
  };
}

export interface RecordListing
  extends Omit<ReturnType<typeof listing>, 'aggregate' | keyof Listing<Common>>,
    Listing<Common> {
  aggregate: ReturnType<typeof aggregateOf<Common>>;
}
