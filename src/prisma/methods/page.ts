import { isPlain } from '../../records/values.ts';
import { type Bind, columnList, type Model } from '../sql/model.ts';
import type { OrderBy, Select, Selected, Where } from '../sql/rows.ts';
import { fromWhere, whereOf } from '../sql/select.ts';
import { comparedColumn, conditionsIn, MODIFIED_AT, sortable } from '../sql/where.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import { type Total, total } from './counts.ts';
import { type Found, readShared, type Source } from './row-source.ts';

const ID = '"id"';
/** The id beside the time of the last modification, where an index has both. */
const LOG_ID = '"record_id"';

/** A search is planned for so many rows: to read on in the order of the page pays only for a frequent text. */
const ROWS_OF_SEARCH = 2_000;
/** The same for a list of values, of which none may exist: to walk an order of 300,000 rows to its end takes 0.3 s. */
const ROWS_OF_LIST = 200;
/** Few pages share a statement, and many statements are under way: one may wait for rows that are not in memory. */
const PAGES = { keys: 4, statements: 8 };

/** The position of a row in an order: the value it is sorted by, as text, and its id. */
export interface Keyset {
  key: string;
  id: string;
}

/** As in Prisma, an argument, a condition or a key of `select` that is undefined is absent. */
export interface PageArguments<Fields, Chosen> {
  where?: Where<Fields>;
  orderBy?: OrderBy<Fields>;
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

interface PagedRow extends Found {
  '~key'?: unknown;
}

/** One page of rows in keyset order. Those of a moment that differ only in texts are one statement. */
export async function page<Fields, Chosen extends Select<Fields> | undefined>(
  source: Source,
  asker: Tenant,
  args: PageArguments<Fields, Chosen>,
): Promise<Page<Selected<Fields, Chosen>>> {
  const { model, plans } = source;
  const { of, take, cursor, where = {} } = args;
  const tenant = args.current ? asker.onPrimary : asker;
  if (!Number.isSafeInteger(take)) throw new Error('page needs take, an integer.');
  const columns = columnList(model, args.select);
  const order = orderOf(model, args.orderBy);
  const { planning, mayShare } = plans.planningOf(model, tenant, where, order.by === ID);
  const matching = { where, of };
  const has = (operator: string) => conditionsIn(where).some(([, wanted]) => isPlain(wanted) && operator in wanted);
  const isSearch = has('words');
  const isList = order.by !== ID && has('in');
  const planned = isSearch ? ROWS_OF_SEARCH : isList ? ROWS_OF_LIST : 0;

  const select = (bind: Bind): string => {
    const { from, conditions } = fromWhere(model, tenant, { ...matching, mayShare }, bind, order.id === LOG_ID);
    const ascending = order.descending === take < 0;
    if (cursor !== undefined) {
      const beyond = ascending ? '>' : '<';
      conditions.push(
        order.by === ID
          ? `id ${beyond} ${bind(cursor.id, mayShare)}`
          : `(${order.by}, ${order.id}) ${beyond} (${bind(cursor.key)}, ${bind(cursor.id)})`,
      );
    }
    const way = ascending ? 'ASC' : 'DESC';
    const sorting = order.by === ID ? `id ${way}` : `${order.by} ${way}, ${order.id} ${way}`;
    const key = order.by === ID ? '' : `, ${order.by} AS "~key"`;
    // One row more than the page shows whether there is a next one.
    const limit = bind(Math.abs(take) + 1);
    const text = `SELECT ${columns}${key} FROM ${from} ${whereOf(conditions)} ORDER BY ${sorting} LIMIT`;
    // What is materialized is planned for all of its rows, and read as far as it is needed.
    if (Math.abs(take) < planned)
      return `WITH found AS MATERIALIZED (${text} ${planned}) SELECT * FROM found LIMIT ${limit}`;
    return `${text} ${limit}`;
  };

  const limits = of === undefined ? PAGES : undefined;
  const rows = await readShared<Selected<Fields, Chosen> & PagedRow>(source, tenant, planning, select, limits);
  return pageOf(rows, take, () => total(source, tenant, matching, planning));
}

/** Prisma's `orderBy` as an expression that is never null. Throws for an order that has no such expression. */
function orderOf(model: Model, orderBy: object = { id: 'asc' }): { by: string; id: string; descending: boolean } {
  const given = Object.entries(orderBy).filter(([, direction]) => direction !== undefined);
  const [[field, direction] = ['', undefined], ...others] = given;
  const column = comparedColumn(model, field);
  const by = sortable(column);
  if (by === undefined || others.length > 0 || (direction !== 'asc' && direction !== 'desc'))
    throw new Error(`${model.name} has no order by ${JSON.stringify(orderBy)}.`);
  return { by, id: column === MODIFIED_AT ? LOG_ID : ID, descending: direction === 'desc' };
}

function pageOf<Item extends PagedRow>(found: Item[], take: number, total: () => Promise<Total>): Page<Item> {
  const more = found.length > Math.abs(take);
  const taken = more ? found.slice(0, -1) : found;
  const rows = take < 0 ? taken.toReversed() : taken;
  const keysetOf = (index: number) => {
    const { id = '', '~key': key = id } = rows[index] ?? {};
    return { key: String(key), id };
  };
  return { rows, keysetOf, more, total };
}
