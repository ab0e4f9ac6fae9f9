import type pg from 'pg';
import { inTransaction } from '../src/postgres/pool.ts';
import { compare, ofOwners, ownersIn } from './company-tables.ts';
import { type CompanyCopy, type Ends, explained, FORGET_CHANGES } from './copy-company.ts';
import { RELEASED } from './hold.ts';
import { batchesOf, writeRows } from './row-texts.ts';

/** More than others in the target may draw while it is raised. */
const ROOM = 1_000_000;
const OUTBOX_LOCK = `SELECT pg_advisory_xact_lock('webhook_outbox'::regclass::oid::bigint)`;
const POSITIONS = 'live_change_position_seq';

const lastOf = async (db: pg.Pool, sequence: string): Promise<number> => {
  const text = 'SELECT coalesce(pg_sequence_last_value($1::regclass), 1) AS value';
  return (await db.query<{ value: number }>(text, [sequence])).rows[0]?.value ?? 1;
};

/** Makes all sequences and positions that the target gives from now on higher than those that the source has given. */
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

async function raiseMark({ source }: Pick<Ends, 'source'>, to: pg.ClientBase): Promise<void> {
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
 * Copies the rest of a frozen company, checks that the target has everything, and lets it leave and arrive. Returns the
 * copied rows.
 */
export async function finish(
  { source, target, company }: Ends,
  copy: CompanyCopy,
  snapshot: pg.ClientBase,
  { cell, keyPrefix, oldest, freezer }: { cell: string; keyPrefix: string; oldest: string; freezer: pg.ClientBase },
): Promise<number> {
  return inTransaction(target, async (to) => {
    let count = 0;
    const owners = await ownersIn([snapshot], company);
    // A gateway may have written the last ones after an earlier move.
    await to.query('DELETE FROM webhook_figure WHERE subscription_id = ANY ($1)', [owners.subscription_id]);
    await to.query(FORGET_CHANGES, [company]);
    for (const table of copy.tables.filter(({ lastly }) => lastly)) {
      const condition = `${ofOwners(table)} ORDER BY ${table.lastly}`;
      for await (const rows of batchesOf(snapshot, table, condition, [owners[table.by]])) {
        await writeRows(to, table, rows).catch((error) => Promise.reject(explained(error, table)));
        count += rows.length;
      }
    }
    await to.query(QUEUED_AGAIN, [owners.subscription_id]);
    await to.query(`UPDATE webhook_subscription t SET held_until = ${RELEASED} WHERE company_id = $1`, [company]);
    for (const table of copy.tables.filter(({ isStill }) => !isStill))
      await compare(table, owners, [snapshot, to], oldest);
    await raiseMark({ source }, to);
    await to.query(ARRIVE, [company, keyPrefix]);
    // On the connection of the freeze: if that is lost, there may have been writes since.
    await freezer.query(LEAVE, [company, cell]);
    return count;
  });
}

/** Deliveries that were finished at an earlier pass, and are pending again. */
const QUEUED_AGAIN = `
DELETE FROM webhook_delivery_finished f USING webhook_delivery_pending p
WHERE p.subscription_id = ANY ($1::text[]) AND f.subscription_id = p.subscription_id AND f.event_id = p.event_id`;
