import { authorize } from '../auth/tokens.ts';
import { reread } from '../db/lookup.ts';
import { patch } from '../db/patch.ts';
import { isStorableText, issuesIn } from '../db/storable.ts';
import { InvalidRequestError, NotFoundError } from '../errors.ts';
import { builder } from '../graphql/builder.ts';
import { updateArguments, updateErrors } from '../graphql/update.ts';
import { issuesOfChange } from '../webhooks/rules.ts';
import { pause, remove, resume, rotateSecret } from '../webhooks/subscriptions.ts';
import { subscriptions, WebhookSubscription } from './webhook-subscription.ts';

const SCOPE = 'subscriptions:write';
const orNotFound = { types: [NotFoundError] };
const ID = { required: true, description: 'The subscription’s id.' } as const;

/** What the owner's function did, or NotFoundError where the company has no such subscription. */
async function found<Result>(id: string, act: () => Promise<Result | undefined | false>): Promise<Result> {
  const result = isStorableText(id) ? await act() : undefined;
  if (result === undefined || result === false) throw new NotFoundError(subscriptions.label, id);
  return result;
}

const UpdateSubscriptionInput = builder.inputType('UpdateSubscriptionInput', {
  description:
    'What to change on a subscription. A field left out keeps its value, null clears it. For the secret there is `rotateSubscriptionSecret`.',
  fields: (t) => ({
    workflowId: t.id(),
    workflowName: t.string(),
    nodeId: t.id(),
    webhookUrl: t.string({
      description:
        'The address that each event is sent to, also those that wait already, when their time comes or `replayDeliveries` sends them. A new one starts with a clean record; a disabled subscription stays so until `resumeSubscription`.',
    }),
    resource: t.string(),
    actions: t.stringList({ description: 'One or more of created, updated, deleted.' }),
    filter: t.field({ type: 'JSONObject' }),
    maxInFlight: t.int({
      description:
        'How many events each gateway or worker may have on their way to the address at the same time: 1 to 100.',
    }),
  }),
});

const DeletedSubscription = builder.objectRef<{ id: string }>('DeletedSubscription').implement({
  description: 'The subscription is gone, and nothing more is sent to it.',
  fields: (t) => ({ id: t.exposeID('id', { nullable: false, description: 'The id that it had.' }) }),
});

builder.mutationFields((t) => ({
  updateSubscription: t.field({
    type: WebhookSubscription,
    description: 'Changes the given fields of a subscription. Needs the scope `subscriptions:write`.',
    errors: updateErrors,
    args: updateArguments(t.arg, UpdateSubscriptionInput),
    resolve: (_root, args, context, info) => {
      authorize(context.caller, SCOPE);
      const issues = issuesOfChange(args.input);
      if (issues.length > 0) throw new InvalidRequestError(issues);
      return patch(subscriptions, args, context, info);
    },
  }),
  deleteSubscription: t.field({
    type: DeletedSubscription,
    description: 'Deletes a subscription and cancels what it was still owed. Needs the scope `subscriptions:write`.',
    errors: orNotFound,
    args: { id: t.arg.id(ID) },
    resolve: async (_root, { id }, { pool, caller }) => {
      const tenant = authorize(caller, SCOPE);
      await found(id, () => remove(pool, tenant, id));
      return { id };
    },
  }),
  pauseSubscription: t.field({
    type: WebhookSubscription,
    description: 'Stops deliveries; events are kept until `resumeSubscription`. Needs the scope `subscriptions:write`.',
    errors: orNotFound,
    args: { id: t.arg.id(ID) },
    resolve: async (_root, { id }, context, info) => {
      const tenant = authorize(context.caller, SCOPE);
      await found(id, () => pause(context.pool, tenant, id));
      return reread(subscriptions, id, context, info);
    },
  }),
  resumeSubscription: t.field({
    type: WebhookSubscription,
    description:
      'Delivers again, also what was kept while it was paused or disabled. Needs the scope `subscriptions:write`.',
    errors: orNotFound,
    args: { id: t.arg.id(ID) },
    resolve: async (_root, { id }, context, info) => {
      const tenant = authorize(context.caller, SCOPE);
      await found(id, () => resume(context.pool, tenant, id));
      context.nudge();
      return reread(subscriptions, id, context, info);
    },
  }),
  rotateSubscriptionSecret: t.field({
    type: WebhookSubscription,
    description:
      'Gives a subscription a new secret and shows it once. For 24 hours each event is signed with the old one too. Needs the scope `subscriptions:write`.',
    errors: orNotFound,
    args: {
      id: t.arg.id(ID),
      secret: t.arg.string({
        description: 'The new secret. When left out, a random one is made, which is the better choice.',
      }),
    },
    resolve: async (_root, { id, secret }, context, info) => {
      const tenant = authorize(context.caller, SCOPE);
      const given = secret ?? undefined;
      const issues = [...issuesOfChange({ secret: given }), ...issuesIn(given, ['input', 'secret'])];
      if (issues.length > 0)
        throw new InvalidRequestError(issues.map(({ message }) => ({ path: ['secret'], message })));
      const shownSecret = await found(id, () => rotateSecret(context.pool, tenant, id, given));
      return { ...(await reread(subscriptions, id, context, info)), shownSecret };
    },
  }),
}));
