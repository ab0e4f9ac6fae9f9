-- After TRUNCATE, the notes of a table stayed. A new record of an old id then had the searched texts of the old one, if it had none itself.

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
