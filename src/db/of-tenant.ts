import { type CountArguments, counts } from './methods/counts.ts';
import { type CreateArguments, create, type UpsertArguments, upsert } from './methods/create.ts';
import { type LookupArguments, lookup } from './methods/lookup.ts';
import { modifiedThrough } from './methods/modified-through.ts';
import { type PageArguments, page } from './methods/page.ts';
import { type PatchArguments, patch } from './methods/patch.ts';
import { type PatchManyArguments, patchMany } from './methods/patch-many.ts';
import type { Source } from './methods/row-source.ts';
import type { Select, Selected } from './sql/rows.ts';
import { Tenant } from './tenancy/tenant.ts';

type Chosen<Fields> = Select<Fields> | undefined;

/** A tenant's rows of a model: methods with the arguments of Prisma's, each of which is one fast statement. */
export class TenantRows<Fields> {
  readonly #source: Source;
  readonly #tenant: Tenant;

  constructor(source: Source, tenant: Tenant) {
    if (!(tenant instanceof Tenant)) throw new Error('`of` takes a Tenant.');
    this.#source = source;
    this.#tenant = tenant;
  }

  create(args: CreateArguments<Fields>) {
    return create(this.#source, this.#tenant, args);
  }

  upsert(args: UpsertArguments<Fields>) {
    return upsert(this.#source, this.#tenant, args);
  }

  patch<const C extends Chosen<Fields> = undefined>(args: PatchArguments<Fields, C>) {
    return patch(this.#source, this.#tenant, args);
  }

  patchMany<const C extends Chosen<Fields> = undefined>(args: PatchManyArguments<Fields, C>) {
    return patchMany(this.#source, this.#tenant, args);
  }

  page<const C extends Chosen<Fields> = undefined>(args: PageArguments<Fields, C>) {
    return page(this.#source, this.#tenant, args);
  }

  lookup<const C extends Chosen<Fields> = undefined>(args: LookupArguments<C>): Promise<Selected<Fields, C> | null> {
    return lookup(this.#source, this.#tenant, args);
  }

  counts(args: CountArguments<Fields>) {
    return counts(this.#source, this.#tenant, args);
  }

  /** The time up to which current pages that are read after it show all modifications; null if none is known. */
  modifiedThrough() {
    return modifiedThrough(this.#source, this.#tenant);
  }
}
