import { authorize } from '../auth/tokens.ts';
import { batch } from '../db/lookup.ts';
import { run } from '../db/pool.ts';
import { isStorableText } from '../db/storable.ts';
import type { Table } from '../db/table.ts';
import { NotFoundError } from '../errors.ts';
import { builder } from '../graphql/builder.ts';
import { pageOf } from '../graphql/connection.ts';
import type { Context } from '../graphql/context.ts';
import { parseMessageId } from '../webhooks/message.ts';
import { catchUp } from '../webhooks/outbox.ts';
import { redeliver, replay, sendTest } from '../webhooks/subscriptions.ts';
import { subscriptions, WebhookSubscription } from './webhook-subscription.ts';

interface DeliveryRow {
  id: string;
  subscriptionId: string;
  type: string;
  resourceId: string;
  data: object;
  changed: string[];
  resourceVersion: number;
  occurredAt: string;
  status: 'pending' | 'held' | 'delivered' | 'dead';
  attemptCount: number;
  nextAttemptAt: string | null;
  finishedAt: string | null;
}

interface AttemptRow {
  deliveryId: string;
  number: number;
  startedAt: string;
  durationMs: number;
  httpStatus: number | null;
  error: string | null;
  responseHead: string | null;
}

const SCOPE = 'subscriptions:write';

/** A view over the queue: what a delivery is to its owner. */
const deliveries: Table<DeliveryRow> = {
  name: 'webhook_delivery_log',
  type: 'WebhookDelivery',
  label: 'Delivery',
  scope: 'subscriptions',
  filters: { status: 'status = $', resourceId: 'resource_id = $' },
  orders: { ID: { by: 'event_id', type: 'uuid' } },
};

const DeliveryStatus = builder.enumType('WebhookDeliveryStatus', {
  description: 'What has become of a delivery.',
  values: {
    PENDING: { value: 'pending', description: 'It is on its way, or waits for its next attempt.' },
    HELD: { value: 'held', description: 'It waits because the subscription is paused or disabled.' },
    DELIVERED: { value: 'delivered', description: 'The address has answered with a 2xx status.' },
    DEAD: {
      value: 'dead',
      description: 'It was given up: its attempts ran out, or the address answered 410. `redeliver` tries again.',
    },
  } as const,
});

const WebhookAttempt = builder.objectRef<AttemptRow>('WebhookAttempt').implement({
  description: 'One request to the address of a subscription.',
  fields: (t) => ({
    number: t.exposeInt('number', { nullable: false, description: 'Which attempt of this delivery it was, from 1.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: false, description: 'When it was sent.' }),
    durationMs: t.exposeInt('durationMs', { nullable: false, description: 'How long it took, in milliseconds.' }),
    httpStatus: t.exposeInt('httpStatus', { description: 'The status of the answer; null when there was none.' }),
    error: t.exposeString('error', { description: 'Why it failed; null when it did not.' }),
    responseHead: t.exposeString('responseHead', { description: 'The first 4 KB of the answer.' }),
  }),
});

const WebhookDelivery = builder.objectRef<DeliveryRow>('WebhookDelivery').implement({
  description: 'One event on its way to one subscription.',
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'The `webhook-id` header of each of its requests.' }),
    subscriptionId: t.exposeID('subscriptionId', { nullable: false, description: 'The subscription it is for.' }),
    type: t.exposeString('type', { nullable: false, description: 'What happened, such as `tank.updated`.' }),
    resourceId: t.exposeID('resourceId', { nullable: false, description: 'The record it happened to.' }),
    data: t.expose('data', {
      type: 'JSONObject',
      nullable: false,
      description:
        'The record right after the change, or before it was deleted, as it is sent: one of more than 250 KB is its id, company and version.',
    }),
    changed: t.exposeStringList('changed', {
      nullable: false,
      description: 'The names (snake_case) of the fields that changed.',
    }),
    resourceVersion: t.exposeInt('resourceVersion', {
      nullable: false,
      description: 'The record’s version in `data`.',
    }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime', nullable: false, description: 'When it happened.' }),
    status: t.expose('status', { type: DeliveryStatus, nullable: false, description: 'What has become of it.' }),
    attemptCount: t.exposeInt('attemptCount', { nullable: false, description: 'How many requests were made for it.' }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      description:
        'Not before this moment it is tried next; in the past while it is on its way or a failing address is left alone, null when it is not tried again.',
    }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', description: 'When it was delivered, or given up.' }),
    attempts: t.field({
      type: [WebhookAttempt],
      nullable: false,
      description: 'The requests made for it, the oldest first.',
      extensions: { needs: 'id' },
      resolve: ({ id }, _args, context) => attemptsOf(id, context),
    }),
  }),
});

const WebhookDeliveryFilter = builder.inputType('WebhookDeliveryFilter', {
  description: 'Which deliveries to list: all conditions must hold.',
  fields: (t) => ({
    status: t.field({ type: DeliveryStatus, description: 'Those of which this has become.' }),
    resourceId: t.id(),
  }),
});

const WebhookReplay = builder.objectRef<{ queued: number }>('WebhookReplay').implement({
  description: 'What a replay has set in motion.',
  fields: (t) => ({
    queued: t.exposeInt('queued', {
      nullable: false,
      description: 'How many were put back into the queue. What was due or on its way already does not count.',
    }),
  }),
});

builder.objectField(WebhookSubscription, 'deliveries', (t) =>
  t.connection(
    {
      type: WebhookDelivery,
      description: 'What was and is to be sent, the newest first. Needs the scope `subscriptions:read`.',
      extensions: { needs: 'id' },
      args: { filter: t.arg({ type: WebhookDeliveryFilter, description: 'Which of them; all when left out.' }) },
      resolve: async ({ id }, args, context, info) => {
        authorize(context.caller, `${deliveries.scope}:read`);
        // What was committed before this request is on the list, also where no loop has been by yet.
        await batch(context, 'webhook_outbox', '', async () => {
          await catchUp(context.pool);
          return () => undefined;
        });
        const orderBy = { field: 'ID', direction: 'DESC' } as const;
        return pageOf(deliveries, 'subscription_id', id, { ...args, orderBy }, context, info);
      },
    },
    { name: 'WebhookDeliveryConnection', description: 'A page of deliveries.' },
    { name: 'WebhookDeliveryEdge', description: 'A delivery and its place on the list.' },
  ),
);

builder.mutationFields((t) => ({
  sendTestEvent: t.field({
    type: WebhookDelivery,
    description:
      'Sends an event of the type `<resource>.test`, signed like any other. Needs the scope `subscriptions:write`.',
    errors: { types: [NotFoundError] },
    args: { subscriptionId: t.arg.id({ required: true, description: 'The subscription to send it to.' }) },
    resolve: async (_root, { subscriptionId }, context) => {
      const tenant = authorize(context.caller, SCOPE);
      const id = isStorableText(subscriptionId) ? await sendTest(context.pool, tenant, subscriptionId) : undefined;
      if (id === undefined) throw new NotFoundError(subscriptions.label, subscriptionId);
      context.nudge();
      return deliveryOf(id, context);
    },
  }),
  redeliver: t.field({
    type: WebhookDelivery,
    description:
      'Sends an event again, under the same `webhook-id` and with all its retries. Needs the scope `subscriptions:write`.',
    errors: { types: [NotFoundError] },
    args: { deliveryId: t.arg.id({ required: true, description: 'The delivery to repeat.' }) },
    resolve: async (_root, { deliveryId }, context) => {
      const tenant = authorize(context.caller, SCOPE);
      if (!isStorableText(deliveryId) || !(await redeliver(context.pool, tenant, deliveryId)))
        throw new NotFoundError(deliveries.label, deliveryId);
      context.nudge();
      return deliveryOf(deliveryId, context);
    },
  }),
  replayDeliveries: t.field({
    type: WebhookReplay,
    description:
      'Sends every event of a subscription since a moment again, whatever became of it; what waits for its next attempt goes out now. Needs the scope `subscriptions:write`.',
    errors: { types: [NotFoundError] },
    args: {
      subscriptionId: t.arg.id({ required: true, description: 'The subscription to send them to.' }),
      since: t.arg({ type: 'DateTime', required: true, description: 'From which moment on.' }),
    },
    resolve: async (_root, { subscriptionId, since }, { pool, caller, nudge }) => {
      const tenant = authorize(caller, SCOPE);
      const queued = isStorableText(subscriptionId) ? await replay(pool, tenant, subscriptionId, since) : undefined;
      if (queued === undefined) throw new NotFoundError(subscriptions.label, subscriptionId);
      nudge();
      return { queued };
    },
  }),
}));

const DELIVERY_COLUMNS = `id, subscription_id AS "subscriptionId", type, resource_id AS "resourceId", data, changed, status,
  resource_version AS "resourceVersion", occurred_at AS "occurredAt", attempt_count AS "attemptCount",
  next_attempt_at AS "nextAttemptAt", finished_at AS "finishedAt"`;

/** A delivery that the request has just queued, found by its key: its id is made of it and has no index of its own. */
async function deliveryOf(id: string, { pool }: Context): Promise<DeliveryRow> {
  const { eventId, subscriptionId } = parseMessageId(id) ?? {};
  const text = `SELECT ${DELIVERY_COLUMNS} FROM webhook_delivery_log WHERE event_id = $1 AND subscription_id = $2`;
  const [row] = await run<DeliveryRow>(pool, { text, values: [eventId, subscriptionId] });
  if (row === undefined) throw new NotFoundError(deliveries.label, id);
  return row;
}

/** The attempts of all deliveries of a page, in one statement. */
const attemptsOf = (id: string, context: Context): Promise<AttemptRow[]> =>
  batch(context, 'webhook_attempt', id, async (ids) => {
    const keys = ids.flatMap((each) => parseMessageId(each) ?? []);
    const text = `SELECT 'msg_' || event_id || '_' || subscription_id AS "deliveryId", number, started_at AS "startedAt",
        duration_ms AS "durationMs", http_status AS "httpStatus", error, response_head AS "responseHead"
      FROM webhook_attempt JOIN unnest($1::uuid[], $2::text[]) AS delivery(event_id, subscription_id) USING (event_id, subscription_id)
      ORDER BY event_id, subscription_id, number`;
    const values = [keys.map(({ eventId }) => eventId), keys.map(({ subscriptionId }) => subscriptionId)];
    const rows = await run<AttemptRow>(context.pool, { text, values });
    return (key) => rows.filter(({ deliveryId }) => deliveryId === key);
  });
