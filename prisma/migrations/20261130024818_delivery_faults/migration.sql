-- delivery faults

-- prisma/sql/views.sql
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
WHERE coalesce(d.company_id = s.company_id, false);
-- end of prisma/sql/views.sql

-- prisma/sql/records.sql
SELECT track_record('tank', modified => 'last_modified_date',
  searched => '{external_id,name,customer_id,ship_to_code,tank_address,product_name,location_name}');
SELECT track_record('task', searched => '{title,task_number,location}', modified => 'updated_at');
SELECT track_record('expiration', modified => 'date_modified',
  searched => '{external_id,expiration_code,owner_code,description}');
SELECT track_record('quick_order', searched => '{external_id}');
SELECT track_record('ship_to', modified => 'last_modified_date',
  searched => '{external_id,name,route_code,customer_id,area}');

SELECT track_record('webhook_subscription', searched => '{workflow_name}', modified => 'updated_at', emits => false,
  counted => '{company_id,workflow_id,workflow_name,node_id,webhook_url,resource,actions,filter,previous_secret_until,
    idempotency_key,state,disabled_reason,max_in_flight,max_per_second,ordered,ignore_actors,headers_set_at}');

CREATE OR REPLACE FUNCTION "touch_assigned_at"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.assigned_at := CASE WHEN NEW.assignee_id IS NOT NULL THEN now() END;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER "touch_assignee" BEFORE UPDATE ON "task"
  FOR EACH ROW WHEN (OLD.assignee_id IS DISTINCT FROM NEW.assignee_id) EXECUTE FUNCTION "touch_assigned_at"();
CREATE OR REPLACE TRIGGER "touch_new_assignee" BEFORE INSERT ON "task"
  FOR EACH ROW WHEN (NEW.assignee_id IS NOT NULL AND NEW.assigned_at IS NULL AND NEW.version = 1)
  EXECUTE FUNCTION "touch_assigned_at"();
-- end of prisma/sql/records.sql
