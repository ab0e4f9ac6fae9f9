import { execFile } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { addDays } from '../src/changes/partitions.ts';
import { startEmbedded } from '../src/embedded/embedded-server.ts';
import { MIGRATIONS } from '../src/paths.ts';
import { migrate } from '../src/postgres/migrate.ts';
import { modelNamed } from '../src/prisma/sql/model.ts';
import { RECORDS } from '../src/records/records.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of a server, and the migrated database on it that each test file clones with this strategy. */
    postgres: { url: string; template: string; strategy: 'FILE_COPY' | 'WAL_LOG' };
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

/**
 * Settings of a pool whose statements wait, longer than a client would, for all that a busy machine runs beside them.
 */
export const PATIENT = { size: 10, statementSeconds: 60, lockSeconds: 60 };

const TABLES = [
  ...[...RECORDS.keys()].map((model) => modelNamed(model).stored),
  ...['record_modification', 'record_search', 'webhook_pace', 'webhook_quota', 'webhook_outbox', 'webhook_event'],
  ...[
    'webhook_delivery',
    'webhook_attempt',
    'webhook_figure',
    'webhook_replay',
    'change_watch',
    'live_lease',
    'live_change',
  ],
  ...['record_revision', 'history_watch', 'record_deletion'],
];

/**
 * Empties a database, in one transaction and without its triggers. TRUNCATE takes a hundred times as long: it makes new
 * files for each partition, index and TOAST table.
 */
export const EMPTY = `SET LOCAL session_replication_role = replica;
  ${TABLES.map((table) => `DELETE FROM ${table};`).join(' ')}
  SET LOCAL session_replication_role = origin;`;

/**
 * Of an embedded server, which is deleted after the tests, so that nothing has to outlive a crash of the machine. Tests
 * analyze the tables whose plans they read.
 */
const SETTINGS = ['fsync', 'full_page_writes', 'autovacuum'].map((setting) => `ALTER SYSTEM SET ${setting} = off`);

const MEMORY = '/dev/shm';
/**
 * Where the tests write: to memory, if the system has a folder there with enough room. The files of the databases that
 * are copied and dropped take most of the time of an ordinary disk's file system.
 */
function place(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > 4 * 1024 ** 3 ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
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
  const folder = await mkdtemp(join(place(), 'gateway-test-'));
  const built = buildPrograms();
  const given = process.env.DATABASE_URL;
  const embedded = given === undefined || given === '' ? await startEmbedded(join(folder, 'data')) : undefined;
  const url = embedded?.url ?? given ?? '';
  if (embedded) await onServer(url, ...SETTINGS, 'SELECT pg_reload_conf()');
  await built;
  project.onTestsRerun(buildPrograms);
  const template = `gateway_test_${process.pid}`;
  await onServer(url, `CREATE DATABASE ${template}`);
  await migrate(databaseUrl(url, template), MIGRATIONS);
  const pool = new pg.Pool({ connectionString: databaseUrl(url, template) });
  await addDays(pool);
  await pool.end();
  // A copy of files costs half as much, but flushes each of them if the server has fsync.
  project.provide('postgres', { url, template, strategy: embedded ? 'FILE_COPY' : 'WAL_LOG' });
  project.provide('folder', folder);
  return async () => {
    await onServer(url, `DROP DATABASE ${template} WITH (FORCE)`);
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
