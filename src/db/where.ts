import { type Column, columnOf, type Model } from './model.ts';
import type { Place } from './statement.ts';
import { isPlain } from './strict.ts';
import { toParameter } from './values.ts';

const OPERATORS = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;
type Operator = keyof typeof OPERATORS;

/** What null sorts as, by the type of its column, in the form that the expression indexes hold. */
const STAND_INS: Record<'least' | 'greatest', Record<string, string | undefined>> = {
  least: { String: "''", Float: "'-Infinity'", DateTime: "'-infinity'" },
  greatest: { Float: "'Infinity'", DateTime: "'infinity'" },
};

/** The column as an expression that is never null; undefined where the column's type has no such value. */
export function comparable({ name, type, nullable }: Column, nullAs: 'least' | 'greatest'): string | undefined {
  if (!nullable) return name;
  const standIn = STAND_INS[nullAs][type];
  return standIn && `coalesce(${name}, ${standIn})`;
}

/** The column of a field that conditions and orders may read. */
export function comparedColumn(model: Model, field: string): Column {
  const column = columnOf(model, field);
  if (column.isList || column.type === 'Json') throw new Error(`"${field}" cannot be compared.`);
  return column;
}

/**
 * The conditions of Prisma's `where` as SQL. As in Prisma, a condition that is undefined is absent. Throws for what is not supported, so
 * that no condition is dropped.
 */
export function conditionsOf(model: Model, where: object, place: Place): string[] {
  if (!isPlain(where)) throw new Error('where must be a plain object.');
  return Object.entries(where).flatMap(([field, wanted]) => {
    if (wanted === undefined) return [];
    if (field === 'OR') return [disjunction(model, wanted, place)];
    const column = comparedColumn(model, field);
    if (wanted === null) return [`${column.name} IS NULL`];
    if (!isPlain(wanted)) return [`${column.name} = ${place(toParameter(column, wanted))}`];
    return Object.entries(wanted).flatMap(([operator, value]) =>
      value === undefined ? [] : [range(column, operatorOf(operator), value, place)],
    );
  });
}

/** Null never lies in a range. Where a stand-in for null lies outside of it too, an index of the expression serves the range. */
function range(column: Column, operator: Operator, value: unknown, place: Place): string {
  if (value === null) throw new Error(`${column.field} cannot be compared with null.`);
  const below = operator === 'lt' || operator === 'lte';
  const expression = column.type === 'String' ? undefined : comparable(column, below ? 'greatest' : 'least');
  return `${expression ?? column.name} ${OPERATORS[operator]} ${place(toParameter(column, value))}`;
}

function disjunction(model: Model, branches: unknown, place: Place): string {
  if (!Array.isArray(branches) || branches.length === 0 || !branches.every(isPlain))
    throw new Error('OR takes a list of conditions.');
  const written = nullOrAtMost(model, branches, place);
  if (written !== undefined) return written;
  const all = branches.map((branch) => conditionsOf(model, branch, place));
  // It would match everything, where Prisma ignores it.
  if (all.some((conditions) => conditions.length === 0)) throw new Error('OR takes no empty condition.');
  return `(${all.map((conditions) => `(${conditions.join(' AND ')})`).join(' OR ')})`;
}

/** `[{ field: null }, { field: { lte } }]` is one range of the expression in which null is the least value. */
function nullOrAtMost(model: Model, branches: Record<string, unknown>[], place: Place): string | undefined {
  const [[field, absent] = ['', undefined], [same, range] = [], ...others] = branches.flatMap(Object.entries);
  if (branches.length !== 2 || others.length > 0 || same !== field || absent !== null) return undefined;
  const [[operator, value] = [], ...more] = Object.entries(range ?? {});
  const column = columnOf(model, field);
  if (operator !== 'lte' || typeof value !== 'number' || more.length > 0 || column.type !== 'Float') return undefined;
  return `${comparable(column, 'least')} <= ${place(toParameter(column, value))}`;
}

function operatorOf(text: string): Operator {
  if (Object.hasOwn(OPERATORS, text)) return text as Operator;
  throw new Error(`The operator "${text}" is not supported.`);
}
