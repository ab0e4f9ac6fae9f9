import { fileURLToPath } from 'node:url';

/** The migrations, from `src/` and from the bundles in `dist/` alike. */
export const MIGRATIONS = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

/** The ready GraphQL documents with their variables. */
export const OPERATIONS = new URL('../operations/', import.meta.url);
