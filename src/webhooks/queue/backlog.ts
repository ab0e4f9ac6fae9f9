import type pg from 'pg';
import { withTimeLimit } from '../../base/time-limit.ts';
import { DUE } from './due-subscriptions.ts';

/** How long to wait for what is overdue. Reading it takes long while an old snapshot exists. */
const OVERDUE_MS = 1_000;

type Figure = 'changes' | 'changesAge' | 'failed' | 'open' | 'disabled' | 'full' | 'snapshotAge' | 'ahead';

/** The backlog in the database, of all processes together, in numbers and seconds; serve-metrics.ts describes each. */
export interface Backlog extends Record<Figure, number> {
  /** Undefined if it takes too long to read. */
  overdue: number | undefined;
}

/** Values come from the end of an index. Counts do not; the outbox, which is counted, is usually short. */
const BACKLOG = `
SELECT
  (SELECT count(*)::int FROM (SELECT FROM webhook_outbox WHERE error IS NULL LIMIT 100000) o) AS changes,
  coalesce((SELECT greatest(0, extract(epoch FROM clock_timestamp() - occurred_at))::float8 FROM webhook_outbox
    WHERE error IS NULL
    ORDER BY id LIMIT 1), 0) AS "changesAge",
  (SELECT count(*)::int FROM (SELECT FROM webhook_outbox WHERE error IS NOT NULL LIMIT 100000) o) AS failed,
  (SELECT count(*)::int FROM webhook_subscription WHERE state = 'active' AND breaker_open_until > now()) AS open,
  (SELECT count(*)::int FROM webhook_subscription WHERE state = 'disabled') AS disabled,
  coalesce((SELECT cardinality(full_companies) FROM webhook_quota), 0) AS full,
  coalesce((SELECT max(extract(epoch FROM clock_timestamp() - began))::float8 FROM (
    SELECT xact_start FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type <> 'autovacuum worker'
      AND (backend_xmin IS NOT NULL OR backend_xid IS NOT NULL)
    UNION ALL SELECT prepared FROM pg_prepared_xacts WHERE database = current_database()
  ) s (began)), 0) AS "snapshotAge",
  extract(epoch FROM clock_timestamp())::float8 AS clock`;

const OVERDUE = `SELECT coalesce(extract(epoch FROM clock_timestamp() - min("dueSince")), 0)::float8 AS overdue FROM (${DUE}) due`;

export async function readBacklog(pool: pg.Pool): Promise<Backlog | undefined> {
  const overdue = withTimeLimit(
    OVERDUE_MS,
    pool.query<{ overdue: number }>(OVERDUE).then(
      ({ rows }) => rows[0]?.overdue,
      () => undefined,
    ),
  );
  const { rows } = await pool.query<Record<Exclude<Figure, 'ahead'> | 'clock', number>>(BACKLOG);
  const [row] = rows;
  return row && { ...row, overdue: await overdue, ahead: Date.now() / 1000 - row.clock };
}
