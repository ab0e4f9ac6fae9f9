// Compiles the peers, as they are deployed: plain JavaScript, with the packages that npm installed beside it. The
// Prisma client of the peers is the one that the gateway's own build generates.
import { build } from 'esbuild';

if (!process.version.startsWith('v24.'))
  throw new Error(`The bench needs Node 24, which npm installs beside it on Linux; this is ${process.version}.`);
await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: ['peers/*.ts'],
  outdir: 'dist/peers',
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node24',
  logLevel: 'warning',
});
