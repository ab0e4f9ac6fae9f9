import pg from 'pg';
import type { Logger } from 'pino';
import { StartupError } from '../base/startup-error.ts';
import { connect } from './migrate.ts';
import { openPool, type Pool, type PoolSettings } from './pool.ts';
import type { SessionSettings } from './session.ts';
import { isOfClass } from './sqlstate.ts';

/*
 * A pooler in transaction mode gives each transaction another session, so it keeps nothing that a session sets. What
 * requests rely on are then settings of the role, which a start writes through the direct connection. Statements have
 * names only where the pooler keeps them, and nobody cancels one: its session may run that of another client.
 */

/** A quota is no setting of PostgreSQL's, and only a superuser may give it to a role. */
const QUOTA = 'field_operations.most_subscriptions';
const STORE_QUOTA = `
INSERT INTO webhook_quota AS q (full_companies, due_at, most_subscriptions) VALUES ('{}', now(), $1)
ON CONFLICT (id) DO UPDATE SET most_subscriptions = excluded.most_subscriptions
WHERE q.most_subscriptions IS DISTINCT FROM excluded.most_subscriptions`;

const READ = 'SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name ORDER BY name';

/** Two processes that start together would write the same row of the catalog. */
const LOCK = `SELECT pg_advisory_xact_lock('webhook_quota'::regclass::oid::bigint)`;

const shownBy = async (client: Pick<pg.ClientBase, 'query'>, names: string[]): Promise<string> =>
  JSON.stringify((await client.query(READ, [names])).rows);

/** Gives the role the settings that the session of a direct connection has. Returns a function that compares others. */
async function settleRole(direct: pg.ClientBase, open: () => Promise<pg.Client>, session: SessionSettings) {
  const { [QUOTA]: quota, ...settings } = session;
  const names = Object.keys(settings);
  await direct.query(STORE_QUOTA, [quota ?? null]);
  const wanted = await shownBy(direct, names);
  const fresh = await open();
  const has = await shownBy(fresh, names).finally(() => fresh.end());
  if (has !== wanted) {
    const { rows } = await direct.query<{ database: string }>('SELECT current_database() AS database');
    const role = `ALTER ROLE CURRENT_USER IN DATABASE ${pg.escapeIdentifier(rows[0]?.database ?? '')}`;
    const texts = names.map((name) => `${role} SET ${pg.escapeIdentifier(name)} FROM CURRENT`);
    await direct.query(['BEGIN', LOCK, ...texts, 'COMMIT'].join('; '));
  }
  return async (pooled: pg.ClientBase): Promise<void> => {
    // Each of these transactions may get another session.
    for (let check = 0; check < CHECKS; check++)
      if ((await shownBy(pooled, names)) !== wanted) throw new StartupError(STALE);
  };
}

/** Opens the pool for requests through a pooler. Throws StartupError if it lacks what the role has. */
export async function openPooled(
  url: string,
  { direct, directUrl }: { direct: Pool; directUrl: string },
  settings: PoolSettings,
  log?: Logger,
): Promise<Pool> {
  const lost = (reason: string): void => log?.debug({ reason }, 'lost an idle connection to the pooler');
  const client = await direct.connect();
  const clients: pg.Client[] = [];
  try {
    const isSettled = await settleRole(client, () => connect(directUrl, settings), direct.session);
    for (let count = 0; count < 2; count++) clients.push(await connect(url));
    const [one, other] = clients;
    if (one === undefined || other === undefined) throw new Error('The pooler gave no connections.');
    await isSettled(one);
    const pooler = { keepsNames: await keepsNames(one, other) };
    log?.info(pooler, 'requests go through a pooler in transaction mode');
    return openPool(url, { ...settings, hosts: undefined }, lost, log, { epochs: direct.epochs, pooler });
  } finally {
    client.release();
    for (const each of clients) await each.end();
  }
}

const CHECKS = 5;
const STALE =
  'The pooler at DATABASE_URL has sessions without the settings of the role: close them (RECONNECT in the console of PgBouncer), and let both addresses use the same role.';

const TRIES = 3;
const HOLD_MS = 1_000;
const UNKNOWN_NAME = ['26', '42P05'];

/** Whether it keeps names, as PgBouncer does from 1.21: one client holds the session, the other goes on elsewhere. */
async function keepsNames(one: pg.ClientBase, other: pg.ClientBase): Promise<boolean> {
  // Another name than those of other processes, which the pooler may have left in a session.
  const name = `probe ${process.pid} ${performance.now()}`;
  const sessionOfOne = async (): Promise<number | undefined> =>
    (await one.query<{ pid: number }>({ name, text: 'SELECT pg_backend_pid() AS pid', values: [] })).rows[0]?.pid;
  try {
    const first = await sessionOfOne();
    for (let count = 0; count < TRIES; count++) {
      await other.query('BEGIN');
      const release = (): Promise<unknown> => other.query('ROLLBACK');
      const held = setTimeout(() => release().catch(() => {}), HOLD_MS);
      const session = await sessionOfOne().finally(() => clearTimeout(held));
      if (session !== first) return true;
      await release();
    }
    return false;
  } catch (error) {
    if (isOfClass(error, UNKNOWN_NAME)) return false;
    throw error;
  }
}
