import { createHash } from 'node:crypto';

export interface RuleColumn {
  readonly field: string;
  readonly column: string;
  readonly values: readonly string[];
}

export interface RuleRelation {
  readonly relation: string;
  readonly rule: Rule;
}

/** A field by which a record decides what else the token reads, such as `entityId` of a task: no write sets it. */
export interface LinkField {
  readonly field: string;
  /** Whether a new record leads nowhere by this field, while the others that are linkFields have no value. */
  readonly isInertWithoutType: boolean;
}

interface Particulars {
  through?: readonly RuleRelation[];
  linkFields?: readonly LinkField[];
}

/** A narrowed token has the records with one of the values in each column, and a visible one behind each relation. */
export class Rule {
  readonly model: string;
  readonly #columns: readonly RuleColumn[];
  /** The first relation that it goes through. Whoever has only a record's columns cannot apply it. */
  readonly through: string | undefined;
  readonly isOfAll: boolean;
  readonly key: string;
  readonly where: Readonly<Record<string, unknown>>;
  readonly #linkFields: readonly LinkField[];

  constructor(model: string, columns: readonly RuleColumn[], { through = [], linkFields = [] }: Particulars = {}) {
    this.model = model;
    this.#columns = columns.map((each) => ({ ...each, values: [...new Set(each.values)].sort() }));
    if (this.#columns.some(({ values }) => values.length === 0)) throw new Error('A rule allows at least one value.');
    if (through.some(({ rule }) => rule.through !== undefined)) throw new Error('A rule goes through one relation.');
    this.through = through[0]?.relation;
    this.isOfAll = columns.length === 0 && through.length === 0;
    this.#linkFields = linkFields;
    const others = through.map(({ relation, rule }) => [relation, rule.key]);
    this.key = createHash('sha256')
      .update(JSON.stringify([model, this.#columns, others, linkFields]))
      .digest('base64url');
    this.where = Object.fromEntries([
      ...this.#columns.map(({ field, values: [only = '', ...others] }) => [
        field,
        others.length === 0 ? only : { in: [only, ...others] },
      ]),
      ...through.map(({ relation, rule }) => [relation, { some: rule.where }]),
    ]);
  }

  get columns(): readonly RuleColumn[] {
    if (this.through !== undefined) throw new Error(`The rule on ${this.model} goes through "${this.through}".`);
    return this.#columns;
  }

  admits(field: string, value: unknown): boolean {
    const named = this.columns.find((each) => each.field === field);
    return named === undefined || (typeof value === 'string' && named.values.includes(value));
  }

  /** Throws for a change that moves a record out of the rule, or decides what else the token reads. */
  assertMayChange(field: string, value: unknown): void {
    if (!this.admits(field, value)) throw new Error(`An update of ${this.model} moves the record out of the rule.`);
    if (this.links(field))
      throw new Error(`An update of ${this.model} sets "${field}", which decides what the rule shows.`);
  }

  /** Throws for a new record that lies outside of the rule, or whose given fields decide what else the token reads. */
  assertMayCreate(given: object, stored: Readonly<Record<string, unknown>>): void {
    for (const [field, value] of Object.entries(given))
      if (value !== null && value !== undefined && this.linksNew(field))
        throw new Error(`A new row of ${this.model} sets "${field}", which decides what the rule shows.`);
    if (!this.holds(stored)) throw new Error(`A new row of ${this.model} lies outside the rule.`);
  }

  links(field: string): boolean {
    return this.#linkFields.some((each) => each.field === field);
  }

  /** The same for a new record, which may have the values of the rule as long as it leads nowhere. */
  linksNew(field: string): boolean {
    const isNamed = this.#columns.some((each) => each.field === field);
    return this.#linkFields.some((each) => each.field === field && !(isNamed && each.isInertWithoutType));
  }

  holds(record: Readonly<Record<string, unknown>>): boolean {
    return this.columns.every(({ field, column }) => this.admits(field, record[column]));
  }
}
