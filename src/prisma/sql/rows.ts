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

/** A range, or whether there is a value. `atMost` is `lte` with null, where that is the least value. */
type Range<Value> = { [Operator in 'lt' | 'lte' | 'gt' | 'gte']?: Value | undefined } & {
  equals?: null;
  not?: null;
  in?: readonly Value[];
  atMost?: Value;
};

/** What `page` supports of Prisma's `where`, conditions on side tables, and a search for words. */
export type Where<Fields> = {
  readonly [Field in keyof Fields as NonNullable<Fields[Field]> extends Comparable ? Field : never]?:
    | Row<Fields>[Field]
    | Range<NonNullable<Row<Fields>[Field]>>
    | undefined;
} & {
  readonly OR?: readonly Where<Fields>[];
  readonly AND?: readonly Where<Fields>[];
  readonly modifiedSince?: Date;
  readonly search?: { readonly words: readonly string[] };
  readonly isGone?: 'from its company' | 'from all';
};

type Direction = 'asc' | 'desc';

/** Prisma's `orderBy` of one field. Null sorts as the column's index has it, and equal rows by id. */
export type OrderBy<Fields> = {
  readonly [Field in keyof Fields as NonNullable<Fields[Field]> extends Comparable ? Field : never]?: Direction;
} & { readonly modifiedAt?: Direction };
