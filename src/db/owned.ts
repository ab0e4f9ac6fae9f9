import type { Prisma } from '../generated/prisma/client.ts';
import type { Batch } from './batch.ts';
import { type Found, type LookupArguments, lookup } from './lookup.ts';
import type { Model } from './model.ts';
import { type Page, type PageArguments, type PageBatches, page } from './page.ts';
import { type PatchArguments, patch } from './patch.ts';
import type { Select, Selected } from './rows.ts';
import type { Run } from './statement.ts';
import type { Tenant } from './tenant.ts';

/** A model's table, with what waits for the end of the tick. */
export interface Table {
  model: Model;
  run: Run;
  lookups: Batch<Found | null>;
  pages: PageBatches;
}

type Chosen<Fields> = Select<Fields> | undefined;

/** What Prisma cannot do in one quick statement. Inside a `$transaction` these refuse, because they use other connections. */
export interface OwnMethods<Fields> {
  patch<const C extends Chosen<Fields> = undefined>(
    args: PatchArguments<Fields, C>,
  ): Promise<Selected<Fields, C> | null>;
  page<const C extends Chosen<Fields> = undefined>(args: PageArguments<Fields, C>): Promise<Page<Selected<Fields, C>>>;
  lookup<const C extends Chosen<Fields> = undefined>(args: LookupArguments<C>): Promise<Selected<Fields, C> | null>;
}

/** A model of Prisma's client, with those of its methods that a tenant's rows have. */
interface Delegate {
  readonly $name: string;
  readonly $parent: object;
  create(args: { data: object }): unknown;
  upsert(args: { where: object; create: object }): unknown;
  updateMany(args: { where?: object }): unknown;
  deleteMany(args: { where?: object }): unknown;
}

type PrismaMethod = 'create' | 'upsert' | 'updateMany' | 'deleteMany';

export const isDelegate = (value: object): value is Delegate => '$name' in value && '$parent' in value;

/** A tenant's rows of a model: the own methods, and Prisma's with the tenant in their `where` and their `data`. */
export type Owned<Of> = OwnMethods<Prisma.Payload<Of>['scalars']> & Pick<Of, keyof Of & PrismaMethod>;

/** Gives access to a tenant's rows of a model. */
export function ownedBy<Fields>(
  tenant: Tenant,
  { model, run, lookups, pages }: Table,
  delegate: Delegate,
): OwnMethods<Fields> & Pick<Delegate, PrismaMethod> {
  const outside = (method: string): void => {
    // The client of a `$transaction` cannot connect.
    if (!('$connect' in delegate.$parent))
      throw new Error(`${model.name}.${method} cannot take part in a $transaction.`);
  };
  const within = <Args extends { where?: object }>(args: Args): Args => ({
    ...args,
    where: { AND: [tenant.where, args.where ?? {}] },
  });
  const owned = (data: object): object => ({ ...data, companyId: companyOf(tenant) });
  return {
    async patch(args) {
      outside('patch');
      return patch(model, run, tenant, args);
    },
    async page(args) {
      outside('page');
      return page(model, run, pages, tenant, args);
    },
    async lookup(args) {
      outside('lookup');
      return lookup(model, run, lookups, tenant, args);
    },
    create: (args) => delegate.create({ ...args, data: owned(args.data) }),
    upsert: (args) =>
      delegate.upsert({ ...args, where: ownKey(args.where, companyOf(tenant)), create: owned(args.create) }),
    updateMany: (args) => delegate.updateMany(within(args)),
    deleteMany: (args) => delegate.deleteMany(within(args)),
  };
}

/** A new record belongs to one company. */
function companyOf({ company }: Tenant): string {
  if (typeof company === 'string') return company;
  throw new Error('Only a tenant of one company creates records.');
}

/** A compound key with the tenant's company in it. Prisma makes a single statement of an `upsert` by such a key and nothing else. */
function ownKey(where: object, companyId: string): object {
  const [[name, key] = ['', undefined], ...others] = Object.entries(where);
  if (typeof key !== 'object' || !('companyId' in key) || others.length > 0)
    throw new Error('upsert takes one compound key with the companyId in it.');
  return { [name]: { ...key, companyId } };
}
