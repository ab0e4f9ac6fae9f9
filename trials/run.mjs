// Runs a trial: node trials/run.mjs chaos --rounds 20. Node 20 does not run TypeScript, so this bundles the program
// first, and the probe that it may load into a gateway. Gateways and workers are those of dist/.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = process.argv[2] ?? '';
if (program === '' || !existsSync(join(root, `trials/${program}.ts`))) {
  const names = readdirSync(join(root, 'trials')).flatMap((file) => (file.endsWith('.ts') ? file.slice(0, -3) : []));
  const others = ['database', 'percentile'];
  console.error(`Usage: node trials/run.mjs <${names.filter((name) => !others.includes(name)).join(' | ')}> [options]`);
  process.exit(1);
}
execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), '--if-stale'], { stdio: 'inherit' });
const folder = mkdtempSync(join(tmpdir(), 'program-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
// The bundles expect packages, migrations and dist/ where they are in the repository.
for (const name of ['node_modules', 'prisma', 'dist']) symlinkSync(join(root, name), join(folder, name));
await build({
  absWorkingDir: root,
  entryPoints: [`trials/${program}.ts`, 'trials/http/probe.ts'],
  outdir: join(folder, 'trials'),
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
process.argv.splice(1, 2, join(folder, 'trials', `${program}.mjs`));
await import(pathToFileURL(process.argv[1]).href);
