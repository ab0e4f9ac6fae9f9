// Prisma's schema engine on a server: what leads from the migrations to the model, and how Prisma sees them.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import * as engineModule from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

const root = fileURLToPath(new URL('../prisma', import.meta.url));
export const filters = { externalTables: ['public.webhook_delivery_finished'], externalEnums: [] };

/** PostgreSQL's internal "char", which the adapter does not support, and the type that replaces it on the way. */
const CHAR = { oid: 18, as: pg.types.builtins.UUID, type: ColumnTypeEnum.Uuid };

let loading;
async function load() {
  // The engine reports its panics here, and the call that panics never returns.
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    set_message(message) {
      throw new Error(message);
    },
  };
  // The package's main file imports a .wasm module, which Node 20 cannot do.
  const glue = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const binary = readFileSync(join(glue, '../schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(binary, { './schema_engine_bg.js': { ...engineModule } });
  engineModule.__wbg_set_wasm(instance.exports);
  if (typeof instance.exports.__wbindgen_start === 'function') instance.exports.__wbindgen_start();
}

/**
 * The engine on the database at `url`, with another empty one. Three things differ from its driver adapter: a script is
 * sent whole (the adapter splits it at each `;`, even inside a function), a "char" reaches the engine as a character,
 * and the shadow database is a new one, so that the engine cannot drop the real one.
 */
export async function openEngine(url, shadow, model) {
  loading ??= load();
  await loading;
  const open = async (address) => {
    const pool = new pg.Pool({ connectionString: address });
    // The server is stopped while they are idle.
    pool.on('error', () => {});
    const send = pool.query.bind(pool);
    const sendRows = async (request) => {
      const result = await send(request);
      for (const field of result.fields) if (field.dataTypeID === CHAR.oid) field.dataTypeID = CHAR.as;
      return result;
    };
    const adapter = await new PrismaPg(Object.assign(pool, { query: sendRows }), {
      disposeExternalPool: true,
    }).connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    return Object.assign(adapter, {
      executeScript: async (script) => void (await send(script)),
      queryRaw: async (request) => {
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

/** The migrations of a folder, as the engine takes them. */
export function migrationsOf(baseDir = join(root, 'migrations')) {
  const names = readdirSync(baseDir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return {
    baseDir,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: names.map(({ name }) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok', value: readFileSync(join(baseDir, name, 'migration.sql'), 'utf8') },
      },
    })),
  };
}

/** The script that leads from the migrations to a model; undefined if they agree. */
export async function driftOn(url, shadow, model) {
  const engine = await openEngine(url, shadow, model);
  const { exitCode, stdout } = await engine.diff({
    from: { tag: 'migrations', ...migrationsOf() },
    to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: model }] },
    script: true,
    exitCode: true,
    filters,
  });
  return exitCode === 0 ? undefined : stdout;
}
