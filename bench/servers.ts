import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { CHECKOUT, COMPANY, type Database } from './database.ts';
import * as dialects from './dialects.ts';
import { cpuSecondsOf, memoryOf } from './process.ts';
import type { Call } from './workloads.ts';

/** A server that can be started. */
export interface Contender {
  name: string;
  title: string;
  /** The program that Node runs. */
  entry: string;
  dialect: dialects.Dialect;
  database: Database;
}

export function gateway(name: string, title: string, checkout: string, database: Database): Contender {
  return { name, title, entry: `${checkout}/dist/main.js`, dialect: dialects.gateway, database };
}

/** The gateway and its peers, on one database. */
export function allContenders(database: Database): Contender[] {
  const peer = (name: string, title: string, dialect: dialects.Dialect): Contender => {
    return { name, title, entry: `${import.meta.dirname}/dist/peers/${name}.js`, dialect, database };
  };
  return [
    peer('floor', 'floor: node:http + pg', dialects.floor),
    gateway('gateway', 'this gateway', CHECKOUT, database),
    peer('postgraphile', 'PostGraphile 5', dialects.postgraphile),
    peer('mercurius', 'Mercurius (jit) + Prisma', dialects.tanks),
    peer('apollo', 'Apollo Server 5 + Prisma', dialects.tanks),
    peer('plain-yoga', 'plain yoga + Pothos + Prisma', dialects.tanks),
  ];
}

const SECRET = 'a secret that only the bench knows, 32+';
const claims = ['--company', COMPANY, '--scope', 'tanks:read tanks:write ship-tos:read', '--ttl', '1d'];
const mint = [`${CHECKOUT}/dist/token.js`, ...claims];
const token = execFileSync(process.execPath, mint, { env: { JWT_SECRET: SECRET }, encoding: 'utf8' }).trim();

/** The headers of every request. Every server is sent the token, so that requests have one size. */
export const headers = {
  'content-type': 'application/json',
  accept: 'application/json',
  authorization: `Bearer ${token}`,
};

/** Sends one call and reads the answer. Throws for a status other than 200, and for errors in the answer. */
export async function ask(
  { port, dialect }: { port: number; dialect: dialects.Dialect },
  workload: string,
  call: Call,
): Promise<dialects.Answer> {
  const body = dialect.body(workload, call);
  const response = await fetch(`http://127.0.0.1:${port}${dialect.path}`, { method: 'POST', headers, body });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  return dialect.answer(text);
}

/** True if servers run on core 0, and this process and PostgreSQL on core 1. */
export const pinned = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;

/** Moves this process to core 1. A PostgreSQL that it starts later inherits that. */
export function pinSelf(): void {
  if (pinned) execFileSync('taskset', ['-a', '-c', '-p', '1', String(process.pid)]);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const running = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export type Server = Awaited<ReturnType<typeof start>>;

/** Starts a server on the Node that runs the bench and waits until it has answered an update, for 60 s at most. */
export async function start(contender: Contender) {
  const { title, entry, database, dialect } = contender;
  const { tanks, shipTos } = database;
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    PORT: String(port),
    JWT_SECRET: SECRET,
    LOG_LEVEL: 'warn',
    GRAPHIQL: 'off',
  };
  const [command = '', ...args] = [...(pinned ? ['taskset', '-c', '0'] : []), process.execPath, entry];
  const began = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
  const exit = once(child, 'exit');
  running.add(child);
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-4_000);
  });
  const call: Call = { updates: [{ id: tanks[0] ?? '', input: { productName: `${Math.random()}` } }] };
  const answers = () =>
    ask({ port, dialect }, 'update', call).then(
      ({ records }) => Boolean(records[0]),
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`${title} ended:\n${complaint}`);
    if (performance.now() - began > 60_000) throw new Error(`${title} does not answer:\n${complaint}`);
    await delay(2);
  }
  const startMs = performance.now() - began;
  return {
    ...contender,
    port,
    /** Milliseconds from the start of the process to its first right answer. */
    startMs,
    stock: { tanks, shipTos, cursors: [] as string[] },
    cpuSeconds: () => cpuSecondsOf(child.pid),
    memory: () => memoryOf(child.pid),
    stop: async () => {
      child.kill('SIGKILL');
      await exit;
      running.delete(child);
    },
  };
}
