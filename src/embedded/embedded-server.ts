import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, fstatSync, openSync, readSync, renameSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCodeOf } from '../base/errors.ts';
import { StartupError } from '../base/startup-error.ts';
import { makeDirectory } from '../paths.ts';
import { findPostgres, postgresEnvironment } from './binaries.ts';
import {
  accountFor,
  checkVersion,
  createCluster,
  type Installation,
  processOptionsFor,
  removeDrafts,
  repair,
} from './cluster.ts';
import { endOrphan, InUseError, interrupt, keepOwned, takeOwnership, urlOf } from './owner.ts';

/** Long enough for crash recovery, the only slow kind of start, during which the server answers 57P03. */
const READY_WITHIN = 120_000;
/** How long a server that answers may refuse the login: it may still be stopping. */
const REFUSING_WITHIN = 3_000;
const MOST_ATTEMPTS = 5;
/** A port or start that another process took, our server stopped as an orphan, or a killed one not yet gone. */
const PASSING = /could not bind|lock file "postmaster.pid"|shared memory block|fast shutdown request/;

interface EmbeddedPostgres {
  url: string;
  /** Disconnects all sessions and resolves when the server has closed its files. */
  stop(): Promise<void>;
  died: Promise<void>;
}

type Started = EmbeddedPostgres & { fresh: boolean };

/**
 * Starts npm's PostgreSQL on `directory`, on a free port of 127.0.0.1, and creates the database if there is none
 * (`fresh`). The server ends with this process. Throws StartupError if the directory is in use or PostgreSQL cannot
 * run.
 */
export async function startEmbedded(directory: string): Promise<Started> {
  const dataDir = resolve(directory);
  try {
    makeDirectory(dataDir);
    const cluster = join(dataDir, 'postgresql');
    const account = accountFor(cluster);
    const installation = { dataDir, cluster, account, binaries: findPostgres(dataDir, account) };
    checkVersion(installation);
    if (existsSync(cluster)) repair(installation);
    const fresh = !existsSync(cluster) && (await createCluster(installation));
    for (let attempt = 1; ; attempt++) {
      await endOrphan(installation);
      const server = await launch(installation);
      if ('stop' in server) {
        removeDrafts(dataDir);
        return { ...server, fresh };
      }
      if (attempt === MOST_ATTEMPTS || !PASSING.test(server.log))
        throw new StartupError(
          `The embedded PostgreSQL did not start: ${lastOf(server.log)}. Its log is ${logOf(installation)}.`,
        );
      await delay(200);
    }
  } catch (error) {
    if (error instanceof Error && 'syscall' in error)
      throw new StartupError(
        `The data directory ${dataDir} cannot be used (${error.message}); correct it or set DATA_DIR to another.`,
      );
    throw error;
  }
}

/** Like `startEmbedded`, or joins the server of a process that runs on the directory and leaves it running. */
export async function joinEmbedded(directory: string): Promise<Omit<Started, 'died'>> {
  try {
    return await startEmbedded(directory);
  } catch (error) {
    if (!(error instanceof InUseError) || error.url === undefined) throw error;
    return { url: error.url, stop: () => Promise.resolve(), fresh: false };
  }
}

/** The last messages of a log up to FATAL, in one line. After it comes only the shutdown. */
function lastOf(log: string): string {
  const lines = log.split('\n');
  const fatal = lines.findLastIndex((line) => /(FATAL|PANIC): /.test(line));
  return lines
    .slice(0, fatal + 1 || undefined)
    .slice(-3)
    .map((line) => line.replace(/^\S+ \S+ UTC \[\d+\] /, '').trim())
    .join('; ');
}

const logOf = ({ dataDir }: Installation) => join(dataDir, 'postgres.log');

/** Starts the server and waits until this process owns it. Returns its log if it did not start. */
async function launch(installation: Installation): Promise<EmbeddedPostgres | { log: string }> {
  const port = await freePort();
  const url = urlOf(installation, port);
  const { server, log } = run(installation, port);
  const exit = once(server, 'exit')
    .then(
      () => endOf(log),
      (error: Error) => error.message,
    )
    .finally(() => closeSync(log));
  const pid = server.pid ?? 0;
  const hasEnded = () => pid === 0 || server.exitCode !== null || server.signalCode !== null;
  if (pid > 0) shutDownAfterUs(installation, pid, exit);

  let refusedSince = Number.POSITIVE_INFINITY;
  for (const since = Date.now(); !hasEnded(); await Promise.race([exit, delay(10)])) {
    const found = await takeOwnership(installation, port);
    if ('owner' in found) throw new InUseError(installation, found.owner, url);
    if ('session' in found) {
      let stopping: Promise<void> | undefined;
      const stop = () => {
        stopping ??= hasEnded() ? Promise.resolve() : interrupt(installation, pid, exit);
        return stopping;
      };
      keepOwned(found.session, installation, port, () => stopping !== undefined || hasEnded());
      const died = new Promise<void>((resolve) => void exit.then(() => stopping === undefined && resolve()));
      return { url, stop, died };
    }
    const isRefused = 'refusal' in found && !found.code.startsWith('57P');
    refusedSince = isRefused ? Math.min(refusedSince, Date.now()) : Number.POSITIVE_INFINITY;
    if (Date.now() - since < READY_WITHIN && Date.now() - refusedSince < REFUSING_WITHIN) continue;
    await interrupt(installation, pid, exit);
    throw new StartupError(whyRefused(installation, 'refusal' in found ? found : undefined));
  }
  return { log: await exit };
}

function whyRefused({ cluster }: Installation, found?: { code: string; refusal?: string }): string {
  if (found?.refusal === undefined) return `The embedded PostgreSQL in ${cluster} accepts no connection.`;
  const remedy = found.code.startsWith('28')
    ? `; put pg_hba.conf back, and let ${join(cluster, 'gateway.password')} have the password of the role postgres`
    : ['3D000', '58P01'].includes(found.code)
      ? '; files are missing: restore a copy of the whole data directory'
      : '';
  return `The embedded PostgreSQL in ${cluster} refuses the gateway: ${found.refusal}${remedy}.`;
}

/** Opens a new log and keeps the one before. It is renamed once open, so that two starts at once have a file each. */
function openLog(installation: Installation, port: number): number {
  const path = logOf(installation);
  const log = openSync(`${path}.${port}`, 'w+', 0o600);
  try {
    renameSync(path, `${path}.1`);
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT') throw error;
  }
  renameSync(`${path}.${port}`, path);
  return log;
}

function endOf(log: number): string {
  const { size } = fstatSync(log);
  const end = Buffer.alloc(Math.min(size, 16_384));
  readSync(log, end, 0, end.length, size - end.length);
  return end.toString().trim();
}

/** Starts the server with a new log, which the caller closes. */
function run(installation: Installation, port: number): { server: ChildProcess; log: number } {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements contain personal data, which does not belong in a log.
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    io_method: 'sync',
    jit: 'off',
  };
  const { options: account, directory } = processOptionsFor(installation.cluster, installation);
  const flags = ['-D', directory, ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`)];
  const log = openLog(installation, port);
  // In its own process group: Ctrl-C in a terminal must reach only the gateway, which finishes its requests first.
  const options: SpawnOptions = { ...account, detached: process.platform !== 'win32', stdio: ['ignore', log, log] };
  try {
    return { server: spawn(join(installation.binaries, 'bin', 'postgres'), flags, options), log };
  } catch (error) {
    closeSync(log);
    throw error;
  }
}

/** Starts a shell on a pipe of this process, which closes however the process ends: it stops the server. */
function shutDownAfterUs({ account }: Installation, pid: number, exit: Promise<unknown>): void {
  if (process.platform === 'win32') return;
  const options: SpawnOptions = {
    ...account,
    ...postgresEnvironment,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  };
  const shell = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', pid.toString()], options);
  // Without the shell, a crash of this process orphans the server, and the next start ends it.
  shell.on('error', () => {});
  void exit.then(() => shell.kill('SIGKILL'));
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
