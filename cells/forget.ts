import type pg from 'pg';
import { StartupError } from '../src/base/startup-error.ts';
import { inTransaction } from '../src/postgres/pool.ts';
import { ownTables, readCompany, recordTables } from './companies.ts';
import { type CompanyTable, NOTES, type Owners, ofOwners, ownersIn, WEBHOOKS } from './company-tables.ts';
import { type Ends, FORGET_CHANGES } from './copy-company.ts';

const BATCH = 2_000;

/** What goes with the webhooks, first: without subscriptions, no deletion of a record becomes an event. */
const BEFORE = [
  FORGET_CHANGES,
  // Otherwise each deletion of an ordered delivery makes the next one due.
  'UPDATE webhook_delivery_pending SET ordered = false WHERE company_id = $1 AND ordered',
  'DELETE FROM live_lease USING change_watch w WHERE watch_id = w.id AND w.company_id = $1',
];

/** Removes all that a database has of a company and these subscriptions but its row in `cell_company`. */
export async function forget(db: pg.Pool, company: string, owners: Owners): Promise<void> {
  const remove = async (client: pg.ClientBase, tables: CompanyTable[]): Promise<void> => {
    for (const table of tables)
      await client.query(`DELETE FROM ${table.name} t WHERE ${ofOwners(table)}`, [owners[table.by]]);
  };
  await inTransaction(db, async (client) => {
    for (const text of BEFORE) await client.query(text, [company]);
    await remove(client, WEBHOOKS);
    await client.query('DELETE FROM change_watch WHERE company_id = $1', [company]);
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
  await inTransaction(db, (client) => remove(client, NOTES));
}

/** Makes the target ready: nothing but the rest of an earlier move may be there, which it removes. */
export async function prepareTarget(ends: Ends, sourceCell: string, keyPrefix: string): Promise<void> {
  const { source, target, company } = ends;
  if ((await readCompany(target, company)) === undefined) {
    for (const table of await ownTables(target))
      if ((await target.query(`SELECT FROM ${table} WHERE company_id = $1 LIMIT 1`, [company])).rowCount !== 0)
        throw new StartupError(
          `The target has records of "${company}" in ${table}, which it does not serve. Delete them first, or register the company there.`,
        );
  }
  const text = `INSERT INTO cell_company AS c (company_id, key_prefix, moved_to) VALUES ($1, $2, $3)
    ON CONFLICT (company_id) DO UPDATE SET moved_to = excluded.moved_to, changed_at = now()`;
  await target.query(text, [company, keyPrefix, sourceCell]);
  await forget(target, company, await ownersIn([source, target], company));
}
