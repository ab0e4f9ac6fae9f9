import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the migrations. The path is the same from `src/` and from the bundles in `dist/`. */
export const MIGRATIONS = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

/** The folder of the example operations and their variables. */
export const OPERATIONS = new URL('../operations/', import.meta.url);

export const CONSOLE = new URL('../dist/console.html', import.meta.url);

/** Makes a directory that only its owner can read. With `recursive`, Node.js 20 would try for ever below /proc. */
export function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Two programs may start together.
    if (!existsSync(path)) throw error;
  }
}
