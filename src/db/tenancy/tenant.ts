import { raw, type Sql, sql } from './fragment.ts';
import type { Work } from './work.ts';

/**
 * The companies whose records a statement may read or write: one company, every company, or the records of no company.
 * Every data method takes one. Only this class makes them: the private field keeps objects of the same shape out, and
 * undefined is no company.
 */
export class Tenant {
  /** Every company, and the records of none: for tokens with the scope `companies:all` and for operator tools. */
  static readonly every = new Tenant(undefined);

  /** Every company, for what is read before the caller is known. It has a share of the connections of its own. */
  static readonly gateway = new Tenant(undefined, undefined, false, 'gateway');

  readonly #company: string | null | undefined;
  /** Equal for equal tenants. */
  readonly key: string;
  /** What the request of this tenant does in the database; undefined in operator tools. */
  readonly work: Work | undefined;
  /** Whether a replica may answer: it has the tenant's own writes, but may lack the latest of others. */
  readonly mayLag: boolean;

  private constructor(
    company: string | null | undefined,
    work?: Work,
    mayLag = false,
    key = JSON.stringify(company) ?? 'every',
  ) {
    this.#company = company;
    this.key = key;
    this.work = work;
    this.mayLag = mayLag;
  }

  /** The tenant of one company. Throws for anything but a non-empty string. */
  static of(company: string): Tenant {
    if (typeof company !== 'string' || company === '') throw new Error('A tenant needs the id of a company.');
    return new Tenant(company);
  }

  /** The id of the company; null for the records of no company, undefined for all records. */
  get company(): string | null | undefined {
    return this.#company;
  }

  /** The tenant for relations of a record of this company, which find no other's. Throws for undefined. */
  within(company: string | null): Tenant {
    if (typeof company !== 'string' && company !== null) throw new Error('A record has a company or null.');
    return this.company === undefined ? new Tenant(company, this.work, this.mayLag) : this;
  }

  /** The tenant in a request, whose statements end with it. */
  during(work: Work, mayLag: boolean): Tenant {
    return new Tenant(this.company, work, mayLag, this.key);
  }

  /** The same tenant for what must be read as it is now. */
  get current(): Tenant {
    return new Tenant(this.company, this.work, false, this.key);
  }

  /** The condition as Prisma's `where`. */
  get where(): { companyId?: string | null } {
    return this.company === undefined ? {} : { companyId: this.company };
  }

  /** The condition as SQL on a table's alias. */
  on(alias: string): Sql {
    if (this.company === undefined) return sql`true`;
    const column = raw(`${alias}.company_id`);
    return this.company === null ? sql`${column} IS NULL` : sql`${column} = ${this.company}`;
  }
}
