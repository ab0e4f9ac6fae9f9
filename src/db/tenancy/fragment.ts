type Part = string | { value: unknown };

/** A piece of SQL with its values, in which other pieces may stand. Prisma's is the same, and takes 40 ms to load. */
export class Sql {
  readonly parts: readonly Part[];

  constructor(parts: readonly Part[]) {
    this.parts = parts;
  }

  /** The statement for PostgreSQL. */
  get text(): string {
    let place = 0;
    return this.parts.map((part) => (typeof part === 'string' ? part : `$${++place}`)).join('');
  }

  get values(): unknown[] {
    return this.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.value]));
  }
}

const partsOf = (value: unknown): readonly Part[] => (value instanceof Sql ? value.parts : [{ value }]);

export const sql = (strings: TemplateStringsArray, ...values: unknown[]): Sql =>
  new Sql(strings.flatMap((text, place) => [text, ...values.slice(place, place + 1).flatMap(partsOf)]));

/** Text that is SQL. */
export const raw = (text: string): Sql => new Sql([text]);
