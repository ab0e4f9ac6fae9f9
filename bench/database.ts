import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../src/embedded/embedded-server.ts';
import { migrate } from '../src/postgres/migrate.ts';

/** The folder of the gateway that the bench belongs to. */
export const CHECKOUT = resolve(import.meta.dirname, '..');

/** The company of the tanks that are measured. */
export const COMPANY = 'bench';

async function connect(url: string): Promise<pg.Client> {
  // Without a listener, a connection that the server ends would end the process.
  const client = new pg.Client({ connectionString: url }).on('error', () => {});
  await client.connect();
  return client;
}

export type Database = Awaited<ReturnType<typeof fill>>;

/** Inserts the records of seed.sql. */
const seed = (client: pg.Client): Promise<unknown> =>
  client.query(readFileSync(`${import.meta.dirname}/seed.sql`, 'utf8'));

/** Fills a new database by the migrations of a checkout, and with the records that `insert` inserts. */
async function fill(url: string, checkout: string, insert = seed) {
  await migrate(url, `${checkout}/prisma/migrations`);
  const client = await connect(url);
  await insert(client);
  await client.query('VACUUM ANALYZE tank, ship_to');
  const { rows } = await client.query(
    `SELECT (SELECT array_agg(id) FROM tank WHERE company_id = $1) AS tanks,
       (SELECT array_agg(id) FROM ship_to WHERE company_id = $1) AS "shipTos",
       (SELECT min(id) FROM tank WHERE company_id <> $1) AS "foreignTank", current_setting('server_version') AS version,
       (SELECT array_agg(relname::text) FROM pg_class WHERE 'autovacuum_enabled=off' = ANY (reloptions)) AS written`,
    [COMPANY],
  );
  const contents: { tanks: string[]; shipTos: string[]; foreignTank: string; version: string; written: string[] } =
    rows[0];
  return { url, client, ...contents };
}

/** Starts a PostgreSQL with enough connections for the pools of all servers. The setting takes a restart. */
async function startServer(dataDir: string): Promise<Awaited<ReturnType<typeof startEmbedded>>> {
  const first = await startEmbedded(dataDir);
  const root = await connect(first.url);
  await root.query('ALTER SYSTEM SET max_connections = 400');
  await root.end();
  await first.stop();
  return startEmbedded(dataDir);
}

/**
 * Runs `work` on a PostgreSQL of the bench's own, unless BENCH_DATABASE_URL names another. The databases that `work`
 * creates are removed when it ends, fails or is interrupted.
 */
export async function withPostgres(
  work: (create: (checkout: string, insert?: typeof seed) => Promise<Database>) => Promise<void>,
) {
  const given = process.env.BENCH_DATABASE_URL;
  const dataDir = `${import.meta.dirname}/.data/${process.pid}`;
  const { url, stop } = given ? { url: given, stop: () => {} } : await startServer(dataDir);
  const root = await connect(url);
  const names: string[] = [];
  const create = async (checkout: string, insert?: typeof seed) => {
    const name = `bench_${process.pid}_${names.length}`;
    await root.query(`CREATE DATABASE ${name}`);
    names.push(name);
    return fill(Object.assign(new URL(url), { pathname: `/${name}` }).href, checkout, insert);
  };
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => reject(new Error(`ended by ${signal}`)));
  });
  try {
    await Promise.race([work(create), interrupted]);
  } finally {
    for (const name of names) await root.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await root.end();
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
