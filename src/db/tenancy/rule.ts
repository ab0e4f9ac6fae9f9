import { createHash } from 'node:crypto';

/** A column that a rule names, by its names in Prisma and in the database, and the values that it may have. */
export interface Allowed {
  readonly field: string;
  readonly column: string;
  readonly values: readonly string[];
}

/**
 * Which records of one model a narrowed token may see and write: those that have one of the values in each of these
 * columns, and all without columns.
 */
export class Rule {
  readonly model: string;
  readonly columns: readonly Allowed[];
  /** Equal for equal rules alone. */
  readonly key: string;
  /** The condition as Prisma's `where`. */
  readonly where: Readonly<Record<string, string | { in: readonly string[] }>>;

  constructor(model: string, columns: readonly Allowed[]) {
    this.model = model;
    this.columns = columns.map((each) => ({ ...each, values: [...new Set(each.values)].sort() }));
    if (this.columns.some(({ values }) => values.length === 0)) throw new Error('A rule allows at least one value.');
    this.key = createHash('sha256')
      .update(JSON.stringify([model, this.columns]))
      .digest('base64url');
    this.where = Object.fromEntries(
      this.columns.map(({ field, values: [only = '', ...others] }) => [
        field,
        others.length === 0 ? only : { in: [only, ...others] },
      ]),
    );
  }

  /** Whether a record may have this value in the field. */
  admits(field: string, value: unknown): boolean {
    const named = this.columns.find((each) => each.field === field);
    return named === undefined || (typeof value === 'string' && named.values.includes(value));
  }

  /** Whether a record with these values by column is one of its records. */
  holds(record: Readonly<Record<string, unknown>>): boolean {
    return this.columns.every(({ field, column }) => this.admits(field, record[column]));
  }
}
