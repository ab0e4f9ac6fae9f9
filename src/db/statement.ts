import pg from 'pg';
import { InvalidRequestError } from '../errors.ts';

/** Runs one statement and returns its rows. Rejects with InvalidRequestError for data that PostgreSQL cannot store or compare. */
export type Run = <Result extends object>(text: string, values: unknown[]) => Promise<Result[]>;

const NAMED_STATEMENTS = 500;
/** Two clients may share a pool, whose connections know each name once. */
let sequence = 0;

/**
 * Runs statements on a pool. The first 500 distinct texts are prepared under a name, so that PostgreSQL plans each once a connection.
 * Later texts are planned on every use: clients choose what is selected, and a prepared statement stays in the memory of every connection.
 */
export function createRun(pool: pg.Pool): Run {
  const names = new Map<string, string>();
  return async <Result extends object>(text: string, values: unknown[]) => {
    let name = names.get(text);
    if (name === undefined && names.size < NAMED_STATEMENTS) {
      name = `s${sequence++}`;
      names.set(text, name);
    }
    const { rows } = await pool
      .query<Result>(name === undefined ? { text, values } : { name, text, values })
      .catch(refuseData);
    return rows;
  };
}

/** The parameters of a statement that is being written. `place` adds a value and returns its place, such as `$3`. */
export function parameters() {
  const values: unknown[] = [];
  return { values, place: (value: unknown): string => `$${values.push(value)}` };
}

export type Place = ReturnType<typeof parameters>['place'];

/** Turns what only PostgreSQL can judge (class 22: data it cannot store; 54000: too long for an index) into InvalidRequestError. */
function refuseData(error: unknown): never {
  if (error instanceof pg.DatabaseError && (error.code?.startsWith('22') || error.code === '54000'))
    throw new InvalidRequestError([{ path: [], message: 'a value cannot be stored or compared' }]);
  throw error;
}
