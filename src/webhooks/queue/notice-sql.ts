import { NOTICES } from '../../records.ts';

const WEBHOOKS = Object.keys(NOTICES).map((resource) => `'${resource}'`).join(', '); // biome-ignore format: one line
/** A time in the form of events. */
const momentOf = (time: string): string => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The news of subscriptions that the statement has disabled, from `updated`. */
const DISABLED = `
  SELECT 'subscription' AS resource, '${NOTICES.subscription}' AS action, u.company_id, u.id AS subscription_id, json_build_object(
    'id', u.id, 'company_id', u.company_id, 'version', u.version, 'workflow_id', u.workflow_id, 'workflow_name', u.workflow_name,
    'node_id', u.node_id, 'webhook_url', u.webhook_url, 'resource', u.resource, 'actions', u.actions, 'disabled_reason', u.disabled_reason,
    'failing_since', ${momentOf('u.failing_since')}) AS data
  FROM updated u WHERE u.state = 'disabled'`;

/** Given up, from `taken`. Those about webhooks themselves are not news, or they would cause each other without end. */
const DEAD = `
  SELECT 'delivery', '${NOTICES.delivery}', e.company_id, t.subscription_id, json_build_object(
    'id', 'msg_' || t.event_id || '_' || t.subscription_id, 'company_id', e.company_id, 'version', e.version,
    'subscription_id', t.subscription_id, 'type', e.resource || '.' || e.action, 'resource_id', e.resource_id, 'sequence', e.sequence,
    'attempts', t.attempts, 'http_status', t.http_status, 'error', t.error, 'occurred_at', ${momentOf('e.occurred_at')})
  FROM taken t CROSS JOIN LATERAL (SELECT * FROM webhook_event e WHERE e.id = t.event_id OFFSET 0) e
  WHERE t.verdict = 'dead' AND e.resource NOT IN (${WEBHOOKS})`;

/**
 * What the statement that records results also writes: its news, in the outbox, for the other subscriptions of the
 * company that want them. `events/notices.ts` describes their data, which is no more than `subscriptions:read` shows.
 * Only a statement that may give up a delivery looks for those: to open the table of events costs as much as the rest,
 * with a partition for each day.
 */
export const writeNotices = (mayGiveUp: boolean): string => `
notice AS (${mayGiveUp ? `${DISABLED}\n  UNION ALL${DEAD}` : DISABLED}
), noticed AS (
  INSERT INTO webhook_outbox (resource, action, subscription_ids, after, actor)
  SELECT n.resource, n.action, w.ids, n.data, NULL
  FROM notice n CROSS JOIN LATERAL (
    SELECT array_agg(s.id) AS ids FROM webhook_subscription s
    WHERE s.company_id = n.company_id AND s.resource = n.resource AND n.action = ANY (s.actions) AND s.id <> n.subscription_id
  ) w
  WHERE w.ids IS NOT NULL
)`;
