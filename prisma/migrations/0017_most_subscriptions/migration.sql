-- A company has at most as many subscriptions as the session says, and any number where it says nothing. The lock makes concurrent
-- creations count one another. AFTER, because a repeat with the same idempotency key inserts nothing.
CREATE OR REPLACE FUNCTION "limit_subscriptions"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  most INTEGER := nullif(current_setting('field_operations.most_subscriptions', true), '');
BEGIN
  IF most IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(TG_RELID::integer, hashtext(NEW.company_id));
    IF (SELECT count(*) FROM webhook_subscription WHERE company_id = NEW.company_id) > most THEN
      RAISE EXCEPTION 'a company may have at most % subscriptions; delete one first', most USING ERRCODE = 'WS001';
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "limit" AFTER INSERT ON "webhook_subscription" FOR EACH ROW EXECUTE FUNCTION "limit_subscriptions"();
