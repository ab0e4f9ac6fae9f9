import type { GraphQLResolveInfo } from 'graphql';
import { authorize } from '../../auth/scopes.ts';
import { NotFoundError } from '../../base/errors.ts';
import type { Scope } from '../../base/records.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Select } from '../../prisma/sql/rows.ts';
import type { Tenant } from '../../prisma/tenancy/tenant.ts';
import { builder, required } from './builder.ts';
import type { Context } from './context.ts';
import { selectionOf } from './selection.ts';

/** The GraphQL type of each row that a field of an abstract type returns: the row itself does not say. */
const types = new WeakMap<object, string>();
export const typeOfRow = (row: object): string | undefined => types.get(row);

export const Node = builder.interfaceRef<{ id: string }>('Node').implement({
  description: 'An object that `node` finds by its id.',
  resolveType: typeOfRow,
  fields: (t) => ({
    id: t.exposeID('id', { ...required, description: 'The id. It never changes.' }),
  }),
});

interface Options<Model> {
  model: Model;
  /** Its name in messages. */
  label: string;
  /** Its name in sentences, in the plural. */
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

/** A type that `node` finds. */
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
  readableBy(context: Context): Tenant {
    const tenant = authorize(context, this.reads);
    return this.#isCurrent ? tenant.current : tenant;
  }

  /** The row of this id, with what the field selects of its type, or null. */
  find<Fields extends Key = Key>(tenant: Tenant, id: string, { database }: Context, info: GraphQLResolveInfo) {
    const select: Select<Fields> = selectionOf(this.type, info);
    return database.$rows<Fields>(this.model, tenant).lookup({ where: { id }, keyOf: this.keyOf, select });
  }

  /**
   * The same for a field of an abstract type, which asks `typeOfRow`. Each row in a WeakMap costs the garbage
   * collector.
   */
  async findTyped(tenant: Tenant, id: string, context: Context, info: GraphQLResolveInfo) {
    const row = await this.find(tenant, id, context, info);
    if (row !== null) types.set(row, this.type);
    return row;
  }

  /** The same, for a row that a write has found. Throws NotFoundError if it was deleted since. */
  async get<Fields extends Key = Key>(tenant: Tenant, id: string, context: Context, info: GraphQLResolveInfo) {
    const row = await this.find<Fields>(tenant, id, context, info);
    if (row === null) throw new NotFoundError(this.label, id);
    return row;
  }
}

/** The types that implement `Node`. */
export const nodeTypes: NodeType[] = [];

/** Makes a type known to `node`. */
export function addNode<Type extends NodeType>(type: Type): Type {
  nodeTypes.push(type);
  return type;
}
