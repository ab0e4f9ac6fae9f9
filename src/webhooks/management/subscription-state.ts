import { refuse } from '../../base/errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Client } from '../../prisma/client.ts';
import type { Target } from '../../prisma/sql/rows.ts';
import type { Tenant } from '../../prisma/tenancy/tenant.ts';
import { isPlain, isStorableText } from '../../records/values.ts';
import type { SecretCipher } from '../secrets/cipher.ts';
import { createSecret } from '../sending/signature.ts';
import { issuesOfMove } from './custom-headers.ts';
import { issuesBeside, keepsPart, type SubscriptionInterest } from './validation.ts';

/** Secrets that a rotation keeps beside the one it replaces. A subscription is then signed with at most six. */
const MOST_EARLIER = 4;

/** The tenant's row in a raw statement, under a table's alias. An id that PostgreSQL cannot hold chooses none. */
export function targetCondition({ id, version }: Target, tenant: Tenant, alias: string): Prisma.Sql {
  if (!isStorableText(id)) return Prisma.sql`false`;
  const column = (name: string) => Prisma.raw(`${alias}.${name}`);
  const isCurrent = version === undefined ? Prisma.sql`true` : Prisma.sql`${column('version')} = ${version}`;
  return Prisma.sql`${column('id')} = ${id} AND ${tenant.companyCondition(alias)} AND ${isCurrent}`;
}

/** The same for Prisma's methods. */
const chosen = ({ id, version }: Target) => ({ id: isStorableText(id) ? id : { in: [] }, ...(version && { version }) });

/** What must fit together. */
const WATCH = { resource: true, actions: true, filter: true, webhookUrl: true, headerNames: true } as const;

/** An input, with its custom headers as they are stored. */
interface Change extends SubscriptionInterest {
  webhookUrl?: string | null | undefined;
  headerNames?: string[];
}

/** Changes a subscription to a valid input. Refuses what does not fit the rest of its watch. False without a match. */
export const changeSubscription = (prisma: Client, tenant: Tenant, target: Target, input: Change): Promise<boolean> =>
  prisma.$transaction(async (tx) => {
    const rows = tx.webhookSubscription.of(tenant);
    const where = chosen(target);
    const address = input.headerNames === undefined ? input.webhookUrl : undefined;
    if (address || keepsPart(input)) {
      // What it keeps must not change before it is written.
      await tx.$queryRaw`SELECT FROM webhook_subscription s WHERE ${targetCondition(target, tenant, 's')} FOR NO KEY UPDATE`;
      const kept = await rows.findFirst({ where, select: WATCH });
      if (kept !== null && address) refuse(issuesOfMove(kept, address));
      if (kept !== null && keepsPart(input))
        refuse(issuesBeside({ ...kept, filter: isPlain(kept.filter) ? kept.filter : null }, input));
    }
    const given = Object.entries(input).filter(([, value]) => value !== undefined);
    if (given.length === 0) return (await rows.count({ where })) === 1;
    const stored = given.map(([field, value]) => [field, field === 'filter' ? (value ?? Prisma.DbNull) : value]);
    // Safe: the fields are those of the GraphQL input, and have null only where their columns may.
    const data = Object.fromEntries(stored) as Prisma.WebhookSubscriptionUncheckedUpdateManyInput;
    return (await rows.updateMany({ where, data })).count === 1;
  });

/** Stops deliveries until `resume`. A disabled subscription stays disabled. False if the tenant has none of that id. */
export async function pauseSubscription(prisma: Client, tenant: Tenant, target: Target): Promise<boolean> {
  const paused = Prisma.sql`
    UPDATE webhook_subscription s SET state = CASE s.state WHEN 'active' THEN 'paused' ELSE s.state END
    WHERE ${targetCondition(target, tenant, 's')} RETURNING s.id`;
  return (await prisma.$queryAs(tenant, 'write', paused)).length === 1;
}

export const RESUMED = {
  state: 'active',
  disabledReason: null,
  failingSince: null,
  consecutiveFailures: 0,
  breakerTrips: 0,
  breakerOpenUntil: null,
  heldUntil: null,
};

/** Delivers again, also what waited or was held, and forgets the failures. False if the tenant has none of that id. */
export async function resumeSubscription(prisma: Client, tenant: Tenant, target: Target): Promise<boolean> {
  const where = chosen(target);
  return (await prisma.webhookSubscription.of(tenant).updateMany({ where, data: RESUMED })).count === 1;
}

/** Deletes a subscription with its replays; a sweep removes its deliveries. False if the tenant has none of that id. */
export const removeSubscription = (prisma: Client, tenant: Tenant, target: Target): Promise<boolean> =>
  prisma.$transaction(async (tx) => {
    const { count } = await tx.webhookSubscription.of(tenant).deleteMany({ where: chosen(target) });
    if (count === 1) await tx.webhookReplay.of(tenant).deleteMany({ where: { subscriptionId: target.id } });
    return count === 1;
  });

/**
 * Sets a new secret, a random one by default, and returns it. The replaced one signs for 24 h, too. Of more than five
 * valid secrets the oldest is dropped, since a leak must always be answerable. Undefined without a match.
 */
export async function rotateSecret(
  prisma: Client,
  cipher: SecretCipher,
  tenant: Tenant,
  target: Target,
  secret = createSecret(),
): Promise<string | undefined> {
  const rotated = Prisma.sql`
    UPDATE webhook_subscription s
    SET secret = ${cipher.encrypt(target.id, secret)}, previous_secret = s.secret,
      previous_secret_until = now() + interval '24 hours',
      earlier_secrets = (
        SELECT coalesce(jsonb_agg(entry ORDER BY place), '[]')
        FROM (
          SELECT * FROM jsonb_array_elements(
            jsonb_build_array(jsonb_build_object('secret', s.previous_secret, 'until', s.previous_secret_until))
              || s.earlier_secrets
          ) WITH ORDINALITY AS t (entry, place)
          WHERE entry ->> 'secret' IS NOT NULL AND (entry ->> 'until')::timestamptz > now() ORDER BY place
            LIMIT ${MOST_EARLIER}
        ) kept
      )
    WHERE ${targetCondition(target, tenant, 's')} RETURNING s.id`;
  return (await prisma.$queryAs(tenant, 'write', rotated)).length === 1 ? secret : undefined;
}
