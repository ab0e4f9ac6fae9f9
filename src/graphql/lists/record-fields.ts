import { type FieldKind, RootFieldBuilder, type SchemaTypes } from '@pothos/core';
import type { RecordName } from '../../base/records.ts';
import { capitalized } from '../../base/text.ts';
import type { Common } from '../../prisma/client.ts';
import type { Relation } from '../../prisma/sql/relations.ts';
import type { Where } from '../../prisma/sql/rows.ts';
import type { builder } from '../schema/builder.ts';
import { type RecordType, recordNamed } from '../schema/record.ts';
import { connect } from './connection.ts';
import { ValueCounts } from './count-fields.ts';
import type { RecordListing } from './listing.ts';

/** What a relation to many reads of the records that belong to another. */
interface RelationTo<Fields> {
  by: keyof Fields & string;
  where?: Where<Fields>;
}

/** What a relation reads of the record to which others belong. */
interface Parent {
  id: string;
  companyId: string | null;
}

declare global {
  export namespace PothosSchemaTypes {
    export interface RootFieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind> {
      recordById(record: RecordType): FieldRef<Types, unknown, Kind>;
      /** A page of the records that the caller may read. */
      recordPage(listing: RecordListing): FieldRef<Types, unknown, Kind>;
      /** These records, counted by a field. */
      recordCounts(listing: RecordListing): FieldRef<Types, unknown, Kind>;
      /** A page of the records to which this one leads. */
      relatedPage<Name extends RecordName>(
        listing: RecordListing & { record: RecordType<Name> },
        relation: Relation & { to: Name; from: 'id' },
        description: string,
      ): FieldRef<Types, unknown, Kind>;
      /** The one record to which this one leads. */
      relatedRecord(
        relation: Omit<Relation, 'by'> & { from: keyof ParentShape },
        description: string,
      ): FieldRef<Types, unknown, Kind>;
    }
  }
}

type Fields = PothosSchemaTypes.RootFieldBuilder<(typeof builder)['$inferSchemaTypes'], Parent, 'Object'>;

const needs = ({ reads }: RecordType): string => `Needs the scope \`${reads}\`.`;

Object.assign(RootFieldBuilder.prototype, {
  recordById(this: Fields, record: RecordType) {
    return this.field({
      type: record.object,
      description: `${capitalized(record.noun)} by id, or null if your company has none with this id. ${needs(record)}`,
      args: { id: this.arg.id({ required: true, description: `The id of the ${record.label.toLowerCase()}.` }) },
      resolve: (_root, { id }, context, info) => record.find(record.readableBy(context), id, context, info),
    });
  },

  recordPage(this: Fields, listing: RecordListing) {
    const { record, connection, edge } = listing;
    const description = `The ${record.plural} of your company. ${needs(record)}`;
    const args = listing.args(this.arg);
    return this.connection(
      {
        type: record.object,
        description,
        args,
        resolve: (_root, given, context, info) =>
          connect(context.database.$rows(record.model, record.readableBy(context)), listing, given, info),
      },
      connection,
      edge,
    );
  },

  relatedPage(this: Fields, listing: RecordListing, { by, where }: RelationTo<Common>, description: string) {
    const { record, connection, edge } = listing;
    return this.connection(
      {
        type: record.object,
        description: `${description} ${needs(record)}`,
        args: listing.args(this.arg),
        extensions: { reads: ['companyId'] },
        resolve: ({ id, companyId }, given, context, info) => {
          const rows = context.database.$rows(record.model, record.readableBy(context).within(companyId));
          return connect(rows, listing, given, info, { field: by, id, ...(where && { where }) });
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
        id === null ? null : record.find(record.readableBy(context).within(companyId), id, context, info),
    });
  },

  recordCounts(this: Fields, { record, input, counts }: RecordListing) {
    return this.field({
      type: ValueCounts,
      description: `The ${record.plural} of your company, counted by a field. ${needs(record)}`,
      args: {
        by: this.arg({ type: counts.field, required: true, description: 'The field whose values are counted.' }),
        filter: this.arg({ type: input, description: 'Only matching records; omit for all.' }),
      },
      resolve: (_root, args, context) =>
        counts.count(context.database.$rows(record.model, record.readableBy(context)), args),
    });
  },
});
