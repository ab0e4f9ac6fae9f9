import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { errorCodeOf } from '../base/errors.ts';
import { StartupError } from '../base/startup-error.ts';
import { type Installation, passwordOf } from './cluster.ts';

const OWNER_LOCK = 1_145_130_834;
/** How long (ms) a record may look so before it is taken for that, or else 3 s. 57P03: a server starts or stops. */
const PATIENCE: Record<string, number> = { foreign: 0, owned: 300, torn: 1_000, ECONNREFUSED: 1_000, '57P03': 30_000 };
/** PostgreSQL itself refuses a start beside a server that has no record, by the memory that they would share. */
const NO_SERVER = ['foreign', 'torn', 'ECONNREFUSED'];
const STOP_WITHIN = 8_000;

type Ownership = { session: Client; backend: number } | { owner: string } | { code: string; refusal?: string };

export const urlOf = ({ cluster }: Installation, port: number): string =>
  `postgresql://postgres:${passwordOf(cluster)}@127.0.0.1:${port}/postgres?sslmode=disable`;

/**
 * Takes the owner's lock, or returns the owner's process id or the code of the error: `foreign` if the server does not
 * see a new file of the directory. A password proves nothing: copies have the same.
 */
export async function takeOwnership(installation: Installation, port: number): Promise<Ownership> {
  const application_name = process.pid.toString();
  const connectionString = urlOf(installation, port);
  const session = new Client({ connectionString, application_name, connectionTimeoutMillis: 2_000 });
  session.on('error', () => {});
  const proof = `gateway.proof.${randomUUID()}`;
  try {
    await session.connect();
    writeFileSync(join(installation.cluster, proof), '');
    const { rows } = await session.query<{ ours: boolean; owned: boolean; owner: string | null; backend: number }>(
      `SELECT size IS NOT NULL AS ours, CASE WHEN size IS NOT NULL THEN pg_try_advisory_lock($1) END AS owned,
         pg_backend_pid() AS backend, (SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
           WHERE locktype = 'advisory' AND classid = 0 AND objid = $1 AND granted LIMIT 1) AS owner
       FROM pg_stat_file($2, true)`,
      [OWNER_LOCK, proof],
    );
    const [lock] = rows;
    if (lock?.owned) return { session, backend: lock.backend };
    await session.end();
    if (!lock?.ours) return { code: 'foreign' };
    // The owner may release the lock before its name is read.
    return lock.owner ? { owner: lock.owner } : { code: 'released' };
  } catch (error) {
    void session.end().catch(() => {});
    return {
      code: errorCodeOf(error) ?? 'no answer',
      ...(error instanceof DatabaseError && { refusal: error.message }),
    };
  } finally {
    rmSync(join(installation.cluster, proof), { force: true });
  }
}

/** Takes the lock again whenever the server ends the session: it ends all when one of them crashes. */
export function keepOwned(session: Client, installation: Installation, port: number, isOver: () => boolean): void {
  session.once('end', async () => {
    while (!isOver()) {
      const found = await takeOwnership(installation, port);
      if ('session' in found) return keepOwned(found.session, installation, port, isOver);
      await delay(20);
    }
  });
}

/**
 * Returns once no server runs on the database; ends one whose owner is dead. Throws StartupError if the owner is alive.
 * A record may be torn and its process id another program's: a signal goes only to the parent of a session on this
 * directory.
 */
export async function endOrphan(installation: Installation): Promise<void> {
  const record = join(installation.cluster, 'postmaster.pid');
  const read = () => (existsSync(record) ? readFileSync(record, 'utf8').split('\n') : []);
  for (let state = '', since = 0; existsSync(record); await delay(20)) {
    const [line = '', , , end] = read();
    const [pid, port] = [Number(line), Number(end)];
    const isProcess = Number.isInteger(pid) && pid !== 0 && Math.abs(pid) < 2 ** 31;
    // PostgreSQL replaces the record of a process that is gone, and judges one without sessions (a negative id).
    if (isProcess && (pid < 0 || !isAlive(pid))) return;
    const found =
      isProcess && Number.isInteger(port) && port > 0 && port < 2 ** 16
        ? await takeOwnership(installation, port)
        : { code: 'torn' };
    if ('session' in found && parentOf(found.backend) === pid) {
      const gone = async () => {
        while (read()[0] === line && isAlive(pid)) await delay(10);
      };
      await interrupt(installation, pid, gone());
      continue;
    }
    if ('session' in found) await found.session.end();
    const seen = seenIn(found);
    if (seen !== state) [state, since] = [seen, Date.now()];
    if (Date.now() - since < (PATIENCE[state] ?? 3_000)) continue;
    if (NO_SERVER.includes(state)) return rmSync(record, { force: true });
    if ('owner' in found) throw new InUseError(installation, found.owner, urlOf(installation, port));
    throw new StartupError(
      `${record} names process ${pid} and port ${port}, where no server of this directory could be made out (${state}); if no PostgreSQL runs on the directory, delete that file.`,
    );
  }
}

function seenIn(found: Ownership): string {
  if ('session' in found) return 'another process';
  if ('code' in found) return found.code;
  // A busy server may need a moment to release the lock of a process that was killed.
  return isAlive(Number(found.owner)) ? 'owned' : 'released';
}

function parentOf(pid: number): number {
  const status = `/proc/${pid}/status`;
  if (existsSync(status)) return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1]);
  const query = `(Get-CimInstance Win32_Process -Filter ProcessId=${pid}).ParentProcessId`;
  const asked =
    process.platform === 'win32'
      ? spawnSync('powershell', ['-NoProfile', '-Command', query], { encoding: 'utf8' })
      : spawnSync('ps', ['-o', 'ppid=', '-p', pid.toString()], { encoding: 'utf8' });
  return Number(asked.stdout);
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
