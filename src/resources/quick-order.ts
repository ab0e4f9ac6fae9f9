import { find } from '../db/lookup.ts';
import { patch } from '../db/patch.ts';
import type { Row, Table } from '../db/table.ts';
import type { QuickOrder as Model } from '../generated/prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { page } from '../graphql/connection.ts';
import { orderInput } from '../graphql/order.ts';
import { updateArguments, updateErrors } from '../graphql/update.ts';

const quickOrders: Table<Row<Model>> = {
  name: 'quick_order',
  type: 'QuickOrder',
  label: 'Quick order',
  scope: 'quick-orders',
  filters: { userId: 'user_id = $', status: 'status = $', externalId: 'external_id = $' },
  orders: {
    ID: { by: 'id', type: 'text' },
    CREATED_DATE: { by: "coalesce(created_date, '-infinity')", type: 'timestamptz' },
  },
};

const QuickOrder = builder.objectRef<Row<Model>>('QuickOrder').implement({
  description: 'An order that a customer or a driver placed in a few taps, before it becomes a job.',
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'The order’s id, the same for its whole life.' }),
    companyId: t.exposeID('companyId', { nullable: false, description: 'The company it belongs to.' }),
    userId: t.exposeID('userId', { description: 'Who placed it.' }),
    metadata: t.expose('metadata', {
      type: 'JSONObject',
      description: 'Anything your systems keep with it, with keys of your own.',
    }),
    externalId: t.exposeID('externalId', { description: 'Its id in your own system.' }),
    status: t.exposeString('status', { description: 'How far it has come, in your company’s own words.' }),
    error: t.expose('error', {
      type: 'JSONObject',
      description: 'Why it could not be taken over, as the order system told it.',
    }),
    orderDate: t.exposeString('orderDate', {
      description: 'The day it is for, in the form that your own systems use.',
    }),
    orderItems: t.expose('orderItems', { type: 'JSONObject', description: 'What is ordered, with keys of your own.' }),
    createdDate: t.expose('createdDate', { type: 'DateTime', description: 'When it was placed. Set by the server.' }),
    version: t.exposeInt('version', {
      nullable: false,
      description: 'Raised by one on each real change. Pass it as `expectedVersion`.',
    }),
  }),
});

const UpdateQuickOrderInput = builder.inputType('UpdateQuickOrderInput', {
  description: 'What to change on a quick order. A field left out keeps its value, null clears it.',
  fields: (t) => ({
    userId: t.id(),
    metadata: t.field({ type: 'JSONObject' }),
    externalId: t.id(),
    status: t.string(),
    orderDate: t.string(),
    orderItems: t.field({ type: 'JSONObject' }),
  }),
});

const QuickOrderFilter = builder.inputType('QuickOrderFilter', {
  description: 'Which quick orders to list: all conditions must hold. Null finds those without a value.',
  fields: (t) => ({ userId: t.id(), status: t.string(), externalId: t.id() }),
});

const QuickOrderOrder = orderInput('QuickOrder', {
  ID: 'By id.',
  CREATED_DATE: 'By when they were placed.',
});

builder.queryFields((t) => ({
  quickOrder: t.field({
    type: QuickOrder,
    description:
      'One quick order, or null when your company has none with this id. Needs the scope `quick-orders:read`.',
    args: { id: t.arg.id({ required: true, description: 'The order’s id.' }) },
    resolve: (_root, { id }, context, info) => find(quickOrders, id, context, info),
  }),
  quickOrders: t.connection(
    {
      type: QuickOrder,
      description: 'Your company’s quick orders, page by page. Needs the scope `quick-orders:read`.',
      args: {
        filter: t.arg({ type: QuickOrderFilter, description: 'Which quick orders; all when left out.' }),
        orderBy: t.arg({ type: QuickOrderOrder, description: 'The order; by id when left out.' }),
      },
      resolve: (_root, args, context, info) => page(quickOrders, args, context, info),
    },
    { name: 'QuickOrderConnection', description: 'A page of quick orders.' },
    { name: 'QuickOrderEdge', description: 'A quick order and its place on the list.' },
  ),
}));

builder.mutationField('updateQuickOrder', (t) =>
  t.field({
    type: QuickOrder,
    description: 'Changes the given fields of a quick order. Needs the scope `quick-orders:write`.',
    errors: updateErrors,
    args: updateArguments(t.arg, UpdateQuickOrderInput),
    resolve: (_root, args, context, info) => patch(quickOrders, args, context, info),
  }),
);
