import { Prisma } from '../../generated/prisma/client.ts';
import type { Client } from '../../prisma/client.ts';
import type { Tenant } from '../../prisma/tenancy/tenant.ts';

/** Counting stops here, so that a long queue does not make the answer slow. */
export const MOST_WAITING = 10_000;

/** What an address answered in one hour, which began at `since`. */
export interface Hour {
  since: string;
  attempts: number;
  delivered: number;
  p95DurationMs: number | null;
}

export interface Figures {
  subscriptionId: string;
  since: Date;
  attempts: number;
  delivered: number;
  p95DurationMs: number | null;
  waiting: number;
  waitingSince: Date | null;
  suspendedUntil: Date | null;
}

/** The figures of the current hour and `hours` before it. The orders make PostgreSQL take an index. */
export const figuresOf = (prisma: Client, asker: Tenant, id: string, hours: number): Promise<Figures | undefined> =>
  prisma.$batching.read(asker, `figures ${hours}`, id, async (tenant, ids) => {
    const found = await prisma.$queryAs<Figures>(
      tenant,
      'read',
      Prisma.sql`
      SELECT s.id AS "subscriptionId", period.since, f.attempts, f.delivered, f.p95 AS "p95DurationMs",
        (SELECT count(*)::int FROM (
          SELECT FROM webhook_delivery d WHERE d.status = 'pending' AND d.subscription_id = s.id
          ORDER BY d.next_attempt_at LIMIT ${MOST_WAITING}
        ) w) AS waiting,
        (SELECT e.occurred_at FROM webhook_event e WHERE e.id = (
          SELECT d.event_id FROM webhook_delivery d WHERE d.status = 'pending' AND d.subscription_id = s.id
          ORDER BY d.event_id LIMIT 1
        )) AS "waitingSince",
        CASE WHEN s.state = 'active' AND greatest(s.breaker_open_until, s.held_until) > now()
          THEN greatest(s.breaker_open_until, s.held_until) END AS "suspendedUntil"
      FROM webhook_subscription s
      CROSS JOIN (SELECT date_trunc('hour', now(), 'UTC') - ${hours}::int * interval '1 hour' AS since) period
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(attempts), 0)::float8 AS attempts, coalesce(sum(delivered), 0)::float8 AS delivered,
          min(duration_ms) FILTER (WHERE reached >= 0.95 * total) AS p95
        FROM (
          SELECT duration_ms, sum(attempts) AS attempts, sum(delivered) AS delivered,
            sum(sum(attempts)) OVER (ORDER BY duration_ms) AS reached, sum(sum(attempts)) OVER () AS total
          FROM webhook_figure WHERE subscription_id = s.id AND hour >= period.since GROUP BY duration_ms
        ) durations
      ) f
      WHERE s.id = ANY (${ids}::text[]) AND ${tenant.companyCondition('s')}`,
    );
    const byId = new Map(found.map((figures) => [figures.subscriptionId, figures]));
    return (of) => byId.get(of);
  });

/** The hours with a request among the current one and `hours` before it, oldest first. */
export const hoursOf = (prisma: Client, asker: Tenant, id: string, hours: number): Promise<Hour[]> =>
  prisma.$batching.read(asker, `hours ${hours}`, id, async (tenant, ids) => {
    const found = await prisma.$queryAs<Hour & { subscriptionId: string }>(
      tenant,
      'read',
      Prisma.sql`
      SELECT "subscriptionId", since, sum(attempts)::float8 AS attempts, sum(delivered)::float8 AS delivered,
        min(duration_ms) FILTER (WHERE reached >= 0.95 * total) AS "p95DurationMs"
      FROM (
        SELECT s.id AS "subscriptionId", f.hour AS since, f.duration_ms, f.attempts, f.delivered,
          sum(f.attempts) OVER (PARTITION BY s.id, f.hour ORDER BY f.duration_ms) AS reached,
          sum(f.attempts) OVER (PARTITION BY s.id, f.hour) AS total
        FROM webhook_subscription s JOIN webhook_figure f ON f.subscription_id = s.id
        WHERE s.id = ANY (${ids}::text[]) AND ${tenant.companyCondition('s')}
          AND f.hour >= date_trunc('hour', now(), 'UTC') - ${hours}::int * interval '1 hour'
      ) durations
      GROUP BY "subscriptionId", since ORDER BY since`,
    );
    return (of) => found.filter(({ subscriptionId }) => subscriptionId === of);
  });
