import type { GraphQLResolveInfo } from 'graphql';
import { InvalidRequestError, type IssueCode, NotFoundError } from '../../base/errors.ts';
import { grouped } from '../../base/text.ts';
import { builder, MOST_PATCHES, type MutationFields } from '../schema/builder.ts';
import type { Context } from '../schema/context.ts';
import type { RecordType } from '../schema/record.ts';
import { selectionOf } from '../schema/selection.ts';
import { toCreate } from './creation.ts';
import { ruleIssuesOfNew } from './rule-issues.ts';
import { targetOf } from './update.ts';
import { writeEach } from './write-each.ts';
import { only, resultsBelow, resultUnion, successOf } from './write-types.ts';

/** The options of the arguments that name a deletion. */
const DELETION = {
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

/** The result of a restoration: the record, or the error. */
const resultOf = ({ model, object }: RecordType) =>
  resultUnion(`Restore${model}`, object, () => model, [NotFoundError]);

/** Restores records in one statement, and returns for each its row or why it was not restored. */
function restoreRecords(
  record: RecordType,
  items: readonly { id: string; version: number }[],
  pathOf: (index: number) => string[],
  context: Context,
  info: GraphQLResolveInfo,
): Promise<object[]> {
  const tenant = toCreate(record, context);
  const rows = context.database.$rows(record.model, tenant);
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
        return refusal(index, 'version', 'INCOMPATIBLE', `is not that of the last deletion, ${last.when}`);
      if (last.isBack) return { ...last.row, version: expectedVersion + 1 };
      if (tenant.rule !== undefined && (await creatable([item])).length === 0)
        return refusal(index, 'id', 'INCOMPATIBLE', 'would decide which other records the token can read');
      return refusal(index, 'id', 'DUPLICATE', 'is taken by a record that is there now');
    },
  });
}

/** The mutations that restore a record, and many. */
export function restorations(t: MutationFields, record: RecordType) {
  const { model, noun, plural, creates } = record;
  const result = resultOf(record);
  const about = `It has all the values that it had, also those of other writers, at the next version. A repeat returns it. Needs the scope \`${creates}\` and a token of one company.`;
  return {
    [`restore${model}`]: t.field({
      type: result,
      description: `Brings ${noun} back that was deleted. ${about}`,
      args: { id: t.arg.id(DELETION.id), version: t.arg.int(DELETION.version) },
      resolve: async (_root, deletion, context, info) =>
        only(await restoreRecords(record, [deletion], () => [], context, info)),
    }),
    [`restore${model}s`]: t.field({
      type: successOf(
        `Restore${model}`,
        result,
        'The result of each restoration. The records were restored together.',
        'The result of each restoration, in the order of the records.',
      ),
      description: `Brings up to ${grouped(MOST_PATCHES)} ${plural} back that were deleted. ${about}`,
      errors: {},
      args: {
        records: t.arg({
          type: [RecordToRestore],
          required: true,
          description: `The deletions, at most ${MOST_PATCHES}, each of another record.`,
        }),
      },
      resolve: async (_root, { records }, context, info) => {
        const pathOf = (index: number) => ['records', `${index}`];
        const below = resultsBelow(`Restore${model}`, info);
        return { results: await restoreRecords(record, records, pathOf, context, below) };
      },
    }),
  };
}
