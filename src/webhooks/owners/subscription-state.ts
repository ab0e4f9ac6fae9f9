import type { Records } from '../../db/client.ts';
import type { Target } from '../../db/sql/rows.ts';
import { raw, type Sql, sql } from '../../db/tenancy/fragment.ts';
import type { Tenant } from '../../db/tenancy/tenant.ts';
import { isStorableText } from '../../values.ts';
import type { SecretCipher } from '../secrets/cipher.ts';
import { createSecret } from '../sending/signature.ts';

/** Secrets that a rotation keeps beside the one it replaces. A subscription is then signed with at most six. */
const MOST_EARLIER = 4;

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

/**
 * Gives a subscription a new secret, a random one by default, and returns it: it cannot be read later. For 24 h
 * requests are signed with the replaced one, too. Of more than five valid secrets the oldest is dropped: a rotation
 * must always be possible, since a secret may have leaked. Undefined if the tenant has no such subscription.
 */
export async function rotateSecret(
  prisma: Records,
  cipher: SecretCipher,
  tenant: Tenant,
  chosen: Target,
  secret = createSecret(),
): Promise<string | undefined> {
  const isThere = await reaches(
    prisma,
    tenant,
    sql`
    UPDATE webhook_subscription s
    SET secret = ${cipher.encrypt(chosen.id, secret)}, previous_secret = s.secret, previous_secret_until = now() + interval '24 hours',
      earlier_secrets = (
        SELECT coalesce(jsonb_agg(entry ORDER BY place), '[]')
        FROM (
          SELECT * FROM jsonb_array_elements(
            jsonb_build_array(jsonb_build_object('secret', s.previous_secret, 'until', s.previous_secret_until)) || s.earlier_secrets
          ) WITH ORDINALITY AS t (entry, place)
          WHERE entry ->> 'secret' IS NOT NULL AND (entry ->> 'until')::timestamptz > now() ORDER BY place LIMIT ${MOST_EARLIER}
        ) kept
      )
    WHERE ${chosenBy(chosen, tenant, 's')} RETURNING s.id`,
  );
  return isThere ? secret : undefined;
}
