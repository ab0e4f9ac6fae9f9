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
    /** The URL of a server, and the migrated database on it that each test file clones. */
    postgres: { url: string; template: string };
  }
}

/** The URL of another database on the same server. */
export const databaseUrl = (server: string, database: string): string => {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
};

/** Runs statements on a new connection. */
export async function onServer(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Before all tests, starts an embedded server, unless DATABASE_URL names one, and creates the template. Removes both after the tests. */
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
