import { fileURLToPath } from 'node:url';

/** The folder of the migrations. The path is the same from `src/` and from the bundles in `dist/`. */
export const MIGRATIONS = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

/** The folder of the example operations and their variables. */
export const OPERATIONS = new URL('../operations/', import.meta.url);
