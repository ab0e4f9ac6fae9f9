import type { GraphQLResolveInfo } from 'graphql';
import { authorize } from '../auth/scopes.ts';
import { catchUp } from '../changes/catch-up.ts';
import { connect } from '../graphql/lists/connection.ts';
import { fieldNamesOf } from '../graphql/live-fields.ts';
import { builder, required } from '../graphql/schema/builder.ts';
import { ChangeAction, madeBy } from '../graphql/schema/change-types.ts';
import { type WatchedRecord, watchedBy, watchedRecords } from '../graphql/schema/record.ts';
import type { Operation } from '../operation/operation.ts';
import { modelNamed } from '../prisma/sql/model.ts';
import { actorOf } from '../records/actors.ts';
import { HISTORY } from '../records/records.ts';
import { Deletion, WatchedRecordEnum } from './deletions.ts';

const VALUES = 'One of more than 8 KB as JSON is `{"$cut": true}`; one that the operator leaves out is absent.';

/** Values by their columns as values by the names of their fields, in the order of the model. */
function underFieldNames(resource: string, values: object): object {
  const stored = new Map<string, unknown>(Object.entries(values));
  const fields = Array.from(modelNamed(watchedBy(resource).model).columns.values());
  return Object.fromEntries(
    fields.flatMap(({ column, field }) => (stored.has(column) ? [[field, stored.get(column)]] : [])),
  );
}

const Revision = builder.prismaObject('RecordRevision', {
  variant: 'Revision',
  fields: (t) => ({
    version: t.exposeInt('recordVersion', required),
    action: t.expose('action', { type: ChangeAction, ...required }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime', nullable: false }),
    sequence: t.field({
      type: 'SafeInt',
      ...required,
      description: 'Rises with each change of a record, over deletion and re-creation. The same as in webhooks.',
      select: { sequence: true },
      resolve: ({ sequence }) => Number(sequence),
    }),
    actor: t.field({ ...madeBy, select: { actor: true }, resolve: ({ actor }) => actorOf(actor) }),
    changedFields: t.stringList({
      ...required,
      description: 'The names of the changed fields, with those that the server set; empty unless it is an update.',
      select: { resource: true, changed: true },
      resolve: ({ resource, changed }) => fieldNamesOf(watchedBy(resource).model, changed ?? []),
    }),
    before: t.field({
      type: 'JSONObject',
      ...required,
      description: `The values of the changed fields before an update; before a deletion, those of all fields that had one. ${VALUES}`,
      select: { resource: true, before: true },
      resolve: ({ resource, before }) => underFieldNames(resource, before),
    }),
    after: t.field({
      type: 'JSONObject',
      ...required,
      description: `The values of the changed fields after an update; after a creation, those of all fields that have one. ${VALUES}`,
      select: { resource: true, after: true },
      resolve: ({ resource, after }) => underFieldNames(resource, after),
    }),
  }),
});

const RevisionEdge = builder.edgeObject({
  type: Revision,
  name: 'RevisionEdge',
  description: 'A revision with its cursor.',
});
const RevisionConnection = builder.connectionObject(
  { type: Revision, name: 'RevisionConnection', description: 'A page of revisions.' },
  RevisionEdge,
);

const newestFirst = () => ({ name: 'SEQUENCE', orderBy: [{ sequence: 'desc' }] as const });

/** A page of what the caller's company, or that of `within`, knows of a record. Throws UnauthorizedError. */
async function historyOf(
  record: WatchedRecord,
  id: string,
  within: string | null | undefined,
  args: PothosSchemaTypes.DefaultConnectionArguments,
  context: Operation,
  info: GraphQLResolveInfo,
) {
  const readable = record.readableBy(context).onPrimary;
  authorize(context, HISTORY);
  const tenant = within === undefined ? readable : readable.inCompany(within);
  // The latest changes may still be in the outbox.
  await catchUp(context.database, context.budget);
  const listing = { where: () => ({}), orderBy: newestFirst };
  const of = { field: 'recordId', id, where: { resource: record.event } } as const;
  return connect(context.database.recordRevision.of(tenant), listing, args, context, info, of);
}

const needs = (reads: string): string => `Needs the scope \`${HISTORY}\` beside ${reads}.`;
const DESCRIBED = 'who changed it, when and what, newest first; empty where the operator keeps no history.';

for (const record of watchedRecords())
  builder.prismaObjectField(record.model, 'history', (t) =>
    t.connection(
      {
        type: Revision,
        description: `The history of the record: ${DESCRIBED} ${needs(`\`${record.reads}\``)}`,
        select: { companyId: true },
        resolve: ({ id, companyId }, args, context, info) => historyOf(record, id, companyId, args, context, info),
      },
      RevisionConnection,
      RevisionEdge,
    ),
  );

builder.prismaObjectField(Deletion, 'history', (t) =>
  t.connection(
    {
      type: Revision,
      description: `The history of the record up to its deletion: ${DESCRIBED} ${needs('the one that reads the records')}`,
      select: { companyId: true, recordType: true },
      resolve: ({ id, companyId, recordType }, args, context, info) =>
        historyOf(watchedBy(recordType), id, companyId, args, context, info),
    },
    RevisionConnection,
    RevisionEdge,
  ),
);

builder.queryField('history', (t) =>
  t.connection(
    {
      type: Revision,
      description: `The history of a record that may have been deleted: ${DESCRIBED} ${needs('the one that reads the records')}`,
      args: {
        record: t.arg({ type: WatchedRecordEnum, required: true, description: 'The type of the record.' }),
        id: t.arg.id({ required: true, description: 'The id of the record.' }),
      },
      resolve: (_root, { record, id, ...args }, context, info) =>
        historyOf(watchedBy(record), id, undefined, args, context, info),
    },
    RevisionConnection,
    RevisionEdge,
  ),
);
