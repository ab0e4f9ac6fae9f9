import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import pg from 'pg';
import { COMPANY } from './contenders.ts';

const TANKS = 100_000;
const OTHERS = 1_000;

export interface Database {
  url: string;
  client: pg.Client;
  /** The ids of the company's tanks. */
  ids: string[];
  /** A tank of the other company, which the gateway must not show. */
  foreignId: string;
  version: string;
  /** Leaves dead rows and unwritten pages of one round out of the next. */
  tidy(): Promise<void>;
  drop(): Promise<void>;
}

const migrations = `${import.meta.dirname}/../prisma/migrations`;

/** Applies the gateway's migrations and books them as Prisma does, so that the gateway finds nothing left to do. */
async function migrate(client: pg.Client): Promise<void> {
  await client.query(`CREATE TABLE "_prisma_migrations" (
    id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`);
  const names = readdirSync(migrations, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of names.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const sql = readFileSync(`${migrations}/${name}/migration.sql`);
    await client.query(sql.toString());
    await client.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), createHash('sha256').update(sql).digest('hex'), name],
    );
  }
}

/** Fills every column, so that a server which reads more than it was asked for pays for it. */
async function seed(client: pg.Client, company: string, rows: number): Promise<void> {
  await client.query(
    `INSERT INTO tank (id, external_id, company_id, customer_id, name, metadata, available_capacity, average_daily_usage,
       daily_usage, days_to_empty, fill_percentage, fill_status, reading_volume, tank_size, note, organization_id,
       product_name, product_sku, resource_group_id, product_id, status, ship_to_code, location_id, sales_rep_id,
       last_reading_id, last_reading_date, tank_address, latitude, longitude, alerts, location_name, include_in_job,
       unit_id, ship_to_id, brand, service_area_id, last_reading, fuel_id, vendor_id, tank_monitor_id)
     SELECT gen_random_uuid(), 'ext-' || n, $1, 'customer-' || n % 5000, 'Tank ' || n, jsonb_build_object('row', n),
       (n % 9000)::text, (n % 90)::text, (n % 80)::text, n % 60, n % 100, 'ok', n % 8000, 10000, 'note ' || n, 'org-1',
       'Diesel', 'DSL-2', 'group-' || n % 20, 'product-' || n % 30, 'active', 'ST-' || n % 9000, 'location-' || n % 3000,
       'rep-' || n % 40, 'reading-' || n, now(), n || ' Harbour Road', '52.1', '4.3', ARRAY['low'], 'Yard ' || n % 3000,
       n % 2 = 0, 'unit-' || n % 7, 'ship-to-' || n % 9000, 'Brand ' || n % 12, 'area-' || n % 60,
       jsonb_build_object('volume', n % 8000), 'fuel-' || n % 5, 'vendor-' || n % 15, 'monitor-' || n
     FROM generate_series(1, $2::int) AS n`,
    [company, rows],
  );
}

interface PostgreSQL {
  url: string;
  /** Removes the database; a server that the bench started goes with it. */
  remove(name: string): Promise<void>;
}

async function findServer(): Promise<PostgreSQL> {
  const given = process.env.BENCH_DATABASE_URL;
  if (given)
    return {
      url: given,
      remove: async (name) => {
        const client = await connect(given);
        await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
        await client.end();
      },
    };
  const dataDir = `${import.meta.dirname}/.data/${process.pid}`;
  rmSync(dataDir, { recursive: true, force: true });
  const { startEmbedded } = await import('../src/embedded/server.ts');
  const { url, stop } = await startEmbedded(dataDir);
  return {
    url,
    remove: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // A lost connection is told by the next query; without a listener it would end the process before it has cleaned up.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Makes a database of the bench's own with 100,000 tanks; `drop` removes it, and the server if it was started here. */
export async function openDatabase(): Promise<Database> {
  const server = await findServer();
  const name = `bench_${process.pid}_${Date.now().toString(36)}`;
  const url = new URL(server.url);
  const root = await connect(url.href);
  await root.query(`CREATE DATABASE ${name}`);
  await root.end();
  url.pathname = `/${name}`;
  const client = await connect(url.href);
  await migrate(client);
  await seed(client, COMPANY, TANKS);
  await seed(client, 'other', OTHERS);
  // Vacuumed between slices of different workloads instead: a worker that wakes up in one server's slice would be held against that server.
  await client.query('ALTER TABLE tank SET (autovacuum_enabled = off)');
  await client.query('VACUUM ANALYZE tank');
  const ids = await client.query('SELECT id FROM tank WHERE company_id = $1', [COMPANY]);
  const foreign = await client.query("SELECT id FROM tank WHERE company_id = 'other' LIMIT 1");
  const version = await client.query('SHOW server_version');
  return {
    url: url.href,
    client,
    ids: ids.rows.map((row) => row.id),
    foreignId: foreign.rows[0].id,
    version: version.rows[0].server_version,
    tidy: async () => {
      await client.query('VACUUM tank');
      await client.query('CHECKPOINT');
    },
    drop: async () => {
      await client.end();
      await server.remove(name);
    },
  };
}
