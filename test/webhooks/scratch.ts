import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type pg from 'pg';
import { migrate } from '../../src/db/migrations.ts';
import { openPool } from '../../src/db/pool.ts';
import { databaseUrl, onServer } from '../postgres.ts';

/**
 * A migrated database of its own, for the programs beside the tests: on the server at DATABASE_URL, or on the one at 127.0.0.1:5432. The
 * migrations are looked for where the program is run, which is the repository; the program itself is bundled elsewhere.
 */
export async function openScratch(): Promise<{ url: string; pool: pg.Pool; drop(): Promise<void> }> {
  const server = process.env.DATABASE_URL || 'postgresql://postgres@127.0.0.1:5432/postgres';
  const name = `webhooks_scratch_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `CREATE DATABASE ${name}`);
  const url = databaseUrl(server, name);
  await migrate(url, resolve('prisma/migrations'));
  const pool = openPool(url, 10);
  pool.on('error', () => {});
  return {
    url,
    pool,
    async drop() {
      await pool.end();
      await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
