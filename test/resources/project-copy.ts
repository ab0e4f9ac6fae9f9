import { execFile } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporary } from '../programs.ts';

export const repository = fileURLToPath(new URL('../..', import.meta.url));
export const run = promisify(execFile);

/** A copy of what runs of the project. */
export function copy(): string {
  const folder = temporary();
  for (const part of [
    'src',
    'cells',
    'console',
    'scripts',
    'prisma',
    'operations',
    'package.json',
    'tsconfig.json',
    'prisma.config.ts',
  ])
    cpSync(join(repository, part), join(folder, part), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
