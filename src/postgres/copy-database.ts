import { pipeline } from 'node:stream/promises';
import { Client, DatabaseError } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { StartupError } from '../base/startup-error.ts';
import { MIGRATIONS } from '../paths.ts';
import { migrate } from './migrate.ts';

type Report = (text: string) => void;

interface Table {
  name: string;
  columns: string;
}

/** Every table but the record of migrations. A partitioned one is one table: the target has days of its own. */
const TABLES = `
SELECT quote_ident(relname) AS name, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
  AND relname <> '_prisma_migrations'
  AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
GROUP BY relname ORDER BY relname`;

const SEQUENCES = `
SELECT quote_ident(sequencename) AS name, last_value AS value FROM pg_sequences
WHERE schemaname = current_schema() AND last_value IS NOT NULL`;

/** Copies all tables into an empty database, in one snapshot and one transaction; no trigger runs. Returns the rows. */
export async function copyDatabase(
  source: string,
  target: { url: string; setting: string },
  report: Report,
): Promise<number> {
  await migrate(source, MIGRATIONS);
  await migrate(target.url, MIGRATIONS, { setting: target.setting });
  const [from, to] = [await connect(source), await connect(target.url)];
  try {
    await from.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await to.query('BEGIN');
    const { rows: tables } = await from.query<Table>(TABLES);
    await prepare(to, tables);
    let total = 0;
    for (const table of tables) total += await copyTable(from, to, table, report);
    const { rows: sequences } = await from.query<{ name: string; value: string }>(SEQUENCES);
    for (const { name, value } of sequences) await to.query('SELECT setval($1, $2)', [name, value]);
    for (const { name } of tables) await to.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    await to.query(`ANALYZE ${tables.map(({ name }) => name)}`);
    await to.query('COMMIT');
    return total;
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const reason =
      error.code === '55P03' ? 'another program uses the target; stop it while the copy runs' : error.message;
    throw new StartupError(`The copy failed and has left nothing in the target: ${reason}.`);
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
}

/** A connection without time limits, with text, numbers and times in forms that every release reads. */
async function connect(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c timezone=UTC -c datestyle=ISO',
  });
  // If the connection is lost, the running statement rejects too.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Locks the tables against other writers, stops their triggers and makes sure that they are empty. */
async function prepare(to: Client, tables: Table[]): Promise<void> {
  await to.query(`SET LOCAL lock_timeout = '10s'`);
  for (const { name } of tables) await to.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  // The copy has the epochs of the source, and the next program begins one of the target.
  await to.query('DELETE FROM database_epoch');
  const filled: string[] = [];
  for (const { name } of tables) if ((await to.query(`SELECT FROM ${name} LIMIT 1`)).rowCount !== 0) filled.push(name);
  if (filled.length > 0)
    throw new StartupError(`The target already has records (${filled.join(', ')}). Copy into an empty database.`);
}

async function copyTable(from: Client, to: Client, { name, columns }: Table, report: Report): Promise<number> {
  report(`${name.padEnd(26)} `);
  const copy = to.query(copyFrom(`COPY ${name} (${columns}) FROM STDIN`));
  await pipeline(from.query(copyTo(`COPY (SELECT ${columns} FROM ${name}) TO STDOUT`)), copy);
  report(`${copy.rowCount} rows\n`);
  return copy.rowCount;
}
