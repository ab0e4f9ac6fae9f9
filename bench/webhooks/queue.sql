-- What the benchmark of webhooks asks of the database: 100 subscriptions, each of a company of its own, one to the tank
-- "watched", and ten to the tank "ten"; and functions that fill the queue.
CREATE SCHEMA bench;

CREATE FUNCTION bench.subscribe(url text, secret text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions, secret)
  SELECT name, company, 'w', 'n', url, 'tank', '{updated}', secret FROM (
    SELECT 's' || g, 's' || g FROM generate_series(1, 100) g
    UNION ALL SELECT 'watched', 'watched'
    UNION ALL SELECT 'ten' || g, 'ten' FROM generate_series(1, 10) g
  ) AS t (name, company);
  INSERT INTO tank (id, company_id, name, note, metadata)
  SELECT id, id, 'North tank', repeat('x', 600), '{"zone": "north"}' FROM unnest('{watched,ten}'::text[]) AS t (id);
$$;

CREATE FUNCTION bench.empty() RETURNS void LANGUAGE sql AS $$
  TRUNCATE webhook_outbox, webhook_event, webhook_delivery, webhook_attempt, graphile_worker._private_jobs;
$$;

-- Empties the queue and adds deliveries, a hundred for each event; with jobs, a job of graphile-worker for each
-- delivery. The rows of the jobs are those that add_jobs would write, which would take longer for a million than
-- everything else here.
CREATE FUNCTION bench.queue(deliveries int, jobs boolean) RETURNS void LANGUAGE sql AS $$
  SELECT bench.empty();
  WITH event AS (
    INSERT INTO webhook_event (company_id, resource, action, resource_id, data, changed, version, sequence)
    SELECT 'c', 'tank', 'updated', 't', jsonb_build_object('id', 't', 'name', 'North tank', 'fill_percentage', 42.5,
      'note', repeat('x', 600), 'metadata', '{"zone": "north"}'::jsonb), '{note}', g, g
    FROM generate_series(1, deliveries / 100) g RETURNING id
  )
  INSERT INTO webhook_delivery (event_id, subscription_id, company_id, resource_id, sequence) SELECT id, 's' || g, 'c', 't', 1 FROM event, generate_series(1, 100) g;
  INSERT INTO graphile_worker._private_tasks (identifier) VALUES ('deliver') ON CONFLICT DO NOTHING;
  INSERT INTO graphile_worker._private_jobs (task_id, payload)
  SELECT t.id, json_build_object('eventId', d.event_id, 'subscriptionId', d.subscription_id)
  FROM graphile_worker._private_tasks t, webhook_delivery d WHERE t.identifier = 'deliver' AND jobs;
$$;

-- Empties the queue and changes tanks. Each change is one delivery, which waits in the outbox.
CREATE FUNCTION bench.change(tanks int) RETURNS void LANGUAGE sql AS $$
  SELECT bench.empty();
  INSERT INTO tank (id, company_id, name, note, metadata)
  SELECT 'k' || g, 's' || g % 100 + 1, 'North tank', repeat('x', 600), '{"zone": "north"}' FROM generate_series(1, tanks) g
  ON CONFLICT DO NOTHING;
  UPDATE tank SET fill_percentage = random() * 100 FROM generate_series(1, tanks) g WHERE id = 'k' || g;
$$;

-- An event for ten subscriptions, with a job of graphile-worker for each delivery.
CREATE FUNCTION bench.queue_ten() RETURNS void LANGUAGE sql AS $$
  WITH event AS (
    INSERT INTO webhook_event (company_id, resource, action, resource_id, data, changed, version, sequence)
    SELECT company_id, 'tank', 'updated', id, to_jsonb(tank), '{fill_percentage}', version, 1 FROM tank WHERE id = 'ten'
    RETURNING id, company_id, resource_id
  ), queued AS (
    INSERT INTO webhook_delivery (event_id, subscription_id, company_id, resource_id, sequence)
    SELECT id, 'ten' || g, company_id, resource_id, 1 FROM event, generate_series(1, 10) g
    RETURNING event_id, subscription_id
  )
  SELECT graphile_worker.add_jobs(array_agg(ROW('deliver', json_build_object('eventId', event_id, 'subscriptionId', subscription_id),
    NULL, NULL, NULL, NULL, NULL, NULL)::graphile_worker.job_spec)) FROM queued;
$$;

CREATE VIEW bench.state AS SELECT
  (SELECT count(*)::int FROM webhook_attempt WHERE http_status = 204) AS accepted,
  (SELECT count(*)::int FROM webhook_delivery WHERE status = 'delivered' AND attempts = 1) AS delivered,
  (SELECT count(*)::int FROM webhook_attempt) AS attempts,
  (SELECT count(*)::int FROM graphile_worker._private_jobs) AS jobs;
