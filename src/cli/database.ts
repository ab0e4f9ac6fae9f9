import { readConfig } from '../base/config.ts';
import { reasonOf, UnavailableError } from '../base/errors.ts';
import { StartupError } from '../base/startup-error.ts';
import { joinEmbedded } from '../embedded/embedded-server.ts';
import { openDatabase } from '../postgres/pool.ts';
import { isWriteless, stateOf, toFailure } from '../postgres/sqlstate.ts';
import { type Client, openClient } from '../prisma/client.ts';

type Settings = Parameters<typeof openDatabase>[1];
type Pool = Awaited<ReturnType<typeof openDatabase>>;

/** Migrates the configured database and calls `work` with a pool. A gateway may be running the embedded database. */
export async function withPool<Result>(settings: Settings, work: (pool: Pool) => Promise<Result>): Promise<Result> {
  const { database } = readConfig({ serves: false, delivers: false });
  const embedded = database.url === undefined ? await joinEmbedded(database.dataDir) : undefined;
  // A gateway with another DATA_DIR does not see what is written there.
  if (embedded?.fresh)
    process.stderr.write(`Creating a new database in ${database.dataDir}. Set DATA_DIR to use another directory.\n`);
  try {
    const { schema, hosts, setting } = database.pool;
    const pool = await openDatabase(embedded?.url ?? database.url ?? '', { ...settings, schema, hosts, setting });
    return await work(pool).finally(() => pool.end());
  } catch (error) {
    const failure = isWriteless(error) ? toFailure(error) : error;
    if (failure instanceof UnavailableError) throw new StartupError(`${failure.message} (${reasonOf(failure.cause)})`);
    if (stateOf(error) !== '42501') throw error;
    throw new StartupError(`The user of the database lacks a right: ${reasonOf(error)}.`);
  } finally {
    await embedded?.stop();
  }
}

/** The same with Prisma's client. */
export const withClient = <Result>(work: (prisma: Client, pool: Pool) => Promise<Result>): Promise<Result> =>
  withPool({ size: 1 }, (pool) => work(openClient(pool), pool));
