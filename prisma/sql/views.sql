-- The deliveries of webhooks as the API has them.
-- The columns of the event are subqueries, so that what shows none of them does not read it: PostgreSQL 15 cannot leave
-- out a join with a partitioned table. "stage" is the stored status, which rules out partitions.
CREATE OR REPLACE VIEW "webhook_delivery_log" AS
SELECT
  'msg_' || d.event_id || '_' || d.subscription_id AS id,
  d.event_id,
  d.subscription_id,
  s.company_id,
  (SELECT e.resource || '.' || e.action FROM webhook_event e WHERE e.id = d.event_id) AS type,
  d.resource_id,
  (SELECT e.data FROM webhook_event e WHERE e.id = d.event_id) AS data,
  (SELECT e.changed FROM webhook_event e WHERE e.id = d.event_id) AS changed,
  (SELECT e.version FROM webhook_event e WHERE e.id = d.event_id) AS resource_version,
  (SELECT e.occurred_at FROM webhook_event e WHERE e.id = d.event_id) AS occurred_at,
  CASE WHEN d.status = 'pending' AND s.state <> 'active' THEN 'held' ELSE d.status END AS status,
  d.attempts AS attempt_count,
  CASE WHEN d.status = 'pending' AND s.state = 'active' THEN nullif(d.next_attempt_at, 'infinity') END
    AS next_attempt_at,
  d.finished_at,
  d.sequence::float8 AS sequence,
  d.status AS stage,
  s.state = 'active' AS is_active,
  d.reason,
  (SELECT e.actor FROM webhook_event e WHERE e.id = d.event_id) AS actor,
  (SELECT e.truncated FROM webhook_event e WHERE e.id = d.event_id) AS truncated,
  s.workflow_id,
  s.node_id,
  -- Most deliveries succeed at once, which their row says.
  CASE WHEN d.attempts > 1 OR d.attempts = 1 AND d.status <> 'delivered' THEN (
    SELECT a.error FROM webhook_attempt a
    WHERE a.event_id = d.event_id AND a.subscription_id = d.subscription_id AND a.error IS NOT NULL
    ORDER BY a.number DESC LIMIT 1
  ) END AS last_error
FROM webhook_delivery d
JOIN webhook_subscription s ON s.id = d.subscription_id
-- A list must not show another company's event. Without coalesce, the planner takes an equation of columns for rare.
WHERE coalesce(d.company_id = s.company_id, false);
