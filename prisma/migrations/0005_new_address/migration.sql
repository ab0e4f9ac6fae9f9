-- What failed was the old address. A subscription that was disabled stays so until its owner resumes it.
CREATE FUNCTION "forget_failures"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.failing_since := NULL;
  NEW.consecutive_failures := 0;
  NEW.breaker_trips := 0;
  NEW.breaker_open_until := NULL;
  RETURN NEW;
END $$;

CREATE TRIGGER "new_address" BEFORE UPDATE OF "webhook_url" ON "webhook_subscription"
  FOR EACH ROW WHEN (OLD.webhook_url IS DISTINCT FROM NEW.webhook_url) EXECUTE FUNCTION "forget_failures"();
