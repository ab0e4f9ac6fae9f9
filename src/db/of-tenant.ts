import type { Prisma } from '../generated/prisma/client.ts';
import { isPlain } from '../runtime/plain-object.ts';
import { type CountArguments, counts } from './methods/counts.ts';
import { type LookupArguments, lookup } from './methods/lookup.ts';
import { modifiedThrough } from './methods/modified-through.ts';
import { type PageArguments, page } from './methods/page.ts';
import { type PatchArguments, patch } from './methods/patch.ts';
import { type PatchManyArguments, patchMany } from './methods/patch-many.ts';
import type { Source } from './methods/row-source.ts';
import type { Select, Selected } from './sql/rows.ts';
import { Tenant } from './tenancy/tenant.ts';
import { timed } from './tenancy/work.ts';

export type Write = 'create' | 'upsert' | 'updateMany' | 'deleteMany';

/** Those of Prisma's methods that a tenant's rows have. */
export interface Writer extends Record<Write, (args: object) => PromiseLike<unknown>> {
  readonly $name: string;
}

interface WriteArguments {
  where?: object;
  data?: object;
  create?: object;
  update?: object;
}

type Chosen<Fields> = Select<Fields> | undefined;

/** A tenant's rows of a model. */
export class TenantRows<Fields> {
  readonly #source: Source | undefined;
  readonly #writer: Writer;
  readonly #tenant: Tenant;

  /** `source` is undefined in a `$transaction`. */
  constructor(source: Source | undefined, writer: Writer, tenant: Tenant) {
    if (!(tenant instanceof Tenant)) throw new Error('`of` takes a Tenant.');
    this.#source = source;
    this.#writer = writer;
    this.#tenant = tenant;
  }

  patch<const C extends Chosen<Fields> = undefined>(args: PatchArguments<Fields, C>) {
    return patch(outside(this.#source), this.#tenant, args);
  }

  patchMany<const C extends Chosen<Fields> = undefined>(args: PatchManyArguments<Fields, C>) {
    return patchMany(outside(this.#source), this.#tenant, args);
  }

  page<const C extends Chosen<Fields> = undefined>(args: PageArguments<Fields, C>) {
    return page(outside(this.#source), this.#tenant, args);
  }

  lookup<const C extends Chosen<Fields> = undefined>(args: LookupArguments<C>): Promise<Selected<Fields, C> | null> {
    return lookup(outside(this.#source), this.#tenant, args);
  }

  counts(args: CountArguments<Fields>) {
    return counts(outside(this.#source), this.#tenant, args);
  }

  /**
   * The time up to which pages that are read after it, and are current, show all modifications; null if none is known.
   */
  modifiedThrough() {
    return modifiedThrough(outside(this.#source), this.#tenant);
  }

  create(args?: WriteArguments) {
    return this.#write('create', { ...args, data: owned(this.#tenant, args?.data) });
  }

  upsert(args?: WriteArguments) {
    const create = owned(this.#tenant, args?.create);
    return this.#write('upsert', {
      ...args,
      where: ownKey(this.#tenant, args?.where),
      create,
      update: kept(args?.update),
    });
  }

  updateMany(args?: WriteArguments) {
    return this.#write('updateMany', { ...args, where: within(this.#tenant, args?.where), data: kept(args?.data) });
  }

  deleteMany(args?: WriteArguments) {
    return this.#write('deleteMany', { ...args, where: within(this.#tenant, args?.where) });
  }

  #write(method: Write, args: object): PromiseLike<unknown> {
    const statement = this.#writer[method](args);
    const { work } = this.#tenant;
    // A `$transaction` takes the promises of Prisma as they are.
    return work === undefined ? statement : timed(work, `${method} ${this.#writer.$name}`, statement);
  }
}

/**
 * Methods that Prisma cannot run as one fast statement. They start at once, on connections of their own, so they take
 * part in no transaction: inside `$transaction(async …)` they throw. `$transaction([…])` does not compile with one; it
 * would reject, but a patch would still be written.
 */
export type OwnMethods<Fields> = Omit<TenantRows<Fields>, Write>;

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

function outside(source: Source | undefined): Source {
  if (source === undefined) throw new Error('Only the methods of Prisma take part in a $transaction.');
  return source;
}

function plain(given: unknown): object {
  if (!isPlain(given)) throw new Error('A write takes plain objects.');
  return given;
}

const within = ({ where }: Tenant, given: object = {}): object => ({ AND: [where, plain(given)] });

/** A record keeps its company. */
function kept(given: unknown): object {
  const data = plain(given);
  if ('companyId' in data && data.companyId !== undefined) throw new Error('A change cannot set the companyId.');
  return data;
}

/** A new record belongs to the tenant's company, whatever the data says. */
function owned({ company }: Tenant, data: unknown): object {
  if (typeof company === 'string') return { ...plain(data), companyId: company };
  throw new Error('Only a tenant of one company creates records.');
}

/**
 * A compound key with the tenant's company. Prisma makes a single statement of an `upsert` by such a key and nothing
 * else.
 */
function ownKey(tenant: Tenant, where: unknown): object {
  const [[name, key] = ['', undefined], ...others] = Object.entries(plain(where));
  if (!isPlain(key) || !('companyId' in key) || others.length > 0)
    throw new Error('upsert takes one compound key with the companyId in it.');
  if (key.companyId !== tenant.company) throw new Error('The key of upsert names another company.');
  return { [name]: owned(tenant, key) };
}
