-- Live changes. A gateway that serves live operations watches resources of companies: then emit_change() records each
-- of their changes, and open_outbox() copies them to live_change, which the gateways read and soon forget.

-- Keeps the watch of a subscription as the subscription is. The loop that delivers sets other columns.
CREATE OR REPLACE FUNCTION "watch_for_subscription"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM change_watch WHERE NOT live;
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM change_watch WHERE id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO change_watch (id, company_id, resource, actions, live)
    VALUES (NEW.id, NEW.company_id, NEW.resource, NEW.actions, false);
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION "watch_for_subscription"() FROM PUBLIC;

CREATE OR REPLACE TRIGGER "watch"
  AFTER INSERT OR DELETE OR UPDATE OF "id", "company_id", "resource", "actions" ON "webhook_subscription"
  FOR EACH ROW EXECUTE FUNCTION "watch_for_subscription"();
CREATE OR REPLACE TRIGGER "unwatch" AFTER TRUNCATE ON "webhook_subscription"
  FOR EACH STATEMENT EXECUTE FUNCTION "watch_for_subscription"();

-- Ends the watches whose leases nobody has renewed. Their changes are no longer recorded.
CREATE OR REPLACE FUNCTION "end_lapsed_watches"() RETURNS void LANGUAGE sql SET search_path FROM CURRENT AS $$
  WITH lapsed AS (
    DELETE FROM live_lease WHERE until < clock_timestamp() RETURNING watch_id
  )
  DELETE FROM change_watch w USING lapsed WHERE w.id = lapsed.watch_id
$$;

-- Watches a resource of a company, or renews the lease. No opening is under way, and no other call: every change up to
-- the position `at` can be read, and each later one is recorded, except for those of transactions that were under way
-- when the watch began: see settle_watches().
CREATE OR REPLACE FUNCTION "watch_changes"(company text, watched text, lease interval, OUT id text, OUT at bigint)
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM pg_advisory_xact_lock('webhook_outbox'::regclass::oid::bigint);
  PERFORM end_lapsed_watches();
  SELECT w.id INTO id FROM change_watch w WHERE w.company_id = company AND w.resource = watched AND w.live;
  IF id IS NULL THEN
    INSERT INTO change_watch AS w (company_id, resource, actions, live)
    VALUES (company, watched, '{created,updated,deleted}', true)
    RETURNING w.id INTO id;
  END IF;
  SELECT CASE WHEN is_called THEN last_value ELSE 0 END INTO at FROM live_change_position_seq;
  INSERT INTO live_lease AS l (watch_id, until, since) VALUES (id, clock_timestamp() + lease, at)
  ON CONFLICT (watch_id) DO UPDATE SET until = greatest(l.until, excluded.until);
END $$;

-- Of these watches, returns those that miss no more changes: the transactions that had written to the table when they
-- were first looked at here, after their beginning, have ended. What was read before may lack changes of those
-- transactions, so nobody may resume from before. (A transaction in REPEATABLE READ that began before a watch and
-- writes after this does not see it. The gateway has none.)
CREATE OR REPLACE FUNCTION "settle_watches"(ids text[]) RETURNS SETOF text
LANGUAGE sql SET search_path FROM CURRENT AS $$
  WITH writer AS MATERIALIZED (
    SELECT relation, virtualtransaction AS id FROM pg_locks
    WHERE mode = 'RowExclusiveLock' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  ), looked AS MATERIALIZED (
    SELECT l.watch_id, ARRAY(SELECT DISTINCT v.id FROM writer v
      WHERE v.relation = to_regclass(quote_ident(w.resource)) AND (l.missed IS NULL OR v.id = ANY (l.missed))) AS missed
    FROM live_lease l JOIN change_watch w ON w.id = l.watch_id WHERE l.watch_id = ANY (ids)
  ), noted AS (
    UPDATE live_lease l SET missed = looked.missed,
      since = (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM live_change_position_seq)
    FROM looked WHERE l.watch_id = looked.watch_id AND (l.missed IS NULL OR l.missed <> '{}')
  )
  SELECT watch_id FROM looked WHERE missed = '{}'
$$;
