-- Until when a receiver that answered 429 or 503 with Retry-After gets nothing. A new address does not inherit it.
ALTER TABLE "webhook_subscription" ADD COLUMN "held_until" TIMESTAMPTZ(3);

CREATE OR REPLACE FUNCTION "forget_failures"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.failing_since := NULL;
  NEW.consecutive_failures := 0;
  NEW.breaker_trips := 0;
  NEW.breaker_open_until := NULL;
  NEW.held_until := NULL;
  RETURN NEW;
END $$;
