import type { GraphQLResolveInfo } from 'graphql';
import { authorize } from '../../auth/scopes.ts';
import { NotFoundError } from '../../base/errors.ts';
import { capitalized } from '../../base/text.ts';
import { builder, required } from '../schema/builder.ts';
import type { Context } from '../schema/context.ts';
import type { RecordType } from '../schema/record.ts';
import { below, selectionOf } from '../schema/selection.ts';
import { type Chosen, missOf, targetOf } from './update.ts';
import { writeEach } from './write-each.ts';
import { PATCH, resultUnion, updateErrors } from './write-types.ts';

export const RecordToDelete = builder.inputType('RecordToDelete', {
  description: 'A record, and the version at which it may be deleted.',
  fields: (t) => ({ id: t.id(PATCH.id), expectedVersion: t.int(PATCH.expectedVersion) }),
});

const resultName = ({ model }: RecordType): string => `Deleted${model}`;

const results = new Map<RecordType, ReturnType<typeof resultUnion>>();

/** The result of a deletion: the record as it was, or the error. One type serves both fields. */
export function resultFor(record: RecordType) {
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
  const result = resultUnion(`Delete${model}`, deleted, () => resultName(record), updateErrors(record).types);
  results.set(record, result);
  return result;
}

/** Deletes records in one statement, and returns for each its row or why it was not deleted. */
export function deleteRecords(
  record: RecordType,
  items: readonly Chosen[],
  context: Context,
  info: GraphQLResolveInfo,
): Promise<object[]> {
  const tenant = authorize(context, record.deletes);
  const select = selectionOf(record.model, below(resultName(record), 'record', info));
  const rows = context.database.$rows(record.model, tenant);
  const write = (sent: readonly Chosen[]) => rows.deleteEach({ where: sent.map(targetOf), select });
  // A repeat at the version of the deletion gets the record, as the deletion did.
  const explain = async (item: Chosen) => {
    const where = targetOf(item);
    const miss = await missOf(record, tenant, where, context, info);
    const isGone = miss instanceof NotFoundError && where.version !== undefined;
    const gone = isGone ? await rows.deletion({ where, select }) : null;
    return gone?.version === where.version ? (gone?.row ?? miss) : miss;
  };
  return writeEach({ context, items, argument: 'records', issuesOf: () => [], write, explain });
}
