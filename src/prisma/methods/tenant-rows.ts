import type { Select, Selected } from '../sql/rows.ts';
import { rightsOf, type Tenant } from '../tenancy/tenant.ts';
import { type AggregateArguments, aggregate } from './aggregate.ts';
import { compare } from './compare.ts';
import { type CreateArguments, createEach } from './create.ts';
import { type DeleteArguments, type DeletionArguments, deleteEach, deletion, restoreEach } from './deleted-rows.ts';
import { type LookupArguments, lookup } from './lookup.ts';
import { modifiedThrough, type VisibleThrough } from './modified-through.ts';
import { isAtMost, type PageArguments, page } from './page.ts';
import { type PatchArguments, type PatchManyArguments, patch, patchMany } from './patch.ts';
import { definePrismaMethods, type StatementRoute } from './prisma-methods.ts';
import type { RowSource } from './row-source.ts';

type Chosen<Fields> = Select<Fields> | undefined;

/** A tenant's rows, beside Prisma's methods. The figures are their rate as a share of ours, at 32 connections. */
export class TenantRows<Fields> {
  readonly #source: RowSource;
  readonly #tenant: Tenant;
  readonly #sending: StatementRoute;

  constructor(source: RowSource, tenant: Tenant, sending: StatementRoute) {
    this.#source = source;
    this.#tenant = tenant;
    this.#sending = sending;
  }

  static {
    definePrismaMethods(TenantRows.prototype, (rows) => ({
      sending: rows.#sending,
      model: rows.#source.model,
      rights: rightsOf(rows.#tenant),
    }));
  }

  createEach<const C extends Chosen<Fields> = undefined>(args: CreateArguments<Fields, C>) {
    return createEach(this.#source, this.#tenant, args);
  }

  /** Deletes each record at its version, and returns it as it was: `deleteMany` returns a number. */
  deleteEach<const C extends Chosen<Fields> = undefined>(args: DeleteArguments<C>) {
    return deleteEach<Fields, C>(this.#source, this.#tenant, args);
  }

  deletion<const C extends Chosen<Fields> = undefined>(args: DeletionArguments<C>) {
    return deletion<Fields, C>(this.#source, this.#tenant, args);
  }

  restoreEach<const C extends Chosen<Fields> = undefined>(args: DeleteArguments<C>) {
    return restoreEach<Fields, C>(this.#source, this.#tenant, args);
  }

  compare<const C extends Chosen<Fields> = undefined>(args: PatchArguments<Fields, C>) {
    return compare<Fields, C>(this.#source, this.#tenant, args);
  }

  /** One text for all sets of fields, and one statement for all patches of a moment: `updateManyAndReturn` has 0.3. */
  patch<const C extends Chosen<Fields> = undefined>(args: PatchArguments<Fields, C>) {
    return patch(this.#source, this.#tenant, args);
  }

  /** A different patch for each record in one statement: `update` needs one for each. */
  patchMany<const C extends Chosen<Fields> = undefined>(args: PatchManyArguments<Fields, C>) {
    return patchMany(this.#source, this.#tenant, args);
  }

  /** Keysets, which hold while rows come and go, and null as an index sorts it: `findMany` has 0.16 to 0.54. */
  page<const C extends Chosen<Fields> = undefined>(args: PageArguments<Fields, C>) {
    return page(this.#source, this.#tenant, args);
  }

  /** One statement for all look-ups of a moment, from a replica if the tenant may lag: `findUnique` has 0.42. */
  lookup<const C extends Chosen<Fields> = undefined>(args: LookupArguments<C>): Promise<Selected<Fields, C> | null> {
    return lookup(this.#source, this.#tenant, args);
  }

  /** The largest groups and the number of all other rows, up to a limit: `groupBy` reads all, and has no periods. */
  aggregateGroups(args: AggregateArguments<Fields>) {
    return aggregate(this.#source, this.#tenant, args);
  }

  isAtMost(most: number, matching: Pick<PageArguments<Fields, undefined>, 'where' | 'of'>) {
    return isAtMost(this.#source, this.#tenant, most, { where: {}, ...matching });
  }

  /** The time up to which current pages that are read after it show all modifications; null if none is known. */
  modifiedThrough(): Promise<VisibleThrough> {
    return modifiedThrough(this.#source, this.#tenant);
  }
}
