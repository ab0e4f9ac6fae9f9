import type { GraphQLResolveInfo } from 'graphql';
import { ALL, authorize, type Tenant } from '../auth/tokens.ts';
import { NotFoundError } from '../errors.ts';
import type { Context } from '../graphql/context.ts';
import { selectedColumns } from '../graphql/selection.ts';
import { run } from './pool.ts';
import { isStorableText } from './storable.ts';
import type { Table } from './table.ts';

type Waiting<Result> = Map<
  string,
  { promise: Promise<Result>; settle: (result: Result) => void; fail: (error: unknown) => void }
>;

/**
 * Collects the keys asked for under one name until the tick ends, then answers them all with one `load`, which maps each key to
 * its result. A key asked for twice is loaded once.
 */
export function batch<Result>(
  { batches }: Context,
  name: string,
  key: string,
  load: (keys: string[]) => Promise<(key: string) => Result>,
): Promise<Result> {
  let waiting = batches.get(name) as Waiting<Result> | undefined;
  if (waiting === undefined) {
    const opened: Waiting<Result> = new Map();
    waiting = opened;
    batches.set(name, opened);
    process.nextTick(() => {
      batches.delete(name);
      load([...opened.keys()]).then(
        (resultOf) => {
          for (const [each, { settle }] of opened) settle(resultOf(each));
        },
        (error: unknown) => {
          for (const { fail } of opened.values()) fail(error);
        },
      );
    });
  }
  const known = waiting.get(key);
  if (known !== undefined) return known.promise;
  let settle: (result: Result) => void = () => {};
  let fail: (error: unknown) => void = () => {};
  const promise = new Promise<Result>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  waiting.set(key, { promise, settle, fail });
  return promise;
}

/**
 * One record of the caller's company by its id, or null. All look-ups of a tick that want the same columns are one statement.
 * Rejects with UnauthorizedError when the token does not grant the table's `:read` scope.
 */
export async function find<Result extends { id: string }>(
  table: Table<Result>,
  id: string,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<Result | null> {
  return select(table, id, authorize(context.caller, `${table.scope}:read`), context, info);
}

/** A record that the same request has just changed, for a token that may write but perhaps not read. Throws NotFoundError if it is gone. */
export async function reread<Result extends { id: string }>(
  table: Table<Result>,
  id: string,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<Result> {
  const row = await select(table, id, authorize(context.caller, `${table.scope}:write`), context, info);
  if (row === null) throw new NotFoundError(table.label, id);
  return row;
}

function select<Result extends { id: string }>(
  table: Table<Result>,
  id: string,
  tenant: Tenant,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<Result | null> {
  const columns = selectedColumns(table.type, info);
  return batch<Result | null>(context, `${table.name}:${columns}`, id, async (asked) => {
    const ids = asked.filter(isStorableText);
    const which =
      ids.length === 1 ? { condition: 'id = $1', value: ids[0] } : { condition: 'id = ANY($1)', value: ids };
    const text = `SELECT ${columns} FROM ${table.name} WHERE ${which.condition}${tenant === ALL ? '' : ' AND company_id = $2'}`;
    const values = tenant === ALL ? [which.value] : [which.value, tenant];
    const rows = await run<Result>(context.pool, { text, values });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return (key) => byId.get(key) ?? null;
  });
}
