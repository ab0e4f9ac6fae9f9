import { authorize } from '../../auth/scopes.ts';
import { NotFoundError } from '../../base/errors.ts';
import { catchUp } from '../../changes/catch-up.ts';
import { idAt } from '../../changes/partitions.ts';
import { parseExact, stringify } from '../../exact-json.ts';
import { connect } from '../../graphql/lists/connection.ts';
import { filterInput } from '../../graphql/lists/filter.ts';
import { filterReader } from '../../graphql/lists/read-filter.ts';
import { builder, required, wordsEnum } from '../../graphql/schema/builder.ts';
import { madeBy } from '../../graphql/schema/change-types.ts';
import { Node, nodeType } from '../../graphql/schema/node-types.ts';
import { actorOf } from '../../records/actors.ts';
import { readScopeOf, type Scalars } from '../../records/records.ts';
import { isPlain } from '../../records/values.ts';
import { attemptsOf, redeliver, sendTest } from '../../webhooks/management/redeliver.ts';
import { bodyOf, parseMessageId, plainHeaders } from '../../webhooks/sending/message.ts';
import { WebhookSubscription } from './webhook-subscription.ts';

export const DeliveryStatus = wordsEnum<string>('WebhookDeliveryStatus', 'The status of a delivery.', [
  ['pending', 'In progress, or waiting for the next attempt.'],
  ['held', 'Waiting because the subscription is paused or disabled.'],
  ['delivered', 'The address answered with a 2xx status.'],
  [
    'dead',
    'Given up: no retries are left, the address answered 410, or too many deliveries of the company were waiting (`reason`). `redeliver` tries again.',
  ],
]);

const WebhookRequestHeader = builder.objectRef<{ name: string; value: string }>('WebhookRequestHeader').implement({
  description: 'A header of a request.',
  fields: (t) => ({
    name: t.exposeString('name', { ...required, description: 'Its name, in lower case.' }),
    value: t.exposeString('value', { ...required, description: 'Its value.' }),
  }),
});

const WebhookAttempt = builder.prismaObject('WebhookAttempt', {
  fields: (t) => ({
    number: t.exposeInt('number', required),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: false }),
    durationMs: t.exposeInt('durationMs', required),
    requestHeaders: t.field({
      type: [WebhookRequestHeader],
      nullable: { list: false, items: false },
      description:
        'The headers of the request that are no secrets: it also had the signature of a subscription with a secret, and its custom headers.',
      resolve: (attempt) =>
        Object.entries(plainHeaders(attempt, new Date(attempt.startedAt).getTime())).map(([name, value]) => ({
          name,
          value,
        })),
    }),
    httpStatus: t.exposeInt('httpStatus'),
    error: t.exposeString('error'),
    responseHead: t.string({
      description:
        'The first 4 KB of the response body. A receiver may repeat the record in it, so it needs the scope that reads the record.',
      resolve: ({ responseHead, eventType }, _args, context) => {
        if (responseHead !== null) authorize(context, readScopeOf(eventType));
        return responseHead;
      },
    }),
  }),
});

const Delivery = nodeType({
  model: 'WebhookDeliveryLog',
  type: 'WebhookDelivery',
  label: 'Delivery',
  plural: 'deliveries',
  reads: 'subscriptions:read',
  isCurrent: true,
  keyOf: parseMessageId,
});

const WebhookDelivery = builder.prismaObject('WebhookDeliveryLog', {
  variant: 'WebhookDelivery',
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', required),
    subscriptionId: t.exposeID('subscriptionId', required),
    type: t.exposeString('type', required),
    resourceId: t.exposeID('resourceId', required),
    data: t.field({
      type: 'JSONObject',
      description:
        'The record as sent: after the change, or before its deletion. A record over 250 KB is cut to its id, company and version. Needs the scope that reads the record, such as `tanks:read`; for events about webhooks, `subscriptions:read`.',
      select: { data: true, type: true },
      resolve: ({ data, type }, _args, context) => {
        authorize(context, readScopeOf(type));
        return data;
      },
    }),
    body: t.field({
      type: 'JSONObject',
      description:
        'The body of its requests. `workflow_id` and `node_id` are those that the subscription has now. Needs the scope that `data` needs.',
      select: {
        ...{ type: true, occurredAt: true, data: true, truncated: true, changed: true, resourceVersion: true },
        ...{ sequence: true, actor: true, companyId: true, workflowId: true, nodeId: true },
      },
      resolve: ({ resourceVersion: version, ...delivery }, _args, context) => {
        authorize(context, readScopeOf(delivery.type));
        const occurredAt = new Date(delivery.occurredAt).toISOString();
        const changed = delivery.changed ?? [];
        return parseExact(bodyOf({ ...delivery, version, occurredAt, changed, data: stringify(delivery.data) }));
      },
    }),
    changed: t.stringList({
      nullable: false,
      description: 'The names of the changed fields, in snake_case.',
      select: { changed: true },
      resolve: ({ changed }) => changed ?? [],
    }),
    resourceVersion: t.exposeInt('resourceVersion', required),
    sequence: t.expose('sequence', { type: 'SafeInt', nullable: false }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime', nullable: false }),
    actor: t.field({ ...madeBy, select: { actor: true }, resolve: ({ actor }) => actorOf(actor) }),
    status: t.expose('status', { type: DeliveryStatus, nullable: false }),
    attemptCount: t.exposeInt('attemptCount', required),
    nextAttemptAt: t.expose('nextAttemptAt', { type: 'DateTime' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime' }),
    reason: t.exposeString('reason'),
    lastError: t.exposeString('lastError'),
    subscription: t.relatedRecord(
      { to: 'WebhookSubscription', from: 'subscriptionId' },
      'The subscription that receives the event.',
    ),
    // A batch of our own loads them: the model has no company for the tenant's condition.
    attempts: t.field({
      type: [WebhookAttempt],
      nullable: false,
      description: 'The requests made so far, oldest first.',
      select: { id: true, companyId: true, type: true },
      // Who may not read deliveries sees those of the mutation that answers with one.
      resolve: async ({ id, companyId, type }, _args, { caller, budget, database }) => {
        const tenant = caller.tenant?.inCompany(companyId).forRequest(budget, false);
        const attempts = tenant === undefined ? [] : await attemptsOf(database, tenant, id);
        return attempts.map((attempt) => ({ ...attempt, eventType: type }));
      },
    }),
  }),
});

const special = {
  // By what is stored: PostgreSQL then reads only the queue, or only what has left it.
  status: {
    type: DeliveryStatus,
    description: 'Deliveries with this status.',
    where: (status: string) => ({
      stage: status === 'held' ? 'pending' : status,
      isActive: status === 'held' ? false : status === 'pending' ? true : undefined,
    }),
  },
};
const DeliveryFilter = filterInput('WebhookDeliveryLog', special, 'WebhookDelivery');
const read = filterReader<Scalars<'WebhookDeliveryLog'>>('WebhookDeliveryLog', special);

/** A test event is a bit older than its id. */
const YOUNGER_MS = 60_000;

/** An index has the ids of events, which sort by time, and not the times. */
const where: typeof read = (filter, context, issues) => {
  const found = read(filter, context, issues);
  const within = isPlain(filter) && isPlain(filter.occurredAt) ? filter.occurredAt : {};
  const [from, until] = [within.gte ?? within.gt, within.lte ?? within.lt];
  const ids = {
    ...(from instanceof Date && { gte: idAt(from.getTime()) }),
    ...(until instanceof Date && { lt: idAt(until.getTime() + YOUNGER_MS) }),
  };
  return Object.keys(ids).length > 0 ? { AND: [found, { eventId: ids }] } : found;
};

/** Newest first, since event ids sort by time. */
const newestFirst = () => ({ name: 'ID', orderBy: [{ eventId: 'desc' }] as const });

builder.prismaObjectField('WebhookSubscription', 'deliveries', (t) =>
  t.connection(
    {
      type: WebhookDelivery,
      description: 'Past and waiting deliveries, newest first. Needs the scope `subscriptions:read`.',
      select: { companyId: true },
      args: { filter: t.arg({ type: DeliveryFilter, description: 'Only matching records; omit for all.' }) },
      resolve: async ({ id, companyId }, args, context, info) => {
        const tenant = authorize(context, 'subscriptions:read').onPrimary.inCompany(companyId);
        await catchUp(context.database, context.budget);
        const listing = { where, orderBy: newestFirst };
        return connect(context.database.webhookDeliveryLog.of(tenant), listing, args, context, info, {
          field: 'subscriptionId',
          id,
        });
      },
    },
    { name: 'WebhookDeliveryConnection', description: 'A page of deliveries.' },
    { name: 'WebhookDeliveryEdge', description: 'A delivery with its cursor.' },
  ),
);

builder.queryField('webhookDelivery', (t) =>
  t.field({
    type: WebhookDelivery,
    description:
      'A delivery by id, the `webhook-id` header of its requests, or null if your company has none with this id. Needs the scope `subscriptions:read`.',
    args: { id: t.arg.id({ required: true, description: 'The id of the delivery.' }) },
    resolve: (_root, { id }, context, info) =>
      Delivery.find<Scalars<'WebhookDeliveryLog'>>(Delivery.readableBy(context), id, context, info),
  }),
);

const SUBSCRIPTION = { required: true, description: 'The id of the subscription.' } as const;
const errors = { types: [NotFoundError] };

builder.mutationFields((t) => ({
  sendTestEvent: t.field({
    type: WebhookDelivery,
    description:
      'Sends a signed event of type `<resource>.test` to a subscription. Needs the scope `subscriptions:write`.',
    errors,
    args: { subscriptionId: t.arg.id(SUBSCRIPTION) },
    resolve: async (_root, { subscriptionId }, context, info) => {
      const tenant = authorize(context, 'subscriptions:write');
      const id = await sendTest(context.database, tenant, subscriptionId);
      if (id === undefined) throw new NotFoundError(WebhookSubscription.label, subscriptionId);
      context.nudge();
      return Delivery.get<Scalars<'WebhookDeliveryLog'>>(tenant, id, context, info);
    },
  }),
  redeliver: t.field({
    type: WebhookDelivery,
    description:
      'Sends an event again under the same `webhook-id`, with all its retries. Needs the scope `subscriptions:write`.',
    errors,
    args: { deliveryId: t.arg.id({ required: true, description: 'The id of the delivery.' }) },
    resolve: async (_root, { deliveryId }, context, info) => {
      const tenant = authorize(context, 'subscriptions:write');
      if (!(await redeliver(context.database, tenant, deliveryId))) throw new NotFoundError(Delivery.label, deliveryId);
      context.nudge();
      return Delivery.get<Scalars<'WebhookDeliveryLog'>>(tenant, deliveryId, context, info);
    },
  }),
}));
