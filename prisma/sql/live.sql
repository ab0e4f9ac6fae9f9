-- Live changes. A gateway that serves live operations watches resources of companies: then emit_change() records each
-- of their changes, and open_outbox() copies them to live_change, which the gateways read and soon forget.

-- Ends the watches whose leases nobody has renewed. Their changes are no longer recorded.
CREATE OR REPLACE FUNCTION "end_lapsed_watches"() RETURNS void LANGUAGE sql SET search_path FROM CURRENT AS $$
  WITH lapsed AS (DELETE FROM live_lease WHERE until < clock_timestamp() RETURNING watch_id)
  DELETE FROM change_watch w USING lapsed WHERE w.id = lapsed.watch_id
$$;

-- Watches a resource of a company, or renews the lease. The lock excludes an opening: every change up to the position
-- `at` can be read, and each later one is recorded, except for transactions that were under way: see src/live/watch.ts.
-- A watch that begins has a position of its own. So all cursors from before it are lower: nobody resumes from there.
CREATE OR REPLACE FUNCTION "watch_changes"(company text, watched text, lease interval, OUT id text, OUT at bigint)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM pg_advisory_xact_lock('webhook_outbox'::regclass::oid::bigint);
  PERFORM end_lapsed_watches();
  SELECT w.id INTO id FROM change_watch w WHERE w.company_id = company AND w.resource = watched AND w.live;
  SELECT CASE WHEN is_called THEN last_value ELSE 0 END INTO at FROM live_change_position_seq;
  IF id IS NULL THEN
    at := nextval('live_change_position_seq');
    INSERT INTO change_watch AS w (company_id, resource, actions, live)
    VALUES (company, watched, '{created,updated,deleted}', true) RETURNING w.id INTO id;
  END IF;
  INSERT INTO live_lease AS l (watch_id, until, since) VALUES (id, clock_timestamp() + lease, at)
  ON CONFLICT (watch_id) DO UPDATE SET until = greatest(l.until, excluded.until);
END $$;
