// Writes what leads from the migrations to the model, as Prisma's own engine has it, into a new migration, and
// prisma/sql, the source of all functions and triggers: with a name into a new one, otherwise
// into the newest, which is for one that is not released yet. A migration holds the files that changed since the
// migration before it, without the comments outside of functions, each between two comments of its own; what stands
// around them is the change of tables. records.sql comes with every other file, since it applies them. Then it writes
// what all migrations make of an empty database into catalogue.txt, with which a start compares its database. With
// --check, it fails if the model or the catalogue differs from the migrations.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
const migrationsNow = () =>
  readdirSync(join(root, 'migrations'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(root, 'migrations', name, 'migration.sql'))
    .sort();
const migrations = migrationsNow();
const scripts = () => migrationsNow().map((path) => readFileSync(path, 'utf8'));
const catalogue = join(root, 'migrations', 'catalogue.txt');

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

/** What `work` makes of three empty databases of an embedded PostgreSQL. */
async function onServer(work) {
  const outfile = join(cache, 'embedded.mjs');
  const contents = `export * from './src/embedded/embedded-server.ts'; export * from './src/postgres/condition.ts';`;
  const stdin = { contents, resolveDir: join(root, '..') };
  await build({ stdin, outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
  const { startEmbedded, CATALOGUE } = await import(pathToFileURL(outfile).href);
  const folder = mkdtempSync(join(tmpdir(), 'gateway-migration-'));
  const server = await startEmbedded(folder);
  const urlOf = (name) => Object.assign(new URL(server.url), { pathname: name }).href;
  const client = new pg.Client(server.url);
  try {
    await client.connect();
    for (const name of NAMES) await client.query(`CREATE DATABASE ${name}`);
    return await work(NAMES.map(urlOf), CATALOGUE);
  } finally {
    await client.end();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
const NAMES = ['migrated', 'shadow', 'listed'];

/** What leads from the migrations to the model; undefined if they agree. */
async function drift([migrated, shadow]) {
  const { driftOn } = await import('./schema-engine.mjs');
  return driftOn(migrated, shadow, model);
}

/** What the migrations make of an empty database, which a start compares with its own: a line each. */
async function listed([, , url], CATALOGUE) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const script of scripts()) await client.query(script);
    const { rows } = await client.query(`SELECT DISTINCT entry FROM (${CATALOGUE}) c ORDER BY entry`);
    return rows.map(({ entry }) => `${entry}\n`).join('');
  } finally {
    await client.end();
  }
}

/** Fails if the model or the catalogue differs from the migrations. What has passed once is not compared again. */
async function check() {
  const written = existsSync(catalogue) ? readFileSync(catalogue, 'utf8') : '';
  const hash = createHash('sha256')
    .update(JSON.stringify([model, scripts(), written]))
    .digest('hex');
  const stamp = join(cache, 'migrations-agree');
  try {
    if (readFileSync(stamp, 'utf8') === hash) return;
  } catch {
    // It has not passed yet.
  }
  const [missing, made] = await onServer(async (...given) => [await drift(...given), await listed(...given)]);
  if (missing === undefined && made === written) return writeFileSync(stamp, hash);
  process.stderr.write(
    missing === undefined
      ? 'prisma/migrations/catalogue.txt is stale. Run "npm run migration" and commit the result.\n'
      : `prisma/schema.prisma has what no migration does. Run "npm run migration -- name_of_the_change":\n${missing}\n`,
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
const start = name === undefined ? readFileSync(target, 'utf8') : head() + ((await onServer(drift)) ?? '');
mkdirSync(join(target, '..'), { recursive: true });
writeFileSync(target, [...new Set(changed)].reduce(withCopy, start));
writeFileSync(catalogue, await onServer(listed));
process.stdout.write(`${target}\n`);
