-- The secrets of subscriptions are encrypted by the programs when they start: the database does not know the key.

-- Encrypting a secret is not a change by the owner. A rotation is, and sets the end of the previous secret.
DROP TRIGGER "touch" ON "webhook_subscription";
CREATE TRIGGER "touch" BEFORE UPDATE ON "webhook_subscription"
  FOR EACH ROW WHEN (
    (OLD.company_id, OLD.workflow_id, OLD.workflow_name, OLD.node_id, OLD.webhook_url, OLD.resource, OLD.actions, OLD.filter,
     OLD.previous_secret_until, OLD.idempotency_key, OLD.state, OLD.disabled_reason, OLD.max_in_flight)
    IS DISTINCT FROM
    (NEW.company_id, NEW.workflow_id, NEW.workflow_name, NEW.node_id, NEW.webhook_url, NEW.resource, NEW.actions, NEW.filter,
     NEW.previous_secret_until, NEW.idempotency_key, NEW.state, NEW.disabled_reason, NEW.max_in_flight)
  ) EXECUTE FUNCTION "touch_updated_at"();
