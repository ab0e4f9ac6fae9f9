-- Epochs. A database may go back to an earlier state: by a failover to a standby that lacks the last writes, or by a
-- restore of a dump, a snapshot or a copied directory. A server then starts to serve it, or serves another database; so
-- an epoch lasts from one start of a server to the next. Most starts lose nothing, and the database itself cannot know.

CREATE OR REPLACE FUNCTION "epoch_name"() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT left(md5(extract(epoch FROM pg_postmaster_start_time()) || ' ' || oid), 16)
  FROM pg_database WHERE datname = current_database()
$$;

-- Begins the epoch of this server, unless it has begun. The sequences that clients see rise above all that was given
-- out: to the microseconds of the clock, which changes never outrun. The rows of the outbox move along, in their order.
-- Positions of live changes behind `top` and before the new ones were given out in what is lost. The lock excludes
-- openings and watches, which draw positions. The first epoch of a new database raises nothing. Returns null
-- while nothing can be written.
CREATE OR REPLACE FUNCTION "begin_epoch"() RETURNS text LANGUAGE plpgsql
SET search_path FROM CURRENT SET statement_timeout = 0 AS $$
DECLARE
  epoch CONSTANT text := epoch_name();
  base bigint := floor(extract(epoch FROM clock_timestamp()) * 1000000);
  top bigint;
  bottom bigint;
  first_row bigint;
  last_row bigint;
  shift bigint;
BEGIN
  IF EXISTS (SELECT FROM database_epoch WHERE name = epoch) THEN RETURN epoch; END IF;
  -- A standby, or a primary that is on its way to become one.
  IF current_setting('transaction_read_only')::boolean THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock('webhook_outbox'::regclass::oid::bigint);
  IF EXISTS (SELECT FROM database_epoch WHERE name = epoch) THEN RETURN epoch; END IF;
  IF EXISTS (SELECT FROM database_epoch) THEN
    SELECT greatest((SELECT max(position) FROM live_change), (SELECT max(since) FROM live_lease), 0) INTO top;
    SELECT greatest(base, last_value) INTO bottom FROM live_change_position_seq;
    PERFORM setval('live_change_position_seq', bottom);
    SELECT last_value INTO last_row FROM webhook_outbox_id_seq;
    SELECT coalesce(min(id), last_row) INTO first_row FROM webhook_outbox;
    shift := greatest(0, base - first_row);
    -- Others may draw ids until this takes effect.
    PERFORM setval('webhook_outbox_id_seq', last_row + shift + 100000);
    UPDATE webhook_outbox SET id = id + shift WHERE id <= last_row + 100000;
  END IF;
  DELETE FROM database_epoch WHERE number <= (SELECT max(number) FROM database_epoch) - 100;
  INSERT INTO database_epoch (name, top, bottom) VALUES (epoch, top, bottom);
  RETURN epoch;
END $$;
