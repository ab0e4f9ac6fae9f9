import { type FieldMap, models as generated, type RelationMap, relations } from '../../generated/models.ts';
import { decimalText, integerText, isPlain, isStorableText } from '../../records/values.ts';

export interface Model {
  name: string;
  stored: string;
  table: string;
  /** What stands for its rows in a statement: the table, or an alias. */
  alias: string;
  /** How many relations lie between the queried model and this one; it numbers the aliases. */
  depth: number;
  documentation: string;
  columns: ReadonlyMap<string, Column>;
  /** The fields of each unique key, by the name that Prisma gives the key. */
  keys: ReadonlyMap<string, readonly string[]>;
  /** The relations that `schema.prisma` declares. */
  relations: ReadonlyMap<string, RelationMap>;
  lists: WeakMap<object, string>;
}

export interface Column extends FieldMap {
  name: string;
  nullAs: NullAs | undefined;
}

type NullAs = readonly [standIn: string, side: '<' | '>'];

const NULL_AS: Record<string, NullAs> = {
  String: ["''", '>'],
  Float: ["'-Infinity'", '>'],
  Decimal: ["'-Infinity'", '>'],
  DateTime: ["'infinity'", '<'],
};
const FIRST_TIME: NullAs = ["'-infinity'", '>'];
const LAST_NUMBER: NullAs = ["'Infinity'", '<'];

function nullAsOf({ type, nullsFirst, nullsLast }: FieldMap): NullAs | undefined {
  if (type === 'DateTime' && nullsFirst) return FIRST_TIME;
  return type === 'Float' && nullsLast ? LAST_NUMBER : NULL_AS[type];
}

const relationsOf = new Map<string, Readonly<Record<string, RelationMap>>>(Object.entries(relations));

const toModel = ([name, map]: [string, (typeof generated)['Tank']]): [string, Model] => {
  const { table, documentation, fields } = map;
  const columns = fields.map((field): [string, Column] => {
    const nullAs = field.nullable ? nullAsOf(field) : undefined;
    return [field.field, { ...field, name: `"${field.column}"`, nullAs }];
  });
  const names = { name, stored: table, table: `"${table}"`, alias: `"${table}"`, depth: 0 };
  const keys = new Map(Object.entries(map.keys));
  const related = new Map(Object.entries(relationsOf.get(name) ?? {}));
  return [name, { ...names, documentation, columns: new Map(columns), keys, relations: related, lists: new WeakMap() }];
};

export const models: ReadonlyMap<string, Model> = new Map(Object.entries(generated).map(toModel));

export function modelNamed(name: string): Model {
  const model = models.get(name);
  if (model === undefined) throw new Error(`There is no model ${name}.`);
  return model;
}

const aliased = new Map<string, WeakMap<Model, Model>>();

/** The model with columns of an alias, for statements in which their names alone are ambiguous. */
export function underAlias(model: Model, alias = 't', depth = 0): Model {
  const known = aliased.get(alias) ?? new WeakMap<Model, Model>();
  aliased.set(alias, known);
  let same = known.get(model);
  if (same === undefined) {
    const columns = Array.from(model.columns, ([field, column]): [string, Column] => [
      field,
      { ...column, name: `${alias}.${column.name}` },
    ]);
    same = { ...model, alias, depth, columns: new Map(columns), lists: new WeakMap() };
    known.set(model, same);
  }
  return same;
}

/** The column of a field. Throws for a name that the model does not have, so that a condition is never dropped. */
export function columnOf(model: Model, field: string): Column {
  const column = model.columns.get(field);
  if (column === undefined) throw new Error(`The model ${model.name} has no column for "${field}".`);
  return column;
}

/** A column list for SELECT or RETURNING, under the fields' names, with the id. Throws for a wrong `select`. */
export function columnList(model: Model, select?: object): string {
  const key = select ?? model.columns;
  let list = model.lists.get(key);
  if (list === undefined) {
    const columns = select === undefined ? model.columns.values() : chosen(model, select);
    list = Array.from(columns, named).join(', ');
    // An object that is not frozen may name other columns next time.
    if (select === undefined || Object.isFrozen(select)) model.lists.set(key, list);
  }
  return list;
}

function chosen(model: Model, select: object): Set<Column> {
  if (!isPlain(select)) throw new Error('select must be a plain object.');
  const given = Object.entries(select).filter(([, wanted]) => wanted !== undefined);
  const columns = new Set([columnOf(model, 'id')]);
  for (const [field, wanted] of given) {
    const column = columnOf(model, field);
    if (typeof wanted !== 'boolean') throw new Error(`select.${field} must be true or false.`);
    if (wanted) columns.add(column);
  }
  if (!given.some(([, wanted]) => wanted)) throw new Error('select names no field.');
  return columns;
}

/** The value of a column in a new row, under the names of what is sent. */
export const newValue = ({ name, drawn }: Column): string =>
  drawn === undefined ? name : `coalesce(${name}, ${drawn})`;

function named({ field, name, type, isList }: Column): string {
  // The driver does not know the types of enums, and would not read a list of one.
  const read = isList && type === 'Enum' ? `${name}::text[]` : name;
  return read === `"${field}"` ? name : `${read} AS "${field}"`;
}

/** The parameters of a statement that is being written. `bind` adds a value and returns its parameter, such as `$3`. */
export function parameters() {
  const values: unknown[] = [];
  return { values, bind: (value: unknown): string => `$${values.push(value)}` };
}

/** Binds a value as a parameter of a statement. `mayDiffer`: it is a text in which shared statements may differ. */
export type Bind = (value: unknown, mayDiffer?: boolean) => string;

/** Binds values that are the same in all requests that share a statement. */
export const bindShared =
  (bind: Bind): Bind =>
  (value) =>
    bind(value);

type Read = (value: unknown) => unknown;

const text: Read = (value) => (typeof value === 'string' ? value : undefined);
const number: Read = (value) => (Number.isFinite(value) ? value : undefined);

/** A value in the form the driver takes, by type; undefined for one of another type. Times are in UTC. */
const READ: Readonly<Record<string, Read>> = {
  String: text,
  Uuid: text,
  Enum: text,
  Boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  Int: number,
  Float: number,
  // As texts, which JSON and the driver write with all digits.
  BigInt: integerText,
  Decimal: decimalText,
  DateTime: (value) => (value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : text(value)),
  Json: (value) => (isPlain(value) ? value : undefined),
};

/** A value in the form the driver takes. Throws for a value of another type. */
export function toParameter({ field, type, isList }: Column, value: unknown): unknown {
  const read = READ[type];
  const stored =
    isList && Array.isArray(value) ? value.map((item) => read?.(item)) : isList ? undefined : read?.(value);
  if (stored !== undefined && !(isList && Array.isArray(stored) && stored.includes(undefined))) return stored;
  throw new Error(`The value for "${field}" is not of its type, ${isList ? 'a list of ' : ''}${type}.`);
}

/** The condition that a column has one of the values. No row has a text that PostgreSQL cannot store. */
export function isOneOf(column: Column, values: readonly unknown[], bind: Bind): string {
  const stored = values
    .map((value) => toParameter(column, value))
    .filter((value) => typeof value !== 'string' || isStorableText(value));
  return `${column.name} = ${stored.length === 1 ? bind(stored[0], column.type === 'String') : `ANY(${bind(stored)})`}`;
}

/** The fields that a patch never sets: a record keeps its id and its company, and the database counts versions. */
export const IMMUTABLE = ['id', 'companyId', 'version'] as const;

export const isGiven = (mask: string, bit: number): string => `${mask} & ${2 ** bit} <> 0`;

/** Each column takes the value of `of` if its bit is set in the mask, and keeps its own, behind `own`, otherwise. */
export const assignments = (
  model: Model,
  fields: readonly string[],
  mask: string,
  of: (column: Column, bit: number) => string,
  own = '',
): string =>
  fields
    .map((field, bit) => {
      const column = columnOf(model, field);
      return `${column.name} = CASE WHEN ${isGiven(mask, bit)} THEN ${of(column, bit)} ELSE ${own}${column.name} END`;
    })
    .join(', ');
