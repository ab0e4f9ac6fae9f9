import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { StartupError } from '../../src/base/startup-error.ts';
import { findPostgres } from '../../src/embedded/binaries.ts';
import { accountFor, processOptionsFor } from '../../src/embedded/cluster.ts';
import { joinEmbedded, startEmbedded } from '../../src/embedded/embedded-server.ts';
import { checkout, query, run, start, temporary } from './checkout.ts';

test('a second gateway on the directory learns who owns it, and the first continues', async () => {
  const dataDir = join(temporary(), 'data');
  const first = run(await checkout(true), dataDir);
  expect(await first.next()).toMatchObject({ fresh: true });
  const refusal = startEmbedded(dataDir);
  await expect(refusal).rejects.toThrow(StartupError);
  await expect(refusal).rejects.toThrow(`The data directory ${dataDir} is in use by process ${first.pid};`);
  const before = await first.next();
  expect(await first.next()).toBe(before + 1);
});

test('when two gateways start together in an empty directory, one gets it', async () => {
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

test('after kill -9, the next start has all acknowledged writes', async () => {
  const dataDir = join(temporary(), 'data');
  const killed = run(await checkout(true), dataDir);
  await killed.next();
  let acknowledged = 0;
  while (acknowledged < 50) acknowledged = await killed.next();
  await killed.kill();

  const { url, fresh } = await start(dataDir);
  expect(fresh).toBe(false);
  expect(await query(url, 'SELECT count(*)::int FROM written WHERE number <= 50')).toEqual([[acknowledged]]);
});

test('the server of a killed gateway shuts down cleanly', async () => {
  const dataDir = join(temporary(), 'data');
  const killed = run(await checkout(true), dataDir);
  await killed.next();
  await killed.kill();
  const log = () => readFileSync(join(dataDir, 'postgres.log'), 'utf8');
  await expect.poll(log).toContain('database system is shut down');
});

test('a server has its owner again after a crash of one of its sessions', async () => {
  const dataDir = join(temporary(), 'data');
  const { url } = await start(dataDir);
  const session = new pg.Client(url);
  session.on('error', () => {});
  await session.connect();
  const { rows } = await session.query('SELECT pg_backend_pid() AS pid');
  process.kill(rows[0].pid, 'SIGKILL');
  await new Promise((resolve) => session.once('end', resolve));
  const owners = () => query(url, "SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory'");
  await expect.poll(() => owners().catch(() => 'restarting')).toEqual([[1]]);
  expect((await joinEmbedded(dataDir)).url).toBe(url);
  expect(await query(url, 'SELECT 1')).toEqual([[1]]);
});

/** Starts the directory's server without an owner, at a port of its last start. */
async function orphan(dataDir: string, port: string, settings: Record<string, string> = {}) {
  const cluster = join(dataDir, 'postgresql');
  const account = accountFor(cluster);
  const binaries = findPostgres(dataDir, account);
  const { options, directory } = processOptionsFor(cluster, { dataDir, cluster, account, binaries });
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port, ...settings };
  const flags = Object.entries(all).map(([name, value]) => `--${name}=${value}`);
  const server = spawn(join(binaries, 'bin', 'postgres'), ['-D', directory, ...flags], { ...options, stdio: 'ignore' });
  const exit = once(server, 'exit');
  onTestFinished(async () => {
    server.kill('SIGQUIT');
    await exit;
  });
  const url = `postgresql://postgres:${readFileSync(join(cluster, 'gateway.password'), 'utf8')}@127.0.0.1:${port}/postgres`;
  await expect.poll(() => query(url, 'SELECT 1').catch(() => undefined)).toEqual([[1]]);
  return { server, exit, url };
}

/** A directory whose server was stopped, and the port that it had. */
async function stopped() {
  const dataDir = join(temporary(), 'data');
  const { stop, url } = await start(dataDir);
  await stop();
  return { dataDir, cluster: join(dataDir, 'postgresql'), port: new URL(url).port };
}

test('a server without an owner is stopped, and the next gateway gets the directory', async () => {
  const { dataDir, port } = await stopped();
  const { exit } = await orphan(dataDir, port);
  const second = await start(dataDir);
  expect(await exit).toEqual([0, null]);
  expect(await query(second.url, 'SELECT 1')).toEqual([[1]]);
});

/** A server of another directory that lets everybody in, as a superuser. */
async function trusting() {
  const { dataDir, cluster, port } = await stopped();
  writeFileSync(join(cluster, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust');
  return { port, ...(await orphan(dataDir, port)) };
}

test('whatever a torn or old record names, no foreign process gets a signal, and the gateway starts', async () => {
  const { dataDir, cluster, port: own } = await stopped();
  const foreign = await trusting();
  const stranger = spawn('sleep', ['600']);
  onTestFinished(() => void stranger.kill());
  const record = (pid: unknown, port: unknown) => [pid, cluster, 1, port, '', '127.0.0.1', '', 'ready'].join('\n');
  const records = [
    '',
    '\n',
    'garbage',
    '\0'.repeat(64),
    `${stranger.pid}`,
    `${stranger.pid}\n${cluster}\n1`,
    record(stranger.pid, ''),
    record(stranger.pid, own),
    record(stranger.pid, 'x'),
    record(stranger.pid, 99_999),
    record(stranger.pid, foreign.port),
    record(foreign.server.pid, foreign.port),
    record(foreign.server.pid, own),
    record(process.pid, foreign.port),
    record('1e99', foreign.port),
    record(2 ** 31 - 1, foreign.port),
  ];
  for (const text of records) {
    writeFileSync(join(cluster, 'postmaster.pid'), text);
    const server = await start(dataDir);
    expect(await query(server.url, 'SELECT 1'), text).toEqual([[1]]);
    await server.stop();
  }
  expect([stranger.exitCode, stranger.signalCode, stranger.killed]).toEqual([null, null, false]);
  expect(await query(foreign.url, 'SELECT 1')).toEqual([[1]]);
});

test('a server that its record names wrongly is not touched, and the start says what to do', async () => {
  const { dataDir, cluster, port } = await stopped();
  const { url } = await orphan(dataDir, port);
  const stranger = spawn('sleep', ['600']);
  onTestFinished(() => void stranger.kill());
  const record = join(cluster, 'postmaster.pid');
  const [, ...lines] = readFileSync(record, 'utf8').split('\n');
  writeFileSync(record, [stranger.pid, ...lines].join('\n'));
  const refusal = startEmbedded(dataDir);
  await expect(refusal).rejects.toThrow(StartupError);
  await expect(refusal).rejects.toThrow(`process ${stranger.pid} and port ${port}`);
  expect([stranger.exitCode, stranger.signalCode]).toEqual([null, null]);
  expect(await query(url, 'SELECT 1')).toEqual([[1]]);
});

test('a copy of a directory in use, with its record and password, leaves the server of the original alone', async () => {
  const { dataDir, port } = await stopped();
  const { url } = await orphan(dataDir, port);
  const copy = join(temporary(), 'copy');
  cpSync(dataDir, copy, { recursive: true });
  const started = await start(copy);
  expect(started.fresh).toBe(false);
  expect(await query(url, 'SELECT 1')).toEqual([[1]]);
});
