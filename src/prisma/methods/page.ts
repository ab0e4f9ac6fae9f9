import { InvalidRequestError } from '../../base/errors.ts';
import type { Planning } from '../../postgres/statements.ts';
import { isPlain } from '../../records/values.ts';
import { withoutIndex } from '../sql/indexes.ts';
import { type Bind, bindShared, columnList } from '../sql/model.ts';
import { beyond, type Keyset, orderOf, sortingOf, sortKeysOf } from '../sql/order.ts';
import type { OrderBy, Select, Selected, Where } from '../sql/rows.ts';
import { conditionsIn, fromWhere, type Matching, whereOf } from '../sql/where.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import { type RowSource, type RowWithId, readShared } from './row-source.ts';

/** Rows are counted up to this number, so that a count of millions costs no more. */
export const MOST_COUNTED = 100_000;

export interface Total {
  count: number;
  isExact: boolean;
}

/** A search is planned for so many rows: to read on in the order of the page pays only for a frequent text. */
const ROWS_OF_SEARCH = 2_000;
/** The same for a list of values, of which none may exist: to walk an order of 300,000 rows to its end takes 0.3 s. */
const ROWS_OF_LIST = 200;
/** Few pages share a statement, and many statements are under way: one may wait for rows that are not in memory. */
const PAGES = { keys: 4, statements: 8 };

/** As in Prisma, an argument, a condition or a key of `select` that is undefined is absent. */
export interface PageArguments<Fields, Chosen> {
  where?: Where<Fields>;
  orderBy?: OrderBy<Fields> | readonly OrderBy<Fields>[];
  /** How many rows; a negative number takes them from the end, as Prisma does. */
  take: number;
  /** Only rows behind this position, or before it when `take` is negative. The row itself may be gone. */
  cursor?: Keyset | undefined;
  select?: Chosen | undefined;
  of?: { field: keyof Fields & string; id: string; where?: Where<Fields> };
  current?: boolean;
}

export interface Page<Item> {
  rows: Item[];
  keysetOf(index: number): Keyset;
  /** Rows lie beyond this page, in the direction in which it was taken. */
  more: boolean;
  total(): Promise<Total>;
}

type PagedRow = RowWithId & Record<KeyName, unknown>;
type KeyName = `~key${number}`;
const keyName = (index: number): KeyName => `~key${index}`;

/** One page of rows in keyset order. Those of a moment that differ only in texts are one statement. */
export async function page<Fields, Chosen extends Select<Fields> | undefined>(
  source: RowSource,
  asker: Tenant,
  args: PageArguments<Fields, Chosen>,
): Promise<Page<Selected<Fields, Chosen>>> {
  const { model, plans } = source;
  const { of, take, cursor, where = {} } = args;
  const tenant = args.current ? asker.onPrimary : asker;
  if (!Number.isSafeInteger(take)) throw new Error('page needs take, an integer.');
  const columns = columnList(model, args.select);
  const order = orderOf(model, args.orderBy);
  const isById = order.keys.length === 0;
  if (cursor !== undefined && cursor.keys.length !== order.keys.length)
    throw new InvalidRequestError([{ path: ['cursor'], code: 'WRONG_FORMAT', message: 'is of another order' }]);
  const { planning, mayShare } = plans.planningOf(model, tenant, where, isById);
  const matching = { where, of };
  const has = (operator: string) => conditionsIn(where).some(([, wanted]) => isPlain(wanted) && operator in wanted);
  const isSearch = has('words');
  const isList = !isById && has('in');
  const planned = isSearch ? ROWS_OF_SEARCH : isList ? ROWS_OF_LIST : 0;

  const select = (bind: Bind): string => {
    const { from, conditions } = fromWhere(model, tenant, { ...matching, mayShare }, bind, order.isByModification);
    const sortKeys = sortKeysOf(order, bind);
    const keys = sortKeys.slice(0, -1).map(({ by }, index) => `, ${by} AS "${keyName(index)}"`);
    if (cursor !== undefined)
      conditions.push(beyond(sortKeys, cursor, take < 0, isById && mayShare ? bind : bindShared(bind)));
    const sorting = sortingOf(sortKeys, take < 0);
    // One row more than the page shows whether there is a next one.
    const limit = bind(Math.abs(take) + 1);
    const text = `SELECT ${columns}${keys.join('')} FROM ${from} ${whereOf(conditions)} ORDER BY ${sorting} LIMIT`;
    // What is materialized is planned for all of its rows, and read as far as it is needed.
    if (Math.abs(take) < planned)
      return `WITH found AS MATERIALIZED (${text} ${planned}) SELECT * FROM found LIMIT ${limit}`;
    return `${text} ${limit}`;
  };

  const limits = of === undefined ? PAGES : undefined;
  try {
    const rows = await readShared<Selected<Fields, Chosen> & PagedRow>(source, tenant, planning, select, limits);
    return pageOf(rows, take, order.keys.length, () => total(source, tenant, matching, planning));
  } catch (error) {
    throw withoutIndex(error, model, where, args.orderBy);
  }
}

function pageOf<Item extends PagedRow>(
  found: Item[],
  take: number,
  keys: number,
  total: () => Promise<Total>,
): Page<Item> {
  const more = found.length > Math.abs(take);
  const taken = more ? found.slice(0, -1) : found;
  const rows = take < 0 ? taken.toReversed() : taken;
  const keysetOf = (index: number) => {
    const row = rows[index];
    return { keys: Array.from({ length: keys }, (_, key) => String(row?.[keyName(key)])), id: row?.id ?? '' };
  };
  return { rows, keysetOf, more, total };
}

async function total(
  source: RowSource,
  tenant: Tenant,
  matching: Matching,
  planning: Planning,
  most = MOST_COUNTED,
): Promise<Total> {
  const { model } = source;
  const reading = readShared<{ total: number }>(source, tenant, planning, (bind) => {
    const { from, conditions } = fromWhere(model, tenant, matching, bind);
    // The limit is a literal, so that the planner's estimate uses it.
    const matched = `SELECT FROM ${from} ${whereOf(conditions)} LIMIT ${most + 1}`;
    return `SELECT count(*) AS total FROM (${matched}) AS matching`;
  });
  const [row] = await reading.catch((error) => Promise.reject(withoutIndex(error, model, matching.where)));
  const counted = row?.total ?? 0;
  return { count: Math.min(counted, most), isExact: counted <= most };
}

/** Whether at most so many rows match, which are all that it reads. */
export async function isAtMost(source: RowSource, tenant: Tenant, most: number, matching: Matching): Promise<boolean> {
  const { planning } = source.plans.planningOf(source.model, tenant, matching.where, false);
  return (await total(source, tenant, matching, planning, most)).isExact;
}
