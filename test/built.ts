import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { SECRETS_KEY } from './cipher.ts';
import { type Data, SECRET } from './gateway.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** Builds the programs in a checkout of their own, as `npm run build` does. For `beforeAll`; remove it in `afterAll`. */
export async function buildPrograms(): Promise<{ folder: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-programs-'));
  for (const part of ['src', 'scripts', 'prisma', 'operations', 'package.json'])
    cpSync(join(repository, part), join(folder, part), { recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const build: { buildPrograms: () => Promise<void> } = await import(
    pathToFileURL(join(folder, 'scripts/build.mjs')).href
  );
  await build.buildPrograms();
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

export interface Program {
  child: ChildProcess;
  /** The lines that it has written to standard output. */
  lines: string[];
  /** Waits for a line of the log with this message. */
  logged: (message: string) => Promise<Data>;
  /** Waits for its end and returns the exit code, and what it wrote to standard error. */
  ended: Promise<{ code: number | null; complaint: string }>;
}

/** Starts a built program on a database, for one test. */
export function startProgram(folder: string, name: string, env: Record<string, string>): Program {
  const child = spawn(process.execPath, [join(folder, 'dist', `${name}.js`)], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', JWT_SECRET: SECRET, SECRETS_KEY, GRAPHIQL: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const lines: string[] = [];
  let wake = (): void => {};
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    wake();
  });
  const ended = once(child, 'close').then(([code]: unknown[]) => ({ code: code as number | null, complaint }));
  let over = false;
  void ended.then(() => {
    over = true;
    wake();
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const logged = async (message: string): Promise<Data> => {
    for (;;) {
      const found = lines.filter((line) => line.startsWith('{')).map((line): Data => JSON.parse(line));
      const line = found.find(({ msg }) => msg === message);
      if (line !== undefined) return line;
      if (over) throw new Error(`The program ended without "${message}":\n${lines.join('\n')}\n${complaint}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { child, lines, logged, ended };
}
