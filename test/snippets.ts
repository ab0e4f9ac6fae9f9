import { fileURLToPath } from 'node:url';
import { type BuildOptions, type BuildResult, build } from 'esbuild';

/** Bundles a program of a few lines, which imports from `src/`. */
export const bundleSnippet = (contents: string, outfile: string, options: BuildOptions = {}): Promise<BuildResult> =>
  build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('../src', import.meta.url)), loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['pg-native'],
    banner: { js: "import { createRequire as r } from 'node:module'; const require = r(import.meta.url);" },
    ...options,
  });
