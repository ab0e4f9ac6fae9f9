import type pg from 'pg';
import type { Logger } from 'pino';
import { MIGRATIONS } from '../../paths.ts';
import { migrate } from './migrate.ts';
import { openPool, type PoolSettings } from './pool.ts';

/** Migrates the database and opens a pool to it. Throws StartupError if it cannot be reached or migrated. */
export async function openDatabase(url: string, settings: PoolSettings, log?: Logger): Promise<pg.Pool> {
  const applied = await migrate(url, MIGRATIONS);
  if (applied.length > 0) log?.info({ applied }, 'migrations applied');
  return openPool(url, settings, (reason) => log?.warn({ reason }, 'lost an idle database connection'));
}
