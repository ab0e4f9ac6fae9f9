import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum, type SqlQuery } from '@prisma/driver-adapter-utils';
import * as engineModule from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../src/db/migrations.ts';
import { startEmbedded } from '../../src/embedded/server.ts';
import { MIGRATIONS } from '../../src/files.ts';
import { StartupError } from '../../src/startup-error.ts';

const directory = mkdtempSync(join(tmpdir(), 'gateway-migrations-'));
const model = readFileSync(join(MIGRATIONS, '..', 'schema.prisma'), 'utf8');
let server: Awaited<ReturnType<typeof startEmbedded>>;
let admin: pg.Client;

beforeAll(async () => {
  server = await startEmbedded(join(directory, 'data'));
  admin = new pg.Client(server.url);
  await admin.connect();

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
}, 60_000);

afterAll(async () => {
  await admin.end();
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
});

let count = 0;

/** Creates an empty database. */
async function emptyDatabase(): Promise<string> {
  const name = `d${++count}`;
  await admin.query(`CREATE DATABASE ${name}`);
  const url = new URL(server.url);
  url.pathname = name;
  return url.href;
}

async function query(url: string, text: string) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

/** Writes scripts to a migrations directory. */
function scripts(files: Record<string, string>, at = join(directory, `m${++count}`)): string {
  for (const [name, script] of Object.entries(files)) {
    mkdirSync(join(at, name), { recursive: true });
    writeFileSync(join(at, name, 'migration.sql'), script);
  }
  writeFileSync(join(at, 'migration_lock.toml'), 'provider = "postgresql"\n');
  return at;
}

async function refusal(started: Promise<unknown>): Promise<string> {
  const error: unknown = await started.then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof StartupError)) throw error ?? new Error('no error was thrown');
  expect(error.message).not.toContain('\n');
  return error.message;
}

const two = { '0002_b': 'INSERT INTO a VALUES (2);', '0001_a': 'CREATE TABLE a (n int); INSERT INTO a VALUES (1);' };

/** PostgreSQL's internal "char", which the adapter does not support, and the type that replaces it on the way. */
const CHAR = { oid: 18, as: pg.types.builtins.UUID, type: ColumnTypeEnum.Uuid };

/**
 * Prisma's schema engine on a database. Three things differ from its driver adapter: a script is sent whole (the adapter splits it at each
 * `;`, even inside a function), a "char" reaches the engine as a character, and the shadow database is a new one, so that the engine cannot
 * drop the real one.
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

const filters = { externalTables: [], externalEnums: [] };

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

test('the migrations and the Prisma schema agree', { timeout: 120_000 }, async () => {
  expect(await drift(model)).toBe('none');
});

test('a column that only the migrations have is a difference', { timeout: 120_000 }, async () => {
  expect(await drift(model.replace(/^ +note .*\n/m, ''))).toContain('DROP COLUMN "note"');
});

test('migrations are applied once, in the order of their names', async () => {
  const [url, migrations] = [await emptyDatabase(), scripts(two)];
  expect(await migrate(url, migrations)).toEqual(['0001_a', '0002_b']);
  expect(await migrate(url, migrations)).toEqual([]);
  scripts({ '0003_c': 'INSERT INTO a VALUES (3);' }, migrations);
  expect(await migrate(url, migrations)).toEqual(['0003_c']);
  expect(await query(url, 'SELECT n FROM a')).toEqual([[1], [2], [3]]);
});

test('Prisma accepts the migrations that the gateway applied', { timeout: 120_000 }, async () => {
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

test('the gateway accepts the migrations that Prisma applied, and records its own alike', {
  timeout: 120_000,
}, async () => {
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

test('of two gateways that start together, one applies the migrations and the other waits', async () => {
  const [url, migrations] = [await emptyDatabase(), scripts(two)];
  const gate = new pg.Client(url);
  await gate.connect();
  await gate.query('SELECT pg_advisory_lock(72707369)');
  const both = Promise.all([migrate(url, migrations), migrate(url, migrations)]);
  const waiting = `SELECT count(*)::int FROM pg_locks JOIN pg_database ON oid = database
    WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`;
  while ((await query(url, waiting))[0]?.[0] !== 2);
  await gate.end();
  expect((await both).sort((a, b) => a.length - b.length)).toEqual([[], ['0001_a', '0002_b']]);
});

test('without pending migrations, the right to read is enough', async () => {
  const [url, migrations] = [await emptyDatabase(), scripts(two)];
  await migrate(url, migrations);
  await query(url, `CREATE ROLE reader LOGIN PASSWORD 'reader'`);
  const reader = new URL(url);
  reader.username = reader.password = 'reader';
  expect(await refusal(migrate(reader.href, migrations))).toContain('permission denied');
  await query(url, 'GRANT SELECT ON "_prisma_migrations" TO reader');
  expect(await migrate(reader.href, migrations)).toEqual([]);
});

test('a script that fails changes nothing, and the next start tries it again', async () => {
  const url = await emptyDatabase();
  const migrations = scripts({ '0001_a': 'CREATE TABLE a (n int);\nINSERT INTO b VALUES (1);' });
  expect(await refusal(migrate(url, migrations))).toBe(
    'Migration 0001_a failed and was rolled back: relation "b" does not exist (line 2 of its migration.sql).',
  );
  expect(await query(url, `SELECT to_regclass('a')`)).toEqual([[null]]);
  scripts({ '0001_a': 'CREATE TABLE a (n int);' }, migrations);
  expect(await migrate(url, migrations)).toEqual(['0001_a']);
});

test('an applied migration that was changed is an error, except for its line endings', async () => {
  const [url, migrations] = [await emptyDatabase(), scripts({ '0001_a': 'CREATE TABLE a (n int);\n' })];
  await migrate(url, migrations);
  scripts({ '0001_a': 'CREATE TABLE a (n int);\r\n' }, migrations);
  expect(await migrate(url, migrations)).toEqual([]);
  scripts({ '0001_a': 'CREATE TABLE a (n bigint);\n' }, migrations);
  expect(await refusal(migrate(url, migrations))).toContain('Migration 0001_a was changed after it was applied');
});

test('an applied migration that is not in the directory is an error', async () => {
  const [url, migrations] = [await emptyDatabase(), scripts(two)];
  await migrate(url, migrations);
  rmSync(join(migrations, '0002_b'), { recursive: true });
  expect(await refusal(migrate(url, migrations))).toContain(
    'Migration 0002_b was applied to the database but is missing',
  );
});

test('an unfinished migration of another tool is an error until it is resolved', async () => {
  const [url, migrations] = [await emptyDatabase(), scripts(two)];
  await migrate(url, migrations);
  await query(url, `UPDATE "_prisma_migrations" SET finished_at = NULL WHERE migration_name = '0002_b'`);
  expect(await refusal(migrate(url, migrations))).toContain('Migration 0002_b was started but did not finish');
  await query(url, `UPDATE "_prisma_migrations" SET rolled_back_at = now() WHERE migration_name = '0002_b'`);
  expect(await migrate(url, migrations)).toEqual(['0002_b']);
});

test('a database that cannot be reached is explained without the password', async () => {
  const { port } = new URL(server.url);
  const attempt = (address: string) => refusal(migrate(address, MIGRATIONS));
  const absent = server.url.replace('/postgres?', '/absent?');
  expect(await attempt(absent)).toBe(
    `There is no database "absent" on 127.0.0.1:${port}; create it or correct DATABASE_URL.`,
  );
  expect(await attempt(`postgresql://postgres:opensesame@127.0.0.1:${port}/postgres`)).toBe(
    `PostgreSQL at 127.0.0.1:${port} refuses the connection: password authentication failed for user "postgres".`,
  );
  expect(await attempt('postgresql://postgres:opensesame@127.0.0.1:1/postgres')).toBe(
    'PostgreSQL cannot be reached at 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1.',
  );
  expect(await attempt('postgresql://postgres:opensesame@localhost:1/postgres')).toMatch(
    /at localhost:1: .*ECONNREFUSED/,
  );
  expect(await attempt('postgresql://postgres:opensesame%zz@localhost:1/postgres')).not.toContain('opensesame');
});

test('a directory without migrations is an error', async () => {
  expect(await refusal(migrate(server.url, join(directory, 'nowhere')))).toContain('nowhere');
});
