-- Live changes. A gateway that serves live operations watches resources of companies: then emit_change() records each
-- of their changes, and open_outbox() copies them to live_change, which the gateways read and soon forget.

-- Ends the watches whose leases nobody has renewed. Their changes are no longer recorded.
CREATE OR REPLACE FUNCTION "end_lapsed_watches"() RETURNS void LANGUAGE sql SET search_path FROM CURRENT AS $$
  WITH lapsed AS (DELETE FROM live_lease WHERE until < clock_timestamp() RETURNING watch_id)
  DELETE FROM change_watch w USING lapsed WHERE w.id = lapsed.watch_id
$$;

-- Watches a resource of a company, or renews the lease. The lock excludes an opening: every change up to the position
-- `at` can be read, and each later one is recorded, except for transactions that were under way: see settle_watches().
-- A watch that begins has a position of its own. So all cursors from before it are lower: nobody resumes from there.
CREATE OR REPLACE FUNCTION "watch_changes"(company text, watched text, lease interval, OUT id text, OUT at bigint)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM pg_advisory_xact_lock('webhook_outbox'::regclass::oid::bigint);
  PERFORM begin_epoch();
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

-- Settles watches. Transactions that were under way when a watch began do not know it: their changes are not recorded.
-- A watch passes four states:
-- 1. begun: nobody has read which transactions were under way (`missed` is null);
-- 2. waiting: some of these have not ended (`missed` names them);
-- 3. ended: the last one has ended just now. Its changes may be missing before, so a new position is drawn from which
--    on nothing is missing, as watch_changes() draws one: under the lock of the outbox, taken before the rows' locks;
-- 4. settled: nothing is missed (`missed` is empty). A watch without such transactions goes there at once.
-- Returns the watches that are settled. (A REPEATABLE READ transaction that began before the watch and writes later is
-- not seen. The gateway has none.)
CREATE OR REPLACE FUNCTION "settle_watches"(ids text[]) RETURNS TABLE (id text, at bigint)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RETURN QUERY
  WITH writer AS MATERIALIZED (
    -- The transactions that have written to a table.
    SELECT relation, virtualtransaction AS xid FROM pg_locks
    WHERE mode = 'RowExclusiveLock' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  ), watch AS MATERIALIZED (
    -- Which of them each watch misses. Those that began after the first reading know the watch.
    SELECT l.watch_id, ARRAY(SELECT DISTINCT v.xid FROM writer v
      WHERE v.relation = to_regclass(quote_ident(w.resource)) AND (l.missed IS NULL OR v.xid = ANY (l.missed))
    ) AS missed, l.missed <> '{}' AS waited, l.since
    FROM live_lease l JOIN change_watch w ON w.id = l.watch_id WHERE l.watch_id = ANY (ids)
  ), outbox_lock AS MATERIALIZED (
    SELECT pg_advisory_xact_lock('webhook_outbox'::regclass::oid::bigint), begin_epoch() FROM watch
    WHERE waited AND missed = '{}' LIMIT 1
  ), moved AS (
    -- The next state of each watch that is not settled.
    UPDATE live_lease l SET missed = watch.missed,
      since = CASE WHEN waited AND watch.missed = '{}' THEN nextval('live_change_position_seq') ELSE l.since END
    FROM watch LEFT JOIN outbox_lock ON true
    WHERE l.watch_id = watch.watch_id AND (l.missed IS NULL OR l.missed <> '{}')
    RETURNING l.watch_id, l.since
  )
  SELECT watch.watch_id, coalesce(moved.since, watch.since)
  FROM watch LEFT JOIN moved USING (watch_id) WHERE watch.missed = '{}';
END $$;
