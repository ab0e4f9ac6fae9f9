import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { errorCodeOf } from '../base/errors.ts';
import { StartupError } from '../base/startup-error.ts';
import { type Installation, passwordOf } from './cluster.ts';

/** Key of the advisory lock that a data directory's owner holds on its server. */
const OWNER_LOCK = 1_145_130_834;
/** How long (ms) a server may stay in a state before `endOrphan` gives up, or else 3 s. 57P03: starting or stopping. */
const PATIENCE: Record<string, number> = { owned: 300, ECONNREFUSED: 1_000, '57P03': 30_000 };
const STOP_WITHIN = 8_000;

type Ownership = { session: Client } | { owner: string } | { code: string };

export const urlOf = ({ cluster }: Installation, port: string | number): string =>
  `postgresql://postgres:${passwordOf(cluster)}@127.0.0.1:${port}/postgres?sslmode=disable`;

/** Takes the owner's lock with a new `session`. Otherwise returns the owner's process id, or the code of the error. */
export async function own(url: string): Promise<Ownership> {
  const application_name = process.pid.toString();
  const session = new Client({ connectionString: url, application_name, connectionTimeoutMillis: 2_000 });
  session.on('error', () => {});
  try {
    await session.connect();
    const { rows } = await session.query<{ owned: boolean; owner: string | null }>(
      `SELECT pg_try_advisory_lock($1) AS owned, (SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE locktype = 'advisory' AND classid = 0 AND objid = $1 AND granted LIMIT 1) AS owner`,
      [OWNER_LOCK],
    );
    const [lock] = rows;
    if (lock?.owned) return { session };
    await session.end();
    // The owner may release the lock before its name is read.
    return lock?.owner ? { owner: lock.owner } : { code: 'released' };
  } catch (error) {
    void session.end().catch(() => {});
    return { code: errorCodeOf(error) ?? 'no answer' };
  }
}

/** Takes the lock again whenever the server ends the session: it ends all when one of them crashes. */
export function keepOwned(session: Client, url: string, isOver: () => boolean): void {
  session.once('end', async () => {
    while (!isOver()) {
      const found = await own(url);
      if ('session' in found) return keepOwned(found.session, url, isOver);
      await delay(20);
    }
  });
}

/**
 * Returns once no server runs on the database; shuts down a server whose owner is dead. Throws StartupError if the
 * owner is alive. The recorded process id may belong to another program by now: only a server that knows the password
 * is this directory's own.
 */
export async function endOrphan(installation: Installation): Promise<void> {
  const record = join(installation.cluster, 'postmaster.pid');
  const read = () => (existsSync(record) ? readFileSync(record, 'utf8').split('\n') : []);
  const [line = '', , , port = ''] = read();
  const pid = Number(line);
  const isRunning = () => read()[0] === line && isAlive(pid);
  const gone = async () => {
    while (isRunning()) await delay(10);
  };
  for (let state = '', since = 0; pid > 0 && isRunning(); await delay(20)) {
    const url = urlOf(installation, port);
    const found = await own(url);
    if ('session' in found) {
      await interrupt(installation, pid, gone());
      continue;
    }
    const owner = 'owner' in found ? found.owner : line;
    // A busy server may need a moment to release the lock of a process that was killed.
    const seen = 'code' in found ? found.code : isAlive(Number(owner)) ? 'owned' : 'released';
    if (seen !== state) [state, since] = [seen, Date.now()];
    if (Date.now() - since < (PATIENCE[state] ?? 3_000)) continue;
    if (state === 'ECONNREFUSED') return rmSync(record, { force: true });
    throw new InUseError(installation, owner, 'owner' in found ? url : undefined);
  }
}

/** The data directory belongs to another process. `url` leads to the server that it runs, if that could be reached. */
export class InUseError extends StartupError {
  readonly url: string | undefined;

  constructor({ dataDir }: Installation, owner: string, url?: string) {
    super(
      `The data directory ${dataDir} is in use by process ${owner}; stop that process or set DATA_DIR to another directory.`,
    );
    this.url = url;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCodeOf(error) !== 'ESRCH';
  }
}

/** Disconnects the sessions, stops the server and waits for `gone`. After 8 s it stops at once, without loss. */
export async function interrupt({ binaries }: Installation, pid: number, gone: Promise<unknown>): Promise<void> {
  const signal = (name: 'INT' | 'QUIT') => {
    // On Windows, process.kill() terminates the process at once, even with SIGINT.
    if (process.platform === 'win32') spawnSync(join(binaries, 'bin', 'pg_ctl'), ['kill', name, pid.toString()]);
    else if (isAlive(pid)) process.kill(pid, `SIG${name}`);
  };
  signal('INT');
  const timer = setTimeout(signal, STOP_WITHIN, 'QUIT');
  await gone;
  clearTimeout(timer);
}
