import { authorize } from '../auth/scopes.ts';
import type { Tenant } from '../db/tenant.ts';
import { issuesIn } from '../db/values.ts';
import { type InputIssue, InvalidRequestError } from '../errors.ts';
import { builder, required } from '../graphql/builder.ts';
import { cursorOf, type LiveName, type LiveWish, modelOf, namesOf, openLive, rowOf } from '../graphql/live.ts';
import type { Gap, Shown } from '../live/change.ts';
import type { Item } from '../live/stream.ts';
import { RECORDS } from '../records.ts';
import { issuesOfFilter } from '../webhooks/filter.ts';

/** How many records a live operation may name, and how many watches it may have. */
const MOST_IDS = 1_000;
const MOST_WATCHES = 10;

const cursor = 'The place of this item in the stream. Pass the last one as `since` to resume after a lost connection.';

const ChangeAction = builder.enumType('ChangeAction', {
  description: 'What happened to a record.',
  values: {
    CREATED: { value: 'created', description: 'The record is new, or new in your company.' },
    UPDATED: { value: 'updated', description: 'At least one field has another value.' },
    DELETED: { value: 'deleted', description: 'The record is no longer there, or no longer in your company.' },
  } as const,
});

const WatchedRecord = builder.enumType('WatchedRecord', {
  description: 'A type of records that live operations can watch.',
  values: {
    TANK: { value: 'Tank', description: 'Tanks. Needs the scope `tanks:read`.' },
    TASK: { value: 'Task', description: 'Tasks. Needs the scope `tasks:read`.' },
    EXPIRATION: { value: 'Expiration', description: 'Expirations. Needs the scope `expirations:read`.' },
    QUICK_ORDER: { value: 'QuickOrder', description: 'Quick orders. Needs the scope `quick-orders:read`.' },
    SHIP_TO: { value: 'ShipTo', description: 'Ship-tos. Needs the scope `ship-tos:read`.' },
  } as const,
});

const Resync = builder.objectRef<Gap>('Resync').implement({
  description:
    'Read your records now: changes before this moment may not have been sent. It is the first item of a new stream, and comes again when changes were missed.',
  fields: (t) => ({
    cursor: t.string({ ...required, description: cursor, resolve: ({ position }) => cursorOf(position) }),
  }),
});

const ChangeInterface = builder.interfaceRef<Shown>('Change').implement({
  description: 'A change of a record, after its commit. The changes of one record arrive in their order.',
  resolveType: (change) => `${modelOf(change.resource)}Change`,
  fields: (t) => ({
    action: t.expose('action', { type: ChangeAction, ...required, description: 'What happened to the record.' }),
    recordId: t.exposeID('recordId', { ...required, description: 'The id of the record.' }),
    changedFields: t.stringList({
      ...required,
      description: 'The names of the changed fields, with those that the server set; empty unless it is an update.',
      resolve: (change) => namesOf(modelOf(change.resource), change.changed),
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
    cursor: t.string({ ...required, description: cursor, resolve: ({ position }) => cursorOf(position) }),
  }),
});

const since = 'The `cursor` of the last item that you have. Without it, the header `Last-Event-ID` counts.';
const ofOne =
  'A new stream begins with Resync: read the record then. Another company’s record, or one that is not there, sends nothing.';

interface Records {
  of(tenant: Tenant): { lookup(args: { where: { id: string } }): Promise<object | null> };
}

/** The type `<model>Change`, and the live operation `<one>Changed`. */
function live(model: LiveName, one: 'tank' | 'task' | 'expiration' | 'quickOrder' | 'shipTo', noun: string) {
  const Change = builder.objectRef<Shown>(`${model}Change`).implement({
    description: `A change of ${noun}.`,
    interfaces: [ChangeInterface],
    fields: (t) => ({
      [one]: t.prismaField({
        type: model,
        nullable: true,
        description:
          'The record after the change, or before its deletion. One over 250 KB is read when the change is sent; it is null if it is gone.',
        resolve: (query, { data, truncated, recordId: id }, _args, context) => {
          if (!truncated) return rowOf(model, data) as never;
          const records: Records = context.prisma[one];
          return records
            .of(authorize(context, `${RECORDS[model].scope}:read`))
            .lookup({ ...query, where: { id } }) as never;
        },
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
      description: `The changes of ${noun}. ${ofOne} Needs the scope \`${RECORDS[model].scope}:read\`.`,
      args: {
        id: t.arg.id({ required: true, description: 'The id of the record.' }),
        since: t.arg.string({ description: since }),
      },
      subscribe: (_root, args, context) => openLive(context, [{ model, ids: new Set([args.id]) }], args.since),
      resolve: (sent: Item) => sent,
    }),
  );
  return Change;
}

const typeNameOf = (item: Item): string => (item.kind === 'gap' ? 'Resync' : `${modelOf(item.resource)}Change`);

const Changes = [
  live('Tank', 'tank', 'a tank'),
  live('Task', 'task', 'a task'),
  live('Expiration', 'expiration', 'an expiration'),
  live('QuickOrder', 'quickOrder', 'a quick order'),
  live('ShipTo', 'shipTo', 'a ship-to'),
];

const ChangesItem = builder.unionType('ChangesItem', {
  description: 'What the live operation `changes` sends.',
  types: [...Changes, Resync],
  resolveType: typeNameOf,
});

const WatchInput = builder.inputType('WatchInput', {
  description: 'Records to watch. All conditions must hold.',
  fields: (t) => ({
    record: t.field({ type: WatchedRecord, required: true, description: 'The type of the records.' }),
    ids: t.idList({ description: `Only the records with these ids, up to ${MOST_IDS} in all items of \`watch\`.` }),
    filter: t.field({
      type: 'JSONObject',
      description:
        'Only records that contain this object before or after the change. Its keys are the fields in snake_case, as in the filter of a webhook. Up to 16 KB as JSON, with up to 100 values in all its lists.',
    }),
  }),
});

type Watch = typeof WatchInput.$inferInput;

function issuesOf(watches: readonly Watch[]): InputIssue[] {
  if (watches.length === 0) return [{ path: ['watch'], code: 'REQUIRED', message: 'must have at least one item' }];
  if (watches.length > MOST_WATCHES)
    return [{ path: ['watch'], code: 'TOO_LONG', message: `must have at most ${MOST_WATCHES} items` }];
  // A stream keeps the ids as long as it is open.
  if (watches.reduce((sum, { ids }) => sum + (ids?.length ?? 0), 0) > MOST_IDS)
    return [{ path: ['watch'], code: 'TOO_LONG', message: `must have at most ${MOST_IDS} ids in all` }];
  return watches.flatMap(({ record, filter }, index) => {
    const path = ['watch', `${index}`];
    const issues = filter ? issuesIn(filter, ['filter']) : [];
    if (filter && issues.length === 0) issues.push(...issuesOfFilter(filter, RECORDS[record].event, ['filter']));
    return issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
  });
}

const wishOf = ({ record, ids, filter }: Watch): LiveWish => ({
  model: record,
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
      watch: t.arg({ type: [WatchInput], required: true, description: `What to watch, up to ${MOST_WATCHES} items.` }),
      since: t.arg.string({ description: since }),
    },
    subscribe: (_root, { watch, since: last }, context) => {
      const issues = issuesOf(watch);
      if (issues.length > 0) throw new InvalidRequestError(issues);
      return openLive(context, watch.map(wishOf), last);
    },
    resolve: (sent: Item) => sent,
  }),
);
