import type { JsonObject } from '@prisma/client/runtime/client';
import type { Prisma } from '../../generated/prisma/client.ts';

/** A value as the methods `patch`, `page` and `lookup` give it, or as Prisma's own do. */
type Value<Type> = Type extends Date | Prisma.Decimal
  ? Type | string
  : Type extends bigint
    ? Type | number | string
    : Type;

/**
 * A row as resolvers see it. The methods `patch`, `page` and `lookup` give dates and times as RFC 3339 text, Prisma's
 * own give a Date. JSON values are objects; Prisma's types cannot say which of them may be null. A list may be null.
 */
export type Row<Fields> = {
  [Field in keyof Fields]: JsonObject extends Fields[Field]
    ? object
    : Fields[Field] extends (infer Item)[]
      ? Value<Item>[] | null
      : Value<Fields[Field]>;
};

/** A row by its id, and by its version if that is given. */
export interface Target {
  id: string;
  version?: number | undefined;
}

/** Prisma's `select`, of columns. */
export type Select<Fields> = { readonly [Field in keyof Fields]?: boolean };

/** The fields that a `select` names; all of them when there is none. */
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
  contains?: string;
  in?: readonly Value[];
  atMost?: Value;
};

/** What `page` supports of Prisma's `where`, and conditions on side tables. `contains` ignores case. */
export type Where<Fields> = {
  readonly [Field in keyof Fields as NonNullable<Fields[Field]> extends Comparable ? Field : never]?:
    | Row<Fields>[Field]
    | Range<NonNullable<Row<Fields>[Field]>>
    | undefined;
} & {
  readonly OR?: readonly Where<Fields>[];
  readonly AND?: readonly Where<Fields>[];
  readonly modifiedSince?: Date;
  readonly isGone?: 'from its company' | 'from all';
};

type Direction = 'asc' | 'desc';

/**
 * Prisma's `orderBy`, of one field or, for records, of the time of their last modification. Null sorts as its column's
 * index has it: as the smallest value or, for most times, as the latest. Rows that compare equal follow each other by
 * id, in the same direction.
 */
export type OrderBy<Fields> = {
  readonly [Field in keyof Fields as NonNullable<Fields[Field]> extends Comparable ? Field : never]?: Direction;
} & { readonly modifiedAt?: Direction };
