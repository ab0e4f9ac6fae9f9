import { listing } from '../graphql/lists/listing.ts';
import { builder, required } from '../graphql/schema/builder.ts';
import { Node } from '../graphql/schema/node-types.ts';
import { record } from '../graphql/schema/record.ts';
import { creation } from '../graphql/writes/creation.ts';
import { mutationsOf } from '../graphql/writes/mutations.ts';
import { update } from '../graphql/writes/update.ts';

const QuickOrder = record('QuickOrder', {
  // biome-ignore format: a table
  example: {
    record: {
      id: 'q-8001', companyId: 'c-01', userId: 'user-12', externalId: 'ERP-Q-8001', status: 'confirmed', error: null,
      orderDate: '2026-02-02', orderItems: { diesel: { quantity: 500, unit: 'gal' } }, metadata: { channel: 'phone' },
      createdDate: '2026-01-31T07:55:00.000Z', version: 2,
    },
    changed: ['status'],
  },
});

builder.prismaObject('QuickOrder', {
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

const UpdateQuickOrder = update(QuickOrder, 'UpdateQuickOrder', (t) => ({
  userId: t.id(),
  metadata: t.field({ type: 'JSONObject' }),
  externalId: t.id(),
  status: t.string(),
  orderDate: t.string(),
  orderItems: t.field({ type: 'JSONObject' }),
}));

const CreateQuickOrder = creation(QuickOrder, 'CreateQuickOrder', UpdateQuickOrder.fields);

listing(QuickOrder);

builder.mutationFields((t) => mutationsOf(t, UpdateQuickOrder, CreateQuickOrder));
