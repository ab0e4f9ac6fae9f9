import type { GraphQLResolveInfo } from 'graphql';
import { authorize } from '../../auth/scopes.ts';
import { refuse } from '../../base/errors.ts';
import { issuesIn } from '../../base/values.ts';
import { builder, type MutationFields, required } from '../../graphql/schema/builder.ts';
import type { Context } from '../../graphql/schema/context.ts';
import { type Chosen, issuesOfPatch, missOf, targetOf, update, writeOrExplain } from '../../graphql/writes/update.ts';
import { PATCH, updateErrors } from '../../graphql/writes/write-types.ts';
import type { Target } from '../../prisma/sql/rows.ts';
import { type Header, headerColumns, issuesOfHeaders } from '../../webhooks/management/custom-headers.ts';
import { change, pause, remove, resume, rotateSecret } from '../../webhooks/management/subscription-state.ts';
import { issuesOfAddress, issuesOfChange } from '../../webhooks/management/validation.ts';
import { settingsOf, WebhookSubscription } from './webhook-subscription.ts';

type Tenant = ReturnType<typeof authorize>;

const ID = { required: true, description: 'The id of the subscription.' } as const;

/** The errors and arguments of a write to one subscription. */
const ofOne = ({ arg }: MutationFields) => ({
  errors: updateErrors(WebhookSubscription),
  args: { id: arg.id(ID), expectedVersion: arg.int(PATCH.expectedVersion) },
});

/**
 * Writes to one of the caller's subscriptions and returns its tenant and the result. Throws NotFoundError, or
 * ConflictError when the subscription is no longer at `expectedVersion`, for the result false or undefined.
 */
async function write<Result>(
  args: Chosen,
  context: Context,
  info: GraphQLResolveInfo,
  run: (tenant: Tenant, chosen: Target) => Promise<Result | false | undefined>,
): Promise<{ tenant: Tenant; result: Result }> {
  const tenant = authorize(context, 'subscriptions:write');
  const chosen = targetOf(args);
  const attempt = async () => (await run(tenant, chosen)) || null;
  const explain = () => missOf(WebhookSubscription, tenant, chosen, context, info);
  const result = await writeOrExplain(attempt, chosen, explain);
  return { tenant, result };
}

const UpdateSubscription = update(WebhookSubscription, 'UpdateSubscription', (t) => ({
  workflowId: t.id(),
  workflowName: t.string(),
  nodeId: t.id(),
  webhookUrl: t.string({
    description:
      'The address that receives the events, including those that already wait. A new address starts without failures. A disabled subscription stays disabled until `resumeSubscription`. It cannot be null.',
  }),
  resource: t.string({
    description:
      'What is watched: a record, such as tank or quick_order; or subscription or delivery, which report on webhooks themselves. `eventTypes` lists all. The actions and the filter must fit it, including those that are kept. It cannot be null.',
  }),
  actions: t.stringList({
    description:
      'For records, one or more of created, updated, deleted; for subscription, disabled; for delivery, dead. It cannot be null.',
  }),
  ...settingsOf(t),
}));

const DeletedSubscription = builder.objectRef<{ id: string }>('DeletedSubscription').implement({
  description: 'A deleted subscription. Nothing more is sent to its address.',
  fields: (t) => ({ id: t.exposeID('id', { ...required, description: 'The id of the deleted subscription.' }) }),
});

builder.mutationFields((t) => ({
  updateSubscription: t.update(UpdateSubscription, {
    resolve: async (_root, { input, ...chosen }, context, info) => {
      const { tenant } = await write(chosen, context, info, (tenant, target) => {
        const { headers, ...fields }: { headers?: Header[] | null } = input;
        refuse([
          ...issuesOfChange(fields),
          ...issuesOfAddress(fields, context.addressFault),
          ...issuesOfHeaders(headers),
        ]);
        refuse(issuesOfPatch(WebhookSubscription, tenant, fields, info));
        return change(context.database, tenant, target, {
          ...fields,
          ...headerColumns(context.cipher, chosen.id, headers),
        });
      });
      context.nudge();
      return WebhookSubscription.get(tenant, chosen.id, context, info);
    },
  }),
  deleteSubscription: t.field({
    type: DeletedSubscription,
    description: 'Deletes a subscription and cancels its waiting events. Needs the scope `subscriptions:write`.',
    ...ofOne(t),
    resolve: async (_root, args, context, info) => {
      await write(args, context, info, (tenant, chosen) => remove(context.database, tenant, chosen));
      return { id: args.id };
    },
  }),
  pauseSubscription: t.field({
    type: WebhookSubscription.object,
    description: 'Stops deliveries. Events wait until `resumeSubscription`. Needs the scope `subscriptions:write`.',
    ...ofOne(t),
    resolve: async (_root, args, context, info) => {
      const { tenant } = await write(args, context, info, (tenant, chosen) => pause(context.database, tenant, chosen));
      return WebhookSubscription.get(tenant, args.id, context, info);
    },
  }),
  resumeSubscription: t.field({
    type: WebhookSubscription.object,
    description:
      'Resumes deliveries, including events that waited or were held. One that has failed is sent at its next retry; `replayDeliveries` sends it at once. Needs the scope `subscriptions:write`.',
    ...ofOne(t),
    resolve: async (_root, args, context, info) => {
      const { tenant } = await write(args, context, info, (tenant, chosen) => resume(context.database, tenant, chosen));
      context.nudge();
      return WebhookSubscription.get(tenant, args.id, context, info);
    },
  }),
  rotateSubscriptionSecret: t.field({
    type: WebhookSubscription.object,
    description:
      'Sets a new secret and returns it once. For 24 hours each event is signed with the old one too. After several rotations that holds for each of the last five secrets. Needs the scope `subscriptions:write`.',
    errors: updateErrors(WebhookSubscription),
    args: {
      ...ofOne(t).args,
      secret: t.arg.string({ description: 'The new secret. Omit it for a random one, which is recommended.' }),
    },
    resolve: async (_root, args, context, info) => {
      const given = args.secret ?? undefined;
      const { tenant, result: shownSecret } = await write(args, context, info, (tenant, chosen) => {
        const issues = [...issuesOfChange({ secret: given }), ...issuesIn(given, ['input', 'secret'])];
        refuse(issues.map((issue) => ({ ...issue, path: ['secret'] })));
        return rotateSecret(context.database, context.cipher, tenant, chosen, given);
      });
      return { ...(await WebhookSubscription.get(tenant, args.id, context, info)), shownSecret };
    },
  }),
}));
