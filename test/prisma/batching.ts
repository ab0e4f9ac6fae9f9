import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, expect, onTestFinished } from 'vitest';
import { RequestBudget } from '../../src/load/request-budget.ts';
import { openPool } from '../../src/postgres/pool.ts';
import { type Client, openClient } from '../../src/prisma/client.ts';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';
import { cloneDatabase, LIMITS } from '../gateway.ts';
import { PATIENT } from '../postgres.ts';

const SELECT = Object.freeze({ id: true, name: true, note: true, version: true } as const);
const AMONG = ['name', 'note', 'status'] as const;
type Data = { name?: string; note?: string; status?: string };
interface Options {
  version?: number;
  tenant?: Tenant;
  client?: Client;
}

export const settled = (promises: Promise<unknown>[]) =>
  Promise.allSettled(promises).then((all) => all.map((one) => (one.status === 'fulfilled' ? one.value : one.reason)));

/** A database for a test file, and requests that ask it through one pool at the same moment. */
export async function openBatching() {
  const { url, drop } = await cloneDatabase();
  /** Looks on from outside: statements that wait may have all connections of the pool. */
  const observer = new pg.Client({ connectionString: url });
  await observer.connect();
  const pool = openPool(url, PATIENT);
  pool.on('error', () => {});
  const prisma = openClient(pool);
  afterAll(async () => {
    await observer.end();
    await pool.end();
    await drop();
  });

  const budgets: RequestBudget[] = [];
  // All files of a worker share the bytes that requests may hold.
  afterEach(() => {
    for (const budget of budgets.splice(0)) budget.release();
  });

  /** What requests of a company ask through, each with a budget of its own. */
  function request(company = 'acme', limits = LIMITS): Tenant {
    const budget = new RequestBudget(limits, 'acme');
    budgets.push(budget);
    return Tenant.of(company).forRequest(budget, false);
  }

  const lookup = (id: string, tenant = request(), client = prisma) =>
    client.tank.of(tenant).lookup({ where: { id }, select: SELECT });
  const patch = (id: string, data: Data, { version, tenant = request(), client = prisma }: Options = {}) =>
    client.tank.of(tenant).patch({ where: { id, version }, data, settable: AMONG, select: SELECT });

  async function tanks(count: number, company = 'acme'): Promise<string[]> {
    const ids = Array.from({ length: count }, () => randomUUID());
    await pool.query(`INSERT INTO tank (id, company_id, name) SELECT id, $2, 'new' FROM unnest($1::text[]) id`, [
      ids,
      company,
    ]);
    return ids;
  }

  /** Holds the lock of what the statement locks until the function is called. */
  async function hold(statement: string, values: unknown[] = []): Promise<() => Promise<void>> {
    const holder = await pool.connect();
    await holder.query('BEGIN');
    await holder.query(statement, values);
    let held = true;
    const release = async (): Promise<void> => {
      if (!held) return;
      held = false;
      await holder.query('ROLLBACK');
      holder.release();
    };
    onTestFinished(release);
    return release;
  }
  const holdTank = (id = '') => hold('SELECT FROM tank WHERE id = $1 FOR UPDATE', [id]);
  const waiting = async (count: number): Promise<void> => {
    const text = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    await expect.poll(async () => (await observer.query(text)).rows.length).toBe(count);
  };
  const versions = async (ids: string[]): Promise<number[]> => {
    const text = 'SELECT version FROM tank WHERE id = ANY($1) ORDER BY array_position($1, id)';
    return (await pool.query<{ version: number }>(text, [ids])).rows.map(({ version }) => version);
  };

  return { url, pool, prisma, request, lookup, patch, tanks, hold, holdTank, waiting, versions };
}
