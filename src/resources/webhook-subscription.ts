import { ALL, authorize } from '../auth/tokens.ts';
import { find } from '../db/lookup.ts';
import { run } from '../db/pool.ts';
import { isStorableText, issuesIn, KEY_LENGTH, toParameter } from '../db/storable.ts';
import { type Row, type Table, toColumn } from '../db/table.ts';
import { InvalidRequestError, UnauthorizedError } from '../errors.ts';
import type { WebhookSubscription as Model } from '../generated/prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { page } from '../graphql/connection.ts';
import { orderInput } from '../graphql/order.ts';
import { selectedColumns } from '../graphql/selection.ts';
import { issuesOfNew } from '../webhooks/rules.ts';

/** A subscription's row; `secret` is there only in the answer to the mutation that set it. */
export type SubscriptionRow = Row<Omit<Model, 'state'>> & {
  state: 'active' | 'paused' | 'disabled';
  shownSecret?: string | null;
};

export const subscriptions: Table<SubscriptionRow> = {
  name: 'webhook_subscription',
  type: 'WebhookSubscription',
  label: 'Subscription',
  scope: 'subscriptions',
  filters: { resource: 'resource = $', workflowId: 'workflow_id = $', state: 'state = $' },
  orders: { ID: { by: 'id', type: 'text' } },
};

const SubscriptionState = builder.enumType('WebhookSubscriptionState', {
  description: 'Whether a subscription’s events are delivered.',
  values: {
    ACTIVE: { value: 'active', description: 'They are.' },
    PAUSED: { value: 'paused', description: 'They wait until the owner resumes it.' },
    DISABLED: {
      value: 'disabled',
      description:
        'They are held, for 30 days unless the operator says otherwise: the address has failed for five days, or answered 410. `resumeSubscription` delivers them.',
    },
  },
});

export const WebhookSubscription = builder.objectRef<SubscriptionRow>('WebhookSubscription').implement({
  description: 'An address that is told when records change, as a node of a workflow.',
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'The subscription’s id, the same for its whole life.' }),
    companyId: t.exposeID('companyId', { nullable: false, description: 'The company whose records it is about.' }),
    workflowId: t.exposeID('workflowId', { nullable: false, description: 'The workflow that is told.' }),
    workflowName: t.exposeString('workflowName', { description: 'The workflow’s name, for people.' }),
    nodeId: t.exposeID('nodeId', { nullable: false, description: 'The node of the workflow that is told.' }),
    webhookUrl: t.expose('webhookUrl', {
      type: 'URL',
      nullable: false,
      description: 'The address that each event is sent to.',
    }),
    resource: t.exposeString('resource', {
      nullable: false,
      description: 'The kind of record: tank, task, expiration, quick_order or ship_to.',
    }),
    actions: t.stringList({
      nullable: false,
      description: 'What happens to the record: created, updated, deleted.',
      resolve: ({ actions }) => actions ?? [],
    }),
    filter: t.expose('filter', {
      type: 'JSONObject',
      description:
        'Only records that contain this are told of; its keys are snake_case, such as `{"ship_to_id": "…"}`.',
    }),
    secret: t.string({
      description:
        'The secret that signs each event. Shown once, in the answer to the mutation that set it; null ever after.',
      extensions: { needs: 'id' },
      resolve: ({ shownSecret }) => shownSecret ?? null,
    }),
    state: t.field({
      type: SubscriptionState,
      nullable: false,
      description:
        'Whether events are delivered. While it is paused they wait, and while it is disabled they are held.',
      resolve: ({ state }) => state,
    }),
    disabledReason: t.exposeString('disabledReason', {
      description: 'Why deliveries were disabled; null while they are not.',
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      description:
        'Since when every attempt has failed, with no two days in which there was none; null while they succeed. After five days of that the subscription is disabled.',
    }),
    maxInFlight: t.exposeInt('maxInFlight', {
      nullable: false,
      description: 'How many events each gateway or worker may have on their way to the address at the same time.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made. Set by the server.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it last really changed. Set by the server.',
    }),
    version: t.exposeInt('version', { nullable: false, description: 'Raised by one on each real change.' }),
  }),
});

const CreateSubscriptionInput = builder.inputType('CreateSubscriptionInput', {
  description: 'Who is told of what.',
  fields: (t) => ({
    workflowId: t.id({ required: true }),
    workflowName: t.string(),
    nodeId: t.id({ required: true }),
    webhookUrl: t.string({
      required: true,
      description: 'The address that each event is sent to: absolute, http or https, without a user name or password.',
    }),
    resource: t.string({ required: true }),
    actions: t.stringList({ required: true, description: 'One or more of created, updated, deleted.' }),
    filter: t.field({ type: 'JSONObject' }),
    secret: t.string({
      description:
        'Signs each event after Standard Webhooks. Text of up to 256 characters, or `whsec_` and base64. Without it, events are unsigned.',
    }),
  }),
});

const WebhookSubscriptionFilter = builder.inputType('WebhookSubscriptionFilter', {
  description: 'Which subscriptions to list: all conditions must hold.',
  fields: (t) => ({
    resource: t.string(),
    workflowId: t.id(),
    state: t.field({ type: SubscriptionState, description: 'Those in this state.' }),
  }),
});

const WebhookSubscriptionOrder = orderInput('WebhookSubscription', { ID: 'By id.' });

builder.queryFields((t) => ({
  webhookSubscription: t.field({
    type: WebhookSubscription,
    description:
      'One subscription, or null when your company has none with this id. Needs the scope `subscriptions:read`.',
    args: { id: t.arg.id({ required: true, description: 'The subscription’s id.' }) },
    resolve: (_root, { id }, context, info) => find(subscriptions, id, context, info),
  }),
  webhookSubscriptions: t.connection(
    {
      type: WebhookSubscription,
      description: 'Your company’s subscriptions, page by page. Needs the scope `subscriptions:read`.',
      args: {
        filter: t.arg({ type: WebhookSubscriptionFilter, description: 'Which subscriptions; all when left out.' }),
        orderBy: t.arg({ type: WebhookSubscriptionOrder, description: 'The order; by id when left out.' }),
      },
      resolve: (_root, args, context, info) => page(subscriptions, args, context, info),
    },
    { name: 'WebhookSubscriptionConnection', description: 'A page of subscriptions.' },
    { name: 'WebhookSubscriptionEdge', description: 'A subscription and its place on the list.' },
  ),
}));

builder.mutationField('createSubscription', (t) =>
  t.field({
    type: WebhookSubscription,
    description:
      'Registers an address that is told of changes. Needs the scope `subscriptions:write` and a company in the token.',
    errors: {},
    args: {
      input: t.arg({ type: CreateSubscriptionInput, required: true, description: 'Who is told of what.' }),
      idempotencyKey: t.arg.string({
        description:
          'Any text of your own. A repeat with the same key makes nothing new and answers with the first subscription.',
      }),
    },
    resolve: async (_root, { input, idempotencyKey }, context, info) => {
      const company = authorize(context.caller, 'subscriptions:write');
      if (company === ALL) throw new UnauthorizedError('FORBIDDEN', 'A subscription needs a token of one company.');
      const issues = [...issuesOfNew(input), ...issuesIn(input, ['input']), ...issuesOfKey(idempotencyKey)];
      if (issues.length > 0) throw new InvalidRequestError(issues);

      const given = Object.entries({ ...input, companyId: company, idempotencyKey });
      const asked = `secret, ${selectedColumns('WebhookSubscription', info)}`;
      const columns = given.map(([field]) => toColumn(field)).join(', ');
      const places = given.map((_, index) => `$${index + 1}`).join(', ');
      // On a repeat the first subscription's row is written as it was, which is how one statement can return it.
      const text = `INSERT INTO webhook_subscription (${columns}) VALUES (${places})
        ON CONFLICT (company_id, idempotency_key) DO UPDATE SET idempotency_key = excluded.idempotency_key RETURNING ${asked}`;
      const [row] = await run<SubscriptionRow>(context.pool, {
        text,
        values: given.map(([, value]) => toParameter(value)),
      });
      return row === undefined ? null : { ...row, shownSecret: row.secret === input.secret ? row.secret : null };
    },
  }),
);

const issuesOfKey = (key: string | null | undefined) => {
  if (typeof key !== 'string' || (key !== '' && key.length <= KEY_LENGTH && isStorableText(key))) return [];
  return [{ path: ['idempotencyKey'], message: `must be 1 to ${KEY_LENGTH} characters without U+0000` }];
};
