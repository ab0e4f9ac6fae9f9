import type { GraphQLResolveInfo } from 'graphql';
import { authorize } from '../auth/scopes.ts';
import { builder } from '../graphql/builder.ts';
import { connect } from '../graphql/connection.ts';
import type { Context } from '../graphql/context.ts';
import { NODES, typeOf } from '../graphql/node.ts';
import { RECORDS } from '../records.ts';
import { Expiration, ExpirationConnection, ExpirationEdge, ExpirationListing } from './expiration.ts';
import { QuickOrder } from './quick-order.ts';
import { ShipTo } from './ship-to.ts';
import { Tank } from './tank.ts';
import { Task, TaskConnection, TaskEdge, TaskListing } from './task.ts';

const Entity = builder.unionType('Entity', {
  description: 'A record to which a task or an expiration belongs.',
  types: [Tank, Task, Expiration, QuickOrder, ShipTo],
  resolveType: typeOf,
});

/** The types by their names in `entityType` and `ownerType`, which are those of their events. */
const ENTITIES: ReadonlyMap<string | null, 'Tank' | 'Task' | 'Expiration' | 'QuickOrder' | 'ShipTo'> = new Map([
  [RECORDS.Tank.event, 'Tank'],
  [RECORDS.Task.event, 'Task'],
  [RECORDS.Expiration.event, 'Expiration'],
  [RECORDS.QuickOrder.event, 'QuickOrder'],
  [RECORDS.ShipTo.event, 'ShipTo'],
]);

interface Reference {
  companyId: string | null;
  type: string | null;
  id: string | null;
}

/** The record that a reference names, or null. Throws UnauthorizedError without the scope that reads its type. */
function entityOf({ companyId, type, id }: Reference, context: Context, info: GraphQLResolveInfo) {
  const name = ENTITIES.get(type);
  if (name === undefined || id === null) return null;
  const { scope, find } = NODES[name];
  return find(authorize(context, scope).within(companyId), id, context, info);
}

builder.prismaObjectField(Task, 'entity', (t) =>
  t.field({
    type: Entity,
    description:
      'The record that `entityType` (tank, task, expiration, quick_order or ship_to) and `entityId` name; null if it is none of your company. Needs the scope that reads it, such as `tanks:read`.',
    select: { companyId: true, entityType: true, entityId: true },
    resolve: ({ companyId, entityType, entityId }, _args, context, info) =>
      entityOf({ companyId, type: entityType, id: entityId }, context, info),
  }),
);

builder.prismaObjectField(Expiration, 'owner', (t) =>
  t.field({
    type: Entity,
    description:
      'The record that `ownerType` (tank, task, expiration, quick_order or ship_to) and `ownerId` name; null if it is none of your company, and for an owner that is not a record here, such as a driver. Needs the scope that reads it, such as `tanks:read`.',
    select: { companyId: true, ownerType: true, ownerId: true },
    resolve: ({ companyId, ownerType, ownerId }, _args, context, info) =>
      entityOf({ companyId, type: ownerType, id: ownerId }, context, info),
  }),
);

builder.prismaObjectField(Tank, 'tasks', (t) =>
  t.connection(
    {
      type: Task,
      description: 'The tasks whose `entity` is this tank. Needs the scope `tasks:read`.',
      select: { companyId: true },
      args: TaskListing.args(t.arg),
      resolve: ({ id, companyId }, args, context, info) => {
        const tenant = authorize(context, 'tasks:read').within(companyId);
        const of = { field: 'entityId', id, where: { entityType: RECORDS.Tank.event } } as const;
        return connect(context.prisma.task.of(tenant), TaskListing, args, info, of);
      },
    },
    TaskConnection,
    TaskEdge,
  ),
);

builder.prismaObjectField(ShipTo, 'tasks', (t) =>
  t.connection(
    {
      type: Task,
      description: 'The tasks whose `entity` is this ship-to. Needs the scope `tasks:read`.',
      select: { companyId: true },
      args: TaskListing.args(t.arg),
      resolve: ({ id, companyId }, args, context, info) => {
        const tenant = authorize(context, 'tasks:read').within(companyId);
        const of = { field: 'entityId', id, where: { entityType: RECORDS.ShipTo.event } } as const;
        return connect(context.prisma.task.of(tenant), TaskListing, args, info, of);
      },
    },
    TaskConnection,
    TaskEdge,
  ),
);

builder.prismaObjectField(Tank, 'expirations', (t) =>
  t.connection(
    {
      type: Expiration,
      description: 'The expirations whose `owner` is this tank. Needs the scope `expirations:read`.',
      select: { companyId: true },
      args: ExpirationListing.args(t.arg),
      resolve: ({ id, companyId }, args, context, info) => {
        const tenant = authorize(context, 'expirations:read').within(companyId);
        const of = { field: 'ownerId', id, where: { ownerType: RECORDS.Tank.event } } as const;
        return connect(context.prisma.expiration.of(tenant), ExpirationListing, args, info, of);
      },
    },
    ExpirationConnection,
    ExpirationEdge,
  ),
);
