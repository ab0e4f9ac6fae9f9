-- Reads events by id, each from the table of its day only. The sessions that deliver look into all days otherwise: they prune no partitions,
-- because PostgreSQL 18 may crash where a statement does so while it also checks changed rows again. This one only reads.
CREATE OR REPLACE FUNCTION "webhook_events"(ids uuid[]) RETURNS SETOF "webhook_event" LANGUAGE plpgsql STABLE ROWS 500
  SET enable_partition_pruning = on AS $$
BEGIN
  RETURN QUERY SELECT e.* FROM unnest(ids) AS wanted (id) JOIN webhook_event e ON e.id = wanted.id;
END $$;
