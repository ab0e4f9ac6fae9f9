import type { GraphQLResolveInfo } from 'graphql';
import { authorize } from '../../auth/scopes.ts';
import { ConflictError, refuse } from '../../base/errors.ts';
import { builder, type MutationFields, required } from '../../graphql/schema/builder.ts';
import { type Changes, foundInstead, missOf } from '../../graphql/writes/conflict.ts';
import { issuesOfPatch, update, updateField } from '../../graphql/writes/update.ts';
import { targetOf, type VersionedTarget } from '../../graphql/writes/write-each.ts';
import { PATCH, updateErrors } from '../../graphql/writes/write-types.ts';
import type { Operation } from '../../operation/operation.ts';
import type { Target } from '../../prisma/sql/rows.ts';
import { issuesIn } from '../../records/values.ts';
import { type Header, headerColumns, issuesOfHeaders } from '../../webhooks/management/custom-headers.ts';
import {
  changeSubscription,
  pauseSubscription,
  RESUMED,
  removeSubscription,
  resumeSubscription,
  rotateSecret,
} from '../../webhooks/management/subscription-state.ts';
import { issuesOfAddress, issuesOfChange } from '../../webhooks/management/validation.ts';
import { settingsOf, WebhookSubscription } from './webhook-subscription.ts';

type Tenant = ReturnType<typeof authorize>;

const ID = { required: true, description: 'The id of the subscription.' } as const;

const ofOne = ({ arg }: MutationFields) => ({
  errors: updateErrors(WebhookSubscription),
  args: { id: arg.id(ID), expectedVersion: arg.int(PATCH.expectedVersion) },
});

/**
 * Writes to a subscription of the caller. Throws NotFoundError, or ConflictError if it is no longer at
 * `expectedVersion` and has other values than `changes`. The result of a repeat is undefined.
 */
async function write<Result>(
  args: VersionedTarget,
  context: Operation,
  info: GraphQLResolveInfo,
  run: (tenant: Tenant, chosen: Target) => Promise<Result | false | undefined>,
  changes?: Changes,
): Promise<{ tenant: Tenant; result: Result | undefined }> {
  const tenant = authorize(context, 'subscriptions:write');
  const chosen = targetOf(args);
  const attempt = async () => {
    const result = await run(tenant, chosen);
    return result ? { tenant, result } : null;
  };
  const explain = () => missOf(WebhookSubscription, tenant, chosen, context, info, changes);
  const written = (await attempt()) ?? (await foundInstead(attempt, chosen.version, explain));
  if (written instanceof ConflictError && written.isRepeat) return { tenant, result: undefined };
  if (written instanceof Error) throw written;
  return written;
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
  updateSubscription: updateField(t, UpdateSubscription, {
    resolve: async (_root, { input, ...chosen }, context, info) => {
      const { headers, ...fields }: { headers?: Header[] | null } = input;
      const run = (tenant: Tenant, target: Target) => {
        refuse([
          ...issuesOfChange(fields),
          ...issuesOfAddress(fields, context.services.addressFault),
          ...issuesOfHeaders(headers),
        ]);
        refuse(issuesOfPatch(WebhookSubscription, tenant, fields, info));
        return changeSubscription(context.database, tenant, target, {
          ...fields,
          ...headerColumns(context.services.cipher, chosen.id, headers),
        });
      };
      // Encrypted headers cannot be compared.
      const changes = headers === undefined ? { data: fields } : undefined;
      const { tenant } = await write(chosen, context, info, run, changes);
      context.nudge();
      return WebhookSubscription.get(tenant, chosen.id, context, info);
    },
  }),
  deleteSubscription: t.field({
    type: DeletedSubscription,
    description: 'Deletes a subscription and cancels its waiting events. Needs the scope `subscriptions:write`.',
    ...ofOne(t),
    resolve: async (_root, args, context, info) => {
      await write(args, context, info, (tenant, chosen) => removeSubscription(context.database, tenant, chosen));
      return { id: args.id };
    },
  }),
  pauseSubscription: t.field({
    type: WebhookSubscription.object,
    description: 'Stops deliveries. Events wait until `resumeSubscription`. Needs the scope `subscriptions:write`.',
    ...ofOne(t),
    resolve: async (_root, args, context, info) => {
      const run = (tenant: Tenant, chosen: Target) => pauseSubscription(context.database, tenant, chosen);
      const { tenant } = await write(args, context, info, run, { data: { state: 'paused' } });
      return WebhookSubscription.get(tenant, args.id, context, info);
    },
  }),
  resumeSubscription: t.field({
    type: WebhookSubscription.object,
    description:
      'Resumes deliveries, including events that waited or were held. One that has failed is sent at its next retry; `replayDeliveries` sends it at once. Needs the scope `subscriptions:write`.',
    ...ofOne(t),
    resolve: async (_root, args, context, info) => {
      const run = (tenant: Tenant, chosen: Target) => resumeSubscription(context.database, tenant, chosen);
      const { tenant } = await write(args, context, info, run, { data: RESUMED });
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
        return rotateSecret(context.database, context.services.cipher, tenant, chosen, given);
      });
      return { ...(await WebhookSubscription.get(tenant, args.id, context, info)), shownSecret };
    },
  }),
}));
