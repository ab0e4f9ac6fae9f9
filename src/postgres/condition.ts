import type pg from 'pg';
import type { Log } from '../base/log.ts';
import { StartupError } from '../base/startup-error.ts';

/** What search needs. A dump of a schema alone leaves them out, with the indexes that they make. */
const EXTENSIONS = ['pg_trgm', 'btree_gin'];

const READ = `
SELECT ARRAY(SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(quote_ident(name)) IS NULL) AS tables,
  ARRAY(SELECT name FROM unnest($2::text[]) AS name WHERE to_regclass(quote_ident(name)) IS NULL) AS indexes,
  ARRAY(SELECT name FROM unnest($3::text[]) AS name
    WHERE NOT EXISTS (SELECT FROM pg_extension WHERE extname = name)) AS extensions,
  ARRAY(SELECT name FROM unnest($1::text[]) AS name WHERE row_security_active(to_regclass(quote_ident(name)))) AS hiding,
  current_setting('server_version_num')::int / 10000 AS version`;

type Found = Record<'tables' | 'indexes' | 'extensions' | 'hiding', string[]> & { version: number };

const COLLATION = `
SELECT datcollversion AS made, pg_database_collation_actual_version(oid) AS has, quote_ident(datname) AS name
FROM pg_database WHERE datname = current_database()`;

/**
 * Looks for what a restore has left out, and for what changes answers without an error. Throws StartupError where
 * records would be missing or hidden, and warns of what only slows down or sorts otherwise.
 */
export async function checkCondition(client: pg.ClientBase, scripts: readonly string[], log?: Log): Promise<void> {
  const tables = namesIn(scripts, /CREATE TABLE (?:IF NOT EXISTS )?"(\w+)"/g);
  if (tables.length === 0) return;
  const indexes = namesIn(scripts, /CREATE (?:UNIQUE )?INDEX (?:IF NOT EXISTS )?"(\w+)"/g);
  const [found] = (await client.query<Found>(READ, [tables, indexes, EXTENSIONS])).rows;
  if (found === undefined) return;
  const missing = [...found.tables, ...found.extensions];
  if (missing.length > 0)
    throw new StartupError(
      `The database lacks ${list(missing)}, as after a restore of a part (pg_dump -n leaves out extensions): restore a whole dump into an empty database.`,
    );
  if (found.hiding.length > 0)
    throw new StartupError(
      `Row level security hides records of ${list(found.hiding)} from this role: connect as the owner of the tables without FORCE ROW LEVEL SECURITY, or give the role BYPASSRLS.`,
    );
  if (found.indexes.length > 0)
    log?.warn({ indexes: found.indexes }, 'the database lacks indexes: create them as prisma/migrations has them');
  if (found.version < 15) return;
  const [collation] = (await client.query<Record<'made' | 'has' | 'name', string | null>>(COLLATION)).rows;
  if (collation === undefined || collation.made === collation.has) return;
  log?.warn(
    collation,
    `the collation of the database has another version than its indexes, which may miss records: run REINDEX DATABASE ${collation.name}, then ALTER DATABASE ${collation.name} REFRESH COLLATION VERSION`,
  );
}

const list = (names: readonly string[]): string =>
  names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');

/** The names that scripts create, without those that they drop later. */
function namesIn(scripts: readonly string[], created: RegExp): string[] {
  const all = scripts.join('\n');
  const dropped = new Set(Array.from(all.matchAll(/DROP (?:TABLE|INDEX) (?:IF EXISTS )?"(\w+)"/g), ([, name]) => name));
  return Array.from(all.matchAll(created), ([, name = '']) => name).filter((name) => !dropped.has(name));
}
