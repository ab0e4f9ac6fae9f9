-- Who makes a change, as its row of webhook_outbox has it. The gateway and the import name theirs within their
-- transactions: by `field_operations.actor`, or for a statement that several share, by `field_operations.actors`, an
-- object with the actor of each record. Any other writer is a user of the database, and may add a name by
-- `field_operations.writer`. A setting that was local to a transaction is '' after it. The body is read when the function
-- is created: a writer's search_path has no part in it.
CREATE OR REPLACE FUNCTION "current_actor"(record text DEFAULT NULL) RETURNS text LANGUAGE sql STABLE
RETURN left(coalesce(nullif(current_setting('field_operations.actors', true), '')::json ->> record,
  nullif(current_setting('field_operations.actor', true), ''),
  'sql:' || session_user || coalesce('/' || nullif(current_setting('field_operations.writer', true), ''), '')), 260);
