import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/db/connections/migrate.ts';
import { startEmbedded } from '../src/embedded/embedded-server.ts';
import { addDays } from '../src/events/partitions.ts';
import { MIGRATIONS } from '../src/paths.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of a server, and the migrated database on it that each test file clones. */
    postgres: { url: string; template: string };
    /** A folder that is deleted after the tests. */
    folder: string;
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

const BUILD = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url));
const buildPrograms = async (): Promise<void> =>
  void (await promisify(execFile)(process.execPath, [BUILD, '--if-stale']));

/**
 * Before all tests, builds the programs, starts an embedded server, unless DATABASE_URL names one, and creates the
 * template. Removes both after the tests.
 */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  const built = buildPrograms();
  const given = process.env.DATABASE_URL;
  const embedded = given === undefined || given === '' ? await startEmbedded(join(folder, 'data')) : undefined;
  const url = embedded?.url ?? given ?? '';
  // The server is deleted after the tests, so nothing has to outlive a crash of the machine.
  if (embedded) await onServer(url, 'ALTER SYSTEM SET fsync = off', 'SELECT pg_reload_conf()');
  await built;
  project.onTestsRerun(buildPrograms);
  const template = `gateway_test_${process.pid}`;
  await onServer(url, `CREATE DATABASE ${template}`);
  await migrate(databaseUrl(url, template), MIGRATIONS);
  const pool = new pg.Pool({ connectionString: databaseUrl(url, template) });
  await addDays(pool);
  await pool.end();
  project.provide('postgres', { url, template });
  project.provide('folder', folder);
  return async () => {
    await onServer(url, `DROP DATABASE ${template} WITH (FORCE)`);
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
