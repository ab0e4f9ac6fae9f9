import type { GraphQLResolveInfo } from 'graphql';
import { InvalidRequestError, type IssueCode, NotFoundError } from '../../base/errors.ts';
import { builder } from '../schema/builder.ts';
import type { Context } from '../schema/context.ts';
import type { RecordType } from '../schema/record.ts';
import { selectionOf } from '../schema/selection.ts';
import { toCreate } from './creation.ts';
import { whenDeleted } from './deletion.ts';
import { ruleIssuesOfNew } from './rule-issues.ts';
import { targetOf } from './update.ts';
import { writeEach } from './write-each.ts';
import { resultUnion } from './write-types.ts';

/** The options of the arguments that name a deletion. */
export const DELETION = {
  id: { required: true, description: 'The id of the deleted record.' },
  version: {
    required: true,
    description:
      'The version that the record had when it was deleted, as the answer of the deletion, its event, `deletions` and the history have it. So a late repeat does not bring back what was deleted again.',
  },
} as const;

export const RecordToRestore = builder.inputType('RecordToRestore', {
  description: 'A deletion to undo.',
  fields: (t) => ({ id: t.id(DELETION.id), version: t.int(DELETION.version) }),
});

const results = new Map<RecordType, ReturnType<typeof resultUnion>>();

/** The result of a restoration: the record, or the error. One type serves both fields. */
export function restoredOf(record: RecordType) {
  const { model, object } = record;
  const result = results.get(record) ?? resultUnion(`Restore${model}`, object, () => model, [NotFoundError]);
  results.set(record, result);
  return result;
}

/** Restores records in one statement, and returns for each its row or why it was not restored. */
export function restoreRecords(
  record: RecordType,
  items: readonly { id: string; version: number }[],
  pathOf: (index: number) => string[],
  context: Context,
  info: GraphQLResolveInfo,
): Promise<object[]> {
  const tenant = toCreate(record, context);
  const rows = context.prisma.$rows(record.model, tenant);
  const select = selectionOf(record.model, info);
  /** Those that the token could create. */
  const creatable = async <Item extends { id: string }>(sent: readonly Item[]): Promise<Item[]> => {
    const all = await Promise.all(sent.map(({ id }) => rows.deletion({ where: { id } })));
    return sent.filter((_item, index) => all[index]?.row && ruleIssuesOfNew(tenant, all[index].row).length === 0);
  };
  const refusal = (index: number, field: string, code: IssueCode, message: string): InvalidRequestError =>
    new InvalidRequestError([{ path: [...pathOf(index), field], code, message }]);
  return writeEach({
    context,
    items: items.map(({ id, version }) => ({ id, expectedVersion: version })),
    argument: 'records',
    issuesOf: () => [],
    async write(sent) {
      const allowed = tenant.rule === undefined ? sent : await creatable(sent);
      const restored = await rows.restoreEach({ where: allowed.map(targetOf), select });
      return sent.map((item) => restored[allowed.indexOf(item)] ?? null);
    },
    async explain(item, index) {
      const { id, expectedVersion } = item;
      const last = await rows.deletion({ where: { id }, select });
      if (last === null) return new NotFoundError(`Deleted ${record.label.toLowerCase()}`, id);
      if (last.row === null)
        return refusal(index, 'id', 'INVALID', 'is of a deletion without values: they were erased, or not yet kept');
      if (last.version !== expectedVersion)
        return refusal(index, 'version', 'INCOMPATIBLE', `is not that of the last deletion, ${whenDeleted(last)}`);
      if (last.isBack) return { ...last.row, version: expectedVersion + 1 };
      if (tenant.rule !== undefined && (await creatable([item])).length === 0)
        return refusal(index, 'id', 'INCOMPATIBLE', 'would decide which other records the token can read');
      return refusal(index, 'id', 'DUPLICATE', 'is taken by a record that is there now');
    },
  });
}
