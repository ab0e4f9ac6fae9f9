-- An earlier release that still runs would sign with the encrypted text of a secret. It may do all else, and leaves the deliveries to this
-- release. A migration of its own, because one that locks both tables could deadlock with the statements of that release.
-- AFTER, because a BEFORE trigger would lock each row once more.
CREATE FUNCTION "refuse_claim"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'this release cannot decrypt the secrets of webhooks'
    USING HINT = 'A newer release delivers them. This process can be stopped.';
END $$;

CREATE TRIGGER "claim_with_key" AFTER UPDATE OF "lease_token" ON "webhook_delivery"
  FOR EACH ROW WHEN (
    NEW.lease_token IS NOT NULL AND current_setting('field_operations.secrets', true) IS DISTINCT FROM 'encrypted'
  ) EXECUTE FUNCTION "refuse_claim"();
