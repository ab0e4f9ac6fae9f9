-- Deliveries that wait are a table of their own, and everything else is kept by day, so that a day is removed by dropping its tables. Rows
-- that an old snapshot keeps from being vacuumed are then not between those that wait, and removing a million of them takes no time.
-- Writers of records do not wait for this: they use the outbox only. Lists of deliveries do.

-- All or nothing: statements lock these tables in several orders, and whoever waits for one must not hold another.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '200ms', true);
  FOR attempt IN 1..300 LOOP
    BEGIN
      LOCK TABLE webhook_event, webhook_delivery, webhook_attempt IN ACCESS EXCLUSIVE MODE;
      PERFORM set_config('lock_timeout', '0', true);
      RETURN;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(0.1);
    END;
  END LOOP;
  RAISE EXCEPTION 'the tables of webhooks have been in use for a minute, perhaps by a backup or a report; start again when it has ended';
END $$;

DROP VIEW "webhook_delivery_log";
DROP TRIGGER "claim_with_key" ON "webhook_delivery";

ALTER TABLE "webhook_event" RENAME TO "webhook_event_before";
ALTER INDEX "webhook_event_pkey" RENAME TO "webhook_event_before_pkey";
ALTER TABLE "webhook_attempt" RENAME TO "webhook_attempt_before";
ALTER INDEX "webhook_attempt_pkey" RENAME TO "webhook_attempt_before_pkey";
ALTER TABLE "webhook_delivery" RENAME TO "webhook_delivery_before";
ALTER TABLE "webhook_delivery_before" DROP CONSTRAINT "webhook_delivery_pkey";
ALTER INDEX "webhook_delivery_subscription_id_event_id_idx" RENAME TO "webhook_delivery_before_subscription_id_event_id_idx";
ALTER INDEX "webhook_delivery_due" RENAME TO "webhook_delivery_before_due";

-- Deliveries from before have none of them. The log reads theirs from their events.
ALTER TABLE "webhook_delivery_before" ADD COLUMN "company_id" TEXT, ADD COLUMN "resource_id" TEXT, ADD COLUMN "sequence" BIGINT;

CREATE TABLE "webhook_event" (LIKE "webhook_event_before" INCLUDING DEFAULTS, PRIMARY KEY ("id")) PARTITION BY RANGE ("id");
CREATE TABLE "webhook_attempt" (LIKE "webhook_attempt_before" INCLUDING DEFAULTS, PRIMARY KEY ("event_id", "subscription_id", "number"))
  PARTITION BY RANGE ("event_id");
CREATE TABLE "webhook_delivery" (LIKE "webhook_delivery_before" INCLUDING DEFAULTS, PRIMARY KEY ("event_id", "subscription_id", "status"))
  PARTITION BY LIST ("status");
CREATE INDEX "webhook_delivery_subscription_id_event_id_idx" ON "webhook_delivery"("subscription_id", "event_id");

-- The queue. A delivery moves to and fro by DELETE and INSERT: an UPDATE of its status would fail whoever waits to lock it.
CREATE TABLE "webhook_delivery_pending" PARTITION OF "webhook_delivery" FOR VALUES IN ('pending')
  WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
-- The lease is not in it, so taking one touches no index at all.
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery_pending"("subscription_id", "next_attempt_at");

WITH waiting AS (
  DELETE FROM "webhook_delivery_before" WHERE "status" = 'pending' RETURNING *
)
INSERT INTO "webhook_delivery_pending" (event_id, subscription_id, status, attempts, schedule_from, next_attempt_at, leased_until, lease_token,
  finished_at, company_id, resource_id, sequence)
SELECT w.event_id, w.subscription_id, w.status, w.attempts, w.schedule_from, w.next_attempt_at, w.leased_until, w.lease_token,
  w.finished_at, e.company_id, e.resource_id, e.sequence
FROM waiting w JOIN "webhook_event_before" e ON e.id = w.event_id;
DROP INDEX "webhook_delivery_before_due";

-- Its partitions are days, in UTC, by the ids of the events. The gateway and the worker add and drop them.
CREATE TABLE "webhook_delivery_finished" PARTITION OF "webhook_delivery" FOR VALUES IN ('delivered', 'dead') PARTITION BY RANGE ("event_id");

DO $$
DECLARE
  days text := format('FOR VALUES FROM (MINVALUE) TO (%L)', time_ordered_uuid_floor(date_trunc('day', now(), 'UTC') + interval '2 days'));
BEGIN
  EXECUTE 'ALTER TABLE webhook_event ATTACH PARTITION webhook_event_before ' || days;
  EXECUTE 'ALTER TABLE webhook_attempt ATTACH PARTITION webhook_attempt_before ' || days;
  EXECUTE 'ALTER TABLE webhook_delivery_finished ATTACH PARTITION webhook_delivery_before ' || days;
END $$;

-- Sessions of earlier releases do not have the setting.
CREATE OR REPLACE FUNCTION "refuse_claim"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'this release cannot read the queue of webhooks'
    USING HINT = 'A newer release delivers them. This process can be stopped.';
END $$;

CREATE TRIGGER "claim_by_day" AFTER UPDATE OF "lease_token" ON "webhook_delivery"
  FOR EACH ROW WHEN (
    NEW.lease_token IS NOT NULL AND current_setting('field_operations.deliveries', true) IS DISTINCT FROM 'by_day'
  ) EXECUTE FUNCTION "refuse_claim"();

-- A count, or a list that shows nothing of the event, does not read it. Each column is a subquery and not of a join: PostgreSQL 15 cannot
-- leave out a join with a partitioned table. "stage" is the stored status, which rules out partitions.
CREATE VIEW "webhook_delivery_log" AS
SELECT
  'msg_' || d.event_id || '_' || d.subscription_id AS id,
  d.event_id,
  d.subscription_id,
  s.company_id,
  (SELECT e.resource || '.' || e.action FROM webhook_event e WHERE e.id = d.event_id) AS type,
  coalesce(d.resource_id, (SELECT e.resource_id FROM webhook_event e WHERE e.id = d.event_id)) AS resource_id,
  (SELECT e.data FROM webhook_event e WHERE e.id = d.event_id) AS data,
  (SELECT e.changed FROM webhook_event e WHERE e.id = d.event_id) AS changed,
  (SELECT e.version FROM webhook_event e WHERE e.id = d.event_id) AS resource_version,
  (SELECT e.occurred_at FROM webhook_event e WHERE e.id = d.event_id) AS occurred_at,
  CASE WHEN d.status = 'pending' AND s.state <> 'active' THEN 'held' ELSE d.status END AS status,
  d.attempts AS attempt_count,
  CASE WHEN d.status = 'pending' AND s.state = 'active' THEN d.next_attempt_at END AS next_attempt_at,
  d.finished_at,
  coalesce(d.sequence, (SELECT e.sequence FROM webhook_event e WHERE e.id = d.event_id))::float8 AS sequence,
  d.status AS stage,
  s.state = 'active' AS is_active
FROM webhook_delivery d
JOIN webhook_subscription s ON s.id = d.subscription_id
-- A list must not show another company's event. As a truth value, because the planner takes an equation of such an expression for rare.
WHERE coalesce(d.company_id = s.company_id, (SELECT e.company_id = s.company_id FROM webhook_event e WHERE e.id = d.event_id));

-- Turns up to `most` of the oldest outbox rows above the id `beyond` into events and deliveries. Here the filters of subscriptions apply, to
-- the record before or after the change; a change that no filter matches leaves nothing. `data` of a record above 250 KB is cut to its id,
-- company and version: receivers often accept at most 256 KB. Records of megabytes are not parsed, and match every filter.
-- One session opens at a time, so that the changes of a record become events in their order. Others wait.
-- If one of the rows cannot be opened, none is; alone (`most` is 1), such a row is set aside with its error, and `opened` is -1.
-- Returns the number of rows; the last id, if there is a row; the ids of the subscriptions with new deliveries; and what tells which ids
-- can still appear: the oldest transaction under way, the id drawn last, and the transaction that opened, which began to write after that.
-- A session plans the statements once, perhaps while the outbox is empty; the settings prevent plans that read all of it.
CREATE OR REPLACE FUNCTION "open_outbox"(
  most integer, beyond bigint DEFAULT 0,
  OUT opened integer, OUT last_id bigint, OUT queued_for text[], OUT oldest_xid float8, OUT drawn bigint, OUT own_xid float8
) LANGUAGE plpgsql SET search_path FROM CURRENT
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_sort = off SET jit = off AS $$
DECLARE
  ids bigint[];
BEGIN
  opened := 0;
  SELECT pg_snapshot_xmin(pg_current_snapshot())::text, last_value INTO oldest_xid, drawn FROM webhook_outbox_id_seq;
  -- Most calls find nothing.
  IF EXISTS (SELECT FROM webhook_outbox WHERE id > beyond AND error IS NULL) THEN
    PERFORM pg_advisory_xact_lock('webhook_outbox'::regclass::oid::bigint);
    ids := ARRAY(SELECT id FROM webhook_outbox WHERE id > beyond AND error IS NULL ORDER BY id LIMIT most);
    WITH taken AS MATERIALIZED (
      DELETE FROM webhook_outbox WHERE id = ANY (ids) RETURNING *
    ), times AS MATERIALIZED (
      SELECT r.resource, array_agg(a.attname) AS names FROM (SELECT DISTINCT resource FROM taken) r
      JOIN pg_attribute a ON a.attrelid = to_regclass(quote_ident(r.resource)) AND a.atttypid = 'timestamptz'::regtype AND NOT a.attisdropped
      GROUP BY r.resource
    ), parsed AS MATERIALIZED (
      SELECT *, CASE WHEN is_huge THEN jsonb_build_object('id', before -> 'id', 'company_id', before -> 'company_id', 'version', before -> 'version')
          ELSE before::jsonb END AS old_row,
        CASE WHEN is_huge THEN jsonb_build_object('id', after -> 'id', 'company_id', after -> 'company_id', 'version', after -> 'version')
          ELSE after::jsonb END AS new_row
      FROM taken LEFT JOIN times USING (resource)
      CROSS JOIN LATERAL (SELECT coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0) > 8000000 AS is_huge) h
    ), record AS MATERIALIZED (
      SELECT p.*,
        old_row || coalesce((SELECT jsonb_object_agg(name, to_char((old_row ->> name)::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          FROM unnest(names) name WHERE old_row ->> name IS NOT NULL), '{}') AS old,
        new_row || coalesce((SELECT jsonb_object_agg(name, to_char((new_row ->> name)::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          FROM unnest(names) name WHERE new_row ->> name IS NOT NULL), '{}') AS new
      FROM parsed p
    ), event AS MATERIALIZED (
      SELECT time_ordered_uuid(r.occurred_at) AS event_id, r.*, m.subscriptions, coalesce(new, old) AS data
      FROM record r CROSS JOIN LATERAL (
        SELECT array_agg(s.id) AS subscriptions FROM webhook_subscription s
        WHERE s.id = ANY (r.subscription_ids) AND (s.filter IS NULL OR r.is_huge OR r.old @> s.filter OR r.new @> s.filter)
      ) m
      WHERE m.subscriptions IS NOT NULL
    ), written AS (
      INSERT INTO webhook_event (id, company_id, resource, action, resource_id, data, truncated, changed, version, occurred_at, sequence)
      SELECT event_id, data ->> 'company_id', resource, action, data ->> 'id',
        CASE WHEN is_large THEN jsonb_build_object('id', data -> 'id', 'company_id', data -> 'company_id', 'version', data -> 'version') ELSE data END,
        is_large,
        CASE WHEN num_nulls(old, new) > 0 THEN '{}' ELSE ARRAY(
          SELECT name FROM ROWS FROM (json_each(before), json_each(after)) AS t (name, was, same, becomes)
          WHERE name <> 'version' AND was::text IS DISTINCT FROM becomes::text) END,
        (data ->> 'version')::integer, date_trunc('milliseconds', occurred_at), id
      FROM event CROSS JOIN LATERAL (
        SELECT is_huge OR pg_column_size(data) > 40000 AND octet_length(data::text) > 250000 AS is_large
      ) l
    ), queued AS (
      INSERT INTO webhook_delivery_pending (event_id, subscription_id, company_id, resource_id, sequence)
      SELECT event_id, unnest(subscriptions), data ->> 'company_id', data ->> 'id', id FROM event RETURNING subscription_id
    )
    SELECT (SELECT count(*) FROM taken), (SELECT max(id) FROM taken), ARRAY(SELECT DISTINCT subscription_id FROM queued)
    INTO opened, last_id, queued_for;
    own_xid := pg_current_xact_id_if_assigned()::text;
  END IF;
EXCEPTION
  -- Faults of the row or of the functions, and not of the moment.
  WHEN data_exception OR integrity_constraint_violation OR syntax_error_or_access_rule_violation OR program_limit_exceeded THEN
    IF most > 1 THEN
      RAISE;
    END IF;
    UPDATE webhook_outbox SET error = SQLERRM WHERE id = ANY (ids) AND error IS NULL;
    opened := -1;
END $$;
