-- In the order of a writer, who locks its record before the outbox.
LOCK TABLE "tank", "task", "expiration", "quick_order", "ship_to" IN SHARE ROW EXCLUSIVE MODE;

-- A row that cannot be opened is set aside with its error, and no longer stops those behind it.
ALTER TABLE "webhook_outbox" ADD COLUMN "error" TEXT;

-- Writes open_outbox(most, patient). It turns up to `most` of the oldest outbox rows into events and deliveries, and returns how many rows
-- it took. If one of them cannot be opened, it takes none; alone (`most` is 1), such a row is set aside with its error, and -1 is returned.
-- Any number of sessions may call it at once: each skips rows that another has locked, or waits for them if `patient`. Here the
-- filters of subscriptions apply; a change that no filter matches leaves nothing.
-- A session plans the statements once, perhaps while the outbox is empty; the settings prevent plans that read all of it.
CREATE OR REPLACE FUNCTION "remake_open_outbox"() RETURNS void LANGUAGE plpgsql AS $generator$
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
      IF NOT EXISTS (SELECT FROM %1$I.webhook_outbox WHERE error IS NULL) THEN
        RETURN 0;
      END IF;
      IF patient THEN
        places := ARRAY(SELECT ctid FROM %1$I.webhook_outbox WHERE error IS NULL ORDER BY id LIMIT most FOR UPDATE);
      ELSE
        places := ARRAY(SELECT ctid FROM %1$I.webhook_outbox WHERE error IS NULL ORDER BY id LIMIT most FOR UPDATE SKIP LOCKED);
      END IF;
      WITH taken AS MATERIALIZED (
        DELETE FROM %1$I.webhook_outbox WHERE ctid = ANY (places) RETURNING *
      ), change AS MATERIALIZED (
        SELECT %1$I.time_ordered_uuid(t.occurred_at) AS event_id, date_trunc('milliseconds', t.occurred_at) AS occurred_at,
          t.id AS sequence, t.resource, t.action, t.subscription_ids, c.*
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
          (id, company_id, resource, action, resource_id, data, truncated, changed, version, occurred_at, sequence)
        SELECT event_id, company_id, resource, action, resource_id,
          coalesce(data, jsonb_build_object('id', resource_id, 'company_id', company_id, 'version', version)), data IS NULL,
          changed, version, occurred_at, sequence
        FROM event
      ), queued AS (
        INSERT INTO %1$I.webhook_delivery (event_id, subscription_id) SELECT event_id, unnest(ids) FROM event
      )
      SELECT count(*) INTO opened FROM taken;
      RETURN opened;
    EXCEPTION
      -- Faults of the row or of the functions, and not of the moment.
      WHEN data_exception OR integrity_constraint_violation OR syntax_error_or_access_rule_violation OR program_limit_exceeded THEN
        IF most > 1 THEN
          RAISE;
        END IF;
        -- Its lock is gone, so another session may have taken it.
        UPDATE %1$I.webhook_outbox SET error = SQLERRM WHERE ctid = ANY (places) AND error IS NULL;
        RETURN -1;
    END $body$
    $function$,
    home, changes);
END $generator$;

-- Call it again in a migration that changes the table's columns. If PostgreSQL refuses such a change because webhook_outbox "uses its row
-- type", make the change between stop_events('tank') and emit_events('tank').
-- tank_change() returns the values of an event. It writes out the columns: comparing two JSON documents costs more than the update. Its
-- `data` is NULL for a record above 250 KB (receivers often accept at most 256 KB) or one that JSON cannot hold. The checks before
-- to_jsonb() prevent that one huge record stops all later events; compression may hide up to 255 times the size.
-- The triggers run with the rights of their owner, so that those who write need none on the tables of webhooks. They name the schema of every
-- operator, too: a writer's search_path may have operators of its own.
-- The triggers run for each row: for the single row of a mutation that is faster than transition tables. They have no WHEN, which costs
-- more than the IF inside. The size of webhook_subscription is 0 until the first subscription, and costs half as much as a query.
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
      ('updated', 'UPDATE', 'OLD.version OPERATOR(pg_catalog.<>) NEW.version', 'NEW', 'OLD, NEW'),
      ('deleted', 'DELETE', 'true', 'OLD', 'OLD, NULL')
    ) AS t(action, event, condition, record, pair)
  LOOP
    EXECUTE format($function$
      CREATE OR REPLACE FUNCTION %1$I.%2$I() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $body$
      DECLARE
        concerned text[];
      BEGIN
        IF pg_catalog.pg_relation_size(%9$L, 'main') OPERATOR(pg_catalog.>) 0 AND %10$s THEN
          concerned := ARRAY(SELECT s.id FROM %1$I.webhook_subscription s
            WHERE s.company_id OPERATOR(pg_catalog.=) %3$s.company_id AND s.resource OPERATOR(pg_catalog.=) %4$L
              AND %5$L OPERATOR(pg_catalog.=) ANY (s.actions));
          IF pg_catalog.cardinality(concerned) OPERATOR(pg_catalog.>) 0 THEN
            INSERT INTO %1$I.webhook_outbox (resource, action, subscription_ids, %6$I, %7$I) VALUES (%4$L, %5$L, concerned, %8$s);
          END IF;
        END IF;
        RETURN NULL;
      END $body$
      $function$,
      home, 'emit_' || resource || '_' || operation.action, operation.record, resource, operation.action,
      resource || '_before', resource || '_after', operation.pair, format('%I.webhook_subscription', home), operation.condition);
    -- A trigger on a table of their own, and a cast from its rows, would let others run a function with the owner's rights.
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %I.%I() FROM PUBLIC', home, 'emit_' || resource || '_' || operation.action);
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER %s ON %s FOR EACH ROW EXECUTE FUNCTION %I.%I()',
      'emit_' || operation.action, operation.event, records, home, 'emit_' || resource || '_' || operation.action);
  END LOOP;
END $generator$;

SELECT emit_events('tank'), emit_events('task'), emit_events('expiration'), emit_events('quick_order'), emit_events('ship_to');
