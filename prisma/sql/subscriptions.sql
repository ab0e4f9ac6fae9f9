-- A failure counts for the address that failed. A disabled subscription stays disabled until its owner resumes it.
CREATE OR REPLACE FUNCTION "forget_failures"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.failing_since := NULL;
  NEW.consecutive_failures := 0;
  NEW.breaker_trips := 0;
  NEW.breaker_open_until := NULL;
  NEW.held_until := NULL;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER "new_address" BEFORE UPDATE OF "webhook_url" ON "webhook_subscription"
  FOR EACH ROW WHEN (OLD.webhook_url IS DISTINCT FROM NEW.webhook_url) EXECUTE FUNCTION "forget_failures"();

-- A company has at most as many subscriptions as the session says, or else the table, which a pooler in transaction
-- mode needs; any number where neither does. The lock makes
-- concurrent creations count one another. AFTER, because a repeat with the same idempotency key inserts nothing.
CREATE OR REPLACE FUNCTION "limit_subscriptions"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  most INTEGER := coalesce(nullif(current_setting('field_operations.most_subscriptions', true), '')::integer,
    (SELECT most_subscriptions FROM webhook_quota));
BEGIN
  IF most IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(TG_RELID::integer, hashtext(NEW.company_id));
    IF (SELECT count(*) FROM webhook_subscription WHERE company_id = NEW.company_id) > most THEN
      RAISE EXCEPTION 'a company may have at most % subscriptions; delete one first', most USING ERRCODE = 'WS001';
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "limit" AFTER INSERT ON "webhook_subscription"
  FOR EACH ROW EXECUTE FUNCTION "limit_subscriptions"();

-- Keeps what stands beside a subscription: its watch, and a row for what one with a limit has sent, which is locked and
-- rewritten with every claim. Every write of a record reads the watch, so the delivery loop, which sets other columns
-- of the subscription, never touches it.
CREATE OR REPLACE FUNCTION "follow_subscription"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM change_watch WHERE NOT live;
  ELSE
    -- OLD has no id at an INSERT, and NEW none at a DELETE.
    DELETE FROM change_watch WHERE id = OLD.id;
    INSERT INTO change_watch (id, company_id, resource, actions, live)
    SELECT NEW.id, NEW.company_id, NEW.resource, NEW.actions, false WHERE NEW.id IS NOT NULL;
    INSERT INTO webhook_pace (subscription_id) SELECT NEW.id WHERE NEW.max_per_second IS NOT NULL
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION "follow_subscription"() FROM PUBLIC;

CREATE OR REPLACE TRIGGER "follow"
  AFTER INSERT OR DELETE OR UPDATE OF "id", "company_id", "resource", "actions", "max_per_second"
  ON "webhook_subscription"
  FOR EACH ROW EXECUTE FUNCTION "follow_subscription"();
CREATE OR REPLACE TRIGGER "forget" AFTER TRUNCATE ON "webhook_subscription"
  FOR EACH STATEMENT EXECUTE FUNCTION "follow_subscription"();
