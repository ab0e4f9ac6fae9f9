import type pg from 'pg';
import type { Log } from '../../base/log.ts';

export const COUNT_MS = 10_000;
/** Counting takes at most so much of the time: a tenth of a second for each million, or more. */
const REST = 20;
/** Hysteresis: the limit lifts at 90 %, so that a company near it does not go back and forth. */
const LIFTS_AT = 0.9;
/** More rows than fit into a page of the queue. */
const PAGE_ROWS = 120;

/** Finds the companies with more than $1 waiting deliveries, before and now. One process counts for all. */
const COUNT = `
WITH before AS MATERIALIZED (
  SELECT coalesce((SELECT full_companies FROM webhook_quota), '{}') AS companies
), counting AS MATERIALIZED (
  SELECT pg_relation_size('webhook_delivery_pending') / 8192 * ${PAGE_ROWS} > $1 AS is_due
  WHERE NOT EXISTS (SELECT FROM webhook_quota WHERE due_at > now())
    AND pg_try_advisory_xact_lock('webhook_quota'::regclass::oid::bigint)
), waiting AS MATERIALIZED (
  SELECT s.company_id AS company, sum(d.count) AS count
  FROM counting CROSS JOIN LATERAL (
    SELECT subscription_id, count(*) FROM webhook_delivery_pending WHERE counting.is_due GROUP BY subscription_id OFFSET 0
  ) d
  CROSS JOIN LATERAL (SELECT s.company_id FROM webhook_subscription s WHERE s.id = d.subscription_id OFFSET 0) s
  GROUP BY s.company_id
), counted AS MATERIALIZED (
  SELECT ARRAY(SELECT company FROM waiting, before WHERE count > $1 OR company = ANY (companies)
    AND count > ${LIFTS_AT} * $1) AS companies FROM counting
)
INSERT INTO webhook_quota AS q (full_companies, due_at)
SELECT companies, clock_timestamp() + greatest(${COUNT_MS} * interval '1 ms', ${REST} * (clock_timestamp() - now()))
  FROM counted
ON CONFLICT (id) DO UPDATE SET full_companies = excluded.full_companies, due_at = excluded.due_at
  WHERE q.due_at <= now()
RETURNING (SELECT companies FROM before), full_companies AS now`;

/** Finds the companies above the limit, if that is due. From then on, open_outbox() gives up what is new for them. */
export async function countWaiting(pool: pg.Pool, most: number, log: Log): Promise<void> {
  const { rows } = await pool.query<{ companies: string[]; now: string[] }>({
    name: 'count',
    text: COUNT,
    values: [most],
  });
  for (const { companies, now } of rows) {
    for (const company of now.filter((one) => !companies.includes(one)))
      log.warn({ company, most }, 'webhook backlog of a company is above its limit; new deliveries are given up');
    for (const company of companies.filter((one) => !now.includes(one)))
      log.info({ company, most }, 'webhook backlog of a company is below its limit; queueing resumes');
  }
}
