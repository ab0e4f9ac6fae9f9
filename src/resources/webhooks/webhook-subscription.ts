import { randomUUID } from 'node:crypto';
import { authorize } from '../../auth/scopes.ts';
import { refuse, UnauthorizedError } from '../../base/errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { listing } from '../../graphql/lists/listing.ts';
import { builder, required, wordsEnum } from '../../graphql/schema/builder.ts';
import { Node } from '../../graphql/schema/node-types.ts';
import { record } from '../../graphql/schema/record.ts';
import type { InputFields } from '../../graphql/writes/write-types.ts';
import { isPlain, issuesIn } from '../../records/values.ts';
import { headerColumns, issuesOfHeaders } from '../../webhooks/management/custom-headers.ts';
import { createOnce, issuesOfKey, issuesOfRepeat, textOfInput } from '../../webhooks/management/idempotency.ts';
import { issuesOfAddress, issuesOfNew } from '../../webhooks/management/validation.ts';

const SubscriptionState = wordsEnum<string>('WebhookSubscriptionState', 'The delivery state of a subscription.', [
  ['active', 'Events are delivered.'],
  ['paused', 'Events wait until `resumeSubscription`.'],
  [
    'disabled',
    'The address has failed for five days or answered 410. Events are held for 14 days by default; `resumeSubscription` delivers them.',
  ],
]);

export const WebhookSubscription = record('WebhookSubscription', { label: 'Subscription', isCurrent: true });

builder.prismaObject('WebhookSubscription', {
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', required),
    companyId: t.exposeID('companyId', required),
    workflowId: t.exposeID('workflowId', required),
    workflowName: t.exposeString('workflowName'),
    nodeId: t.exposeID('nodeId', required),
    webhookUrl: t.expose('webhookUrl', { type: 'URL', nullable: false }),
    resource: t.exposeString('resource', required),
    actions: t.stringList({
      nullable: false,
      description:
        'The watched actions: created, updated, deleted of records; disabled of a subscription; dead of a delivery.',
      select: { actions: true },
      // Prisma cannot declare a list that is never null; the input's rules see to it.
      resolve: ({ actions }) => actions ?? [],
    }),
    filter: t.expose('filter', { type: 'JSONObject' }),
    secret: t.string({
      description:
        'The secret that signs the events. Returned once, by the mutation that sets it; null in every other response.',
      // A read must not select the column.
      extensions: { reads: [] },
      resolve: ({ shownSecret }) => shownSecret ?? null,
    }),
    state: t.expose('state', { type: SubscriptionState, nullable: false }),
    disabledReason: t.exposeString('disabledReason'),
    failingSince: t.expose('failingSince', { type: 'DateTime' }),
    suspendedUntil: t.field({
      type: 'DateTime',
      description:
        'Until when nothing is sent, because the address keeps failing or has asked for a pause with Retry-After: up to 15 minutes after failures. Null if sending is not suspended. `resumeSubscription` ends it.',
      select: { state: true, breakerOpenUntil: true, heldUntil: true },
      resolve: ({ state, breakerOpenUntil, heldUntil }) => {
        const times = [breakerOpenUntil, heldUntil].map((time) => (time === null ? 0 : new Date(time).getTime()));
        const until = Math.max(...times);
        return state === 'active' && until > Date.now() ? new Date(until) : null;
      },
    }),
    maxInFlight: t.exposeInt('maxInFlight', required),
    maxPerSecond: t.exposeFloat('maxPerSecond'),
    ordered: t.exposeBoolean('ordered', required),
    ignoreActors: t.stringList({
      nullable: false,
      description: 'The actors whose changes send it no events.',
      select: { ignoreActors: true },
      resolve: ({ ignoreActors }) => ignoreActors ?? [],
    }),
    headerNames: t.stringList({
      nullable: false,
      description:
        'The names of the custom headers that every request to the address has. Their values are never shown.',
      select: { headerNames: true },
      resolve: ({ headerNames }) => headerNames ?? [],
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    version: t.exposeInt('version', required),
  }),
});

const WebhookHeaderInput = builder.inputType('WebhookHeaderInput', {
  description: 'A header that every request to the address of a subscription has.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description:
        'Its name, such as `Authorization` or `X-Api-Key`, whatever its case. Headers that the gateway sets itself are refused: `Content-Type`, `User-Agent`, `Host` and all that begin with `webhook-`.',
    }),
    value: t.string({
      required: true,
      description: 'Its value, up to 4096 printable ASCII characters. It is encrypted in the database and never shown.',
    }),
  }),
});

export const settingsOf = (t: Parameters<InputFields>[0]) => ({
  filter: t.field({ type: 'JSONObject' }),
  maxInFlight: t.int(),
  maxPerSecond: t.float(),
  ordered: t.boolean(),
  ignoreActors: t.stringList(),
  headers: t.field({
    type: [WebhookHeaderInput],
    description:
      'Up to 10 headers that every request to the address has, such as `Authorization` for an API gateway. They replace all that were set; null or an empty list removes them.',
  }),
});

const CreateSubscriptionInput = builder.inputType('CreateSubscriptionInput', {
  description: 'A new subscription.',
  model: 'WebhookSubscription',
  fields: (t) => ({
    workflowId: t.id({ required: true }),
    workflowName: t.string(),
    nodeId: t.id({ required: true }),
    webhookUrl: t.string({
      required: true,
      description: 'The address that receives the events: an absolute http or https URL without credentials.',
    }),
    resource: t.string({ required: true }),
    actions: t.stringList({
      required: true,
      description:
        'For records, one or more of created, updated, deleted; for subscription, disabled; for delivery, dead.',
    }),
    ...settingsOf(t),
    secret: t.string({
      description:
        'Signs each event as defined by Standard Webhooks: `whsec_` and base64, or any text of up to 256 characters. Omit it for unsigned events.',
    }),
  }),
});

listing(WebhookSubscription);

builder.mutationField('createSubscription', (t) =>
  t.field({
    type: WebhookSubscription.object,
    description:
      'Creates a webhook. A company may have 1000, unless the operator sets another limit. Needs the scope `subscriptions:write` and a token of one company.',
    errors: {},
    args: {
      input: t.arg({ type: CreateSubscriptionInput, required: true, description: 'The new subscription.' }),
      idempotencyKey: t.arg.string({
        description:
          'Any string that you choose, up to 255 characters. A repeat with the same key and input creates nothing and returns the first subscription; one with other input is an `InvalidRequestError`.',
      }),
    },
    resolve: async (_root, { input, idempotencyKey = null }, context) => {
      const tenant = authorize(context, 'subscriptions:write');
      if (typeof tenant.company !== 'string')
        throw new UnauthorizedError('FORBIDDEN', 'A subscription needs a token of one company.');
      const {
        workflowName = null,
        secret = null,
        filter,
        maxInFlight,
        maxPerSecond,
        ordered,
        headers,
        ...given
      } = input;
      const texts = { ...given, workflowName, secret, ignoreActors: input.ignoreActors ?? [] };
      refuse([
        ...issuesOfNew(input),
        ...issuesOfAddress(input, context.services.addressFault),
        ...issuesOfHeaders(headers),
        ...issuesIn(texts, ['input']),
        ...issuesOfKey(idempotencyKey),
      ]);

      const id = randomUUID();
      const stored = secret === null ? null : context.services.cipher.encrypt(id, secret);
      const idempotencyInput = idempotencyKey === null ? null : context.services.cipher.encrypt(id, textOfInput(input));
      const row = await createOnce(context.database, tenant, {
        ...texts,
        ...headerColumns(context.services.cipher, id, headers ?? undefined),
        id,
        companyId: tenant.company,
        idempotencyKey,
        idempotencyInput,
        secret: stored,
        filter: filter ?? Prisma.DbNull,
        ...(typeof maxInFlight === 'number' && { maxInFlight }),
        maxPerSecond: maxPerSecond ?? null,
        ordered: ordered ?? false,
      });
      if (row.id !== id) refuse(issuesOfRepeat(context.services.cipher, row.id, row.idempotencyInput, input));
      // A repeat may come after a rotation of the secret.
      const shownSecret = row.secret && context.services.cipher.read(row.id, row.secret) === secret ? secret : null;
      return { ...row, filter: isPlain(row.filter) ? row.filter : null, shownSecret };
    },
  }),
);
