import type pg from 'pg';
import type { Logger } from 'pino';
import { MIGRATIONS } from '../../paths.ts';
import { migrate } from './migrate.ts';
import { endPool, openPool, type PoolSettings } from './pool.ts';

/** Migrates the database and opens a pool to it. Throws StartupError if it cannot be reached or migrated. */
export async function openDatabase(url: string, settings: PoolSettings, log?: Logger): Promise<pg.Pool> {
  const migrating = migrate(url, MIGRATIONS);
  const pool = openPool(url, settings, (reason) => log?.warn({ reason }, 'lost an idle database connection'));
  try {
    // Its first connection opens meanwhile. If it cannot, the migration says why.
    const [applied] = await Promise.all([migrating, connectOnce(pool).catch(() => {})]);
    if (applied.length > 0) log?.info({ applied }, 'migrations applied');
    return pool;
  } catch (error) {
    await endPool(pool);
    throw error;
  }
}

const connectOnce = async (pool: pg.Pool): Promise<void> => (await pool.connect()).release();
