// Runs a program of the tests: node test/run.mjs webhooks/chaos --rounds 20. Node 20 does not run TypeScript, so this bundles the
// program first, the gateway and the worker for programs that start them, and the probe that these load into a gateway.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { generatePrisma } from '../scripts/build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
generatePrisma({ ifStale: true });
const folder = mkdtempSync(join(tmpdir(), 'program-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
// The bundles expect packages and migrations where they are for dist/.
for (const name of ['node_modules', 'prisma']) symlinkSync(join(root, name), join(folder, name));
const program = process.argv[2] ?? '';
await build({
  absWorkingDir: root,
  entryPoints: [`test/${program}.ts`, 'test/http/probe.ts', 'src/main.ts', 'src/worker.ts'],
  outdir: join(folder, 'dist'),
  entryNames: '[name]',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
});
process.argv.splice(1, 2, join(folder, 'dist', `${basename(program)}.mjs`));
await import(pathToFileURL(process.argv[1]).href);
