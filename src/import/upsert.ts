import pg from 'pg';
import { reasonOf } from '../base/errors.ts';
import { StartupError } from '../base/startup-error.ts';
import { stringify } from '../exact-json.ts';
import { isOfClass } from '../postgres/sqlstate.ts';
import { assignments, type Column, isGiven, type Model, modelNamed, newValue } from '../prisma/sql/model.ts';
import { namesOf } from '../records/records.ts';
import {
  columnsFor,
  conditionOf,
  faultOfChange,
  faultOfNew,
  faultOfNewId,
  type Grant,
  withOnlyValues,
} from './grant.ts';

export interface Row {
  key: { by: 'id' | 'external_id'; value: string };
  /** By the names of columns. Of a record that is there, the others keep their values. */
  values: Record<string, unknown>;
}

export const nameOf = ({ by, value }: Row['key']): string => `${by} ${value}`;

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

const begin = (actor: string): string => `BEGIN; SET LOCAL field_operations.actor = ${pg.escapeLiteral(actor)}`;

const IMMUTABLE: ReadonlySet<string> = new Set(['id', 'company_id']);
/** Beginnings of SQLSTATEs in which a row can fail: data, constraints, locks, size, triggers; not a company's move. */
const OF_A_ROW = ['22', '23', '40', '54', '55', 'P0', 'WS001', 'WS002'];

/** The import cannot go on, and the file is not the cause: a failure of the database is, or else another import. */
export class UnavailableImport extends StartupError {}

export interface Target {
  model: string;
  company: string;
  /** What the token may import; undefined for an operator. */
  grant?: Grant | undefined;
  /** The id by which `askToStop` finds this import, through any process, and what that calls. */
  asked?: { id: string; stop: () => void };
}

/**
 * Writes records of a company. Until `close`, no other import writes its records of the type: two could create one
 * external id. Throws UnavailableImport if one runs.
 */
export async function openUpsert(pool: pg.Pool, { model: name, company, grant, asked }: Target) {
  const model = modelNamed(name);
  const { scope } = namesOf(name);
  const client = await pool.connect().catch(fail);
  const own = payloadOf(model, company, asked?.id);
  await lock(client, model.table, company, own).catch((error: unknown) => {
    client.release(true);
    return fail(error);
  });
  client.on('notification', ({ payload }) => {
    if (payload === own) asked?.stop();
  });
  const columns = columnsFor(model, grant);
  const set = columns.filter(({ column, setByServer }) => !IMMUTABLE.has(column) && !setByServer);
  const required = set.filter(({ nullable, initial, drawn }) => !nullable && (initial ?? drawn) === undefined);
  const initials = Object.fromEntries(set.map(({ column, initial }) => [column, initial]));
  const rule = grant?.update.rule;
  const isChanged = ({ field }: Column): boolean => grant?.update.fields.has(field) ?? true;
  const statements = statementsOf(model, set, grant);
  const ofRule = conditionOf(rule, 't', 0).values;

  const givenIn = (values: Row['values']): number =>
    set.reduce(
      (mask, column, bit) => (values[column.column] === undefined || !isChanged(column) ? mask : mask + 2 ** bit),
      0,
    );

  /** Runs a statement for rows, without those that it fails for. Returns the number of rows that it wrote. */
  async function attempt(
    text: string,
    rows: Sent[],
    refused: Outcome['refused'],
    others: (rows: Sent[]) => unknown[] = () => [],
  ): Promise<number> {
    const [first] = rows;
    if (first === undefined) return 0;
    await client.query('SAVEPOINT attempt');
    try {
      const sent = [rows.map(({ values }) => values), rows.map(({ given }) => ({ given }))];
      const { rowCount } = await client.query(text, [...sent.map((each) => stringify(each)), company, ...others(rows)]);
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
      const written = await attempt(text, rows.slice(0, half), refused, others);
      return written + (await attempt(text, rows.slice(half), refused, others));
    }
  }

  /** The values of a new row, with its id: a rule may name that, too. */
  function filled({ key, values }: Row): Row['values'] {
    const given = key.by === 'id' ? { ...values, id: key.value } : values;
    return grant === undefined ? given : withOnlyValues(grant, given);
  }

  function faultOfFresh(row: Row): string | undefined {
    const all = filled(row);
    const fault =
      (grant && typeof all.id === 'string' ? faultOfNewId(all.id) : undefined) ??
      (grant && faultOfNew(grant, model, all, scope));
    if (fault !== undefined) return fault;
    const missing = required.filter(({ column }) => all[column] === undefined).map(({ column }) => column);
    return missing.length > 0 ? `a new record needs ${missing.join(', ')}` : undefined;
  }

  function faultOfMatch(row: Row, { own, gone, records }: Match): string | undefined {
    // A token does not learn whose record it is, or when it was deleted: only one that may create it, that it is there.
    if (grant && (!own || (gone !== null && rule !== undefined))) return faultOfFresh(row) ?? 'the id is taken';
    if (!own) return 'the id belongs to a record that is not of this company';
    if (gone !== null) return `the id is of a record that was deleted ${gone}; restore it instead`;
    if (records > 1) return 'the company has several records with this external_id; give the id';
    return grant && faultOfChange(grant, model, row.values);
  }

  /** The records that the keys name. */
  async function matchesOf(rows: readonly Row[]): Promise<Map<string, Match>> {
    const matches = new Map<string, Match>();
    for (const by of ['id', 'external_id'] as const) {
      const keys = rows.flatMap(({ key }) => (key.by === by ? key.value : []));
      if (keys.length === 0) continue;
      const { rows: found } = await client.query<Match>(statements[by], [keys, company, ...ofRule]);
      for (const match of found) matches.set(nameOf({ by, value: match.key }), match);
    }
    return matches;
  }

  async function writeAll(rows: readonly Row[]): Promise<Outcome> {
    const matches = await matchesOf(rows);
    const refused: Outcome['refused'] = [];
    const known: Sent[] = [];
    const fresh: Sent[] = [];
    const ids = new Set<string>();
    // The lines from the first on that depends on one before it.
    const later: Row[] = [];
    let isOver = false;
    for (const row of rows) {
      const match = matches.get(nameOf(row.key));
      const fault = match === undefined ? faultOfFresh(row) : faultOfMatch(row, match);
      const { values } = row;
      // An earlier line has named the record by its other key, or may have changed how many have this one.
      if (match !== undefined && (ids.has(match.id) || (match.records > 1 && ids.size > 0))) isOver = true;
      if (isOver) later.push(row);
      else if (fault !== undefined) refused.push({ row, reason: fault });
      else if (match !== undefined) known.push({ row, values: { ...values, id: match.id }, given: givenIn(values) });
      else fresh.push({ row, values: { ...initials, ...filled(row) } });
      if (match !== undefined) ids.add(match.id);
    }
    await attempt(statements.insert, fresh, refused);
    const failed = new Set(refused.map(({ row }) => row));
    const created = fresh.map(({ row }) => row).filter((row) => !failed.has(row));
    const updated = await attempt(statements.update, known, refused, (rows) => [
      rows.map(({ values }) => values.id),
      ...ofRule,
    ]);
    if (later.length === 0) return { created, updated, refused };
    const rest = await writeAll(later);
    return {
      created: [...created, ...rest.created],
      updated: updated + rest.updated,
      refused: [...refused, ...rest.refused],
    };
  }

  return {
    columns,
    /** Writes rows with different keys, without those that are refused, until `end`. */
    write: (rows: readonly Row[]): Promise<Outcome> =>
      client
        .query(begin(grant?.actor ?? 'import'))
        .then(() => writeAll(rows))
        .catch(fail),
    /** Commits what `write` wrote, or rolls it back. Throws StartupError if the database fails. */
    async end(keeps: boolean): Promise<void> {
      await client.query(keeps ? 'COMMIT' : 'ROLLBACK').catch(fail);
    },
    /** Ends the connection, and first its locks: who imports another file next may do so as soon as this returns. */
    async close(): Promise<void> {
      await client.query('SELECT pg_advisory_unlock_all()').catch(() => {});
      client.release(true);
    },
  };
}

function fail(error: unknown): never {
  if (error instanceof StartupError) throw error;
  throw new UnavailableImport(`The database failed: ${reasonOf(error)}`, { cause: error });
}

const STOPS = 'field_operations_import_stop';
const payloadOf = ({ table }: Model, company: string, id?: string): string => JSON.stringify([table, company, id]);

/** Asks an import of a company's records to end, in any process. Returns whether it runs. */
export async function askToStop(pool: pg.Pool, name: string, company: string, id: string): Promise<boolean> {
  const model = modelNamed(name);
  const { rowCount } = await pool.query(
    `SELECT pg_notify('${STOPS}', $2) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
     AND classid = $1::regclass::oid AND objid = (hashtext($2)::bigint & 4294967295)::oid`,
    [model.table, payloadOf(model, company, id)],
  );
  return rowCount !== 0;
}

/** Locks the company's records in a table until the connection ends. Throws if another import has them. */
async function lock(client: pg.ClientBase, table: string, company: string, own: string): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(
    `SELECT bool_and(pg_try_advisory_lock($1::regclass::oid::integer, hashtext(each))) AS taken
     FROM unnest($2::text[]) each`,
    [table, [company, own]],
  );
  if (!rows[0]?.taken)
    throw new UnavailableImport(`Another import of these records of "${company}" is running; wait until it ends.`);
  await client.query(`LISTEN ${STOPS}`);
}

/**
 * At most two records of each key (`$1`). The limit makes it one search of an index for each key: the planner knows too
 * little of a growing table.
 */
const matching = (records: string): string =>
  `SELECT key, min(id) AS id, bool_and(own) AS own, count(*)::integer AS records, min(gone) AS gone
   FROM unnest($1::text[]) key CROSS JOIN LATERAL (${records} ORDER BY id LIMIT 2) found GROUP BY key`;

/** The statements that match keys (`$1`, of company `$2`) and those that write rows (`$1` and `$2`, as JSON). */
function statementsOf(model: Model, columns: readonly Column[], grant: Grant | undefined) {
  const rule = grant?.update.rule;
  const within = conditionOf(rule, model.table, 3).sql;
  const { table, stored } = model;
  const sent = `ROWS FROM (json_populate_recordset(NULL::${table}, $1), json_to_recordset($2) AS (given bigint)) AS g`;
  const fields = columns.map(({ field }) => field);
  const settings = assignments(model, fields, 'g.given', ({ name }) => `g.${name}`, 't.');
  const differences = columns.map(
    ({ name }, bit) => `${isGiven('g.given', bit)} AND g.${name} IS DISTINCT FROM t.${name}`,
  );
  const names = columns.map(({ name }) => name);
  return {
    id: matching(`SELECT id, (company_id = $2${within}) AS own, NULL AS gone FROM ${table} WHERE id = key
      UNION ALL SELECT id, true, concat('on ', deleted_at, ' by ' || actor) FROM record_deletion
      WHERE record_type = '${stored}' AND company_id = $2 AND id = key AND NOT EXISTS (SELECT FROM ${table} WHERE id = key)`),
    external_id: matching(
      `SELECT id, true AS own, NULL AS gone FROM ${table} WHERE company_id = $2 AND external_id = key${within}`,
    ),
    insert: `INSERT INTO ${table} (id, company_id, ${names})
      SELECT coalesce(id, time_ordered_uuid()::text), $3, ${columns.map(newValue)} FROM ${sent}`,
    // The condition leaves out what is there already: an UPDATE without a change would still write the row.
    // The planner knows too little of a growing table, and would begin with the company, once for each line. No index
    // is on the text that is made of it, so that it begins with the ids.
    update: `UPDATE ${table} t SET ${settings} FROM ${sent}
      WHERE t.id = ANY ($4::text[]) AND t.id = g.id AND t.company_id || '' = $3 AND (${differences.join(' OR ')})${conditionOf(rule, 't', 5).sql}`,
  };
}
