import { authorize } from '../../auth/scopes.ts';
import { grouped } from '../../base/text.ts';
import { builder, required } from '../../graphql/schema/builder.ts';
import { type Figures, figuresOf, type Hour, hoursOf, MOST_WAITING } from '../../webhooks/management/figures.ts';

const Period = builder.enumType('WebhookPeriod', {
  description: 'The period of figures. It begins at a full hour and ends now.',
  values: {
    HOUR: { value: 1, description: 'The current hour and the one before.' },
    DAY: { value: 24, description: 'The current hour and the 24 before.' },
    WEEK: { value: 168, description: 'The current hour and the 168 before.' },
  },
});

const P95 =
  '95 % of these took at most this many milliseconds, including failed ones. Rounded up to 1, 1.5, 2, 3, 5 or 7 times a power of ten, from 10 to 15,000. Null without a request.';

const WebhookHour = builder.objectRef<Hour>('WebhookHour').implement({
  description: 'How an address responded in one hour.',
  fields: (t) => ({
    since: t.expose('since', { type: 'DateTime', ...required, description: 'When the hour began.' }),
    attempts: t.expose('attempts', { type: 'SafeInt', ...required, description: 'The number of requests.' }),
    delivered: t.expose('delivered', {
      type: 'SafeInt',
      ...required,
      description: 'How many of these were answered with a 2xx status.',
    }),
    p95DurationMs: t.exposeInt('p95DurationMs', { description: P95 }),
  }),
});

const WebhookFigures = builder.objectRef<Figures & { hours: number }>('WebhookFigures').implement({
  description:
    'How an address responds, and what waits for it. Attempts count a few seconds late; a crash of a gateway loses those of its last seconds.',
  fields: (t) => ({
    since: t.expose('since', { type: 'DateTime', ...required, description: 'When the period began.' }),
    attempts: t.expose('attempts', {
      type: 'SafeInt',
      ...required,
      description: 'The number of requests in the period, retries included.',
    }),
    successRate: t.float({
      description: 'The part of these that was answered with a 2xx status, from 0 to 1; null without a request.',
      resolve: ({ attempts, delivered }) => (attempts === 0 ? null : delivered / attempts),
    }),
    p95DurationMs: t.exposeInt('p95DurationMs', { description: P95 }),
    hours: t.field({
      type: [WebhookHour],
      ...required,
      description: 'The hours of the period that had a request, oldest first, for a chart. Costs a query of its own.',
      extensions: { mostItems: 169 },
      resolve: ({ subscriptionId, hours }, _args, context) =>
        hoursOf(context.database, authorize(context, 'subscriptions:read').onPrimary, subscriptionId, hours),
    }),
    waiting: t.exposeInt('waiting', {
      ...required,
      description: `The number of deliveries in progress or waiting, up to ${grouped(MOST_WAITING)}.`,
    }),
    waitingSince: t.expose('waitingSince', {
      type: 'DateTime',
      description: 'When the oldest of the waiting changes happened; null if nothing waits.',
    }),
    suspendedUntil: t.expose('suspendedUntil', {
      type: 'DateTime',
      description:
        'Until when nothing is sent, because the address keeps failing or has asked for a pause with Retry-After; null if it is not suspended. `resumeSubscription` ends it.',
    }),
  }),
});

builder.prismaObjectField('WebhookSubscription', 'figures', (t) =>
  t.field({
    type: WebhookFigures,
    description:
      'How the address answers, and what waits for it. Null if the subscription was deleted meanwhile. Needs the scope `subscriptions:read`.',
    select: { id: true },
    args: {
      period: t.arg({ type: Period, required: true, defaultValue: 24, description: 'The period of the attempts.' }),
    },
    resolve: async ({ id }, { period }, context) => {
      const tenant = authorize(context, 'subscriptions:read').onPrimary;
      const figures = await figuresOf(context.database, tenant, id, period);
      return figures && { ...figures, hours: period };
    },
  }),
);
