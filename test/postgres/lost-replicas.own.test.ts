import { describe, expect, onTestFinished, test } from 'vitest';
import { openPool, type Pool } from '../../src/postgres/pool.ts';
import { positionOf } from '../../src/postgres/replicas.ts';
import { openGateway, watchStatements } from '../gateway.ts';
import { onServer } from '../postgres.ts';
import { openProxy } from '../proxy.ts';
import { binaries, createReplica } from './cluster.ts';

import { beta, READ, useReplica } from './replicated.ts';

describe.skipIf(binaries === undefined)('with a replica (needs an installed PostgreSQL)', () => {
  const on = useReplica();
  const { open, nameOf, isOfReplica, caughtUp, pauseReplay } = on;

  test('a company reads nothing older when its replica goes away and another is further behind', async () => {
    const second = await createReplica(on.primary);
    onTestFinished(() => second.remove());
    const clusters = [on.replica, second];
    const proxies = await Promise.all(clusters.map(({ url }) => openProxy(url)));
    const both = await openGateway({
      database: { url: on.primary.url, drop: async () => {} },
      replicas: { urls: proxies.map(({ url }) => url), mostLagMs: 600_000 },
    });
    onTestFinished(async () => {
      await both.close();
      await Promise.all(proxies.map((proxy) => proxy.close()));
      await onServer(on.replica.url, 'SELECT pg_wal_replay_resume()');
      await onServer(on.primary.url, `UPDATE tank SET name = 'old' WHERE id = 't2'`);
    });
    const name = async (): Promise<string> => (await both.ask(READ, { id: 't2' }, beta)).data.tank.name;
    const read = async (wanted: string) => expect.poll(name).toBe(wanted);
    const isOfReplicas = async (): Promise<boolean> => {
      const sent = watchStatements(both.pool);
      await name();
      return sent.length === 0;
    };
    await expect.poll(isOfReplicas).toBe(true);
    const rename = (to: string) => onServer(on.primary.url, `UPDATE tank SET name = '${to}' WHERE id = 't2'`);
    // The one that the company reads is the one whose pause it notices.
    await onServer(on.replica.url, 'SELECT pg_wal_replay_pause()');
    await rename('first');
    const until = `DO $$ BEGIN WHILE (SELECT name FROM tank WHERE id = 't2') <> 'first' LOOP PERFORM pg_sleep(0.01); END LOOP; END $$`;
    await onServer(second.url, until);
    const used = (await name()) === 'first' ? 1 : 0;
    await onServer(on.replica.url, 'SELECT pg_wal_replay_resume()');
    await read('first');
    await onServer(on.replica.url, until);
    await onServer(clusters[1 - used]?.url ?? '', 'SELECT pg_wal_replay_pause()');
    await rename('second');
    await read('second');
    proxies[used]?.away();
    await expect.poll(() => both.logged.some(({ msg }) => msg === 'reads skip a replica')).toBe(true);
    const seen = new Set<string>();
    for (let count = 0; count < 20; count++) seen.add(await name());
    expect([...seen]).toEqual(['second']);
  });

  test('a replica has caught up also when the log has moved on to an empty file', async () => {
    await onServer(on.primary.url, 'SELECT pg_switch_wal()');
    const reached = openPool(on.replica.url, { size: 1 });
    onTestFinished(() => reached.end());
    const ahead = async () => {
      const position = (await positionOf(on.gateway.pool))?.position;
      const { rows } = await reached.query(`SELECT $1 - pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') AS bytes`, [
        position,
      ]);
      return Number(rows[0].bytes);
    };
    await expect.poll(ahead).toBeLessThanOrEqual(0);
  });

  test('the primary answers what the replica fails to answer', async () => {
    const locker = openPool(on.primary.url, { size: 1 });
    onTestFinished(() => locker.end());
    const watcher = openPool(on.replica.url, { size: 1 });
    onTestFinished(() => watcher.end());
    const untilOne = (text: string) => expect.poll(async () => (await watcher.query(text)).rowCount).toBe(1);
    // The replica applies the lock, too. Only a commit sends it there at once.
    await locker.query('BEGIN; LOCK TABLE tank IN ACCESS EXCLUSIVE MODE');
    await onServer(on.primary.url, `SELECT pg_logical_emit_message(true, 'commit', '')`);
    await untilOne(`SELECT FROM pg_locks WHERE relation = 'tank'::regclass AND mode = 'AccessExclusiveLock'`);
    const name = nameOf('t2', beta);
    await untilOne(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'`);
    await locker.query('COMMIT');
    expect(await name).toBe('old');
  });

  test('a replica that is lost is skipped until it is back, with one line in the log for each', async () => {
    const before = on.gateway.logged.length;
    const told = () => on.gateway.logged.slice(before).filter(({ msg }) => msg !== 'request');
    await on.replica.stop();
    for (let count = 0; count < 20; count++) expect(await nameOf('t2', beta)).toBe('old');
    await expect.poll(() => told().length).toBe(1);
    expect(await isOfReplica(() => nameOf('t2', beta))).toBe(false);
    await on.replica.start();
    await caughtUp();
    expect(told().map(({ msg, host }) => [msg, host])).toEqual([
      ['reads skip a replica', new URL(on.replica.url).host],
      ['reads use the replica again', new URL(on.replica.url).host],
    ]);
  });

  test('a replica that is too far behind is skipped', async () => {
    const strict = await open({ mostLagMs: 300 });
    onTestFinished(() => strict.close());
    const read = async () => (await strict.ask(READ, { id: 't2' }, beta)).data.tank.name;
    const sent = watchStatements(strict.pool);
    const isAnswered = async (by: 'replica' | 'primary') => {
      sent.length = 0;
      await read();
      return (sent.length === 0) === (by === 'replica');
    };
    await expect.poll(() => isAnswered('replica')).toBe(true);
    await pauseReplay();
    await onServer(on.primary.url, `UPDATE tank SET name = 'later' WHERE id = 't2'`);
    await expect.poll(read).toBe('later');
    expect(strict.logged).toContainEqual(expect.objectContaining({ reason: 'it is more than 0.3 s behind' }));
    await onServer(on.replica.url, 'SELECT pg_wal_replay_resume()');
    await expect.poll(() => isAnswered('replica')).toBe(true);
    await onServer(on.primary.url, `UPDATE tank SET name = 'old' WHERE id = 't2'`);
  });

  test('the primary itself is no replica', async () => {
    const wrong = await openGateway({
      database: { url: on.primary.url, drop: async () => {} },
      replicas: { urls: [on.primary.url] },
    });
    onTestFinished(() => wrong.close());
    const reason = expect.objectContaining({ reason: 'it is not a replica' });
    await expect.poll(() => wrong.logged).toContainEqual(reason);
    expect((await wrong.ask(READ, { id: 't1' })).data.tank).not.toBe(null);
  });

  test('another database of the replica is not read', async () => {
    const other = Object.assign(new URL(on.replica.url), { pathname: '/template1' }).href;
    const wrong = await openGateway({
      database: { url: on.primary.url, drop: async () => {} },
      replicas: { urls: [other] },
    });
    onTestFinished(() => wrong.close());
    const reason = expect.objectContaining({ reason: 'it does not follow the primary, or not yet' });
    await expect.poll(() => wrong.logged).toContainEqual(reason);
    expect((await wrong.ask(READ, { id: 't1' })).data.tank).not.toBe(null);
  });

  test('a replica follows a primary that has restarted, and is not read once it has what the primary has lost', async () => {
    const write = (name: string) => onServer(on.primary.url, `UPDATE tank SET name = '${name}' WHERE id = 't1'`);
    const skips = () => on.gateway.logged.filter(({ msg }) => msg === 'reads skip a replica').length;
    const reached = openPool(on.replica.url, { size: 1 });
    onTestFinished(() => reached.end());
    const epochOf = async (pool: Pool, text: string): Promise<string> => (await pool.query(text)).rows[0].name;
    const isFollowing = async (): Promise<boolean> =>
      (await epochOf(reached, 'SELECT name FROM database_epoch ORDER BY number DESC LIMIT 1')) ===
      (await epochOf(on.gateway.pool, 'SELECT epoch_name() AS name'));
    await on.primary.stop();
    const goBack = on.primary.copy();
    await on.primary.start();
    await expect.poll(() => isFollowing().catch(() => false)).toBe(true);
    await caughtUp();
    await write('lost');
    await expect.poll(() => nameOf('t1')).toBe('lost');
    const before = skips();
    await on.primary.stop();
    goBack();
    await on.primary.start();
    await expect.poll(() => skips()).toBeGreaterThan(before);
    await expect.poll(() => nameOf('t1').catch(() => undefined)).not.toBe(undefined);
    expect(await nameOf('t1')).not.toBe('lost');
    expect(await isOfReplica(() => nameOf('t1'))).toBe(false);
  });
});
