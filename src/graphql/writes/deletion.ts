import { type FieldKind, RootFieldBuilder, type SchemaTypes } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { authorize } from '../../auth/scopes.ts';
import { grouped } from '../../runtime/grouped.ts';
import { builder, MOST_PATCHES, required } from '../schema/builder.ts';
import { capitalized, type RecordType } from '../schema/record.ts';
import { below, selectionOf } from '../schema/selection.ts';
import { missOf, writeOrMiss } from './update.ts';
import { writeEach } from './write-each.ts';
import { PATCH, resultOf, successOf } from './write-types.ts';

interface Chosen {
  id: string;
  expectedVersion?: number | null | undefined;
}

declare global {
  export namespace PothosSchemaTypes {
    export interface RootFieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind> {
      /** Deletes one record. */
      delete(record: RecordType): FieldRef<Types, unknown, Kind>;
      /** Deletes many records at once. */
      deleteMany(record: RecordType): FieldRef<Types, unknown, Kind>;
    }
  }
}

type Fields = Parameters<Parameters<typeof builder.mutationField>[1]>[0];

const RecordToDelete = builder.inputType('RecordToDelete', {
  description: 'A record, and the version at which it may be deleted.',
  fields: (t) => ({ id: t.id(PATCH.id), expectedVersion: t.int(PATCH.expectedVersion) }),
});

const whereOf = ({ id, expectedVersion }: Chosen) => ({ id, version: expectedVersion ?? undefined });

const resultName = ({ model }: RecordType): string => `Deleted${model}`;

/** The columns of the record that a result selects. */
const selectOf = (record: RecordType, info: GraphQLResolveInfo) =>
  selectionOf(record.model, below(resultName(record), 'record', info));

const results = new Map<RecordType, ReturnType<typeof resultOf>>();

/** The result of a deletion: the record as it was, or the error. One type serves both fields. */
function resultFor(record: RecordType) {
  const { model, noun, object } = record;
  const known = results.get(record);
  if (known !== undefined) return known;
  const deleted = builder.objectRef<{ id: string }>(resultName(record)).implement({
    description: `${capitalized(noun)} that was deleted.`,
    fields: (t) => ({
      recordId: t.exposeID('id', { ...required, description: 'The id of the deleted record.' }),
      record: t.field({
        type: object,
        ...required,
        description: 'The record as it was at last.',
        resolve: (row) => row,
      }),
    }),
  });
  const result = resultOf(`Delete${model}`, deleted, () => resultName(record));
  results.set(record, result);
  return result;
}

const about = ({ deletes, model }: RecordType): string =>
  `What refers to it stays, and leads to null. \`create${model}\` with the same id brings it back, at version 1 and without the fields that only the server sets. Needs the scope \`${deletes}\`.`;

Object.assign(RootFieldBuilder.prototype, {
  delete(this: Fields, record: RecordType) {
    return this.field({
      type: resultFor(record),
      description: `Deletes ${record.noun}. ${about(record)}`,
      args: { id: this.arg.id(PATCH.id), expectedVersion: this.arg.int(PATCH.expectedVersion) },
      resolve: async (_root, chosen, context, info) => {
        const tenant = authorize(context, record.deletes);
        const [where, select] = [whereOf(chosen), selectOf(record, info)];
        const row = await writeOrMiss(
          async () =>
            (await context.prisma.$rows(record.model, tenant).deleteMany({ where: [where], select }))[0] ?? null,
          where,
          () => missOf(record, tenant, where, context, info),
        );
        context.nudge();
        return row;
      },
    });
  },

  deleteMany(this: Fields, record: RecordType) {
    const name = `Delete${record.model}`;
    const success = successOf(
      name,
      resultFor(record),
      'The result of each deletion. The records were deleted together.',
      'The result of each deletion, in the order of the records.',
    );
    return this.field({
      type: success,
      description: `Deletes up to ${grouped(MOST_PATCHES)} ${record.plural} at once. Each has its result, in the same order. ${about(record)}`,
      errors: {},
      args: {
        records: this.arg({
          type: [RecordToDelete],
          required: true,
          description: `The records, at most ${MOST_PATCHES}, each one once.`,
        }),
      },
      resolve: async (_root, { records }, context, fieldInfo) => {
        const tenant = authorize(context, record.deletes);
        const info = below(`${name}sSuccess`, 'results', fieldInfo);
        const select = selectOf(record, info);
        const write = (sent: readonly Chosen[]) =>
          context.prisma.$rows(record.model, tenant).deleteMany({ where: sent.map(whereOf), select });
        const place = { record, tenant, context, info };
        return { results: await writeEach(place, { items: records, argument: 'records', issuesOf: () => [], write }) };
      },
    });
  },
});
