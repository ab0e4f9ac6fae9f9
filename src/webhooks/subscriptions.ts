import { randomBytes } from 'node:crypto';
import { batchOf } from '../db/batch.ts';
import type { Records } from '../db/client.ts';
import type { Tenant } from '../db/tenant.ts';
import { isStorableText } from '../db/values.ts';
import { timed, type Work } from '../db/work.ts';
import { Prisma, type WebhookAttempt } from '../generated/prisma/client.ts';
import { messageId, parseMessageId } from './message.ts';
import { LowWater, OPEN_BATCH, OPENING, type Opening } from './outbox.ts';

/** Creates a secret of 24 random bytes in the form of Standard Webhooks, `whsec_` and base64. */
export const createSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

/** A subscription by its id, and by its version if that is given. */
export interface Chosen {
  id: string;
  version?: number | undefined;
}

/** The condition for the tenant's subscription, as SQL on a table's alias. */
export function chosenBy({ id, version }: Chosen, tenant: Tenant, alias: string): Prisma.Sql {
  const column = (name: string) => Prisma.raw(`${alias}.${name}`);
  const isCurrent = version === undefined ? Prisma.sql`true` : Prisma.sql`${column('version')} = ${version}`;
  return Prisma.sql`${column('id')} = ${id} AND ${tenant.on(alias)} AND ${isCurrent}`;
}

/** Stops deliveries until `resume`. A disabled subscription stays disabled. False if the tenant has no such subscription. */
export async function pause(prisma: Records, tenant: Tenant, chosen: Chosen): Promise<boolean> {
  if (!isStorableText(chosen.id)) return false;
  const found = await timed(
    tenant.work,
    'UPDATE webhook_subscription',
    prisma.$executeRaw`
    UPDATE webhook_subscription s SET state = CASE s.state WHEN 'active' THEN 'paused' ELSE s.state END
    WHERE ${chosenBy(chosen, tenant, 's')}`,
  );
  return found === 1;
}

/** Delivers again, including what waited or was held, with the failures forgotten. False if the tenant has no such subscription. */
export async function resume(prisma: Records, tenant: Tenant, { id, version }: Chosen): Promise<boolean> {
  if (!isStorableText(id)) return false;
  const health = {
    failingSince: null,
    consecutiveFailures: 0,
    breakerTrips: 0,
    breakerOpenUntil: null,
    heldUntil: null,
  };
  const data = { state: 'active', disabledReason: null, ...health };
  const { count } = await prisma.webhookSubscription
    .of(tenant)
    .updateMany({ where: { id, ...(version !== undefined && { version }) }, data });
  return count === 1;
}

/** Deletes a subscription with everything that waits; an attempt under way may still arrive. False if the tenant has no such subscription. */
export async function remove(prisma: Records, tenant: Tenant, chosen: Chosen): Promise<boolean> {
  if (!isStorableText(chosen.id)) return false;
  const deleted = await timed(
    tenant.work,
    'DELETE webhook_subscription',
    // The replays go with the row that was deleted: its version may have changed while this waited for the row.
    prisma.$queryRaw<{ id: string }[]>`
    WITH deleted AS (
      DELETE FROM webhook_subscription s WHERE ${chosenBy(chosen, tenant, 's')} RETURNING s.id
    ), replays AS (
      DELETE FROM webhook_replay r USING deleted WHERE r.subscription_id = deleted.id
    )
    SELECT id FROM deleted`,
  );
  return deleted.length === 1;
}

/** Queues an event of type `<resource>.test` about the subscription itself and returns its message id. Undefined if there is none. */
export async function sendTest(prisma: Records, tenant: Tenant, id: string): Promise<string | undefined> {
  if (!isStorableText(id)) return undefined;
  const [queued] = await timed(
    tenant.work,
    'INSERT webhook_delivery',
    prisma.$queryRaw<{ eventId: string; subscriptionId: string }[]>`
    WITH event AS (
      INSERT INTO webhook_event (company_id, resource, action, resource_id, data, changed, version, sequence)
      SELECT s.company_id, s.resource, 'test', s.id, jsonb_build_object('id', s.id), '{}', s.version, nextval('webhook_outbox_id_seq')
      FROM webhook_subscription s WHERE s.id = ${id} AND ${tenant.on('s')}
      RETURNING id, company_id, resource_id, sequence
    )
    INSERT INTO webhook_delivery_pending (event_id, subscription_id, company_id, resource_id, sequence)
    SELECT id, resource_id, company_id, resource_id, sequence FROM event
    RETURNING event_id AS "eventId", subscription_id AS "subscriptionId"`,
  );
  return queued && messageId(queued.eventId, queued.subscriptionId);
}

/** How often a delivery is looked for: it may be moving into the queue or out of it. */
const LOOKS = 3;

/** Queues a delivery again under the same message id, with all retries before it. False if the tenant has none of that id. */
export async function redeliver(prisma: Records, tenant: Tenant, id: string): Promise<boolean> {
  const key = isStorableText(id) ? parseMessageId(id) : undefined;
  if (key === undefined) return false;
  for (let look = 0; look < LOOKS; look++) {
    const [{ queued } = { queued: 0 }] = await timed(
      tenant.work,
      'UPDATE webhook_delivery',
      prisma.$queryRaw<{ queued: number }[]>`
      WITH own AS MATERIALIZED (
        SELECT s.id, nullif(s.ordered, false) AS is_ordered FROM webhook_subscription s WHERE s.id = ${key.subscriptionId} AND ${tenant.on('s')}
      ), taken AS (
        DELETE FROM webhook_delivery_finished d USING own
        WHERE d.event_id = ${key.eventId}::uuid AND d.subscription_id = own.id
        RETURNING d.*, own.is_ordered
      ), moved AS (
        INSERT INTO webhook_delivery_pending (event_id, subscription_id, attempts, schedule_from, company_id, resource_id, sequence, ordered)
        SELECT event_id, subscription_id, attempts, attempts, company_id, resource_id, sequence, is_ordered FROM taken RETURNING 1
      ), again AS (
        UPDATE webhook_delivery_pending d SET next_attempt_at = now(), schedule_from = d.attempts
        FROM own WHERE d.event_id = ${key.eventId}::uuid AND d.subscription_id = own.id
        RETURNING 1
      )
      SELECT (SELECT count(*)::int FROM moved) + (SELECT count(*)::int FROM again) AS queued`,
    );
    if (queued > 0) return true;
  }
  return false;
}

const attemptBatches = batchOf<WebhookAttempt[]>();

/** The attempts of a delivery by its message id, oldest first. Those of all deliveries of a tick are one statement. */
export const attemptsOf = (prisma: Records, tenant: Tenant, id: string): Promise<WebhookAttempt[]> =>
  attemptBatches(prisma)(tenant.batch, id, async (ids) => {
    const keys = ids.flatMap((each) => parseMessageId(each) ?? []);
    const attempts = await timed(
      tenant.work,
      'SELECT webhook_attempt',
      prisma.$queryRaw<WebhookAttempt[]>`
      SELECT event_id AS "eventId", subscription_id AS "subscriptionId", number, started_at AS "startedAt",
        duration_ms AS "durationMs", http_status AS "httpStatus", error, response_head AS "responseHead"
      FROM webhook_attempt a
      JOIN unnest(${keys.map(({ eventId }) => eventId)}::uuid[], ${keys.map(({ subscriptionId }) => subscriptionId)}::text[])
        AS delivery(event_id, subscription_id) USING (event_id, subscription_id)
      JOIN webhook_subscription s ON s.id = a.subscription_id AND ${tenant.on('s')}
      ORDER BY event_id, subscription_id, number`,
    );
    return (of) => attempts.filter(({ eventId, subscriptionId }) => messageId(eventId, subscriptionId) === of);
  });

/** How many batches of the outbox a call opens. */
const CATCH_UP_BATCHES = 20;
const catchUpBatches = batchOf<void>();
const lowWaters = new WeakMap<Records, LowWater>();

/**
 * Opens the outbox rows committed before the call, up to 10,000, so that a list of deliveries shows them where no loop has opened them
 * yet. All calls of a tick share one run, timed for the first. A failure is left to a loop, which logs it.
 */
export const catchUp = (prisma: Records, work?: Work): Promise<void> =>
  catchUpBatches(prisma)('', '', async () => {
    const lowWater = lowWaters.get(prisma) ?? new LowWater();
    lowWaters.set(prisma, lowWater);
    try {
      for (let batch = 0; batch < CATCH_UP_BATCHES; batch++) {
        const [opening] = await timed(
          work,
          'SELECT open_outbox',
          prisma.$queryRaw<Opening[]>`
          SELECT ${Prisma.raw(OPENING)} FROM open_outbox(${OPEN_BATCH}::int, ${lowWater.mark}::bigint)`,
        );
        if (opening === undefined) break;
        lowWater.rise(opening);
        if (!opening.isFull) break;
      }
    } catch {}
    return () => undefined;
  });
