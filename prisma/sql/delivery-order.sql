-- Ordered deliveries: those of one record to one subscription are sent one after the other. Of those that are pending,
-- only the first has a time; the others wait at infinity, where no claim looks. Triggers keep that, on every path:
--
-- * A delivery that enters the queue behind another one enters at infinity. One that enters before all others, as a
--   redelivery may, sends the one that was first to infinity. If that one is in flight, its result keeps infinity.
-- * When a delivery leaves the queue, the one that is now the first becomes due.
--
-- A delivery could enter behind one that leaves at the same time: neither transaction would see the other, and it would
-- wait forever. So both take one lock until they commit. The second reads with a new snapshot after that, since in
-- READ COMMITTED each statement of a function takes one. What records results takes the lock before it locks rows, so
-- that it cannot deadlock with a redelivery. A sweep locks rows first; what a deadlock ends is tried again.
CREATE OR REPLACE FUNCTION "lock_delivery_order"() RETURNS boolean LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock('webhook_delivery_pending'::regclass::oid::bigint) IS NOT NULL
$$;

-- The settings leave no plan but the index of ordered deliveries. The first one is updated by its place in the table:
-- by its key, the plan could read all that wait for the subscription, once for each delivery.
CREATE OR REPLACE FUNCTION "queue_in_order"() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_sort = off AS $$
DECLARE
  first record;
BEGIN
  PERFORM lock_delivery_order();
  SELECT d.sequence INTO first FROM webhook_delivery_pending d
  WHERE d.ordered AND d.subscription_id = NEW.subscription_id AND d.resource_id = NEW.resource_id
  ORDER BY d.sequence LIMIT 1;
  IF first.sequence < NEW.sequence THEN
    NEW.next_attempt_at := 'infinity';
  ELSIF FOUND THEN
    SELECT d.ctid AS place, d.next_attempt_at INTO first FROM webhook_delivery_pending d
    WHERE d.ordered AND d.subscription_id = NEW.subscription_id AND d.resource_id = NEW.resource_id
    ORDER BY d.sequence LIMIT 1 FOR UPDATE;
    IF first.next_attempt_at < 'infinity' THEN
      UPDATE webhook_delivery_pending SET next_attempt_at = 'infinity' WHERE ctid = first.place;
    END IF;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION "call_next"() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_sort = off AS $$
DECLARE
  first record;
BEGIN
  PERFORM lock_delivery_order();
  SELECT d.ctid AS place, d.next_attempt_at INTO first FROM webhook_delivery_pending d
  WHERE d.ordered AND d.subscription_id = OLD.subscription_id AND d.resource_id = OLD.resource_id
  ORDER BY d.sequence LIMIT 1 FOR UPDATE;
  IF first.next_attempt_at = 'infinity' THEN
    UPDATE webhook_delivery_pending SET next_attempt_at = now() WHERE ctid = first.place;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "queue_in_order" BEFORE INSERT ON "webhook_delivery_pending"
  FOR EACH ROW WHEN (NEW.ordered) EXECUTE FUNCTION "queue_in_order"();
CREATE OR REPLACE TRIGGER "call_next" AFTER DELETE ON "webhook_delivery_pending"
  FOR EACH ROW WHEN (OLD.ordered) EXECUTE FUNCTION "call_next"();
