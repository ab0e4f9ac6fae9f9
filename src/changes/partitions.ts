import type pg from 'pg';
import { StartupError } from '../base/startup-error.ts';
import { inTransaction } from '../postgres/pool.ts';
import { isOfClass } from '../postgres/sqlstate.ts';

const DAY_MS = 86_400_000;
/** Days that are made ahead, so that a day without a process that could make them does no harm. */
const AHEAD = 7;
/** Less than a statement may take. A start waits for it. */
const ADD_WITHIN = '5s';
/** A DROP waits no longer: the statements that come after it wait behind it. */
const DROP_WITHIN = '100ms';

/** After a longer stop, all the days in between share tables. */
const LONG_STOP = 100;
/** The most tables of a history: a read of it opens them all. */
const MOST_PARTS = 100;

/** Tables whose partitions begin on the same days, and how many days share a table of each. */
export interface TablesByDay {
  tables: readonly [string, ...string[]];
  days: number;
}

/** The tables of a day, in the order in which they are dropped: what refers to an event goes before it. */
export const EVENTS: TablesByDay = {
  tables: ['webhook_delivery_finished', 'webhook_attempt', 'webhook_event'],
  days: 1,
};

/** The revisions of records. They expire at most a hundredth later than a day that has tables of its own. */
export const revisions = (keepDays: number): TablesByDay => ({
  tables: ['record_revision'],
  days: Math.ceil(keepDays / MOST_PARTS),
});

/** One process adds the days for all, as the owner of the tables: its next migration may alter only what is its own. */
const DAYS_LOCK = `SELECT pg_try_advisory_xact_lock(oid::bigint) AS mine, set_config('role', pg_get_userbyid(relowner), true)
  FROM pg_class WHERE oid = $1::regclass`;

const RIGHTS = `
SELECT current_user AS role, CASE
  WHEN NOT pg_has_role(relowner, 'MEMBER')
    THEN format('GRANT %s TO %I', relowner::regrole, current_user)
  WHEN NOT has_schema_privilege(relowner, relnamespace, 'CREATE')
    THEN format('GRANT CREATE ON SCHEMA %s TO %s', relnamespace::regnamespace, relowner::regrole)
  END AS remedy
FROM pg_class WHERE oid = $1::regclass`;

const INSUFFICIENT_PRIVILEGE = '42501';

/** What the role needs to add the tables of the next days, and how it gets that; undefined if it has it. */
export async function lackOfRight(pool: pg.Pool, { tables: [table] } = EVENTS): Promise<string | undefined> {
  const { rows } = await pool.query<{ role: string; remedy: string | null }>(RIGHTS, [table]);
  const [{ role, remedy } = { role: '', remedy: null }] = rows;
  return remedy === null
    ? undefined
    : `The role ${role} cannot add the tables of the next days, for which changes would wait; run "${remedy}" as an administrator of the database.`;
}

interface Part {
  of: string;
  name: string;
  end: string;
}

const PARTS = `
SELECT parent.relname AS of, quote_ident(part.relname) AS name,
  substring(pg_get_expr(part.relpartbound, part.oid) FROM 'TO \\(''([-0-9a-f]+)''\\)') AS "end"
FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid JOIN pg_class parent ON parent.oid = inhparent
WHERE parent.relnamespace = current_schema()::regnamespace AND parent.relname = ANY ($1)`;

const readParts = async (db: Pick<pg.ClientBase, 'query'>, { tables }: TablesByDay): Promise<Part[]> =>
  (await db.query<Part>(PARTS, [tables])).rows;

/** The lowest id that an event at that moment can have, as time_ordered_uuid_floor() makes it. */
export const idAt = (ms: number): string =>
  `${Math.max(0, ms).toString(16).padStart(12, '0').padEnd(32, '0')}`.replace(
    /(.{8})(.{4})(.{4})(.{4})/,
    '$1-$2-$3-$4-',
  );

/** The time of an event, in epoch milliseconds, by its id. */
export const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** The beginning of the day, in UTC, that lies `days` days from the moment. */
const dayOf = (ms: number, days: number): number => (Math.floor(ms / DAY_MS) + days) * DAY_MS;

const readNow = async (db: Pick<pg.ClientBase, 'query'>): Promise<number> =>
  (await db.query<{ now: number }>('SELECT (extract(epoch FROM now()) * 1000)::float8 AS now')).rows[0]?.now ?? 0;

const lastDay = (parts: Part[], table: string): number =>
  Math.max(0, ...parts.filter(({ of }) => of === table).map(({ end }) => timeOf(end)));

/** Adds the days of the next week without locking others out; false if another process does. Throws StartupError. */
export async function addDays(pool: pg.Pool, kept = EVENTS): Promise<boolean> {
  const now = await readNow(pool);
  const through = dayOf(now, AHEAD + 1);
  const lacks = (parts: Part[]) => kept.tables.some((table) => lastDay(parts, table) < through);
  if (!lacks(await readParts(pool, kept))) return true;
  return inTransaction(pool, async (client) => {
    await client.query(`SET LOCAL lock_timeout = '${ADD_WITHIN}'`);
    const { rows } = await client.query<{ mine: boolean }>(DAYS_LOCK, [kept.tables[0]]);
    if (!rows[0]?.mine) return false;
    // In the order of a migration.
    await client.query(`LOCK TABLE ${kept.tables.join(', ')} IN SHARE UPDATE EXCLUSIVE MODE`);
    const parts = await readParts(client, kept);
    for (const table of kept.tables)
      for (let from = lastDay(parts, table), to: number; from < through; from = to) {
        to = from < dayOf(now, -LONG_STOP) ? dayOf(now, 0) : from + kept.days * DAY_MS;
        await addPart(client, table, from, to);
      }
    return true;
  }).catch(async (error) => {
    const lack = isOfClass(error, [INSUFFICIENT_PRIVILEGE]) ? await lackOfRight(pool, kept) : undefined;
    throw lack === undefined ? error : new StartupError(lack);
  });
}

async function addPart(client: pg.ClientBase, table: string, from: number, to: number): Promise<void> {
  const name = `${table}_${new Date(from).toISOString().slice(0, 10).replaceAll('-', '')}`;
  await client.query(`CREATE TABLE ${name} (LIKE ${table} INCLUDING DEFAULTS);
    ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${idAt(from)}') TO ('${idAt(to)}')`);
}

/** The id before which everything has expired after `keepDays`: days end together, at midnight UTC. */
export async function expiredBefore(pool: pg.Pool, keepDays: number): Promise<string> {
  return idAt(dayOf((await readNow(pool)) - keepDays * DAY_MS, 0));
}

/** Drops the days before this id and returns how many. Rejects with 55P03 if one is in use, as by a backup. */
export async function dropDays(pool: pg.Pool, before: string, kept = EVENTS): Promise<number> {
  const expired = (await readParts(pool, kept)).filter(({ end }) => end <= before);
  for (const table of kept.tables)
    for (const { name } of expired.filter(({ of }) => of === table))
      await pool.query(`SET LOCAL lock_timeout = '${DROP_WITHIN}'; DROP TABLE IF EXISTS ${name}`);
  return expired.length / kept.tables.length;
}
