-- Events and webhooks. A write to a record and its event are one commit: the triggers below insert the event and one delivery
-- for each subscription it concerns, in the statement that changed the record. A loop delivers them (src/webhooks/deliver.ts).

-- How a subscription fares. An owner pauses it; the delivery loop disables it, and says why. Its breaker opens after failures in a row.
ALTER TABLE "webhook_subscription"
  ADD COLUMN "state" TEXT NOT NULL DEFAULT 'active',
  ADD COLUMN "disabled_reason" TEXT,
  ADD COLUMN "previous_secret" TEXT,
  ADD COLUMN "previous_secret_until" TIMESTAMPTZ(3),
  ADD COLUMN "max_in_flight" INTEGER NOT NULL DEFAULT 8,
  ADD COLUMN "failing_since" TIMESTAMPTZ(3),
  ADD COLUMN "consecutive_failures" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "breaker_trips" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "breaker_open_until" TIMESTAMPTZ(3),
  -- A match goes as deep as its filter, and past some thousands of levels PostgreSQL would refuse the write that it is made for.
  ADD CONSTRAINT "webhook_subscription_filter" CHECK (NOT jsonb_path_exists("filter", '$.**{65 to last}')),
  ADD CONSTRAINT "webhook_subscription_state" CHECK ("state" IN ('active', 'paused', 'disabled')),
  ADD CONSTRAINT "webhook_subscription_max_in_flight" CHECK ("max_in_flight" BETWEEN 1 AND 100);

ALTER TABLE "webhook_subscription" SET (fillfactor = 70);

-- The loop's notes on health are not the owner's changes: they leave the version and updated_at alone.
DROP TRIGGER "touch" ON "webhook_subscription";
CREATE TRIGGER "touch" BEFORE UPDATE ON "webhook_subscription"
  FOR EACH ROW WHEN (
    (OLD.company_id, OLD.workflow_id, OLD.workflow_name, OLD.node_id, OLD.webhook_url, OLD.resource, OLD.actions, OLD.filter,
     OLD.secret, OLD.previous_secret, OLD.idempotency_key, OLD.state, OLD.disabled_reason, OLD.max_in_flight)
    IS DISTINCT FROM
    (NEW.company_id, NEW.workflow_id, NEW.workflow_name, NEW.node_id, NEW.webhook_url, NEW.resource, NEW.actions, NEW.filter,
     NEW.secret, NEW.previous_secret, NEW.idempotency_key, NEW.state, NEW.disabled_reason, NEW.max_in_flight)
  ) EXECUTE FUNCTION "touch_updated_at"();

-- An id that sorts by the microsecond it was made in (UUID version 7): keys are appended to their indexes, a range of ids is a
-- range of time, and no tenant can read from one how much the others do.
CREATE FUNCTION "time_ordered_uuid"() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint << 16 | 28672
    | extract(microseconds FROM clock_timestamp())::bigint % 1000 * 4096 / 1000)
    || substring(uuid_send(gen_random_uuid()) FROM 9), 'hex')::uuid
$$;

-- The least id that an event of this moment can have.
CREATE FUNCTION "time_ordered_uuid_floor"(moment timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (lpad(to_hex(greatest(0, floor(extract(epoch FROM moment) * 1000)::bigint)), 12, '0') || repeat('0', 20))::uuid
$$;

-- What happened, once, however many subscriptions it concerns. "data" is the record right after the change (right before, when
-- it was deleted). "truncated" marks a record too large to carry: its "data" is only the id, the company and the version.
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

    CONSTRAINT "webhook_event_pkey" PRIMARY KEY ("id")
);

-- What is owed to one subscription. Pending rows are due at "next_attempt_at"; while a loop works on one it holds the lease.
-- Pending rows of a paused subscription wait, those of a disabled one are held, those of a deleted one are cancelled: the
-- subscription alone says which, so that a million rows change their meaning in one statement.
-- "status" is pending, delivered or dead. Neither that nor the keys are constraints: those would be paid for by every write to a record,
-- and a foreign key would have each event lock its subscription's row.
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

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("event_id", "subscription_id")
);

CREATE TABLE "webhook_attempt" (
    "event_id" UUID NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "http_status" INTEGER,
    "error" TEXT,
    "response_head" TEXT,

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("event_id", "subscription_id", "number")
);

CREATE INDEX "webhook_delivery_subscription_id_event_id_idx" ON "webhook_delivery"("subscription_id", "event_id");
-- The queue. The lease is not in it, so taking one touches no index at all.
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery"("subscription_id", "next_attempt_at") WHERE "status" = 'pending';

ALTER TABLE "webhook_delivery" SET (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "webhook_event" SET (autovacuum_vacuum_scale_factor = 0.02);

-- Gives a record's table its three event triggers. Call it again in any migration that changes the table's columns.
-- It writes the columns out, because a comparison of two JSON documents would cost more than the write that it describes.
-- It writes the schema out, because a session's search_path may be anything, and to set one costs as much as the trigger.
-- What it writes cannot raise: there is no cast of stored text, and a record past 1 MB (on disk, where it may be compressed up to
-- 255 times, while a JSON document ends at 256 MB) is not turned into a document at all.
CREATE FUNCTION "emit_events"(records regclass) RETURNS void LANGUAGE plpgsql AS $generator$
DECLARE
  home TEXT := current_schema();
  resource TEXT := (SELECT relname FROM pg_class WHERE oid = records);
  times TEXT;
  changes TEXT;
  document TEXT;
  matching TEXT;
  operation RECORD;
  emit TEXT;
BEGIN
  SELECT coalesce(string_agg(format($$%L, to_char(r.%I AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')$$, attname, attname), ', ' ORDER BY attnum)
           FILTER (WHERE atttypid = 'timestamptz'::regtype), ''),
         string_agg(format('CASE WHEN o.%1$I IS DISTINCT FROM r.%1$I THEN %1$L END', attname), ', ' ORDER BY attnum)
           FILTER (WHERE attname <> 'version')
  INTO times, changes
  FROM pg_attribute WHERE attrelid = records AND attnum > 0 AND NOT attisdropped;
  changes := format('array_remove(ARRAY[%s], NULL)', changes);

  -- NULL stands for a record too large to be a document.
  document := format($$CASE WHEN pg_column_size(r) <= 1000000 THEN to_jsonb(r) || jsonb_build_object(%s) END$$, times);

  FOR operation IN
    SELECT * FROM (VALUES
      ('created', 'INSERT', 'NEW TABLE AS after_rows', 'after_rows', 'after_rows r', $$'{}'::text[]$$),
      ('deleted', 'DELETE', 'OLD TABLE AS before_rows', 'before_rows', 'before_rows r', $$'{}'::text[]$$),
      -- A full join, because it cannot become a nested loop: the plan that a session made for two rows must also do for 10,000.
      ('updated', 'UPDATE', 'OLD TABLE AS before_rows NEW TABLE AS after_rows', 'after_rows',
       'before_rows o FULL JOIN after_rows r ON o.id = r.id WHERE o.version IS DISTINCT FROM r.version', changes)
    ) AS t(action, event, transition, rows, source, changed)
  LOOP
    matching := format($$s.resource = %L AND %L = ANY (s.actions)$$, resource, operation.action);
    emit := format($statement$
        WITH change AS MATERIALIZED (
          SELECT r.id, r.company_id, r.version, %2$s AS changed, %3$s AS data FROM %4$s
        ), event AS MATERIALIZED (
          SELECT %1$I.time_ordered_uuid() AS event_id, c.*, m.subscription_ids
          FROM change c CROSS JOIN LATERAL (
            SELECT array_agg(s.id) AS subscription_ids FROM %1$I.webhook_subscription s
            WHERE s.company_id = c.company_id AND %5$s AND (s.filter IS NULL OR c.data IS NULL OR c.data @> s.filter)
          ) m
          WHERE m.subscription_ids IS NOT NULL
        ), written AS (
          INSERT INTO %1$I.webhook_event (id, company_id, resource, action, resource_id, data, truncated, changed, version)
          SELECT event_id, company_id, %6$L, %7$L, id,
            coalesce(data, jsonb_build_object('id', id, 'company_id', company_id, 'version', version)), data IS NULL, changed, version
          FROM event
        )
        INSERT INTO %1$I.webhook_delivery (event_id, subscription_id)
        SELECT event_id, unnest(subscription_ids) FROM event;$statement$,
      home, operation.changed, document, operation.source, matching, resource, operation.action);

    -- One row is the everyday case, and three small statements take a sixth less than the one that does for any number.
    IF operation.action = 'updated' THEN
      emit := format($statement$
        PERFORM FROM after_rows LIMIT 2;
        GET DIAGNOSTICS row_count = ROW_COUNT;
        IF row_count > 1 THEN %2$s
        ELSE
          SELECT %1$I.time_ordered_uuid() AS event_id, r.id, r.company_id, r.version, %3$s AS changed, %4$s AS data
          INTO change FROM before_rows o CROSS JOIN after_rows r WHERE o.version <> r.version;
          IF NOT FOUND THEN
            RETURN NULL;
          END IF;
          INSERT INTO %1$I.webhook_delivery (event_id, subscription_id)
          SELECT change.event_id, s.id FROM %1$I.webhook_subscription s
          WHERE s.company_id = change.company_id AND %5$s
            AND (s.filter IS NULL OR change.data IS NULL OR change.data @> s.filter);
          IF FOUND THEN
            INSERT INTO %1$I.webhook_event (id, company_id, resource, action, resource_id, data, truncated, changed, version)
            VALUES (change.event_id, change.company_id, %6$L, %7$L, change.id,
              coalesce(change.data, jsonb_build_object('id', change.id, 'company_id', change.company_id, 'version', change.version)),
              change.data IS NULL, change.changed, change.version);
          END IF;
        END IF;$statement$,
        home, emit, changes, document, matching, resource, operation.action);
    END IF;

    EXECUTE format($function$
      CREATE OR REPLACE FUNCTION %1$I.%2$I() RETURNS trigger LANGUAGE plpgsql AS $body$
      DECLARE
        row_count INTEGER;
        change RECORD;
      BEGIN
        IF NOT EXISTS (SELECT FROM %3$s r JOIN %1$I.webhook_subscription s ON s.company_id = r.company_id WHERE %4$s) THEN
          RETURN NULL;
        END IF;%5$s
        RETURN NULL;
      END $body$
      $function$,
      home, 'emit_' || resource || '_' || operation.action, operation.rows, matching, emit);
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER %s ON %s REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %I.%I()',
      'emit_' || operation.action, operation.event, records, operation.transition, home, 'emit_' || resource || '_' || operation.action);
  END LOOP;
END $generator$;

SELECT "emit_events"('tank'), "emit_events"('task'), "emit_events"('expiration'), "emit_events"('quick_order'), "emit_events"('ship_to');
