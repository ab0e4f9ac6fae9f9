-- The sequence of an event is the id of its outbox row. A write takes that id while it holds the lock of its record, so the sequences of one
-- record rise in the order of its changes, over deletion and re-creation. Earlier events have none.
ALTER TABLE "webhook_event" ADD COLUMN "sequence" BIGINT;

-- Writes open_outbox(most, patient). It turns up to `most` of the oldest outbox rows into events and deliveries, and returns how many rows
-- it took. Any number of sessions may call it at once: each skips rows that another has locked, or waits for them if `patient`. Here the
-- filters of subscriptions apply; a change that no filter matches leaves nothing.
-- A session plans the statements once, perhaps while the outbox is empty; the settings prevent plans that read all of it.
CREATE OR REPLACE FUNCTION "remake_open_outbox"() RETURNS void LANGUAGE plpgsql AS $generator$
DECLARE
  home TEXT := current_schema();
  changes TEXT := (
    SELECT string_agg(format($$ UNION ALL SELECT * FROM %1$I.%2$I(t.%3$I, t.%4$I) WHERE t.resource = %5$L$$,
      home, relname || '_change', relname || '_before', relname || '_after', relname), '' ORDER BY relname)
    FROM pg_attribute JOIN pg_class ON reltype = atttypid
    WHERE attrelid = format('%I.webhook_outbox', home)::regclass AND NOT attisdropped AND attname = relname || '_after');
BEGIN
  EXECUTE format($function$
    CREATE OR REPLACE FUNCTION %1$I.open_outbox(most integer, patient boolean DEFAULT false) RETURNS integer LANGUAGE plpgsql
    SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_sort = off SET jit = off AS $body$
    DECLARE
      places tid[];
      opened integer;
    BEGIN
      -- Most calls find nothing, and this is a tenth of the work of finding it out below.
      IF NOT EXISTS (SELECT FROM %1$I.webhook_outbox) THEN
        RETURN 0;
      END IF;
      IF patient THEN
        places := ARRAY(SELECT ctid FROM %1$I.webhook_outbox ORDER BY id LIMIT most FOR UPDATE);
      ELSE
        places := ARRAY(SELECT ctid FROM %1$I.webhook_outbox ORDER BY id LIMIT most FOR UPDATE SKIP LOCKED);
      END IF;
      WITH taken AS MATERIALIZED (
        DELETE FROM %1$I.webhook_outbox WHERE ctid = ANY (places) RETURNING *
      ), change AS MATERIALIZED (
        SELECT %1$I.time_ordered_uuid(t.occurred_at) AS event_id, date_trunc('milliseconds', t.occurred_at) AS occurred_at,
          t.id AS sequence, t.resource, t.action, t.subscription_ids, c.*
        FROM taken t CROSS JOIN LATERAL (
          SELECT NULL::text AS company_id, NULL::text AS resource_id, NULL::integer AS version, NULL::text[] AS changed,
            NULL::jsonb AS data WHERE false%2$s
        ) c
      ), event AS MATERIALIZED (
        SELECT c.*, m.ids
        FROM change c CROSS JOIN LATERAL (
          SELECT array_agg(s.id) AS ids FROM %1$I.webhook_subscription s
          WHERE s.id = ANY (c.subscription_ids) AND (s.filter IS NULL OR c.data IS NULL OR c.data @> s.filter)
        ) m
        WHERE m.ids IS NOT NULL
      ), written AS (
        INSERT INTO %1$I.webhook_event
          (id, company_id, resource, action, resource_id, data, truncated, changed, version, occurred_at, sequence)
        SELECT event_id, company_id, resource, action, resource_id,
          coalesce(data, jsonb_build_object('id', resource_id, 'company_id', company_id, 'version', version)), data IS NULL,
          changed, version, occurred_at, sequence
        FROM event
      ), queued AS (
        INSERT INTO %1$I.webhook_delivery (event_id, subscription_id) SELECT event_id, unnest(ids) FROM event
      )
      SELECT count(*) INTO opened FROM taken;
      RETURN opened;
    END $body$
    $function$,
    home, changes);
END $generator$;

SELECT remake_open_outbox();

CREATE OR REPLACE VIEW "webhook_delivery_log" AS
SELECT
  'msg_' || d.event_id || '_' || d.subscription_id AS id,
  d.event_id,
  d.subscription_id,
  e.company_id,
  e.resource || '.' || e.action AS type,
  e.resource_id,
  e.data,
  e.changed,
  e.version AS resource_version,
  e.occurred_at,
  CASE WHEN d.status = 'pending' AND s.state <> 'active' THEN 'held' ELSE d.status END AS status,
  d.attempts AS attempt_count,
  CASE WHEN d.status = 'pending' AND s.state = 'active' THEN d.next_attempt_at END AS next_attempt_at,
  d.finished_at,
  e.sequence::float8 AS sequence
FROM webhook_delivery d
JOIN webhook_event e ON e.id = d.event_id
JOIN webhook_subscription s ON s.id = d.subscription_id;
