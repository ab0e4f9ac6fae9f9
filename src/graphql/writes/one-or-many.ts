import type { InputRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { refuse } from '../../base/errors.ts';
import { grouped } from '../../base/text.ts';
import type { Operation } from '../../operation/operation.ts';
import type { Tenant } from '../../prisma/tenancy/tenant.ts';
import { builder, MOST_PATCHES, type MutationFields } from '../schema/builder.ts';
import { infoOfChild } from '../schema/selection.ts';
import type { RecordWrite } from './write-types.ts';

export const UP_TO = `up to ${grouped(MOST_PATCHES)}`;

export interface Batch<Item> {
  tenant: Tenant;
  items: readonly Item[];
  pathOf(index: number): string[];
  context: Operation;
  info: GraphQLResolveInfo;
}

interface Write<Item> {
  /** The tenant of a caller who may do so. Throws UnauthorizedError. */
  tenantOf(context: Operation): Tenant;
  /** Writes them in one statement. Returns for each its row or why it was not written. */
  write(batch: Batch<Item>): Promise<object[]>;
}

/** Writes one record, whose arguments are at a path. Throws its error. */
export async function writeOne<Item>(
  { tenantOf, write }: Write<Item>,
  item: Item,
  path: string[],
  context: Operation,
  info: GraphQLResolveInfo,
): Promise<object | null> {
  const [result] = await write({ tenant: tenantOf(context), items: [item], pathOf: () => path, context, info });
  if (result instanceof Error) throw result;
  return result ?? null;
}

interface Many<Item> extends Write<Item>, Pick<RecordWrite, 'name' | 'result'> {
  description: string;
  argument: readonly [name: string, type: InputRef<Item>, description: string];
  /** What the type `<name>sSuccess` and its list say. */
  about: { success: string; results: string };
}

export function manyField<Item extends object>(t: MutationFields, many: Many<Item>) {
  const { name, result, description, about, tenantOf, write } = many;
  const [argument, item, items] = many.argument;
  const success = `${name}sSuccess`;
  const type = builder.objectRef<{ results: object[] }>(success).implement({
    description: about.success,
    fields: (t) => ({
      results: t.field({
        type: [result],
        nullable: { list: false, items: false },
        description: about.results,
        extensions: { mostItems: MOST_PATCHES },
        resolve: async ({ results }) => results,
      }),
    }),
  });
  return t.field({
    type,
    description,
    errors: {},
    args: { [argument]: t.arg({ type: [item], required: true, description: items }) },
    resolve: async (_root, args, context, info) => {
      const tenant = tenantOf(context);
      const items = args[argument] ?? [];
      if (items.length > MOST_PATCHES)
        refuse([{ path: [argument], code: 'TOO_LONG', message: `must have at most ${MOST_PATCHES} items` }]);
      const pathOf = (index: number) => [argument, `${index}`];
      return { results: await write({ tenant, items, pathOf, context, info: infoOfChild(success, 'results', info) }) };
    },
  });
}
