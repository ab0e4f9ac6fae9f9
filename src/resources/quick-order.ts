import { authorize } from '../auth/scopes.ts';
import { builder, required } from '../graphql/builder.ts';
import { connect, through } from '../graphql/connection.ts';
import { among, contains, equalOrNull, matches } from '../graphql/filter.ts';
import { listing } from '../graphql/listing.ts';
import { lastModified, modifiedSince } from '../graphql/modified.ts';
import { Node } from '../graphql/node.ts';
import { selectionOf } from '../graphql/selection.ts';
import { update, updateArguments, updateInput, updateResult } from '../graphql/update.ts';
import { updateMany } from '../graphql/update-many.ts';

export const QuickOrder = builder.prismaObject('QuickOrder', {
  interfaces: [Node],
  fields: (t) => ({
    id: t.exposeID('id', required),
    companyId: t.exposeID('companyId', required),
    userId: t.exposeID('userId'),
    metadata: t.expose('metadata', { type: 'JSONObject' }),
    externalId: t.exposeID('externalId'),
    status: t.exposeString('status'),
    error: t.expose('error', { type: 'JSONObject' }),
    orderDate: t.exposeString('orderDate'),
    orderItems: t.expose('orderItems', { type: 'JSONObject' }),
    createdDate: t.expose('createdDate', { type: 'DateTime' }),
    version: t.exposeInt('version', required),
  }),
});

const UpdateQuickOrderInput = updateInput('UpdateQuickOrderInput', 'QuickOrder', (t) => ({
  userId: t.id(),
  metadata: t.field({ type: 'JSONObject' }),
  externalId: t.id(),
  status: t.string(),
  orderDate: t.string(),
  orderItems: t.field({ type: 'JSONObject' }),
}));

const QuickOrderListing = listing('QuickOrder', {
  filter: {
    idIn: among('ID', 'id'),
    ...equalOrNull('ID', 'userId', 'externalId'),
    ...equalOrNull('String', 'status'),
    search: contains('externalId'),
    createdFrom: matches('DateTime', 'Orders placed at this time or later.', (time) => ({
      createdDate: { gte: time },
    })),
    createdBefore: matches('DateTime', 'Orders placed before this time.', (time) => ({ createdDate: { lt: time } })),
    modifiedSince,
  },
  order: {
    ID: { by: 'id', description: 'By id.' },
    CREATED_DATE: { by: 'createdDate', nulls: 'first', description: 'By creation time.' },
    LAST_MODIFIED: lastModified,
  },
  counts: {
    STATUS: { by: 'status', description: 'By status.' },
    USER_ID: { by: 'userId', description: 'By the user who placed the orders.' },
  },
});

builder.queryFields((t) => ({
  quickOrder: t.prismaField({
    type: 'QuickOrder',
    description:
      'A quick order by id, or null if your company has none with this id. Needs the scope `quick-orders:read`.',
    args: { id: t.arg.id({ required: true, description: 'The id of the quick order.' }) },
    resolve: (query, _root, { id }, context) =>
      context.prisma.quickOrder.of(authorize(context, 'quick-orders:read')).lookup({ ...query, where: { id } }),
  }),
  quickOrders: t.connection(
    {
      type: QuickOrder,
      description: 'The quick orders of your company. Needs the scope `quick-orders:read`.',
      args: QuickOrderListing.args(t.arg),
      resolve: (_root, args, context, info) =>
        connect(context.prisma.quickOrder.of(authorize(context, 'quick-orders:read')), QuickOrderListing, args, info),
    },
    { name: 'QuickOrderConnection', description: 'A page of quick orders.', fields: through },
    { name: 'QuickOrderEdge', description: 'A quick order with its cursor.' },
  ),
  quickOrderCounts: QuickOrderListing.countField(
    t,
    'The quick orders of your company, counted by a field. Needs the scope `quick-orders:read`.',
    (context) => context.prisma.quickOrder.of(authorize(context, 'quick-orders:read')),
  ),
}));

const UpdateQuickOrderResult = updateResult('UpdateQuickOrder', 'QuickOrder', QuickOrder);
const UpdateQuickOrders = updateMany(
  'UpdateQuickOrder',
  'UpdateQuickOrders',
  UpdateQuickOrderInput,
  UpdateQuickOrderResult,
);

builder.mutationFields((t) => ({
  updateQuickOrder: t.field({
    type: UpdateQuickOrderResult,
    description: 'Changes a quick order. Needs the scope `quick-orders:write`.',
    args: updateArguments(t.arg, UpdateQuickOrderInput),
    resolve: (_root, args, context, info) =>
      update(
        context.prisma.quickOrder,
        UpdateQuickOrderInput,
        { ...args, select: selectionOf('QuickOrder', info) },
        context,
        info,
      ),
  }),
  updateQuickOrders: t.field({
    type: UpdateQuickOrders.type,
    description:
      'Changes up to 1,000 quick orders at once. Each patch is judged alone and has its result, in the same order; those that are accepted are written together. Needs the scope `quick-orders:write`.',
    errors: {},
    args: UpdateQuickOrders.args(t.arg),
    resolve: (_root, args, context, info) => UpdateQuickOrders.resolve(context.prisma.quickOrder, args, context, info),
  }),
}));
