-- Numbers of changes are drawn when they are opened, and none is moved any more.

-- The `sequence` of a change that was set aside; the others have none while they wait.
ALTER TABLE "webhook_outbox" ADD COLUMN "sequence" BIGINT;
-- It was the id until now. New ones are above all that were given out, also to openings under way.
UPDATE "webhook_outbox" SET "sequence" = "id" WHERE "error" IS NOT NULL;
SELECT setval('live_change_position_seq', greatest(
  position.last_value, row.last_value + 1000000, floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint
)) FROM "live_change_position_seq" position, "webhook_outbox_id_seq" row;
-- The next one has another argument, which may be missing.
DROP FUNCTION "open_outbox"(integer, bigint);

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
    FROM watch LEFT JOIN outbox_lock ON true WHERE l.watch_id = watch.watch_id AND (l.missed IS NULL OR l.missed <> '{}')
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
  SELECT coalesce(
    max(substring(pg_get_expr(part.relpartbound, part.oid) FROM 'TO \(''([-0-9a-f]+)''\)'))::uuid
      > time_ordered_uuid_floor(now()), false)
  FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid WHERE inhparent = to_regclass(quote_ident(kept))
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

-- prisma/sql/records.sql
SELECT track_record('tank', searched => '{name,external_id}', modified => 'last_modified_date');
SELECT track_record('task', searched => '{title,task_number}', modified => 'updated_at');
SELECT track_record('expiration', searched => '{expiration_code,owner_code,external_id}', modified => 'date_modified');
SELECT track_record('quick_order', searched => '{external_id}');
SELECT track_record('ship_to', searched => '{name,external_id,route_code}', modified => 'last_modified_date');

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

-- prisma/sql/record-triggers.sql
DO $do$ BEGIN
  EXECUTE format(
    'CREATE OR REPLACE FUNCTION "search_text"(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS %L',
    CASE WHEN pg_catalog.getdatabaseencoding() = 'UTF8'
      THEN $$ SELECT pg_catalog.translate(
        pg_catalog.replace(pg_catalog.lower(normalize(value, NFKC)), 'ß', 'ss'), 'ς’‘ʼ′‐‑‒–—“”„', 'σ''''''''-----"""'
      ) $$
      ELSE 'SELECT pg_catalog.lower(value)' END
  );
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
      INSERT INTO home.record_deletion (record_type, company_id, id, deleted_at, version, actor, data)
      VALUES (type, coalesce(company, ''), old_id, moment, was_version, home.current_actor(old_id), was)
      ON CONFLICT (record_type, company_id, id) DO UPDATE SET deleted_at = excluded.deleted_at, returned = false,
        version = excluded.version, actor = excluded.actor, data = excluded.data;
    END $body$;

    CREATE OR REPLACE FUNCTION home.forget_modification() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $body$
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

    CREATE OR REPLACE FUNCTION home.continue_version() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $body$
    DECLARE
      type text := TG_TABLE_NAME;
      last integer := (SELECT d.version FROM home.record_deletion d WHERE d.record_type OPERATOR(pg_catalog.=) type
        AND d.company_id OPERATOR(pg_catalog.=) coalesce(NEW.company_id, '') AND d.id OPERATOR(pg_catalog.=) NEW.id);
    BEGIN
      IF last OPERATOR(pg_catalog.>=) NEW.version THEN NEW.version := last OPERATOR(pg_catalog.+) 1; END IF;
      RETURN NEW;
    END $body$;

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
  "forget_modification"(), "continue_version"(), "limit_large_changes"(text), "emit_change"()
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
      ORDER BY d.id ON CONFLICT (id) DO NOTHING RETURNING *', stored, names, picks)
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
  -- An administrator may have created the extension in another schema.
  trigrams text := (SELECT quote_ident(nspname) FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace
    WHERE extname = 'pg_trgm');
BEGIN
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
      NEW.version := OLD.version OPERATOR(pg_catalog.+) 1;
      %3$s
      IF (OLD.id OPERATOR(pg_catalog.=) NEW.id
        AND coalesce(OLD.company_id, '') OPERATOR(pg_catalog.=) coalesce(NEW.company_id, '')) IS NOT TRUE
      THEN
        PERFORM %1$s.note_deletion(%2$L, OLD.id, OLD.company_id, noted, OLD.version, NULL);
        PERFORM %1$s.note_modification(%2$L, NEW.id, NEW.company_id, noted);
      ELSIF (%4$s AND noted OPERATOR(pg_catalog.=) moment) IS NOT TRUE THEN
        PERFORM %1$s.note_modification(%2$L, NEW.id, NEW.company_id, noted);
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
    is_same);

  -- New records are noted all of a statement at once: imports create many. One may come with a time that lies ahead.
  -- The notes of their deletions are marked: a company that replaces its records would read all of these for none.
  EXECUTE format($function$
    CREATE OR REPLACE FUNCTION %1$s.note_new_%2$s() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $body$
    BEGIN
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
      -- The INSERT has waited for the deletion, which continue_version() has not seen.
      IF FOUND AND EXISTS (SELECT FROM new_records n JOIN %1$s.record_deletion d
        ON d.record_type OPERATOR(pg_catalog.=) %2$L AND d.id OPERATOR(pg_catalog.=) n.id
          AND d.company_id OPERATOR(pg_catalog.=) coalesce(n.company_id, '')
        WHERE d.version OPERATOR(pg_catalog.>=) n.version)
      THEN
        RAISE EXCEPTION 'A record of this id was deleted at this moment. Try again.' USING ERRCODE = '40001';
      END IF;
      RETURN NULL;
    END $body$;
    REVOKE EXECUTE ON FUNCTION %1$s.note_new_%2$s() FROM PUBLIC;
    CREATE OR REPLACE TRIGGER note_new AFTER INSERT ON %1$s.%2$s
      REFERENCING NEW TABLE AS new_records FOR EACH STATEMENT EXECUTE FUNCTION %1$s.note_new_%2$s()
  $function$, home, record, CASE WHEN is_timed THEN format('n.%I', modified) ELSE 'NULL' END);

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

  -- The trigrams of each searched text, with the company, so that a search reads nothing of another one.
  EXECUTE format('CREATE INDEX IF NOT EXISTS %1$s_search ON %2$s.%1$s USING gin (company_id, %3$s)', record, home,
    (SELECT string_agg(format('%s.search_text(%I::text) %s.gin_trgm_ops', home, name, trigrams), ', ') FROM unnest(searched) name));
END $track$;
-- end of prisma/sql/record-triggers.sql
