-- The tables, and the functions and triggers of prisma/sql, which has their comments. Prisma's tools give these names.

-- The indexes of searched texts need them. Both are trusted: an owner of the database may create them.
DO $$
DECLARE needed text;
BEGIN
  FOREACH needed IN ARRAY ARRAY['pg_trgm', 'btree_gin'] LOOP
    EXECUTE format('CREATE EXTENSION IF NOT EXISTS %I', needed);
  END LOOP;
EXCEPTION WHEN OTHERS THEN
  RAISE EXCEPTION 'the extension % cannot be created (%); install the package of PostgreSQL''s extensions (postgresql-contrib) if it is'
    ' missing, and let an administrator run CREATE EXTENSION % in this database', needed, SQLERRM, needed;
END $$;

-- prisma/sql/defaults.sql
CREATE OR REPLACE FUNCTION "time_ordered_uuid"(
  moment timestamptz DEFAULT clock_timestamp(), tail bytea DEFAULT substring(uuid_send(gen_random_uuid()) FROM 9)
) RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(int8send(floor(extract(epoch FROM moment) * 1000)::bigint << 16 | 28672
    | extract(microseconds FROM moment)::bigint % 1000 * 4096 / 1000) || tail, 'hex')::uuid
$$;

CREATE OR REPLACE FUNCTION "time_ordered_uuid_floor"(moment timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (lpad(to_hex(greatest(0, floor(extract(epoch FROM moment) * 1000)::bigint)), 12, '0') || repeat('0', 20))::uuid
$$;

CREATE OR REPLACE FUNCTION "current_actor"(record text DEFAULT NULL) RETURNS text LANGUAGE sql STABLE
RETURN left(coalesce(nullif(current_setting('field_operations.actors', true), '')::json ->> record,
  nullif(current_setting('field_operations.actor', true), ''),
  'sql:' || session_user || coalesce('/' || nullif(current_setting('field_operations.writer', true), ''), '')), 260);
-- end of prisma/sql/defaults.sql

-- JSON has neither NaN, which is greater than infinity, nor infinity. A statement pays for the type of a column where it
-- sets one, and always for the CHECK of a table, which PostgreSQL reads anew each time.
CREATE DOMAIN "finite" AS DOUBLE PRECISION CONSTRAINT "finite" CHECK (VALUE > '-Infinity' AND VALUE < 'Infinity');
-- A list of GraphQL has no empty items.
CREATE DOMAIN "texts" AS TEXT[] CONSTRAINT "texts" CHECK (array_position(VALUE, NULL) IS NULL);

-- The records. Each filter and each order of a list has an index from the company to the id: a page is read in its
-- order and never sorted. Where a column may be null, an expression gives null a place, so that a cursor is a value and
-- an id. The fill factor leaves room on a page: an update that changes no indexed column writes no index.
CREATE TABLE "tank" (
  "id" TEXT NOT NULL DEFAULT time_ordered_uuid(),
  "external_id" TEXT,
  "company_id" TEXT,
  "customer_id" TEXT,
  "name" TEXT,
  "metadata" JSONB NOT NULL DEFAULT '{}',
  "available_capacity" TEXT NOT NULL DEFAULT '0',
  "average_daily_usage" TEXT NOT NULL DEFAULT '0',
  "daily_usage" TEXT NOT NULL DEFAULT '0',
  "days_to_empty" "finite" NOT NULL DEFAULT 0,
  "fill_percentage" DOUBLE PRECISION,
  "fill_status" TEXT NOT NULL DEFAULT 'unknown',
  "reading_volume" "finite" NOT NULL DEFAULT 0,
  "tank_size" "finite" NOT NULL DEFAULT 0,
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
  "alerts" "texts",
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
  CONSTRAINT "tank_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "tank_metadata_is_an_object" CHECK (jsonb_typeof("metadata") = 'object')
) WITH (fillfactor = 70);
CREATE INDEX "tank_company_id_id_idx" ON "tank"("company_id", "id");
CREATE INDEX "tank_company_id_ship_to_id_id_idx" ON "tank"("company_id", "ship_to_id", "id");
CREATE INDEX "tank_company_id_customer_id_id_idx" ON "tank"("company_id", "customer_id", "id");
CREATE INDEX "tank_company_id_location_id_id_idx" ON "tank"("company_id", "location_id", "id");
CREATE INDEX "tank_company_id_external_id_id_idx" ON "tank"("company_id", "external_id", "id");
CREATE INDEX "tank_company_id_status_id_idx" ON "tank"("company_id", "status", "id");
CREATE INDEX "tank_company_id_fill_status_id_idx" ON "tank"("company_id", "fill_status", "id");
CREATE INDEX "tank_company_id_days_to_empty_id_idx" ON "tank"("company_id", "days_to_empty", "id");

CREATE TABLE "task" (
  "id" TEXT NOT NULL DEFAULT time_ordered_uuid(),
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
  "reminder_ids" "texts",
  "checklist" JSONB,
  "organization_id" TEXT,
  "viewed_at" TIMESTAMPTZ(3),
  "geo_lat" TEXT,
  "geo_lon" TEXT,
  "step" TEXT,
  "version" INTEGER NOT NULL DEFAULT 1,
  CONSTRAINT "task_pkey" PRIMARY KEY ("id")
) WITH (fillfactor = 70);
CREATE INDEX "task_company_id_id_idx" ON "task"("company_id", "id");
CREATE INDEX "task_company_id_assignee_id_id_idx" ON "task"("company_id", "assignee_id", "id");
CREATE INDEX "task_company_id_status_id_id_idx" ON "task"("company_id", "status_id", "id");
CREATE INDEX "task_company_id_team_id_id_idx" ON "task"("company_id", "team_id", "id");
CREATE INDEX "task_company_id_workflow_id_id_idx" ON "task"("company_id", "workflow_id", "id");
CREATE INDEX "task_by_entity" ON "task"("company_id", "entity_type", "entity_id", "assignee_id", "team_id", "workflow_id");
CREATE INDEX "task_company_id_entity_id_id_idx" ON "task"("company_id", "entity_id", "id");
CREATE INDEX "task_company_id_task_number_id_idx" ON "task"("company_id", "task_number", "id");

CREATE TABLE "expiration" (
  "id" TEXT NOT NULL DEFAULT time_ordered_uuid(),
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
CREATE INDEX "expiration_company_id_id_idx" ON "expiration"("company_id", "id");
CREATE INDEX "expiration_company_id_owner_type_owner_id_id_idx" ON "expiration"("company_id", "owner_type", "owner_id", "id");
CREATE INDEX "expiration_company_id_owner_id_id_idx" ON "expiration"("company_id", "owner_id", "id");
CREATE INDEX "expiration_company_id_expiration_type_id_id_idx" ON "expiration"("company_id", "expiration_type_id", "id");
CREATE INDEX "expiration_company_id_external_id_id_idx" ON "expiration"("company_id", "external_id", "id");

CREATE TABLE "quick_order" (
  "id" TEXT NOT NULL DEFAULT time_ordered_uuid(),
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
CREATE INDEX "quick_order_company_id_id_idx" ON "quick_order"("company_id", "id");
CREATE INDEX "quick_order_company_id_user_id_id_idx" ON "quick_order"("company_id", "user_id", "id");
CREATE INDEX "quick_order_company_id_status_id_idx" ON "quick_order"("company_id", "status", "id");
CREATE INDEX "quick_order_company_id_external_id_id_idx" ON "quick_order"("company_id", "external_id", "id");

CREATE TABLE "ship_to" (
  "id" TEXT NOT NULL DEFAULT time_ordered_uuid(),
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
  "units" "texts",
  "last_modified_date" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
  "version" INTEGER NOT NULL DEFAULT 1,
  CONSTRAINT "ship_to_pkey" PRIMARY KEY ("id")
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX "ship_to_company_id_id_key" ON "ship_to"("company_id", "id");
CREATE INDEX "ship_to_company_id_customer_id_id_idx" ON "ship_to"("company_id", "customer_id", "id");
CREATE INDEX "ship_to_company_id_location_id_id_idx" ON "ship_to"("company_id", "location_id", "id");
CREATE INDEX "ship_to_company_id_external_id_id_idx" ON "ship_to"("company_id", "external_id", "id");
CREATE INDEX "ship_to_company_id_service_area_id_id_idx" ON "ship_to"("company_id", "service_area_id", "id");
CREATE INDEX "ship_to_company_id_route_code_id_idx" ON "ship_to"("company_id", "route_code", "id");
CREATE INDEX "ship_to_company_id_archived_id_idx" ON "ship_to"("company_id", "archived", "id");

-- When a record was last changed, to ten minutes: see record-triggers.sql.
CREATE TABLE "record_modification" (
  "record_type" TEXT NOT NULL,
  "record_id" TEXT NOT NULL,
  "record_company" TEXT NOT NULL,
  "modified_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "record_modification_pkey" PRIMARY KEY ("record_type","record_id")
);
CREATE INDEX "record_modification_in_order" ON "record_modification"("record_type", "record_company", "modified_at", "record_id");

-- The texts in which records are found: see record-triggers.sql.
CREATE TABLE "record_search" (
  "record_type" TEXT NOT NULL,
  "record_id" TEXT NOT NULL,
  "record_company" TEXT NOT NULL,
  "text" TEXT NOT NULL,
  CONSTRAINT "record_search_pkey" PRIMARY KEY ("record_type","record_id")
);

-- What was deleted, for those who keep a copy, and to restore it: see record-triggers.sql.
CREATE TABLE "record_deletion" (
  "record_type" TEXT NOT NULL,
  "company_id" TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "deleted_at" TIMESTAMPTZ(3) NOT NULL,
  "returned" BOOLEAN NOT NULL DEFAULT false,
  "version" INTEGER,
  "actor" TEXT,
  "data" JSON,
  CONSTRAINT "record_deletion_pkey" PRIMARY KEY ("record_type","company_id","id")
);

-- JSON that is nested more deeply than 64 levels costs a session its stack.
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
  "state" TEXT NOT NULL DEFAULT 'active',
  "disabled_reason" TEXT,
  "previous_secret" TEXT,
  "previous_secret_until" TIMESTAMPTZ(3),
  "earlier_secrets" JSONB NOT NULL DEFAULT '[]',
  "idempotency_input" TEXT,
  "max_in_flight" INTEGER NOT NULL DEFAULT 8,
  "max_per_second" DOUBLE PRECISION,
  "ordered" BOOLEAN NOT NULL DEFAULT false,
  "failing_since" TIMESTAMPTZ(3),
  "last_failed_at" TIMESTAMPTZ(3),
  "consecutive_failures" INTEGER NOT NULL DEFAULT 0,
  "breaker_trips" INTEGER NOT NULL DEFAULT 0,
  "breaker_open_until" TIMESTAMPTZ(3),
  "held_until" TIMESTAMPTZ(3),
  "ignore_actors" TEXT[] NOT NULL DEFAULT '{}',
  "header_names" TEXT[] NOT NULL DEFAULT '{}',
  "headers" TEXT,
  "headers_set_at" TIMESTAMPTZ(3),
  CONSTRAINT "webhook_subscription_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "webhook_subscription_filter" CHECK (NOT jsonb_path_exists("filter", '$.**{65 to last}')),
  CONSTRAINT "webhook_subscription_max_in_flight" CHECK ("max_in_flight" BETWEEN 1 AND 100),
  CONSTRAINT "webhook_subscription_state" CHECK ("state" IN ('active', 'paused', 'disabled'))
) WITH (fillfactor = 70);
CREATE INDEX "webhook_subscription_company_id_id_idx" ON "webhook_subscription"("company_id", "id");
CREATE INDEX "webhook_subscription_company_id_resource_id_idx" ON "webhook_subscription"("company_id", "resource", "id");
CREATE INDEX "webhook_subscription_company_id_workflow_id_id_idx" ON "webhook_subscription"("company_id", "workflow_id", "id");
CREATE UNIQUE INDEX "webhook_subscription_company_id_idempotency_key_key" ON "webhook_subscription"("company_id", "idempotency_key");

-- Until when the requests sent so far last at the pace of the subscription.
CREATE TABLE "webhook_pace" (
  "subscription_id" TEXT NOT NULL,
  "sent_until" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "webhook_pace_pkey" PRIMARY KEY ("subscription_id")
) WITH (fillfactor = 50);

-- One row: the companies with too many deliveries that wait, and when to count them again.
CREATE TABLE "webhook_quota" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "full_companies" TEXT[] NOT NULL,
  "due_at" TIMESTAMPTZ(3) NOT NULL,
  "most_subscriptions" INTEGER,
  CONSTRAINT "webhook_quota_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "webhook_quota_id_check" CHECK ("id" = 1)
);

-- Changes that are not events yet, for milliseconds: what fits into a page is neither compressed nor moved out of it.
-- Only one that was set aside has a `sequence` while it waits.
CREATE TABLE "webhook_outbox" (
  "id" BIGSERIAL NOT NULL,
  "resource" TEXT NOT NULL,
  "action" TEXT NOT NULL,
  "company_id" TEXT NOT NULL,
  "subscription_ids" TEXT[],
  "occurred_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
  "before" JSON,
  "after" JSON,
  "error" TEXT,
  "actor" TEXT DEFAULT current_actor(),
  "bytes" INTEGER NOT NULL DEFAULT 0,
  "sequence" BIGINT,
  CONSTRAINT "webhook_outbox_pkey" PRIMARY KEY ("id")
) WITH (toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
ALTER TABLE "webhook_outbox" ALTER COLUMN "before" SET STORAGE EXTERNAL, ALTER COLUMN "after" SET STORAGE EXTERNAL;
-- For limit_large_changes().

-- Events, finished deliveries and attempts have tables by day (UTC, by the ids of the events), so that a day is removed
-- by dropping its tables. Pending deliveries have a table without the rows that an old snapshot keeps from vacuum.
CREATE TABLE "webhook_event" (
  "id" UUID NOT NULL DEFAULT time_ordered_uuid(),
  "company_id" TEXT NOT NULL,
  "resource" TEXT NOT NULL,
  "action" TEXT NOT NULL,
  "resource_id" TEXT NOT NULL,
  "data" JSONB NOT NULL,
  "truncated" BOOLEAN NOT NULL DEFAULT false,
  "changed" TEXT[],
  "version" INTEGER NOT NULL,
  "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "sequence" BIGINT NOT NULL,
  "actor" TEXT,
  CONSTRAINT "webhook_event_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");
CREATE INDEX "webhook_event_resource_id_version_idx" ON "webhook_event"("resource_id", "version");

CREATE TABLE "webhook_delivery" (
  "event_id" UUID NOT NULL,
  "subscription_id" TEXT NOT NULL,
  "status" TEXT NOT NULL DEFAULT 'pending',
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "schedule_from" INTEGER NOT NULL DEFAULT 0,
  "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "leased_until" TIMESTAMPTZ(3),
  "lease_token" UUID,
  "finished_at" TIMESTAMPTZ(3),
  "company_id" TEXT NOT NULL,
  "resource_id" TEXT NOT NULL,
  "sequence" BIGINT NOT NULL,
  "ordered" BOOLEAN NOT NULL DEFAULT false,
  "reason" TEXT,
  CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("subscription_id","event_id","status")
) PARTITION BY LIST ("status");

-- The queue. A delivery moves by DELETE and INSERT: an UPDATE of its status would fail whoever waits to lock it.
CREATE TABLE "webhook_delivery_pending" PARTITION OF "webhook_delivery" FOR VALUES IN ('pending')
  WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
-- The lease is not in it, so that taking one touches no index.
CREATE TABLE "webhook_delivery_finished" PARTITION OF "webhook_delivery" FOR VALUES IN ('delivered', 'dead') PARTITION BY RANGE ("event_id");

CREATE TABLE "webhook_attempt" (
  "event_id" UUID NOT NULL,
  "subscription_id" TEXT NOT NULL,
  "number" INTEGER NOT NULL,
  "started_at" TIMESTAMPTZ(3) NOT NULL,
  "duration_ms" INTEGER NOT NULL,
  "http_status" INTEGER,
  "error" TEXT,
  "response_head" TEXT,
  CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("event_id","subscription_id","number")
) PARTITION BY RANGE ("event_id");

-- Attempts by subscription, hour and duration, which is rounded up to one of twenty limits.
CREATE TABLE "webhook_figure" (
  "subscription_id" TEXT NOT NULL,
  "hour" TIMESTAMPTZ(3) NOT NULL,
  "duration_ms" INTEGER NOT NULL,
  "attempts" INTEGER NOT NULL,
  "delivered" INTEGER NOT NULL,
  CONSTRAINT "webhook_figure_pkey" PRIMARY KEY ("subscription_id","hour","duration_ms")
) WITH (fillfactor = 50);

-- "position" is the event that a replay has reached. The one that has waited the longest for its turn is next.
CREATE TABLE "webhook_replay" (
  "id" TEXT NOT NULL DEFAULT gen_random_uuid(),
  "company_id" TEXT NOT NULL,
  "subscription_id" TEXT NOT NULL,
  "status" TEXT NOT NULL DEFAULT 'running',
  "since" TIMESTAMPTZ(3) NOT NULL,
  "until" TIMESTAMPTZ(3) NOT NULL,
  "delivery_status" TEXT,
  "resource_id" TEXT,
  "matched" INTEGER NOT NULL DEFAULT 0,
  "queued" INTEGER NOT NULL DEFAULT 0,
  "total" INTEGER,
  "position" UUID NOT NULL,
  "turn_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "webhook_replay_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "webhook_replay_subscription_id_started_at_idx" ON "webhook_replay"("subscription_id", "started_at");

-- Who watches the changes of a resource of a company: subscriptions, each under its own id, live operations, and the
-- history. Every write of a record reads it, so its rows are never updated, as those of subscriptions often are.
CREATE TABLE "change_watch" (
  "id" TEXT NOT NULL DEFAULT gen_random_uuid(),
  "company_id" TEXT NOT NULL,
  "resource" TEXT NOT NULL,
  "actions" TEXT[],
  "live" BOOLEAN NOT NULL,
  "number" BIGSERIAL NOT NULL,
  CONSTRAINT "change_watch_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "change_watch_company_id_resource_id_idx" ON "change_watch"("company_id", "resource", "id");

-- The end of a live watch unless a gateway renews it, and the position since which all of its changes are recorded and
-- kept. `missed` are the transactions under way whose changes it may miss; null until the first look.
CREATE TABLE "live_lease" (
  "watch_id" TEXT NOT NULL,
  "until" TIMESTAMPTZ(3) NOT NULL,
  "since" BIGINT NOT NULL,
  "missed" TEXT[],
  CONSTRAINT "live_lease_pkey" PRIMARY KEY ("watch_id")
) WITH (fillfactor = 50);

-- Each start of a server that served this database: see prisma/sql/epochs.sql. Positions of live changes between `top`
-- and `bottom` were lost with what came before.
CREATE TABLE "database_epoch" (
  "number" SERIAL NOT NULL,
  "name" TEXT NOT NULL,
  "began_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "top" BIGINT,
  "bottom" BIGINT,
  CONSTRAINT "database_epoch_pkey" PRIMARY KEY ("number")
);

CREATE UNIQUE INDEX "database_epoch_name_key" ON "database_epoch" ("name");

-- Of several installations: the name of this one, and the ids of the keys that its gateways decrypt secrets with.
CREATE TABLE "cell" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "name" TEXT NOT NULL,
  "secret_keys" TEXT[],
  CONSTRAINT "cell_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "cell_id_check" CHECK ("id" = 1)
);

-- The companies of a cell, and those that have left it. A gateway with a cell serves no others.
CREATE TABLE "cell_company" (
  "company_id" TEXT NOT NULL,
  "key_prefix" TEXT NOT NULL,
  "moved_to" TEXT,
  "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "cell_company_pkey" PRIMARY KEY ("company_id")
);
CREATE UNIQUE INDEX "cell_company_key_prefix_key" ON "cell_company"("key_prefix");

-- The changes of the last minutes. `data` is the record after the change, or before its deletion; `was` has the values
-- that an update replaced.
CREATE TABLE "live_change" (
  "position" BIGSERIAL NOT NULL,
  "watch_id" TEXT NOT NULL,
  "action" TEXT NOT NULL,
  "record_id" TEXT NOT NULL,
  "sequence" BIGINT NOT NULL,
  "changed" TEXT[],
  "data" JSONB NOT NULL,
  "was" JSONB,
  "truncated" BOOLEAN NOT NULL,
  "occurred_at" TIMESTAMPTZ(3) NOT NULL,
  "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "actor" TEXT,
  CONSTRAINT "live_change_pkey" PRIMARY KEY ("position")
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);

-- What each change of a record has changed. Kept by day as events are; the days of a long history share tables.
CREATE TABLE "record_revision" (
  "id" UUID NOT NULL,
  "company_id" TEXT NOT NULL,
  "resource" TEXT NOT NULL,
  "record_id" TEXT NOT NULL,
  "sequence" BIGINT NOT NULL,
  "version" INTEGER NOT NULL,
  "action" TEXT NOT NULL,
  "actor" TEXT,
  "occurred_at" TIMESTAMPTZ(3) NOT NULL,
  "changed" TEXT[],
  "before" JSONB NOT NULL,
  "after" JSONB NOT NULL,
  CONSTRAINT "record_revision_pkey" PRIMARY KEY ("resource", "record_id", "company_id", "sequence", "id")
) PARTITION BY RANGE ("id");

-- The first part of each holds everything before the day after tomorrow.
DO $$
DECLARE
  kept text;
BEGIN
  FOREACH kept IN ARRAY ARRAY['webhook_event', 'webhook_attempt', 'webhook_delivery_finished', 'record_revision'] LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (MINVALUE) TO (%L)', kept || '_before', kept,
      time_ordered_uuid_floor(date_trunc('day', now(), 'UTC') + interval '2 days'));
  END LOOP;
END $$;

-- How the history of a resource is kept. An update of nothing but `passed_over` columns is no revision.
CREATE TABLE "history_watch" (
  "watch_id" TEXT NOT NULL,
  "ignored" TEXT[],
  "passed_over" TEXT[],
  "keep_days" INTEGER NOT NULL,
  "until" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "history_watch_pkey" PRIMARY KEY ("watch_id")
);

CREATE TABLE "api_key" (
  "id" TEXT NOT NULL,
  "company_id" TEXT,
  "name" TEXT,
  "scopes" TEXT[],
  "hash" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3),
  "last_used_at" TIMESTAMPTZ(3),
  "revoked_at" TIMESTAMPTZ(3),
  -- Which records the scopes with `:own` are on. The value null of JSON would be no rule, and look like none.
  "own" JSONB CHECK (jsonb_typeof("own") = 'object'),
  CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- prisma/sql/live.sql
CREATE OR REPLACE FUNCTION "end_lapsed_watches"() RETURNS void LANGUAGE sql SET search_path FROM CURRENT AS $$
  WITH lapsed AS (DELETE FROM live_lease WHERE until < clock_timestamp() RETURNING watch_id)
  DELETE FROM change_watch w USING lapsed WHERE w.id = lapsed.watch_id
$$;

CREATE OR REPLACE FUNCTION "watch_changes"(company text, watched text, lease interval, OUT id text, OUT at bigint)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM pg_advisory_xact_lock('webhook_outbox'::regclass::oid::bigint);
  PERFORM begin_epoch();
  PERFORM end_lapsed_watches();
  SELECT w.id INTO id FROM change_watch w WHERE w.company_id = company AND w.resource = watched AND w.live;
  SELECT CASE WHEN is_called THEN last_value ELSE 0 END INTO at FROM live_change_position_seq;
  IF id IS NULL THEN
    at := nextval('live_change_position_seq');
    INSERT INTO change_watch AS w (company_id, resource, actions, live)
    VALUES (company, watched, '{created,updated,deleted}', true) RETURNING w.id INTO id;
  END IF;
  INSERT INTO live_lease AS l (watch_id, until, since) VALUES (id, clock_timestamp() + lease, at)
  ON CONFLICT (watch_id) DO UPDATE SET until = greatest(l.until, excluded.until);
END $$;

CREATE OR REPLACE FUNCTION "settle_watches"(ids text[]) RETURNS TABLE (id text, at bigint)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RETURN QUERY
  WITH writer AS MATERIALIZED (
    -- The transactions that have written to a table.
    SELECT relation, virtualtransaction AS xid FROM pg_locks
    WHERE mode = 'RowExclusiveLock' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  ), watch AS MATERIALIZED (
    -- Which of them each watch misses. Those that began after the first reading know the watch.
    SELECT l.watch_id, ARRAY(SELECT DISTINCT v.xid FROM writer v
      WHERE v.relation = to_regclass(quote_ident(w.resource)) AND (l.missed IS NULL OR v.xid = ANY (l.missed))
    ) AS missed, l.missed <> '{}' AS waited, l.since
    FROM live_lease l JOIN change_watch w ON w.id = l.watch_id WHERE l.watch_id = ANY (ids)
  ), outbox_lock AS MATERIALIZED (
    SELECT pg_advisory_xact_lock('webhook_outbox'::regclass::oid::bigint), begin_epoch() FROM watch
    WHERE waited AND missed = '{}' LIMIT 1
  ), moved AS (
    -- The next state of each watch that is not settled.
    UPDATE live_lease l SET missed = watch.missed,
      since = CASE WHEN waited AND watch.missed = '{}' THEN nextval('live_change_position_seq') ELSE l.since END
    FROM watch LEFT JOIN outbox_lock ON true
    WHERE l.watch_id = watch.watch_id AND (l.missed IS NULL OR l.missed <> '{}')
    RETURNING l.watch_id, l.since
  )
  SELECT watch.watch_id, coalesce(moved.since, watch.since)
  FROM watch LEFT JOIN moved USING (watch_id) WHERE watch.missed = '{}';
END $$;
-- end of prisma/sql/live.sql

-- prisma/sql/open-outbox.sql
CREATE OR REPLACE FUNCTION "event_data"(row_text text, heads text[], times text[], numbers text[]) RETURNS jsonb
LANGUAGE plpgsql STABLE AS $$
DECLARE
  replaced text := replace(row_text, '+00:00"', 'Z"');
  unexplained integer := octet_length(row_text) - octet_length(replaced);
  head text;
  at text;
  data jsonb;
BEGIN
  IF row_text IS NULL THEN RETURN NULL; END IF;
  FOREACH head IN ARRAY coalesce(heads, '{}') LOOP
    at := split_part(split_part(row_text, head, 2), '"', 1);
    IF at LIKE '____-__-__T__:__:__%+00:00' AND octet_length(at) < 30 THEN
      unexplained := unexplained - 5;
      IF octet_length(at) < 29 THEN
        at := left(at, -6);
        replaced := replace(replaced, head || at || 'Z"',
          head || rpad(at, 23, CASE octet_length(at) WHEN 19 THEN '.000' ELSE '0' END) || 'Z"');
      END IF;
    -- Neither null nor a date.
    ELSIF octet_length(at) NOT IN (0, 10) THEN
      unexplained := NULL;
    END IF;
  END LOOP;
  IF unexplained = 0 AND strpos(row_text, '"NaN"') = 0 AND strpos(row_text, 'nfinity"') = 0 THEN
    RETURN replaced::jsonb;
  END IF;
  data := row_text::jsonb;
  RETURN data || coalesce((
    SELECT jsonb_object_agg(name, CASE WHEN value ~ '^\d{4}-[-\d]+T[-+:.\d]+$'
      THEN to_char(value::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END)
    FROM unnest(times) name CROSS JOIN LATERAL (SELECT data ->> name AS value OFFSET 0) v
    WHERE octet_length(value) <> 10 AND value ~ '^-?infinity$|^\d{4,}-\d\d-\d\d(T[-+:.\d]+)?( BC)?$'), '{}')
  || coalesce((
    SELECT jsonb_object_agg(name, NULL) FROM unnest(numbers) name
    WHERE data ->> name IN ('NaN', 'Infinity', '-Infinity')), '{}');
END $$;

CREATE OR REPLACE FUNCTION "is_id"(column_name text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT column_name = 'id' OR right(column_name, 3) = '_id'
$$;

CREATE OR REPLACE FUNCTION "ids_of"(record jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_object_agg(key, left(value, 256)) FROM jsonb_each_text(record) WHERE is_id(key)
$$;

CREATE OR REPLACE FUNCTION "ids_and_version"(record text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_object_agg(key, value) FROM json_each(record::json) WHERE key = 'version' OR is_id(key)
$$;

CREATE OR REPLACE FUNCTION "changed_columns"(before text, after text) RETURNS SETOF text[] LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN num_nulls(before, after) > 0 THEN '{}' ELSE array_remove(coalesce((
    SELECT CASE WHEN bool_and(coalesce(
        starts_with(was, name || '":') AND starts_with(becomes, name || '":') AND strpos(name, '\') = 0, false
      )) IS NOT FALSE THEN coalesce(array_agg(name), '{}') END
    FROM (
      SELECT was, becomes, split_part(becomes, '"', 1) AS name
      FROM (SELECT unnest(string_to_array(before, ',"')) AS was, unnest(string_to_array(after, ',"')) AS becomes) p
      WHERE was IS DISTINCT FROM becomes
    ) d
  ), ARRAY(
    SELECT name FROM ROWS FROM (json_each(before::json), json_each(after::json)) AS t (name, was, same, becomes)
    WHERE was::text IS DISTINCT FROM becomes::text
  )), 'version') END
$$;

CREATE OR REPLACE FUNCTION "revision_value"(value jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN octet_length(value::text) <= 8192 THEN value ELSE '{"$cut": true}' END
$$;

CREATE OR REPLACE FUNCTION "reaches_now"(kept text) RETURNS boolean
LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT EXISTS (
    SELECT FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid
    CROSS JOIN LATERAL regexp_match(pg_get_expr(part.relpartbound, part.oid), 'FROM \((.*)\) TO \(''(.*)''\)') AS bounds
    WHERE inhparent = to_regclass(quote_ident(kept))
      AND (bounds[1] = 'MINVALUE' OR trim('''' FROM bounds[1])::uuid <= time_ordered_uuid_floor(now()))
      AND bounds[2]::uuid > time_ordered_uuid_floor(now())
  )
$$;

CREATE OR REPLACE FUNCTION "open_outbox"(
  most integer, beyond bigint DEFAULT 0, of_epoch text DEFAULT NULL,
  OUT opened integer, OUT last_id bigint, OUT queued_for text[], OUT oldest_xid float8, OUT drawn bigint,
  OUT own_xid float8, OUT is_full boolean, OUT epoch text
) LANGUAGE plpgsql SET search_path FROM CURRENT
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_sort = off SET jit = off AS $$
DECLARE
  most_bytes CONSTANT integer := 1000000;
  ids bigint[];
  found integer;
  found_bytes bigint;
  full_now text[];
  notified text;
  violated text;
  violated_table text;
BEGIN
  opened := 0;
  epoch := epoch_name();
  IF of_epoch IS DISTINCT FROM epoch THEN beyond := 0; END IF;
  is_full := false;
  SELECT pg_snapshot_xmin(pg_current_snapshot())::text, last_value INTO oldest_xid, drawn FROM webhook_outbox_id_seq;
  -- Most calls find nothing.
  IF EXISTS (SELECT FROM webhook_outbox WHERE id > beyond AND error IS NULL) THEN
    PERFORM pg_advisory_xact_lock('webhook_outbox'::regclass::oid::bigint);
    PERFORM begin_epoch();
    PERFORM end_lapsed_watches();
    SELECT nullif(full_companies, '{}') INTO full_now FROM webhook_quota;
    SELECT array_agg(id ORDER BY id), count(*), coalesce(sum(bytes), 0) INTO ids, found, found_bytes FROM (
      SELECT id, bytes FROM webhook_outbox WHERE id > beyond AND error IS NULL ORDER BY id LIMIT most
    ) o;
    is_full := found = most;
    last_id := ids[found];
    IF found > 1 AND found_bytes > most_bytes THEN
      is_full := true;
      -- Of each company the rows before which it has the fewest bytes.
      SELECT array_agg(id) FILTER (WHERE is_taken), min(id) FILTER (WHERE NOT is_taken) - 1 INTO ids, last_id FROM (
        SELECT id, place <= most AND bytes_before < most_bytes AS is_taken FROM (
          SELECT id, row_number() OVER turns AS place, sum(bytes) OVER turns - bytes AS bytes_before FROM (
            SELECT id, bytes, sum(bytes) OVER (PARTITION BY company_id ORDER BY id) - bytes AS own_before FROM (
              SELECT id, company_id, bytes FROM webhook_outbox WHERE id > beyond AND error IS NULL
              ORDER BY id LIMIT 10 * most
            ) o
          ) o WINDOW turns AS (ORDER BY own_before, id)
        ) o
      ) o;
    END IF;
    WITH gone AS MATERIALIZED (
      -- The texts are made once: JSON has no cast to a text but through its output.
      DELETE FROM webhook_outbox WHERE id = ANY (ids)
      RETURNING id, resource, action, subscription_ids, occurred_at, actor, before::text, after::text, sequence
    ), taken AS MATERIALIZED (
      SELECT *, nextval('live_change_position_seq') AS position FROM (SELECT * FROM gone ORDER BY id) g
    ), wanted AS MATERIALIZED (
      SELECT DISTINCT unnest(subscription_ids) AS id FROM taken
    ), filtering AS MATERIALIZED (
      SELECT s.id, s.filter::text AS filter FROM wanted JOIN webhook_subscription s USING (id)
      WHERE s.filter IS NOT NULL
    ), comparing AS MATERIALIZED (
      -- Those that need the record before an update, too.
      SELECT coalesce(array_agg(id), '{}') AS comparers FROM (
        SELECT id FROM filtering
        UNION ALL SELECT w.id FROM wanted w JOIN live_lease l ON l.watch_id = w.id
        UNION ALL SELECT w.id FROM wanted w JOIN history_watch h ON h.watch_id = w.id
      ) c
    ), columns AS MATERIALIZED (
      SELECT r.resource,
        array_agg(to_json(name) || ':"') FILTER (WHERE is_time) AS heads,
        array_agg(name) FILTER (WHERE is_time) AS times,
        array_agg(name) FILTER (WHERE is_number) AS numbers
      FROM (SELECT DISTINCT resource FROM taken) r
      CROSS JOIN LATERAL (
        SELECT a.attname::text AS name, a.atttypid IN ('timestamptz'::regtype, 'date'::regtype) AS is_time,
          a.atttypid IN ('float8'::regtype, 'float4'::regtype, 'numeric'::regtype) AS is_number
        FROM pg_attribute a
        WHERE a.attrelid = to_regclass(quote_ident(r.resource)) AND a.attnum > 0 AND NOT a.attisdropped
      ) a
      GROUP BY r.resource
    ), record AS MATERIALIZED (
      SELECT position, coalesce(sequence, position) AS sequence, taken.resource, action, subscription_ids, occurred_at,
        actor, bytes, is_huge,
        -- It need not be secret, as a sequence is not either.
        time_ordered_uuid(occurred_at, int8send(1::bigint << 63
          | (hashtextextended(concat(taken.resource, action, before, after), id) & ~(3::bigint << 62)))) AS event_id,
        CASE WHEN after IS NOT NULL AND NOT subscription_ids && comparers THEN NULL
          WHEN is_huge THEN ids_and_version(before)
          ELSE event_data(before, heads, times, numbers) END AS old,
        CASE WHEN is_huge THEN ids_and_version(after) ELSE event_data(after, heads, times, numbers) END AS new,
        changed
      FROM taken LEFT JOIN columns USING (resource) CROSS JOIN comparing
      CROSS JOIN LATERAL (
        SELECT coalesce(octet_length(before), 0)::bigint + coalesce(octet_length(after), 0) AS bytes OFFSET 0
      ) b
      CROSS JOIN LATERAL (SELECT bytes > 8000000 AS is_huge) h
      CROSS JOIN LATERAL changed_columns(before, after) AS changed
    ), lists AS MATERIALIZED (
      -- How many items the filters that have a list may have, by subscription.
      SELECT jsonb_object_agg(id, length(filter) - length(replace(filter, ',', '')) + 1) AS list_items
      FROM filtering WHERE strpos(filter, '[') > 0
    ), event AS MATERIALIZED (
      SELECT
        event_id, sequence, resource, action, occurred_at, actor, changed, is_huge,
        m.subscriptions, m.ordered, coalesce(new, old) AS data
      FROM record r CROSS JOIN lists CROSS JOIN LATERAL (
        SELECT array_agg(s.id) AS subscriptions, array_agg(s.ordered) AS ordered FROM webhook_subscription s
        WHERE s.id = ANY (r.subscription_ids) AND (s.filter IS NULL OR r.is_huge
          OR r.bytes * (list_items ->> s.id)::bigint > 1000000 OR r.old @> s.filter OR r.new @> s.filter)
          AND (r.actor = ANY (s.ignore_actors)) IS NOT TRUE
      ) m
      WHERE m.subscriptions IS NOT NULL
    ), written AS (
      INSERT INTO webhook_event (
        id, company_id, resource, action, resource_id, data, truncated, changed, version, occurred_at, sequence, actor
      )
      SELECT event_id, data ->> 'company_id', resource, action, data ->> 'id',
        CASE WHEN is_large
          THEN jsonb_build_object('id', data -> 'id', 'company_id', data -> 'company_id', 'version', data -> 'version')
          ELSE data END,
        is_large, changed, (data ->> 'version')::integer, date_trunc('milliseconds', occurred_at), sequence,
        actor
      FROM event CROSS JOIN LATERAL (
        SELECT is_huge OR pg_column_size(data) > 40000 AND octet_length(data::text) > 250000 AS is_large
      ) l
    ), queued AS (
      INSERT INTO webhook_delivery_pending (event_id, subscription_id, company_id, resource_id, sequence, ordered)
      SELECT event_id, unnest(subscriptions), data ->> 'company_id', data ->> 'id', sequence, unnest(ordered)
      FROM event
      WHERE full_now IS NULL OR data ->> 'company_id' <> ALL (full_now)
      RETURNING subscription_id
    ), refused AS (
      INSERT INTO webhook_delivery_finished (
        event_id, subscription_id, status, company_id, resource_id, sequence, finished_at, reason
      )
      SELECT event_id, unnest(subscriptions), 'dead', data ->> 'company_id', data ->> 'id', sequence, now(),
        'Too many deliveries of the company were waiting. When they are fewer, redeliver or replayDeliveries sends it.'
      FROM event WHERE full_now IS NOT NULL AND data ->> 'company_id' = ANY (full_now)
    ), shown AS (
      INSERT INTO live_change (
        position, watch_id, action, record_id, sequence, changed, data, was, truncated, occurred_at, actor
      )
      SELECT position, w.watch_id, r.action, coalesce(new, old) ->> 'id', sequence, changed,
        CASE WHEN is_large THEN ids_of(coalesce(new, old)) ELSE coalesce(new, old) END,
        CASE WHEN num_nulls(old, new) > 0 THEN NULL WHEN is_large THEN ids_of(old) ELSE (
          SELECT jsonb_object_agg(name, old -> name) FROM unnest(changed || '{version}') name) END,
        is_large, date_trunc('milliseconds', occurred_at), actor
      FROM record r JOIN live_lease w ON w.watch_id = ANY (r.subscription_ids)
      CROSS JOIN LATERAL (
        SELECT is_huge OR coalesce(pg_column_size(old), 0) + coalesce(pg_column_size(new), 0) > 40000
          AND coalesce(octet_length(old::text), 0) + coalesce(octet_length(new::text), 0) > 250000 AS is_large
      ) l
      RETURNING 1
    ), revised AS (
      INSERT INTO record_revision (
        id, company_id, resource, record_id, sequence, version, action, actor, occurred_at, changed, before, after
      )
      SELECT event_id, data ->> 'company_id', r.resource, data ->> 'id', sequence,
        (data ->> 'version')::integer, action, actor, date_trunc('milliseconds', occurred_at), changed, was, becomes
      FROM record r JOIN history_watch h ON h.watch_id = ANY (r.subscription_ids)
      CROSS JOIN LATERAL (SELECT coalesce(new, old) AS data) d
      CROSS JOIN LATERAL (
        SELECT
          coalesce(jsonb_object_agg(name, revision_value(old -> name)) FILTER (WHERE action <> 'created'), '{}') AS was,
          coalesce(jsonb_object_agg(name, revision_value(new -> name)) FILTER (WHERE action <> 'deleted'), '{}')
            AS becomes
        FROM (
          SELECT unnest(changed) AS name
          UNION ALL SELECT key FROM jsonb_each(CASE WHEN action <> 'updated' THEN data END)
          WHERE value <> 'null' AND key NOT IN ('id', 'company_id', 'version')
        ) n
        WHERE name <> ALL (h.ignored)
      ) v
      WHERE (action <> 'updated' OR NOT changed <@ h.passed_over)
        AND occurred_at > now() - h.keep_days * interval '1 day'
    )
    SELECT (SELECT count(*) FROM taken), ARRAY(SELECT DISTINCT subscription_id FROM queued),
      (SELECT pg_notify('live_change', '')::text FROM (SELECT FROM shown LIMIT 1) s)
    INTO opened, queued_for, notified;
    own_xid := pg_current_xact_id_if_assigned()::text;
  END IF;
EXCEPTION
  -- A right that a role lacks says nothing about the row: another role may open it.
  WHEN insufficient_privilege THEN
    RAISE;
  -- Faults of the row or of the functions, and not of the moment.
  WHEN data_exception OR integrity_constraint_violation OR syntax_error_or_access_rule_violation
    OR program_limit_exceeded THEN
    GET STACKED DIAGNOSTICS violated = CONSTRAINT_NAME, violated_table = TABLE_NAME;
    -- A row without a partition violates a constraint without a name.
    IF most > 1 OR SQLSTATE = '23514' AND violated = '' AND NOT reaches_now(violated_table) THEN RAISE; END IF;
    UPDATE webhook_outbox SET error = SQLERRM WHERE id = ANY (ids) AND error IS NULL;
    opened := -1;
    is_full := true;
END $$;

CREATE OR REPLACE FUNCTION "keep_sequence"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.sequence := next_sequence();
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER "set_aside" BEFORE UPDATE OF "error" ON "webhook_outbox"
  FOR EACH ROW WHEN (NEW.error IS NOT NULL AND NEW.sequence IS NULL) EXECUTE FUNCTION "keep_sequence"();
-- end of prisma/sql/open-outbox.sql

-- prisma/sql/record-triggers.sql
DO $do$ BEGIN
  EXECUTE format(
    'CREATE OR REPLACE FUNCTION "search_text"(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS %L',
    CASE WHEN pg_catalog.getdatabaseencoding() = 'UTF8'
      THEN $$ SELECT pg_catalog.translate(
        pg_catalog.replace(pg_catalog.lower(normalize(value, NFKD)), 'ß', 'ss'),
        U&'\0009\000Aςøłđı’‘ʼ′‐‑‒–—“”„'
          '\0300\0301\0302\0303\0304\0306\0307\0308\030A\030B\030C\031B\0323\0326\0327\0328\0331\0342\0345',
        '  σoldi''''''''-----"""'
      ) $$
      ELSE 'SELECT pg_catalog.lower(value)' END
  );
END $do$;

DO $do$
DECLARE
  trigrams text := (SELECT quote_ident(nspname) FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace
    WHERE extname = 'pg_trgm');
BEGIN
  EXECUTE format($$
    CREATE INDEX IF NOT EXISTS "record_search_words" ON "record_search"
      USING gin ("record_type", "record_company", "text" %1$s.gin_trgm_ops) WHERE "text" IS NOT NULL;
    CREATE OR REPLACE FUNCTION "is_similar"(value text, word text) RETURNS boolean
      LANGUAGE sql STABLE PARALLEL SAFE AS 'SELECT value OPERATOR(%1$s.%%>) word';
    CREATE OR REPLACE FUNCTION "similarity_of"(value text, word text) RETURNS real
      LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT %1$s.word_similarity(word, value)';
  $$, trigrams);
END $do$;

CREATE OR REPLACE FUNCTION "ten_minutes"(moment timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT pg_catalog.date_bin('10 minutes', moment, '2000-01-01 00:00+00')
$$;

CREATE SEQUENCE IF NOT EXISTS "modification_mark";

DO $outer$
BEGIN
  EXECUTE replace($functions$
    CREATE OR REPLACE FUNCTION home.modification_mark() RETURNS timestamptz LANGUAGE sql VOLATILE AS $body$
      SELECT pg_catalog.to_timestamp(
        pg_catalog.pg_sequence_last_value('home.modification_mark'::regclass)::float8 OPERATOR(pg_catalog./) 1000)
    $body$;

    CREATE OR REPLACE FUNCTION home.look_at_modifications(OUT at timestamptz, OUT own float8, OUT oldest float8)
    LANGUAGE plpgsql SECURITY DEFINER AS $body$
    DECLARE
      mark bigint := pg_catalog.floor(EXTRACT(epoch FROM pg_catalog.clock_timestamp()) OPERATOR(pg_catalog.*) 1000);
    BEGIN
      IF mark OPERATOR(pg_catalog.>) coalesce(pg_catalog.pg_sequence_last_value('home.modification_mark'::regclass), 0)
        AND pg_catalog.pg_try_advisory_xact_lock('home.modification_mark'::regclass::oid::bigint)
      THEN
        PERFORM pg_catalog.set_config('synchronous_commit', 'off', true);
        PERFORM pg_catalog.setval('home.modification_mark'::regclass,
          greatest(mark, pg_catalog.pg_sequence_last_value('home.modification_mark'::regclass)));
      END IF;
      at := home.modification_mark();
      own := pg_catalog.pg_current_xact_id()::text::float8;
      oldest := pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())::text::float8;
    END $body$;

    CREATE OR REPLACE FUNCTION home.note_modification(type text, id text, company text, moment timestamptz)
    RETURNS void LANGUAGE plpgsql AS $body$
    BEGIN
      INSERT INTO home.record_modification (record_type, record_id, record_company, modified_at)
      VALUES (type, id, coalesce(company, ''), moment)
      ON CONFLICT (record_type, record_id)
      DO UPDATE SET record_company = excluded.record_company, modified_at = excluded.modified_at;
    END $body$;

    CREATE OR REPLACE FUNCTION home.note_deletion(
      type text, old_id text, company text, moment timestamptz, was_version integer, was json)
    RETURNS void LANGUAGE plpgsql AS $body$
    BEGIN
      DELETE FROM home.record_modification m
      WHERE m.record_type OPERATOR(pg_catalog.=) type AND m.record_id OPERATOR(pg_catalog.=) old_id;
      DELETE FROM home.record_search s
      WHERE s.record_type OPERATOR(pg_catalog.=) type AND s.record_id OPERATOR(pg_catalog.=) old_id;
      INSERT INTO home.record_deletion (record_type, company_id, id, deleted_at, version, actor, data)
      VALUES (type, coalesce(company, ''), old_id, moment, was_version, home.current_actor(old_id), was)
      ON CONFLICT (record_type, company_id, id) DO UPDATE SET deleted_at = excluded.deleted_at, returned = false,
        version = excluded.version, actor = excluded.actor, data = excluded.data;
    END $body$;

    CREATE OR REPLACE FUNCTION home.forget_modification() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET extra_float_digits = 1 AS $body$
    DECLARE
      -- A text: as a name, it has another collation than the column, and no index would be read.
      type text := TG_TABLE_NAME;
      moment timestamptz(3) := greatest(pg_catalog.clock_timestamp(), home.modification_mark());
    BEGIN
      IF TG_OP OPERATOR(pg_catalog.=) 'DELETE' THEN
        PERFORM home.note_deletion(type, OLD.id, OLD.company_id, moment, OLD.version,
          CASE WHEN TG_ARGV[0]::boolean THEN pg_catalog.row_to_json(OLD) END);
      ELSE
        EXECUTE pg_catalog.concat('SELECT home.note_deletion($1, t.id, t.company_id, $2, t.version,
          CASE WHEN $3 THEN pg_catalog.row_to_json(t) END) FROM ', TG_RELID::regclass, ' t')
        USING type, moment, TG_ARGV[0]::boolean;
      END IF;
      RETURN NULL;
    END $body$;

    CREATE OR REPLACE FUNCTION home.refuse_unseen_deletion(type text, company text, record text) RETURNS void
    LANGUAGE plpgsql AS $body$
    BEGIN
      IF pg_catalog.current_setting('transaction_isolation') OPERATOR(pg_catalog.=) 'read committed' THEN
        RETURN;
      END IF;
      INSERT INTO home.record_deletion (record_type, company_id, id, deleted_at)
      VALUES (type, coalesce(company, ''), record, '-infinity') ON CONFLICT DO NOTHING;
      IF FOUND THEN
        DELETE FROM home.record_deletion WHERE record_type OPERATOR(pg_catalog.=) type
          AND company_id OPERATOR(pg_catalog.=) coalesce(company, '') AND id OPERATOR(pg_catalog.=) record;
      END IF;
    END $body$;

    CREATE OR REPLACE FUNCTION home.continue_version() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $body$
    DECLARE
      type text := TG_TABLE_NAME;
      last integer := (SELECT d.version FROM home.record_deletion d WHERE d.record_type OPERATOR(pg_catalog.=) type
        AND d.company_id OPERATOR(pg_catalog.=) coalesce(NEW.company_id, '') AND d.id OPERATOR(pg_catalog.=) NEW.id);
    BEGIN
      IF last OPERATOR(pg_catalog.>=) NEW.version THEN NEW.version := last OPERATOR(pg_catalog.+) 1; END IF;
      RETURN NEW;
    END $body$;

    CREATE OR REPLACE FUNCTION home.note_return(type text, company text, record text) RETURNS integer
    LANGUAGE sql AS $body$
      SELECT home.refuse_unseen_deletion(type, company, record);
      UPDATE home.record_deletion SET returned = true
      WHERE record_type OPERATOR(pg_catalog.=) type AND company_id OPERATOR(pg_catalog.=) coalesce(company, '')
        AND id OPERATOR(pg_catalog.=) record
      RETURNING version
    $body$;

    CREATE OR REPLACE FUNCTION home.limit_large_changes(company text) RETURNS void LANGUAGE plpgsql AS $body$
    BEGIN
      IF (SELECT sum(o.bytes) FROM home.webhook_outbox o
          WHERE o.company_id OPERATOR(pg_catalog.=) company AND o.bytes OPERATOR(pg_catalog.>=) 65536
            AND o.error IS NULL AND pg_catalog.age(o.xmin)
              OPERATOR(pg_catalog.>) pg_catalog.age(pg_catalog.xid(pg_catalog.pg_current_xact_id()))
        ) OPERATOR(pg_catalog.>) 67108864
      THEN
        RAISE EXCEPTION 'Too many large changes of the company wait to become events. Try again in a second.'
          USING ERRCODE = 'WS002';
      END IF;
    END $body$;

    CREATE OR REPLACE FUNCTION home.emit_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $body$
    DECLARE
      actions text[];
      action text;
      company text;
      concerned text[];
      was json;
      becomes json;
      size integer;
    BEGIN
      IF pg_catalog.pg_sequence_last_value('home.change_watch_number_seq'::regclass) IS NULL THEN
        RETURN NULL;
      ELSIF TG_OP OPERATOR(pg_catalog.=) 'INSERT' THEN
        actions := '{created}';
      ELSIF TG_OP OPERATOR(pg_catalog.=) 'DELETE' THEN
        actions := '{deleted}';
      ELSIF (OLD.company_id OPERATOR(pg_catalog.=) NEW.company_id AND OLD.id OPERATOR(pg_catalog.=) NEW.id)
        IS NOT TRUE THEN
        actions := '{deleted,created}';
      ELSIF OLD.version OPERATOR(pg_catalog.=) NEW.version THEN
        RETURN NULL;
      ELSE
        actions := '{updated}';
      END IF;
      FOREACH action IN ARRAY actions LOOP
        company := CASE WHEN action OPERATOR(pg_catalog.=) 'deleted' THEN OLD.company_id ELSE NEW.company_id END;
        concerned := ARRAY(SELECT w.id FROM home.change_watch w
          WHERE w.company_id OPERATOR(pg_catalog.=) ANY (ARRAY[company, '']) AND company IS NOT NULL
            AND w.resource OPERATOR(pg_catalog.=) TG_TABLE_NAME::text
            AND action OPERATOR(pg_catalog.=) ANY (w.actions));
        IF pg_catalog.cardinality(concerned) OPERATOR(pg_catalog.>) 0 THEN
          was := CASE WHEN action OPERATOR(pg_catalog.<>) 'created' THEN pg_catalog.row_to_json(OLD) END;
          becomes := CASE WHEN action OPERATOR(pg_catalog.<>) 'deleted' THEN pg_catalog.row_to_json(NEW) END;
          size := coalesce(pg_catalog.pg_column_size(was), 0) OPERATOR(pg_catalog.+)
            coalesce(pg_catalog.pg_column_size(becomes), 0);
          IF size OPERATOR(pg_catalog.>=) 65536 THEN PERFORM home.limit_large_changes(company); END IF;
          INSERT INTO home.webhook_outbox (resource, action, company_id, subscription_ids, actor, before, after, bytes)
          VALUES (TG_TABLE_NAME, action, company, concerned, home.current_actor(coalesce(NEW.id, OLD.id)),
            was, becomes, size);
        END IF;
      END LOOP;
      RETURN NULL;
    END $body$;
  $functions$, 'home.', quote_ident(current_schema()) || '.');
END $outer$;
REVOKE EXECUTE ON FUNCTION
  "note_modification"(text, text, text, timestamptz), "note_deletion"(text, text, text, timestamptz, integer, json),
  "forget_modification"(), "refuse_unseen_deletion"(text, text, text), "continue_version"(),
  "note_return"(text, text, text), "limit_large_changes"(text), "emit_change"()
FROM PUBLIC;

CREATE OR REPLACE FUNCTION "restore_records"(base anyelement, company text, ids text[], versions integer[])
RETURNS SETOF anyelement LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  stored CONSTANT regclass := pg_typeof(base)::text::regclass;
  type CONSTANT text := relname FROM pg_class WHERE oid = stored;
  known text[];
  gone text[];
  names text;
  picks text;
BEGIN
  FOR known, gone IN
    SELECT ARRAY(SELECT json_object_keys(d.data)) AS keys, array_agg(d.id)
    FROM unnest(ids, versions) AS sent (id, version) JOIN record_deletion d USING (id, version)
    WHERE d.record_type = type AND d.company_id = company AND d.data IS NOT NULL
    GROUP BY keys
  LOOP
    SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum),
      string_agg(CASE attname WHEN 'version' THEN 'd.version + 1' ELSE 'r.' || quote_ident(attname) END, ', '
        ORDER BY attnum)
    INTO names, picks FROM pg_attribute
    WHERE attrelid = stored AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname = ANY (known);
    RETURN QUERY EXECUTE format(
      'INSERT INTO %1$s (%2$s) OVERRIDING SYSTEM VALUE SELECT %3$s
      FROM record_deletion d CROSS JOIN LATERAL json_populate_record(NULL::%1$s, d.data) r
      WHERE d.record_type = $1 AND d.company_id = $2 AND d.id = ANY ($3)
      ORDER BY d.id ON CONFLICT DO NOTHING RETURNING *', stored, names, picks)
    USING type, company, gone;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION "track_record"(
  record text, searched text[], modified text DEFAULT NULL, counted text[] DEFAULT NULL, emits boolean DEFAULT true
) RETURNS void LANGUAGE plpgsql AS $track$
DECLARE
  home text := quote_ident(current_schema());
  is_timed boolean := (SELECT atttypid = 'timestamptz'::regtype FROM pg_attribute
    WHERE attrelid = format('%s.%I', home, record)::regclass AND attname = modified);
  is_same text := CASE WHEN counted IS NULL THEN 'OLD OPERATOR(pg_catalog.*=) NEW' ELSE format(
    'ROW(OLD.%s)::record OPERATOR(pg_catalog.*=) ROW(NEW.%s)::record',
    array_to_string(counted, ', OLD.'), array_to_string(counted, ', NEW.')) END;
  names_of text := 'id, company_id, ' || array_to_string(searched, ', ');
  is_found text := format('ROW(%s)::record OPERATOR(pg_catalog.*=) ROW(%s)::record',
    replace('OLD.' || names_of, ', ', ', OLD.'), replace('NEW.' || names_of, ', ', ', NEW.'));
  -- Of rows of %s: what a search may find. A space is before each text: no word reaches from one into the next, and
  -- each begins behind a space. The first thousand letters of a text find it, and bound what a search compares.
  texts_of text := format($$coalesce(r.company_id, ''), %s.search_text(pg_catalog.concat(%s)) FROM$$, home,
    (SELECT string_agg(format($$' ', pg_catalog.left(r.%I::text, 1000)$$, name), ', ') FROM unnest(searched) name));
  note_texts text := format($$INSERT INTO %s.record_search (record_type, record_id, record_company, text)
      SELECT %L, r.id, %s %%s r
      ON CONFLICT (record_type, record_id) DO UPDATE SET (record_company, text) = (SELECT %%s)$$, home, record, texts_of);
  sent CONSTANT text := 'excluded.record_company, excluded.text';
  -- A new row has a text already if a trigger of somebody else has changed it since: then it is read anew.
  note_new_texts text := format(note_texts, 'new_records', format(
    '%s %s.%I r WHERE r.id OPERATOR(pg_catalog.=) excluded.record_id', texts_of, home, record));
  are_noted boolean := EXISTS (SELECT FROM pg_proc WHERE pronamespace = home::regnamespace
    AND proname = 'note_new_' || record AND strpos(prosrc, note_new_texts) > 0);
BEGIN
  IF NOT searched <@ counted THEN RAISE EXCEPTION 'A change of a searched column of % must count.', record; END IF;

  -- An update that changes a column sets the version and the time. The clock is read after the transaction has its id:
  -- the time up to which all changes are visible relies on that. A change in the same ten minutes as the one before is
  -- not noted again, unless the clock has stepped back; a record without an exact time is noted with each change. The
  -- trigger has no WHEN, which PostgreSQL would read anew for each statement.
  EXECUTE format($function$
    CREATE OR REPLACE FUNCTION %1$s.touch_%2$s() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $body$
    DECLARE
      -- As exact as the columns, so that both lie in the same ten minutes.
      moment timestamptz(3) := pg_catalog.clock_timestamp();
      noted timestamptz(3) := greatest(moment, %1$s.modification_mark());
    BEGIN
      IF %5$s THEN RETURN NEW; END IF;
      NEW.version := greatest(OLD.version OPERATOR(pg_catalog.+) 1, NEW.version);
      %3$s
      IF (OLD.id OPERATOR(pg_catalog.=) NEW.id
        AND coalesce(OLD.company_id, '') OPERATOR(pg_catalog.=) coalesce(NEW.company_id, '')) IS NOT TRUE
      THEN
        PERFORM %1$s.note_deletion(%2$L, OLD.id, OLD.company_id, noted, OLD.version, NULL);
        PERFORM %1$s.note_modification(%2$L, NEW.id, NEW.company_id, noted);
        NEW.version := greatest(NEW.version,
          %1$s.note_return(%2$L, NEW.company_id, NEW.id) OPERATOR(pg_catalog.+) 1);
      ELSIF (%4$s AND noted OPERATOR(pg_catalog.=) moment) IS NOT TRUE THEN
        PERFORM %1$s.note_modification(%2$L, NEW.id, NEW.company_id, noted);
      END IF;
      IF NOT %6$s THEN
        %7$s;
      END IF;
      RETURN NEW;
    END $body$;
    REVOKE EXECUTE ON FUNCTION %1$s.touch_%2$s() FROM PUBLIC;
    CREATE OR REPLACE TRIGGER touch BEFORE UPDATE ON %1$s.%2$s
      FOR EACH ROW EXECUTE FUNCTION %1$s.touch_%2$s()
  $function$, home, record,
    CASE WHEN is_timed THEN format('NEW.%I := moment;', modified)
      WHEN modified IS NOT NULL THEN format($$NEW.%I := (moment AT TIME ZONE 'UTC')::date;$$, modified) END,
    CASE WHEN is_timed
      THEN format('%1$s.ten_minutes(OLD.%2$I) OPERATOR(pg_catalog.=) %1$s.ten_minutes(moment)', home, modified)
      ELSE 'false' END,
    is_same, is_found, format(note_texts, format('(SELECT %s)', replace('NEW.' || names_of, ', ', ', NEW.')), sent));

  -- New records are noted all of a statement at once: imports create many. One may come with a time that lies ahead.
  -- The notes of their deletions are marked: a company that replaces its records would read all of these for none.
  EXECUTE format($function$
    CREATE OR REPLACE FUNCTION %1$s.note_new_%2$s() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $body$
    BEGIN
      IF pg_catalog.current_setting('transaction_isolation') OPERATOR(pg_catalog.<>) 'read committed' THEN
        PERFORM %1$s.refuse_unseen_deletion(%2$L, n.company_id, n.id) FROM new_records n;
      END IF;
      %4$s;
      WITH noted AS (
        INSERT INTO %1$s.record_modification (record_type, record_id, record_company, modified_at)
        SELECT %2$L, n.id, coalesce(n.company_id, ''),
          greatest(pg_catalog.clock_timestamp(), %1$s.modification_mark(), %3$s)
        FROM new_records n
        ON CONFLICT (record_type, record_id)
        DO UPDATE SET record_company = excluded.record_company, modified_at = excluded.modified_at
        RETURNING record_type, record_id, record_company
      )
      UPDATE %1$s.record_deletion d SET returned = true FROM noted
      WHERE d.record_type OPERATOR(pg_catalog.=) noted.record_type
        AND d.company_id OPERATOR(pg_catalog.=) noted.record_company
        AND d.id OPERATOR(pg_catalog.=) noted.record_id;
      -- The INSERT has waited for the deletion, which continue_version() has not seen. The gateway has it refused.
      IF FOUND THEN
        UPDATE %1$s.%2$s t SET version = d.version OPERATOR(pg_catalog.+) 1
        FROM new_records n JOIN %1$s.record_deletion d ON d.record_type OPERATOR(pg_catalog.=) %2$L
          AND d.id OPERATOR(pg_catalog.=) n.id AND d.company_id OPERATOR(pg_catalog.=) coalesce(n.company_id, '')
        WHERE t.id OPERATOR(pg_catalog.=) n.id AND d.version OPERATOR(pg_catalog.>=) n.version;
        IF FOUND AND pg_catalog.current_setting('field_operations.no_deletions', true) OPERATOR(pg_catalog.=) 'on' THEN
          RAISE EXCEPTION 'A record of this id was deleted at this moment. Try again.' USING ERRCODE = '40001';
        END IF;
      END IF;
      RETURN NULL;
    END $body$;
    REVOKE EXECUTE ON FUNCTION %1$s.note_new_%2$s() FROM PUBLIC;
    CREATE OR REPLACE TRIGGER note_new AFTER INSERT ON %1$s.%2$s
      REFERENCING NEW TABLE AS new_records FOR EACH STATEMENT EXECUTE FUNCTION %1$s.note_new_%2$s()
  $function$, home, record, CASE WHEN is_timed THEN format('n.%I', modified) ELSE 'NULL' END,
    note_new_texts);

  -- version_of_new is the last of the triggers before an INSERT, which are in the order of their names. A statement of
  -- the gateway that has looked for deletions itself says so: calling the function costs a tenth of a new row.
  EXECUTE format($function$
    CREATE OR REPLACE TRIGGER forget_modification AFTER DELETE ON %1$s.%2$s
      FOR EACH ROW EXECUTE FUNCTION %1$s.forget_modification(%3$L);
    CREATE OR REPLACE TRIGGER forget_modifications BEFORE TRUNCATE ON %1$s.%2$s
      FOR EACH STATEMENT EXECUTE FUNCTION %1$s.forget_modification(%3$L);
    CREATE OR REPLACE TRIGGER version_of_new BEFORE INSERT ON %1$s.%2$s
      FOR EACH ROW WHEN (pg_catalog.current_setting('field_operations.no_deletions', true) IS DISTINCT FROM 'on')
      EXECUTE FUNCTION %1$s.continue_version()
  $function$, home, record, emits);
  IF emits THEN
    EXECUTE format($function$
      CREATE OR REPLACE TRIGGER emit_change AFTER INSERT OR UPDATE OR DELETE ON %1$s.%2$s
        FOR EACH ROW EXECUTE FUNCTION %1$s.emit_change()
    $function$, home, record);
  END IF;

  -- The texts of all rows, if those that are there are of other columns.
  IF NOT are_noted THEN EXECUTE format(note_texts, format('%s.%I', home, record), sent); END IF;
END $track$;
-- end of prisma/sql/record-triggers.sql

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

-- prisma/sql/subscriptions.sql
CREATE OR REPLACE FUNCTION "forget_failures"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.failing_since := NULL;
  NEW.consecutive_failures := 0;
  NEW.breaker_trips := 0;
  NEW.breaker_open_until := NULL;
  NEW.held_until := NULL;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER "new_address" BEFORE UPDATE OF "webhook_url" ON "webhook_subscription"
  FOR EACH ROW WHEN (OLD.webhook_url IS DISTINCT FROM NEW.webhook_url) EXECUTE FUNCTION "forget_failures"();

CREATE OR REPLACE FUNCTION "limit_subscriptions"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  most INTEGER := coalesce(nullif(current_setting('field_operations.most_subscriptions', true), '')::integer,
    (SELECT most_subscriptions FROM webhook_quota));
BEGIN
  IF most IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(TG_RELID::integer, hashtext(NEW.company_id));
    IF (SELECT count(*) FROM webhook_subscription WHERE company_id = NEW.company_id) > most THEN
      RAISE EXCEPTION 'a company may have at most % subscriptions; delete one first', most USING ERRCODE = 'WS001';
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "limit" AFTER INSERT ON "webhook_subscription"
  FOR EACH ROW EXECUTE FUNCTION "limit_subscriptions"();

CREATE OR REPLACE FUNCTION "follow_subscription"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM change_watch WHERE NOT live;
  ELSE
    -- OLD has no id at an INSERT, and NEW none at a DELETE.
    DELETE FROM change_watch WHERE id = OLD.id;
    INSERT INTO change_watch (id, company_id, resource, actions, live)
    SELECT NEW.id, NEW.company_id, NEW.resource, NEW.actions, false WHERE NEW.id IS NOT NULL;
    INSERT INTO webhook_pace (subscription_id) SELECT NEW.id WHERE NEW.max_per_second IS NOT NULL
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION "follow_subscription"() FROM PUBLIC;

CREATE OR REPLACE TRIGGER "follow"
  AFTER INSERT OR DELETE OR UPDATE OF "id", "company_id", "resource", "actions", "max_per_second"
  ON "webhook_subscription"
  FOR EACH ROW EXECUTE FUNCTION "follow_subscription"();
CREATE OR REPLACE TRIGGER "forget" AFTER TRUNCATE ON "webhook_subscription"
  FOR EACH STATEMENT EXECUTE FUNCTION "follow_subscription"();
-- end of prisma/sql/subscriptions.sql

-- prisma/sql/delivery-order.sql
CREATE OR REPLACE FUNCTION "lock_delivery_order"() RETURNS boolean LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock('webhook_delivery_pending'::regclass::oid::bigint) IS NOT NULL
$$;

CREATE OR REPLACE FUNCTION "queue_in_order"() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_sort = off AS $$
DECLARE
  first record;
BEGIN
  PERFORM lock_delivery_order();
  SELECT d.sequence INTO first FROM webhook_delivery_pending d
  WHERE d.ordered AND d.subscription_id = NEW.subscription_id AND d.resource_id = NEW.resource_id
  ORDER BY d.sequence LIMIT 1;
  IF first.sequence < NEW.sequence THEN
    NEW.next_attempt_at := 'infinity';
  ELSIF FOUND THEN
    SELECT d.ctid AS place, d.next_attempt_at INTO first FROM webhook_delivery_pending d
    WHERE d.ordered AND d.subscription_id = NEW.subscription_id AND d.resource_id = NEW.resource_id
    ORDER BY d.sequence LIMIT 1 FOR UPDATE;
    IF first.next_attempt_at < 'infinity' THEN
      UPDATE webhook_delivery_pending SET next_attempt_at = 'infinity' WHERE ctid = first.place;
    END IF;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION "call_next"() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_sort = off AS $$
DECLARE
  first record;
BEGIN
  PERFORM lock_delivery_order();
  SELECT d.ctid AS place, d.next_attempt_at INTO first FROM webhook_delivery_pending d
  WHERE d.ordered AND d.subscription_id = OLD.subscription_id AND d.resource_id = OLD.resource_id
  ORDER BY d.sequence LIMIT 1 FOR UPDATE;
  IF first.next_attempt_at = 'infinity' THEN
    UPDATE webhook_delivery_pending SET next_attempt_at = now() WHERE ctid = first.place;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "queue_in_order" BEFORE INSERT ON "webhook_delivery_pending"
  FOR EACH ROW WHEN (NEW.ordered) EXECUTE FUNCTION "queue_in_order"();
CREATE OR REPLACE TRIGGER "call_next" AFTER DELETE ON "webhook_delivery_pending"
  FOR EACH ROW WHEN (OLD.ordered) EXECUTE FUNCTION "call_next"();
-- end of prisma/sql/delivery-order.sql

-- prisma/sql/indexes.sql
CREATE INDEX IF NOT EXISTS "tank_by_name" ON "tank"("company_id", (coalesce("name", '')), "id");
CREATE INDEX IF NOT EXISTS "tank_by_fill" ON "tank"("company_id", (coalesce("fill_percentage", '-Infinity')), "id");
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
  (SELECT e.actor FROM webhook_event e WHERE e.id = d.event_id) AS actor
FROM webhook_delivery d
JOIN webhook_subscription s ON s.id = d.subscription_id
WHERE coalesce(d.company_id = s.company_id, false);
-- end of prisma/sql/views.sql

-- prisma/sql/epochs.sql
CREATE OR REPLACE FUNCTION "epoch_name"() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT left(md5(extract(epoch FROM pg_postmaster_start_time()) || ' ' || oid), 16)
  FROM pg_database WHERE datname = current_database()
$$;

CREATE OR REPLACE FUNCTION "last_position"() RETURNS bigint LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT greatest((SELECT max(position) FROM live_change), (SELECT max(since) FROM live_lease), 0)
$$;

CREATE OR REPLACE FUNCTION "begin_epoch"() RETURNS text LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  epoch CONSTANT text := epoch_name();
BEGIN
  IF EXISTS (SELECT FROM database_epoch WHERE name = epoch) THEN RETURN epoch; END IF;
  -- A standby, or a primary that is on its way to become one.
  IF current_setting('transaction_read_only')::boolean THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock('webhook_outbox'::regclass::oid::bigint);
  IF EXISTS (SELECT FROM database_epoch WHERE name = epoch) THEN RETURN epoch; END IF;
  DELETE FROM database_epoch WHERE number <= (SELECT max(number) FROM database_epoch) - 100;
  INSERT INTO database_epoch (name, top, bottom)
  SELECT epoch, last_position(), setval('live_change_position_seq',
    greatest(last_value, floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint))
  FROM live_change_position_seq;
  RETURN epoch;
END $$;

CREATE OR REPLACE FUNCTION "next_sequence"() RETURNS bigint LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM begin_epoch();
  RETURN nextval('live_change_position_seq');
END $$;
-- end of prisma/sql/epochs.sql

-- prisma/sql/cells.sql
CREATE OR REPLACE FUNCTION "guard_moving_company"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  company CONSTANT text := TG_ARGV[0];
  target text;
BEGIN
  IF company IN (OLD.company_id, NEW.company_id)
    AND current_setting('field_operations.moves', true) IS DISTINCT FROM company
  THEN
    SELECT moved_to INTO target FROM cell_company WHERE company_id = company;
    IF target IS NOT NULL THEN
      RAISE EXCEPTION 'The company has moved to the cell "%".', target USING ERRCODE = 'WS003';
    ELSIF NOT pg_try_advisory_xact_lock_shared('cell_company'::regclass::oid::integer, hashtext(company)) THEN
      RAISE EXCEPTION 'The company is moving to another cell. Try again in a second.' USING ERRCODE = 'WS003';
    END IF;
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION "guard_moving_company"() FROM PUBLIC;
-- end of prisma/sql/cells.sql
