import type pg from 'pg';

/** Whether a connection plans a statement once for all values, or each time for those that are given. */
export type Planning = 'once' | 'each';

const NAMED_STATEMENTS = 500;
/** Two clients may share a pool, whose connections know each name once. */
let sequence = 0;

/**
 * Makes the queries of the driver. The first 500 distinct texts are prepared under a name, so that PostgreSQL plans each once a connection.
 * Later texts are planned on every use: clients choose what is selected, and a prepared statement stays in the memory of every connection.
 */
export function createPlanner(): (text: string, values: unknown[], planning: Planning) => pg.QueryConfig {
  const names = new Map<string, string>();
  return (text, values, planning) => {
    if (planning === 'each') return { text, values };
    let name = names.get(text);
    if (name === undefined && names.size < NAMED_STATEMENTS) {
      name = `s${sequence++}`;
      names.set(text, name);
    }
    return name === undefined ? { text, values } : { name, text, values };
  };
}
