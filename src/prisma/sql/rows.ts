import type { JsonObject } from '@prisma/client/runtime/client';
import type { Prisma } from '../../generated/prisma/client.ts';

type Value<Type> = Type extends Date | Prisma.Decimal
  ? Type | string
  : Type extends bigint
    ? Type | number | string
    : Type;

/** A row as resolvers see it: our methods give times as RFC 3339 text, Prisma's a Date. A list may be null. */
export type Row<Fields> = {
  [Field in keyof Fields]: JsonObject extends Fields[Field]
    ? object
    : Fields[Field] extends (infer Item)[]
      ? Value<Item>[] | null
      : Value<Fields[Field]>;
};

export interface Target {
  id: string;
  version?: number | undefined;
}

export type Select<Fields> = { readonly [Field in keyof Fields]?: boolean };

export type Selected<Fields, Chosen> = Chosen extends object
  ? Pick<
      Row<Fields>,
      { [Field in keyof Chosen]: true extends Chosen[Field] ? Field : never }[keyof Chosen] & keyof Fields
    >
  : Row<Fields>;

type Comparable = string | number | bigint | boolean | Date | Prisma.Decimal;

/** Prisma's operators on a value. Those on texts take no others. */
interface Comparison<Value> {
  equals?: Value | null | undefined;
  not?: Value | Comparison<Value> | null | undefined;
  in?: readonly Value[] | undefined;
  notIn?: readonly Value[] | undefined;
  lt?: Value | undefined;
  lte?: Value | undefined;
  gt?: Value | undefined;
  gte?: Value | undefined;
  contains?: string | undefined;
  startsWith?: string | undefined;
  endsWith?: string | undefined;
  mode?: 'default' | 'insensitive' | undefined;
}

interface ListComparison<Value> {
  has?: Value | undefined;
  hasEvery?: readonly Value[] | undefined;
  hasSome?: readonly Value[] | undefined;
  isEmpty?: boolean | undefined;
  equals?: readonly Value[] | null | undefined;
}

/** What `page` supports of Prisma's `where`, conditions on side tables, and a search for words. */
export type Where<Fields> = {
  readonly [Field in keyof Fields as NonNullable<Fields[Field]> extends Comparable ? Field : never]?:
    | Row<Fields>[Field]
    | Comparison<NonNullable<Row<Fields>[Field]>>
    | undefined;
} & {
  readonly [Field in keyof Fields as NonNullable<Fields[Field]> extends readonly unknown[] ? Field : never]?:
    | ListComparison<NonNullable<Fields[Field]> extends readonly (infer Item)[] ? Item : never>
    | undefined;
} & {
  readonly OR?: readonly Where<Fields>[];
  readonly AND?: Where<Fields> | readonly Where<Fields>[];
  readonly NOT?: Where<Fields> | readonly Where<Fields>[];
  readonly modifiedSince?: Date;
  readonly search?: { readonly words: readonly string[] };
  readonly isGone?: 'from its company' | 'from all';
};

type Direction = 'asc' | 'desc';

/** Prisma's `orderBy`. Null sorts where the column's index has it unless `nulls` says where, and equal rows by id. */
export type OrderBy<Fields> = {
  readonly [Field in keyof Fields as NonNullable<Fields[Field]> extends Comparable ? Field : never]?:
    | Direction
    | { sort: Direction; nulls?: 'first' | 'last' | undefined };
} & {
  readonly modifiedAt?: Direction;
  /** How well the texts of a record fit to words. */
  readonly relevance?: readonly string[];
};
