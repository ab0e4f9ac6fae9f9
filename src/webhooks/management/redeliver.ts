import { Prisma } from '../../generated/prisma/client.ts';
import type { Client } from '../../prisma/client.ts';
import type { Row } from '../../prisma/sql/rows.ts';
import type { Tenant } from '../../prisma/tenancy/tenant.ts';
import type { Scalars } from '../../records/records.ts';
import { messageId, parseMessageId } from '../sending/message.ts';
import { targetCondition } from './subscription-state.ts';

/** Queues a `<resource>.test` about the subscription and returns its message id. Undefined if there is none. */
export async function sendTest(prisma: Client, tenant: Tenant, id: string): Promise<string | undefined> {
  const [queued] = await prisma.$queryAs<{ eventId: string; subscriptionId: string }>(
    tenant,
    'write',
    Prisma.sql`
    WITH event AS (
      INSERT INTO webhook_event (company_id, resource, action, resource_id, data, changed, version, sequence, actor)
      SELECT s.company_id, s.resource, 'test', s.id, jsonb_build_object('id', s.id),
        '{}', s.version, next_sequence(),
        ${tenant.actor ?? null}
      FROM webhook_subscription s WHERE ${targetCondition({ id }, tenant, 's')}
      RETURNING id, company_id, resource_id, sequence
    )
    INSERT INTO webhook_delivery_pending (event_id, subscription_id, company_id, resource_id, sequence)
    SELECT id, resource_id, company_id, resource_id, sequence FROM event
    RETURNING event_id AS "eventId", subscription_id AS "subscriptionId"`,
  );
  return queued && messageId(queued.eventId, queued.subscriptionId);
}

/**
 * The part of a statement that queues deliveries again, with all retries: those that `chosen` has, under conditions on
 * the finished ones and on those that wait. The latter come first: a trigger may send an ordered one to infinity, and
 * the statement could not change it any more.
 */
export const requeue = (finished: string, waiting = 'true'): string => `
taken AS (
  DELETE FROM webhook_delivery_finished d USING chosen c
  WHERE d.event_id = c.event_id AND d.subscription_id = c.subscription_id AND ${finished}
  RETURNING d.*, c.is_ordered
), again AS (
  UPDATE webhook_delivery_pending d SET schedule_from = d.attempts,
    next_attempt_at = CASE WHEN d.next_attempt_at < 'infinity' THEN now() ELSE d.next_attempt_at END
  FROM chosen c WHERE d.event_id = c.event_id AND d.subscription_id = c.subscription_id AND ${waiting}
  RETURNING 1
), moved AS (
  INSERT INTO webhook_delivery_pending (event_id, subscription_id, attempts, schedule_from, company_id, resource_id,
    sequence, ordered)
  SELECT event_id, subscription_id, attempts, attempts, company_id, resource_id, sequence, is_ordered
  FROM taken CROSS JOIN (SELECT count(*) FROM again) first RETURNING 1
)`;

/** A delivery that moves into the queue or out of it may be missed once. */
const LOOKS = 3;

/** Queues a delivery again with its message id and all retries. False if the tenant has none of that id. */
export async function redeliver(prisma: Client, tenant: Tenant, id: string): Promise<boolean> {
  const key = parseMessageId(id);
  if (key === undefined) return false;
  for (let look = 0; look < LOOKS; look++) {
    const [{ queued } = { queued: 0 }] = await prisma.$queryAs<{ queued: number }>(
      tenant,
      'write',
      Prisma.sql`
      WITH chosen AS MATERIALIZED (
        SELECT ${key.eventId}::uuid AS event_id, s.id AS subscription_id, s.ordered AS is_ordered
        FROM webhook_subscription s WHERE ${targetCondition({ id: key.subscriptionId }, tenant, 's')}
      ), ${Prisma.raw(requeue('d.event_id = (SELECT event_id FROM chosen)'))}
      SELECT (SELECT count(*)::int FROM moved) + (SELECT count(*)::int FROM again) AS queued`,
    );
    if (queued > 0) return true;
  }
  return false;
}

type Attempt = Row<Scalars<'WebhookAttempt'>>;

/** The attempts of a delivery by its message id, oldest first. Calls at the same moment are one statement. */
export const attemptsOf = (prisma: Client, asker: Tenant, id: string): Promise<Attempt[]> =>
  prisma.$batching.read(asker, 'attempts', id, async (tenant, ids) => {
    const keys = ids.flatMap((each) => parseMessageId(each) ?? []);
    const attempts = await prisma.$queryPrepared<Attempt>(
      tenant,
      Prisma.sql`
      SELECT event_id AS "eventId", subscription_id AS "subscriptionId", number, started_at AS "startedAt",
        duration_ms AS "durationMs", http_status AS "httpStatus", error, response_head AS "responseHead"
      FROM webhook_attempt a
      JOIN unnest(${keys.map(({ eventId }) => eventId)}::uuid[], ${keys.map(({ subscriptionId }) => subscriptionId)}::text[])
        AS delivery(event_id, subscription_id) USING (event_id, subscription_id)
      JOIN webhook_subscription s ON s.id = a.subscription_id AND ${tenant.companyCondition('s')}
      ORDER BY event_id, subscription_id, number`,
    );
    const byMessage = new Map(ids.map((each): [string, Attempt[]] => [each, []]));
    for (const attempt of attempts) byMessage.get(messageId(attempt.eventId, attempt.subscriptionId))?.push(attempt);
    return (of) => byMessage.get(of) ?? [];
  });
