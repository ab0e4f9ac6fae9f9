-- The history of records. While history_watch has rows with their watches, open_outbox() keeps of each change what it
-- changed: see src/events/keep-history.ts.

-- A value as a revision has it. A long one is cut to a mark, as is one of a record that is too large to be parsed.
CREATE OR REPLACE FUNCTION "revision_value"(value jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN octet_length(value::text) <= 8192 THEN value ELSE '{"$cut": true}' END
$$;
