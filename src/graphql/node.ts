import type { GraphQLResolveInfo } from 'graphql';
import type { Records } from '../db/client.ts';
import type { Scalars, Select } from '../db/rows.ts';
import type { Tenant } from '../db/tenant.ts';
import type { OwnMethods } from '../db/tenant-rows.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import type { Scope } from '../records.ts';
import { parseMessageId } from '../webhooks/message.ts';
import { builder, required } from './builder.ts';
import type { Context } from './context.ts';
import { selectionOf } from './selection.ts';

/** The type of each row that `find` has read: a row does not say of which table it is. */
const types = new WeakMap<object, string>();

/** The GraphQL type of a row that a field of an abstract type answers. */
export const typeOf = (row: object): string | undefined => types.get(row);

export const Node = builder.interfaceRef<{ id: string }>('Node').implement({
  description: 'An object that `node` finds by its id.',
  resolveType: typeOf,
  fields: (t) => ({
    id: t.exposeID('id', { ...required, description: 'The id. It never changes.' }),
  }),
});

/** The rows of a type, with the scope that reads them. `find` looks one up for a field of an abstract type. */
function rowsOf<Model extends Prisma.ModelName>(
  type: string,
  scope: Scope,
  of: (prisma: Records) => { of(tenant: Tenant): Pick<OwnMethods<Scalars<Model>>, 'lookup'> },
  keyOf?: typeof parseMessageId,
) {
  const find = async (tenant: Tenant, id: string, { prisma }: Context, info: GraphQLResolveInfo) => {
    const select: Select<Scalars<Model>> = selectionOf(type, info);
    const row = await of(prisma).of(tenant).lookup({ where: { id }, keyOf, select });
    if (row !== null) types.set(row, type);
    return row;
  };
  return { scope, find };
}

/** The types that implement `Node`. */
export const NODES = {
  Tank: rowsOf<'Tank'>('Tank', 'tanks:read', ({ tank }) => tank),
  Task: rowsOf<'Task'>('Task', 'tasks:read', ({ task }) => task),
  Expiration: rowsOf<'Expiration'>('Expiration', 'expirations:read', ({ expiration }) => expiration),
  QuickOrder: rowsOf<'QuickOrder'>('QuickOrder', 'quick-orders:read', ({ quickOrder }) => quickOrder),
  ShipTo: rowsOf<'ShipTo'>('ShipTo', 'ship-tos:read', ({ shipTo }) => shipTo),
  WebhookSubscription: rowsOf<'WebhookSubscription'>(
    'WebhookSubscription',
    'subscriptions:read',
    ({ webhookSubscription }) => webhookSubscription,
  ),
  WebhookReplay: rowsOf<'WebhookReplay'>('WebhookReplay', 'subscriptions:read', ({ webhookReplay }) => webhookReplay),
  WebhookDelivery: rowsOf<'WebhookDeliveryLog'>(
    'WebhookDelivery',
    'subscriptions:read',
    ({ webhookDeliveryLog }) => webhookDeliveryLog,
    parseMessageId,
  ),
};
