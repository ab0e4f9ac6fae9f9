import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { StartupError } from '../base/startup-error.ts';

/*
 * A cell is a whole installation: gateways, workers and a database. A proxy knows which company lives where, and each
 * database has the companies of its cell, so that a gateway refuses those that a proxy leads to the wrong one.
 */

type Database = Pick<pg.ClientBase, 'query'>;

/** A company that a cell serves, or has served. */
export interface CellCompany {
  companyId: string;
  /** The cell that it has moved to; null while it is here. */
  movedTo: string | null;
}

const CLAIM = `
INSERT INTO cell AS c (name, secret_keys) VALUES ($1, $2)
ON CONFLICT (id) DO UPDATE
SET secret_keys = CASE WHEN c.name = excluded.name THEN excluded.secret_keys ELSE c.secret_keys END
RETURNING name`;

/** Makes the database that of a cell. Throws StartupError if it belongs to another one. */
export async function claimCell(db: Database, name: string, secretKeys: string[]): Promise<void> {
  const [claimed] = (await db.query<{ name: string }>(CLAIM, [name, secretKeys])).rows;
  if (claimed?.name !== name)
    throw new StartupError(`CELL is "${name}", and the database belongs to the cell "${claimed?.name}".`);
}

/** The cell of a database, with the ids of the keys that its gateways have. Throws StartupError if it has none. */
export async function readCell(db: Database, what: string): Promise<{ name: string; secretKeys: string[] }> {
  const [cell] = (
    await db.query<{ name: string; secretKeys: string[] }>('SELECT name, secret_keys AS "secretKeys" FROM cell')
  ).rows;
  if (cell === undefined)
    throw new StartupError(`${what} belongs to no cell yet: start its gateways with CELL set to a name.`);
  return cell;
}

/** Reads a company of a cell; undefined if the cell has never served it. */
export async function readCompany(db: Database, company: string): Promise<CellCompany | undefined> {
  const text = 'SELECT company_id AS "companyId", moved_to AS "movedTo" FROM cell_company WHERE company_id = $1';
  return (await db.query<CellCompany>(text, [company])).rows[0];
}

/**
 * A proxy's map separates its columns by spaces, and its comments begin with a number sign. In the commands that change
 * it, a semicolon is an end, a backslash an escape, and `<<` begins a text. Nobody sees control characters.
 */
const UNFIT = /[\s#;\\<\p{Cc}\p{Cf}\p{Cs}]|^fog_/u;
const MOST_BYTES = 255;

/** Throws StartupError if no proxy can lead the company to its cell. */
export function checkId(company: string): void {
  if (company === '' || UNFIT.test(company) || Buffer.byteLength(company) > MOST_BYTES)
    throw new StartupError(
      `A proxy's map cannot hold the company ${JSON.stringify(company)}: ids have at most ${MOST_BYTES} bytes, no spaces or control characters, none of # ; \\ < and do not begin with fog_.`,
    );
}

const ADD = `
INSERT INTO cell_company (company_id, key_prefix) SELECT * FROM unnest($1::text[], $2::text[])
ON CONFLICT (company_id) DO NOTHING RETURNING company_id AS "companyId"`;

/** Registers companies with the cell and returns those that are new. Throws StartupError for one without a fit id. */
export async function addCompanies(db: Database, companies: string[]): Promise<string[]> {
  companies.forEach(checkId);
  for (const company of companies) {
    const moved = (await readCompany(db, company))?.movedTo;
    if (moved) throw new StartupError(`The company "${company}" has moved to the cell "${moved}".`);
  }
  const prefixes = companies.map(() => randomBytes(4).toString('hex'));
  return (await db.query<CellCompany>(ADD, [companies, prefixes])).rows.map(({ companyId }) => companyId);
}

/** The tables of what companies make themselves. */
export const ownTables = async (db: Database): Promise<string[]> => [
  ...(await recordTables(db)),
  ...['api_key', 'webhook_subscription'],
];

/** The companies of the database's records, keys and subscriptions. */
export async function companiesIn(db: Database): Promise<string[]> {
  const each = (await ownTables(db)).map((table) => `SELECT company_id FROM ${table}`).join(' UNION ');
  const text = `SELECT company_id AS id FROM (${each}) c WHERE company_id IS NOT NULL ORDER BY 1`;
  return (await db.query<{ id: string }>(text)).rows.map(({ id }) => id);
}

/** The tables of records, quoted where necessary. */
export async function recordTables(db: Database): Promise<string[]> {
  const text = `SELECT quote_ident(relname) AS name FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
    WHERE tgname = 'emit_change' AND relnamespace = current_schema()::regnamespace ORDER BY relname`;
  return (await db.query<{ name: string }>(text)).rows.map(({ name }) => name);
}

/** What the id of a new key of the company begins with; undefined without a cell. */
export async function keyPrefixOf(db: Database, company: string): Promise<string | undefined> {
  const text = 'SELECT key_prefix AS "keyPrefix" FROM cell_company WHERE company_id = $1';
  return (await db.query<{ keyPrefix: string }>(text, [company])).rows[0]?.keyPrefix;
}

const ENTRIES = `
SELECT company_id AS entry FROM cell_company WHERE moved_to IS NULL AND company_id = coalesce($1, company_id)
UNION SELECT 'fog_' || key_prefix FROM cell_company WHERE moved_to IS NULL AND company_id = coalesce($1, company_id)
UNION SELECT 'fog_' || left(id, 8) FROM api_key LEFT JOIN cell_company c USING (company_id)
  WHERE CASE WHEN $1::text IS NULL THEN company_id IS NULL OR c.moved_to IS NULL ELSE company_id = $1 END
ORDER BY 1`;

/** What leads to this cell in a proxy's map, of one company or of all: companies, and the beginnings of API keys. */
export async function mapEntries(db: Database, company?: string): Promise<string[]> {
  return (await db.query<{ entry: string }>(ENTRIES, [company ?? null])).rows.map(({ entry }) => entry);
}
