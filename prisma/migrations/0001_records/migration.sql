-- The records. Prisma's own conventions for names, so that `prisma migrate status` and a schema diff agree with this file.

CREATE TABLE "tank" (
    "id" TEXT NOT NULL DEFAULT gen_random_uuid(),
    "external_id" TEXT,
    "company_id" TEXT,
    "customer_id" TEXT,
    "name" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "available_capacity" TEXT NOT NULL DEFAULT '0',
    "average_daily_usage" TEXT NOT NULL DEFAULT '0',
    "daily_usage" TEXT NOT NULL DEFAULT '0',
    "days_to_empty" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "fill_percentage" DOUBLE PRECISION,
    "fill_status" TEXT NOT NULL DEFAULT 'unknown',
    "reading_volume" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "tank_size" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "note" TEXT,
    "organization_id" TEXT,
    "product_name" TEXT,
    "product_sku" TEXT,
    "resource_group_id" TEXT,
    "product_id" TEXT,
    "status" TEXT,
    "ship_to_code" TEXT,
    "location_id" TEXT,
    "sales_rep_id" TEXT,
    "last_reading_id" TEXT,
    "last_reading_date" TIMESTAMPTZ(3),
    "tank_address" TEXT,
    "latitude" TEXT,
    "longitude" TEXT,
    "alerts" TEXT[],
    "location_name" TEXT,
    "include_in_job" BOOLEAN NOT NULL DEFAULT false,
    "unit_id" TEXT,
    "ship_to_id" TEXT,
    "brand" TEXT,
    "service_area_id" TEXT,
    "last_reading" JSONB,
    "fuel_id" TEXT,
    "vendor_id" TEXT,
    "tank_monitor_id" TEXT,
    "last_modified_date" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "tank_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "task" (
    "id" TEXT NOT NULL DEFAULT gen_random_uuid(),
    "company_id" TEXT NOT NULL,
    "parent_id" TEXT,
    "task_type_id" TEXT NOT NULL,
    "creator_id" TEXT NOT NULL,
    "assignee_id" TEXT,
    "status_id" TEXT NOT NULL,
    "owner_id" TEXT,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "priority" TEXT NOT NULL,
    "location" TEXT,
    "scheduled_start" TIMESTAMPTZ(3),
    "scheduled_end" TIMESTAMPTZ(3),
    "due_date" TIMESTAMPTZ(3),
    "estimated_hours" TEXT,
    "actual_hours" TEXT,
    "created_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "team_id" TEXT NOT NULL,
    "workflow_id" TEXT NOT NULL,
    "assigned_at" TIMESTAMPTZ(3),
    "entity_type" TEXT,
    "entity_id" TEXT,
    "task_number" INTEGER NOT NULL,
    "entity_data" JSONB,
    "task_data" JSONB,
    "computed_data" JSONB,
    "reminder_ids" TEXT[],
    "checklist" JSONB,
    "organization_id" TEXT,
    "viewed_at" TIMESTAMPTZ(3),
    "geo_lat" TEXT,
    "geo_lon" TEXT,
    "step" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "task_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "expiration" (
    "id" TEXT NOT NULL DEFAULT gen_random_uuid(),
    "company_id" TEXT,
    "external_id" TEXT,
    "owner_id" TEXT,
    "expiration_type_id" TEXT,
    "expiration_code" TEXT,
    "expiration_date" DATE,
    "warning_date" DATE,
    "description" TEXT,
    "date_modified" DATE DEFAULT CURRENT_TIMESTAMP,
    "owner_type" TEXT,
    "owner_code" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "expiration_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "quick_order" (
    "id" TEXT NOT NULL DEFAULT gen_random_uuid(),
    "company_id" TEXT NOT NULL,
    "user_id" TEXT,
    "metadata" JSONB,
    "external_id" TEXT,
    "status" TEXT,
    "error" JSONB,
    "order_date" TEXT,
    "order_items" JSONB,
    "created_date" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "quick_order_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "ship_to" (
    "id" TEXT NOT NULL DEFAULT gen_random_uuid(),
    "company_id" TEXT,
    "external_id" TEXT,
    "customer_id" TEXT,
    "location_id" TEXT,
    "organization_id" TEXT,
    "unit_id" TEXT,
    "name" TEXT,
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "area" TEXT,
    "preferences" JSONB,
    "primary_terminal_id" TEXT,
    "secondary_terminal_id" TEXT,
    "open_time" TEXT,
    "close_time" TEXT,
    "metadata" JSONB,
    "note" TEXT,
    "service_area_id" TEXT,
    "preferred_start_time" TEXT,
    "preferred_end_time" TEXT,
    "sales_rep_id" TEXT,
    "has_tanks" BOOLEAN NOT NULL DEFAULT false,
    "fuel_ship_to" BOOLEAN,
    "fuel_transport" BOOLEAN,
    "freight_id" TEXT,
    "billing_profile_id" TEXT,
    "transport_system_id" TEXT,
    "route_code" TEXT,
    "units" TEXT[],
    "last_modified_date" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "ship_to_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "webhook_subscription" (
    "id" TEXT NOT NULL DEFAULT gen_random_uuid(),
    "company_id" TEXT NOT NULL,
    "workflow_id" TEXT NOT NULL,
    "workflow_name" TEXT,
    "node_id" TEXT NOT NULL,
    "webhook_url" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "actions" TEXT[],
    "filter" JSONB,
    "secret" TEXT,
    "idempotency_key" TEXT,
    "created_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "webhook_subscription_pkey" PRIMARY KEY ("id")
);

-- One index for each filter and each order that a connection offers; every one begins with the tenant and ends with the id,
-- so that a page is read in order and never sorted.
CREATE INDEX "tank_company_id_id_idx" ON "tank"("company_id", "id");
CREATE INDEX "tank_company_id_ship_to_id_id_idx" ON "tank"("company_id", "ship_to_id", "id");
CREATE INDEX "tank_company_id_customer_id_id_idx" ON "tank"("company_id", "customer_id", "id");
CREATE INDEX "tank_company_id_location_id_id_idx" ON "tank"("company_id", "location_id", "id");
CREATE INDEX "tank_company_id_external_id_id_idx" ON "tank"("company_id", "external_id", "id");
CREATE INDEX "tank_company_id_status_id_idx" ON "tank"("company_id", "status", "id");
CREATE INDEX "tank_company_id_fill_status_id_idx" ON "tank"("company_id", "fill_status", "id");
CREATE INDEX "tank_company_id_days_to_empty_id_idx" ON "tank"("company_id", "days_to_empty", "id");
CREATE INDEX "task_company_id_id_idx" ON "task"("company_id", "id");
CREATE INDEX "task_company_id_assignee_id_id_idx" ON "task"("company_id", "assignee_id", "id");
CREATE INDEX "task_company_id_status_id_id_idx" ON "task"("company_id", "status_id", "id");
CREATE INDEX "task_company_id_team_id_id_idx" ON "task"("company_id", "team_id", "id");
CREATE INDEX "task_company_id_workflow_id_id_idx" ON "task"("company_id", "workflow_id", "id");
CREATE INDEX "task_company_id_entity_type_entity_id_id_idx" ON "task"("company_id", "entity_type", "entity_id", "id");
CREATE INDEX "task_company_id_task_number_id_idx" ON "task"("company_id", "task_number", "id");
CREATE INDEX "expiration_company_id_id_idx" ON "expiration"("company_id", "id");
CREATE INDEX "expiration_company_id_owner_type_owner_id_id_idx" ON "expiration"("company_id", "owner_type", "owner_id", "id");
CREATE INDEX "expiration_company_id_owner_id_id_idx" ON "expiration"("company_id", "owner_id", "id");
CREATE INDEX "expiration_company_id_expiration_type_id_id_idx" ON "expiration"("company_id", "expiration_type_id", "id");
CREATE INDEX "expiration_company_id_external_id_id_idx" ON "expiration"("company_id", "external_id", "id");
CREATE INDEX "quick_order_company_id_id_idx" ON "quick_order"("company_id", "id");
CREATE INDEX "quick_order_company_id_user_id_id_idx" ON "quick_order"("company_id", "user_id", "id");
CREATE INDEX "quick_order_company_id_status_id_idx" ON "quick_order"("company_id", "status", "id");
CREATE INDEX "quick_order_company_id_external_id_id_idx" ON "quick_order"("company_id", "external_id", "id");
CREATE INDEX "ship_to_company_id_id_idx" ON "ship_to"("company_id", "id");
CREATE INDEX "ship_to_company_id_customer_id_id_idx" ON "ship_to"("company_id", "customer_id", "id");
CREATE INDEX "ship_to_company_id_location_id_id_idx" ON "ship_to"("company_id", "location_id", "id");
CREATE INDEX "ship_to_company_id_external_id_id_idx" ON "ship_to"("company_id", "external_id", "id");
CREATE INDEX "ship_to_company_id_service_area_id_id_idx" ON "ship_to"("company_id", "service_area_id", "id");
CREATE INDEX "ship_to_company_id_route_code_id_idx" ON "ship_to"("company_id", "route_code", "id");
CREATE UNIQUE INDEX "webhook_subscription_company_id_idempotency_key_key" ON "webhook_subscription"("company_id", "idempotency_key");
CREATE INDEX "webhook_subscription_company_id_id_idx" ON "webhook_subscription"("company_id", "id");
CREATE INDEX "webhook_subscription_company_id_resource_id_idx" ON "webhook_subscription"("company_id", "resource", "id");
CREATE INDEX "webhook_subscription_company_id_workflow_id_id_idx" ON "webhook_subscription"("company_id", "workflow_id", "id");

-- Orders over columns that may be null: the expression gives null a place, so that a cursor is always a plain (value, id) pair.
CREATE INDEX "tank_by_name" ON "tank"("company_id", (coalesce("name", '')), "id");
CREATE INDEX "tank_by_fill" ON "tank"("company_id", (coalesce("fill_percentage", '-Infinity')), "id");
CREATE INDEX "task_by_due_date" ON "task"("company_id", (coalesce("due_date", 'infinity')), "id");
CREATE INDEX "expiration_by_date" ON "expiration"("company_id", (coalesce("expiration_date", 'infinity')), "id");
CREATE INDEX "expiration_by_warning" ON "expiration"("company_id", (coalesce("warning_date", 'infinity')), "id");
CREATE INDEX "quick_order_by_created" ON "quick_order"("company_id", (coalesce("created_date", '-infinity')), "id");
CREATE INDEX "ship_to_by_name" ON "ship_to"("company_id", (coalesce("name", '')), "id");

-- A page is updated in place (HOT) as long as it has room for the new row and no indexed column changes.
ALTER TABLE "tank" SET (fillfactor = 70);
ALTER TABLE "task" SET (fillfactor = 70);
ALTER TABLE "ship_to" SET (fillfactor = 70);

-- What the server sets. The database does it, so that it holds for whoever writes, and only when something really changes:
-- a PATCH with the values already stored leaves the version and the timestamps alone.
CREATE FUNCTION "touch_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

CREATE FUNCTION "touch_last_modified_date"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  NEW.last_modified_date := now();
  RETURN NEW;
END $$;

CREATE FUNCTION "touch_date_modified"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  NEW.date_modified := (now() AT TIME ZONE 'UTC')::date;
  RETURN NEW;
END $$;

CREATE FUNCTION "touch_updated_at"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  NEW.updated_at := now();
  RETURN NEW;
END $$;

CREATE FUNCTION "touch_assigned_at"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.assigned_at := CASE WHEN NEW.assignee_id IS NOT NULL THEN now() END;
  RETURN NEW;
END $$;

CREATE TRIGGER "touch" BEFORE UPDATE ON "tank"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "touch_last_modified_date"();
CREATE TRIGGER "touch" BEFORE UPDATE ON "ship_to"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "touch_last_modified_date"();
CREATE TRIGGER "touch" BEFORE UPDATE ON "expiration"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "touch_date_modified"();
CREATE TRIGGER "touch" BEFORE UPDATE ON "quick_order"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "touch_version"();
CREATE TRIGGER "touch" BEFORE UPDATE ON "webhook_subscription"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "touch_updated_at"();
CREATE TRIGGER "touch" BEFORE UPDATE ON "task"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "touch_updated_at"();
CREATE TRIGGER "touch_assignee" BEFORE UPDATE ON "task"
  FOR EACH ROW WHEN (OLD.assignee_id IS DISTINCT FROM NEW.assignee_id) EXECUTE FUNCTION "touch_assigned_at"();
