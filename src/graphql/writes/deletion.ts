import { authorize } from '../../auth/scopes.ts';
import { NotFoundError } from '../../base/errors.ts';
import { capitalized } from '../../base/text.ts';
import type { Operation } from '../../operation/operation.ts';
import { builder, MOST_PATCHES, type MutationFields, required } from '../schema/builder.ts';
import type { RecordType } from '../schema/record.ts';
import { infoOfChild, selectionOf } from '../schema/selection.ts';
import { missOf } from './conflict.ts';
import { type Batch, manyField, UP_TO, writeOne } from './one-or-many.ts';
import { targetOf, type VersionedTarget, writeEach } from './write-each.ts';
import { PATCH, resultUnion, updateErrors } from './write-types.ts';

const RecordToDelete = builder.inputType('RecordToDelete', {
  description: 'A record, and the version at which it may be deleted.',
  fields: (t) => ({ id: t.id(PATCH.id), expectedVersion: t.int(PATCH.expectedVersion) }),
});

const resultName = ({ model }: RecordType): string => `Deleted${model}`;

const deletedRecord = (record: RecordType) =>
  builder.objectRef<{ id: string }>(resultName(record)).implement({
    description: `${capitalized(record.noun)} that was deleted.`,
    fields: (t) => ({
      recordId: t.exposeID('id', { ...required, description: 'The id of the deleted record.' }),
      record: t.field({
        type: record.object,
        ...required,
        description: 'The record as it was at last.',
        resolve: (row) => row,
      }),
    }),
  });

const deleteEach =
  (record: RecordType) =>
  ({ tenant, info, ...batch }: Batch<VersionedTarget>): Promise<object[]> => {
    const select = selectionOf(record.model, infoOfChild(resultName(record), 'record', info));
    const rows = batch.context.database.$rowsOf(record.model, tenant);
    const write = (sent: readonly VersionedTarget[]) => rows.deleteEach({ where: sent.map(targetOf), select });
    // A repeat at the version of the deletion gets the record, as the deletion did.
    const explain = async (item: VersionedTarget) => {
      const where = targetOf(item);
      const miss = await missOf(record, tenant, where, batch.context, info);
      const isGone = miss instanceof NotFoundError && where.version !== undefined;
      const gone = isGone ? await rows.deletion({ where, select }) : null;
      return gone?.version === where.version ? (gone?.row ?? miss) : miss;
    };
    return writeEach({ ...batch, word: 'deletion', write, explain });
  };

export function deletions(t: MutationFields, record: RecordType) {
  const { model, noun, plural, deletes } = record;
  const about = `References to it remain and resolve to null. A repeat at its version returns it again. \`restore${model}\` brings it back. Needs the scope \`${deletes}\`.`;
  const name = `Delete${model}`;
  const result = resultUnion(name, deletedRecord(record), () => resultName(record), updateErrors(record).types);
  const writing = { tenantOf: (context: Operation) => authorize(context, deletes), write: deleteEach(record) };
  return {
    [`delete${model}`]: t.field({
      type: result,
      description: `Deletes ${noun}. ${about}`,
      args: { id: t.arg.id(PATCH.id), expectedVersion: t.arg.int(PATCH.expectedVersion) },
      resolve: (_root, chosen, context, info) => writeOne(writing, chosen, [], context, info),
    }),
    [`delete${model}s`]: manyField(t, {
      name,
      result,
      description: `Deletes ${UP_TO} ${plural} at once. Each has its result, in the same order. ${about}`,
      argument: ['records', RecordToDelete, `The records, at most ${MOST_PATCHES}, each one once.`],
      about: {
        success: 'The result of each deletion. The records were deleted together.',
        results: 'The result of each deletion, in the order of the records.',
      },
      ...writing,
    }),
  };
}
