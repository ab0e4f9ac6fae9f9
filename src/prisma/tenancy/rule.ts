import { createHash } from 'node:crypto';

/** A column that a rule names, by its names in Prisma and in the database, and the values that it may have. */
export interface Allowed {
  readonly field: string;
  readonly column: string;
  readonly values: readonly string[];
}

/** A relation that a rule names, and the rule of the records to one of which it must lead. */
export interface Through {
  readonly relation: string;
  readonly rule: Rule;
}

/**
 * A field that no write of a narrowed token sets: it decides which other records the token reads. A token whose rule on
 * tanks goes through their tasks reads each tank to which one of its tasks refers: it may not set `entityId` of a task.
 */
export interface LinkField {
  readonly field: string;
  /** Whether a new record leads nowhere by this field, while the others that are linkFields have no value. */
  readonly isInertWithoutType: boolean;
}

interface Particulars {
  through?: readonly Through[];
  linkFields?: readonly LinkField[];
}

/**
 * Which records of one model a narrowed token may see and write: those that have one of the values in each of these
 * columns, and lead through each of these relations to a record that the token may see; all without either.
 */
export class Rule {
  readonly model: string;
  readonly #columns: readonly Allowed[];
  /** The first relation that it goes through. Whoever has only a record's columns cannot apply it. */
  readonly through: string | undefined;
  /** Whether it allows all records. */
  readonly isOfAll: boolean;
  /** Equal for equal rules alone. */
  readonly key: string;
  /** The condition as Prisma's `where`. */
  readonly where: Readonly<Record<string, unknown>>;
  readonly #linkFields: readonly LinkField[];

  constructor(model: string, columns: readonly Allowed[], { through = [], linkFields = [] }: Particulars = {}) {
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

  /** The columns that decide it. Throws if relations do, too. */
  get columns(): readonly Allowed[] {
    if (this.through !== undefined) throw new Error(`The rule on ${this.model} goes through "${this.through}".`);
    return this.#columns;
  }

  /** Whether a record may have this value in the field. */
  admits(field: string, value: unknown): boolean {
    const named = this.columns.find((each) => each.field === field);
    return named === undefined || (typeof value === 'string' && named.values.includes(value));
  }

  /** Whether a write leaves this field as it is. */
  links(field: string): boolean {
    return this.#linkFields.some((each) => each.field === field);
  }

  /** The same for a new record, which may have the values of the rule as long as it leads nowhere. */
  linksNew(field: string): boolean {
    const isNamed = this.#columns.some((each) => each.field === field);
    return this.#linkFields.some((each) => each.field === field && !(isNamed && each.isInertWithoutType));
  }

  /** Whether a record with these values by column is one of its records. */
  holds(record: Readonly<Record<string, unknown>>): boolean {
    return this.columns.every(({ field, column }) => this.admits(field, record[column]));
  }
}
