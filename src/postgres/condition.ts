import type pg from 'pg';
import type { Log } from '../base/log.ts';
import { StartupError } from '../base/startup-error.ts';

/** What a database has of the gateway, but for the tables of days: a kind and a name each. */
export const CATALOGUE = `
WITH own AS (
  SELECT oid, relname AS name, CASE relkind WHEN 'S' THEN 'sequence' WHEN 'v' THEN 'view' ELSE 'table' END AS kind
  FROM pg_class WHERE relkind IN ('r', 'p', 'S', 'v') AND relname !~ '_(before|[0-9]+)$' AND pg_table_is_visible(oid)
    AND relnamespace <> 'pg_catalog'::regnamespace)
SELECT concat(kind, ' ', name) AS entry FROM own
UNION ALL SELECT concat('column ', name, '.', attname) FROM own JOIN pg_attribute ON attrelid = oid
  WHERE kind <> 'sequence' AND attnum > 0 AND NOT attisdropped
UNION ALL SELECT concat('constraint ', name, '.', conname) FROM own JOIN pg_constraint ON conrelid = own.oid
  WHERE contype <> 'n'
UNION ALL SELECT concat(CASE WHEN indisunique THEN 'unique ' END, 'index ', relname)
  FROM own JOIN pg_index ON indrelid = oid JOIN pg_class i ON i.oid = indexrelid
  WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
UNION ALL SELECT concat('trigger ', name, '.', tgname) FROM own JOIN pg_trigger ON tgrelid = own.oid
  WHERE NOT tgisinternal
UNION ALL SELECT concat('function ', proname) FROM pg_proc WHERE pronamespace <> 'pg_catalog'::regnamespace
  AND pg_function_is_visible(oid) AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
UNION ALL SELECT concat('extension ', extname) FROM pg_extension`;

const RIGHTS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

const READ = `
WITH tables AS (
  SELECT name, to_regclass(quote_ident(name)) AS id FROM unnest($1::text[]) AS entry, substr(entry, 7) AS name
  WHERE starts_with(entry, 'table '))
SELECT ARRAY(SELECT entry FROM (SELECT unnest($1::text[]) AS entry EXCEPT (${CATALOGUE})) lacking
    ORDER BY NOT starts_with(entry, 'table '), entry) AS lacking,
  ARRAY(SELECT name FROM tables WHERE EXISTS (
    SELECT FROM pg_trigger WHERE tgrelid = id AND NOT tgisinternal AND tgenabled NOT IN ('O', 'A'))) AS disabled,
  ARRAY(SELECT name FROM tables WHERE EXISTS (
    SELECT FROM unnest($2::text[]) AS wanted WHERE NOT has_table_privilege(id, wanted))) AS forbidden,
  ARRAY(SELECT name FROM tables WHERE row_security_active(id)) AS hiding,
  quote_ident(current_schema) AS schema, quote_ident(current_user) AS role,
  current_setting('server_version_num')::int / 10000 AS version`;

type Found = Record<'lacking' | 'disabled' | 'forbidden' | 'hiding', string[]> &
  Record<'schema' | 'role', string> & { version: number };

const COLLATION = `
SELECT datcollversion AS made, pg_database_collation_actual_version(oid) AS has, quote_ident(datname) AS name
FROM pg_database WHERE datname = current_database()`;

/** Throws StartupError where entries are missing or records hidden; warns of what slows down or sorts otherwise. */
export async function checkCondition(
  client: pg.ClientBase,
  catalogue: readonly string[],
  needsRights: boolean,
  log?: Log,
): Promise<void> {
  const [found] = (await client.query<Found>(READ, [catalogue, RIGHTS])).rows;
  if (found === undefined) return;
  const indexes = found.lacking.filter((entry) => entry.startsWith('index '));
  const missing = found.lacking.filter((entry) => !indexes.includes(entry));
  if (missing.length > 0)
    throw new StartupError(
      `The database lacks the ${list(missing)}, as after a restore of a part (pg_dump -n leaves out extensions): restore a whole dump into an empty database.`,
    );
  if (found.disabled.length > 0)
    throw new StartupError(
      `Triggers of ${list(found.disabled)} are disabled, as a restore with --disable-triggers leaves them when it breaks off: restore again, or run ALTER TABLE ${found.disabled[0]} ENABLE TRIGGER USER.`,
    );
  if (needsRights && found.forbidden.length > 0)
    throw new StartupError(
      `The role ${found.role} may not read and write ${list(found.forbidden)}: run GRANT ${RIGHTS.join(', ')} ON ALL TABLES IN SCHEMA ${found.schema} TO ${found.role}, and GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${found.schema} TO ${found.role}.`,
    );
  if (found.hiding.length > 0)
    throw new StartupError(
      `Row level security hides records of ${list(found.hiding)} from this role: connect as the owner of the tables without FORCE ROW LEVEL SECURITY, or give the role BYPASSRLS.`,
    );
  if (indexes.length > 0)
    log?.warn({ indexes }, 'the database lacks indexes: create them as prisma/migrations has them');
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
