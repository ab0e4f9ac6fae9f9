// Generates the Prisma client, schema.graphql, schema.subgraph.graphql, docs/events.md, ready documents of records that
// have none, the typed documents and what
// client caches know of the schema in operations/generated, and the typed documents of the console in
// console/generated. With --check, the committed files stay as they are, and the exit code is 1 if they are stale.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { minifyIntrospectionQuery } from '@urql/introspection';
import { build } from 'esbuild';
import { introspectionFromSchema, isObjectType, lexicographicSortSchema, printSchema } from 'graphql';
import { generatePrisma } from './build.mjs';
import { writeDocuments } from './documents.mjs';
import { printEvents } from './events.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const sdl = join(root, 'schema.graphql');
const subgraph = join(root, 'schema.subgraph.graphql');
const events = join(root, 'docs/events.md');
const typed = join(root, 'operations/generated');
const typedConsole = join(root, 'console/generated');

/** The schema and the types of events, as the source now has them. */
async function load() {
  const outfile = join(root, 'node_modules/.cache/schema.mjs');
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  await build({
    stdin: {
      contents: `export * from './src/schema.ts'; export * from './src/graphql/federation/subgraph.ts'; export * from './src/changes/types.ts'; export { models } from './src/generated/models.ts';`,
      resolveDir: root,
    },
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
  });
  return import(pathToFileURL(outfile).href);
}

function generateDocuments(schema) {
  const cli = join(root, 'node_modules/@graphql-codegen/cli/cjs/bin.js');
  for (const [folder, config] of [
    [typed, 'codegen.ts'],
    [typedConsole, 'console/codegen.ts'],
  ]) {
    rmSync(folder, { recursive: true, force: true });
    execFileSync(process.execPath, [cli, '--config', config, '--silent'], { cwd: root, stdio: 'inherit' });
  }
  const introspection = minifyIntrospectionQuery(introspectionFromSchema(schema));
  writeFileSync(join(typed, 'introspection.json'), `${JSON.stringify(introspection)}\n`);
}

/** A text as the formatter writes a file of this name. */
const formatted = (name, text) =>
  execFileSync(join(root, 'node_modules/.bin/biome'), ['format', `--stdin-file-path=${name}`], {
    cwd: root,
    input: text,
    encoding: 'utf8',
  });

/** The generated files by path. */
function generatedFiles() {
  const files = [typed, typedConsole]
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile());
  const paths = [sdl, subgraph, events, ...files.map((entry) => join(entry.parentPath, entry.name))];
  return new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

/** The generated files as they are now; none if any is missing. */
function presentFiles() {
  try {
    return generatedFiles();
  } catch {
    return new Map();
  }
}

/** The documented columns of a model that its type does not have: a `///` comment is for clients. */
const forgottenFields = (schema, models) =>
  Object.entries(models).flatMap(([name, { fields }]) => {
    const type = schema.getType(name);
    const shown = isObjectType(type) ? type.getFields() : undefined;
    return fields
      .filter(({ field, documentation }) => shown && documentation && !(field in shown))
      .map(({ field }) => `${name}.${field}`);
  });

const USAGE = `npm run generate
  Generates what is committed from the schema, and ready documents for records that have none.
  --check   changes nothing, and fails if a file is stale
`;
const unknown = process.argv.slice(2).filter((argument) => argument !== '--check');
if (unknown.length > 0) {
  const isAsked = unknown.includes('--help');
  const fault = isAsked ? '' : `Unknown: ${unknown.join(' ')}\n`;
  (isAsked ? process.stdout : process.stderr).write(`${fault}Usage: ${USAGE}`);
  process.exit(isAsked ? 0 : 1);
}
const checking = process.argv.includes('--check');
generatePrisma({ ifStale: checking });
const before = presentFiles();
const { schema, printSubgraph, eventTypes, models } = await load();
writeFileSync(sdl, `${printSchema(lexicographicSortSchema(schema))}\n`);
writeFileSync(subgraph, printSubgraph(schema));
writeFileSync(events, printEvents(eventTypes()));
writeDocuments(schema, join(root, 'operations'), formatted);
generateDocuments(lexicographicSortSchema(schema));
const after = generatedFiles();
const stale = [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));
if (checking && stale.length > 0) {
  for (const path of after.keys()) rmSync(path);
  for (const [path, text] of before) writeFileSync(path, text);
  process.stderr.write(
    `Stale: ${stale.map((path) => path.slice(root.length)).join(', ')}. Run "npm run generate" and commit the result.\n`,
  );
  process.exitCode = 1;
}
for (const field of forgottenFields(schema, models)) {
  process.stderr.write(
    `${field} is in no type. Add it in src/resources/ or, if clients do not see it, write its comment with "//".\n`,
  );
  process.exitCode = 1;
}
