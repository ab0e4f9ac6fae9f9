import type pg from 'pg';
import { StartupError } from '../src/base/startup-error.ts';
import { recordTables } from './companies.ts';

type Database = Pick<pg.ClientBase, 'query'>;

export interface CompanyTable {
  name: string;
  /** The column that says whose a row is. */
  by: 'company_id' | 'record_company' | 'subscription_id';
  /** A condition that leads to an index. */
  also?: string;
  /** What a copy has as much of, beside as many rows. */
  sum?: string;
  /** Which rows cannot have expired since the moment $2: cells remove old ones at different times. */
  kept?: string;
  /** A column that the target fills anew: it draws the same numbers for rows of its own. */
  drawn?: string;
  /** Nothing writes to it while the deliveries are held. */
  isStill?: true;
  /** Copied at once, in this order, when the company no longer works. Others are copied pass by pass. */
  lastly?: string;
}

const BY_ID = 't.id >= time_ordered_uuid_floor($2)';

const OF_RECORDS = `t.record_type = ANY (ARRAY(SELECT relname::text FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
  WHERE tgname = 'forget_modification'))`;

export const WEBHOOKS: CompanyTable[] = [
  { name: 'webhook_delivery_finished', by: 'subscription_id', sum: 'attempts' },
  // Those of an ordered subscription fill in the order of the sequences.
  { name: 'webhook_delivery_pending', by: 'subscription_id', sum: 'attempts', lastly: 't.sequence' },
  { name: 'webhook_attempt', by: 'subscription_id', isStill: true },
  { name: 'webhook_figure', by: 'subscription_id', sum: 'attempts', lastly: 't.hour' },
  { name: 'webhook_replay', by: 'subscription_id', sum: 'queued', lastly: 't.id' },
  { name: 'webhook_subscription', by: 'company_id', sum: 'version', lastly: 't.id' },
  { name: 'webhook_event', by: 'company_id', kept: BY_ID },
  { name: 'api_key', by: 'company_id', lastly: 't.id' },
];

export const NOTES: CompanyTable[] = [
  // Those that wait, and those that were set aside, which have their sequences.
  { name: 'webhook_outbox', by: 'company_id', lastly: 't.id', drawn: 'id' },
  { name: 'record_revision', by: 'company_id', kept: BY_ID },
  { name: 'record_modification', by: 'record_company', also: OF_RECORDS },
  // The triggers of the target write it.
  { name: 'record_search', by: 'record_company', also: OF_RECORDS },
  { name: 'record_deletion', by: 'company_id', also: OF_RECORDS, kept: 't.deleted_at >= $2' },
];

/** Every table whose rows move with a company. */
export async function companyTables(db: Database): Promise<CompanyTable[]> {
  const records = await recordTables(db);
  return [...records.map((name) => ({ name, by: 'company_id', sum: 'version' }) as const), ...WEBHOOKS, ...NOTES];
}

/** Whose rows are meant: those of a company, and of its subscriptions. */
export type Owners = Record<CompanyTable['by'], string[]>;

/** A company with the subscriptions that it has in these databases. */
export async function ownersIn(databases: Database[], company: string): Promise<Owners> {
  const ids: string[] = [];
  for (const db of databases) {
    const text = 'SELECT id FROM webhook_subscription WHERE company_id = $1';
    ids.push(...(await db.query<{ id: string }>(text, [company])).rows.map(({ id }) => id));
  }
  return { company_id: [company], record_company: [company], subscription_id: ids };
}

/** Which rows of a table, `t`, an owner has, $1. */
export const ofOwners = ({ by, also = 'true' }: CompanyTable): string => `t.${by} = ANY ($1::text[]) AND ${also}`;

/** Throws StartupError unless both have as many rows of the owners in a table. */
export async function compare(
  table: CompanyTable,
  owners: Owners,
  [ours, theirs]: [ours: Database, theirs: Database],
  oldest: string | null,
): Promise<void> {
  const { name, by, sum = '0', kept = 'true' } = table;
  const text = `SELECT count(*) || '/' || coalesce(sum(${sum}), 0) AS sum FROM ${name} t
    WHERE ${ofOwners(table)} AND ($2::timestamptz IS NULL OR ${kept})`;
  const read = async (db: Database) => (await db.query<{ sum: string }>(text, [owners[by], oldest])).rows[0]?.sum;
  const [here, there] = await Promise.all([read(ours), read(theirs)]);
  if (here !== there)
    throw new StartupError(
      `The copy of ${name} differs: ${here} rows and versions here, ${there} there. Run the same command again.`,
    );
}
