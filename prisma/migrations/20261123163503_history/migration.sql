-- history

-- What each change of a record has changed, for as long as HISTORY_KEEP_DAYS says. Kept by day as events are; the days
-- of a long history share tables. The key serves a record's history, the newest first.
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
DO $$
BEGIN
  EXECUTE format('CREATE TABLE record_revision_before PARTITION OF record_revision FOR VALUES FROM (MINVALUE) TO (%L)',
    time_ordered_uuid_floor(date_trunc('day', now(), 'UTC') + interval '2 days'));
END $$;

-- For each resource the watch of its history, and how it is kept: until when, for how many days, without the columns
-- that are ignored. An update of nothing but what is passed over is no revision.
CREATE TABLE "history_watch" (
  "watch_id" TEXT NOT NULL,
  "ignored" TEXT[],
  "passed_over" TEXT[],
  "keep_days" INTEGER NOT NULL,
  "until" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "history_watch_pkey" PRIMARY KEY ("watch_id")
);

-- prisma/sql/history.sql
-- The history of records. While history_watch has rows with their watches, open_outbox() keeps of each change what it
-- changed: see src/events/keep-history.ts.

-- A value as a revision has it. A long one is cut to a mark, as is one of a record that is too large to be parsed.
CREATE OR REPLACE FUNCTION "revision_value"(value jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN octet_length(value::text) <= 8192 THEN value ELSE '{"$cut": true}' END
$$;
-- end of prisma/sql/history.sql

-- prisma/sql/open-outbox.sql
-- The data of an event: a row as PostgreSQL writes it as JSON, with times as receivers expect them. Only what has the
-- form of a time is written as one: the type of a column may have changed since. A number or a time that JSON or RFC
-- 3339 lacks is null. Most rows have no times but in UTC. To replace their ends in the text, if each end that is there
-- belongs to a time, costs a third of setting their values.
CREATE OR REPLACE FUNCTION "event_data"(row_text text, times text[], numbers text[]) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  replaced text := replace(row_text, '+00:00"', 'Z"');
  unexplained integer := octet_length(row_text) - octet_length(replaced);
  column_name text;
  head text;
  at text;
  data jsonb;
BEGIN
  IF row_text IS NULL THEN
    RETURN NULL;
  END IF;
  FOREACH column_name IN ARRAY coalesce(times, '{}') LOOP
    head := to_json(column_name) || ':"';
    at := split_part(split_part(row_text, head, 2), '"', 1);
    IF at ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?\+00:00$' THEN
      unexplained := unexplained - 5;
      IF octet_length(at) < 29 THEN
        at := left(at, -6);
        replaced := replace(replaced, head || at || 'Z"', head || rpad(at, 23, CASE octet_length(at) WHEN 19 THEN '.000' ELSE '0' END) || 'Z"');
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
    SELECT jsonb_object_agg(name, CASE WHEN value ~ '^\d{4}-[-\d]+T[-+:.\d]+$' THEN to_char(value::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END)
    FROM unnest(times) name CROSS JOIN LATERAL (SELECT data ->> name AS value OFFSET 0) v
    WHERE octet_length(value) <> 10 AND value ~ '^-?infinity$|^\d{4,}-\d\d-\d\d(T[-+:.\d]+)?( BC)?$'), '{}') || coalesce((
    SELECT jsonb_object_agg(name, NULL) FROM unnest(numbers) name WHERE data ->> name IN ('NaN', 'Infinity', '-Infinity')), '{}');
END $$;

-- Turns up to `most` of the oldest outbox rows above the id `beyond` into events and deliveries. Here the filters of
-- subscriptions apply, to the record before or after the change; a change that no filter matches leaves nothing. `data`
-- of a record above 250 KB is cut to its id, company and version: receivers often accept at most 256 KB. Records of
-- megabytes are not parsed, and match every filter. A list is compared with a list item by item: if the bytes of a
-- record, before and after, and the items of a filter with a list multiply to more than 1,000,000, they are not
-- compared, and match. Commas tell how many items a filter has at most. While a company has too many waiting deliveries
-- (webhook_quota), new ones are given up instead of queued. It stops after 4 MB, so that large records do not make it
-- exceed the statement timeout: `is_full` tells that there may be more. One session opens at a time, so that the
-- changes of a record become events in their order. Others wait. So the positions of live changes rise in the order in
-- which they become visible: who has read up to one has missed none before it. The record before an update is parsed
-- only for filters and live changes. If one of the rows cannot be opened, none is;
-- alone (`most` is 1), such a row is set aside with its error, and `opened` is -1. Returns the number of rows; the last id,
-- if there is a row; the ids of the subscriptions with new deliveries; and what tells which ids can still appear: the
-- oldest transaction under way, the id drawn last, and the transaction that opened, which began to write after that. A
-- session plans the statements once, perhaps while the outbox is empty; the settings prevent plans that read all of it.
-- A revision of a record that is created or deleted has all of its values; of one that is updated, those that differ.
CREATE OR REPLACE FUNCTION "open_outbox"(
  most integer, beyond bigint DEFAULT 0,
  OUT opened integer, OUT last_id bigint, OUT queued_for text[], OUT oldest_xid float8, OUT drawn bigint, OUT own_xid float8,
  OUT is_full boolean
) LANGUAGE plpgsql SET search_path FROM CURRENT
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_sort = off SET jit = off AS $$
DECLARE
  ids bigint[];
  full_now text[];
  notified integer;
BEGIN
  opened := 0;
  is_full := false;
  SELECT pg_snapshot_xmin(pg_current_snapshot())::text, last_value INTO oldest_xid, drawn FROM webhook_outbox_id_seq;
  -- Most calls find nothing.
  IF EXISTS (SELECT FROM webhook_outbox WHERE id > beyond AND error IS NULL) THEN
    PERFORM pg_advisory_xact_lock('webhook_outbox'::regclass::oid::bigint);
    PERFORM end_lapsed_watches();
    SELECT nullif(full_companies, '{}') INTO full_now FROM webhook_quota;
    SELECT array_agg(id) FILTER (WHERE bytes_before < 4000000), coalesce(count(*) = most OR bool_or(bytes_before >= 4000000), false) INTO ids, is_full FROM (
      SELECT id, sum(bytes) OVER (ORDER BY id) - bytes AS bytes_before FROM (
        SELECT id, coalesce(pg_column_size(before), 0) + coalesce(pg_column_size(after), 0) AS bytes
        FROM webhook_outbox WHERE id > beyond AND error IS NULL ORDER BY id LIMIT most
      ) o
    ) o;
    WITH taken AS MATERIALIZED (
      -- The texts are made once: JSON has no cast to a text but through its output.
      DELETE FROM webhook_outbox WHERE id = ANY (ids)
      RETURNING id, resource, action, subscription_ids, occurred_at, actor, before::text, after::text
    ), wanted AS MATERIALIZED (
      SELECT DISTINCT unnest(subscription_ids) AS id FROM taken
    ), comparing AS MATERIALIZED (
      -- Those that need the record before an update, too.
      SELECT coalesce(array_agg(id), '{}') AS comparers FROM (
        SELECT s.id FROM wanted JOIN webhook_subscription s USING (id) WHERE s.filter IS NOT NULL
        UNION ALL SELECT w.id FROM wanted w JOIN live_lease l ON l.watch_id = w.id
        UNION ALL SELECT w.id FROM wanted w JOIN history_watch h ON h.watch_id = w.id
      ) c
    ), columns AS MATERIALIZED (
      SELECT r.resource,
        array_agg(a.attname::text) FILTER (WHERE a.atttypid IN ('timestamptz'::regtype, 'date'::regtype)) AS times,
        array_agg(a.attname::text) FILTER (WHERE a.atttypid IN ('float8'::regtype, 'float4'::regtype, 'numeric'::regtype)) AS numbers
      FROM (SELECT DISTINCT resource FROM taken) r
      JOIN pg_attribute a ON a.attrelid = to_regclass(quote_ident(r.resource)) AND a.attnum > 0 AND NOT a.attisdropped
      GROUP BY r.resource
    ), record AS MATERIALIZED (
      SELECT id, taken.resource, action, subscription_ids, occurred_at, actor, bytes, is_huge,
        CASE WHEN after IS NOT NULL AND NOT subscription_ids && comparers THEN NULL
          WHEN is_huge THEN jsonb_build_object('id', before::json -> 'id', 'company_id', before::json -> 'company_id', 'version', before::json -> 'version')
          ELSE event_data(before, times, numbers) END AS old,
        CASE WHEN is_huge THEN jsonb_build_object('id', after::json -> 'id', 'company_id', after::json -> 'company_id', 'version', after::json -> 'version')
          ELSE event_data(after, times, numbers) END AS new,
        CASE WHEN num_nulls(before, after) > 0 THEN '{}' ELSE array_remove(coalesce(simply, ARRAY(
          SELECT name FROM ROWS FROM (json_each(before::json), json_each(after::json)) AS t (name, was, same, becomes)
          WHERE was::text IS DISTINCT FROM becomes::text)), 'version') END AS changed
      FROM taken LEFT JOIN columns USING (resource) CROSS JOIN comparing
      CROSS JOIN LATERAL (
        SELECT coalesce(octet_length(before), 0)::bigint + coalesce(octet_length(after), 0) AS bytes OFFSET 0
      ) b
      CROSS JOIN LATERAL (SELECT bytes > 8000000 AS is_huge) h
      -- The texts differ between two `,"`, which separate columns, and the items of lists of texts: a difference there is
      -- left to json_each, which takes four times as long. Quotes in values are escaped, and JSONB is written with spaces.
      CROSS JOIN LATERAL (
        SELECT CASE WHEN bool_and(starts_with(was, name || '":') AND starts_with(becomes, name || '":') AND strpos(name, '\') = 0) IS NOT FALSE THEN coalesce(array_agg(name), '{}') END AS simply
        FROM (SELECT was, becomes, split_part(becomes, '"', 1) AS name FROM (
          SELECT unnest(string_to_array(before, ',"')) AS was, unnest(string_to_array(after, ',"')) AS becomes
        ) p WHERE was IS DISTINCT FROM becomes) d
      ) pieces
    ), lists AS MATERIALIZED (
      -- How many items the filters that have a list may have, by subscription.
      SELECT jsonb_object_agg(id, length(filter) - length(replace(filter, ',', '')) + 1) AS list_items FROM (
        SELECT s.id, s.filter::text AS filter FROM webhook_subscription s
        WHERE s.id IN (SELECT unnest(subscription_ids) FROM taken) AND s.filter IS NOT NULL OFFSET 0
      ) f
      WHERE strpos(filter, '[') > 0
    ), event AS MATERIALIZED (
      SELECT time_ordered_uuid(r.occurred_at) AS event_id, r.id, resource, action, occurred_at, actor, changed, is_huge,
        m.subscriptions, m.ordered, coalesce(new, old) AS data
      FROM record r CROSS JOIN lists CROSS JOIN LATERAL (
        SELECT array_agg(s.id) AS subscriptions, array_agg(s.ordered) AS ordered FROM webhook_subscription s
        WHERE s.id = ANY (r.subscription_ids) AND (s.filter IS NULL OR r.is_huge
          OR r.bytes * (list_items ->> s.id)::bigint > 1000000 OR r.old @> s.filter OR r.new @> s.filter)
          AND (r.actor = ANY (s.ignore_actors)) IS NOT TRUE
      ) m
      WHERE m.subscriptions IS NOT NULL
    ), written AS (
      INSERT INTO webhook_event (id, company_id, resource, action, resource_id, data, truncated, changed, version, occurred_at, sequence, actor)
      SELECT event_id, data ->> 'company_id', resource, action, data ->> 'id',
        CASE WHEN is_large THEN jsonb_build_object('id', data -> 'id', 'company_id', data -> 'company_id', 'version', data -> 'version') ELSE data END,
        is_large,
        changed,
        (data ->> 'version')::integer, date_trunc('milliseconds', occurred_at), id, actor
      FROM event CROSS JOIN LATERAL (
        SELECT is_huge OR pg_column_size(data) > 40000 AND octet_length(data::text) > 250000 AS is_large
      ) l
    ), queued AS (
      INSERT INTO webhook_delivery_pending (event_id, subscription_id, company_id, resource_id, sequence, ordered)
      SELECT event_id, unnest(subscriptions), data ->> 'company_id', data ->> 'id', id, unnest(ordered) FROM event
      WHERE full_now IS NULL OR data ->> 'company_id' <> ALL (full_now)
      RETURNING subscription_id
    ), refused AS (
      INSERT INTO webhook_delivery_finished (event_id, subscription_id, status, company_id, resource_id, sequence, finished_at, reason)
      SELECT event_id, unnest(subscriptions), 'dead', data ->> 'company_id', data ->> 'id', id, now(),
        'Too many deliveries of the company were waiting. When they are fewer, redeliver or replayDeliveries sends it.'
      FROM event WHERE full_now IS NOT NULL AND data ->> 'company_id' = ANY (full_now)
    ), shown AS (
      INSERT INTO live_change (watch_id, action, record_id, sequence, changed, data, was, truncated, occurred_at, actor)
      SELECT w.watch_id, r.action, coalesce(new, old) ->> 'id', r.id,
        changed,
        CASE WHEN is_large THEN '{}' ELSE coalesce(new, old) END,
        CASE WHEN NOT is_large AND num_nulls(old, new) = 0 THEN (
          SELECT jsonb_object_agg(name, old -> name) FROM unnest(changed || '{version}') name) END,
        is_large, date_trunc('milliseconds', occurred_at), actor
      FROM record r JOIN live_lease w ON w.watch_id = ANY (r.subscription_ids)
      CROSS JOIN LATERAL (
        SELECT is_huge OR coalesce(pg_column_size(old), 0) + coalesce(pg_column_size(new), 0) > 40000
          AND coalesce(octet_length(old::text), 0) + coalesce(octet_length(new::text), 0) > 250000 AS is_large
      ) l
      ORDER BY r.id
      RETURNING 1
    ), revised AS (
      INSERT INTO record_revision (id, company_id, resource, record_id, sequence, version, action, actor, occurred_at, changed, before, after)
      SELECT time_ordered_uuid(occurred_at), data ->> 'company_id', r.resource, data ->> 'id', r.id, (data ->> 'version')::integer,
        action, actor, date_trunc('milliseconds', occurred_at), changed, was, becomes
      FROM record r JOIN history_watch h ON h.watch_id = ANY (r.subscription_ids)
      CROSS JOIN LATERAL (SELECT coalesce(new, old) AS data) d
      CROSS JOIN LATERAL (
        SELECT coalesce(jsonb_object_agg(name, revision_value(old -> name)) FILTER (WHERE action <> 'created'), '{}') AS was,
          coalesce(jsonb_object_agg(name, revision_value(new -> name)) FILTER (WHERE action <> 'deleted'), '{}') AS becomes
        FROM (
          SELECT unnest(changed) AS name
          UNION ALL SELECT key FROM jsonb_each(CASE WHEN action <> 'updated' THEN data END) WHERE value <> 'null' AND key NOT IN ('id', 'company_id', 'version')
        ) n
        WHERE name <> ALL (h.ignored)
      ) v
      WHERE (action <> 'updated' OR NOT changed <@ h.passed_over) AND occurred_at > now() - h.keep_days * interval '1 day'
    ), told AS (
      SELECT pg_notify('live_change', '') FROM (SELECT FROM shown LIMIT 1) s
    )
    SELECT (SELECT count(*) FROM taken), (SELECT max(id) FROM taken), ARRAY(SELECT DISTINCT subscription_id FROM queued),
      (SELECT count(*) FROM told)
    INTO opened, last_id, queued_for, notified;
    own_xid := pg_current_xact_id_if_assigned()::text;
  END IF;
EXCEPTION
  -- Faults of the row or of the functions, and not of the moment.
  WHEN data_exception OR integrity_constraint_violation OR syntax_error_or_access_rule_violation OR program_limit_exceeded THEN
    IF most > 1 THEN
      RAISE;
    END IF;
    UPDATE webhook_outbox SET error = SQLERRM WHERE id = ANY (ids) AND error IS NULL;
    opened := -1;
    is_full := true;
END $$;
-- end of prisma/sql/open-outbox.sql

-- prisma/sql/record-triggers.sql
-- What every table of records has, made by one call (records.sql, and the migration of a new table):
--
--   SELECT track_record('depot', searched => '{name,code}', modified => 'updated_at');
--
-- The table has the columns id, company_id and version. `searched`: the columns in which `search` finds a text.
-- `modified`: the column that gets the time of the last change, a timestamptz or a date; null if there is none.
-- `counted`: the columns whose change makes a new version; by default all. `emits`: whether changes become events and
-- live changes. Another call replaces everything but the index; drop the index first to change the searched columns.
--
-- Functions that write to other tables run with the rights of their owner, so that writers of records need none there.
-- They name the schema of everything, operators too: a writer's search_path may have operators of its own, and setting
-- one costs as much as the rest of a function. Only the owner may execute them: a trigger on a table of their own, and
-- a cast from its rows, would let others run a function with the owner's rights.

-- The ten minutes of the clock in which a moment lies.
CREATE OR REPLACE FUNCTION "ten_minutes"(moment timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT pg_catalog.date_bin('10 minutes', moment, '2000-01-01 00:00+00')
$$;

-- The latest time that looks have given out, in milliseconds: nothing is noted before it, even if the clock steps back.
-- Every transaction sees the value of a sequence at once. It outlives a crash and a failover, but for the last half second.
CREATE SEQUENCE IF NOT EXISTS "modification_mark";

DO $outer$
BEGIN
  EXECUTE replace($functions$
    CREATE OR REPLACE FUNCTION home.modification_mark() RETURNS timestamptz LANGUAGE sql VOLATILE AS $body$
      SELECT pg_catalog.to_timestamp(
        pg_catalog.pg_sequence_last_value('home.modification_mark'::regclass)::float8 OPERATOR(pg_catalog./) 1000)
    $body$;

    -- A moment that is not before the mark, the id that this transaction got after it, and the oldest transaction that
    -- writes. While another look raises the mark, this one leaves it as it is. Nobody waits for the disk: a crash of
    -- the server may lower the mark by the last half second, which is no clock that steps back.
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

    -- Lists by modification are read from a table beside the records. An index of the records themselves would cost
    -- every update, since PostgreSQL then writes to all of their indexes; a note is written once in ten minutes.
    CREATE OR REPLACE FUNCTION home.note_modification(
      type text, old_id text, new_id text, company text, moment timestamptz
    ) RETURNS void LANGUAGE plpgsql AS $body$
    BEGIN
      UPDATE home.record_modification m
      SET record_id = new_id, record_company = coalesce(company, ''), modified_at = moment
      WHERE m.record_type OPERATOR(pg_catalog.=) type AND m.record_id OPERATOR(pg_catalog.=) old_id;
      IF NOT FOUND THEN
        INSERT INTO home.record_modification (record_type, record_id, record_company, modified_at)
        VALUES (type, new_id, coalesce(company, ''), moment)
        ON CONFLICT (record_type, record_id)
        DO UPDATE SET record_company = excluded.record_company, modified_at = excluded.modified_at;
      END IF;
    END $body$;

    -- Notes when a record was deleted, or left its company, for those who keep a copy.
    CREATE OR REPLACE FUNCTION home.note_deletion(type text, company text, id text, moment timestamptz)
    RETURNS void LANGUAGE sql AS $body$
      INSERT INTO home.record_deletion AS d (record_type, company_id, id, deleted_at)
      VALUES (type, coalesce(company, ''), id, moment)
      ON CONFLICT (record_type, company_id, id) DO UPDATE SET deleted_at = excluded.deleted_at
    $body$;

    -- A name as it is has another collation than the column, so that no index would be read: hence `type`.
    CREATE OR REPLACE FUNCTION home.forget_modification() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $body$
    DECLARE
      type text := TG_TABLE_NAME;
      moment timestamptz(3) := greatest(pg_catalog.clock_timestamp(), home.modification_mark());
    BEGIN
      IF TG_OP OPERATOR(pg_catalog.=) 'TRUNCATE' THEN
        WITH gone AS (
          DELETE FROM home.record_modification m WHERE m.record_type OPERATOR(pg_catalog.=) type
          RETURNING m.record_company, m.record_id)
        INSERT INTO home.record_deletion (record_type, company_id, id, deleted_at)
        SELECT type, gone.record_company, gone.record_id, moment FROM gone
        ON CONFLICT (record_type, company_id, id) DO UPDATE SET deleted_at = excluded.deleted_at;
      ELSE
        DELETE FROM home.record_modification m
        WHERE m.record_type OPERATOR(pg_catalog.=) type AND m.record_id OPERATOR(pg_catalog.=) OLD.id;
        PERFORM home.note_deletion(type, OLD.company_id, OLD.id, moment);
      END IF;
      RETURN NULL;
    END $body$;

    -- Writes one row into webhook_outbox: the record before and after as JSON, and who watches the changes. After the
    -- commit, open_outbox() makes events, deliveries and live changes of it. JSON names its columns, so that a table
    -- can be altered at any time. A record that moves to another company is deleted for the old one and created for
    -- the new one. A watch of the company '' is that of the history, of all companies. The trigger runs for each row:
    -- for the single row of a mutation that is faster than transition tables. It has no WHEN, which costs more than the
    -- IF inside. The size of change_watch is 0 until its first row, and costs half as much as a query.
    CREATE OR REPLACE FUNCTION home.emit_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $body$
    DECLARE
      concerned text[];
    BEGIN
      IF pg_catalog.pg_relation_size('home.change_watch', 'main') OPERATOR(pg_catalog.=) 0 THEN
        RETURN NULL;
      END IF;
      IF TG_OP OPERATOR(pg_catalog.=) 'UPDATE' AND (OLD.company_id OPERATOR(pg_catalog.=) NEW.company_id) IS TRUE THEN
        IF OLD.version OPERATOR(pg_catalog.=) NEW.version THEN
          RETURN NULL;
        END IF;
        concerned := ARRAY(SELECT w.id FROM home.change_watch w
          WHERE w.company_id OPERATOR(pg_catalog.=) ANY (ARRAY[NEW.company_id, ''])
            AND w.resource OPERATOR(pg_catalog.=) TG_TABLE_NAME::text
            AND 'updated' OPERATOR(pg_catalog.=) ANY (w.actions));
        IF pg_catalog.cardinality(concerned) OPERATOR(pg_catalog.>) 0 THEN
          INSERT INTO home.webhook_outbox (resource, action, subscription_ids, actor, before, after)
          VALUES (TG_TABLE_NAME, 'updated', concerned, home.current_actor(NEW.id),
            pg_catalog.row_to_json(OLD), pg_catalog.row_to_json(NEW));
        END IF;
        RETURN NULL;
      END IF;
      IF TG_OP OPERATOR(pg_catalog.<>) 'INSERT' THEN
        concerned := ARRAY(SELECT w.id FROM home.change_watch w
          WHERE w.company_id OPERATOR(pg_catalog.=) ANY (ARRAY[OLD.company_id, '']) AND OLD.company_id IS NOT NULL
            AND w.resource OPERATOR(pg_catalog.=) TG_TABLE_NAME::text
            AND 'deleted' OPERATOR(pg_catalog.=) ANY (w.actions));
        IF pg_catalog.cardinality(concerned) OPERATOR(pg_catalog.>) 0 THEN
          INSERT INTO home.webhook_outbox (resource, action, subscription_ids, actor, before)
          VALUES (TG_TABLE_NAME, 'deleted', concerned, home.current_actor(OLD.id), pg_catalog.row_to_json(OLD));
        END IF;
      END IF;
      IF TG_OP OPERATOR(pg_catalog.<>) 'DELETE' THEN
        concerned := ARRAY(SELECT w.id FROM home.change_watch w
          WHERE w.company_id OPERATOR(pg_catalog.=) ANY (ARRAY[NEW.company_id, '']) AND NEW.company_id IS NOT NULL
            AND w.resource OPERATOR(pg_catalog.=) TG_TABLE_NAME::text
            AND 'created' OPERATOR(pg_catalog.=) ANY (w.actions));
        IF pg_catalog.cardinality(concerned) OPERATOR(pg_catalog.>) 0 THEN
          INSERT INTO home.webhook_outbox (resource, action, subscription_ids, actor, after)
          VALUES (TG_TABLE_NAME, 'created', concerned, home.current_actor(NEW.id), pg_catalog.row_to_json(NEW));
        END IF;
      END IF;
      RETURN NULL;
    END $body$;
  $functions$, 'home.', quote_ident(current_schema()) || '.');
END $outer$;
REVOKE EXECUTE ON FUNCTION
  "note_modification"(text, text, text, text, timestamptz), "note_deletion"(text, text, text, timestamptz),
  "forget_modification"(), "emit_change"()
FROM PUBLIC;

-- What it generates stands between $function$; there, %1$s is the schema, %2$s the table, and %3$L its name as a text.
CREATE OR REPLACE FUNCTION "track_record"(
  record text, searched text[], modified text DEFAULT NULL, counted text[] DEFAULT NULL, emits boolean DEFAULT true
) RETURNS void LANGUAGE plpgsql AS $track$
DECLARE
  home text := quote_ident(current_schema());
  is_timed boolean := (SELECT atttypid = 'timestamptz'::regtype FROM pg_attribute
    WHERE attrelid = format('%s.%I', home, record)::regclass AND attname = modified);
  is_changed text := CASE WHEN counted IS NULL THEN 'OLD.* IS DISTINCT FROM NEW.*' ELSE format(
    '(OLD.%s) IS DISTINCT FROM (NEW.%s)', array_to_string(counted, ', OLD.'), array_to_string(counted, ', NEW.')) END;
  -- An administrator may have created the extension in another schema.
  trigrams text := (SELECT quote_ident(nspname) FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace
    WHERE extname = 'pg_trgm');
BEGIN
  -- An update that changes a column sets the version and the time, for every client of the database; one that changes
  -- none sets neither. The clock is read after the transaction has its id, and the time up to which all changes are
  -- visible relies on that. A change in the same ten minutes as the one before is not noted again, unless the clock has
  -- stepped back; a record without an exact time is noted with each change.
  -- PostgreSQL reads the condition of a trigger anew for each statement, which
  -- costs more than all that the function does.
  EXECUTE format($function$
    CREATE OR REPLACE FUNCTION %1$s.touch_%2$s() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $body$
    DECLARE
      -- As exact as the columns, so that both lie in the same ten minutes.
      moment timestamptz(3) := pg_catalog.clock_timestamp();
      noted timestamptz(3) := greatest(moment, %1$s.modification_mark());
    BEGIN
      NEW.version := OLD.version OPERATOR(pg_catalog.+) 1;
      %4$s
      IF (%5$s AND noted OPERATOR(pg_catalog.=) moment AND OLD.id OPERATOR(pg_catalog.=) NEW.id
        AND coalesce(OLD.company_id, '') OPERATOR(pg_catalog.=) coalesce(NEW.company_id, '')) IS NOT TRUE
      THEN
        PERFORM %1$s.note_modification(%3$L, OLD.id, NEW.id, NEW.company_id, noted);
        IF (OLD.id OPERATOR(pg_catalog.=) NEW.id
          AND coalesce(OLD.company_id, '') OPERATOR(pg_catalog.=) coalesce(NEW.company_id, '')) IS NOT TRUE
        THEN
          PERFORM %1$s.note_deletion(%3$L, OLD.company_id, OLD.id, noted);
        END IF;
      END IF;
      RETURN NEW;
    END $body$;
    REVOKE EXECUTE ON FUNCTION %1$s.touch_%2$s() FROM PUBLIC;
    CREATE OR REPLACE TRIGGER touch BEFORE UPDATE ON %1$s.%2$s
      FOR EACH ROW WHEN (%6$s) EXECUTE FUNCTION %1$s.touch_%2$s()
  $function$, home, record, record,
    CASE WHEN is_timed THEN format('NEW.%I := moment;', modified)
      WHEN modified IS NOT NULL THEN format($$NEW.%I := (moment AT TIME ZONE 'UTC')::date;$$, modified) END,
    CASE WHEN is_timed
      THEN format('%1$s.ten_minutes(OLD.%2$I) OPERATOR(pg_catalog.=) %1$s.ten_minutes(moment)', home, modified)
      ELSE 'false' END,
    is_changed);

  -- New records are noted all of a statement at once: imports create many. One may come with a time that lies ahead.
  EXECUTE format($function$
    CREATE OR REPLACE FUNCTION %1$s.note_new_%2$s() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $body$
    BEGIN
      INSERT INTO %1$s.record_modification (record_type, record_id, record_company, modified_at)
      SELECT %3$L, n.id, coalesce(n.company_id, ''), greatest(pg_catalog.clock_timestamp(), %1$s.modification_mark(), %4$s)
      FROM new_records n
      ON CONFLICT (record_type, record_id)
      DO UPDATE SET record_company = excluded.record_company, modified_at = excluded.modified_at;
      RETURN NULL;
    END $body$;
    REVOKE EXECUTE ON FUNCTION %1$s.note_new_%2$s() FROM PUBLIC;
    CREATE OR REPLACE TRIGGER note_new AFTER INSERT ON %1$s.%2$s
      REFERENCING NEW TABLE AS new_records FOR EACH STATEMENT EXECUTE FUNCTION %1$s.note_new_%2$s()
  $function$, home, record, record, CASE WHEN is_timed THEN format('n.%I', modified) ELSE 'NULL' END);

  EXECUTE format($function$
    CREATE OR REPLACE TRIGGER forget_modification AFTER DELETE ON %1$s.%2$s
      FOR EACH ROW EXECUTE FUNCTION %1$s.forget_modification();
    CREATE OR REPLACE TRIGGER forget_modifications AFTER TRUNCATE ON %1$s.%2$s
      FOR EACH STATEMENT EXECUTE FUNCTION %1$s.forget_modification()
  $function$, home, record);
  IF emits THEN
    EXECUTE format($function$
      CREATE OR REPLACE TRIGGER emit_change AFTER INSERT OR UPDATE OR DELETE ON %1$s.%2$s
        FOR EACH ROW EXECUTE FUNCTION %1$s.emit_change()
    $function$, home, record);
  END IF;

  -- The trigrams of each searched text, with the company, so that a search reads nothing of another one.
  EXECUTE format('CREATE INDEX IF NOT EXISTS %1$s_search ON %2$s.%1$s USING gin (company_id, %3$s)', record, home,
    (SELECT string_agg(format('lower(%I::text) %s.gin_trgm_ops', name, trigrams), ', ') FROM unnest(searched) name));
END $track$;
-- end of prisma/sql/record-triggers.sql

-- prisma/sql/records.sql
-- The records: see record-triggers.sql.
SELECT track_record('tank', searched => '{name,external_id}', modified => 'last_modified_date');
SELECT track_record('task', searched => '{title,task_number}', modified => 'updated_at');
SELECT track_record('expiration', searched => '{expiration_code,owner_code,external_id}', modified => 'date_modified');
SELECT track_record('quick_order', searched => '{external_id}');
SELECT track_record('ship_to', searched => '{name,external_id,route_code}', modified => 'last_modified_date');

-- The columns that the delivery loop writes (failures, breaker) do not count: they are not changes by the owner. Nor do
-- the secrets, which programs encrypt; a rotation sets the end of the previous one.
SELECT track_record('webhook_subscription', searched => '{workflow_name}', modified => 'updated_at', emits => false,
  counted => '{company_id,workflow_id,workflow_name,node_id,webhook_url,resource,actions,filter,previous_secret_until,
    idempotency_key,state,disabled_reason,max_in_flight,max_per_second,ordered,ignore_actors}');

-- A task has the time at which it was assigned, and none without an assignee.
CREATE OR REPLACE FUNCTION "touch_assigned_at"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.assigned_at := CASE WHEN NEW.assignee_id IS NOT NULL THEN now() END;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER "touch_assignee" BEFORE UPDATE ON "task"
  FOR EACH ROW WHEN (OLD.assignee_id IS DISTINCT FROM NEW.assignee_id) EXECUTE FUNCTION "touch_assigned_at"();
CREATE OR REPLACE TRIGGER "touch_new_assignee" BEFORE INSERT ON "task"
  FOR EACH ROW WHEN (NEW.assignee_id IS NOT NULL AND NEW.assigned_at IS NULL) EXECUTE FUNCTION "touch_assigned_at"();
-- end of prisma/sql/records.sql
