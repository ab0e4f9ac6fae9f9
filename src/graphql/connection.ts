import type { GraphQLResolveInfo } from 'graphql';
import { ALL, authorize, type Tenant } from '../auth/tokens.ts';
import { batch } from '../db/lookup.ts';
import { run } from '../db/pool.ts';
import { issuesIn } from '../db/storable.ts';
import type { Table } from '../db/table.ts';
import { type InputIssue, InvalidRequestError } from '../errors.ts';
import type { Context } from './context.ts';
import { type Cursor, decodeCursor, encodeCursor } from './cursor.ts';
import { selectedNodeColumns } from './selection.ts';

export const DEFAULT_PAGE = 50;
export const LARGEST_PAGE = 200;

export interface PageArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: object | null | undefined;
  orderBy?: { field: string; direction: 'ASC' | 'DESC' } | null | undefined;
}

/** A page as the Relay specification has it. `totalCount` is a query of its own, so it is only asked when somebody reads it. */
export interface Connection<Node> {
  edges: { cursor: string; node: Node }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
  totalCount: () => Promise<number>;
}

interface Plan {
  size: number;
  backward: boolean;
  order: string;
  descending: boolean;
  cursor: Cursor | undefined;
  conditions: { sql: string; value?: unknown }[];
}

/** Reads the arguments into what a statement needs. Throws InvalidRequestError with every fault. */
function planOf(table: Table, { first, after, last, before, filter, orderBy }: PageArguments): Plan {
  const issues: InputIssue[] = [];
  const fault = (name: string, message: string): void => void issues.push({ path: [name], message });
  const backward = typeof last === 'number';
  const size = (backward ? last : first) ?? DEFAULT_PAGE;
  if (backward && typeof first === 'number') fault('last', 'cannot be combined with first');
  if (size < 1 || size > LARGEST_PAGE) fault(backward ? 'last' : 'first', `must be between 1 and ${LARGEST_PAGE}`);
  if (typeof after === 'string' && typeof before === 'string') fault('before', 'cannot be combined with after');
  if (backward ? typeof after === 'string' : typeof before === 'string')
    fault(backward ? 'after' : 'before', backward ? 'goes with first, not with last' : 'goes with last');

  const order = orderBy?.field ?? 'ID';
  const given = backward ? before : after;
  const cursor = typeof given === 'string' ? decodeCursor(given, order) : undefined;
  if (typeof given === 'string' && cursor === undefined)
    fault(backward ? 'before' : 'after', 'is not a cursor of this connection in this order');

  const conditions = Object.entries(filter ?? {}).flatMap(([field, value]) => {
    const sql = table.filters[field];
    if (sql === undefined || value === undefined) return [];
    issues.push(...issuesIn(value, ['filter', field]));
    if (value !== null) return [{ sql, value }];
    if (!sql.endsWith(' = $')) issues.push({ path: ['filter', field], message: 'cannot be null' });
    return [{ sql: sql.replace(/ = \$$/, ' IS NULL') }];
  });
  if (issues.length > 0) throw new InvalidRequestError(issues);
  return { size, backward, order, descending: orderBy?.direction === 'DESC', cursor, conditions };
}

/** The conditions shared by a page and its count. `parameter` places a value and returns its number. */
function scopeOf(plan: Plan, tenant: Tenant, parameter: (value: unknown) => string): string[] {
  const scope = plan.conditions.map(({ sql, value }) => sql.replace('$', () => parameter(value)));
  return tenant === ALL ? scope : [`company_id = ${parameter(tenant)}`, ...scope];
}

interface PageRow {
  id: string;
  '~key': unknown;
  '~parent'?: string;
}

/** The page's own SELECT: one row more than the page, so that it shows whether there is a next one. */
function pageSelect(
  table: Table,
  plan: Plan,
  scope: string[],
  columns: string,
  parameter: (value: unknown) => string,
): string {
  const { by, type } = table.orders[plan.order] ?? { by: 'id', type: 'text' };
  const forward = plan.descending === plan.backward;
  const conditions = [...scope];
  if (plan.cursor !== undefined) {
    const { key, id } = plan.cursor;
    const beyond = forward ? '>' : '<';
    if (by === 'id') conditions.push(`id ${beyond} ${parameter(id)}`);
    else conditions.push(`(${by}, id) ${beyond} (${parameter(key)}::${type}, ${parameter(id)})`);
  }
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const way = forward ? 'ASC' : 'DESC';
  const order = by === 'id' ? `id ${way}` : `${by} ${way}, id ${way}`;
  return `SELECT ${columns}, ${by} AS "~key" FROM ${table.name} ${where} ORDER BY ${order} LIMIT ${parameter(plan.size + 1)}`;
}

/** Rows as they came, one more than the page where there are more, to the connection that a client sees. */
function connectionOf<Node>(rows: (PageRow & Node)[], plan: Plan, totalCount: () => Promise<number>): Connection<Node> {
  const more = rows.length > plan.size;
  const page = more ? rows.slice(0, plan.size) : rows;
  if (plan.backward) page.reverse();
  const cursorOf = (row: PageRow): string => encodeCursor(plan.order, row['~key'], row.id);
  const first = page[0];
  const last = page.at(-1);
  return {
    // A cursor is written only where it is read.
    edges: page.map((node) => ({
      node,
      get cursor() {
        return cursorOf(node);
      },
    })),
    pageInfo: {
      hasNextPage: plan.backward ? plan.cursor !== undefined : more,
      hasPreviousPage: plan.backward ? more : plan.cursor !== undefined,
      startCursor: first === undefined ? null : cursorOf(first),
      endCursor: last === undefined ? null : cursorOf(last),
    },
    totalCount,
  };
}

const positions = (): { values: unknown[]; parameter: (value: unknown) => string } => {
  const values: unknown[] = [];
  return { values, parameter: (value) => `$${values.push(value)}` };
};

/** One page of the company's records. Rejects with UnauthorizedError when the token does not grant the table's `:read` scope. */
export async function page<Node extends object>(
  table: Table<Node>,
  args: PageArguments,
  { caller, pool }: Context,
  info: GraphQLResolveInfo,
): Promise<Connection<Node>> {
  const tenant = authorize(caller, `${table.scope}:read`);
  const plan = planOf(table, args);
  const columns = selectedNodeColumns(table.type, info);
  const { values, parameter } = positions();
  const text = pageSelect(table, plan, scopeOf(plan, tenant, parameter), columns, parameter);
  const rows = await run<PageRow & Node>(pool, { text, values });
  return connectionOf(rows, plan, async () => {
    const count = positions();
    const scope = scopeOf(plan, tenant, count.parameter);
    const where = scope.length > 0 ? ` WHERE ${scope.join(' AND ')}` : '';
    const total = { text: `SELECT count(*) AS total FROM ${table.name}${where}`, values: count.values };
    return (await run<{ total: number }>(pool, total))[0]?.total ?? 0;
  });
}

/**
 * One page of the records that name `parent` in their `column`. The pages of all the parents in a tick that want the same are one
 * statement, and so are their counts.
 */
export async function pageOf<Node extends object>(
  table: Table<Node>,
  column: string,
  parent: string,
  args: PageArguments,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<Connection<Node>> {
  const tenant = authorize(context.caller, `${table.scope}:read`);
  const plan = planOf(table, args);
  const columns = selectedNodeColumns(table.type, info);
  const same = `${table.name}.${column}:${columns}:${JSON.stringify(args)}`;
  const countOf = (of: string): Promise<number> =>
    batch(context, `count ${same}`, of, async (parents) => {
      const { values, parameter } = positions();
      const scope = [`${column} = ANY(${parameter(parents)})`, ...scopeOf(plan, tenant, parameter)].join(' AND ');
      const text = `SELECT ${column} AS parent, count(*) AS total FROM ${table.name} WHERE ${scope} GROUP BY ${column}`;
      const rows = await run<{ parent: string; total: number }>(context.pool, { text, values });
      const totals = new Map(rows.map((row) => [row.parent, row.total]));
      return (key) => totals.get(key) ?? 0;
    });
  return batch(context, same, parent, async (parents) => {
    const { values, parameter } = positions();
    const list = parameter(parents);
    const scope = [...scopeOf(plan, tenant, parameter), `${column} = parent.key`];
    const select = pageSelect(table, plan, scope, columns, parameter);
    const each = `unnest(${list}::text[]) AS parent(key)`;
    const text = `SELECT parent.key AS "~parent", child.* FROM ${each} CROSS JOIN LATERAL (${select}) child`;
    const rows = await run<PageRow & Node>(context.pool, { text, values });
    const pages = new Map(parents.map((key): [string, (PageRow & Node)[]] => [key, []]));
    for (const row of rows) pages.get(row['~parent'] ?? '')?.push(row);
    return (key) => connectionOf(pages.get(key) ?? [], plan, () => countOf(key));
  });
}
