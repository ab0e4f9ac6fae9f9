-- Rotations within 24 h: the secrets before `previous_secret` that are still valid, newest first, as `[{"secret", "until"}]`. An earlier
-- release keeps to `previous_secret`. And the input of a createSubscription with an idempotency key, encrypted like a secret, to tell a
-- repeat from another request. Both columns are added without a rewrite of the table.
ALTER TABLE "webhook_subscription"
  ADD COLUMN "earlier_secrets" JSONB NOT NULL DEFAULT '[]',
  ADD COLUMN "idempotency_input" TEXT;
