import { Prisma } from '../../generated/prisma/client.ts';
import type { Client } from '../../prisma/client.ts';
import type { Tenant } from '../../prisma/tenancy/tenant.ts';
import { targetCondition } from './subscription-state.ts';

/** Which deliveries a replay queues again: of events from `since` to before `until` or now. */
interface Range {
  since: Date;
  until: Date | null | undefined;
  /** The status as the log of deliveries has it. */
  status: string | null | undefined;
  resourceId: string | null | undefined;
}

/** Stores a replay and returns its id: null while another is running, undefined if there is no such subscription. */
export async function startReplay(
  prisma: Client,
  tenant: Tenant,
  subscriptionId: string,
  { since, until, status, resourceId }: Range,
): Promise<string | null | undefined> {
  const [found] = await prisma.$queryAs<{ id: string | null }>(
    tenant,
    'write',
    Prisma.sql`
    WITH own AS MATERIALIZED (
      SELECT s.id, s.company_id FROM webhook_subscription s WHERE ${targetCondition({ id: subscriptionId }, tenant, 's')}
    ), made AS (
      INSERT INTO webhook_replay (company_id, subscription_id, since, until, delivery_status, resource_id, position)
      SELECT company_id, id, ${since}::timestamptz,
        least(${until ?? null}::timestamptz, date_trunc('milliseconds', clock_timestamp()) + interval '1 ms'),
        ${status ?? null}::text, ${resourceId ?? null}::text, time_ordered_uuid_floor(${since}::timestamptz)
      FROM own
      ON CONFLICT DO NOTHING RETURNING id
    )
    SELECT made.id FROM own LEFT JOIN made ON true`,
  );
  return found?.id;
}

/** Ends a replay that is running, after the batch under way. False if the tenant has none of that id. */
export async function cancelReplay(prisma: Client, tenant: Tenant, id: string): Promise<boolean> {
  const cancelled = Prisma.sql`
    UPDATE webhook_replay r SET status = CASE r.status WHEN 'running' THEN 'cancelled' ELSE r.status END,
      finished_at = coalesce(r.finished_at, now())
    WHERE ${targetCondition({ id }, tenant, 'r')} RETURNING r.id`;
  return (await prisma.$queryAs(tenant, 'write', cancelled)).length === 1;
}
