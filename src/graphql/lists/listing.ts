import { type FieldKind, RootFieldBuilder, type SchemaTypes } from '@pothos/core';
import { capitalized, grouped, uncapitalized } from '../../base/text.ts';
import type { Operation } from '../../operation/operation.ts';
import type { Common } from '../../prisma/client.ts';
import { modelNamed } from '../../prisma/sql/model.ts';
import type { Relation } from '../../prisma/sql/relations.ts';
import type { Where } from '../../prisma/sql/rows.ts';
import type { RecordName } from '../../records/records.ts';
import { builder, type QueryFields } from '../schema/builder.ts';
import { type RecordType, recordNamed } from '../schema/record.ts';
import { aggregateArguments, aggregateOf, MOST_GROUPS } from './aggregate-fields.ts';
import { connect, through } from './connection.ts';
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

/** Declares the queries of a record. Its lists have filters and orders by all columns that the type shows. */
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
  const listing = {
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
  declareQueries(listing);
  return listing;
}

export type RecordListing<Name extends RecordName = RecordName> = ReturnType<typeof listing<Name>>;

interface RelationTo<Fields> {
  by: keyof Fields & string;
  where?: Where<Fields>;
}

interface Parent {
  id: string;
  companyId: string | null;
}

declare global {
  export namespace PothosSchemaTypes {
    export interface RootFieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind> {
      relatedPage<Name extends RecordName>(
        listing: RecordListing<Name>,
        relation: Relation & { to: Name; from: 'id' },
        description: string,
      ): FieldRef<Types, unknown, Kind>;
      relatedRecord(
        relation: Omit<Relation, 'by'> & { from: keyof ParentShape },
        description: string,
      ): FieldRef<Types, unknown, Kind>;
    }
  }
}

type Fields = PothosSchemaTypes.RootFieldBuilder<(typeof builder)['$inferSchemaTypes'], Parent, 'Object'>;

const needs = ({ reads }: RecordType): string => `Needs the scope \`${reads}\`.`;

function declareQueries(listing: RecordListing): void {
  const { record, connection, edge, input, aggregate } = listing;
  const { model, noun, plural, label } = record;
  const one = uncapitalized(model);
  const rowsOf = (context: Operation) => context.database.$rowsOf(model, record.readableBy(context));
  builder.queryFields((t) => ({
    [one]: t.field({
      type: record.object,
      description: `${capitalized(noun)} by id, or null if your company has none with this id. ${needs(record)}`,
      args: { id: t.arg.id({ required: true, description: `The id of the ${label.toLowerCase()}.` }) },
      resolve: (_root, { id }, context, info) => record.find(record.readableBy(context), id, context, info),
    }),
    [`${one}s`]: t.connection(
      {
        type: record.object,
        description: `The ${plural} of your company. ${needs(record)}`,
        args: listing.args(t.arg),
        resolve: (_root, given, context, info) => connect(rowsOf(context), listing, given, context, info),
      },
      connection,
      edge,
    ),
    [`${one}Aggregate`]: t.field({
      type: aggregate.type,
      description: `The number of the ${plural} of your company, and figures of them, by the fields of \`groupBy\`. Only the selected figures are computed. ${needs(record)}`,
      args: {
        filter: t.arg({ type: input, description: 'Only matching records; omit for all.' }),
        groupBy: t.arg({
          type: [aggregate.field],
          description: 'Up to 3 fields; records with the same values are a group. Without any, all records are one.',
        }),
        ...aggregateArguments(t.arg),
      },
      extensions: { mostItems: MOST_GROUPS },
      resolve: (_root, args, context, info) => aggregate.read(rowsOf(context), args, context, info),
    }),
  }));
}

Object.assign(RootFieldBuilder.prototype, {
  relatedPage(this: Fields, listing: RecordListing, { by, where }: RelationTo<Common>, description: string) {
    const { record, connection, edge } = listing;
    return this.connection(
      {
        type: record.object,
        description: `${description} ${needs(record)}`,
        args: listing.args(this.arg),
        extensions: { reads: ['companyId'] },
        resolve: ({ id, companyId }, given, context, info) => {
          const rows = context.database.$rowsOf(record.model, record.readableBy(context).inCompany(companyId));
          return connect(rows, listing, given, context, info, { field: by, id, ...(where && { where }) });
        },
      },
      connection,
      edge,
    );
  },

  relatedRecord(this: Fields, { to, from }: Relation & { from: keyof Parent }, description: string) {
    const record = recordNamed(to);
    return this.field({
      type: record.object,
      description: `${description} ${needs(record)}`,
      extensions: { reads: ['companyId', from] },
      resolve: ({ companyId, [from]: id }, _args, context, info) =>
        id === null ? null : record.find(record.readableBy(context).inCompany(companyId), id, context, info),
    });
  },
});
