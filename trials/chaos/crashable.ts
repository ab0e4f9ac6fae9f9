// A database and programs that can go down and start again.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startEmbedded } from '../../src/embedded/embedded-server.ts';
import { portOf } from '../../test/port.ts';

/**
 * How a database goes down: it lets its sessions end their work, it ends them and writes nothing more, or it is killed.
 */
export const FALLS = ['fast', 'immediate', 'killed'] as const;
type Fall = (typeof FALLS)[number];

/** Starts a database that keeps its port over restarts. */
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
    async restart(fall: Fall) {
      if (fall === 'fast') await running.stop();
      else {
        const pid = Number(readFileSync(join(dataDir, 'postgresql', 'postmaster.pid'), 'utf8').split('\n')[0]);
        process.kill(pid, fall === 'immediate' ? 'SIGQUIT' : 'SIGKILL');
        await running.died;
      }
      running = await startEmbedded(dataDir);
    },
    async close() {
      relay.close();
      await running.stop();
    },
  };
}

/** Sets the clock of a program so many milliseconds off that of the machine, as a module to import. */
const shiftClock = (ms: number): string => `
  const { now } = Date;
  Date.now = () => now() + ${ms};
  globalThis.Date = new Proxy(Date, {
    construct: (date, args, target) => Reflect.construct(date, args.length === 0 ? [date.now()] : args, target),
  });`;

/** Starts a program of `dist/`, whose clock is off. It is ready, at each start, when it logs the message `ready`. */
export async function openProgram(name: string, ready: string, env: Record<string, string>, clockOffMs = 0) {
  const clock = `--import=data:text/javascript,${encodeURIComponent(shiftClock(clockOffMs))}`;
  let child: ChildProcess;
  let address = '';
  const start = async () => {
    child = spawn(process.execPath, [clock, fileURLToPath(new URL(`../dist/${name}.js`, import.meta.url))], {
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (child.stdout === null) throw new Error('no output');
    const lines = createInterface({ input: child.stdout });
    const line = await Promise.race([
      new Promise<string>((resolve) =>
        lines.on('line', (found) => {
          if (found.includes(`"msg":"${ready}"`)) resolve(found);
        }),
      ),
      once(child, 'exit').then(() => Promise.reject(new Error(`${name} ended before it was ready`))),
    ]);
    address = JSON.parse(line).address;
  };
  await start();
  return {
    start,
    /** Where a gateway can be reached now. */
    address: () => address,
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    async close() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
