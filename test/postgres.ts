import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/db/migrations.ts';
import { startEmbedded } from '../src/embedded/server.ts';
import { MIGRATIONS } from '../src/files.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A server's address and the migrated database on it that every test file clones. */
    postgres: { url: string; template: string };
  }
}

/** The same server, another database. */
export const databaseUrl = (server: string, database: string): string => {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
};

/** Runs statements on the server's own connection, outside of any test database. */
export async function onServer(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Once before all tests: a server (DATABASE_URL, or an embedded one of its own) and the template. Afterwards nothing is left of them. */
export default async function prepare({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  const given = process.env.DATABASE_URL;
  const embedded = given === undefined || given === '' ? await startEmbedded(join(folder, 'data')) : undefined;
  const url = embedded?.url ?? given ?? '';
  const template = `gateway_test_${process.pid}`;
  await onServer(url, `CREATE DATABASE ${template}`);
  await migrate(databaseUrl(url, template), MIGRATIONS);
  provide('postgres', { url, template });
  return async () => {
    await onServer(url, `DROP DATABASE ${template} WITH (FORCE)`);
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
