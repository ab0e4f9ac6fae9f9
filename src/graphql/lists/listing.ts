import { capitalized, grouped } from '../../base/text.ts';
import type { Common } from '../../prisma/client.ts';
import { modelNamed } from '../../prisma/sql/model.ts';
import type { RecordName } from '../../records/records.ts';
import { builder, type QueryFields } from '../schema/builder.ts';
import type { RecordType } from '../schema/record.ts';
import { aggregateOf } from './aggregate-fields.ts';
import { through } from './connection.ts';
import { filterInput } from './filter.ts';
import { orderInput, readOrder } from './order-input.ts';
import { type Condition, filterReader } from './read-filter.ts';
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
export function listing<Name extends RecordName>(record: RecordType<Name>) {
  const { noun, plural } = record;
  const model: string = record.model;
  const special = { ...search(modelNamed(model)), modifiedSince };
  const input = filterInput(model, special);
  const order = orderInput(model);
  const where = filterReader<Common>(model, special);
  const args = (arg: QueryFields['arg']) => ({
    filter: arg({ type: input, description: 'Only matching records; omit for all.' }),
    orderBy: arg({
      type: [order],
      description: `Up to three columns to sort by. The default is by id, and with \`search\` by how well records fit, unless it finds more than ${grouped(MOST_RANKED)}.`,
    }),
  });
  const edge = builder.edgeObject({
    type: record.object,
    name: `${model}Edge`,
    description: `${capitalized(noun)} with its cursor.`,
  });
  const connection = builder.connectionObject(
    { type: record.object, name: `${model}Connection`, description: `A page of ${plural}.`, fields: (t) => through(t) },
    edge,
  );
  return {
    record,
    input,
    args,
    where,
    orderBy: readOrder<Common>,
    ranked,
    connection,
    edge,
    aggregate: aggregateOf(record, where),
  };
}

export type RecordListing<Name extends RecordName = RecordName> = ReturnType<typeof listing<Name>>;
