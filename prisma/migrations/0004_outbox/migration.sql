-- A change now writes one row: the record as it was and as it became, in its own row type, and the subscriptions that it concerns.
-- What an event says, whom its filters let through and the queue's rows are worked out after the commit, by whoever opens the outbox:
-- a write with a subscriber pays a third of what it paid when the trigger did all of that.
CREATE TABLE "webhook_outbox" (
    "id" BIGSERIAL NOT NULL,
    "resource" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subscription_ids" TEXT[],
    "occurred_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "webhook_outbox_pkey" PRIMARY KEY ("id")
);

-- Rows live for milliseconds: what fits into a page is not worth moving out of it, nor compressing.
ALTER TABLE "webhook_outbox" SET (toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

-- The id of an event of that moment.
CREATE FUNCTION "time_ordered_uuid"(moment timestamptz) RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(int8send(floor(extract(epoch FROM moment) * 1000)::bigint << 16 | 28672
    | extract(microseconds FROM moment)::bigint % 1000 * 4096 / 1000)
    || substring(uuid_send(gen_random_uuid()) FROM 9), 'hex')::uuid
$$;

-- Remakes open_outbox(most, patient), for the resources that the outbox now has columns of. It turns up to so many changes, the oldest
-- first, into events and deliveries, and returns how many. Any number of sessions may do so at once: each passes over what another has
-- in hand, or waits for it if it is patient. A filter is judged here, and a change that no filter lets through leaves nothing behind.
-- The plan is made once a session, perhaps while the outbox is empty, so it is left no way to look through the whole of it.
CREATE FUNCTION "remake_open_outbox"() RETURNS void LANGUAGE plpgsql AS $generator$
DECLARE
  home TEXT := current_schema();
  changes TEXT := (
    SELECT string_agg(format($$ UNION ALL SELECT * FROM %1$I.%2$I(t.%3$I, t.%4$I) WHERE t.resource = %5$L$$,
      home, relname || '_change', relname || '_before', relname || '_after', relname), '' ORDER BY relname)
    FROM pg_attribute JOIN pg_class ON reltype = atttypid
    WHERE attrelid = format('%I.webhook_outbox', home)::regclass AND NOT attisdropped AND attname = relname || '_after');
BEGIN
  EXECUTE format($function$
    CREATE OR REPLACE FUNCTION %1$I.open_outbox(most integer, patient boolean DEFAULT false) RETURNS integer LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_sort = off SET jit = off AS $body$
    DECLARE
      places tid[];
      opened integer;
    BEGIN
      -- Most calls find nothing, and this is a tenth of the work of finding it out below.
      IF NOT EXISTS (SELECT FROM %1$I.webhook_outbox) THEN
        RETURN 0;
      END IF;
      IF patient THEN
        places := ARRAY(SELECT ctid FROM %1$I.webhook_outbox ORDER BY id LIMIT most FOR UPDATE);
      ELSE
        places := ARRAY(SELECT ctid FROM %1$I.webhook_outbox ORDER BY id LIMIT most FOR UPDATE SKIP LOCKED);
      END IF;
      WITH taken AS MATERIALIZED (
        DELETE FROM %1$I.webhook_outbox WHERE ctid = ANY (places) RETURNING *
      ), change AS MATERIALIZED (
        SELECT %1$I.time_ordered_uuid(t.occurred_at) AS event_id, date_trunc('milliseconds', t.occurred_at) AS occurred_at,
          t.resource, t.action, t.subscription_ids, c.*
        FROM taken t CROSS JOIN LATERAL (
          SELECT NULL::text AS company_id, NULL::text AS resource_id, NULL::integer AS version, NULL::text[] AS changed,
            NULL::jsonb AS data WHERE false%2$s
        ) c
      ), event AS MATERIALIZED (
        SELECT c.*, m.ids
        FROM change c CROSS JOIN LATERAL (
          SELECT array_agg(s.id) AS ids FROM %1$I.webhook_subscription s
          WHERE s.id = ANY (c.subscription_ids) AND (s.filter IS NULL OR c.data IS NULL OR c.data @> s.filter)
        ) m
        WHERE m.ids IS NOT NULL
      ), written AS (
        INSERT INTO %1$I.webhook_event
          (id, company_id, resource, action, resource_id, data, truncated, changed, version, occurred_at)
        SELECT event_id, company_id, resource, action, resource_id,
          coalesce(data, jsonb_build_object('id', resource_id, 'company_id', company_id, 'version', version)), data IS NULL,
          changed, version, occurred_at
        FROM event
      ), queued AS (
        INSERT INTO %1$I.webhook_delivery (event_id, subscription_id) SELECT event_id, unnest(ids) FROM event
      )
      SELECT count(*) INTO opened FROM taken;
      RETURN opened;
    END $body$
    $function$,
    home, changes);
END $generator$;

-- Gives a record's table its three event triggers, the outbox its columns, and open_outbox the way to read them. Call it again in any
-- migration that changes the table's columns. One that PostgreSQL refuses because the outbox "uses its row type" goes between
-- stop_events('table') and emit_events('table').
-- The schema is written out, because a session's search_path may be anything, and to set one costs as much as the trigger.
-- The triggers work row by row. For the single row of a mutation that is the cheaper way, since no transition tables are made, and as
-- each row is one insert without any work on it, a bulk write takes hardly longer than it would with them. They have no WHEN: to
-- prepare one costs each statement more than the test inside does. And while nobody has ever subscribed to anything, the
-- subscriptions' file is empty; to ask for its size is half the work of looking into the table.
CREATE OR REPLACE FUNCTION "emit_events"(records regclass) RETURNS void LANGUAGE plpgsql AS $generator$
DECLARE
  home TEXT := current_schema();
  resource TEXT := (SELECT relname FROM pg_class WHERE oid = records);
  times TEXT;
  changes TEXT;
  texts TEXT;
  operation RECORD;
BEGIN
  EXECUTE format($$ALTER TABLE webhook_outbox ADD COLUMN IF NOT EXISTS %1$I %3$s, ADD COLUMN IF NOT EXISTS %2$I %3$s,
    ALTER COLUMN %1$I SET STORAGE EXTERNAL, ALTER COLUMN %2$I SET STORAGE EXTERNAL$$, resource || '_before', resource || '_after', records);

  SELECT coalesce(string_agg(format($$%L, to_char(r.%I AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')$$, attname, attname), ', ' ORDER BY attnum)
           FILTER (WHERE atttypid = 'timestamptz'::regtype), ''),
         string_agg(format('CASE WHEN before.%1$I IS DISTINCT FROM after.%1$I THEN %1$L END', attname), ', ' ORDER BY attnum)
           FILTER (WHERE attname <> 'version'),
         coalesce(string_agg(format('coalesce(octet_length(r.%I), 0)', attname), ' + ' ORDER BY attnum) FILTER (WHERE atttypid = 'text'::regtype), '0')
  INTO times, changes, texts
  FROM pg_attribute WHERE attrelid = records AND attnum > 0 AND NOT attisdropped;

  -- NULL data stands for a record of more than 250 KB, as receivers commonly stop at 256 KB, or of whatever else a document cannot hold.
  -- One such record must not keep all that come after it from being opened, so what can be told without unpacking it is asked first:
  -- a value may be compressed up to 255 times.
  EXECUTE format($function$
    CREATE OR REPLACE FUNCTION %1$I.%2$I(
      before %3$s, after %3$s, OUT company_id text, OUT resource_id text, OUT version integer, OUT changed text[], OUT data jsonb
    ) LANGUAGE plpgsql STABLE AS $body$
    DECLARE
      r %3$s := coalesce(after, before);
    BEGIN
      company_id := r.company_id;
      resource_id := r.id;
      version := r.version;
      changed := CASE WHEN num_nulls(before, after) > 0 THEN '{}' ELSE array_remove(ARRAY[%4$s], NULL) END;
      IF pg_column_size(r) <= 250000 AND %6$s <= 250000 THEN
        data := to_jsonb(r) || jsonb_build_object(%5$s);
        IF pg_column_size(data) > 40000 AND octet_length(data::text) > 250000 THEN
          data := NULL;
        END IF;
      END IF;
    EXCEPTION WHEN OTHERS THEN
      data := NULL;
    END $body$
    $function$,
    home, resource || '_change', records, changes, times, texts);
  PERFORM remake_open_outbox();

  FOR operation IN
    SELECT * FROM (VALUES
      ('created', 'INSERT', 'true', 'NEW', 'NULL, NEW'),
      ('updated', 'UPDATE', 'OLD.version IS DISTINCT FROM NEW.version', 'NEW', 'OLD, NEW'),
      ('deleted', 'DELETE', 'true', 'OLD', 'OLD, NULL')
    ) AS t(action, event, condition, record, pair)
  LOOP
    EXECUTE format($function$
      CREATE OR REPLACE FUNCTION %1$I.%2$I() RETURNS trigger LANGUAGE plpgsql AS $body$
      DECLARE
        concerned text[];
      BEGIN
        IF pg_relation_size(%9$L, 'main') > 0 AND %10$s THEN
          concerned := ARRAY(SELECT s.id FROM %1$I.webhook_subscription s
            WHERE s.company_id = %3$s.company_id AND s.resource = %4$L AND %5$L = ANY (s.actions));
          IF concerned <> '{}' THEN
            INSERT INTO %1$I.webhook_outbox (resource, action, subscription_ids, %6$I, %7$I) VALUES (%4$L, %5$L, concerned, %8$s);
          END IF;
        END IF;
        RETURN NULL;
      END $body$
      $function$,
      home, 'emit_' || resource || '_' || operation.action, operation.record, resource, operation.action,
      resource || '_before', resource || '_after', operation.pair, format('%I.webhook_subscription', home), operation.condition);
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER %s ON %s FOR EACH ROW EXECUTE FUNCTION %I.%I()',
      'emit_' || operation.action, operation.event, records, home, 'emit_' || resource || '_' || operation.action);
  END LOOP;
END $generator$;

-- Opens what the outbox holds and takes the table's triggers and columns away, so that its row type can change. Nobody can write to
-- the table until the transaction ends.
CREATE FUNCTION "stop_events"(records regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  resource TEXT := (SELECT relname FROM pg_class WHERE oid = records);
BEGIN
  EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', records);
  LOCK TABLE webhook_outbox IN ACCESS EXCLUSIVE MODE;
  WHILE open_outbox(10000) > 0 LOOP END LOOP;
  EXECUTE format('DROP TRIGGER emit_created ON %1$s; DROP TRIGGER emit_updated ON %1$s; DROP TRIGGER emit_deleted ON %1$s', records);
  EXECUTE format('DROP FUNCTION %I(); DROP FUNCTION %I(); DROP FUNCTION %I()',
    'emit_' || resource || '_created', 'emit_' || resource || '_updated', 'emit_' || resource || '_deleted');
  EXECUTE format('ALTER TABLE webhook_outbox DROP COLUMN %I, DROP COLUMN %I', resource || '_before', resource || '_after');
  PERFORM remake_open_outbox();
  EXECUTE format('DROP FUNCTION %I', resource || '_change');
END $$;

SELECT "emit_events"('tank'), "emit_events"('task'), "emit_events"('expiration'), "emit_events"('quick_order'), "emit_events"('ship_to');
