import { authorize } from '../auth/scopes.ts';
import { issuesIn } from '../db/values.ts';
import { ConflictError, type InputIssue, InvalidRequestError, NotFoundError } from '../errors.ts';
import { builder, required } from '../graphql/builder.ts';
import { update, updateArguments, updateErrors, updateInput } from '../graphql/update.ts';
import { RECORDS } from '../records.ts';
import { rotateSecret } from '../webhooks/rotation.ts';
import { issuesBeside, issuesOfChange, keepsPart } from '../webhooks/rules.ts';
import { pause, remove, resume } from '../webhooks/subscriptions.ts';

const { label } = RECORDS.WebhookSubscription;
const errors = { types: [NotFoundError] };
const ID = { required: true, description: 'The id of the subscription.' } as const;

/** Returns the result. Throws NotFoundError if there is none. */
function found<Found>(id: string, result: Found | false | null | undefined): Found {
  if (result === false || result === null || result === undefined) throw new NotFoundError(label, id);
  return result;
}

function refuse(issues: InputIssue[]): void {
  if (issues.length > 0) throw new InvalidRequestError(issues);
}

/** What must fit together, and the version for which that holds. */
const WATCH = Object.freeze({ resource: true, actions: true, filter: true, version: true });

const UpdateSubscriptionInput = updateInput('UpdateSubscriptionInput', 'WebhookSubscription', (t) => ({
  workflowId: t.id(),
  workflowName: t.string(),
  nodeId: t.id(),
  webhookUrl: t.string({
    description:
      'The address that receives the events, including those that already wait. A new address starts without failures. A disabled subscription stays disabled until `resumeSubscription`. It cannot be null.',
  }),
  resource: t.string({
    description:
      'What is watched: the records tank, task, expiration, quick_order or ship_to; or subscription or delivery, which tell of webhooks themselves. The actions and the filter must fit it, also those that are kept. It cannot be null.',
  }),
  actions: t.stringList({
    description:
      'For records, one or more of created, updated, deleted; for subscription, disabled; for delivery, dead. It cannot be null.',
  }),
  filter: t.field({ type: 'JSONObject' }),
  maxInFlight: t.int(),
  maxPerSecond: t.float(),
  ordered: t.boolean(),
}));

const DeletedSubscription = builder.objectRef<{ id: string }>('DeletedSubscription').implement({
  description: 'A deleted subscription. Nothing more is sent to its address.',
  fields: (t) => ({ id: t.exposeID('id', { ...required, description: 'The id of the deleted subscription.' }) }),
});

builder.mutationFields((t) => ({
  updateSubscription: t.prismaField({
    type: 'WebhookSubscription',
    description: 'Changes a subscription. Needs the scope `subscriptions:write`.',
    errors: updateErrors,
    args: updateArguments(t.arg, UpdateSubscriptionInput),
    resolve: async (query, _root, { id, input, expectedVersion }, context, info) => {
      const subscriptions = context.prisma.webhookSubscription;
      const rows = subscriptions.of(authorize(context, 'subscriptions:write'));
      refuse(issuesOfChange(input));
      for (;;) {
        const kept = keepsPart(input) ? await rows.lookup({ where: { id }, select: WATCH }) : null;
        const version = expectedVersion ?? kept?.version;
        if (kept !== null && kept.version === version) refuse(issuesBeside(kept, input));
        try {
          const change = { ...query, id, input, expectedVersion: version };
          return await update(subscriptions, UpdateSubscriptionInput, change, context, info);
        } catch (error) {
          // Unless the client has named the version, the rest may have changed since it was read, and is read again.
          if (kept === null || version === expectedVersion || !(error instanceof ConflictError)) throw error;
        }
      }
    },
  }),
  // The type has no model, so `t.prismaField` has nothing to select.
  deleteSubscription: t.field({
    type: DeletedSubscription,
    description: 'Deletes a subscription and cancels its waiting events. Needs the scope `subscriptions:write`.',
    errors,
    args: { id: t.arg.id(ID) },
    resolve: async (_root, { id }, context) => {
      found(id, await remove(context.prisma, authorize(context, 'subscriptions:write'), id));
      return { id };
    },
  }),
  pauseSubscription: t.prismaField({
    type: 'WebhookSubscription',
    description: 'Stops deliveries. Events wait until `resumeSubscription`. Needs the scope `subscriptions:write`.',
    errors,
    args: { id: t.arg.id(ID) },
    resolve: async (query, _root, { id }, context) => {
      const tenant = authorize(context, 'subscriptions:write');
      found(id, await pause(context.prisma, tenant, id));
      return found(id, await context.prisma.webhookSubscription.of(tenant).lookup({ ...query, where: { id } }));
    },
  }),
  resumeSubscription: t.prismaField({
    type: 'WebhookSubscription',
    description:
      'Resumes deliveries, including events that waited or were held. Needs the scope `subscriptions:write`.',
    errors,
    args: { id: t.arg.id(ID) },
    resolve: async (query, _root, { id }, context) => {
      const tenant = authorize(context, 'subscriptions:write');
      found(id, await resume(context.prisma, tenant, id));
      context.nudge();
      return found(id, await context.prisma.webhookSubscription.of(tenant).lookup({ ...query, where: { id } }));
    },
  }),
  rotateSubscriptionSecret: t.prismaField({
    type: 'WebhookSubscription',
    description:
      'Sets a new secret and returns it once. For 24 hours each event is signed with the old one too. After several rotations that holds for each of the last five secrets. Needs the scope `subscriptions:write`.',
    errors,
    args: {
      id: t.arg.id(ID),
      secret: t.arg.string({ description: 'The new secret. Omit it for a random one, which is recommended.' }),
    },
    resolve: async (query, _root, { id, secret }, context) => {
      const tenant = authorize(context, 'subscriptions:write');
      const given = secret ?? undefined;
      const issues = [...issuesOfChange({ secret: given }), ...issuesIn(given, ['input', 'secret'])];
      refuse(issues.map(({ message }) => ({ path: ['secret'], message })));
      const shownSecret = found(id, await rotateSecret(context.prisma, context.cipher, tenant, id, given));
      const subscription = await context.prisma.webhookSubscription.of(tenant).lookup({ ...query, where: { id } });
      return { ...found(id, subscription), shownSecret };
    },
  }),
}));
