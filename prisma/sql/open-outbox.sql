-- The data of an event: a row as PostgreSQL writes it as JSON, with times as receivers expect them, and null for a
-- number or a time that JSON or RFC 3339 lacks. `heads` is the beginning of each time in the text, such as `"name":"`.
-- Most rows have only times in UTC: to replace their ends in the text, if each one belongs to a time, takes a third of
-- the time of setting their values. A column may have had another type.
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

-- Whether a column holds ids: those that the rules of narrowed tokens may name are among them.
CREATE OR REPLACE FUNCTION "is_id"(column_name text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT column_name = 'id' OR right(column_name, 3) = '_id'
$$;

-- What is kept of a large record, for the rules to be judged by. No rule names an id of more than 255 characters.
CREATE OR REPLACE FUNCTION "ids_of"(record jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_object_agg(key, left(value, 256)) FROM jsonb_each_text(record) WHERE is_id(key)
$$;

-- What is kept of a record of megabytes, which is not parsed.
CREATE OR REPLACE FUNCTION "ids_and_version"(record text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_object_agg(key, value) FROM json_each(record::json) WHERE key = 'version' OR is_id(key)
$$;

-- The columns, without "version", in which two rows differ, as PostgreSQL writes them as JSON; none for a creation or a
-- deletion. The texts differ between two `,"`, which separate columns, and the items of lists of texts: a difference
-- there is left to json_each, which takes four times as long. Quotes in values are escaped, and JSONB has spaces. It
-- returns a set of one, since PostgreSQL inlines that into a FROM.
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

-- A value as a revision has it: a long one is cut to a mark.
CREATE OR REPLACE FUNCTION "revision_value"(value jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN octet_length(value::text) <= 8192 THEN value ELSE '{"$cut": true}' END
$$;

-- Whether a table by day has a part for now. Of the days before, parts are missing only if they have expired.
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

-- Makes events, deliveries, live changes and revisions of up to `most` outbox rows, oldest first: of those above the id
-- `beyond`, if the caller has learned it in this epoch (`of_epoch`). In what was lost, rows below it may have been
-- opened.
-- * Filters apply here, to the record before or after the change. Records of megabytes are not parsed, and match every
--   filter. So does a record whose bytes, times the items of a filter with a list, are over 1,000,000: each item would
--   be compared with each. Commas bound the number of items.
-- * `data` of a record above 250 KB is cut to its id, company and version: receivers often accept at most 256 KB. Its
--   live change has its ids.
-- * While a company has too many waiting deliveries (webhook_quota), new ones are given up instead of queued.
-- * It stops after 1 MB, some 100 ms of work: `is_full` says that there may be more. Then companies take turns, so that
--   large changes of one do not delay those of others: each gets as many bytes, of the next 10 * `most` rows.
-- * One session opens at a time, and draws a number for each row in the order of their ids: the position of its live
--   change, and its `sequence`. A writer draws the id while it holds the lock of the record, so the ids of a record's
--   changes are in their order. Nobody outside sees them.
-- * The id of an event comes from the row alone: if a failover takes the opening back, the next one gives the same id.
--   After a failover that loses rows, others get their ids, but neither their times nor their contents.
-- * If a row cannot be opened, none is. Alone (`most` is 1), it is set aside with its error, and `opened` is -1. It
--   waits while the table of its day is yet to be made.
-- Returns the number of rows, the id up to which all are opened, the subscriptions with new deliveries, and for the
-- low-water mark the oldest transaction under way, the id drawn last, and this transaction, which began to write after
-- that. The settings prevent plans that read all of the outbox: a session plans the statements once, perhaps while it
-- is empty.
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

-- A row that is set aside keeps its place among the changes of its record: later ones are opened before it is given
-- back.
CREATE OR REPLACE FUNCTION "keep_sequence"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.sequence := next_sequence();
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER "set_aside" BEFORE UPDATE OF "error" ON "webhook_outbox"
  FOR EACH ROW WHEN (NEW.error IS NOT NULL AND NEW.sequence IS NULL) EXECUTE FUNCTION "keep_sequence"();
