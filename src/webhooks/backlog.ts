import type pg from 'pg';
import { WAITING } from './claim.ts';

/** What waits in the database, for all processes together. Times are in seconds. */
export interface Backlog {
  /** Changes in the outbox, up to 100,000. */
  changes: number;
  /** The age of the oldest change; 0 without one. */
  changesAge: number;
  /** Changes that could not become events and were set aside. */
  failed: number;
  /** How long the delivery that has been due the longest has been due. Those of subscriptions that wait do not count. */
  overdue: number;
  /** Active subscriptions whose breaker is open. */
  open: number;
  disabled: number;
  /** How far the clock of this process is ahead of the database's. */
  ahead: number;
}

/** Reads from the ends of indexes, except for the counts: of the outbox, which is short unless nobody opens it, and of subscriptions. */
const BACKLOG = `
WITH RECURSIVE ${WAITING}
SELECT
  (SELECT count(*)::int FROM (SELECT FROM webhook_outbox WHERE error IS NULL LIMIT 100000) o) AS changes,
  coalesce((SELECT greatest(0, extract(epoch FROM clock_timestamp() - occurred_at))::float8 FROM webhook_outbox WHERE error IS NULL
    ORDER BY id LIMIT 1), 0) AS "changesAge",
  (SELECT count(*)::int FROM (SELECT FROM webhook_outbox WHERE error IS NOT NULL LIMIT 100000) o) AS failed,
  coalesce((
    SELECT max(greatest(0, extract(epoch FROM now() - d.next_attempt_at)))::float8
    FROM waiting w
    JOIN webhook_subscription s ON s.id = w.subscription_id AND s.state = 'active'
      AND (s.breaker_open_until IS NULL OR s.breaker_open_until <= now()) AND (s.held_until IS NULL OR s.held_until <= now())
    CROSS JOIN LATERAL (
      SELECT q.next_attempt_at FROM webhook_delivery q
      WHERE q.subscription_id = s.id AND q.status = 'pending' ORDER BY q.next_attempt_at LIMIT 1
    ) d), 0) AS overdue,
  (SELECT count(*)::int FROM webhook_subscription WHERE state = 'active' AND breaker_open_until > now()) AS open,
  (SELECT count(*)::int FROM webhook_subscription WHERE state = 'disabled') AS disabled,
  extract(epoch FROM clock_timestamp())::float8 AS clock`;

/** Reads the backlog in one statement. */
export async function readBacklog(pool: pg.Pool): Promise<Backlog | undefined> {
  const { rows } = await pool.query<Backlog & { clock: number }>(BACKLOG);
  return rows[0] && { ...rows[0], ahead: Date.now() / 1000 - rows[0].clock };
}
