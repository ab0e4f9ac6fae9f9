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
export type OpenRows = (tenant: Tenant) => OwnMethods<object> & Pick<Delegate, PrismaMethod>;

/** Finds the table of a model, in a client or in a `$transaction`. */
export function openRows(tables: ReadonlyMap<string, Table>, delegate: object): OpenRows {
  const table = isDelegate(delegate) ? tables.get(delegate.$name) : undefined;
  if (!isDelegate(delegate) || table === undefined) throw new Error('`of` is a method of a model.');
  // The client of a `$transaction` cannot connect.
  const inTransaction = !('$connect' in delegate.$parent);
  return (tenant) => new Rows(tenant, table, delegate, inTransaction);
}

const isDelegate = (value: object): value is Delegate => '$name' in value && '$parent' in value;

class Rows<Fields> implements OwnMethods<Fields>, Pick<Delegate, PrismaMethod> {
  readonly #tenant: Tenant;
  readonly #table: Table;
  readonly #delegate: Delegate;
  readonly #inTransaction: boolean;

  constructor(tenant: Tenant, table: Table, delegate: Delegate, inTransaction: boolean) {
    this.#tenant = tenant;
    this.#table = table;
    this.#delegate = delegate;
    this.#inTransaction = inTransaction;
  }

  patch<const C extends Chosen<Fields> = undefined>(args: PatchArguments<Fields, C>) {
    const { model, run } = this.#outside('patch');
    return patch<Fields, C>(model, run, this.#tenant, args);
  }

  page<const C extends Chosen<Fields> = undefined>(args: PageArguments<Fields, C>) {
    const { model, run, pages } = this.#outside('page');
    return page<Fields, C>(model, run, pages, this.#tenant, args);
  }

  lookup<const C extends Chosen<Fields> = undefined>(args: LookupArguments<C>) {
    const { model, run, lookups } = this.#outside('lookup');
    return lookup<Fields, C>(model, run, lookups, this.#tenant, args);
  }

  create(args: { data: object }) {
    return this.#delegate.create({ ...args, data: this.#owned(args.data) });
  }

  /** By a compound key with the company in it: Prisma makes a single statement of that, and of nothing else. */
  upsert(args: { where: object; create: object }) {
    const [[name, key] = ['', undefined], ...others] = Object.entries(args.where);
    if (typeof key !== 'object' || !('companyId' in key) || others.length > 0)
      throw new Error('upsert takes one compound key with the companyId in it.');
    return this.#delegate.upsert({ ...args, where: { [name]: this.#owned(key) }, create: this.#owned(args.create) });
  }

  updateMany(args: { where?: object }) {
    return this.#delegate.updateMany(this.#within(args));
  }

  deleteMany(args: { where?: object }) {
    return this.#delegate.deleteMany(this.#within(args));
  }

  /** The table, unless the model is that of a `$transaction`. */
  #outside(method: string): Table {
    if (this.#inTransaction) throw new Error(`${method} cannot take part in a $transaction.`);
    return this.#table;
  }

  #within<Args extends { where?: object }>(args: Args): Args {
    return { ...args, where: { AND: [this.#tenant.where, args.where ?? {}] } };
  }

  /** A new record belongs to one company. */
  #owned(data: object): object {
    const { company } = this.#tenant;
    if (typeof company !== 'string') throw new Error('Only a tenant of one company creates records.');
    return { ...data, companyId: company };
  }
}
