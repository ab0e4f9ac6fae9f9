-- A delivery as its owner sees it. What the subscription's state makes of a pending one is said here, because the row itself is not told.
CREATE VIEW "webhook_delivery_log" AS
SELECT
  'msg_' || d.event_id || '_' || d.subscription_id AS id,
  d.event_id,
  d.subscription_id,
  e.company_id,
  e.resource || '.' || e.action AS type,
  e.resource_id,
  e.data,
  e.changed,
  e.version AS resource_version,
  e.occurred_at,
  CASE WHEN d.status = 'pending' AND s.state <> 'active' THEN 'held' ELSE d.status END AS status,
  d.attempts AS attempt_count,
  CASE WHEN d.status = 'pending' AND s.state = 'active' THEN d.next_attempt_at END AS next_attempt_at,
  d.finished_at
FROM webhook_delivery d
JOIN webhook_event e ON e.id = d.event_id
JOIN webhook_subscription s ON s.id = d.subscription_id;
