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
