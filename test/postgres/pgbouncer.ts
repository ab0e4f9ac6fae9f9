import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../port.ts';

/** Debian's PgBouncer, where it is installed. */
const PROGRAM = '/usr/sbin/pgbouncer';
export const hasPgBouncer = existsSync(PROGRAM);

/** Starts a PgBouncer in front of a database. Returns the address through it. */
export async function startPgBouncer(
  url: string,
  mode: 'session' | 'transaction',
  settings = '',
): Promise<{ url: string; stop(): Promise<void> }> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  chmodSync(folder, 0o777);
  const own = await freePort();
  const users = join(folder, 'users');
  writeFileSync(users, `"${username}" "${password}"\n`);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username}${password === '' ? '' : ` password=${decodeURIComponent(password)}`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 50
${settings}
`,
  );
  const asRoot = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const program = spawn(PROGRAM, [...asRoot, file], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => void program.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    program.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  await new Promise<void>((resolve, reject) => {
    let text = '';
    program.stderr.on('data', (chunk) => {
      text += chunk;
      if (text.includes('process up')) resolve();
    });
    void ended.then(() => reject(new Error(text)));
  });
  return { url: `postgresql://${username}@127.0.0.1:${own}${pathname}`, stop };
}
