import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { openPool } from '../../src/db/pool.ts';
import { openOutbox } from '../../src/webhooks/outbox.ts';
import { databaseUrl, onServer } from '../postgres.ts';

interface Subscribed {
  id: string;
  url: string;
  company: string;
  resource: string;
  actions: string[];
  filter: object | null;
  secret: string | null;
  maxInFlight: number;
}

const AT_WORK = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND state <> 'idle'`;

/** A database for a test file, with nothing in it when a test begins. */
export function useDatabase() {
  let pool: pg.Pool;
  const server = inject('postgres');
  const name = `webhooks_test_${randomUUID().replaceAll('-', '')}`;
  const url = databaseUrl(server.url, name);
  beforeAll(async () => {
    await onServer(server.url, `CREATE DATABASE ${name} TEMPLATE ${server.template}`);
    pool = openPool(url, 10);
    pool.on('error', () => {});
  });
  beforeEach(async () => {
    // A statement that a stopped loop gave up on may have got its lock meanwhile, and would wait for this one as this one for it.
    while ((await pool.query(AT_WORK)).rows.length > 0);
    await pool.query(
      `TRUNCATE tank, task, expiration, quick_order, ship_to, webhook_subscription, webhook_outbox, webhook_event, webhook_delivery, webhook_attempt`,
    );
  });
  afterAll(async () => {
    await pool.end();
    await onServer(server.url, `DROP DATABASE ${name} WITH (FORCE)`);
  });
  // biome-ignore lint/suspicious/noExplicitAny: a row has the shape that the test's own statement gives it
  const sql = async (text: string, values: unknown[] = []): Promise<any[]> => (await pool.query(text, values)).rows;
  return {
    get pool() {
      return pool;
    },
    url,
    sql,
    /** Makes events and deliveries of all that was written, as a loop would. */
    async open(): Promise<void> {
      while ((await openOutbox(pool)) > 0);
    },
    /** Waits until a statement waits for a lock. */
    async untilBlocked(): Promise<void> {
      const blocked = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      while ((await sql(blocked)).length === 0);
    },
    /** Opens the outbox and returns all events, with the subscriptions that each is for. */
    async events() {
      while ((await openOutbox(pool)) > 0);
      return sql(`SELECT e.action, e.resource, e.resource_id AS id, e.data, e.changed, e.version, e.truncated,
        (SELECT array_agg(subscription_id ORDER BY subscription_id) FROM webhook_delivery d WHERE d.event_id = e.id) AS subscriptions
        FROM webhook_event e ORDER BY e.id`);
    },
    /** A new tank, half full. */
    tank: (id = 't1', company: string | null = 'acme') =>
      sql('INSERT INTO tank (id, company_id, name, fill_percentage) VALUES ($1, $2, $3, 50)', [
        id,
        company,
        `Tank ${id}`,
      ]),
    /** Makes so many changes to a tank of the company, each of them one event. */
    async change(times = 1, company = 'acme'): Promise<void> {
      await sql(`INSERT INTO tank (id, company_id) VALUES ($1, $1) ON CONFLICT DO NOTHING`, [company]);
      for (let index = 0; index < times; index++)
        await sql(`UPDATE tank SET tank_size = tank_size + 1 WHERE id = $1`, [company]);
    },
    /** All deliveries, with the seconds until the next attempt of each. */
    deliveries: () =>
      sql(`SELECT d.*, round(extract(epoch FROM next_attempt_at - now()))::int AS wait
        FROM webhook_delivery d ORDER BY event_id, subscription_id`),
    attempts: () => sql('SELECT * FROM webhook_attempt ORDER BY event_id, subscription_id, number'),
    /** One subscription, with the seconds for which its breaker is still open. */
    subscription: async (id = 'sub') =>
      (
        await sql(
          `SELECT *, round(extract(epoch FROM breaker_open_until - now()))::int AS open_for FROM webhook_subscription WHERE id = $1`,
          [id],
        )
      )[0],
    /** Subscribes the company `acme` to updates of tanks, except for what is said otherwise. */
    async subscribe(given: Partial<Subscribed> = {}): Promise<string> {
      const subscription: Subscribed = {
        id: 'sub',
        url: 'http://127.0.0.1:9/',
        company: 'acme',
        resource: 'tank',
        actions: ['updated'],
        filter: null,
        secret: null,
        maxInFlight: 8,
        ...given,
      };
      const { id, url: address, company, resource, actions, filter, secret, maxInFlight } = subscription;
      await sql(
        `INSERT INTO webhook_subscription
           (id, company_id, workflow_id, node_id, webhook_url, resource, actions, filter, secret, max_in_flight)
         VALUES ($1, $2, 'flow', 'node', $3, $4, $5, $6, $7, $8)`,
        [id, company, address, resource, actions, filter, secret, maxInFlight],
      );
      return id;
    },
  };
}
