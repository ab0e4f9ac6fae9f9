import { authorize } from '../../auth/scopes.ts';
import { NotFoundError, refuse } from '../../base/errors.ts';
import { timeOf } from '../../changes/partitions.ts';
import { builder, required, wordsEnum } from '../../graphql/schema/builder.ts';
import { Node, nodeType } from '../../graphql/schema/node-types.ts';
import type { Scalars } from '../../records/records.ts';
import { issuesIn } from '../../records/values.ts';
import { cancelReplay, startReplay } from '../../webhooks/management/start-replay.ts';
import { DeliveryStatus } from './webhook-delivery.ts';
import { WebhookSubscription } from './webhook-subscription.ts';

const MOST_SHOWN = 20;

const ReplayStatus = wordsEnum<string>('WebhookReplayStatus', 'The status of a replay.', [
  ['running', 'Deliveries are being queued.'],
  ['done', 'Every matching delivery has been queued. Some may still wait to be sent.'],
  ['cancelled', 'Stopped by `cancelReplay`.'],
]);

const Replay = nodeType({
  model: 'WebhookReplay',
  label: 'Replay',
  plural: 'replays',
  reads: 'subscriptions:read',
  isCurrent: true,
});

const WebhookReplay = builder.prismaObject('WebhookReplay', {
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', required),
    subscriptionId: t.exposeID('subscriptionId', required),
    status: t.expose('status', { type: ReplayStatus, nullable: false }),
    since: t.expose('since', { type: 'DateTime', nullable: false }),
    until: t.expose('until', { type: 'DateTime', nullable: false }),
    deliveryStatus: t.expose('deliveryStatus', { type: DeliveryStatus }),
    resourceId: t.exposeID('resourceId'),
    reached: t.field({
      type: 'DateTime',
      nullable: false,
      description: 'Events before this time have been looked at. It moves from `since` to `until`.',
      select: { position: true },
      resolve: ({ position }) => new Date(timeOf(position)),
    }),
    matched: t.exposeInt('matched', required),
    queued: t.exposeInt('queued', required),
    total: t.exposeInt('total'),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: false }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime' }),
  }),
});

builder.prismaObjectField('WebhookSubscription', 'replays', (t) =>
  t.field({
    type: [WebhookReplay],
    nullable: { list: true, items: false },
    description: `The last ${MOST_SHOWN} replays, newest first. Needs the scope \`subscriptions:read\`.`,
    select: { companyId: true },
    resolve: async ({ id, companyId }, _args, context) => {
      const tenant = authorize(context, 'subscriptions:read').onPrimary.inCompany(companyId);
      const of = { field: 'subscriptionId', id } as const;
      const page = { of, orderBy: { startedAt: 'desc' }, take: MOST_SHOWN } as const;
      return (await context.database.webhookReplay.of(tenant).page(page)).rows;
    },
  }),
);

builder.queryField('webhookReplay', (t) =>
  t.field({
    type: WebhookReplay,
    description:
      'A replay by id, or null if your company has none with this id. It is kept for as long as deliveries. Needs the scope `subscriptions:read`.',
    args: { id: t.arg.id({ required: true, description: 'The id of the replay.' }) },
    resolve: (_root, { id }, context, info) =>
      Replay.find<Scalars<'WebhookReplay'>>(Replay.readableBy(context), id, context, info),
  }),
);

const ReplayFilter = builder.inputType('WebhookReplayFilter', {
  description: 'All conditions must hold.',
  fields: (t) => ({
    status: t.field({
      type: DeliveryStatus,
      description: 'Only deliveries with this status. `DEAD` sends again what was given up.',
    }),
    resourceId: t.id({ description: 'Only events of the record with this id.' }),
  }),
});

const errors = { types: [NotFoundError] };

builder.mutationFields((t) => ({
  replayDeliveries: t.field({
    type: WebhookReplay,
    description:
      'Sends the events of a subscription since a point in time again, in the background: the answer comes at once, and `webhookReplay` shows the progress. Waiting retries are sent now. While a replay of the subscription is running, another is refused; `cancelReplay` stops it. Needs the scope `subscriptions:write`.',
    errors,
    args: {
      subscriptionId: t.arg.id({ required: true, description: 'The id of the subscription.' }),
      since: t.arg({ type: 'DateTime', required: true, description: 'The time of the oldest event to send.' }),
      until: t.arg({
        type: 'DateTime',
        description: 'Only events before this time. The default is now, as is a time in the future.',
      }),
      filter: t.arg({ type: ReplayFilter, description: 'Only matching deliveries; omit for all.' }),
    },
    resolve: async (_root, { subscriptionId, since, until, filter }, context, info) => {
      const tenant = authorize(context, 'subscriptions:write');
      const { status, resourceId } = filter ?? {};
      // A variable that lacks its value must not replay everything.
      const missing = Object.entries({ status, resourceId }).filter(([, value]) => value === null);
      const isEmpty = until && until <= since;
      refuse([
        ...missing.map(([name]) => ({ path: ['filter', name], code: 'REQUIRED' as const, message: 'cannot be null' })),
        ...issuesIn(since, ['since']),
        ...issuesIn(until, ['until']),
        ...issuesIn(resourceId, ['filter', 'resourceId']),
        ...(isEmpty ? [{ path: ['until'], code: 'OUT_OF_RANGE' as const, message: 'must be later than since' }] : []),
      ]);
      const id = await startReplay(context.database, tenant, subscriptionId, { since, until, status, resourceId });
      const message = 'a replay is running; wait for its end, or use cancelReplay';
      if (id === null) refuse([{ path: ['subscriptionId'], code: 'LIMIT_REACHED', message }]);
      if (typeof id !== 'string') throw new NotFoundError(WebhookSubscription.label, subscriptionId);
      return Replay.get<Scalars<'WebhookReplay'>>(tenant, id, context, info);
    },
  }),
  cancelReplay: t.field({
    type: WebhookReplay,
    description:
      'Stops a replay. Deliveries that it has queued are still sent. A replay that has ended stays as it is. Needs the scope `subscriptions:write`.',
    errors,
    args: { id: t.arg.id({ required: true, description: 'The id of the replay.' }) },
    resolve: async (_root, { id }, context, info) => {
      const tenant = authorize(context, 'subscriptions:write');
      if (!(await cancelReplay(context.database, tenant, id))) throw new NotFoundError(Replay.label, id);
      return Replay.get<Scalars<'WebhookReplay'>>(tenant, id, context, info);
    },
  }),
}));
