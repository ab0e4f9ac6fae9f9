import { RECORDS } from '../../records/records.ts';
import { isPlain } from '../../records/values.ts';
import { type Bind, type Column, columnOf, isOneOf, type Model, modelNamed, toParameter } from './model.ts';

/** Whether triggers note when these records change, in a table beside them (prisma/sql/record-triggers.sql). */
export const hasChangeLog = ({ name }: Model): boolean => RECORDS.has(name);

/** When a record was created or changed. It stays if the record changes again within the same ten minutes. */
export const MODIFIED_AT = columnOf(modelNamed('RecordModification'), 'modifiedAt');

/** The column as an expression that is never null; undefined where the column's type has no such value. */
export function comparable({ name, nullable, nullAs }: Column): string | undefined {
  if (!nullable) return name;
  return nullAs && `coalesce(${name}, ${nullAs[0]})`;
}

/** Expressions in which null is the least, for types that have no value to stand for null. */
const LEAST_NULL: Record<string, (name: string) => string> = {
  Int: (name) => `coalesce(${name}::numeric, '-Infinity')`,
  BigInt: (name) => `coalesce(${name}::numeric, '-Infinity')`,
  Boolean: (name) => `coalesce(${name}::integer, -1)`,
  Enum: (name) => `coalesce(array_position(enum_range(${name}), ${name}), 0)`,
  Uuid: (name) => `coalesce(${name}, '00000000-0000-0000-0000-000000000000')`,
};

/** The column as an expression to sort by, which is never null. */
export const sortable = (column: Column): string | undefined =>
  comparable(column) ?? LEAST_NULL[column.type]?.(column.name);

/** The column of a field that orders may read, and conditions other than those on lists. */
export function comparedColumn(model: Model, field: string): Column {
  if (field === MODIFIED_AT.field && hasChangeLog(model)) return MODIFIED_AT;
  const column = columnOf(model, field);
  if (column.isList || column.type === 'Json') throw new Error(`"${field}" cannot be compared.`);
  return column;
}

interface How {
  /** A row without a value is unknown to it; else the condition may be false of it, by an index's stand-in for null. */
  isExact: boolean;
  /** Prisma's `mode: 'insensitive'`. */
  isFolded: boolean;
}

/** What a condition compares: the column and a value. Without regard to case, both in small letters. */
const folded = (expression: string, { isFolded }: How): string => (isFolded ? `lower(${expression})` : expression);

/** Prisma's condition on a column. The operators within `not` are inverted one by one, as in Prisma. */
export function comparisons(column: Column, wanted: unknown, bind: Bind, isExact = false): string[] {
  const { isList, field } = column;
  if (isList && !isPlain(wanted)) throw new Error(`The list "${field}" takes operators.`);
  if (!isPlain(wanted)) return [equality(column, wanted, bind)];
  const { mode, ...operators } = wanted;
  if (mode !== undefined && mode !== 'default' && mode !== 'insensitive') throw new Error(`${field} has no such mode.`);
  const how = { isExact, isFolded: mode === 'insensitive' };
  return Object.entries(operators).flatMap(([operator, value]) => {
    if (value === undefined) return [];
    if (isList) return [ofList(column, operator, value, bind)];
    if (operator !== 'not') return comparison(column, operator, value, bind, how);
    if (value === null) return [presence(column, true)];
    const inverted = isPlain(value) ? { mode, ...value } : { mode, equals: value };
    return comparisons(column, inverted, bind, true).map((each) => `NOT (${each})`);
  });
}

function comparison(column: Column, operator: string, value: unknown, bind: Bind, how: How): string[] {
  if (operator === 'equals') return [equality(column, value, bind, how)];
  if (operator === 'in') return [inList(column, listOf(column, value), bind, how)];
  if (operator === 'notIn') return [`NOT (${inList(column, listOf(column, value), bind, how)})`];
  const pattern = PATTERNS.get(operator);
  return pattern === undefined
    ? range(column, operator, value, bind, how)
    : [matches(column, pattern, value, bind, how)];
}

function equality(column: Column, value: unknown, bind: Bind, how?: How): string {
  if (value === null) return presence(column, false);
  return inList(column, [value], bind, how);
}

function listOf({ field }: Column, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error(`${field} takes a list.`);
  return value;
}

function inList(column: Column, values: readonly unknown[], bind: Bind, how?: How): string {
  if (!how?.isFolded) return isOneOf(column, values, bind);
  const stored = values.map((value) => toParameter(column, value));
  return `lower(${column.name}) IN (SELECT lower(value) FROM unnest(${bind(stored)}::text[]) value)`;
}

const PATTERNS = new Map([
  ['contains', (literal: string) => `%${literal}%`],
  ['startsWith', (literal: string) => `${literal}%`],
  ['endsWith', (literal: string) => `%${literal}`],
]);

/** A text as part of a pattern for LIKE, in which it stands for itself. */
export const literalOf = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

function matches(column: Column, pattern: (literal: string) => string, value: unknown, bind: Bind, how: How): string {
  const text = toParameter(column, value);
  if (typeof text !== 'string' || column.type !== 'String') throw new Error(`${column.field} is no text.`);
  return `${folded(column.name, how)} LIKE ${folded(bind(pattern(literalOf(text))), how)}`;
}

/** Whether there is a value. An index of the expression with a stand-in for null serves it too. */
function presence(column: Column, isPresent: boolean): string {
  const plain = `${column.name} IS ${isPresent ? 'NOT ' : ''}NULL`;
  // The stand-in of a text is a text that others may have.
  if (column.nullAs === undefined || column.type === 'String') return plain;
  const [standIn, side] = column.nullAs;
  return isPresent ? `${comparable(column)} ${side} ${standIn}` : `${comparable(column)} = ${standIn} AND ${plain}`;
}

const SIGNS = new Map(Object.entries({ lt: '<', lte: '<=', gt: '>', gte: '>=' }));

/** Null never lies in a range. If its stand-in in the expression of the index does, the range ends before it. */
function range(column: Column, operator: string, value: unknown, bind: Bind, how: How): string[] {
  const sign = SIGNS.get(operator);
  if (sign === undefined) throw new Error(`The operator "${operator}" is not supported.`);
  if (value === null) throw new Error(`${column.field} cannot be compared with null.`);
  const bound = bind(toParameter(column, value));
  const hasStandIn = column.type !== 'String' && !how.isExact;
  const nullAs = hasStandIn ? column.nullAs : undefined;
  const expression = nullAs && comparable(column);
  const within = `${expression ?? folded(column.name, how)} ${sign} ${folded(bound, how)}`;
  const isInside = nullAs !== undefined && !sign.startsWith(nullAs[1]);
  return isInside ? [within, presence(column, true)] : [within];
}

/** The conditions of Prisma on a list. One that is null meets none of them. */
function ofList(column: Column, operator: string, value: unknown, bind: Bind): string {
  const list = column.name;
  const bound = (values: unknown): string => bind(toParameter(column, values));
  if (operator === 'has') return `${list} @> ${bound([value])}`;
  if (operator === 'hasEvery') return `${list} @> ${bound(value)}`;
  if (operator === 'hasSome') return `${list} && ${bound(value)}`;
  if (operator === 'equals') return `${list} = ${bound(value)}`;
  if (operator === 'isEmpty' && typeof value === 'boolean') return `${list} ${value ? '=' : '<>'} '{}'`;
  throw new Error(`The list "${column.field}" has no operator "${operator}".`);
}
