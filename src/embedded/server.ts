import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { StartupError } from '../startup-error.ts';
import { findPostgres, postgresEnvironment } from './binaries.ts';
import { accountFor, createCluster, inside, type Place, passwordOf, removeDrafts } from './cluster.ts';

/** The session lock that the owner of a data directory holds in its server for as long as it lives. */
const OWNER_LOCK = 1_145_130_834;
/** How long (ms) a server found running may stay in a state before we conclude; in any other state it gets 3 s. */
const PATIENCE: Record<string, number> = { held: 300, ECONNREFUSED: 1_000, '57P03': 30_000 };
/** Long enough for crash recovery, the one thing that makes a start slow. */
const READY_WITHIN = 120_000;
const STOP_WITHIN = 8_000;

interface EmbeddedPostgres {
  url: string;
  stop(): Promise<void>;
  /** Resolves when the server has ended without being told to. */
  died: Promise<void>;
}

/**
 * Starts the PostgreSQL that npm installed on the database in `directory`, which it makes if there is none (`fresh`). It listens on
 * 127.0.0.1 alone, on a port of its own, and the password in `url` is known to that directory only. `stop` waits until every
 * file is closed. Should this process die without `stop`, the server shuts itself down. Throws StartupError if the directory
 * is in use or PostgreSQL cannot run.
 */
export async function startEmbedded(directory: string): Promise<EmbeddedPostgres & { fresh: boolean }> {
  const dataDir = resolve(directory);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const cluster = join(dataDir, 'postgresql');
    const account = accountFor(cluster);
    const place = { dataDir, cluster, account, binaries: findPostgres(dataDir, account) };
    const fresh = !existsSync(cluster) && (await createCluster(place));
    for (let attempt = 1; ; attempt++) {
      await clear(place);
      const server = await launch(place);
      if ('stop' in server) {
        removeDrafts(dataDir);
        return { ...server, fresh };
      }
      // The port was taken in between, another start was quicker or took our server for an orphan, or the children of a killed
      // server still wind down.
      const passing = /could not bind|lock file "postmaster.pid"|shared memory block|fast shutdown request/.test(
        server.failure,
      );
      if (attempt === 5 || !passing) throw new StartupError(`PostgreSQL did not start:\n${server.failure}`);
      await delay(200);
    }
  } catch (error) {
    if (error instanceof Error && 'syscall' in error)
      throw new StartupError(`The data directory ${dataDir} cannot be used: ${error.message}`);
    throw error;
  }
}

const urlOf = ({ cluster }: Place, port: string | number) =>
  `postgresql://postgres:${passwordOf(cluster)}@127.0.0.1:${port}/postgres?sslmode=disable`;

/** Connects and takes the owner's lock. Otherwise tells what stood in the way: an error code, or the owner's process id. */
async function own(url: string): Promise<{ session: Client } | { owner: string } | { code: string }> {
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
    // The one who held it may be gone between the two looks.
    return lock?.owner ? { owner: lock.owner } : { code: 'held' };
  } catch (error) {
    void session.end().catch(() => {});
    return { code: error instanceof Error && 'code' in error ? String(error.code) : 'no answer' };
  }
}

/**
 * Returns once no server runs on the database; one whose owner is dead is shut down. That a process is the server of this very
 * directory is shown by its knowing the password, on both sides of SCRAM: a process id alone may have passed to a stranger.
 */
async function clear(place: Place): Promise<void> {
  const record = join(place.cluster, 'postmaster.pid');
  const read = () => (existsSync(record) ? readFileSync(record, 'utf8').split('\n') : []);
  const [line = '', , , port = ''] = read();
  const pid = Number(line);
  const running = () => read()[0] === line && isAlive(pid);
  const gone = async () => {
    while (running()) await delay(10);
  };
  for (const since = Date.now(); pid > 0 && running(); await delay(20)) {
    if (!mayBePostgres(pid)) return rmSync(record, { force: true });
    const found = await own(urlOf(place, port));
    if ('session' in found) {
      await interrupt(place, pid, gone());
      continue;
    }
    const state = 'code' in found ? found.code : 'held';
    if (Date.now() - since < (PATIENCE[state] ?? 3_000)) continue;
    if (state === 'ECONNREFUSED') return rmSync(record, { force: true });
    const owner = 'owner' in found ? found.owner : pid;
    throw new StartupError(`The data directory ${place.dataDir} is in use by process ${owner}.`);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** False only where the system can tell that the process runs some other program. */
function mayBePostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('postgres');
  } catch {
    return true;
  }
}

/** Starts the server and waits until this process owns it. `failure` is the end of the server's log, where it gave up. */
async function launch(place: Place): Promise<EmbeddedPostgres | { failure: string }> {
  const port = await freePort();
  const url = urlOf(place, port);
  const server = run(place, port);
  const exit = once(server, 'exit').then(
    () => '',
    (error: Error) => error.message,
  );
  const pid = server.pid ?? 0;
  const ended = () => pid === 0 || server.exitCode !== null || server.signalCode !== null;
  if (pid > 0) shutDownAfterUs(place, pid, exit);

  for (const since = Date.now(); !ended(); await Promise.race([exit, delay(10)])) {
    const found = await own(url);
    if ('owner' in found)
      throw new StartupError(`The data directory ${place.dataDir} is in use by process ${found.owner}.`);
    if ('session' in found) {
      let stopping: Promise<void> | undefined;
      void keepOwning(found.session, url, () => stopping !== undefined || ended());
      const stop = () => {
        stopping ??= ended() ? Promise.resolve() : interrupt(place, pid, exit);
        return stopping;
      };
      const died = new Promise<void>((resolve) => void exit.then(() => stopping === undefined && resolve()));
      return { url, stop, died };
    }
    if (Date.now() - since > READY_WITHIN) await interrupt(place, pid, exit);
  }
  const complaint = await exit;
  return { failure: complaint || readFileSync(logOf(place), 'utf8').trim().split('\n').slice(-8).join('\n') };
}

const logOf = ({ dataDir }: Place) => join(dataDir, 'postgres.log');

function run(place: Place, port: number): ChildProcess {
  const { options, directory } = inside(place.cluster, place);
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements hold people's data, which does not belong in a log.
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    max_wal_size: '256MB',
    io_method: 'sync',
    jit: 'off',
  };
  if (existsSync(logOf(place))) renameSync(logOf(place), `${logOf(place)}.1`);
  const log = openSync(logOf(place), 'w', 0o600);
  try {
    return spawn(
      join(place.binaries, 'bin', 'postgres'),
      ['-D', directory, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      // A group of its own: Ctrl-C in a terminal reaches the gateway alone, which lets its requests finish first.
      { ...options, detached: process.platform !== 'win32', stdio: ['ignore', log, log] },
    );
  } finally {
    closeSync(log);
  }
}

/** A shell waits for the pipe that only this process holds open to close, however this process may end. */
function shutDownAfterUs({ account }: Place, pid: number, exit: Promise<unknown>): void {
  if (process.platform === 'win32') return;
  const shell = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', pid.toString()], {
    ...account,
    ...postgresEnvironment,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell the server is an orphan after a crash, and the next start ends it.
  shell.on('error', () => {});
  void exit.then(() => shell.kill('SIGKILL'));
}

/** Takes the lock again where the server drops every session, as it does when one of its processes crashes. */
async function keepOwning(session: Client, url: string, over: () => boolean): Promise<void> {
  await new Promise<void>((resolve) => void session.once('end', resolve));
  while (!over()) {
    const found = await own(url);
    if ('session' in found) return keepOwning(found.session, url, over);
    await delay(200);
  }
}

/** Sends the sessions home and waits for the server; one that is stuck is told to drop everything, which costs no data. */
async function interrupt({ binaries }: Place, pid: number, gone: Promise<unknown>): Promise<void> {
  const signal = (name: 'INT' | 'QUIT') => {
    // Node's own kill would end a Windows process on the spot.
    if (process.platform === 'win32') spawnSync(join(binaries, 'bin', 'pg_ctl'), ['kill', name, pid.toString()]);
    else if (isAlive(pid)) process.kill(pid, `SIG${name}`);
  };
  signal('INT');
  const timer = setTimeout(signal, STOP_WITHIN, 'QUIT');
  await gone;
  clearTimeout(timer);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
