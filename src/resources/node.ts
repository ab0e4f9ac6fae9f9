import type { GraphQLResolveInfo } from 'graphql';
import { authorize } from '../auth/scopes.ts';
import { InvalidRequestError } from '../errors.ts';
import { builder, LARGEST_PAGE } from '../graphql/builder.ts';
import type { Context } from '../graphql/context.ts';
import { NODES, Node } from '../graphql/node.ts';
import { parseMessageId } from '../webhooks/message.ts';

/** Where an id is looked for. Ids are unique within a type, so the first type that has it answers. */
const STORED = ['Tank', 'Task', 'Expiration', 'QuickOrder', 'ShipTo', 'WebhookSubscription', 'WebhookReplay'] as const;

/** The objects with these ids, among the types that the token may read, and null for each id that none of them has. */
async function find(ids: readonly string[], context: Context, info: GraphQLResolveInfo) {
  const readable = STORED.filter((type) => context.caller.scopes.has(NODES[type].scope));
  const tenantFor = (type: keyof typeof NODES) => {
    const tenant = authorize(context, NODES[type].scope);
    // As in the queries by id: what an owner has just done to a subscription shows.
    return NODES[type].scope === 'subscriptions:read' ? tenant.current : tenant;
  };
  // Throws for a token that reads none of them.
  const tenant = tenantFor(readable.at(-1) ?? 'Tank');
  if (ids.length > LARGEST_PAGE)
    throw new InvalidRequestError([
      { path: ['ids'], code: 'TOO_LONG', message: `must have at most ${LARGEST_PAGE} items` },
    ]);

  const found = await Promise.all(ids.map((id) => context.prisma.$locate(tenant, readable, id)));
  return Promise.all(
    ids.map((id, index) => {
      const isDelivery = readable.includes('WebhookSubscription') && parseMessageId(id) !== undefined;
      const type = found[index] ?? (isDelivery ? 'WebhookDelivery' : undefined);
      return type === undefined ? null : NODES[type].find(tenantFor(type), id, context, info);
    }),
  );
}

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    description:
      'An object by its id, whatever its type, or null if your company has none with this id. Only types that the token may read are looked at, in the order tanks, tasks, expirations, quick orders, ship-tos, subscriptions, replays, deliveries: if several have the id, the first one is returned.',
    args: { id: t.arg.id({ required: true, description: 'The id of the object.' }) },
    resolve: async (_root, { id }, context, info) => (await find([id], context, info))[0] ?? null,
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: false, items: true },
    description: 'Objects by their ids, in the same order, with null for each id that `node` does not find.',
    extensions: { mostItems: LARGEST_PAGE },
    args: { ids: t.arg.idList({ required: true, description: `The ids, at most ${LARGEST_PAGE}.` }) },
    resolve: (_root, { ids }, context, info) => find(ids, context, info),
  }),
}));
