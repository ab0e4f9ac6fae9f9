-- The id of an event or a record at a moment: a UUID of version 7 with microseconds. Ids sort by time, so that indexes
-- grow at their ends and a range of ids is a range of time, and they do not reveal how many other companies have.
CREATE OR REPLACE FUNCTION "time_ordered_uuid"(
  moment timestamptz DEFAULT clock_timestamp(), tail bytea DEFAULT substring(uuid_send(gen_random_uuid()) FROM 9)
) RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(int8send(floor(extract(epoch FROM moment) * 1000)::bigint << 16 | 28672
    | extract(microseconds FROM moment)::bigint % 1000 * 4096 / 1000) || tail, 'hex')::uuid
$$;

-- The lowest id that an event at that moment can have.
CREATE OR REPLACE FUNCTION "time_ordered_uuid_floor"(moment timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (lpad(to_hex(greatest(0, floor(extract(epoch FROM moment) * 1000)::bigint)), 12, '0') || repeat('0', 20))::uuid
$$;

-- Who makes a change. The gateway and the import name their actor within a transaction, in `field_operations.actor`;
-- for a statement that several share, `field_operations.actors` has the actor of each record. Any other writer is a
-- user of the database, and may add a name in `field_operations.writer`. A setting local to a transaction is '' after
-- it. The body is parsed when the function is created, so that a writer's search_path has no part in it.
CREATE OR REPLACE FUNCTION "current_actor"(record text DEFAULT NULL) RETURNS text LANGUAGE sql STABLE
RETURN left(coalesce(nullif(current_setting('field_operations.actors', true), '')::json ->> record,
  nullif(current_setting('field_operations.actor', true), ''),
  'sql:' || session_user || coalesce('/' || nullif(current_setting('field_operations.writer', true), ''), '')), 260);
