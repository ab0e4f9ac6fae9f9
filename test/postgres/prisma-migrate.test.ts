import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { driftOn, filters, migrationsOf, openEngine } from '../../scripts/schema-engine.mjs';
import { MIGRATIONS } from '../../src/paths.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { databaseUrl, onServer } from '../postgres.ts';
import { query, scripts, two } from './scripts.ts';

const { withoutForeignKeys } = await import(join(MIGRATIONS, '../../scripts/foreign-keys.mjs'));
const model = withoutForeignKeys(readFileSync(join(MIGRATIONS, '..', 'schema.prisma'), 'utf8'));
const { url: server } = inject('postgres');
const databases: string[] = [];

afterAll(() => onServer(server, ...databases.map((name) => `DROP DATABASE ${name} WITH (FORCE)`)));

async function emptyDatabase(): Promise<string> {
  const name = `prisma_test_${process.pid}_${databases.length}`;
  await onServer(server, `CREATE DATABASE ${name}`);
  databases.push(name);
  return databaseUrl(server, name);
}

/** Prisma's schema engine on a database. */
const prismaEngine = async (url: string) => openEngine(url, await emptyDatabase(), model);
/** The script that leads from the migrations to the model. */
const drift = async (schema: string) => (await driftOn(await emptyDatabase(), await emptyDatabase(), schema)) ?? 'none';

test('the migrations and the Prisma schema agree', async () => {
  expect(await drift(model)).toBe('none');
});

test('a column that only the migrations have is a difference', async () => {
  expect(await drift(model.replace(/^ +note .*\n/m, ''))).toContain('DROP COLUMN "note"');
});

test('Prisma accepts the migrations that the gateway applied', async () => {
  const url = await emptyDatabase();
  await migrate(url, MIGRATIONS);
  const engine = await prismaEngine(url);
  const migrationsList = migrationsOf(MIGRATIONS);
  expect(await engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters })).toEqual({
    editedMigrationNames: [],
    failedMigrationNames: [],
    hasMigrationsTable: true,
    history: null,
  });
  expect(await engine.applyMigrations({ migrationsList, filters })).toEqual({ appliedMigrationNames: [] });
});

test('the gateway accepts the migrations that Prisma applied, and records its own alike', async () => {
  const [theirs, ours, migrations] = [await emptyDatabase(), await emptyDatabase(), scripts(two)];
  const engine = await prismaEngine(theirs);
  await engine.applyMigrations({ migrationsList: migrationsOf(migrations), filters });
  expect(await migrate(theirs, migrations)).toEqual([]);
  await migrate(ours, migrations);
  const layout = `SELECT column_name, data_type, character_maximum_length, is_nullable, column_default
    FROM information_schema.columns WHERE table_name = '_prisma_migrations' ORDER BY ordinal_position`;
  expect(await query(ours, layout)).toEqual(await query(theirs, layout));
  const rows = `SELECT migration_name, checksum, rolled_back_at, applied_steps_count, finished_at >= started_at
    FROM "_prisma_migrations" ORDER BY started_at`;
  expect(await query(ours, rows)).toEqual(await query(theirs, rows));
});
