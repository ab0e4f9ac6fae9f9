import { InvalidRequestError, type IssueCode, NotFoundError } from '../../base/errors.ts';
import type { Operation } from '../../operation/operation.ts';
import { builder, MOST_PATCHES, type MutationFields } from '../schema/builder.ts';
import type { RecordType } from '../schema/record.ts';
import { selectionOf } from '../schema/selection.ts';
import { toCreate } from './creation.ts';
import { type Batch, manyField, UP_TO, writeOne } from './one-or-many.ts';
import { ruleIssuesOfNew } from './rule-issues.ts';
import { targetOf, writeEach } from './write-each.ts';
import { resultUnion } from './write-types.ts';

const DELETION = {
  id: { required: true, description: 'The id of the deleted record.' },
  version: {
    required: true,
    description:
      'The version that the record had when it was deleted, as the answer of the deletion, its event, `deletions` and the history have it. So a late repeat does not bring back what was deleted again.',
  },
} as const;

const RecordToRestore = builder.inputType('RecordToRestore', {
  description: 'A deletion to undo.',
  fields: (t) => ({ id: t.id(DELETION.id), version: t.int(DELETION.version) }),
});

const restoreEach =
  (record: RecordType) =>
  ({ tenant, items, pathOf, context, info }: Batch<{ id: string; version: number }>): Promise<object[]> => {
    const rows = context.database.$rowsOf(record.model, tenant);
    const select = selectionOf(record.model, info);
    const creatable = async <Item extends { id: string }>(sent: readonly Item[]): Promise<Item[]> => {
      const all = await Promise.all(sent.map(({ id }) => rows.deletion({ where: { id } })));
      return sent.filter((_item, index) => all[index]?.row && ruleIssuesOfNew(tenant, all[index].row).length === 0);
    };
    const refusal = (index: number, field: string, code: IssueCode, message: string): InvalidRequestError =>
      new InvalidRequestError([{ path: [...pathOf(index), field], code, message }]);
    return writeEach({
      context,
      items: items.map(({ id, version }) => ({ id, expectedVersion: version })),
      pathOf,
      word: 'deletion',
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
          return refusal(index, 'version', 'INCOMPATIBLE', `is not that of the last deletion, ${last.when}`);
        if (last.isBack) return { ...last.row, version: expectedVersion + 1 };
        if (tenant.rule !== undefined && (await creatable([item])).length === 0)
          return refusal(index, 'id', 'INCOMPATIBLE', 'would decide which other records the token can read');
        return refusal(index, 'id', 'DUPLICATE', 'is taken by a record that is there now');
      },
    });
  };

export function restorations(t: MutationFields, record: RecordType) {
  const { model, noun, plural, creates } = record;
  const about = `It has all the values that it had, also those of other writers, at the next version. A repeat returns it. Needs the scope \`${creates}\` and a token of one company.`;
  const name = `Restore${model}`;
  const result = resultUnion(name, record.object, () => model, [NotFoundError]);
  const writing = { tenantOf: (context: Operation) => toCreate(record, context), write: restoreEach(record) };
  return {
    [`restore${model}`]: t.field({
      type: result,
      description: `Brings ${noun} back that was deleted. ${about}`,
      args: { id: t.arg.id(DELETION.id), version: t.arg.int(DELETION.version) },
      resolve: (_root, deletion, context, info) => writeOne(writing, deletion, [], context, info),
    }),
    [`restore${model}s`]: manyField(t, {
      name,
      result,
      description: `Brings ${UP_TO} ${plural} back that were deleted. ${about}`,
      argument: ['records', RecordToRestore, `The deletions, at most ${MOST_PATCHES}, each of another record.`],
      about: {
        success: 'The result of each restoration. The records were restored together.',
        results: 'The result of each restoration, in the order of the records.',
      },
      ...writing,
    }),
  };
}
