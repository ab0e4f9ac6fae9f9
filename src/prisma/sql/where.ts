import { RECORDS } from '../../records/records.ts';
import { isPlain, isStorableText } from '../../records/values.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import { alike, type Bind, type Column, columnOf, type Model, modelNamed, toParameter, underAlias } from './model.ts';
import { relationOf } from './relations.ts';

const OPERATORS = new Map([
  ['lt', '<'],
  ['lte', '<='],
  ['gt', '>'],
  ['gte', '>='],
]);

/** The least letters of a word that an index finds anywhere in a text. */
const TRIGRAM = 3;

const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether triggers note when these records change, in a table beside them (prisma/sql/record-triggers.sql). */
export const hasChangeLog = ({ name }: Model): boolean => RECORDS.has(name);

/** When a record was created or changed. It stays if the record changes again within the same ten minutes. */
export const MODIFIED_AT = columnOf(modelNamed('RecordModification'), 'modifiedAt');

/** The column as an expression that is never null; undefined where the column's type has no such value. */
export function comparable({ name, nullable, nullAs }: Column): string | undefined {
  if (!nullable) return name;
  return nullAs && `coalesce(${name}, ${nullAs[0]})`;
}

/** Types without a value that could stand for null in an index: null is the least all the same. */
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

/** The column of a field that conditions and orders may read. */
export function comparedColumn(model: Model, field: string): Column {
  if (field === MODIFIED_AT.field && hasChangeLog(model)) return MODIFIED_AT;
  const column = columnOf(model, field);
  if (column.isList || column.type === 'Json') throw new Error(`"${field}" cannot be compared.`);
  return column;
}

/** The conditions of a `where` and of those within its AND and OR, which is a condition itself. */
export const conditionsIn = (where: object): [field: string, wanted: unknown][] =>
  Object.entries(where).flatMap(([field, wanted]): [string, unknown][] => {
    if (wanted === undefined) return [];
    const inner = Array.isArray(wanted) ? wanted.filter(isPlain).flatMap(conditionsIn) : [];
    return field === 'AND' ? inner : [[field, wanted], ...inner];
  });

/** Prisma's `where` as SQL. Throws for what is not supported. `isById`: a relation is found by its index. */
export function conditionsOf(model: Model, where: object, bind: Bind, drivesById = false): string[] {
  if (!isPlain(where)) throw new Error('where must be a plain object.');
  return Object.entries(where).flatMap(([field, wanted]) => {
    if (wanted === undefined) return [];
    if (field === 'OR') return [disjunction(model, branchesOf(field, wanted), bind)];
    if (field === 'AND') return branchesOf(field, wanted).flatMap((branch) => conditionsOf(model, branch, bind));
    if (field === 'isGone') return [conditionOfGone(wanted)];
    if (field === 'modifiedSince') return [modifiedSince(model, wanted, bind)];
    if (field === 'search' && isPlain(wanted)) return searched(model, wanted.words, bind);
    if (isPlain(wanted) && isPlain(wanted.some)) return [relatedTo(model, field, wanted.some, bind, drivesById)];
    const column = comparedColumn(model, field);
    if (wanted === null) return [`${column.name} IS NULL`];
    if (!isPlain(wanted)) return [inList(column, [wanted], bind)];
    return Object.entries(wanted).flatMap(([operator, value]) =>
      value === undefined ? [] : comparison(column, operator, value, bind),
    );
  });
}

const beforeRule = (model: Model, tenant: Tenant, where: object, bind: Bind): string[] => [
  ...conditionsOf(model, where, bind),
  ...conditionsOf(model, tenant.companyWhere(model.name), alike(bind)),
];

/** The conditions of a list: its own, and the tenant's with its rule. All must hold, also on the same column. */
export function conditionsFor(model: Model, tenant: Tenant, where: object, bind: Bind): string[] {
  const own = beforeRule(model, tenant, where, bind);
  return tenant.rule === undefined ? own : [...own, ...conditionsOf(model, tenant.rule.where, alike(bind))];
}

/** The same for rows found by their ids: a rule beside them would at times be read by an index on its columns. */
export function conditionsById(model: Model, tenant: Tenant, where: object, bind: Bind): string[] {
  const own = beforeRule(model, tenant, where, bind);
  if (tenant.rule === undefined || tenant.rule.isOfAll) return own;
  return [...own, ...hiddenFromPlanner(conditionsOf(model, tenant.rule.where, bind, true))];
}

/** Wraps conditions in a query of their own, so that the planner cannot drive from an index on their columns. */
const hiddenFromPlanner = (conditions: string[]): string[] =>
  conditions.length === 0 ? [] : [`(SELECT ${conditions.join(' AND ')})`];

/** The record leads through the relation to one of its company that matches. */
function relatedTo(model: Model, name: string, where: object, bind: Bind, drivesById: boolean): string {
  const { to, from, by, where: kind, indexed = [] } = relationOf(model.name, name);
  const related = underAlias(modelNamed(to), 'related');
  const own = Object.entries(where).flatMap(([field, wanted]) => {
    const each = conditionsOf(related, { [field]: wanted }, bind);
    return drivesById && ![by, 'id', ...indexed].includes(field) ? hiddenFromPlanner(each) : each;
  });
  const ofRecord = (field: string): string => `${model.alias}."${columnOf(model, field).column}"`;
  const conditions = [
    `${columnOf(related, 'companyId').name} = ${ofRecord('companyId')}`,
    `${columnOf(related, by).name} = ${ofRecord(from)}`,
    ...conditionsOf(related, kind ?? {}, bind),
    ...own,
  ];
  return `EXISTS (SELECT FROM ${related.table} ${related.alias} WHERE ${conditions.join(' AND ')})`;
}

function comparison(column: Column, operator: string, value: unknown, bind: Bind): string[] {
  if (operator === 'in' && Array.isArray(value)) return [inList(column, value, bind)];
  if (operator === 'equals' || operator === 'not') return [presence(column, operator === 'not', value)];
  if (operator === 'atMost' && column.nullAs?.[1] === '>')
    return [`${comparable(column)} <= ${bind(toParameter(column, value))}`];
  return range(column, operator, value, bind);
}

/** The column has one of the values. No row has a text that PostgreSQL cannot store. */
function inList(column: Column, values: readonly unknown[], bind: Bind): string {
  const stored = values
    .map((value) => toParameter(column, value))
    .filter((value) => typeof value !== 'string' || isStorableText(value));
  return `${column.name} = ${stored.length === 1 ? bind(stored[0], column.type === 'String') : `ANY(${bind(stored)})`}`;
}

/**
 * The searched texts contain each word. One of one or two letters is found where a word begins: trigrams find no other.
 * track_record() makes an index of the same expression.
 */
function searched({ name, columns }: Model, words: unknown, bind: Bind): string[] {
  const texts = Array.from(columns.values(), ({ name, searched }) => searched && `' ' || coalesce(${name}::text, '')`);
  const text = `search_text(${texts.filter(isText).join(' || ')})`;
  if (!Array.isArray(words) || !words.every(isText)) throw new Error(`A search of ${name} takes words.`);
  const like = (pattern: string) => `${text} LIKE search_text(${bind(pattern)})`;
  return words.map((word) => {
    const literal = word.replaceAll(/[\\%_]/g, '\\$&');
    if ([...word].length >= TRIGRAM) return like(`%${literal}%`);
    return `(${like(`% ${literal}%`)} OR ${like(`%-${literal}%`)})`;
  });
}

/** Whether there is a value. An index of the expression with a stand-in for null serves it too. */
function presence(column: Column, isPresent: boolean, value: unknown): string {
  if (value !== null) throw new Error(`${column.field}: equals and not take null.`);
  const plain = `${column.name} IS ${isPresent ? 'NOT ' : ''}NULL`;
  // The stand-in of a text is a text that others may have.
  if (column.nullAs === undefined || column.type === 'String') return plain;
  const [standIn, side] = column.nullAs;
  return isPresent ? `${comparable(column)} ${side} ${standIn}` : `${comparable(column)} = ${standIn} AND ${plain}`;
}

/** Null never lies in a range. If its stand-in in the expression of the index does, the range ends before it. */
function range(column: Column, operator: string, value: unknown, bind: Bind): string[] {
  const sign = OPERATORS.get(operator);
  if (sign === undefined) throw new Error(`The operator "${operator}" is not supported.`);
  if (value === null) throw new Error(`${column.field} cannot be compared with null.`);
  const nullAs = column.type === 'String' ? undefined : column.nullAs;
  const expression = nullAs && comparable(column);
  const within = `${expression ?? column.name} ${sign} ${bind(toParameter(column, value))}`;
  const isInside = nullAs !== undefined && !sign.startsWith(nullAs[1]);
  return isInside ? [within, presence(column, true, null)] : [within];
}

function branchesOf(name: string, branches: unknown): Record<string, unknown>[] {
  if (Array.isArray(branches) && branches.length > 0 && branches.every(isPlain)) return branches;
  throw new Error(`${name} takes a list of conditions.`);
}

function disjunction(model: Model, branches: Record<string, unknown>[], bind: Bind): string {
  const all = branches.map((branch) => conditionsOf(model, branch, bind));
  // It would match everything, where Prisma ignores it.
  if (all.some((conditions) => conditions.length === 0)) throw new Error('OR takes no empty condition.');
  return `(${all.map((conditions) => `(${conditions.join(' AND ')})`).join(' OR ')})`;
}

/** The condition that a record was created or changed at this time or later. Throws if that is not noted. */
function modifiedSince(model: Model, time: unknown, bind: Bind): string {
  if (!(time instanceof Date) || !hasChangeLog(model))
    throw new Error(`${model.name} has no modification since ${time}.`);
  const since = `${bind(time.toISOString())}::timestamptz`;
  // A record that has the day alone, or nothing, is noted with each change.
  const exact = [...model.columns.values()].find(({ modified, isDay }) => modified && !isDay);
  if (exact === undefined) return `"modified_at" >= ${since}`;
  const noted = `"modified_at" >= ten_minutes(${since})`;
  return `${noted} AND ("modified_at" >= ${since} OR ${exact.name} >= ${since})`;
}

const THERE = `SELECT FROM "record_modification" m
  WHERE m."record_type" = "record_deletion"."record_type" AND m."record_id" = "record_deletion"."id"`;

/** The record of a deletion is not in its company, or nowhere. Only a creation marks the note, and no move. */
function conditionOfGone(from: unknown): string {
  if (from !== 'from its company' && from !== 'from all') throw new Error(`No record is gone ${from}.`);
  return `NOT "returned" AND NOT EXISTS (${THERE}${from === 'from all' ? '' : ' AND m."record_company" = "record_deletion"."company_id"'})`;
}
