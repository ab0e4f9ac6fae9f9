import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum, type SqlQuery } from '@prisma/driver-adapter-utils';
import * as engineModule from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { MIGRATIONS } from '../../src/paths.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { databaseUrl, onServer } from '../postgres.ts';
import { query, scripts, two } from './scripts.ts';

const { withoutForeignKeys } = await import(join(MIGRATIONS, '../../scripts/foreign-keys.mjs'));
const model = withoutForeignKeys(readFileSync(join(MIGRATIONS, '..', 'schema.prisma'), 'utf8'));
const { url: server } = inject('postgres');
const databases: string[] = [];

beforeAll(async () => {
  // The engine reports its panics here, and the call that panics never returns.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message(message: string) {
        throw new Error(message);
      },
    },
  });
  // The package's main file imports a .wasm module, which Node 20 cannot do.
  const glue = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const binary = readFileSync(join(dirname(glue), 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(binary, { './schema_engine_bg.js': { ...engineModule } });
  engineModule.__wbg_set_wasm(instance.exports);
  if (typeof instance.exports.__wbindgen_start === 'function') instance.exports.__wbindgen_start();
});
afterAll(() => onServer(server, ...databases.map((name) => `DROP DATABASE ${name} WITH (FORCE)`)));

async function emptyDatabase(): Promise<string> {
  const name = `prisma_test_${process.pid}_${databases.length}`;
  await onServer(server, `CREATE DATABASE ${name}`);
  databases.push(name);
  return databaseUrl(server, name);
}

/** PostgreSQL's internal "char", which the adapter does not support, and the type that replaces it on the way. */
const CHAR = { oid: 18, as: pg.types.builtins.UUID, type: ColumnTypeEnum.Uuid };

/**
 * Prisma's schema engine on a database. Three things differ from its driver adapter: a script is sent whole (the
 * adapter splits it at each `;`, even inside a function), a "char" reaches the engine as a character, and the shadow
 * database is a new one, so that the engine cannot drop the real one.
 */
async function prismaEngine(url: string) {
  const shadow = await emptyDatabase();
  const open = async (address: string) => {
    const pool = new pg.Pool({ connectionString: address });
    const send = pool.query.bind(pool);
    const sendRows = async (request: pg.QueryArrayConfig) => {
      const result = await send(request);
      for (const field of result.fields) if (field.dataTypeID === CHAR.oid) field.dataTypeID = CHAR.as;
      return result;
    };
    const adapter = await new PrismaPg(Object.assign(pool, { query: sendRows }), {
      disposeExternalPool: true,
    }).connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    return Object.assign(adapter, {
      executeScript: async (script: string) => void (await send(script)),
      queryRaw: async (request: SqlQuery) => {
        const result = await queryRaw(request);
        const columnTypes = result.columnTypes.map((type) => (type === CHAR.type ? ColumnTypeEnum.Character : type));
        return { ...result, columnTypes };
      },
    });
  };
  return engineModule.SchemaEngine.new(
    { datamodels: [['schema.prisma', model]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory({
      provider: 'postgres',
      adapterName: '@prisma/adapter-pg',
      connect: () => open(url),
      connectToShadowDb: () => open(shadow),
    }),
  );
}

const filters = { externalTables: ['public.webhook_delivery_finished'], externalEnums: [] };

function listOf(baseDir: string) {
  const names = readdirSync(baseDir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return {
    baseDir,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: names.map(({ name }) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok' as const, value: readFileSync(join(baseDir, name, 'migration.sql'), 'utf8') },
      },
    })),
  };
}

/** The script that leads from the migrations to the model. */
async function drift(schema: string) {
  const engine = await prismaEngine(await emptyDatabase());
  const { exitCode, stdout } = await engine.diff({
    from: { tag: 'migrations', ...listOf(MIGRATIONS) },
    to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] },
    script: true,
    exitCode: true,
    filters,
  });
  return exitCode === 0 ? 'none' : stdout;
}

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
  const migrationsList = listOf(MIGRATIONS);
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
  await engine.applyMigrations({ migrationsList: listOf(migrations), filters });
  expect(await migrate(theirs, migrations)).toEqual([]);
  await migrate(ours, migrations);
  const layout = `SELECT column_name, data_type, character_maximum_length, is_nullable, column_default
    FROM information_schema.columns WHERE table_name = '_prisma_migrations' ORDER BY ordinal_position`;
  expect(await query(ours, layout)).toEqual(await query(theirs, layout));
  const rows = `SELECT migration_name, checksum, rolled_back_at, applied_steps_count, finished_at >= started_at
    FROM "_prisma_migrations" ORDER BY started_at`;
  expect(await query(ours, rows)).toEqual(await query(theirs, rows));
});
