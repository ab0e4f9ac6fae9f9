import { refuse, UnauthorizedError } from '../base/errors.ts';
import { capitalized } from '../base/text.ts';
import { connect, epoch } from '../graphql/lists/connection.ts';
import { builder, wordsEnum } from '../graphql/schema/builder.ts';
import { type WatchedRecord, watchedBy, watchedRecords } from '../graphql/schema/record.ts';
import type { Operation } from '../operation/operation.ts';

export const WatchedRecordEnum = wordsEnum(
  'WatchedRecord',
  'A type of records whose changes and deletions are reported.',
  watchedRecords().map(({ event, plural, reads }) => [event, `${capitalized(plural)}. Needs the scope \`${reads}\`.`]),
);

export const Deletion = builder.prismaObject('RecordDeletion', {
  variant: 'Deletion',
  fields: (t) => ({
    recordId: t.exposeID('id', { nullable: false }),
    deletedAt: t.expose('deletedAt', { type: 'DateTime', nullable: false }),
    version: t.exposeInt('recordVersion'),
  }),
});

const DAY_MS = 24 * 60 * 60 * 1000;
const oldestFirst = () => ({ name: 'DELETED', orderBy: [{ deletedAt: 'asc' }] as const });

/** Throws UnauthorizedError for a rule: of a deleted record only the id is known, and not whose it was. */
function tenantOf(record: WatchedRecord, context: Operation): ReturnType<WatchedRecord['readableBy']> {
  const { rule, withoutRule } = record.readableBy(context).onPrimary;
  if (rule?.isOfAll === false)
    throw new UnauthorizedError(
      'FORBIDDEN',
      `The token sees only its own ${record.plural}, and deletions are those of all. Reload all records, or watch them.`,
      record.reads,
    );
  return withoutRule;
}

builder.queryField('deletions', (t) =>
  t.connection(
    {
      type: Deletion,
      description:
        'The records that were deleted, or left your company, oldest first: those that are not there now. For a copy of your own, read and apply them before you read the records with `modifiedSince`. Needs the scope that reads all the records of the type, without `:own`.',
      args: {
        record: t.arg({ type: WatchedRecordEnum, required: true, description: 'The type of the records.' }),
        since: t.arg({
          type: 'DateTime',
          description:
            'Deletions at this time or later: pass the `deletedThrough` of the first page of the read before. Null finds all that are known, as for a first read.',
        }),
      },
      resolve: (_root, { record, since, ...args }, context, info) => {
        const tenant = tenantOf(watchedBy(record), context);
        const { deletionKeepDays: days } = context.services;
        const message = `must lie within the last ${days} days; read all records anew`;
        if (since && since.getTime() < Date.now() - days * DAY_MS)
          refuse([{ path: ['since'], code: 'OUT_OF_RANGE', message }]);
        const isGone = tenant.company === undefined ? ('from all' as const) : ('from its company' as const);
        const where = { recordType: record, isGone, ...(since && { deletedAt: { gte: since } }) };
        const listing = { where: () => where, orderBy: oldestFirst };
        return connect(context.database.recordDeletion.of(tenant), listing, args, context, info);
      },
    },
    {
      name: 'DeletionConnection',
      description: 'A page of deletions.',
      fields: (t) => ({
        deletedThrough: t.field({
          type: 'DateTime',
          description:
            'All deletions up to this time are visible, including those of long transactions. Pass that of the first page as `since` to the next read. Null if no such time is known, because a transaction has been open since before the gateway started; then pass the time that you passed before.',
          resolve: ({ through }) => through?.at ?? null,
        }),
        epoch: epoch(t),
      }),
    },
    { name: 'DeletionEdge', description: 'A deletion with its cursor.' },
  ),
);
