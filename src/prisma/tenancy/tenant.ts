import { UnauthorizedError } from '../../base/errors.ts';
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

/** Whose records a statement may reach: one company, every company, or none. The private field keeps forgeries out. */
export class Tenant {
  /** Every company, and the records of none: for tokens with the scope `companies:all` and for operator tools. */
  static readonly ALL_COMPANIES = new Tenant(undefined);

  /** Every company, for what is read before the caller is known. It has a share of the connections of its own. */
  static readonly SYSTEM = new Tenant(undefined, { key: 'gateway' });

  readonly #company: string | null | undefined;
  readonly key: string;
  /** What the request of this tenant does in the database; undefined in operator tools. */
  readonly budget: RequestBudget | undefined;
  /** Whether a replica may answer: it has the tenant's own writes, but may lack the latest of others. */
  readonly mayLag: boolean;
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

  static of(company: string): Tenant {
    if (typeof company !== 'string' || company === '') throw new Error('A tenant needs the id of a company.');
    return new Tenant(company);
  }

  /** The id of the company; null for the records of no company, undefined for all records. */
  get company(): string | null | undefined {
    return this.#company;
  }

  /** The tenant that reads a record's relations: only records of the record's company. Throws for undefined. */
  inCompany(company: string | null): Tenant {
    if (typeof company !== 'string' && company !== null) throw new Error('A record has a company or null.');
    return this.company === undefined ? this.#with({ key: undefined }, company) : this;
  }

  forRequest(budget: RequestBudget, mayLag: boolean): Tenant {
    return this.#with({ budget, mayLag });
  }

  get onPrimary(): Tenant {
    return this.#with({ mayLag: false });
  }

  actingAs(actor: string): Tenant {
    return this.#with({ actor });
  }

  /** The tenant of a narrowed token: what the rule leaves of the company's records. Its key stays the company's. */
  restrictedTo(rule: Rule): Tenant {
    if (typeof this.company !== 'string') throw new Error('Only a tenant of one company has a rule.');
    return this.#with({ rule });
  }

  /** The company's tenant, for what lies beside records that were found under the rule. */
  get withoutRule(): Tenant {
    return this.#with({ rule: undefined });
  }

  #with(changes: Particulars, company = this.company): Tenant {
    const { key, budget, mayLag, actor, rule } = this;
    return new Tenant(company, { key, budget, mayLag, actor, rule, ...changes });
  }

  assertRuleIsOn(model: string): void {
    if (this.rule !== undefined && this.rule.model !== model)
      throw new Error(`The rule of a tenant is on ${this.rule.model}, and not on ${model}.`);
  }

  /** Throws for a tenant with a rule, which the caller does not apply. */
  assertNoRule(): void {
    if (this.rule !== undefined) throw new Error(`The rule on ${this.rule.model} is not applied here.`);
  }

  /** The condition on the company of a model's rows as Prisma's `where`. Throws for a rule on another model. */
  companyWhere(model: string): object {
    this.assertRuleIsOn(model);
    return this.company === undefined ? {} : { companyId: this.company };
  }

  /** The condition as SQL on a table's alias. Throws for a rule. */
  companyCondition(alias: string): Prisma.Sql {
    this.assertNoRule();
    if (this.company === undefined) return Prisma.sql`true`;
    const column = Prisma.raw(`${alias}.company_id`);
    return this.company === null ? Prisma.sql`${column} IS NULL` : Prisma.sql`${column} = ${this.company}`;
  }
}

export type Action = 'read' | 'write' | 'create' | 'delete';

/** The tenant whose records of a model a caller may read or write. Throws UnauthorizedError if it may not. */
export type Rights = (action: Action, model: string) => Tenant;

export const rightsOf =
  (tenant: Tenant): Rights =>
  (_action, model) => {
    if (tenant.rule !== undefined && tenant.rule.model !== model)
      throw new UnauthorizedError('FORBIDDEN', `The token has a rule on ${tenant.rule.model}, and none on ${model}.`);
    return tenant;
  };
