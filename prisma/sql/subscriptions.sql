-- The health of a webhook subscription: a failure counts for the address that failed. A disabled subscription stays disabled until its owner
-- resumes it. Nothing runs this file; see events.sql.

CREATE OR REPLACE FUNCTION "forget_failures"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.failing_since := NULL;
  NEW.consecutive_failures := 0;
  NEW.breaker_trips := 0;
  NEW.breaker_open_until := NULL;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER "new_address" BEFORE UPDATE OF "webhook_url" ON "webhook_subscription"
  FOR EACH ROW WHEN (OLD.webhook_url IS DISTINCT FROM NEW.webhook_url) EXECUTE FUNCTION "forget_failures"();
