// The database of the chaos run and the gateways and workers on it, one of each with a clock that is off.
import { join } from 'node:path';
import pg from 'pg';
import { ALL_SCOPES, mintToken } from '../../src/auth/mint.ts';
import { MIGRATIONS } from '../../src/paths.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { SECRETS_KEY } from '../../test/cipher.ts';
import { openDatabase, openProgram } from './crashable.ts';
import { COMPANIES, subjectOf } from './ledger.ts';

const JWT_SECRET = 'a secret for this run only, long enough for HS256';
/** Twice what receivers tolerate by the library of Standard Webhooks. The clock of the database is right. */
const CLOCK_OFF_MS = 10 * 60_000;

export async function openFleet(folder: string, counts: { gateways: number; workers: number }) {
  const database = await openDatabase(join(folder, 'data'));
  await migrate(database.url, MIGRATIONS);
  const pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));

  const env = { DATABASE_URL: database.url, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', LOG_LEVEL: 'info', SECRETS_KEY };
  const gateway = (clockOffMs: number) => openProgram('main', 'ready', { ...env, JWT_SECRET, PORT: '0' }, clockOffMs);
  const worker = (clockOffMs: number) => openProgram('worker', 'delivering', env, clockOffMs);
  const many = <Item>(count: number, open: (clockOffMs: number) => Promise<Item>, firstOffMs: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => open(index === 0 ? firstOffMs : 0)));
  const gateways = await many(counts.gateways, gateway, CLOCK_OFF_MS);
  const workers = await many(counts.workers, worker, -CLOCK_OFF_MS);
  const programs = [
    ...gateways.map((program, index) => ({ name: `gateway ${index + 1}`, program })),
    ...workers.map((program, index) => ({ name: `worker ${index + 1}`, program })),
  ];

  /** By company. */
  const tokens = new Map<string, string>();
  for (const company of COMPANIES) {
    const grant = { company, subject: subjectOf(company), companyClaim: 'company_id', scope: ALL_SCOPES, ttl: '2h' };
    tokens.set(company, await mintToken({ ...grant, issuer: undefined, audience: undefined }, JWT_SECRET));
  }
  return {
    database,
    pool,
    programs,
    /** Where the gateways can be reached now. */
    addresses: () => gateways.map(({ address }) => address()),
    tokens,
    async close() {
      await Promise.all(programs.map(({ program }) => program.close()));
      await pool.end();
      await database.close();
    },
  };
}
