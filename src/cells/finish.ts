import type pg from 'pg';
import { StartupError } from '../base/startup-error.ts';
import { inTransaction } from '../postgres/pool.ts';
import { type CompanyCopy, type Ends, FORGET_CHANGES } from './copy-company.ts';
import { RELEASED } from './hold.ts';
import { readRows, readTable, writeRows } from './row-texts.ts';

/** The most changes that the source opens at once. */
const OPENED = 500;

const OF_COMPANY = 't.company_id = $1 AND $2::text[] IS NOT NULL';
const OF_SUBSCRIPTIONS = '$1::text IS NOT NULL AND t.subscription_id = ANY ($2::text[])';

/** The tables that are copied last, all at once, in this order: those that are small, and the queue of webhooks. */
const LAST: [table: string, condition: string][] = [
  ['webhook_subscription', OF_COMPANY],
  ['api_key', OF_COMPANY],
  ['webhook_replay', OF_SUBSCRIPTIONS],
  ['webhook_figure', OF_SUBSCRIPTIONS],
  // That of an ordered subscription fills in the order of the sequences.
  ['webhook_delivery_pending', `${OF_SUBSCRIPTIONS} ORDER BY t.sequence`],
];

const WAITS = 'SELECT FROM webhook_outbox WHERE company_id = $1 AND error IS NULL LIMIT 1';

/** Makes events and revisions of all changes of a frozen company. */
export async function openChanges({ source, company }: Ends): Promise<void> {
  while ((await source.query(WAITS, [company])).rowCount !== 0)
    await source.query('SELECT opened FROM open_outbox($1)', [OPENED]);
}

/** What the source may draw until the end of the move, and others in the target until it is raised. */
const ROOM = 1_000_000;
const OUTBOX_LOCK = `SELECT pg_advisory_xact_lock('webhook_outbox'::regclass::oid::bigint)`;
const POSITIONS = 'live_change_position_seq';

const lastOf = async (db: pg.Pool, sequence: string): Promise<number> => {
  const text = 'SELECT coalesce(pg_sequence_last_value($1::regclass), 1) AS value';
  return (await db.query<{ value: number }>(text, [sequence])).rows[0]?.value ?? 1;
};

/** Makes all sequences and positions that the target gives from now on higher than those that the source gives. */
export async function raisePositions({ source, target }: Ends): Promise<void> {
  await inTransaction(target, async (to) => {
    // Openings draw them.
    await to.query(OUTBOX_LOCK);
    await to.query(
      `SELECT setval('${POSITIONS}', $1::bigint + ${ROOM}) FROM ${POSITIONS} WHERE last_value < $1 + ${ROOM} / 2`,
      [await lastOf(source, POSITIONS)],
    );
  });
}

/** No time of a delta read may be lower than one that the source has given. */
const RAISE_MARK = [
  `SELECT pg_advisory_xact_lock('modification_mark'::regclass::oid::bigint)`,
  `SELECT setval('modification_mark', $1)
   WHERE coalesce(pg_sequence_last_value('modification_mark'), 0) < $1`,
] as const;

async function raiseMark({ source }: Ends, to: pg.ClientBase): Promise<void> {
  const [lock, raise] = RAISE_MARK;
  await to.query(lock);
  await to.query(raise, [await lastOf(source, 'modification_mark')]);
}

const ARRIVE = `
INSERT INTO cell_company AS c (company_id, key_prefix, changed_at) VALUES ($1, $2, clock_timestamp())
ON CONFLICT (company_id) DO UPDATE
SET key_prefix = excluded.key_prefix, moved_to = NULL, changed_at = excluded.changed_at`;

const LEAVE = `
WITH held AS (UPDATE webhook_subscription SET held_until = 'infinity' WHERE company_id = $1)
UPDATE cell_company SET moved_to = $2, changed_at = clock_timestamp() WHERE company_id = $1`;

/**
 * Copies what is left of a frozen company, checks that the target has everything, and lets the company leave the source
 * and then arrive. Returns how many rows it has copied.
 */
export async function finish(
  ends: Ends,
  copy: CompanyCopy,
  { cell, keyPrefix }: { cell: string; keyPrefix: string },
): Promise<number> {
  const { source, target, company } = ends;
  return inTransaction(target, async (to) => {
    let count = 0;
    const subscriptions = await copy.subscriptions(source);
    // A gateway may have written the last ones after an earlier move.
    await to.query('DELETE FROM webhook_figure WHERE subscription_id = ANY ($1)', [subscriptions]);
    for (const [name, condition] of LAST) {
      const table = await readTable(source, name);
      const rows = await readRows(source, table, condition, [company, subscriptions]);
      await writeRows(to, table, rows);
      count += rows.length;
    }
    await to.query(`UPDATE webhook_subscription t SET held_until = ${RELEASED} WHERE company_id = $1`, [company]);
    await to.query(FORGET_CHANGES, [company]);
    await compare(ends, copy, to, subscriptions);
    await raiseMark(ends, to);
    await to.query(ARRIVE, [company, keyPrefix]);
    await source.query(LEAVE, [company, cell]);
    return count;
  });
}

const DELIVERIES = `
SELECT count(*) || '/' || coalesce(sum(attempts), 0) AS sum FROM webhook_delivery WHERE subscription_id = ANY ($1)`;

/** Throws StartupError unless both have as many records, versions and deliveries of the company. */
async function compare({ source, company }: Ends, copy: CompanyCopy, to: pg.ClientBase, subscriptions: string[]) {
  const counts: [what: string, text: string, value: unknown][] = [
    ...copy.records.map(({ name }): [string, string, unknown] => [
      name,
      `SELECT count(*) || '/' || coalesce(sum(version), 0) AS sum FROM ${name} WHERE company_id = $1`,
      company,
    ]),
    ['webhook_delivery', DELIVERIES, subscriptions],
  ];
  for (const [what, text, value] of counts) {
    const read = async (db: Pick<pg.ClientBase, 'query'>) => (await db.query<{ sum: string }>(text, [value])).rows[0];
    const [ours, theirs] = await Promise.all([read(source), read(to)]);
    if (ours?.sum !== theirs?.sum)
      throw new StartupError(`The copy of ${what} differs: ${ours?.sum} rows and versions here, ${theirs?.sum} there.`);
  }
}
