import type { Prisma } from '../generated/prisma/client.ts';
import { type CountArguments, type Counts, counts } from './counts.ts';
import { modifiedThrough } from './horizon.ts';
import { type LookupArguments, lookup } from './lookup.ts';
import { columnOf } from './model.ts';
import { type Page, type PageArguments, page } from './page.ts';
import { type PatchArguments, patch } from './patch.ts';
import { type PatchManyArguments, patchMany } from './patch-many.ts';
import type { Select, Selected } from './rows.ts';
import type { Source } from './source.ts';
import { isPlain } from './strict.ts';
import { Tenant } from './tenant.ts';
import { timed } from './work.ts';

type Chosen<Fields> = Select<Fields> | undefined;

/**
 * Methods that Prisma cannot run as one fast statement. They start at once, on connections of their own, so they take part in no
 * transaction: inside `$transaction(async …)` they throw. `$transaction([…])` does not compile with one; it would reject, but a patch
 * would be written all the same.
 */
export interface OwnMethods<Fields> {
  patch<const C extends Chosen<Fields> = undefined>(
    args: PatchArguments<Fields, C>,
  ): Promise<Selected<Fields, C> | null>;
  patchMany<const C extends Chosen<Fields> = undefined>(
    args: PatchManyArguments<Fields, C>,
  ): Promise<(Selected<Fields, C> | null)[]>;
  page<const C extends Chosen<Fields> = undefined>(args: PageArguments<Fields, C>): Promise<Page<Selected<Fields, C>>>;
  lookup<const C extends Chosen<Fields> = undefined>(args: LookupArguments<C>): Promise<Selected<Fields, C> | null>;
  counts(args: CountArguments<Fields>): Promise<Counts>;
  /** The time up to which pages that are read after it, and are current, show all modifications; null if none is known. */
  modifiedThrough(): Promise<string | null>;
}

/** Data that leaves a record with its company. */
type Kept<Data> = Data extends unknown ? Omit<Data, 'companyId'> & { companyId?: undefined } : never;
type Counted = Prisma.PrismaPromise<Prisma.BatchPayload>;

/** Prisma's methods of the same name. Their `where` finds only the tenant's rows, and no row gets another company. */
interface Writes<Of> {
  create: Of[keyof Of & 'create'];
  upsert: Of[keyof Of & 'upsert'];
  updateMany(
    args: Omit<Prisma.Args<Of, 'updateMany'>, 'data'> & { data: Kept<Prisma.Args<Of, 'updateMany'>['data']> },
  ): Counted;
  deleteMany(args?: Prisma.Args<Of, 'deleteMany'>): Counted;
}

interface LooseWrites {
  create(args: { data: object }): PromiseLike<unknown>;
  upsert(args: { where: object; create: object; update: object }): PromiseLike<unknown>;
  updateMany(args: { where?: object; data: object }): PromiseLike<unknown>;
  deleteMany(args?: { where?: object }): PromiseLike<unknown>;
}

/** A model of Prisma's client, with those of its methods that a tenant's rows have. */
interface Delegate extends LooseWrites {
  readonly $name: string;
  readonly $parent: object;
}

/** A tenant's rows of a model. A view has only the methods that read, and a model without a company none. */
export type Owned<Of> = Pick<OwnMethods<Prisma.Payload<Of>['scalars']> & Writes<Of>, Supported<Of>>;
type Supported<Of> = 'companyId' extends keyof Prisma.Payload<Of>['scalars']
  ?
      | 'page'
      | 'lookup'
      | 'counts'
      | 'modifiedThrough'
      | ('updateMany' extends keyof Of ? 'patch' | 'patchMany' | keyof Writes<Of> : never)
  : never;

/** Gives access to a tenant's rows. */
export type Open = (tenant: Tenant) => OwnMethods<object> & LooseWrites;

/** Finds the source of a model, in a client or in a `$transaction`. Throws for a model without an id or a company. */
export function opening(sources: ReadonlyMap<string, Source>, delegate: object): Open {
  const source = isDelegate(delegate) ? sources.get(delegate.$name) : undefined;
  if (!isDelegate(delegate) || source === undefined) throw new Error('`of` is a method of a model.');
  for (const field of ['id', 'companyId']) columnOf(source.model, field);
  // The client of a `$transaction` cannot connect.
  const inTransaction = !('$connect' in delegate.$parent);
  const outside = (method: string): Source => {
    if (inTransaction) throw new Error(`${method} cannot take part in a $transaction.`);
    return source;
  };
  return (tenant) => {
    if (!(tenant instanceof Tenant)) throw new Error('`of` takes a Tenant.');
    // A `$transaction` takes the promises of Prisma as they are.
    const inWork = (operation: keyof LooseWrites, statement: PromiseLike<unknown>): PromiseLike<unknown> =>
      tenant.work === undefined ? statement : timed(tenant.work, `${operation} ${delegate.$name}`, statement);
    const within = (where: object = {}): object => ({ AND: [tenant.where, plain('where', where)] });
    return {
      patch: (args) => patch(outside('patch'), tenant, args),
      patchMany: (args) => patchMany(outside('patchMany'), tenant, args),
      page: (args) => page(outside('page'), tenant, args),
      lookup: (args) => lookup(outside('lookup'), tenant, args),
      counts: (args) => counts(outside('counts'), tenant, args),
      modifiedThrough: () => modifiedThrough(outside('modifiedThrough'), tenant),
      create: (args) => inWork('create', delegate.create({ ...args, data: owned(tenant, plain('data', args?.data)) })),
      upsert: (args) =>
        inWork(
          'upsert',
          delegate.upsert({
            ...args,
            where: ownKey(tenant, plain('where', args?.where)),
            create: owned(tenant, plain('create', args.create)),
            update: kept(plain('update', args.update)),
          }),
        ),
      updateMany: (args) =>
        inWork(
          'updateMany',
          delegate.updateMany({ ...args, data: kept(plain('data', args?.data)), where: within(args.where) }),
        ),
      deleteMany: (args) => inWork('deleteMany', delegate.deleteMany({ ...args, where: within(args?.where) })),
    };
  };
}

const isDelegate = (value: object): value is Delegate => '$name' in value && '$parent' in value;

function plain(name: string, given: unknown): object {
  if (!isPlain(given)) throw new Error(`${name} must be a plain object.`);
  return given;
}

/** A record keeps its company. */
function kept(data: object): object {
  if ('companyId' in data && data.companyId !== undefined) throw new Error('A change cannot set the companyId.');
  return data;
}

/** A new record belongs to the tenant's company, whatever the data says. */
function owned({ company }: Tenant, data: object): object {
  if (typeof company === 'string') return { ...data, companyId: company };
  throw new Error('Only a tenant of one company creates records.');
}

/** A compound key with the tenant's company. Prisma makes a single statement of an `upsert` by such a key and nothing else. */
function ownKey(tenant: Tenant, where: object): object {
  const [[name, key] = ['', undefined], ...others] = Object.entries(where);
  if (!isPlain(key) || !('companyId' in key) || others.length > 0)
    throw new Error('upsert takes one compound key with the companyId in it.');
  if (key.companyId !== tenant.company) throw new Error('The key of upsert names another company.');
  return { [name]: owned(tenant, key) };
}
