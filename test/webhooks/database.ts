import { afterAll, beforeAll, beforeEach, inject, onTestFinished } from 'vitest';
import { openPool, type Pool } from '../../src/postgres/pool.ts';
import { type Client, openClient } from '../../src/prisma/client.ts';
import { cipher } from '../cipher.ts';
import { cloneDatabase, databaseName } from '../gateway.ts';
import { databaseUrl, EMPTY, PATIENT } from '../postgres.ts';
import { until as untilSo } from '../until.ts';

interface Subscribed {
  id: string;
  url: string;
  company: string;
  resource: string;
  actions: string[];
  filter: object | null;
  secret: string | null;
  maxInFlight: number;
  maxPerSecond: number | null;
  ordered: boolean;
}

const OTHER_SESSIONS = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;

/** Creates a database for a test file and empties it before each test. */
export function useDatabase() {
  let pool: Pool;
  let prisma: Client;
  let drop: () => Promise<void>;
  const name = databaseName();
  const url = databaseUrl(inject('postgres').url, name);
  // biome-ignore lint/suspicious/noExplicitAny: a row has the shape that the test's own statement gives it
  const sql = async (text: string, values: unknown[] = []): Promise<any[]> => (await pool.query(text, values)).rows;
  const until = (text: string) => untilSo(async () => (await sql(text)).length > 0);
  const openAll = async (): Promise<void> => {
    while ((await sql('SELECT opened FROM open_outbox(500)'))[0].opened > 0);
  };
  beforeAll(async () => {
    ({ drop } = await cloneDatabase(name));
    pool = openPool(url, PATIENT);
    pool.on('error', () => {});
    prisma = openClient(pool);
  });
  beforeEach(async () => {
    // A statement that a stopped loop has abandoned may still run, and could deadlock with this one.
    await until(`SELECT WHERE NOT EXISTS (${OTHER_SESSIONS} AND state <> 'idle')`);
    await pool.query(EMPTY);
  });
  afterAll(async () => {
    await prisma.$disconnect();
    await pool.end();
    await drop();
  });
  return {
    get pool() {
      return pool;
    },
    get prisma() {
      return prisma;
    },
    url,
    sql,
    /** Waits until the query finds a row. */
    until,
    /** Locks tables until the returned function is called, or the test ends. */
    async lock(tables: string): Promise<() => Promise<void>> {
      const client = await pool.connect();
      let locked = true;
      const unlock = async () => {
        if (locked) await client.query('ROLLBACK').finally(() => client.release());
        locked = false;
      };
      onTestFinished(unlock);
      await client.query(`BEGIN; LOCK TABLE ${tables}`);
      return unlock;
    },
    /** Waits until a statement waits for a lock. */
    untilBlocked: () => until(`${OTHER_SESSIONS} AND wait_event_type = 'Lock'`),
    /** The sessions whose statements wait for a lock. */
    blocked: () => sql(`${OTHER_SESSIONS} AND wait_event_type = 'Lock'`),
    /** Turns everything in the outbox into events and deliveries. */
    async open(): Promise<void> {
      await openAll();
    },
    /** Opens the outbox and returns all events with the subscriptions of their deliveries. */
    async events() {
      await openAll();
      return sql(`SELECT e.action, e.resource, e.resource_id AS id, e.data, e.changed, e.version, e.truncated,
        (SELECT array_agg(subscription_id ORDER BY subscription_id) FROM webhook_delivery d WHERE d.event_id = e.id) AS subscriptions
        FROM webhook_event e ORDER BY e.id`);
    },
    /** Creates a half-full tank. */
    tank: (id = 't1', company: string | null = 'acme') =>
      sql('INSERT INTO tank (id, company_id, name, fill_percentage) VALUES ($1, $2, $3, 50)', [
        id,
        company,
        `Tank ${id}`,
      ]),
    /** Changes a tank of the company; each change is one event. */
    async change(times = 1, company = 'acme'): Promise<void> {
      await sql(`INSERT INTO tank (id, company_id) VALUES ($1, $1) ON CONFLICT DO NOTHING`, [company]);
      for (let index = 0; index < times; index++)
        await sql(`UPDATE tank SET tank_size = tank_size + 1 WHERE id = $1`, [company]);
    },
    /** Takes the lease of so many deliveries, as a process that dies then leaves them. */
    lease: (count = 1) =>
      sql(
        `UPDATE webhook_delivery_pending
         SET leased_until = now() + interval '1 hour', lease_token = gen_random_uuid(), attempts = attempts + 1
         WHERE ctid IN (SELECT ctid FROM webhook_delivery_pending LIMIT $1)`,
        [count],
      ),
    /**
     * All deliveries. `wait` is the number of seconds from the last failure of the subscription to the next attempt.
     */
    deliveries: () =>
      sql(`SELECT d.*, d.next_attempt_at <= now() AS due, extract(epoch FROM d.next_attempt_at - s.last_failed_at)::float8 AS wait
        FROM webhook_delivery d LEFT JOIN webhook_subscription s ON s.id = d.subscription_id
        ORDER BY d.event_id, d.subscription_id`),
    attempts: () => sql('SELECT * FROM webhook_attempt ORDER BY event_id, subscription_id, number'),
    /** One subscription. `open_for` is the number of seconds from its last failure to the end of its breaker. */
    subscription: async (id = 'sub') =>
      (
        await sql(
          `SELECT *, extract(epoch FROM breaker_open_until - last_failed_at)::float8 AS open_for
           FROM webhook_subscription WHERE id = $1`,
          [id],
        )
      )[0],
    /** Creates a subscription of the company `acme` to updates of tanks. */
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
        maxPerSecond: null,
        ordered: false,
        ...given,
      };
      const {
        id,
        url: address,
        company,
        resource,
        actions,
        filter,
        secret,
        maxInFlight,
        maxPerSecond,
        ordered,
      } = subscription;
      const stored = secret?.startsWith('v1:') ? secret : secret && cipher.encrypt(id, secret);
      await sql(
        `INSERT INTO webhook_subscription
           (id, company_id, workflow_id, node_id, webhook_url, resource, actions, filter, secret, max_in_flight, max_per_second, ordered)
         VALUES ($1, $2, 'flow', 'node', $3, $4, $5, $6, $7, $8, $9, $10)`,
        [id, company, address, resource, actions, filter, stored, maxInFlight, maxPerSecond, ordered],
      );
      return id;
    },
  };
}
