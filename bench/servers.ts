import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { CHECKOUT, COMPANY, type Database } from './database.ts';
import * as dialects from './dialects.ts';
import { options } from './options.ts';
import type { Call } from './workloads.ts';

/** A server that can be started. */
export interface Contender {
  name: string;
  title: string;
  /** The program that Node runs. */
  entry: string;
  /** Options of Node. */
  flags?: string[];
  dialect: dialects.Dialect;
  database: Database;
  /** The log level of a gateway. */
  log?: string | undefined;
  /** The connections of a floor to PostgreSQL. */
  pool?: number;
}

const { log: logs } = options;

export function gateway(name: string, title: string, checkout: string, database: Database, log = logs[0]): Contender {
  const flags = ['--max-semi-space-size=16'];
  return { name, title, entry: `${checkout}/dist/main.js`, flags, dialect: dialects.gateway, database, log };
}

/** The connections to PostgreSQL of each floor. The first one has as many as the gateway. */
export const FLOORS = [16, 4, 8, 32];
const GOALS = ['update', 'mixed', 'tank', 'page', 'filtered'];
export const floorName = (pool: number): string => (pool === FLOORS[0] ? 'floor' : `floor-${pool}`);
const floor = (pool: number, database: Database): Contender => {
  const name = floorName(pool);
  const dialect =
    name === 'floor' ? dialects.floor : { ...dialects.floor, knows: (kind: string) => GOALS.includes(kind) };
  const title = `floor: node:http + pg, ${pool} connections`;
  return { name, title, entry: `${import.meta.dirname}/dist/peers/floor.js`, dialect, database, pool };
};

/** The gateway and its peers, on one database. */
export function withPeers(database: Database): Contender[] {
  const peer = (name: string, title: string, dialect: dialects.Dialect): Contender => {
    return { name, title, entry: `${import.meta.dirname}/dist/peers/${name}.js`, dialect, database };
  };
  return [
    ...FLOORS.map((pool) => floor(pool, database)),
    gateway('gateway', 'this gateway', CHECKOUT, database),
    peer('postgraphile', 'PostGraphile 5', dialects.postgraphile),
    peer('mercurius', 'Mercurius (jit) + Prisma', dialects.tanks),
    peer('apollo', 'Apollo Server 5 + Prisma', dialects.tanks),
    peer('plain-yoga', 'plain yoga + Pothos + Prisma', dialects.tanks),
  ];
}

const SECRET = 'a secret that only the bench knows, 32+';
const SECRETS_KEY = randomBytes(32).toString('base64');
const claims = ['--company', COMPANY, '--scope', 'tanks:read tanks:write ship-tos:read', '--ttl', '1d'];
const mint = (_: unknown, user: number): string => {
  const args = [`${CHECKOUT}/dist/token.js`, ...claims, '--subject', `user-${10_000 + user}`];
  return execFileSync(process.execPath, args, { env: { JWT_SECRET: SECRET }, encoding: 'utf8' }).trim();
};
const tokens = Array.from({ length: options.users }, mint);

/** The headers of a user's requests. Every server is sent the token, so that requests have one size. */
export const headersOf = (user: number) => ({
  'content-type': 'application/json',
  accept: 'application/json',
  authorization: `Bearer ${tokens[user % tokens.length]}`,
});

/** Sends one call and reads the answer. Throws for a status other than 200, and for errors in the answer. */
export async function ask(
  { port, dialect }: { port: number; dialect: dialects.Dialect },
  workload: string,
  call: Call,
  authorization = headersOf(0).authorization,
): Promise<dialects.Answer> {
  const body = dialect.body(workload, call);
  const init = { method: 'POST', headers: { ...headersOf(0), authorization }, body };
  const response = await fetch(`http://127.0.0.1:${port}${dialect.path}`, init);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  return dialect.answer(text);
}

// A PostgreSQL that this process starts later inherits its core.
const own = ['-a', '-c', '-p', '1', `${process.pid}`];
/** True if servers run on core 0, and this process and PostgreSQL on core 1. */
export const pinned = availableParallelism() > 1 && spawnSync('taskset', own).status === 0;

const procfs = (pid: number | undefined, file: string) =>
  process.platform === 'linux' ? readFileSync(`/proc/${pid}/${file}`, 'utf8') : '';

/** Processor seconds of a process so far, all threads; NaN without /proc. */
function cpuSecondsOf(pid: number | undefined): number {
  // The name of the program, in parentheses, comes second. User and system time follow, in hundredths of a second.
  const fields = procfs(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Resident memory of a process in MiB; NaN without /proc. */
const memoryOf = (pid: number | undefined): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(procfs(pid, 'status'))?.[1]) / 1024;

/** Where the servers' logs go: a file, as in production, unless they log next to nothing. */
const file = logs.some((level) => level !== 'warn')
  ? openSync(`${import.meta.dirname}/dist/servers.log`, 'w')
  : 'ignore';

const started: ChildProcess[] = [];
process.on('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

export type Server = Awaited<ReturnType<typeof start>>;

/** Starts a server on the Node that runs the bench and waits until it has answered an update, for 60 s at most. */
export async function start(contender: Contender) {
  const { title, entry, flags = [], database, dialect, log, pool = 16 } = contender;
  const { tanks, shipTos } = database;
  // Below the ports that Linux gives to clients.
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    PORT: `${port}`,
    JWT_SECRET: SECRET,
    SECRETS_KEY,
    LOG_LEVEL: log,
    GRAPHIQL: 'off',
    POOL: `${pool}`,
  };
  const [command = '', ...args] = [...(pinned ? ['taskset', '-c', '0'] : []), process.execPath, ...flags, entry];
  const began = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', file, 'pipe'], env });
  started.push(child);
  let complaint = '';
  child.stderr?.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-4_000);
  });
  const updates = [{ id: tanks[0] ?? '', input: { productName: `${Math.random()}` } }];
  const answer = () => ask({ port, dialect }, 'update', { updates }).catch(() => undefined);
  while (!(await answer())?.records[0]) {
    if (child.exitCode !== null || performance.now() - began > 60_000)
      throw new Error(`${title} does not answer:\n${complaint}`);
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
      await once(child, 'exit');
    },
  };
}
