import { expect } from 'vitest';
import type { TestGateway } from '../gateway.ts';

const WAITING = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";

/** Holds locks in the database of a gateway, and counts the statements that wait for them. */
export function blocking(gateway: () => TestGateway) {
  /** Holds locks by the statement given until `release`. */
  async function block(statement: string, values: unknown[] = []) {
    const blocker = await gateway().pool.connect();
    await blocker.query('BEGIN');
    await blocker.query(statement, values);
    return {
      async release(): Promise<void> {
        await blocker.query('ROLLBACK');
        blocker.release();
      },
    };
  }
  /** Reads of a company have a quarter of the connections for a second after a request of another one. */
  const anyWaiting = () =>
    expect
      .poll(() =>
        gateway()
          .sql(WAITING)
          .then((rows) => rows.length),
      )
      .toBeGreaterThan(2);
  const waiting = (count: number) =>
    expect
      .poll(() =>
        gateway()
          .sql(WAITING)
          .then((rows) => rows.length),
      )
      .toBe(count);
  return { block, anyWaiting, waiting };
}
