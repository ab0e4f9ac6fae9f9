import { reasonOf, UnavailableError } from '../base/errors.ts';
import { StartupError } from '../base/startup-error.ts';
import { joinEmbedded } from '../embedded/embedded-server.ts';
import { openDatabase } from '../postgres/pool.ts';
import { isWriteless, stateOf, toFailure } from '../postgres/sqlstate.ts';
import { type Client, openClient } from '../prisma/client.ts';
import { readConfig } from '../settings/config.ts';
import { type DatabaseUrl, readDatabaseUrl } from '../settings/database-url.ts';

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

export const withClient = <Result>(work: (prisma: Client, pool: Pool) => Promise<Result>): Promise<Result> =>
  withPool({ size: 1 }, (pool) => work(openClient(pool), pool));

/**
 * The other database of a command, from an option or TARGET_DATABASE_URL: the list of processes shows passwords in
 * arguments.
 */
export function targetOf(option: string, address: string | undefined): DatabaseUrl & { setting: string } {
  const setting = address === undefined ? 'TARGET_DATABASE_URL' : option;
  const { target: other } = readConfig({ serves: false, delivers: false }).database;
  const target = address === undefined ? other : readDatabaseUrl(address);
  if (target === undefined) throw new Error(`${setting} must be the address of the other database.`);
  if (typeof target === 'string') throw new Error(`${setting} ${target}`);
  const { password, searchParams } = new URL(target.url);
  if (address !== undefined && (password || searchParams.get('password')))
    throw new Error(
      `${option} has a password, which the list of processes shows: set TARGET_DATABASE_URL to the address, or keep the password in ~/.pgpass.`,
    );
  return { ...target, setting };
}
