import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { ALL, type Tenant } from '../auth/tokens.ts';
import { messageId, parseMessageId } from './message.ts';

/** The tenant as a parameter: null stands for every company. */
const companyOf = (tenant: Tenant): string | null => (tenant === ALL ? null : tenant);
const OWNED = '($2::text IS NULL OR s.company_id = $2)';

/** A secret of 24 random bytes, in the form that Standard Webhooks libraries take. */
export const createSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

/**
 * Gives the subscription a new secret, made up unless given, and returns it: this is the one time it can be read. For 24 h requests are
 * signed with the previous one as well. Undefined if the tenant has no such subscription.
 */
export async function rotateSecret(
  pool: pg.Pool,
  tenant: Tenant,
  id: string,
  secret = createSecret(),
): Promise<string | undefined> {
  const { rowCount } = await pool.query(
    `UPDATE webhook_subscription s SET secret = $3, previous_secret = s.secret, previous_secret_until = now() + interval '24 hours'
     WHERE s.id = $1 AND ${OWNED}`,
    [id, companyOf(tenant), secret],
  );
  return rowCount === 0 ? undefined : secret;
}

/** Stops deliveries until resumed; what happens meanwhile waits. A disabled subscription stays disabled. False if there is none. */
export async function pause(pool: pg.Pool, tenant: Tenant, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE webhook_subscription s SET state = CASE s.state WHEN 'active' THEN 'paused' ELSE s.state END
     WHERE s.id = $1 AND ${OWNED}`,
    [id, companyOf(tenant)],
  );
  return rowCount === 1;
}

/** Delivers again, what waited or was held included, with a clean record and a closed breaker. False if there is none. */
export async function resume(pool: pg.Pool, tenant: Tenant, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE webhook_subscription s SET state = 'active', disabled_reason = NULL, failing_since = NULL, consecutive_failures = 0,
       breaker_trips = 0, breaker_open_until = NULL
     WHERE s.id = $1 AND ${OWNED}`,
    [id, companyOf(tenant)],
  );
  return rowCount === 1;
}

/** Deletes the subscription and with it everything pending; an attempt in flight may still arrive. False if there is none. */
export async function remove(pool: pg.Pool, tenant: Tenant, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(`DELETE FROM webhook_subscription s WHERE s.id = $1 AND ${OWNED}`, [
    id,
    companyOf(tenant),
  ]);
  return rowCount === 1;
}

/** Queues a message of type `<resource>.test` about the subscription itself, and returns its id. Undefined if there is none. */
export async function sendTest(pool: pg.Pool, tenant: Tenant, id: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ event_id: string; subscription_id: string }>(
    `WITH event AS (
       INSERT INTO webhook_event (company_id, resource, action, resource_id, data, changed, version)
       SELECT s.company_id, s.resource, 'test', s.id, jsonb_build_object('id', s.id), '{}', s.version
       FROM webhook_subscription s WHERE s.id = $1 AND ${OWNED}
       RETURNING id, resource_id
     )
     INSERT INTO webhook_delivery (event_id, subscription_id) SELECT id, resource_id FROM event RETURNING event_id, subscription_id`,
    [id, companyOf(tenant)],
  );
  return rows[0] && messageId(rows[0].event_id, rows[0].subscription_id);
}

/**
 * Queues one delivery again, whatever became of it, under the same message id and with the whole retry table before it. False if the
 * tenant has none of that id.
 */
export async function redeliver(pool: pg.Pool, tenant: Tenant, id: string): Promise<boolean> {
  const parsed = parseMessageId(id);
  if (parsed === undefined) return false;
  const { rowCount } = await pool.query(
    `UPDATE webhook_delivery d SET status = 'pending', next_attempt_at = now(), schedule_from = d.attempts, finished_at = NULL
     FROM webhook_subscription s
     WHERE d.subscription_id = $1 AND s.id = d.subscription_id AND ${OWNED} AND d.event_id = $3`,
    [parsed.subscriptionId, companyOf(tenant), parsed.eventId],
  );
  return rowCount === 1;
}

const REPLAY_BATCH = 2_000;

/**
 * Queues again every delivery of a subscription whose event happened at or after `since` and which is not due or on its way already, and
 * returns their number. Works in batches, oldest first; a second call after an interruption takes up the rest. Undefined if the tenant
 * has no such subscription.
 */
export async function replay(pool: pg.Pool, tenant: Tenant, id: string, since: Date): Promise<number | undefined> {
  const { rows: owned } = await pool.query(`SELECT FROM webhook_subscription s WHERE s.id = $1 AND ${OWNED}`, [
    id,
    companyOf(tenant),
  ]);
  if (owned.length === 0) return undefined;
  const { rows: bounds } = await pool.query<{ first: string; last: string }>(
    `SELECT time_ordered_uuid_floor($1::timestamptz) AS first, time_ordered_uuid() AS last`,
    [since.toISOString()],
  );
  let [from, to] = [bounds[0]?.first, bounds[0]?.last];
  let total = 0;
  while (from !== undefined) {
    const { rows } = await pool.query<{ count: number; last: string | null }>(
      `WITH page AS MATERIALIZED (
         SELECT d.event_id, d.subscription_id FROM webhook_delivery d JOIN webhook_subscription s ON s.id = d.subscription_id
         WHERE d.subscription_id = $1 AND ${OWNED} AND d.event_id > $3 AND d.event_id <= $4
         ORDER BY d.event_id LIMIT ${REPLAY_BATCH}
       ), queued AS (
         UPDATE webhook_delivery d SET status = 'pending', next_attempt_at = now(), schedule_from = d.attempts, finished_at = NULL
         FROM page p WHERE d.event_id = p.event_id AND d.subscription_id = p.subscription_id
           AND (d.status <> 'pending' OR d.next_attempt_at > now())
         RETURNING 1
       )
       SELECT (SELECT count(*)::int FROM queued) AS count,
         (SELECT event_id FROM page ORDER BY event_id OFFSET ${REPLAY_BATCH - 1}) AS last`,
      [id, companyOf(tenant), from, to],
    );
    total += rows[0]?.count ?? 0;
    from = rows[0]?.last ?? undefined;
  }
  return total;
}
