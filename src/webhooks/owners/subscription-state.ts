import type { Records } from '../../db/client.ts';
import type { Target } from '../../db/sql/rows.ts';
import { raw, type Sql, sql } from '../../db/tenancy/fragment.ts';
import type { Tenant } from '../../db/tenancy/tenant.ts';
import { isStorableText } from '../../values.ts';

/** The condition for the tenant's row, as SQL on a table's alias. An id that PostgreSQL cannot hold chooses none. */
export function chosenBy({ id, version }: Target, tenant: Tenant, alias: string): Sql {
  if (!isStorableText(id)) return sql`false`;
  const column = (name: string) => raw(`${alias}.${name}`);
  const isCurrent = version === undefined ? sql`true` : sql`${column('version')} = ${version}`;
  return sql`${column('id')} = ${id} AND ${tenant.on(alias)} AND ${isCurrent}`;
}

/** Runs a statement that returns the row that it has changed, and returns whether there is one. */
export const reaches = async (prisma: Records, tenant: Tenant, statement: Sql): Promise<boolean> =>
  (await prisma.$write(tenant, statement)).length === 1;

/** Stops deliveries until `resume`. A disabled subscription stays disabled. False if the tenant has none of that id. */
export const pause = (prisma: Records, tenant: Tenant, chosen: Target): Promise<boolean> =>
  reaches(
    prisma,
    tenant,
    sql`
    UPDATE webhook_subscription s SET state = CASE s.state WHEN 'active' THEN 'paused' ELSE s.state END
    WHERE ${chosenBy(chosen, tenant, 's')} RETURNING s.id`,
  );

/** Delivers again, also what waited or was held, and forgets the failures. False if the tenant has none of that id. */
export const resume = (prisma: Records, tenant: Tenant, chosen: Target): Promise<boolean> =>
  reaches(
    prisma,
    tenant,
    sql`
    UPDATE webhook_subscription s SET state = 'active', disabled_reason = NULL, failing_since = NULL,
      consecutive_failures = 0, breaker_trips = 0, breaker_open_until = NULL, held_until = NULL
    WHERE ${chosenBy(chosen, tenant, 's')} RETURNING s.id`,
  );

/** Deletes a subscription with its replays; a sweep removes its deliveries. False if the tenant has none of that id. */
export const remove = (prisma: Records, tenant: Tenant, chosen: Target): Promise<boolean> =>
  reaches(
    prisma,
    tenant,
    // The replays go with the row that was deleted: its version may have changed while this waited for the row.
    sql`
    WITH deleted AS (
      DELETE FROM webhook_subscription s WHERE ${chosenBy(chosen, tenant, 's')} RETURNING s.id
    ), replays AS (
      DELETE FROM webhook_replay r USING deleted WHERE r.subscription_id = deleted.id
    )
    SELECT id FROM deleted`,
  );
