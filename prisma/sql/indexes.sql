-- The indexes that schema.prisma cannot express: with expressions, partial, or of tables that Prisma does not read.

-- Orders with a stand-in for null, which puts records without a value first or last (src/prisma/sql/where.ts).
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

-- Deletions in order, without those that were followed by a creation.
CREATE INDEX IF NOT EXISTS "record_deletion_in_order"
  ON "record_deletion"("record_type", "company_id", "deleted_at", "id") WHERE NOT "returned";

-- A company's large changes that wait, which limit_large_changes() counts.
CREATE INDEX IF NOT EXISTS "webhook_outbox_large_idx"
  ON "webhook_outbox"("company_id") WHERE bytes >= 65536 AND error IS NULL;

-- What is due for a subscription, and what of a record waits behind another delivery.
CREATE INDEX IF NOT EXISTS "webhook_delivery_due" ON "webhook_delivery_pending"("subscription_id", "next_attempt_at");
CREATE INDEX IF NOT EXISTS "webhook_delivery_ordered"
  ON "webhook_delivery_pending"("subscription_id", "resource_id", "sequence") WHERE "ordered";

-- A subscription has one running replay.
CREATE UNIQUE INDEX IF NOT EXISTS "webhook_replay_running"
  ON "webhook_replay"("subscription_id") WHERE "status" = 'running';
