import { isPlain, KEY_LENGTH } from '../../records/values.ts';
import { comparedColumn, MODIFIED_AT, sortable } from './comparisons.ts';
import type { Bind, Column, Model } from './model.ts';
import { relevance } from './search.ts';

const ID = '"id"';
/** The id beside the time of the last modification, where an index has both. */
const LOG_ID = '"record_id"';

/** An expression that is never null. */
interface SortKey {
  by: string;
  descending: boolean;
}

/** Rows are sorted by the keys, and those that are equal in all of them by their id, in the direction of the last. */
export interface Order {
  keys: readonly (Omit<SortKey, 'by'> & { by: string | ((bind: Bind) => string) })[];
  id: SortKey;
  isByModification: boolean;
}

/** The position of a row in an order: the values of its keys, as texts, and its id. */
export interface Keyset {
  keys: readonly string[];
  id: string;
}

/** Prisma's `orderBy`, an object or a list of objects. Throws for an order that the model does not have. */
export function orderOf(model: Model, orderBy: unknown = []): Order {
  const given = Array.isArray(orderBy) ? orderBy : [orderBy];
  const refuse = (): never => {
    throw new Error(`${model.name} has no order ${JSON.stringify(orderBy)}.`);
  };
  const keys: Order['keys'][number][] = [];
  let descending = false;
  let [isByModification, isById] = [false, false];
  for (const [field, wanted] of given.flatMap((each) => (isPlain(each) ? Object.entries(each) : refuse()))) {
    if (wanted === undefined) continue;
    if (field === 'relevance' && Array.isArray(wanted)) {
      keys.push({ by: (bind) => relevance(model, wanted, bind), descending });
      continue;
    }
    const { sort, nulls } = isPlain(wanted) ? wanted : { sort: wanted };
    if ((sort !== 'asc' && sort !== 'desc') || !(nulls === undefined || nulls === 'first' || nulls === 'last'))
      return refuse();
    const column = comparedColumn(model, field);
    // No two rows have one id.
    if (isById) continue;
    descending = sort === 'desc';
    isByModification ||= column === MODIFIED_AT;
    isById = field === 'id';
    if (!isById) for (const by of expressionsOf(column, descending, nulls)) keys.push({ by, descending });
  }
  return { keys, id: { by: isByModification ? LOG_ID : ID, descending }, isByModification };
}

/** Whether null sorts before all values when these ascend, in the expression to sort by. */
const isNullLeast = ({ nullAs }: Column): boolean => nullAs?.[1] !== '<';

/** What to sort by for a column. Null comes where its index has it, unless the order says where. */
function expressionsOf(column: Column, descending: boolean, nulls: unknown): string[] {
  const { name, type, nullable } = column;
  const by = sortable(column);
  if (by === undefined) throw new Error(`There is no order by "${column.field}".`);
  // A cursor has the value of the key.
  const bounded = type === 'String' && !column.indexed ? `left(${by}, ${KEY_LENGTH})` : by;
  if (nulls === undefined || !nullable) return [bounded];
  const isFirst = nulls === 'first';
  // An empty text, which stands for null in its index, is a value of others.
  if (type !== 'String' && isFirst === (isNullLeast(column) !== descending)) return [bounded];
  return [`(${name} IS ${isFirst === descending ? '' : 'NOT '}NULL)`, bounded];
}

export const sortKeysOf = ({ keys, id }: Order, bind: Bind): SortKey[] => [
  ...keys.map(({ by, descending }) => ({ by: typeof by === 'string' ? by : by(bind), descending })),
  id,
];

/** What follows ORDER BY. `isBackward`: from the last row to the first. */
export const sortingOf = (keys: readonly SortKey[], isBackward: boolean): string =>
  keys.map(({ by, descending }) => `${by} ${descending === isBackward ? 'ASC' : 'DESC'}`).join(', ');

/** The condition that a row lies behind a position, or before it. */
export function beyond(sortKeys: readonly SortKey[], { keys, id }: Keyset, isBackward: boolean, bind: Bind): string {
  const all = sortKeys.map(({ by, descending }, index) => ({
    by,
    sign: descending === isBackward ? '>' : '<',
    bound: index < keys.length ? bind(keys[index]) : bind(id, keys.length === 0),
  }));
  const [first] = all;
  if (first === undefined) return 'TRUE';
  if (all.every(({ sign }) => sign === first.sign)) {
    const [left, right] = [all.map(({ by }) => by), all.map(({ bound }) => bound)];
    return all.length === 1
      ? `${left} ${first.sign} ${right}`
      : `(${left.join(', ')}) ${first.sign} (${right.join(', ')})`;
  }
  // Equal in the first keys, and beyond in the next one. The index of the first key is read from its value on.
  const branches = all.map(({ by, sign, bound }, index) =>
    [...all.slice(0, index).map((equal) => `${equal.by} = ${equal.bound}`), `${by} ${sign} ${bound}`].join(' AND '),
  );
  return `${first.by} ${first.sign}= ${first.bound} AND (${branches.map((branch) => `(${branch})`).join(' OR ')})`;
}
