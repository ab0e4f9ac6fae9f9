import { randomBytes } from 'node:crypto';
import { StartupError } from '../src/base/startup-error.ts';
import type { CellCompany, Database } from '../src/cell-registry.ts';

/** The cell of a database, with the ids of the keys that its gateways have. Throws StartupError if it has none. */
export async function readCell(db: Database, what: string): Promise<{ name: string; secretKeys: string[] }> {
  const [cell] = (
    await db.query<{ name: string; secretKeys: string[] }>('SELECT name, secret_keys AS "secretKeys" FROM cell')
  ).rows;
  if (cell === undefined)
    throw new StartupError(`${what} belongs to no cell yet: start its gateways with CELL set to a name.`);
  return cell;
}

export async function readCompany(db: Database, company: string): Promise<CellCompany | undefined> {
  const text = 'SELECT company_id AS "companyId", moved_to AS "movedTo" FROM cell_company WHERE company_id = $1';
  return (await db.query<CellCompany>(text, [company])).rows[0];
}

/**
 * Spaces separate the columns of a proxy's map, and `#` begins its comments. In its commands, `;` is an end, `\` an
 * escape, and `<<` begins a text.
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

export async function recordTables(db: Database): Promise<string[]> {
  const text = `SELECT quote_ident(relname) AS name FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
    WHERE tgname = 'emit_change' AND relnamespace = current_schema()::regnamespace ORDER BY relname`;
  return (await db.query<{ name: string }>(text)).rows.map(({ name }) => name);
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
