import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import pg from 'pg';
import { migrate } from '../src/db/migrations.ts';
import { startEmbedded } from '../src/embedded/server.ts';

/** The folder of the gateway that the bench belongs to. */
export const CHECKOUT = resolve(import.meta.dirname, '..');

/** The company of the tanks that are measured. */
export const COMPANY = 'bench';

async function connect(url: string): Promise<pg.Client> {
  // The next query reports a lost connection; without a listener it would end the process before its databases are removed.
  const client = new pg.Client({ connectionString: url }).on('error', () => {});
  await client.connect();
  return client;
}

export type Database = Awaited<ReturnType<typeof fill>>;

async function fill(url: string) {
  const client = await connect(url);
  await client.query(readFileSync(`${import.meta.dirname}/seed.sql`, 'utf8'));
  await client.query('VACUUM ANALYZE tank, ship_to');
  const { rows } = await client.query(
    `SELECT (SELECT array_agg(id) FROM tank WHERE company_id = $1) AS tanks,
       (SELECT array_agg(id) FROM ship_to WHERE company_id = $1) AS "shipTos",
       (SELECT min(id) FROM tank WHERE company_id <> $1) AS "foreignTank", current_setting('server_version') AS version`,
    [COMPANY],
  );
  const contents: { tanks: string[]; shipTos: string[]; foreignTank: string; version: string } = rows[0];
  /** Removes what one slice leaves for the next to pay for: dead rows and unwritten pages. */
  const tidy = async () => {
    await client.query('VACUUM tank');
    await client.query('CHECKPOINT');
  };
  return { url, client, tidy, ...contents };
}

/**
 * Runs `work` on a PostgreSQL of the bench's own, unless BENCH_DATABASE_URL names another. `create` makes a database by the
 * migrations of a checkout of the gateway, with the records of seed.sql. All are removed when `work` ends, fails or is interrupted.
 */
export async function withPostgres(work: (create: (checkout: string) => Promise<Database>) => Promise<void>) {
  const given = process.env.BENCH_DATABASE_URL;
  const dataDir = `${import.meta.dirname}/.data/${process.pid}`;
  const embedded = given ? undefined : await startEmbedded(dataDir);
  const url = new URL(embedded?.url ?? given ?? '');
  const root = await connect(url.href);
  const clients = new Map<string, pg.Client>();
  const create = async (checkout: string) => {
    const name = `bench_${process.pid}_${clients.size}`;
    await root.query(`CREATE DATABASE ${name}`);
    url.pathname = `/${name}`;
    await migrate(url.href, `${checkout}/prisma/migrations`);
    const database = await fill(url.href);
    clients.set(name, database.client);
    return database;
  };
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => reject(new Error(`ended by ${signal}`)));
  });
  try {
    await Promise.race([work(create), interrupted]);
  } finally {
    for (const client of clients.values()) await client.end();
    for (const name of clients.keys()) await root.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await root.end();
    await embedded?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
