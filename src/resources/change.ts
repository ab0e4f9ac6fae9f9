import { type InputIssue, refuse } from '../base/errors.ts';
import { uncapitalized } from '../base/text.ts';
import { issuesOfFilter } from '../changes/subscription-filter.ts';
import { fieldNamesOf, rowOf, watch } from '../graphql/live-fields.ts';
import { builder, required } from '../graphql/schema/builder.ts';
import { ChangeAction, madeBy } from '../graphql/schema/change-types.ts';
import { type WatchedRecord, watchedBy, watchedRecords } from '../graphql/schema/record.ts';
import type { Gap, MatchedChange } from '../live/live-change.ts';
import type { Interest } from '../live/matching.ts';
import { cursorOf, type Item } from '../live/stream.ts';
import { actorOf } from '../records/actors.ts';
import { issuesIn, KEY_LENGTH } from '../records/values.ts';
import { WatchedRecordEnum } from './deletions.ts';

/** How many records a live operation may name, how many watches it may have, and their bytes as JSON. */
const MOST_IDS = 1_000;
const MOST_WATCHES = 10;
const MOST_BYTES = 64 * 1024;

const issuesOfId = (id: string, path: string[]): InputIssue[] =>
  id.length > KEY_LENGTH ? [{ path, code: 'TOO_LONG', message: `must have at most ${KEY_LENGTH} characters` }] : [];

const cursor = 'The place of this item in the stream. Pass the last one as `since` to resume after a lost connection.';

const Resync = builder.objectRef<Gap>('Resync').implement({
  description:
    'Read your records now: changes before this moment may not have been sent. It is the first item of a new stream, and comes again when changes were missed.',
  fields: (t) => ({
    cursor: t.string({ ...required, description: cursor, resolve: ({ position }) => cursorOf(position) }),
  }),
});

const ChangeInterface = builder.interfaceRef<MatchedChange>('Change').implement({
  description: 'A change of a record, after its commit. The changes of one record arrive in their order.',
  resolveType: ({ resource }) => `${watchedBy(resource).model}Change`,
  fields: (t) => ({
    action: t.expose('action', { type: ChangeAction, ...required, description: 'What happened to the record.' }),
    recordId: t.exposeID('recordId', { ...required, description: 'The id of the record.' }),
    changedFields: t.stringList({
      ...required,
      description: 'The names of the changed fields, with those that the server set; empty unless it is an update.',
      resolve: ({ resource, changed }) => fieldNamesOf(watchedBy(resource).model, changed),
    }),
    matches: t.exposeBoolean('matches', {
      ...required,
      description: 'Whether the record still matches what you watch: false if it was deleted or has left the filter.',
    }),
    sequence: t.expose('sequence', {
      type: 'SafeInt',
      ...required,
      description: 'Rises with each change of a record, over deletion and re-creation. The same as in webhooks.',
    }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime', ...required, description: 'When the change happened.' }),
    actor: t.field({ ...madeBy, resolve: ({ actor }) => actorOf(actor) }),
    cursor: t.string({ ...required, description: cursor, resolve: ({ position }) => cursorOf(position) }),
  }),
});

const since = 'The `cursor` of the last item that you have. Without it, the header `Last-Event-ID` counts.';
const ofOne =
  'A new stream begins with Resync: read the record then. Another company’s record, or one that is not there, sends nothing.';

const typeNameOf = (item: Item): string => (item.kind === 'gap' ? 'Resync' : `${watchedBy(item.resource).model}Change`);

/** The type `<model>Change`, and the live operation `<model>Changed`. */
function live(record: WatchedRecord) {
  const { model, noun, reads } = record;
  const one = uncapitalized(model);
  const Change = builder.objectRef<MatchedChange>(`${model}Change`).implement({
    description: `A change of ${noun}.`,
    interfaces: [ChangeInterface],
    fields: (t) => ({
      [one]: t.field({
        type: record.object,
        nullable: true,
        description:
          'The record after the change, or before its deletion. One over 250 KB is read when the change is sent; it is null if it is gone.',
        resolve: ({ data, truncated, recordId }, _args, context, info) =>
          truncated ? record.find(record.readableBy(context), recordId, context, info) : rowOf(model, data),
      }),
    }),
  });
  const item = builder.unionType(`${model}ChangedItem`, {
    description: `What the live operation \`${one}Changed\` sends.`,
    types: [Change, Resync],
    resolveType: typeNameOf,
  });
  builder.subscriptionField(`${one}Changed`, (t) =>
    t.field({
      type: item,
      ...required,
      description: `The changes of ${noun}. ${ofOne} Needs the scope \`${reads}\`.`,
      args: {
        id: t.arg.id({ required: true, description: 'The id of the record.' }),
        since: t.arg.string({ description: since }),
      },
      subscribe: (_root, { id, since }, context) => {
        refuse(issuesOfId(id, ['id']));
        return watch(context, [{ resource: record.event, ids: new Set([id]) }], since);
      },
      resolve: (sent: Item) => sent,
    }),
  );
  return Change;
}

const ChangesItem = builder.unionType('ChangesItem', {
  description: 'What the live operation `changes` sends.',
  types: [...watchedRecords().map(live), Resync],
  resolveType: typeNameOf,
});

const WatchInput = builder.inputType('WatchInput', {
  description: 'Records to watch. All conditions must hold.',
  fields: (t) => ({
    record: t.field({ type: WatchedRecordEnum, required: true, description: 'The type of the records.' }),
    ids: t.idList({
      description: `Only the records with these ids, up to ${MOST_IDS} in all items of \`watch\`, each of up to ${KEY_LENGTH} characters.`,
    }),
    filter: t.field({
      type: 'JSONObject',
      description:
        'Only records that contain this object before or after the change. Its keys are the fields in snake_case, as in the filter of a webhook. Up to 16 KB as JSON, with up to 100 values in all its lists. Lists of objects that are too long to compare with all filters on the record count as contained.',
    }),
  }),
});

type WatchItem = typeof WatchInput.$inferInput;

/** What a live operation may not watch. A stream keeps the ids and the filters as long as it is open. */
function issuesOfWatches(watches: readonly WatchItem[]): InputIssue[] {
  const tooLong = (message: string): InputIssue[] => [{ path: ['watch'], code: 'TOO_LONG', message }];
  if (watches.length === 0) return [{ path: ['watch'], code: 'REQUIRED', message: 'must have at least one item' }];
  if (watches.length > MOST_WATCHES) return tooLong(`must have at most ${MOST_WATCHES} items`);
  if (watches.reduce((sum, { ids }) => sum + (ids?.length ?? 0), 0) > MOST_IDS)
    return tooLong(`must have at most ${MOST_IDS} ids in all`);
  const issues = watches.flatMap(({ record, ids, filter }, index) => {
    const path = ['watch', `${index}`];
    const faults = filter ? issuesIn(filter, [...path, 'filter']) : [];
    if (filter && faults.length === 0) faults.push(...issuesOfFilter(filter, record, [...path, 'filter']));
    return [...(ids ?? []).flatMap((id, at) => issuesOfId(id, [...path, 'ids', `${at}`])), ...faults];
  });
  if (issues.length > 0) return issues;
  return Buffer.byteLength(JSON.stringify(watches)) > MOST_BYTES ? tooLong('must be at most 64 KB as JSON') : [];
}

const interestOf = ({ record, ids, filter }: WatchItem): Interest => ({
  resource: record,
  ...(ids && { ids: new Set(ids) }),
  ...(filter && { filter }),
});

builder.subscriptionField('changes', (t) =>
  t.field({
    type: ChangesItem,
    ...required,
    description:
      'The changes of your company’s records, on one connection. A new stream begins with Resync: read your records then. Needs the scopes that read them.',
    args: {
      watch: t.arg({
        type: [WatchInput],
        required: true,
        description: `What to watch, up to ${MOST_WATCHES} items and 64 KB as JSON.`,
      }),
      since: t.arg.string({ description: since }),
    },
    subscribe: (_root, { watch: watches, since: last }, context) => {
      refuse(issuesOfWatches(watches));
      return watch(context, watches.map(interestOf), last);
    },
    resolve: (sent: Item) => sent,
  }),
);
