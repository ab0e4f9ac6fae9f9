import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { StartupError } from '../../src/base/startup-error.ts';
import { findPostgres } from '../../src/embedded/binaries.ts';
import { accountFor, inside } from '../../src/embedded/cluster.ts';
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

test('a server without an owner is stopped, and the next gateway gets the directory', async () => {
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
  await expect.poll(() => query(first.url, 'SELECT 1').catch(() => undefined)).toEqual([[1]]);

  const second = await start(dataDir);
  expect(await exit).toEqual([0, null]);
  expect(await query(second.url, 'SELECT 1')).toEqual([[1]]);
});

test('a recorded process id that now belongs to another program does not block the start', async () => {
  const dataDir = join(temporary(), 'data');
  const { stop, url } = await start(dataDir);
  await stop();
  const stranger = spawn('sleep', ['60']);
  onTestFinished(() => void stranger.kill());
  const record = [stranger.pid, dataDir, 1, new URL(url).port, '', '127.0.0.1', '', 'ready'];
  writeFileSync(join(dataDir, 'postgresql', 'postmaster.pid'), record.join('\n'));
  expect((await start(dataDir)).fresh).toBe(false);
});
