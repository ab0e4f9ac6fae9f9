import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { CHECKOUT } from './database.ts';

/** Lists of one that does nothing: what it costs that there is any. */
const LISTS = new Map([
  [
    'extension',
    `import { Prisma } from './generated/prisma/client.ts';
export const extensions = [
  Prisma.defineExtension({ query: { $allOperations: ({ args, query }) => query(args) } }),
];
`,
  ],
  ['plugin', 'export const plugins = [{}];\n'],
]);

const PARTS = ['src', 'cells', 'console', 'scripts', 'prisma', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** Builds a copy of the gateway that has an extension of Prisma's client, or a plugin of Yoga. Returns its folder. */
export function buildWith(kind: string): string {
  const list = LISTS.get(kind);
  if (list === undefined) throw new Error(`--with takes ${[...LISTS.keys()].join(' or ')}, not ${kind}.`);
  const folder = `${import.meta.dirname}/dist/with-${kind}`;
  rmSync(folder, { recursive: true, force: true });
  for (const part of PARTS) cpSync(`${CHECKOUT}/${part}`, `${folder}/${part}`, { recursive: true });
  symlinkSync(`${CHECKOUT}/node_modules`, `${folder}/node_modules`);
  writeFileSync(`${folder}/src/${kind}s.ts`, list);
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: 'inherit' });
  return folder;
}
