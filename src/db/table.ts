import type { JsonObject } from '@prisma/client/runtime/client';

/** A resource's table, as the statements need to know it. `filters` and `orders` are SQL; `$` stands for the caller's value. */
export interface Table<Fields = object> {
  /** Never set: it carries the type of a row to the statements' results. */
  readonly row?: Fields;
  /** The table's name, which is also the resource's name in events: `ship_to`. */
  name: string;
  /** The GraphQL type that its rows become. Its field names are the columns' names in camelCase. */
  type: string;
  /** What a message calls one record: `Ship-to`. */
  label: string;
  /** The first half of its scopes: `ship-tos` of `ship-tos:read` and `ship-tos:write`. */
  scope: string;
  /** Each filter as a condition. An `=` given null finds the records without a value. */
  filters: Record<string, string>;
  /** Each order as an expression that is never null and that an index holds, with the type that a cursor's value has. */
  orders: Record<string, { by: string; type: string }>;
}

/** The row as the gateway reads it: times and dates stay text, JSON is an object, and a list may be null although Prisma cannot say so. */
export type Row<Model> = {
  [Field in keyof Model]: JsonObject extends Model[Field]
    ? object
    : Date extends Model[Field]
      ? Exclude<Model[Field], Date> | string
      : Model[Field] extends string[]
        ? string[] | null
        : Model[Field];
};

/** `shipToId` → `ship_to_id`, the rule by which every column got its name. */
export const toColumn = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A list of columns for SELECT or RETURNING, each under its GraphQL name. `fields` come from the schema, never from a caller. */
export const columnList = (fields: Iterable<string>): string =>
  Array.from(fields, (field) => {
    const column = toColumn(field);
    return column === field ? column : `${column} AS "${field}"`;
  }).join(', ');
