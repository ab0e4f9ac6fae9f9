import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startEmbedded } from '../src/embedded/embedded-server.ts';
import { migrate } from '../src/postgres/migrate.ts';
import { openPool, type Pool } from '../src/postgres/pool.ts';
import { databaseUrl, onServer } from '../test/postgres.ts';

/**
 * Creates a migrated database for a program, on the server at DATABASE_URL or at 127.0.0.1:5432. Migrations are read
 * from the working directory, the repository, because the program itself is bundled elsewhere.
 */
export async function openScratch(): Promise<{ url: string; pool: Pool; drop(): Promise<void> }> {
  const server = process.env.DATABASE_URL || 'postgresql://postgres@127.0.0.1:5432/postgres';
  const name = `webhooks_scratch_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `CREATE DATABASE ${name}`);
  const url = databaseUrl(server, name);
  await migrate(url, resolve('prisma/migrations'));
  const pool = openPool(url, { size: 10 });
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

/** Starts an empty embedded database for a program. The end removes it. */
export async function openEmbedded(): Promise<{ url: string; end(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'trial-'));
  const { url, stop } = await startEmbedded(join(folder, 'data'));
  return {
    url,
    async end() {
      await stop();
      await rm(folder, { recursive: true });
    },
  };
}
