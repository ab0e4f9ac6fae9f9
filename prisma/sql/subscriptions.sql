-- Webhook subscriptions. Their health: a failure counts for the address that failed. A disabled subscription stays
-- disabled until its owner resumes it.

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

-- A company has at most as many subscriptions as the session says, and any number where it says nothing. The lock makes
-- concurrent creations count one another. AFTER, because a repeat with the same idempotency key inserts nothing.
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

CREATE OR REPLACE TRIGGER "limit" AFTER INSERT ON "webhook_subscription"
  FOR EACH ROW EXECUTE FUNCTION "limit_subscriptions"();

-- What a subscription with a limit has sent is kept in a row of its own, which is locked and rewritten with every
-- claim: a subscription is read by every write to its company's records.
CREATE OR REPLACE FUNCTION "keep_pace"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_pace (subscription_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "pace" AFTER INSERT OR UPDATE OF "max_per_second" ON "webhook_subscription"
  FOR EACH ROW WHEN (NEW.max_per_second IS NOT NULL) EXECUTE FUNCTION "keep_pace"();
