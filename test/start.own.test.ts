import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** The packages that a program loads before it does anything. */
async function loadedBy(program: string): Promise<string[]> {
  const { outputs } = (
    await build({
      entryPoints: { program },
      outdir: 'unwritten',
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      metafile: true,
      write: false,
    })
  ).metafile;
  const seen = new Set(['unwritten/program.js']);
  for (const path of seen)
    for (const { kind, path: imported } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement') seen.add(imported);
  return [...seen].filter((name) => !name.startsWith('unwritten/') && !name.startsWith('node:')).sort();
}

const OF_A_DELIVERER = [
  '@prisma/adapter-pg',
  '@prisma/client/runtime/client',
  'fastest-levenshtein',
  'ipaddr.js',
  'lru-cache',
  'pg',
  'pino',
  'zod',
];
const OF_A_SCHEMA = ['core', 'plugin-errors', 'plugin-prisma', 'plugin-prisma-utils', 'plugin-relay'].map(
  (name) => `@pothos/${name}`,
);

test('a gateway starts without what is seldom needed: yoga, undici, metrics, tracing, imports', async () => {
  const expected = [...OF_A_SCHEMA, ...OF_A_DELIVERER, 'graphql', 'graphql-scalars', 'jose'];
  expect(await loadedBy('src/main.ts')).toEqual(expected.sort());
});

test('a deliverer starts without GraphQL', async () => {
  expect(await loadedBy('src/worker.ts')).toEqual(OF_A_DELIVERER);
});
