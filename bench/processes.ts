import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { type Contender, token } from './contenders.ts';
import type { Answer } from './dialects.ts';
import type { Call } from './workloads.ts';

/** True when servers get core 0 for themselves, and this process and what it starts keep to core 1. */
export const pinned = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;

/** To be called before PostgreSQL is started, which inherits it. */
export function pinSelf(): void {
  if (pinned) execFileSync('taskset', ['-a', '-c', '-p', '1', String(process.pid)]);
}

const ticksPerSecond = process.platform === 'linux' ? Number(execFileSync('getconf', ['CLK_TCK'])) : 0;

export interface Server extends Contender {
  port: number;
  /** Milliseconds from the start of the process to its first right answer. */
  startMs: number;
  /** Seconds of processor time so far, all threads; NaN where there is no /proc. */
  cpuSeconds(): number;
  /** Resident memory in MiB; NaN where there is no /proc. */
  rss(): number;
  /** The most it ever was. */
  peakRss(): number;
  stop(): Promise<void>;
}

/** The header lines that every request of the bench carries. */
export const headers = {
  'content-type': 'application/json',
  accept: 'application/json',
  authorization: `Bearer ${token}`,
};

/** Puts one call to a server and reads its answer. Throws on anything but a 200 with what the call asks for. */
export async function ask(server: Contender & { port: number }, call: Call): Promise<Answer> {
  const address = `http://127.0.0.1:${server.port}${server.dialect.path}`;
  const response = await fetch(address, { method: 'POST', headers, body: server.dialect.body(call) });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${body}`);
  return server.dialect.answer(call, body);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

const running = new Set<ChildProcess>();

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await exit;
  clearTimeout(force);
}

export async function stopAll(): Promise<void> {
  await Promise.all([...running].map(stop));
}

/** Starts a server as its own process on this Node and waits until it answers `call`; gives up after 60 s. */
export async function start(contender: Contender, databaseUrl: string, call: Call): Promise<Server> {
  const port = await freePort();
  const command = [...(pinned ? ['taskset', '-c', '0'] : []), process.execPath, contender.entry];
  const { PATH = '', HOME = '/' } = process.env;
  const started = performance.now();
  const child = spawn(command[0] ?? '', command.slice(1), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH,
      HOME,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      ...contender.environment,
    },
  });
  running.add(child);
  let complaint = '';
  child.stderr?.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-4_000);
  });
  const { pid } = child;
  const server = { ...contender, port };
  let last: unknown;
  for (;;) {
    if (child.exitCode !== null || pid === undefined) throw new Error(`${contender.title} ended:\n${complaint}`);
    if (performance.now() - started > 60_000)
      throw new Error(`${contender.title} does not answer: ${last}\n${complaint}`);
    try {
      const { tanks } = await ask(server, call);
      if (tanks[0]) break;
      throw new Error('no tank in the answer');
    } catch (error) {
      last = error;
      await delay(2);
    }
  }
  const startMs = performance.now() - started;
  const memory = (line: string) => {
    if (ticksPerSecond === 0) return Number.NaN;
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  };
  return {
    ...server,
    startMs,
    cpuSeconds: () => {
      if (ticksPerSecond === 0) return Number.NaN;
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const columns = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(columns[11]) + Number(columns[12])) / ticksPerSecond;
    },
    rss: () => memory('VmRSS'),
    peakRss: () => memory('VmHWM'),
    stop: async () => {
      await stop(child);
      running.delete(child);
    },
  };
}
