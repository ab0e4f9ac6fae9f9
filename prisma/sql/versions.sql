-- Versions and timestamps of the records; what touches tanks is in notes.sql. Triggers set them, for every client of the database, and only
-- if a column changes: a PATCH with the stored values changes neither the version nor a timestamp. The time is that of the change, after its
-- transaction has got its id; notes.sql says why. It is not that of the transaction's beginning. Nothing runs this file; see events.sql.

CREATE OR REPLACE FUNCTION "touch_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION "touch_last_modified_date"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  NEW.last_modified_date := clock_timestamp();
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION "touch_date_modified"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  NEW.date_modified := (now() AT TIME ZONE 'UTC')::date;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION "touch_updated_at"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  NEW.updated_at := clock_timestamp();
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER "touch" BEFORE UPDATE ON "ship_to"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "touch_last_modified_date"();
CREATE OR REPLACE TRIGGER "touch" BEFORE UPDATE ON "expiration"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "touch_date_modified"();
CREATE OR REPLACE TRIGGER "touch" BEFORE UPDATE ON "quick_order"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "touch_version"();
CREATE OR REPLACE TRIGGER "touch" BEFORE UPDATE ON "task"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "touch_updated_at"();

CREATE OR REPLACE FUNCTION "touch_assigned_at"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.assigned_at := CASE WHEN NEW.assignee_id IS NOT NULL THEN now() END;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER "touch_assignee" BEFORE UPDATE ON "task"
  FOR EACH ROW WHEN (OLD.assignee_id IS DISTINCT FROM NEW.assignee_id) EXECUTE FUNCTION "touch_assigned_at"();
CREATE OR REPLACE TRIGGER "touch_new_assignee" BEFORE INSERT ON "task"
  FOR EACH ROW WHEN (NEW.assignee_id IS NOT NULL AND NEW.assigned_at IS NULL) EXECUTE FUNCTION "touch_assigned_at"();

-- The columns that the delivery loop writes (failures, breaker) are not listed: they are not changes by the owner. Nor are the secrets,
-- which programs encrypt; a rotation sets the end of the previous one.
CREATE OR REPLACE TRIGGER "touch" BEFORE UPDATE ON "webhook_subscription"
  FOR EACH ROW WHEN (
    (OLD.company_id, OLD.workflow_id, OLD.workflow_name, OLD.node_id, OLD.webhook_url, OLD.resource, OLD.actions, OLD.filter,
     OLD.previous_secret_until, OLD.idempotency_key, OLD.state, OLD.disabled_reason, OLD.max_in_flight, OLD.max_per_second, OLD.ordered)
    IS DISTINCT FROM
    (NEW.company_id, NEW.workflow_id, NEW.workflow_name, NEW.node_id, NEW.webhook_url, NEW.resource, NEW.actions, NEW.filter,
     NEW.previous_secret_until, NEW.idempotency_key, NEW.state, NEW.disabled_reason, NEW.max_in_flight, NEW.max_per_second, NEW.ordered)
  ) EXECUTE FUNCTION "touch_updated_at"();
