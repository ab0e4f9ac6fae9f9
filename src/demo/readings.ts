import type { Transaction } from '../prisma/client.ts';
import { type DemoTank, demoTanks } from './tanks.ts';

/** How many days of readings the demo has where there is a history: those that the board plots. */
export const READING_DAYS = 28;

const isMonitored = ({ tankMonitorId }: DemoTank): boolean => typeof tankMonitorId === 'string';

const read = (tx: Transaction, company: string, now: Date, daysAgo: number): Promise<number> => tx.$executeRaw`
  UPDATE tank SET fill_percentage = r."fillPercentage", fill_status = r."fillStatus", alerts = r.alerts,
    last_reading = r."lastReading", last_reading_id = r."lastReadingId", last_reading_date = r."lastReadingDate",
    reading_volume = r."readingVolume", available_capacity = r."availableCapacity", days_to_empty = r."daysToEmpty"
  FROM jsonb_to_recordset(${JSON.stringify(demoTanks(now, daysAgo).tanks.filter(isMonitored))}::jsonb) AS r (
    id text, "fillPercentage" float8, "fillStatus" text, alerts text[], "lastReading" jsonb, "lastReadingId" text,
    "lastReadingDate" timestamptz, "readingVolume" float8, "availableCapacity" text, "daysToEmpty" float8
  )
  WHERE tank.id = r.id AND tank.company_id = ${company}`;

/** Dates the changes of this transaction, which nobody has seen yet, back to the readings. */
const backdate = (tx: Transaction, company: string): Promise<number> => tx.$executeRaw`
  UPDATE webhook_outbox SET occurred_at = (after ->> 'last_reading_date')::timestamptz
  WHERE company_id = ${company} AND resource = 'tank' AND after ->> 'tank_monitor_id' IS NOT NULL
    AND xmin = pg_current_xact_id()::xid`;

/** Writes what the monitors have read on each of the last `days` days. The history has each reading at its time. */
export async function readDaily(tx: Transaction, company: string, now: Date, days: number): Promise<void> {
  for (let daysAgo = days - 1; daysAgo > 0; daysAgo -= 1) await read(tx, company, now, daysAgo);
  await backdate(tx, company);
  await read(tx, company, now, 0);
}
