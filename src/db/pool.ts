import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { InvalidRequestError } from '../errors.ts';

const { builtins } = pg.types;
const POOL_END_MS = 2_000;

/** Turns PostgreSQL's `2026-03-01 08:00:00.5+00` into the RFC 3339 text that DateTime promises, without a Date in between. */
function toRfc3339(text: string): string {
  const [, day, time, fraction = ''] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text) ?? [];
  return day === undefined ? text : `${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}

/** What each PostgreSQL type is in JavaScript where it is not the driver's own choice. */
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.DATE]: (text) => text,
  [builtins.TIMESTAMPTZ]: toRfc3339,
  [builtins.INT8]: Number,
};

/**
 * Opens the pool that requests use. Sessions run in UTC, so that times read the same wherever the server stands,
 * and a statement that runs for more than 15 s is ended. `lost` hears of each idle connection that the server dropped.
 */
export function openPool(url: string, size: number, lost: (reason: string) => void = () => {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 15_000,
    application_name: 'field-operations-gateway',
    options: '-c timezone=UTC -c datestyle=ISO',
    types: { getTypeParser: (oid, format) => parsers[oid] ?? pg.types.getTypeParser(oid, format) },
  });
  return listening(pool, lost);
}

/** Opens another pool to the same database, whose sessions have these PostgreSQL settings as well. */
export function openBeside(
  pool: pg.Pool,
  size: number,
  settings: Record<string, string>,
  lost: (reason: string) => void = () => {},
): pg.Pool {
  const added = Object.entries(settings).map(([name, value]) => ` -c ${name}=${value}`);
  return listening(new pg.Pool({ ...pool.options, max: size, options: pool.options.options + added.join('') }), lost);
}

/** Ends a pool, but waits no longer than 2 s for it: a statement that waits for a lock would hold a stop up. */
export const endPool = (pool: pg.Pool): Promise<unknown> =>
  Promise.race([pool.end(), delay(POOL_END_MS, undefined, { ref: false })]);

/** Without a listener, the loss of an idle connection would end the process. The pool opens another when it needs one. */
function listening(pool: pg.Pool, lost: (reason: string) => void): pg.Pool {
  return pool.on('error', (error) => {
    if (!pool.ending) lost(error.message);
  });
}

/** Rows as a statement returns them: the values are what the columns hold, under the names the statement gave them. */
export type Statement = { text: string; values: unknown[] };

const NAMED_STATEMENTS = 500;
const names = new Map<string, string>();

/**
 * Runs one statement. The first 500 distinct texts are prepared under a name, so that PostgreSQL plans each once a connection;
 * what comes later is planned anew each time, because every prepared statement stays in the memory of every connection.
 */
export async function run<Result extends object>(pool: pg.Pool, { text, values }: Statement): Promise<Result[]> {
  let name = names.get(text);
  if (name === undefined && names.size < NAMED_STATEMENTS) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  const query = name === undefined ? { text, values } : { name, text, values };
  const { rows } = await pool.query<Result>(query).catch(refuseData);
  return rows;
}

/** What only PostgreSQL could judge (class 22: data it cannot hold; 54000: too long for an index) is the caller's to mend. */
function refuseData(error: unknown): never {
  if (error instanceof pg.DatabaseError && (error.code?.startsWith('22') || error.code === '54000'))
    throw new InvalidRequestError([{ path: [], message: 'a value cannot be stored or compared' }]);
  throw error;
}
