import type pg from 'pg';
import { reasonOf } from '../base/errors.ts';
import { StartupError } from '../base/startup-error.ts';
import { stringify } from '../exact-json.ts';
import { isOfClass } from '../postgres/sqlstate.ts';
import { type Column, type Model, modelNamed, newValue } from '../prisma/sql/model.ts';
import { assignments, isGiven } from '../prisma/sql/update-text.ts';

export interface Row {
  key: { by: 'id' | 'external_id'; value: string };
  /** By the names of columns. Of a record that is there, the others keep their values. */
  values: Record<string, unknown>;
}

interface Outcome {
  created: Row[];
  updated: number;
  refused: { row: Row; reason: string }[];
}

/** A row, and what it is in a statement: of an update, bit n of `given` says whether the nth column has a value. */
interface Sent {
  row: Row;
  values: Record<string, unknown>;
  given?: number;
}

interface Match {
  key: string;
  id: string;
  own: boolean | null;
  records: number;
  gone: string | null;
}

/**
 * Finds records by their ids: the planner knows too little of a growing table, and would join with the whole company.
 */
const BEGIN = `BEGIN; SET LOCAL field_operations.actor = 'import';
SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off`;

const IMMUTABLE: ReadonlySet<string> = new Set(['id', 'company_id']);
/** Classes of SQLSTATE in which one row can fail: data, constraints, locks, size, triggers. */
const OF_A_ROW = ['22', '23', '40', '54', '55', 'P0', 'WS'];

/**
 * Writes records of a company. Until `close`, no other import writes its records of the type: two could create one
 * external id. Throws StartupError if one runs.
 */
export async function openUpsert(pool: pg.Pool, modelName: string, company: string) {
  const model = modelNamed(modelName);
  const client = await pool.connect().catch(fail);
  await lock(client, model.table, company).catch((error: unknown) => {
    client.release(true);
    return fail(error);
  });
  const columns = [...model.columns.values()];
  const set = columns.filter(({ column, setByServer }) => !IMMUTABLE.has(column) && !setByServer);
  const required = set.filter(({ nullable, initial, drawn }) => !nullable && (initial ?? drawn) === undefined);
  const initials = Object.fromEntries(set.map(({ column, initial }) => [column, initial]));
  const statements = statementsOf(model, set);

  const givenIn = (values: Row['values']): number =>
    set.reduce((mask, { column }, bit) => (values[column] === undefined ? mask : mask + 2 ** bit), 0);

  /** Runs a statement for rows, without those that it fails for. Returns the number of rows that it wrote. */
  async function attempt(text: string, rows: Sent[], refused: Outcome['refused']): Promise<number> {
    const [first] = rows;
    if (first === undefined) return 0;
    await client.query('SAVEPOINT attempt');
    try {
      const sent = [rows.map(({ values }) => values), rows.map(({ given }) => ({ given }))];
      const { rowCount } = await client.query(text, [...sent.map((each) => stringify(each)), company]);
      await client.query('RELEASE attempt');
      return rowCount ?? 0;
    } catch (error) {
      if (!isOfClass(error, OF_A_ROW)) throw error;
      await client.query('ROLLBACK TO attempt; RELEASE attempt');
      if (rows.length === 1) {
        refused.push({ row: first.row, reason: reasonOf(error) });
        return 0;
      }
      const half = rows.length >> 1;
      const written = await attempt(text, rows.slice(0, half), refused);
      return written + (await attempt(text, rows.slice(half), refused));
    }
  }

  async function writeAll(rows: readonly Row[], by: Row['key']['by']): Promise<Outcome> {
    const keys = rows.map(({ key }) => key.value);
    const { rows: found } = await client.query<Match>(statements[by], [keys, company]);
    const matches = new Map(found.map((match) => [match.key, match]));
    const refused: Outcome['refused'] = [];
    const known: Sent[] = [];
    const fresh: Sent[] = [];
    for (const row of rows) {
      const { values, key } = row;
      const match = matches.get(key.value);
      const missing = required.filter(({ column }) => values[column] === undefined).map(({ column }) => column);
      if (match === undefined && missing.length > 0)
        refused.push({ row, reason: `a new record needs ${missing.join(', ')}` });
      else if (match === undefined)
        fresh.push({ row, values: { ...initials, ...values, id: by === 'id' ? key.value : undefined } });
      else if (!match.own) refused.push({ row, reason: 'the id belongs to a record that is not of this company' });
      else if (match.gone !== null)
        refused.push({ row, reason: `the id is of a record that was deleted ${match.gone}; restore it instead` });
      else if (match.records > 1)
        refused.push({ row, reason: 'the company has several records with this external_id; give the id' });
      else known.push({ row, values: { ...values, id: match.id }, given: givenIn(values) });
    }
    await attempt(statements.insert, fresh, refused);
    const failed = new Set(refused.map(({ row }) => row));
    const created = fresh.map(({ row }) => row).filter((row) => !failed.has(row));
    const updated = await attempt(statements.update, known, refused);
    return { created, updated, refused };
  }

  return {
    columns,
    /** Writes rows about different records, by keys of one kind, without those that are refused, until `end`. */
    write: (rows: readonly Row[], by: Row['key']['by']): Promise<Outcome> =>
      client
        .query(BEGIN)
        .then(() => writeAll(rows, by))
        .catch(fail),
    /** Commits what `write` wrote, or rolls it back. Throws StartupError if the database fails. */
    async end(keeps: boolean): Promise<void> {
      await client.query(keeps ? 'COMMIT' : 'ROLLBACK').catch(fail);
    },
    close: (): void => client.release(true),
  };
}

function fail(error: unknown): never {
  if (error instanceof StartupError) throw error;
  throw new StartupError(`The database failed: ${reasonOf(error)}`);
}

/** Locks the company's records in a table until the connection ends. Throws StartupError if another import has them. */
async function lock(client: pg.ClientBase, table: string, company: string): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(
    'SELECT pg_try_advisory_lock($1::regclass::oid::integer, hashtext($2)) AS taken',
    [table, company],
  );
  if (!rows[0]?.taken)
    throw new StartupError(`Another import of these records of "${company}" is running; wait until it ends.`);
}

/**
 * At most two records of each key (`$1`). The limit makes it one search of an index for each key: the planner knows too
 * little of a growing table.
 */
const matching = (records: string): string =>
  `SELECT key, min(id) AS id, bool_and(own) AS own, count(*)::integer AS records, min(gone) AS gone
   FROM unnest($1::text[]) key CROSS JOIN LATERAL (${records} ORDER BY id LIMIT 2) found GROUP BY key`;

/** The statements that match keys (`$1`, of company `$2`) and those that write rows (`$1` and `$2`, as JSON). */
function statementsOf(model: Model, columns: readonly Column[]) {
  const { table, stored } = model;
  const sent = `ROWS FROM (json_populate_recordset(NULL::${table}, $1), json_to_recordset($2) AS (given bigint)) AS g`;
  const fields = columns.map(({ field }) => field);
  const settings = assignments(model, fields, 'g.given', ({ name }) => `g.${name}`, 't.');
  const differences = columns.map(
    ({ name }, bit) => `${isGiven('g.given', bit)} AND g.${name} IS DISTINCT FROM t.${name}`,
  );
  const names = columns.map(({ name }) => name);
  return {
    id: matching(`SELECT id, company_id = $2 AS own, NULL AS gone FROM ${table} WHERE id = key
      UNION ALL SELECT id, true, concat('on ', deleted_at, ' by ' || actor) FROM record_deletion
      WHERE record_type = '${stored}' AND company_id = $2 AND id = key AND NOT EXISTS (SELECT FROM ${table} WHERE id = key)`),
    external_id: matching(
      `SELECT id, true AS own, NULL AS gone FROM ${table} WHERE company_id = $2 AND external_id = key`,
    ),
    insert: `INSERT INTO ${table} (id, company_id, ${names})
      SELECT coalesce(id, time_ordered_uuid()::text), $3, ${columns.map(newValue)} FROM ${sent}`,
    // The condition leaves out what is there already: an UPDATE without a change would still write the row.
    update: `UPDATE ${table} t SET ${settings} FROM ${sent}
      WHERE t.id = g.id AND t.company_id = $3 AND (${differences.join(' OR ')})`,
  };
}
