import type pg from 'pg';

const SUBSCRIPTIONS = 100;
export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const DATA = `jsonb_build_object('id', 't', 'name', 'North tank', 'fill_percentage', 42.5, 'note', repeat('x', 600),
  'metadata', '{"zone": "north"}'::jsonb)`;

const TABLES = [
  'webhook_outbox',
  'webhook_event',
  'webhook_delivery',
  'webhook_attempt',
  'graphile_worker._private_jobs',
];

/**
 * Puts 100 subscriptions to the receiver's address, each of a company of its own; one for the changes of the tank whose webhooks are
 * timed; and ten of one company for the tank of which each change is ten deliveries.
 */
export async function subscribe(client: pg.Client, port: number): Promise<void> {
  await client.query(
    `INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions, secret)
     SELECT name, company, 'w', 'n', $1, 'tank', '{updated}', $2
     FROM (
       SELECT 's' || g, 's' || g FROM generate_series(1, ${SUBSCRIPTIONS}) g
       UNION ALL SELECT 'watched', 'watched'
       UNION ALL SELECT 'ten' || g, 'ten' FROM generate_series(1, 10) g
     ) AS t (name, company)`,
    [`http://127.0.0.1:${port}/`, SECRET],
  );
  await client.query(
    `INSERT INTO tank (id, company_id, name, note, metadata)
     SELECT id, id, 'North tank', repeat('x', 600), '{"zone": "north"}' FROM unnest('{watched,ten}'::text[]) AS t (id)`,
  );
}

/** Empties the queue and fills it with so many deliveries, an event for each hundred; with jobs, graphile-worker's beside it. */
export async function queue(client: pg.Client, count: number, jobs: boolean): Promise<void> {
  await client.query(`TRUNCATE ${TABLES.join(', ')}`);
  await client.query(
    `WITH event AS (
       INSERT INTO webhook_event (company_id, resource, action, resource_id, data, changed, version)
       SELECT 'c', 'tank', 'updated', 't', ${DATA}, '{note}', g FROM generate_series(1, $1::int / ${SUBSCRIPTIONS}) g RETURNING id
     )
     INSERT INTO webhook_delivery (event_id, subscription_id)
     SELECT id, 's' || g FROM event, generate_series(1, ${SUBSCRIPTIONS}) g`,
    [count],
  );
  if (jobs) {
    // The rows that add_jobs would write: by its hundreds, a million take it more time than all else here.
    await client.query(
      `INSERT INTO graphile_worker._private_tasks (identifier) VALUES ('deliver') ON CONFLICT DO NOTHING`,
    );
    await client.query(
      `INSERT INTO graphile_worker._private_jobs (task_id, payload)
       SELECT t.id, json_build_object('eventId', d.event_id, 'subscriptionId', d.subscription_id)
       FROM graphile_worker._private_tasks t, webhook_delivery d WHERE t.identifier = 'deliver'`,
    );
  }
  await settle(client);
}

/** Empties the queue and changes so many tanks, a hundredth of them for each subscription: one delivery each, all in the outbox. */
export async function change(client: pg.Client, count: number): Promise<void> {
  await client.query(`TRUNCATE ${TABLES.join(', ')}`);
  await client.query(
    `INSERT INTO tank (id, company_id, name, note, metadata)
     SELECT 'k' || g, 's' || g % ${SUBSCRIPTIONS} + 1, 'North tank', repeat('x', 600), '{"zone": "north"}' FROM generate_series(1, $1) g
     ON CONFLICT DO NOTHING`,
    [count],
  );
  await client.query(`UPDATE tank SET fill_percentage = random() * 100 WHERE id LIKE 'k%'`);
  await settle(client);
}

/** Everyone begins with sound statistics and nothing left to clean up from the round before. */
async function settle(client: pg.Client): Promise<void> {
  await client.query(`VACUUM (ANALYZE) ${TABLES.join(', ')}`);
  await client.query('CHECKPOINT');
}

/** How many deliveries are written down as accepted, by their attempts. */
export async function countAccepted(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM webhook_attempt WHERE http_status = 204',
  );
  return rows[0]?.n ?? 0;
}

/** Throws unless exactly so many deliveries are done, with one accepted attempt each and no job left over. */
export async function checkDone(client: pg.Client, count: number): Promise<void> {
  const { rows } = await client.query(
    `SELECT (SELECT count(*)::int FROM webhook_delivery WHERE status = 'delivered' AND attempts = 1) AS delivered,
       (SELECT count(*)::int FROM webhook_attempt) AS attempts, (SELECT count(*)::int FROM graphile_worker._private_jobs) AS jobs`,
  );
  const [{ delivered, attempts, jobs }] = rows;
  if (delivered !== count || attempts !== count || jobs !== 0)
    throw new Error(`Of ${count} deliveries ${delivered} are done, in ${attempts} attempts; ${jobs} jobs are left.`);
}
