import type { GraphQLResolveInfo } from 'graphql';
import { grants } from '../auth/scopes.ts';
import { refuse } from '../base/errors.ts';
import { builder, LARGEST_PAGE } from '../graphql/schema/builder.ts';
import { Node, nodeTypes } from '../graphql/schema/node-types.ts';
import { recordNamed } from '../graphql/schema/record.ts';
import { mapInTurns } from '../load/event-loop.ts';
import type { Operation } from '../operation/operation.ts';
import { models } from '../prisma/sql/model.ts';

/** The types in the order in which an id is looked for, which is that of their models. */
const places = [...models.keys()];
const inOrder = nodeTypes.toSorted((one, other) => places.indexOf(one.model) - places.indexOf(other.model));

/** The objects with these ids that the token may read, else null. Of several types with one id, the first answers. */
async function findNodes(ids: string[], context: Operation, info: GraphQLResolveInfo) {
  const readable = inOrder.filter(({ reads }) => grants(context.caller, reads));
  const stored = readable.filter(({ keyOf }) => keyOf === undefined);
  // Throws for a token that reads none of them.
  if (stored.length === 0) recordNamed('Tank').readableBy(context);
  const tenants = new Map(stored.map((type) => [type.model, type.readableBy(context)]));
  if (ids.length > LARGEST_PAGE)
    refuse([{ path: ['ids'], code: 'TOO_LONG', message: `must have at most ${LARGEST_PAGE} items` }]);

  const located = await mapInTurns(
    context.budget.company,
    ids,
    async (id) => [id, await context.database.$findModelOf(tenants, id)] as const,
  );
  return mapInTurns(context.budget.company, located, async ([id, found]) => {
    const type =
      readable.find(({ model }) => model === found) ?? readable.find(({ keyOf }) => keyOf?.(id) !== undefined);
    return type === undefined ? null : type.findTyped(type.readableBy(context), id, context, info);
  });
}

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    description: `An object by its id, whatever its type, or null if your company has none with this id. Only types that the token may read are searched, in the order ${inOrder.map(({ plural }) => plural).join(', ')}: if several have the id, the first one is returned.`,
    args: { id: t.arg.id({ required: true, description: 'The id of the object.' }) },
    resolve: async (_root, { id }, context, info) => (await findNodes([id], context, info))[0] ?? null,
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: false, items: true },
    description: 'Objects by their ids, in the same order, with null for each id that `node` does not find.',
    extensions: { mostItems: LARGEST_PAGE },
    args: { ids: t.arg.idList({ required: true, description: `The ids, at most ${LARGEST_PAGE}.` }) },
    resolve: (_root, { ids }, context, info) => findNodes(ids, context, info),
  }),
}));
