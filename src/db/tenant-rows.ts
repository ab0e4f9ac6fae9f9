import type { Prisma } from '../generated/prisma/client.ts';
import { type LookupArguments, lookup } from './lookup.ts';
import { type Page, type PageArguments, page } from './page.ts';
import { type PatchArguments, patch } from './patch.ts';
import type { Select, Selected } from './rows.ts';
import type { Source } from './source.ts';
import { Tenant } from './tenant.ts';

type Chosen<Fields> = Select<Fields> | undefined;

/** What Prisma cannot do in one quick statement. Inside a `$transaction` these throw, because they use other connections. */
export interface OwnMethods<Fields> {
  patch<const C extends Chosen<Fields> = undefined>(
    args: PatchArguments<Fields, C>,
  ): Promise<Selected<Fields, C> | null>;
  page<const C extends Chosen<Fields> = undefined>(args: PageArguments<Fields, C>): Promise<Page<Selected<Fields, C>>>;
  lookup<const C extends Chosen<Fields> = undefined>(args: LookupArguments<C>): Promise<Selected<Fields, C> | null>;
}

type PrismaMethod = 'create' | 'upsert' | 'updateMany' | 'deleteMany';

/** A model of Prisma's client, with those of its methods that a tenant's rows have. */
interface Delegate {
  readonly $name: string;
  readonly $parent: object;
  create(args: { data: object }): unknown;
  upsert(args: { where: object; create: object }): unknown;
  updateMany(args: { where?: object }): unknown;
  deleteMany(args: { where?: object }): unknown;
}

/** A tenant's rows of a model: the own methods, and Prisma's with the tenant in their `where` and their `data`. */
export type Owned<Of> = OwnMethods<Prisma.Payload<Of>['scalars']> & Pick<Of, keyof Of & PrismaMethod>;

/** Gives access to a tenant's rows. */
export type Open = (tenant: Tenant) => OwnMethods<object> & Pick<Delegate, PrismaMethod>;

/** Finds the source of a model, in a client or in a `$transaction`. */
export function opening(sources: ReadonlyMap<string, Source>, delegate: object): Open {
  const source = isDelegate(delegate) ? sources.get(delegate.$name) : undefined;
  if (!isDelegate(delegate) || source === undefined) throw new Error('`of` is a method of a model.');
  // The client of a `$transaction` cannot connect.
  const inTransaction = !('$connect' in delegate.$parent);
  const outside = (method: string): Source => {
    if (inTransaction) throw new Error(`${method} cannot take part in a $transaction.`);
    return source;
  };
  return (tenant) => {
    if (!(tenant instanceof Tenant)) throw new Error('`of` takes a Tenant.');
    const within = <Args extends { where?: object }>(args: Args): Args => ({
      ...args,
      where: { AND: [tenant.where, args.where ?? {}] },
    });
    return {
      patch: (args) => patch(outside('patch'), tenant, args),
      page: (args) => page(outside('page'), tenant, args),
      lookup: (args) => lookup(outside('lookup'), tenant, args),
      create: (args) => delegate.create({ ...args, data: owned(tenant, args.data) }),
      upsert: (args) =>
        delegate.upsert({ ...args, where: ownKey(tenant, args.where), create: owned(tenant, args.create) }),
      updateMany: (args) => delegate.updateMany(within(args)),
      deleteMany: (args) => delegate.deleteMany(within(args)),
    };
  };
}

const isDelegate = (value: object): value is Delegate => '$name' in value && '$parent' in value;

/** A new record belongs to one company. */
function owned({ company }: Tenant, data: object): object {
  if (typeof company === 'string') return { ...data, companyId: company };
  throw new Error('Only a tenant of one company creates records.');
}

/** A compound key with the tenant's company. Prisma makes a single statement of an `upsert` by such a key and nothing else. */
function ownKey(tenant: Tenant, where: object): object {
  const [[name, key] = ['', undefined], ...others] = Object.entries(where);
  if (typeof key === 'object' && 'companyId' in key && others.length === 0) return { [name]: owned(tenant, key) };
  throw new Error('upsert takes one compound key with the companyId in it.');
}
