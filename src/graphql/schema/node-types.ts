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
  fields: (t) => ({
    id: t.exposeID('id', { ...required, description: 'The id. It never changes.' }),
  }),
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
  keyOf?: ((id: string) => Record<string, string> | undefined) | undefined;
}

interface Key {
  id: string;
}

export class NodeType<Model extends Prisma.ModelName = Prisma.ModelName> {
  readonly model: Model;
  readonly type: string;
  readonly label: string;
  readonly plural: string;
  readonly reads: Scope;
  readonly keyOf: Options<Model>['keyOf'];
  readonly #isCurrent: boolean;

  constructor({ model, label, plural, reads, type = model, isCurrent = false, keyOf }: Options<Model>) {
    this.model = model;
    this.type = type;
    this.label = label;
    this.plural = plural;
    this.reads = reads;
    this.keyOf = keyOf;
    this.#isCurrent = isCurrent;
  }

  /** The tenant whose rows the caller may read. Throws UnauthorizedError. */
  readableBy(context: Operation): Tenant {
    const tenant = authorize(context, this.reads);
    return this.#isCurrent ? tenant.onPrimary : tenant;
  }

  /** The row of this id, with what the field selects of its type, or null. */
  find<Fields extends Key = Key>(tenant: Tenant, id: string, { database }: Operation, info: GraphQLResolveInfo) {
    const select: Select<Fields> = selectionOf(this.type, info);
    return database.$rowsOf<Fields>(this.model, tenant).lookup({ where: { id }, keyOf: this.keyOf, select });
  }

  /** For a field of an abstract type, with the type that Pothos reads from a row. */
  async findTyped(tenant: Tenant, id: string, context: Operation, info: GraphQLResolveInfo) {
    const row = await this.find(tenant, id, context, info);
    return row && Object.assign(row, { [typeBrandKey]: this.type });
  }

  /** The same, for a row that a write has found. Throws NotFoundError if it was deleted since. */
  async get<Fields extends Key = Key>(tenant: Tenant, id: string, context: Operation, info: GraphQLResolveInfo) {
    const row = await this.find<Fields>(tenant, id, context, info);
    if (row === null) throw new NotFoundError(this.label, id);
    return row;
  }
}

export const nodeTypes: NodeType[] = [];

export function addNode<Type extends NodeType>(type: Type): Type {
  nodeTypes.push(type);
  return type;
}
