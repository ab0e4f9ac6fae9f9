import type pg from 'pg';
import { StartupError } from '../base/startup-error.ts';
import { inTransaction } from '../postgres/pool.ts';
import { readCompany, recordTables } from './companies.ts';
import { type Ends, FORGET_CHANGES } from './copy-company.ts';

/** How many records a transaction deletes. */
const BATCH = 2_000;

/** What goes with the subscriptions, first: without them, no deletion of a record becomes an event. */
const WEBHOOKS = [
  // Otherwise each deletion of an ordered delivery makes the next one due.
  'UPDATE webhook_delivery_pending SET ordered = false WHERE company_id = $1 AND ordered',
  ...['webhook_delivery', 'webhook_attempt', 'webhook_figure', 'webhook_replay'].map(
    (table) =>
      `DELETE FROM ${table} WHERE subscription_id IN (SELECT id FROM webhook_subscription WHERE company_id = $1)`,
  ),
  'DELETE FROM webhook_subscription WHERE company_id = $1',
  'DELETE FROM webhook_event WHERE company_id = $1',
  'DELETE FROM api_key WHERE company_id = $1',
  'DELETE FROM live_lease USING change_watch w WHERE watch_id = w.id AND w.company_id = $1',
  'DELETE FROM change_watch WHERE company_id = $1',
];

/** What records have beside them. */
const NOTES = [
  'DELETE FROM record_revision WHERE company_id = $1',
  'DELETE FROM record_modification WHERE record_company = $1',
  'DELETE FROM record_deletion WHERE company_id = $1',
  FORGET_CHANGES,
];

/** Removes all that a database has of a company but its row in `cell_company`. */
export async function forget(db: pg.Pool, company: string): Promise<void> {
  await inTransaction(db, async (client) => {
    for (const text of WEBHOOKS) await client.query(text, [company]);
  });
  for (const table of await recordTables(db)) {
    const some = `SELECT id FROM ${table} WHERE company_id = $1 LIMIT ${BATCH}`;
    const text = `DELETE FROM ${table} WHERE id = ANY (ARRAY(${some}))`;
    for (let deleted = BATCH; deleted === BATCH; )
      deleted = await inTransaction(db, async (client) => {
        const { rowCount } = await client.query(text, [company]);
        await client.query(FORGET_CHANGES, [company]);
        return rowCount ?? 0;
      });
  }
  await inTransaction(db, async (client) => {
    for (const text of NOTES) await client.query(text, [company]);
  });
}

/** Makes the target ready: nothing but the rest of an earlier move may be there, which it removes. */
export async function prepareTarget({ target, company }: Ends, sourceCell: string, keyPrefix: string): Promise<void> {
  if ((await readCompany(target, company)) === undefined) {
    for (const table of await recordTables(target))
      if ((await target.query(`SELECT FROM ${table} WHERE company_id = $1 LIMIT 1`, [company])).rowCount !== 0)
        throw new StartupError(
          `The target has records of "${company}" in ${table}, which it does not serve. Delete them first, or register the company there.`,
        );
  }
  const text = `INSERT INTO cell_company AS c (company_id, key_prefix, moved_to) VALUES ($1, $2, $3)
    ON CONFLICT (company_id) DO UPDATE SET moved_to = excluded.moved_to, changed_at = now()`;
  await target.query(text, [company, keyPrefix, sourceCell]);
  await forget(target, company);
}
