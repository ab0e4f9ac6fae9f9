// PostgreSQL servers for a test of replication. The embedded PostgreSQL has no pg_basebackup, so this needs an
// installed one.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../port.ts';
import { onServer } from '../postgres.ts';

const INSTALLED = '/usr/lib/postgresql';
const releases = existsSync(INSTALLED) ? readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a)) : [];
/** The directory of PostgreSQL's programs; undefined if none are installed. */
export const binaries = releases
  .map((release) => join(INSTALLED, release, 'bin'))
  .find((folder) => existsSync(join(folder, 'pg_basebackup')));

/** PostgreSQL refuses root. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export interface Cluster {
  url: string;
  /** Disconnects all sessions and waits until the server has ended. */
  stop(): Promise<void>;
  /** Ends all its processes with SIGKILL. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Copies the data of the stopped server. The returned function puts them back. */
  copy(): () => void;
  /** Suspends the processes of the server, or those below the one that accepts connections, until it is called back. */
  suspend(processes?: 'all' | 'children'): () => void;
  remove(): Promise<void>;
}

function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(join(binaries ?? '', program), args, {
    ...account,
    cwd: tmpdir(),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
}

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'cluster-'));
  if (account.uid !== undefined) chownSync(path, account.uid, account.gid);
  chmodSync(path, 0o700);
  return path;
}

/** The processes that a process has started. */
const childrenOf = (pid: number): number[] =>
  spawnSync('ps', ['-o', 'pid=', '--ppid', `${pid}`], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line.trim() !== '')
    .map(Number);

async function launch(data: string): Promise<Cluster> {
  const port = await freePort();
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: 'off',
    shared_buffers: '16MB',
    wal_retrieve_retry_interval: '100ms',
  };
  const flags = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  let server: ChildProcess;
  const start = async () => {
    server = spawn(join(binaries ?? '', 'postgres'), ['-D', data, ...flags], {
      ...account,
      cwd: data,
      stdio: 'ignore',
    });
    for (let up = false; !up; )
      up = await onServer(url, 'SELECT').then(
        () => true,
        () => {
          if (server.exitCode !== null) throw new Error('the server did not start');
          return false;
        },
      );
  };
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, 'exit');
    server.kill('SIGINT');
    await exit;
  };
  const kill = async () => {
    const exit = once(server, 'exit');
    for (const pid of [server.pid ?? 0, ...childrenOf(server.pid ?? 0)]) process.kill(pid, 'SIGKILL');
    await exit;
  };
  const copy = () => {
    const saved = `${data}-copy`;
    execFileSync('cp', ['-a', data, saved]);
    return () => {
      rmSync(data, { recursive: true });
      execFileSync('mv', [saved, data]);
    };
  };
  const suspend = (processes = 'all') => {
    const pids = [...(processes === 'all' ? [server.pid ?? 0] : []), ...childrenOf(server.pid ?? 0)];
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    return () => {
      for (const pid of pids.splice(0)) process.kill(pid, 'SIGCONT');
    };
  };
  const remove = async () => {
    await stop();
    rmSync(data, { recursive: true, force: true });
  };
  await start();
  return { url, start, stop, kill, copy, suspend, remove };
}

/** Creates an empty server. */
export async function createPrimary(): Promise<Cluster> {
  const data = directory();
  run('initdb', '-D', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync');
  return launch(data);
}

/** Creates a streaming replica. */
export async function createReplica({ url }: Cluster): Promise<Cluster> {
  const data = directory();
  run('pg_basebackup', '-d', url, '-D', data, '--write-recovery-conf', '--checkpoint=fast', '--no-sync');
  return launch(data);
}
