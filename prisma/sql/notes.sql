-- What lists are searched and ordered by, beside the records: when each was last changed, and its searched texts. An index of the record itself
-- would cost every update, since PostgreSQL then writes all of its indexes; these rows are written only when they change. Nothing runs this
-- file; see events.sql. The functions run with the rights of their owner, so that those who write need none on the notes, and name the schema
-- of everything, as emit_change() does.

-- Notes when a record is created or changed, and forgets it with the record. A record with a time of its own that changes again within the same
-- ten minutes of the clock is not noted again: what has changed since a time is noted in its ten minutes or later. The clock is read after the
-- transaction has its id, and so is that of touch_…(): what tells up to when all changes are visible relies on it. A new record may come with a
-- time of its own that lies ahead.
--
-- A note is a row of two indexes, which the first change in ten minutes pays for. With an index by time alone, PostgreSQL would read all that
-- has changed for each page of it.
DO $outer$ BEGIN
  EXECUTE replace($function$
    CREATE OR REPLACE FUNCTION home.note_modification() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $body$
    DECLARE
      -- A name as it is has another collation than the column, so that no index would be read.
      type text := TG_TABLE_NAME;
      moment timestamptz := pg_catalog.clock_timestamp();
    BEGIN
      IF TG_OP OPERATOR(pg_catalog.=) 'DELETE' THEN
        DELETE FROM home.record_modification m
        WHERE m.record_type OPERATOR(pg_catalog.=) type AND m.record_id OPERATOR(pg_catalog.=) OLD.id;
        RETURN NULL;
      END IF;
      IF TG_OP OPERATOR(pg_catalog.=) 'UPDATE' THEN
        UPDATE home.record_modification m
        SET record_id = NEW.id, record_company = coalesce(NEW.company_id, ''), modified_at = moment
        WHERE m.record_type OPERATOR(pg_catalog.=) type AND m.record_id OPERATOR(pg_catalog.=) OLD.id;
        IF FOUND THEN
          RETURN NULL;
        END IF;
      ELSIF type OPERATOR(pg_catalog.=) 'tank' OR type OPERATOR(pg_catalog.=) 'ship_to' THEN
        moment := greatest(moment, NEW.last_modified_date);
      ELSIF type OPERATOR(pg_catalog.=) 'task' OR type OPERATOR(pg_catalog.=) 'webhook_subscription' THEN
        moment := greatest(moment, NEW.updated_at);
      END IF;
      INSERT INTO home.record_modification (record_type, record_id, record_company, modified_at)
      VALUES (type, NEW.id, coalesce(NEW.company_id, ''), moment)
      ON CONFLICT (record_type, record_id) DO UPDATE SET record_company = excluded.record_company, modified_at = excluded.modified_at;
      RETURN NULL;
    END $body$
  $function$, 'home.', quote_ident(current_schema()) || '.');
END $outer$;
REVOKE EXECUTE ON FUNCTION "note_modification"() FROM PUBLIC;

-- The text as it is compared, in any case of any language where the server has ICU.
DO $outer$ BEGIN
  EXECUTE replace($function$
    CREATE OR REPLACE FUNCTION search_fold(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
      SELECT pg_catalog.lower(words collation)
    $body$
  $function$, ' collation', (SELECT coalesce(max(' COLLATE pg_catalog."und-x-icu"'), '') FROM pg_collation WHERE collname = 'und-x-icu'));
END $outer$;

-- What the index of searched texts holds: each three letters that follow one another, with the company, so that a search reads nothing of
-- another one. As numbers, which are short; a search compares the texts too.
CREATE OR REPLACE FUNCTION "search_keys"(type text, company text, words text) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY(
    SELECT pg_catalog.hashtext(
      type OPERATOR(pg_catalog.||) E'\n' OPERATOR(pg_catalog.||) company OPERATOR(pg_catalog.||) E'\n'
        OPERATOR(pg_catalog.||) pg_catalog.substr(words, n, 3))
    FROM pg_catalog.generate_series(1, pg_catalog.length(words) OPERATOR(pg_catalog.-) 2) n)
$$;

-- Notes the searched texts of a record: of each at most 255 characters, which is how long the API accepts them.
DO $outer$ BEGIN
  EXECUTE replace($function$
    CREATE OR REPLACE FUNCTION home.note_search() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $body$
    DECLARE
      type text := TG_TABLE_NAME;
      texts text[] := '{}';
      found_words text;
    BEGIN
      IF TG_OP OPERATOR(pg_catalog.<>) 'INSERT' THEN
        DELETE FROM home.record_search s
        WHERE s.record_type OPERATOR(pg_catalog.=) type AND s.record_id OPERATOR(pg_catalog.=) OLD.id;
      END IF;
      IF TG_OP OPERATOR(pg_catalog.=) 'DELETE' THEN
        RETURN NULL;
      END IF;
      IF type OPERATOR(pg_catalog.=) 'tank' THEN
        texts := ARRAY[NEW.name, NEW.external_id];
      ELSIF type OPERATOR(pg_catalog.=) 'task' THEN
        texts := ARRAY[NEW.title, NEW.task_number::text];
      ELSIF type OPERATOR(pg_catalog.=) 'expiration' THEN
        texts := ARRAY[NEW.expiration_code, NEW.owner_code, NEW.external_id];
      ELSIF type OPERATOR(pg_catalog.=) 'quick_order' THEN
        texts := ARRAY[NEW.external_id];
      ELSIF type OPERATOR(pg_catalog.=) 'ship_to' THEN
        texts := ARRAY[NEW.name, NEW.external_id, NEW.route_code];
      ELSIF type OPERATOR(pg_catalog.=) 'webhook_subscription' THEN
        texts := ARRAY[NEW.workflow_name];
      END IF;
      SELECT pg_catalog.string_agg(pg_catalog."left"(t, 255), E'\n') INTO found_words FROM pg_catalog.unnest(texts) t;
      INSERT INTO home.record_search (record_type, record_id, record_company, words)
      SELECT type, NEW.id, coalesce(NEW.company_id, ''), home.search_fold(found_words) WHERE found_words IS NOT NULL
      ON CONFLICT (record_type, record_id) DO UPDATE SET record_company = excluded.record_company, words = excluded.words;
      RETURN NULL;
    END $body$
  $function$, 'home.', quote_ident(current_schema()) || '.');
END $outer$;
REVOKE EXECUTE ON FUNCTION "note_search"() FROM PUBLIC;

-- The same for tanks, which are changed most, and the notes of their changes: PostgreSQL reads the condition of a trigger anew for each
-- statement, which costs more than all that this function does.
DO $outer$ BEGIN
  EXECUTE replace($function$
    CREATE OR REPLACE FUNCTION home.touch_tank() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $body$
    DECLARE
      found_words text;
    BEGIN
      NEW.version := OLD.version OPERATOR(pg_catalog.+) 1;
      NEW.last_modified_date := pg_catalog.clock_timestamp();
      IF (pg_catalog.date_bin('10 minutes', OLD.last_modified_date, '2000-01-01 00:00+00')
          OPERATOR(pg_catalog.=) pg_catalog.date_bin('10 minutes', NEW.last_modified_date, '2000-01-01 00:00+00')
        AND OLD.id OPERATOR(pg_catalog.=) NEW.id
        AND coalesce(OLD.company_id, '') OPERATOR(pg_catalog.=) coalesce(NEW.company_id, '')) IS NOT TRUE
      THEN
        UPDATE home.record_modification m
        SET record_id = NEW.id, record_company = coalesce(NEW.company_id, ''), modified_at = NEW.last_modified_date
        WHERE m.record_type OPERATOR(pg_catalog.=) 'tank' AND m.record_id OPERATOR(pg_catalog.=) OLD.id;
        IF NOT FOUND THEN
          INSERT INTO home.record_modification (record_type, record_id, record_company, modified_at)
          VALUES ('tank', NEW.id, coalesce(NEW.company_id, ''), NEW.last_modified_date)
          ON CONFLICT (record_type, record_id) DO UPDATE SET record_company = excluded.record_company, modified_at = excluded.modified_at;
        END IF;
      END IF;
      IF NOT (coalesce(OLD.name, '') OPERATOR(pg_catalog.=) coalesce(NEW.name, '')
        AND coalesce(OLD.external_id, '') OPERATOR(pg_catalog.=) coalesce(NEW.external_id, '')
        AND OLD.id OPERATOR(pg_catalog.=) NEW.id
        AND coalesce(OLD.company_id, '') OPERATOR(pg_catalog.=) coalesce(NEW.company_id, ''))
      THEN
        DELETE FROM home.record_search s WHERE s.record_type OPERATOR(pg_catalog.=) 'tank' AND s.record_id OPERATOR(pg_catalog.=) OLD.id;
        found_words := pg_catalog.concat_ws(E'\n', pg_catalog."left"(NEW.name, 255), pg_catalog."left"(NEW.external_id, 255));
        INSERT INTO home.record_search (record_type, record_id, record_company, words)
        VALUES ('tank', NEW.id, coalesce(NEW.company_id, ''), home.search_fold(found_words))
        ON CONFLICT (record_type, record_id) DO UPDATE SET record_company = excluded.record_company, words = excluded.words;
      END IF;
      RETURN NEW;
    END $body$
  $function$, 'home.', quote_ident(current_schema()) || '.');
END $outer$;
REVOKE EXECUTE ON FUNCTION "touch_tank"() FROM PUBLIC;
CREATE OR REPLACE TRIGGER "touch" BEFORE UPDATE ON "tank"
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "touch_tank"();

-- Notes new tanks, and their searched texts, all of a statement at once: imports create many.
DO $outer$ BEGIN
  EXECUTE replace($function$
    CREATE OR REPLACE FUNCTION home.note_new_tanks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $body$
    BEGIN
      INSERT INTO home.record_modification (record_type, record_id, record_company, modified_at)
      SELECT 'tank', t.id, coalesce(t.company_id, ''), greatest(pg_catalog.clock_timestamp(), t.last_modified_date) FROM new_tanks t
      ON CONFLICT (record_type, record_id) DO UPDATE SET record_company = excluded.record_company, modified_at = excluded.modified_at;
      INSERT INTO home.record_search (record_type, record_id, record_company, words)
      SELECT 'tank', t.id, coalesce(t.company_id, ''),
        home.search_fold(pg_catalog.concat_ws(E'\n', pg_catalog."left"(t.name, 255), pg_catalog."left"(t.external_id, 255)))
      FROM new_tanks t WHERE t.name IS NOT NULL OR t.external_id IS NOT NULL
      ON CONFLICT (record_type, record_id) DO UPDATE SET record_company = excluded.record_company, words = excluded.words;
      RETURN NULL;
    END $body$
  $function$, 'home.', quote_ident(current_schema()) || '.');
END $outer$;
REVOKE EXECUTE ON FUNCTION "note_new_tanks"() FROM PUBLIC;
CREATE OR REPLACE TRIGGER "note_new" AFTER INSERT ON "tank"
  REFERENCING NEW TABLE AS new_tanks FOR EACH STATEMENT EXECUTE FUNCTION "note_new_tanks"();
CREATE OR REPLACE TRIGGER "note_modification" AFTER DELETE ON "tank" FOR EACH ROW EXECUTE FUNCTION "note_modification"();
CREATE OR REPLACE TRIGGER "note_search" AFTER DELETE ON "tank" FOR EACH ROW EXECUTE FUNCTION "note_search"();

CREATE OR REPLACE TRIGGER "note_modification" AFTER INSERT OR DELETE ON "task" FOR EACH ROW EXECUTE FUNCTION "note_modification"();
CREATE OR REPLACE TRIGGER "note_modification" AFTER INSERT OR DELETE ON "expiration" FOR EACH ROW EXECUTE FUNCTION "note_modification"();
CREATE OR REPLACE TRIGGER "note_modification" AFTER INSERT OR DELETE ON "quick_order" FOR EACH ROW EXECUTE FUNCTION "note_modification"();
CREATE OR REPLACE TRIGGER "note_modification" AFTER INSERT OR DELETE ON "ship_to" FOR EACH ROW EXECUTE FUNCTION "note_modification"();
CREATE OR REPLACE TRIGGER "note_modification" AFTER INSERT OR DELETE ON "webhook_subscription" FOR EACH ROW EXECUTE FUNCTION "note_modification"();

CREATE OR REPLACE TRIGGER "note_change" AFTER UPDATE ON "task" FOR EACH ROW WHEN (OLD.version <> NEW.version AND (
    date_bin('10 minutes', OLD.updated_at, '2000-01-01 00:00+00') IS DISTINCT FROM date_bin('10 minutes', NEW.updated_at, '2000-01-01 00:00+00')
    OR (OLD.id, OLD.company_id) IS DISTINCT FROM (NEW.id, NEW.company_id)
  ))
  EXECUTE FUNCTION "note_modification"();
CREATE OR REPLACE TRIGGER "note_change" AFTER UPDATE ON "expiration" FOR EACH ROW WHEN (OLD.version <> NEW.version)
  EXECUTE FUNCTION "note_modification"();
CREATE OR REPLACE TRIGGER "note_change" AFTER UPDATE ON "quick_order" FOR EACH ROW WHEN (OLD.version <> NEW.version)
  EXECUTE FUNCTION "note_modification"();
CREATE OR REPLACE TRIGGER "note_change" AFTER UPDATE ON "ship_to" FOR EACH ROW WHEN (OLD.version <> NEW.version AND (
    date_bin('10 minutes', OLD.last_modified_date, '2000-01-01 00:00+00') IS DISTINCT FROM date_bin('10 minutes', NEW.last_modified_date, '2000-01-01 00:00+00')
    OR (OLD.id, OLD.company_id) IS DISTINCT FROM (NEW.id, NEW.company_id)
  ))
  EXECUTE FUNCTION "note_modification"();
CREATE OR REPLACE TRIGGER "note_change" AFTER UPDATE ON "webhook_subscription" FOR EACH ROW WHEN (OLD.version <> NEW.version AND (
    date_bin('10 minutes', OLD.updated_at, '2000-01-01 00:00+00') IS DISTINCT FROM date_bin('10 minutes', NEW.updated_at, '2000-01-01 00:00+00')
    OR (OLD.id, OLD.company_id) IS DISTINCT FROM (NEW.id, NEW.company_id)
  ))
  EXECUTE FUNCTION "note_modification"();

CREATE OR REPLACE TRIGGER "note_search" AFTER INSERT OR DELETE ON "task" FOR EACH ROW EXECUTE FUNCTION "note_search"();
CREATE OR REPLACE TRIGGER "note_search" AFTER INSERT OR DELETE ON "expiration" FOR EACH ROW EXECUTE FUNCTION "note_search"();
CREATE OR REPLACE TRIGGER "note_search" AFTER INSERT OR DELETE ON "quick_order" FOR EACH ROW EXECUTE FUNCTION "note_search"();
CREATE OR REPLACE TRIGGER "note_search" AFTER INSERT OR DELETE ON "ship_to" FOR EACH ROW EXECUTE FUNCTION "note_search"();
CREATE OR REPLACE TRIGGER "note_search" AFTER INSERT OR DELETE ON "webhook_subscription" FOR EACH ROW EXECUTE FUNCTION "note_search"();
CREATE OR REPLACE TRIGGER "note_texts" AFTER UPDATE ON "task"
  FOR EACH ROW WHEN ((OLD.id, OLD.company_id, OLD.title, OLD.task_number) IS DISTINCT FROM (NEW.id, NEW.company_id, NEW.title, NEW.task_number))
  EXECUTE FUNCTION "note_search"();
CREATE OR REPLACE TRIGGER "note_texts" AFTER UPDATE ON "expiration"
  FOR EACH ROW WHEN ((OLD.id, OLD.company_id, OLD.expiration_code, OLD.owner_code, OLD.external_id) IS DISTINCT FROM (NEW.id, NEW.company_id, NEW.expiration_code, NEW.owner_code, NEW.external_id))
  EXECUTE FUNCTION "note_search"();
CREATE OR REPLACE TRIGGER "note_texts" AFTER UPDATE ON "quick_order"
  FOR EACH ROW WHEN ((OLD.id, OLD.company_id, OLD.external_id) IS DISTINCT FROM (NEW.id, NEW.company_id, NEW.external_id))
  EXECUTE FUNCTION "note_search"();
CREATE OR REPLACE TRIGGER "note_texts" AFTER UPDATE ON "ship_to"
  FOR EACH ROW WHEN ((OLD.id, OLD.company_id, OLD.name, OLD.external_id, OLD.route_code) IS DISTINCT FROM (NEW.id, NEW.company_id, NEW.name, NEW.external_id, NEW.route_code))
  EXECUTE FUNCTION "note_search"();
CREATE OR REPLACE TRIGGER "note_texts" AFTER UPDATE ON "webhook_subscription"
  FOR EACH ROW WHEN ((OLD.id, OLD.company_id, OLD.workflow_name) IS DISTINCT FROM (NEW.id, NEW.company_id, NEW.workflow_name))
  EXECUTE FUNCTION "note_search"();

-- TRUNCATE forgets the notes of the table.
DO $outer$ BEGIN
  EXECUTE replace($function$
    CREATE OR REPLACE FUNCTION home.forget_notes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $body$
    DECLARE
      type text := TG_TABLE_NAME;
    BEGIN
      DELETE FROM home.record_modification m WHERE m.record_type OPERATOR(pg_catalog.=) type;
      DELETE FROM home.record_search s WHERE s.record_type OPERATOR(pg_catalog.=) type;
      RETURN NULL;
    END $body$
  $function$, 'home.', quote_ident(current_schema()) || '.');
END $outer$;
REVOKE EXECUTE ON FUNCTION "forget_notes"() FROM PUBLIC;
CREATE OR REPLACE TRIGGER "forget_notes" AFTER TRUNCATE ON "tank" FOR EACH STATEMENT EXECUTE FUNCTION "forget_notes"();
CREATE OR REPLACE TRIGGER "forget_notes" AFTER TRUNCATE ON "task" FOR EACH STATEMENT EXECUTE FUNCTION "forget_notes"();
CREATE OR REPLACE TRIGGER "forget_notes" AFTER TRUNCATE ON "expiration" FOR EACH STATEMENT EXECUTE FUNCTION "forget_notes"();
CREATE OR REPLACE TRIGGER "forget_notes" AFTER TRUNCATE ON "quick_order" FOR EACH STATEMENT EXECUTE FUNCTION "forget_notes"();
CREATE OR REPLACE TRIGGER "forget_notes" AFTER TRUNCATE ON "ship_to" FOR EACH STATEMENT EXECUTE FUNCTION "forget_notes"();
CREATE OR REPLACE TRIGGER "forget_notes" AFTER TRUNCATE ON "webhook_subscription" FOR EACH STATEMENT EXECUTE FUNCTION "forget_notes"();
