// What was committed, as the database itself reports: triggers of this run write each change to a table of their own,
// in the same transaction.
import type pg from 'pg';

export const COMPANIES = ['acme', 'globex'];
/** Both have an `external_id`, in which each write leaves a stamp of its own. */
export const TABLES = ['tank', 'ship_to'] as const;

export type Action = 'created' | 'updated' | 'deleted';

/** Whom the tokens of a company's clients name, as messages show it. */
export const subjectOf = (company: string): string => `clerk-of-${company}`;
export const clientOf = (company: string): string => `user ${subjectOf(company)}`;

export type Json = Record<string, unknown>;

export interface Change {
  type: string;
  /** After the change, or before the deletion. */
  record: Json;
  /** The names of the columns that an update changed. */
  changed: string[];
}

/** The one name of a change: a record is written with a stamp once, and deleted with it at most once. */
export const keyOf = (type: string, record: Json): string => `${type} ${record.external_id}`;

export async function openLedger(pool: pg.Pool): Promise<void> {
  await pool.query(`
    CREATE TABLE chaos_change (type text, before jsonb, after jsonb);
    CREATE FUNCTION chaos_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO chaos_change VALUES (TG_TABLE_NAME || '.' || TG_ARGV[0], to_jsonb(OLD), to_jsonb(NEW));
      RETURN NULL;
    END $$`);
  const actions = { INSERT: 'created', UPDATE: 'updated', DELETE: 'deleted' };
  for (const table of TABLES)
    for (const [event, action] of Object.entries(actions))
      await pool.query(
        `CREATE TRIGGER chaos_${action} AFTER ${event} ON ${table} FOR EACH ROW EXECUTE FUNCTION chaos_change(${action})`,
      );
}

/** A record as events carry it: with times in UTC. */
const asEvent = (record: Json): Json =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+[+-]\d\d:\d\d$/.test(value);
      return [name, isTime ? new Date(value).toISOString() : value];
    }),
  );

export async function readLedger(pool: pg.Pool): Promise<Map<string, Change>> {
  const { rows } = await pool.query<{ type: string; before: Json | null; after: Json | null }>(
    'SELECT type, before, after FROM chaos_change',
  );
  const changes = rows.map(({ type, before, after }): Change => {
    const names = before && after ? Object.keys(after) : [];
    const changed = names.filter(
      (name) => name !== 'version' && JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
    );
    return { type, record: asEvent(after ?? before ?? {}), changed };
  });
  return new Map(changes.map((change) => [keyOf(change.type, change.record), change]));
}

/** The records of a company as they are now, by id. */
export async function readRecords(pool: pg.Pool, table: string, company: string): Promise<Map<string, Json>> {
  const { rows } = await pool.query<{ id: string; record: Json }>(
    `SELECT id, to_jsonb(t) AS record FROM ${table} t WHERE company_id = $1`,
    [company],
  );
  return new Map(rows.map(({ id, record }) => [id, asEvent(record)]));
}
