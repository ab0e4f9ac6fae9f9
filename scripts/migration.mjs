// Writes what leads from the migrations to the model, as Prisma's own engine has it, into a new migration, and
// prisma/sql, the source of all functions and triggers: with a name into a new one, otherwise
// into the newest, which is for one that is not released yet. A migration holds the files that changed since the
// migration before it, without the comments outside of functions, each between two comments of its own; what stands
// around them is the change of tables. records.sql comes with every other file, since it applies them. With --check, it
// fails if the model differs from the migrations.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import pg from 'pg';
import { withoutForeignKeys } from './foreign-keys.mjs';

const root = fileURLToPath(new URL('../prisma', import.meta.url));
const beginOf = (file) => `-- prisma/sql/${file}\n`;
const endOf = (file) => `-- end of prisma/sql/${file}\n`;

const files = readdirSync(join(root, 'sql')).sort();
const read = (file) =>
  readFileSync(join(root, 'sql', file), 'utf8').replace(/^(--.*\n)+\n?|^( +--.*\n)+(?= +CREATE )/gm, '');
const sources = new Map(files.map((file) => [file, read(file)]));
const migrations = readdirSync(join(root, 'migrations'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => join(root, 'migrations', name, 'migration.sql'))
  .sort();

/** A migration's copy of a file, and what stands around it; undefined if it has none. */
function copyOf(script, file) {
  const [before, rest] = script.split(beginOf(file));
  const [text, after] = rest?.split(endOf(file)) ?? [];
  return rest === undefined ? undefined : { before, text, after };
}

function withCopy(script, file) {
  const section = beginOf(file) + sources.get(file) + endOf(file);
  const { before = `${script}\n`, after = '' } = copyOf(script, file) ?? {};
  return before + section + after;
}

const model = withoutForeignKeys(readFileSync(join(root, 'schema.prisma'), 'utf8'));
const cache = join(root, '../node_modules/.cache');

/** What leads from the migrations to the model, on an embedded PostgreSQL; undefined if they agree. */
async function drift() {
  const outfile = join(cache, 'embedded.mjs');
  const entryPoints = [join(root, '../src/embedded/embedded-server.ts')];
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
  const { startEmbedded } = await import(pathToFileURL(outfile).href);
  const { driftOn } = await import('./schema-engine.mjs');
  const folder = mkdtempSync(join(tmpdir(), 'gateway-migration-'));
  const server = await startEmbedded(folder);
  try {
    const client = new pg.Client(server.url);
    await client.connect();
    const urls = [];
    for (const name of ['migrated', 'shadow']) {
      await client.query(`CREATE DATABASE ${name}`);
      urls.push(Object.assign(new URL(server.url), { pathname: name }).href);
    }
    await client.end();
    return await driftOn(...urls, model);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fails if the model differs from the migrations. What has passed once is not compared again. */
async function check() {
  const scripts = migrations.map((path) => readFileSync(path, 'utf8'));
  const hash = createHash('sha256')
    .update(JSON.stringify([model, scripts]))
    .digest('hex');
  const stamp = join(cache, 'migrations-agree');
  try {
    if (readFileSync(stamp, 'utf8') === hash) return;
  } catch {
    // It has not passed yet.
  }
  const missing = await drift();
  if (missing === undefined) return writeFileSync(stamp, hash);
  process.stderr.write(
    `prisma/schema.prisma has what no migration does. Run "npm run migration -- name_of_the_change":\n${missing}\n`,
  );
  process.exitCode = 1;
}

const USAGE =
  'Usage: npm run migration -- [add_purchase_order]\nWithout a name, it writes prisma/sql into the newest migration.';

const [name] = process.argv.slice(2);
if (name === '--help' || name === '-h') {
  console.log(USAGE);
  process.exit(0);
}
mkdirSync(cache, { recursive: true });
if (name === '--check') {
  await check();
  process.exit();
}
if (name !== undefined && !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error(USAGE);
  process.exit(1);
}
const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
const target = name === undefined ? migrations.pop() : join(root, 'migrations', `${time}_${name}`, 'migration.sql');
const earlier = migrations.map((path) => readFileSync(path, 'utf8')).reverse();
const latest = (file) => earlier.flatMap((script) => copyOf(script, file)?.text ?? [])[0];
const changed = files.filter((file) => latest(file) !== sources.get(file));
if (changed.length > 0 && files.includes('records.sql')) changed.push('records.sql');

const head = () => `-- ${name.replaceAll('_', ' ')}\n`;
const start = name === undefined ? readFileSync(target, 'utf8') : head() + ((await drift()) ?? '');
mkdirSync(join(target, '..'), { recursive: true });
writeFileSync(target, [...new Set(changed)].reduce(withCopy, start));
process.stdout.write(`${target}\n`);
