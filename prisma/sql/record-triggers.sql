-- What every table of records has, made by one call (records.sql, and the migration of a new table):
--
--   SELECT track_record('depot', searched => '{name,code}', modified => 'updated_at');
--
-- The table has the columns id, company_id and version. `searched`: the columns in which `search` finds a text.
-- `modified`: the column for the time of the last change, a timestamptz or a date; null if there is none.
-- `counted`: the columns whose change makes a new version; by default all. `emits`: whether changes become events and
-- live changes. Another call replaces everything; with other searched columns, it writes the texts of all rows again.
--
-- Functions that write to other tables run with the rights of their owner, so that writers of records need none there.
-- They name the schema of everything, operators too: a writer's search_path may have operators of its own, and setting
-- one costs as much as the function. Only the owner may execute them: others could by a trigger on a table of theirs.

-- A text as searches compare it: in lower case, without accents, with equal letters in one form. People write muller,
-- o’neil, Straße or a Greek final sigma as their keyboards do, and spreadsheets no-break spaces.
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

-- The searched texts are read from a table beside the records. An index of the records themselves would cost every
-- update, since PostgreSQL then writes to all of their indexes; a text is written when it changes. The index has the
-- company, so that a search reads nothing of another one. It is partial: the model cannot have it whole.
-- An administrator may have created the extension in another schema. PostgreSQL inlines these functions.
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

-- The ten minutes of the clock in which a moment lies.
CREATE OR REPLACE FUNCTION "ten_minutes"(moment timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT pg_catalog.date_bin('10 minutes', moment, '2000-01-01 00:00+00')
$$;

-- The latest time that look_at_modifications() has returned, in milliseconds: no change is noted before it, even if the
-- clock steps back. Every transaction sees the value of a sequence at once, and it outlives a crash and a failover.
CREATE SEQUENCE IF NOT EXISTS "modification_mark";

DO $outer$
BEGIN
  EXECUTE replace($functions$
    CREATE OR REPLACE FUNCTION home.modification_mark() RETURNS timestamptz LANGUAGE sql VOLATILE AS $body$
      SELECT pg_catalog.to_timestamp(
        pg_catalog.pg_sequence_last_value('home.modification_mark'::regclass)::float8 OPERATOR(pg_catalog./) 1000)
    $body$;

    -- A moment that is not before the mark, the id that this transaction got after it, and the oldest transaction that
    -- writes. While another call raises the mark, this one leaves it as it is. Nobody waits for the disk: a crash of
    -- the server may lower the mark by the last half second.
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
    CREATE OR REPLACE FUNCTION home.note_modification(type text, id text, company text, moment timestamptz)
    RETURNS void LANGUAGE plpgsql AS $body$
    BEGIN
      INSERT INTO home.record_modification (record_type, record_id, record_company, modified_at)
      VALUES (type, id, coalesce(company, ''), moment)
      ON CONFLICT (record_type, record_id)
      DO UPDATE SET record_company = excluded.record_company, modified_at = excluded.modified_at;
    END $body$;

    -- A record was deleted, or left its company: a note for those who keep a copy, with the values of a deleted one.
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

    -- The session may write numbers with fewer digits.
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

    -- Under REPEATABLE READ and SERIALIZABLE, a record that takes the id of a deletion that the transaction does not
    -- see would begin at version 1: writing in its place fails with 40001 then, and a repeat goes on after it.
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

    -- A record that is created again goes on after the version of its deletion: no version of its earlier life fits it.
    CREATE OR REPLACE FUNCTION home.continue_version() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $body$
    DECLARE
      type text := TG_TABLE_NAME;
      last integer := (SELECT d.version FROM home.record_deletion d WHERE d.record_type OPERATOR(pg_catalog.=) type
        AND d.company_id OPERATOR(pg_catalog.=) coalesce(NEW.company_id, '') AND d.id OPERATOR(pg_catalog.=) NEW.id);
    BEGIN
      IF last OPERATOR(pg_catalog.>=) NEW.version THEN NEW.version := last OPERATOR(pg_catalog.+) 1; END IF;
      RETURN NEW;
    END $body$;

    -- Notes that a deleted record is there again, and returns the version of its deletion.
    CREATE OR REPLACE FUNCTION home.note_return(type text, company text, record text) RETURNS integer
    LANGUAGE sql AS $body$
      SELECT home.refuse_unseen_deletion(type, company, record);
      UPDATE home.record_deletion SET returned = true
      WHERE record_type OPERATOR(pg_catalog.=) type AND company_id OPERATOR(pg_catalog.=) coalesce(company, '')
        AND id OPERATOR(pg_catalog.=) record
      RETURNING version
    $body$;

    -- Refuses a large change while more than 64 MB of those of the company wait in the outbox: it writes them faster
    -- than they become events. What the transaction itself has written does not count, since it waits for its commit.
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

    -- Writes a row into webhook_outbox: the record before and after as JSON, and who watches the changes. After the
    -- commit, open_outbox() makes events, deliveries and live changes of it. JSON names its columns, so that a table
    -- can be altered at any time. A watch of the company '' is that of the history, of all companies. The trigger runs
    -- for each row: for the single row of a mutation that is faster than transition tables. It has no WHEN, which costs
    -- more than the IF inside. A sequence shows without a query whether there has ever been a watch.
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

-- Inserts records again as they were when they were deleted, at the next version, if the last deletion of an id was at
-- the version beside it. A record that is there stays as it is. Columns that the table has got since then have their
-- defaults. Returns the new rows; `base` is null, of their type.
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

-- In the text of a function, %1$s is the schema and %2$s the table.
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
