import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { inject, onTestFinished } from 'vitest';
import { SECRETS_KEY } from './cipher.ts';
import { type Data, SECRET } from './gateway.ts';

export interface Output {
  status: number | null;
  stdout: string;
  stderr: string;
}

export interface Program {
  child: ChildProcessWithoutNullStreams;
  /** The lines that it has written to standard output. */
  lines: string[];
  /** Waits for a line of the log with this message. */
  logged: (message: string) => Promise<Data>;
  ended: Promise<Output>;
  /** Sends SIGTERM, or another signal, and waits for the end. */
  stop: (signal?: NodeJS.Signals) => Promise<Output>;
}

/** A new folder, which is deleted after all tests. */
export const temporary = (): string => mkdtempSync(join(inject('folder'), 'test-'));

/** Where the programs are built before all tests. */
const DIST = fileURLToPath(new URL('../dist', import.meta.url));

/** The file of a program. */
export const fileOf = (name: string, dist = DIST): string => join(dist, `${name}.js`);

/** Starts a program for one test, in a folder of its own and with no more than the environment given. */
export function openProgram(name: string, args: string[] = [], env: Record<string, string> = {}, dist = DIST): Program {
  const cwd = temporary();
  const child = spawn(process.execPath, [fileOf(name, dist), ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  // A program may end before it has read all of its input.
  child.stdin.on('error', () => {});
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (chunk: string) => {
      output[stream] += chunk;
    });
  const lines: string[] = [];
  const reader = createInterface(child.stdout).on('line', (line) => lines.push(line));
  const ended = once(child, 'close').then((): Output => ({ status: child.exitCode, ...output }));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let over = false;
  void ended.then(() => {
    over = true;
  });
  const logged = async (message: string): Promise<Data> => {
    for (;;) {
      const line = lines
        .filter((each) => each.startsWith('{'))
        .map((each): Data => JSON.parse(each))
        .find(({ msg }) => msg === message);
      if (line !== undefined) return line;
      if (over) throw new Error(`${name} has ended without "${message}":\n${output.stdout}\n${output.stderr}`);
      await Promise.race([once(reader, 'line'), ended]);
    }
  };
  const stop = (signal: NodeJS.Signals = 'SIGTERM'): Promise<Output> => {
    child.kill(signal);
    return ended;
  };
  return { child, lines, logged, ended, stop };
}

/** Starts a gateway or a worker on a database, for one test. */
export const startProgram = (name: 'main' | 'worker', env: Record<string, string>, dist = DIST): Program =>
  openProgram(name, [], { PORT: '0', JWT_SECRET: SECRET, SECRETS_KEY, GRAPHIQL: 'off', ...env }, dist);

/** Runs a program to its end. */
export function runProgram(
  name: string,
  args: string[] = [],
  env: Record<string, string> = {},
  input: string | Buffer = '',
  dist = DIST,
): Promise<Output> {
  const { child, ended } = openProgram(name, args, env, dist);
  child.stdin.end(input);
  return ended;
}
