import type { Column, RecordModel } from './schema.ts';
import { isObject, isValueOf, shown } from './values.ts';

/** A filter as the API takes it, and as it is in the address. */
export type Where = Readonly<Record<string, unknown>>;
/** One of the conditions that must all hold: a field of the filter, such as a column or `OR`, with its value. */
export type Part = readonly [name: string, test: unknown];

export const partsOf = (where: Where): Part[] =>
  Object.entries(where).flatMap(([name, test]): Part[] =>
    name === 'AND' && Array.isArray(test) ? test.flatMap(partsOf) : [[name, test]],
  );

/** Only `AND` has room for a second condition on a field. */
export function whereOf(parts: readonly Part[]): Where {
  const where = new Map<string, unknown>();
  const others: Where[] = [];
  for (const [name, test] of parts) {
    if (where.has(name)) others.push({ [name]: test });
    else where.set(name, test);
  }
  return { ...Object.fromEntries(where), ...(others.length > 0 && { AND: others }) };
}

/** One of the groups must hold. A group without conditions is none, and a single one needs no `OR`. */
export function anyOf(groups: readonly Where[]): Part[] {
  const left = groups.filter((group) => Object.keys(group).length > 0);
  return left.length > 1 ? [['OR', left]] : left.flatMap(partsOf);
}

export const groupsOf = (where: Where): Where[] => (Array.isArray(where.OR) ? where.OR : []);

/** Adds a condition: for all records, in the group of this index, or as a group of its own. */
export function withPart(where: Where, part: Part, join: 'and' | 'or' | number): Where {
  const parts = partsOf(where);
  if (join === 'and') return whereOf([...parts, part]);
  const groups = groupsOf(where);
  if (typeof join === 'number')
    return { ...where, OR: groups.with(join, whereOf([...partsOf(groups[join] ?? {}), part])) };
  if (groups.length > 0) return { ...where, OR: [...groups, whereOf([part])] };
  // The first `or` is between the conditions on columns and the new one: the search stays for all.
  const columns = parts.filter(([, test]) => isObject(test));
  const others = parts.filter((each) => !columns.includes(each));
  return whereOf([...others, ...anyOf([whereOf(columns), whereOf([part])])]);
}

/** Where a value of a link does not fit its field of the filter. The gateway checks the rest. */
export function faultsIn(
  value: unknown,
  field: Column | undefined,
  inputs: RecordModel['inputs'],
  at: string,
): string[] {
  if (field === undefined) return [at];
  if (value === null) return [];
  if (field.isList) {
    const item = { ...field, isList: false };
    return Array.isArray(value) ? value.flatMap((each) => faultsIn(each, item, inputs, at)) : [at];
  }
  const fields = inputs.get(field.type);
  if (fields === undefined) return isValueOf(value, field) ? [] : [at];
  if (!isObject(value)) return [at];
  return Object.entries(value).flatMap(([name, each]) =>
    faultsIn(
      each,
      fields.find((field) => field.name === name),
      inputs,
      `${at} ${name}`,
    ),
  );
}

/** The operators as a person reads them, in the order of the form. The last two are none of the API. */
const WORDS: Readonly<Record<string, string>> = {
  contains: 'contains',
  startsWith: 'begins with',
  endsWith: 'ends with',
  equals: 'is',
  not: 'is not',
  lt: 'is less than',
  lte: 'is at most',
  gt: 'is more than',
  gte: 'is at least',
  has: 'has',
  isEmpty: 'is empty:',
  none: 'has no value',
  some: 'has a value',
};
const OF_TIMES: typeof WORDS = { lt: 'is before', lte: 'is not after', gt: 'is after', gte: 'is not before' };
const OF_LISTS: typeof WORDS = { in: 'is one of', notIn: 'is none of', hasEvery: 'has all of', hasSome: 'has one of' };

export const wordOf = (operator: string, type: string): string =>
  (type.startsWith('Date') && OF_TIMES[operator]) || WORDS[operator] || OF_LISTS[operator] || operator;

/** A condition on a column in words, behind the name of the column. */
export function wordsOf(test: unknown, type: string): string {
  if (test === null) return 'has no value';
  if (!isObject(test)) return `is ${shown(test, type)}`;
  const operators = Object.entries(test).filter(([operator]) => operator !== 'mode');
  const words = operators.map(([operator, value]) => {
    const isOne = operator === 'in' && Array.isArray(value) && value.length === 1;
    if (operator === 'equals' || isOne) return wordsOf(value, type);
    if (operator !== 'not') return `${wordOf(operator, type)} ${shown(value, type)}`;
    const inner = wordsOf(value, type);
    return inner === 'has no value' ? 'has a value' : inner.replace(/^(is |)/, '$1not ');
  });
  return words.join(' and ');
}

/** The operators that a form offers. Texts have an order, too, but it says nothing of the numbers in them. */
export function operatorsOf(fields: readonly Column[], canBeNull: boolean): string[] {
  const has = (operator: string): boolean => fields.some(({ name, isList }) => name === operator && !isList);
  const isText = has('contains');
  return Object.keys(WORDS).filter((operator) => {
    if (operator === 'none' || operator === 'some') return canBeNull && has('not');
    return has(operator) && !(isText && /^[lg]te?$/.test(operator));
  });
}

/** The condition that an operator and a value make. Texts are compared without case, ids as they are. */
export function testOf(operator: string, value: unknown, fields: readonly Column[]): Where {
  if (operator === 'none') return { equals: null };
  if (operator === 'some') return { not: { equals: null } };
  const isId = fields.some(({ name, type }) => name === 'equals' && type === 'ID') && /^(equals|not)$/.test(operator);
  const isText = fields.some(({ name }) => name === 'mode') && !isId;
  return { [operator]: operator === 'not' ? { equals: value } : value, ...(isText && { mode: 'Insensitive' }) };
}
