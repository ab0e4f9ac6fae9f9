import { Prisma } from '../../generated/prisma/client.ts';
import type { RequestBudget } from '../../load/request-budget.ts';
import type { Rule } from './rule.ts';

interface Particulars {
  key?: string | undefined;
  budget?: RequestBudget | undefined;
  mayLag?: boolean;
  actor?: string | undefined;
  rule?: Rule | undefined;
}

/**
 * The companies whose records a statement may read or write: one company, every company, or the records of no company.
 * Every data method takes one. Only this class makes them: the private field keeps objects of the same shape out, and
 * undefined is no company.
 */
export class Tenant {
  /** Every company, and the records of none: for tokens with the scope `companies:all` and for operator tools. */
  static readonly every = new Tenant(undefined);

  /** Every company, for what is read before the caller is known. It has a share of the connections of its own. */
  static readonly gateway = new Tenant(undefined, { key: 'gateway' });

  readonly #company: string | null | undefined;
  /** Equal for equal tenants. */
  readonly key: string;
  /** What the request of this tenant does in the database; undefined in operator tools. */
  readonly budget: RequestBudget | undefined;
  /** Whether a replica may answer: it has the tenant's own writes, but may lack the latest of others. */
  readonly mayLag: boolean;
  /** Who makes the changes, such as `user:42`. Without one, the database says which of its users does. */
  readonly actor: string | undefined;
  /** Which records of one model it has, and of no other model; undefined for all. Statements by hand throw for it. */
  readonly rule: Rule | undefined;

  private constructor(
    company: string | null | undefined,
    { key, budget, mayLag = false, actor, rule }: Particulars = {},
  ) {
    this.#company = company;
    this.key = key ?? JSON.stringify(company) ?? 'every';
    this.budget = budget;
    this.mayLag = mayLag;
    this.actor = actor;
    this.rule = rule;
    Object.freeze(this);
  }

  /** Whether it is a tenant of this class: neither an object of the same shape nor a proxy before one. */
  static is(value: unknown): value is Tenant {
    return typeof value === 'object' && value !== null && #company in value;
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
    return this.company === undefined ? this.#with({ key: undefined }, company) : this;
  }

  /** The tenant in a request, whose statements end with it. */
  during(budget: RequestBudget, mayLag: boolean): Tenant {
    return this.#with({ budget, mayLag });
  }

  /** The same tenant for what must be read as it is now. */
  get current(): Tenant {
    return this.#with({ mayLag: false });
  }

  /** The same tenant for an actor, whom its changes name. */
  as(actor: string): Tenant {
    return this.#with({ actor });
  }

  /** The tenant of a narrowed token: what the rule leaves of the company's records. Its key stays the company's. */
  under(rule: Rule): Tenant {
    if (typeof this.company !== 'string') throw new Error('Only a tenant of one company has a rule.');
    return this.#with({ rule });
  }

  /** The company's tenant, for what lies beside records that were found under the rule. */
  get unruled(): Tenant {
    return this.#with({ rule: undefined });
  }

  #with(changes: Particulars, company = this.company): Tenant {
    const { key, budget, mayLag, actor, rule } = this;
    return new Tenant(company, { key, budget, mayLag, actor, rule, ...changes });
  }

  /** Throws for a tenant with a rule on another model. */
  assertHas(model: string): void {
    if (this.rule !== undefined && this.rule.model !== model)
      throw new Error(`The rule of a tenant is on ${this.rule.model}, and not on ${model}.`);
  }

  /** Throws for a tenant with a rule, which the caller does not apply. */
  assertWhole(): void {
    if (this.rule !== undefined) throw new Error(`The rule on ${this.rule.model} is not applied here.`);
  }

  /** The condition on the company of a model's rows as Prisma's `where`. Throws for a rule on another model. */
  ofCompany(model: string): object {
    this.assertHas(model);
    return this.company === undefined ? {} : { companyId: this.company };
  }

  /** The condition as SQL on a table's alias. Throws for a rule. */
  on(alias: string): Prisma.Sql {
    this.assertWhole();
    if (this.company === undefined) return Prisma.sql`true`;
    const column = Prisma.raw(`${alias}.company_id`);
    return this.company === null ? Prisma.sql`${column} IS NULL` : Prisma.sql`${column} = ${this.company}`;
  }
}
