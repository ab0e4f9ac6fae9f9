import type { Select, Selected } from '../sql/rows.ts';
import { rightsOf } from '../tenancy/rights.ts';
import { Tenant } from '../tenancy/tenant.ts';
import { compare } from './compare.ts';
import { type CountArguments, counts } from './counts.ts';
import { type CreateArguments, createEach } from './create.ts';
import { type DeleteArguments, deleteEach } from './delete.ts';
import { type LookupArguments, lookup } from './lookup.ts';
import { modifiedThrough, type Through } from './modified-through.ts';
import { type PageArguments, page } from './page.ts';
import { type PatchArguments, type PatchManyArguments, patch, patchMany } from './patch.ts';
import { PrismaModel, type Sending } from './prisma-methods.ts';
import { type DeletionArguments, deletion, restoreEach } from './restore.ts';
import type { Source } from './row-source.ts';

type Chosen<Fields> = Select<Fields> | undefined;

/**
 * A tenant's rows of a model: beside Prisma's methods, some with names of their own where Prisma's are too slow or
 * cannot say it. The figures are the rate of Prisma's method as a share of ours, at 32 connections.
 */
export class TenantRows<Fields> extends PrismaModel {
  readonly #source: Source;
  readonly #tenant: Tenant;
  readonly #isInTransaction: boolean;

  constructor(source: Source, tenant: Tenant, sending: Sending) {
    if (!Tenant.is(tenant)) throw new Error('`of` takes a Tenant.');
    tenant.assertHas(source.model.name);
    super(sending, source.model, rightsOf(tenant));
    this.#source = source;
    this.#tenant = tenant;
    this.#isInTransaction = sending.admit === undefined;
  }

  /** Throws in a transaction, whose connection these methods do not use. */
  get #own(): Source {
    if (!this.#isInTransaction) return this.#source;
    throw new Error("In a transaction, use Prisma's methods: this one has a statement outside of it.");
  }

  /** Creates each record, or finds the one that a repeat has created: `createMany` says neither. */
  createEach<const C extends Chosen<Fields> = undefined>(args: CreateArguments<Fields, C>) {
    return createEach(this.#own, this.#tenant, args);
  }

  /** Deletes each record at its version, and returns it as it was: `deleteMany` returns a number. */
  deleteEach<const C extends Chosen<Fields> = undefined>(args: DeleteArguments<C>) {
    return deleteEach<Fields, C>(this.#own, this.#tenant, args);
  }

  /** The last deletion of an id, with the record as it was. */
  deletion<const C extends Chosen<Fields> = undefined>(args: DeletionArguments<C>) {
    return deletion<Fields, C>(this.#own, this.#tenant, args);
  }

  /** Restores each record that was deleted at its version, and returns it. */
  restoreEach<const C extends Chosen<Fields> = undefined>(args: DeleteArguments<C>) {
    return restoreEach<Fields, C>(this.#own, this.#tenant, args);
  }

  /** Finds a record by its id, and in which fields it differs from a patch. */
  compare<const C extends Chosen<Fields> = undefined>(args: PatchArguments<Fields, C>) {
    return compare<Fields, C>(this.#own, this.#tenant, args);
  }

  /** One text for all sets of fields, and one statement for all patches of a moment: `updateManyAndReturn` has 0.3. */
  patch<const C extends Chosen<Fields> = undefined>(args: PatchArguments<Fields, C>) {
    return patch(this.#own, this.#tenant, args);
  }

  /** A different patch for each record in one statement: `update` needs one for each. */
  patchMany<const C extends Chosen<Fields> = undefined>(args: PatchManyArguments<Fields, C>) {
    return patchMany(this.#own, this.#tenant, args);
  }

  /** Keysets, which hold while rows come and go, and null as an index sorts it: `findMany` has 0.16 to 0.54. */
  page<const C extends Chosen<Fields> = undefined>(args: PageArguments<Fields, C>) {
    return page(this.#own, this.#tenant, args);
  }

  /** One statement for all look-ups of a moment, from a replica if the tenant may lag: `findUnique` has 0.42. */
  lookup<const C extends Chosen<Fields> = undefined>(args: LookupArguments<C>): Promise<Selected<Fields, C> | null> {
    return lookup(this.#own, this.#tenant, args);
  }

  /** The most frequent values and the number of all others, up to a limit: `groupBy` counts all rows. */
  counts(args: CountArguments<Fields>) {
    return counts(this.#own, this.#tenant, args);
  }

  /** The time up to which current pages that are read after it show all modifications; null if none is known. */
  modifiedThrough(): Promise<Through> {
    return modifiedThrough(this.#own, this.#tenant);
  }
}
