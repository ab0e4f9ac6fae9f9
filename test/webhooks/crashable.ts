// A database and programs that can be killed with SIGKILL and start again.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startEmbedded } from '../../src/embedded/server.ts';

export const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Starts a database that keeps its port over crashes. */
export async function openDatabase(dataDir: string) {
  let running = await startEmbedded(dataDir);
  const relay = createServer((near) => {
    const far = connect(Number(new URL(running.url).port), '127.0.0.1');
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const url = new URL(running.url);
  url.port = portOf(relay).toString();
  return {
    url: url.href,
    async crash() {
      const pid = Number(readFileSync(join(dataDir, 'postgresql', 'postmaster.pid'), 'utf8').split('\n')[0]);
      process.kill(pid, 'SIGKILL');
      running = await startEmbedded(dataDir);
    },
    async close() {
      relay.close();
      await running.stop();
    },
  };
}

/** Starts a program of `dist/`. It is ready, at the start and after a crash, when it logs the message `ready`. */
export async function openProgram(name: string, ready: string, env: Record<string, string>) {
  let child: ChildProcess;
  let line: Record<string, string> = {};
  const start = async () => {
    child = spawn(process.execPath, [fileURLToPath(new URL(`${name}.mjs`, import.meta.url))], {
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (child.stdout === null) throw new Error('no output');
    const lines = createInterface({ input: child.stdout });
    const [text] = await Promise.race([
      new Promise<string[]>((resolve) =>
        lines.on('line', (found) => {
          if (found.includes(`"msg":"${ready}"`)) resolve([found]);
        }),
      ),
      once(child, 'exit').then(() => Promise.reject(new Error(`${name} ended before it was ready`))),
    ]);
    line = JSON.parse(text ?? '{}');
  };
  await start();
  return {
    line: () => line,
    async crash() {
      child.kill('SIGKILL');
      await once(child, 'exit');
      await start();
    },
    async close() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
