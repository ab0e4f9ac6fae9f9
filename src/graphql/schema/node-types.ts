import { typeBrandKey } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { authorize } from '../../auth/scopes.ts';
import { NotFoundError } from '../../base/errors.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Operation } from '../../operation/operation.ts';
import type { Select } from '../../prisma/sql/rows.ts';
import type { Tenant } from '../../prisma/tenancy/tenant.ts';
import type { Scope } from '../../records/records.ts';
import { builder, required } from './builder.ts';
import { selectionOf } from './selection.ts';

export const Node = builder.interfaceRef<{ id: string }>('Node').implement({
  description: 'An object that `node` finds by its id.',
  fields: (t) => ({ id: t.exposeID('id', { ...required, description: 'The id. It never changes.' }) }),
});

interface Options<Model> {
  model: Model;
  label: string;
  plural: string;
  reads: Scope;
  /** The GraphQL type, where its name is not that of the model. */
  type?: string;
  /** Reads the primary alone, so that an owner sees what it has just done. */
  isCurrent?: boolean | undefined;
  /** Reads the fields out of an id that is made of them; undefined if it is no such id. */
  keyOf?: (id: string) => Record<string, string> | undefined;
}

interface Key {
  id: string;
}

export type NodeType<Model extends Prisma.ModelName = Prisma.ModelName> = ReturnType<typeof findable<Model>>;

function findable<Model extends Prisma.ModelName>({ isCurrent, ...names }: Options<Model>) {
  const { model, type = model, label, reads, keyOf } = names;
  /** The tenant whose rows the caller may read. Throws UnauthorizedError. */
  const readableBy = (context: Operation): Tenant => {
    const tenant = authorize(context, reads);
    return isCurrent ? tenant.onPrimary : tenant;
  };
  /** The row of this id, with what the field selects of its type, or null. */
  const find = <Fields extends Key = Key>(
    tenant: Tenant,
    id: string,
    { database }: Operation,
    info: GraphQLResolveInfo,
  ) => {
    const select: Select<Fields> = selectionOf(type, info);
    return database.$rowsOf<Fields>(model, tenant).lookup({ where: { id }, keyOf, select });
  };
  /** For a field of an abstract type, with the type that Pothos reads from a row. */
  const findTyped = async (tenant: Tenant, id: string, context: Operation, info: GraphQLResolveInfo) => {
    const row = await find(tenant, id, context, info);
    return row && Object.assign(row, { [typeBrandKey]: type });
  };
  /** The same, for a row that a write has found. Throws NotFoundError if it was deleted since. */
  const get = async <Fields extends Key = Key>(
    tenant: Tenant,
    id: string,
    context: Operation,
    info: GraphQLResolveInfo,
  ) => {
    const row = await find<Fields>(tenant, id, context, info);
    if (row === null) throw new NotFoundError(label, id);
    return row;
  };
  return { ...names, type, keyOf, readableBy, find, findTyped, get };
}

export const nodeTypes: NodeType[] = [];

/** Declares a type whose objects `node` finds. */
export function nodeType<Model extends Prisma.ModelName>(options: Options<Model>): NodeType<Model> {
  const type = findable(options);
  nodeTypes.push(type);
  return type;
}
