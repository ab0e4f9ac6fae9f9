-- unknown levels
-- DropIndex
DROP INDEX "tank_company_id_days_to_empty_id_idx";

-- AlterTable
ALTER TABLE "tank" ALTER COLUMN "available_capacity" DROP NOT NULL,
ALTER COLUMN "available_capacity" DROP DEFAULT,
ALTER COLUMN "days_to_empty" DROP NOT NULL,
ALTER COLUMN "days_to_empty" DROP DEFAULT,
ALTER COLUMN "reading_volume" DROP NOT NULL,
ALTER COLUMN "reading_volume" DROP DEFAULT;

-- Of a tank that was never read, 0 was the default. What is known of it has not changed: no trigger makes versions,
-- events and revisions of it.
ALTER TABLE "tank" DISABLE TRIGGER USER;
UPDATE "tank" SET days_to_empty = nullif(days_to_empty, 0), reading_volume = nullif(reading_volume, 0),
  available_capacity = nullif(available_capacity, '0')
WHERE last_reading_date IS NULL;
ALTER TABLE "tank" ENABLE TRIGGER USER;

-- prisma/sql/indexes.sql
CREATE INDEX IF NOT EXISTS "tank_by_name" ON "tank"("company_id", (coalesce("name", '')), "id");
CREATE INDEX IF NOT EXISTS "tank_by_fill" ON "tank"("company_id", (coalesce("fill_percentage", '-Infinity')), "id");
CREATE INDEX IF NOT EXISTS "tank_by_days_to_empty"
  ON "tank"("company_id", (coalesce("days_to_empty", 'Infinity')), "id");
CREATE INDEX IF NOT EXISTS "task_by_due_date" ON "task"("company_id", (coalesce("due_date", 'infinity')), "id");
CREATE INDEX IF NOT EXISTS "task_archived_by_due_date"
  ON "task"("company_id", "is_archived", (coalesce("due_date", 'infinity')), "id");
CREATE INDEX IF NOT EXISTS "task_by_scheduled_start"
  ON "task"("company_id", (coalesce("scheduled_start", 'infinity')), "id");
CREATE INDEX IF NOT EXISTS "expiration_by_date"
  ON "expiration"("company_id", (coalesce("expiration_date", 'infinity')), "id");
CREATE INDEX IF NOT EXISTS "expiration_by_warning"
  ON "expiration"("company_id", (coalesce("warning_date", 'infinity')), "id");
CREATE INDEX IF NOT EXISTS "quick_order_by_created"
  ON "quick_order"("company_id", (coalesce("created_date", '-infinity')), "id");
CREATE INDEX IF NOT EXISTS "ship_to_by_name" ON "ship_to"("company_id", (coalesce("name", '')), "id");

CREATE INDEX IF NOT EXISTS "record_deletion_in_order"
  ON "record_deletion"("record_type", "company_id", "deleted_at", "id") WHERE NOT "returned";

CREATE INDEX IF NOT EXISTS "webhook_outbox_large_idx"
  ON "webhook_outbox"("company_id") WHERE bytes >= 65536 AND error IS NULL;

CREATE INDEX IF NOT EXISTS "webhook_delivery_due" ON "webhook_delivery_pending"("subscription_id", "next_attempt_at");
CREATE INDEX IF NOT EXISTS "webhook_delivery_ordered"
  ON "webhook_delivery_pending"("subscription_id", "resource_id", "sequence") WHERE "ordered";

CREATE UNIQUE INDEX IF NOT EXISTS "webhook_replay_running"
  ON "webhook_replay"("subscription_id") WHERE "status" = 'running';
-- end of prisma/sql/indexes.sql

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
