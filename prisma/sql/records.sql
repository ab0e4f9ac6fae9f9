-- The records: see record-triggers.sql.
SELECT track_record('tank', modified => 'last_modified_date',
  searched => '{external_id,name,customer_id,ship_to_code,tank_address,product_name,location_name}');
SELECT track_record('task', searched => '{title,task_number,location}', modified => 'updated_at');
SELECT track_record('expiration', modified => 'date_modified',
  searched => '{external_id,expiration_code,owner_code,description}');
SELECT track_record('quick_order', searched => '{external_id}');
SELECT track_record('ship_to', modified => 'last_modified_date',
  searched => '{external_id,name,route_code,customer_id,area}');

-- Changes by the owner count, and not those of the delivery loop (failures, breaker) or of what encrypts secrets; a
-- rotation sets the end of the previous secret, and new custom headers their time.
SELECT track_record('webhook_subscription', searched => '{workflow_name}', modified => 'updated_at', emits => false,
  counted => '{company_id,workflow_id,workflow_name,node_id,webhook_url,resource,actions,filter,previous_secret_until,
    idempotency_key,state,disabled_reason,max_in_flight,max_per_second,ordered,ignore_actors,headers_set_at}');

-- A task has the time at which it was assigned, and none without an assignee. One that is restored keeps what it had.
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
