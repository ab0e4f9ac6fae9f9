// Builds the page of console/ as one file, with its style and its script inside: it needs nothing from elsewhere.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Writes the page to `outfile`. */
export async function buildConsole(root, outfile) {
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
  writeFileSync(outfile, whole);
}
