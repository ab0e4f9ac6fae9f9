import { Prisma } from '../generated/prisma/client.ts';

/**
 * The companies whose records a statement may read or write: one company, every company, or the records of no company. Every data
 * method takes one. Only `Tenant` itself can make one, so the condition cannot be forgotten or written by hand.
 */
export class Tenant {
  /** Every company, and the records of none: for tokens with the scope `companies:all` and for programs of the operator. */
  static readonly every = new Tenant(undefined);

  /** The id of the company; null for the records of no company, undefined for all records. */
  readonly company: string | null | undefined;
  /** Equal for equal tenants. */
  readonly key: string;

  private constructor(company: string | null | undefined) {
    this.company = company;
    this.key = JSON.stringify(company) ?? 'every';
  }

  static of(company: string): Tenant {
    return new Tenant(company);
  }

  /** The tenant for what belongs to a record of this company. A relation that names another company's record finds nothing. */
  within(company: string | null): Tenant {
    return this.company === undefined ? new Tenant(company) : this;
  }

  /** The condition as Prisma's `where`. */
  get where(): { companyId?: string | null } {
    return this.company === undefined ? {} : { companyId: this.company };
  }

  /** The condition as SQL on a table's alias. */
  on(alias: string): Prisma.Sql {
    if (this.company === undefined) return Prisma.sql`true`;
    const column = Prisma.raw(`${alias}.company_id`);
    return this.company === null ? Prisma.sql`${column} IS NULL` : Prisma.sql`${column} = ${this.company}`;
  }
}
