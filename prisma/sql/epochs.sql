-- Epochs. A database may go back to an earlier state: by a failover to a standby that lacks the last writes, or by a
-- restore of a dump, a snapshot or a copied directory. A server then starts to serve it, or serves another database; so
-- an epoch lasts from one start of a server to the next. Most starts lose nothing, and the database itself cannot know.

CREATE OR REPLACE FUNCTION "epoch_name"() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT left(md5(extract(epoch FROM pg_postmaster_start_time()) || ' ' || oid), 16)
  FROM pg_database WHERE datname = current_database()
$$;

-- The highest position of live changes that can be read.
CREATE OR REPLACE FUNCTION "last_position"() RETURNS bigint LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT greatest((SELECT max(position) FROM live_change), (SELECT max(since) FROM live_lease), 0)
$$;

-- Begins the epoch of this server, unless it has begun. One sequence gives the numbers that clients see, `sequence` and
-- positions of live changes: it rises above all that was given out, to the microseconds of the clock, which changes
-- never outrun. Positions behind `top` and before `bottom` were given out in what is lost. Whatever draws a number
-- takes the lock and calls this first, so that numbers become visible in their order. Rows that wait in the outbox, or
-- are not committed yet, have no number and are left alone. Returns null while nothing can be written.
CREATE OR REPLACE FUNCTION "begin_epoch"() RETURNS text LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  epoch CONSTANT text := epoch_name();
BEGIN
  IF EXISTS (SELECT FROM database_epoch WHERE name = epoch) THEN RETURN epoch; END IF;
  -- A standby, or a primary that is on its way to become one.
  IF current_setting('transaction_read_only')::boolean THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock('webhook_outbox'::regclass::oid::bigint);
  IF EXISTS (SELECT FROM database_epoch WHERE name = epoch) THEN RETURN epoch; END IF;
  DELETE FROM database_epoch WHERE number <= (SELECT max(number) FROM database_epoch) - 100;
  INSERT INTO database_epoch (name, top, bottom)
  SELECT epoch, last_position(), setval('live_change_position_seq',
    greatest(last_value, floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint))
  FROM live_change_position_seq;
  RETURN epoch;
END $$;

-- A `sequence` for what is no opening. It needs no lock, since no position becomes visible with it.
CREATE OR REPLACE FUNCTION "next_sequence"() RETURNS bigint LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM begin_epoch();
  RETURN nextval('live_change_position_seq');
END $$;
