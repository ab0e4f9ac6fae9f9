import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const here = import.meta.dirname;

// The peers' Prisma client comes from the gateway's own model, so the two cannot drift apart.
const model = readFileSync(`${here}/../prisma/schema.prisma`, 'utf8').replace(/^generator [^}]*}\n/ms, '');
const generators = `
generator client {
  provider            = "prisma-client"
  output              = "./generated/prisma"
  runtime             = "nodejs"
  moduleFormat        = "esm"
  importFileExtension = "ts"
}

generator pothos {
  provider     = "prisma-pothos-types"
  clientOutput = "./prisma/client.ts"
  output       = "./generated/pothos.ts"
}
`;
mkdirSync(`${here}/dist`, { recursive: true });
writeFileSync(`${here}/dist/schema.prisma`, generators + model);
execFileSync(
  process.execPath,
  [`${here}/node_modules/prisma/build/index.js`, 'generate', '--schema=dist/schema.prisma'],
  {
    cwd: here,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' },
  },
);

// Plain JavaScript, with every package left where npm put it: the form in which these servers are deployed, so that
// none of them pays for stripping types when start times are taken.
await build({
  entryPoints: readdirSync(`${here}/servers`).map((file) => `${here}/servers/${file}`),
  outdir: `${here}/dist/servers`,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node24',
  logLevel: 'warning',
});
