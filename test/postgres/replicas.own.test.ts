import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createKey } from '../../src/auth/api-keys.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { RequestBudget } from '../../src/load/request-budget.ts';
import { MIGRATIONS } from '../../src/paths.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { openPool, type Pool } from '../../src/postgres/pool.ts';
import { positionOf } from '../../src/postgres/replicas.ts';
import type { Extension } from '../../src/prisma/caller.ts';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';
import { LIMITS, openGateway, type TestGateway, tokenOf, watchStatements } from '../gateway.ts';
import { send, sums } from '../import/sending.ts';
import { openEvents } from '../live/event-source.ts';
import { onServer } from '../postgres.ts';
import { openProxy } from '../proxy.ts';
import { binaries, type Cluster, createPrimary, createReplica } from './cluster.ts';

describe.skipIf(binaries === undefined)('with a replica (needs an installed PostgreSQL)', () => {
  let primary: Cluster;
  let replica: Cluster;
  let gateway: TestGateway;
  let beta: string;
  let operator: string;
  const open = ({ mostLagMs = 600_000, extensions }: { mostLagMs?: number; extensions?: Extension[] } = {}) => {
    const database = { url: primary.url, drop: async () => {} };
    return openGateway({ database, replicas: { urls: [replica.url], mostLagMs }, extensions: extensions ?? [] });
  };
  const READ = 'query ($id: ID!) { tank(id: $id) { name } }';
  const WRITE =
    'mutation ($id: ID!, $name: String) { updateTank(id: $id, input: { name: $name }) { ... on Tank { name shipTo { name } } } }';
  const nameOf = async (id: string, token?: string): Promise<string> =>
    (await gateway.ask(READ, { id }, token)).data.tank?.name;
  /** Whether the primary had no part in what a function does. */
  const isOfReplica = async (read: () => Promise<unknown>, { pool } = gateway): Promise<boolean> => {
    const sent = watchStatements(pool);
    await read();
    return sent.length === 0;
  };
  /** Waits until the replica has everything and the gateway knows. */
  const caughtUp = (): Promise<void> =>
    expect
      .poll(() => isOfReplica(() => Promise.all([nameOf('t1'), nameOf('t2', beta), nameOf('t2', operator)])))
      .toBe(true);
  /** Stops the replica from applying changes until the test ends. */
  const pauseReplay = async (): Promise<void> => {
    await onServer(replica.url, 'SELECT pg_wal_replay_pause()');
    onTestFinished(() => onServer(replica.url, 'SELECT pg_wal_replay_resume()'));
    const paused = `DO $$ BEGIN WHILE pg_get_wal_replay_pause_state() <> 'paused' LOOP PERFORM pg_sleep(0.01); END LOOP; END $$`;
    await onServer(replica.url, paused);
  };

  beforeAll(async () => {
    primary = await createPrimary();
    await migrate(primary.url, MIGRATIONS);
    await onServer(
      primary.url,
      `INSERT INTO ship_to (id, company_id, name) VALUES ('s1', 'acme', 'old')`,
      `INSERT INTO tank (id, company_id, name, ship_to_id) VALUES ('t1', 'acme', 'old', 's1'), ('t2', 'beta', 'old', NULL)`,
      `INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions)
       VALUES ('sub', 'acme', 'flow', 'node', 'https://example.com', 'tank', '{updated}')`,
    );
    replica = await createReplica(primary);
    gateway = await open();
    beta = await tokenOf('beta');
    operator = await tokenOf(undefined, 'companies:all tanks:read tanks:write ship-tos:read');
  });
  beforeEach(() => caughtUp());
  afterAll(async () => {
    await gateway?.close();
    await replica?.remove();
    await primary?.remove();
  });

  test('queries read from the replica, mutations from the primary', async () => {
    const related = '{ tank(id: "t1") { shipTo { name tanks { totalCount } } } }';
    expect(await isOfReplica(() => gateway.ask(related, {}, operator))).toBe(true);
    await pauseReplay();
    await onServer(primary.url, `UPDATE tank SET name = 'hidden' WHERE id = 't2'`);
    expect(await nameOf('t2', beta)).toBe('old');
    const page = '{ tanks(first: 5, orderBy: { field: NAME, direction: ASC }) { totalCount nodes { name } } }';
    expect((await gateway.ask(page, {}, beta)).data.tanks).toEqual({ totalCount: 1, nodes: [{ name: 'old' }] });

    const budget = new RequestBudget(LIMITS, 'acme');
    // Also when both ask in one tick, for the same columns.
    const lookup = { where: { id: 't2' }, select: { name: true } } as const;
    const both = [Tenant.of('beta').forRequest(budget, true), Tenant.of('beta').forRequest(budget, false)].map((each) =>
      gateway.prisma.tank.of(each).lookup(lookup),
    );
    expect((await Promise.all(both)).map((row) => row?.name)).toEqual(['old', 'hidden']);

    const sent = watchStatements(gateway.pool);
    const conflict = `mutation { updateTank(id: "t2", expectedVersion: 1, input: { name: "mine" }) { ... on ConflictError { currentVersion } } }`;
    expect((await gateway.ask(conflict, {}, beta)).data.updateTank).toEqual({ currentVersion: 2 });
    expect(sent).toHaveLength(2);
    const unchanged = 'mutation { updateTank(id: "t2", input: {}) { ... on Tank { name } } }';
    expect((await gateway.ask(unchanged, {}, beta)).data.updateTank).toEqual({ name: 'hidden' });
    await onServer(primary.url, `UPDATE tank SET name = 'old' WHERE id = 't2'`);
  });

  test('an API key is looked up on the primary, so that a replica that is behind does not prolong it', async () => {
    await pauseReplay();
    const { id, hash, key } = createKey();
    await onServer(
      primary.url,
      `INSERT INTO api_key (id, company_id, scopes, hash) VALUES ('${id}', 'beta', '{tanks:read}', '${hash}')`,
    );
    expect(await nameOf('t2', key)).toBe('old');
    await onServer(primary.url, `UPDATE api_key SET revoked_at = now() WHERE id = '${id}'`);
    const clock = vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 });
    onTestFinished(() => void clock.useRealTimers());
    expect((await gateway.ask(READ, { id: 't2' }, key)).errors).toMatchObject([
      { message: 'The API key has been revoked.' },
    ]);
  });

  test('a company reads its own write at once, and from the replica when that has it', async () => {
    await pauseReplay();
    for (let count = 0; count < 20; count++) {
      await gateway.ask(WRITE, { id: 't1', name: `name ${count}` });
      expect(await nameOf('t1')).toBe(`name ${count}`);
    }
    expect(await isOfReplica(() => nameOf('t2', beta))).toBe(true);
    await onServer(replica.url, 'SELECT pg_wal_replay_resume()');
    await caughtUp();
    expect(await nameOf('t1')).toBe('name 19');
  });

  test('a company reads its own import at once', async () => {
    await pauseReplay();
    expect((await send(gateway, 'id,name\nt1,imported\n')).end).toEqual(sums(0, 1, 0, 0));
    expect(await nameOf('t1')).toBe('imported');
  });

  test('a company reads its own write at once, also when an extension has sent it in a transaction', async () => {
    const inTransaction = Prisma.defineExtension((client) =>
      client.$extends({
        query: {
          $queryRawUnsafe: ({ args, query }) =>
            `${args[0]}`.startsWith('UPDATE') ? client.$transaction((tx) => tx.$queryRawUnsafe(...args)) : query(args),
        },
      }),
    );
    const extended = await open({ extensions: [inTransaction] });
    onTestFinished(() => extended.close());
    const read = () => extended.ask(READ, { id: 't1' });
    await expect.poll(() => isOfReplica(read, extended)).toBe(true);
    await pauseReplay();
    await extended.ask(WRITE, { id: 't1', name: 'in a transaction' });
    expect((await read()).data).toEqual({ tank: { name: 'in a transaction' } });
  });

  test('a company reads nothing older when its replica goes away and another is further behind', async () => {
    const second = await createReplica(primary);
    onTestFinished(() => second.remove());
    const clusters = [replica, second];
    const proxies = await Promise.all(clusters.map(({ url }) => openProxy(url)));
    const both = await openGateway({
      database: { url: primary.url, drop: async () => {} },
      replicas: { urls: proxies.map(({ url }) => url), mostLagMs: 600_000 },
    });
    onTestFinished(async () => {
      await both.close();
      await Promise.all(proxies.map((proxy) => proxy.close()));
      await onServer(replica.url, 'SELECT pg_wal_replay_resume()');
      await onServer(primary.url, `UPDATE tank SET name = 'old' WHERE id = 't2'`);
    });
    const name = async (): Promise<string> => (await both.ask(READ, { id: 't2' }, beta)).data.tank.name;
    const read = async (wanted: string) => expect.poll(name).toBe(wanted);
    const isOfReplicas = async (): Promise<boolean> => {
      const sent = watchStatements(both.pool);
      await name();
      return sent.length === 0;
    };
    await expect.poll(isOfReplicas).toBe(true);
    const rename = (to: string) => onServer(primary.url, `UPDATE tank SET name = '${to}' WHERE id = 't2'`);
    // The one that the company reads is the one whose pause it notices.
    await onServer(replica.url, 'SELECT pg_wal_replay_pause()');
    await rename('first');
    const until = `DO $$ BEGIN WHILE (SELECT name FROM tank WHERE id = 't2') <> 'first' LOOP PERFORM pg_sleep(0.01); END LOOP; END $$`;
    await onServer(second.url, until);
    const used = (await name()) === 'first' ? 1 : 0;
    await onServer(replica.url, 'SELECT pg_wal_replay_resume()');
    await read('first');
    await onServer(replica.url, until);
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
    await onServer(primary.url, 'SELECT pg_switch_wal()');
    const reached = openPool(replica.url, { size: 1 });
    onTestFinished(() => reached.end());
    const ahead = async () => {
      const position = (await positionOf(gateway.pool))?.position;
      const { rows } = await reached.query(`SELECT $1 - pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') AS bytes`, [
        position,
      ]);
      return Number(rows[0].bytes);
    };
    await expect.poll(ahead).toBeLessThanOrEqual(0);
  });

  test('the primary answers what the replica fails to answer', async () => {
    const locker = openPool(primary.url, { size: 1 });
    onTestFinished(() => locker.end());
    const watcher = openPool(replica.url, { size: 1 });
    onTestFinished(() => watcher.end());
    const untilOne = (text: string) => expect.poll(async () => (await watcher.query(text)).rowCount).toBe(1);
    // The replica applies the lock, too. Only a commit sends it there at once.
    await locker.query('BEGIN; LOCK TABLE tank IN ACCESS EXCLUSIVE MODE');
    await onServer(primary.url, `SELECT pg_logical_emit_message(true, 'commit', '')`);
    await untilOne(`SELECT FROM pg_locks WHERE relation = 'tank'::regclass AND mode = 'AccessExclusiveLock'`);
    const name = nameOf('t2', beta);
    await untilOne(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'`);
    await locker.query('COMMIT');
    expect(await name).toBe('old');
  });

  test('what follows a mutation in its own answer is read with it', async () => {
    await pauseReplay();
    await onServer(primary.url, `UPDATE ship_to SET name = 'new' WHERE id = 's1'`);
    const { data } = await gateway.ask(WRITE, { id: 't1', name: 'new' });
    expect(data.updateTank).toEqual({ name: 'new', shipTo: { name: 'new' } });
  });

  test('the write of an operator is seen by the operator, in relations too, and by the company', async () => {
    await pauseReplay();
    await gateway.ask(WRITE, { id: 't1', name: 'of the operator' }, operator);
    expect(await nameOf('t1', operator)).toBe('of the operator');
    expect(await nameOf('t1')).toBe('of the operator');
    await onServer(primary.url, `UPDATE ship_to SET name = 'newer' WHERE id = 's1'`);
    const { data } = await gateway.ask('{ tank(id: "t1") { shipTo { name } } }', {}, operator);
    expect(data.tank.shipTo.name).toBe('newer');
  });

  test('a list of deliveries leaves the reads of other companies on the replica', async () => {
    await pauseReplay();
    const { data } = await gateway.ask('{ webhookSubscription(id: "sub") { deliveries(first: 1) { totalCount } } }');
    expect(data.webhookSubscription).toEqual({ deliveries: { totalCount: expect.any(Number) } });
    expect(await isOfReplica(() => nameOf('t2', beta))).toBe(true);
  });

  test('subscriptions and their deliveries are read as they are now', async () => {
    await pauseReplay();
    await gateway.ask('mutation { pauseSubscription(id: "sub") { __typename } }');
    await onServer(primary.url, `UPDATE tank SET name = 'event' WHERE id = 't1'`);
    const { data } = await gateway.ask(
      '{ webhookSubscription(id: "sub") { state deliveries(first: 1) { nodes { status } } } webhookSubscriptions { nodes { state } } }',
    );
    expect(data.webhookSubscription).toEqual({ state: 'PAUSED', deliveries: { nodes: [{ status: 'HELD' }] } });
    expect(data.webhookSubscriptions.nodes).toEqual([{ state: 'PAUSED' }]);
  });

  test('every page of a delta read is of the primary, also one that does not ask for its time', async () => {
    const ordered = '{ tanks(orderBy: { field: LAST_MODIFIED, direction: ASC }) { nodes { id } } }';
    const since = '{ tanks(filter: { modifiedSince: "2026-01-01T00:00:00Z" }) { nodes { id } } }';
    for (const page of [ordered, since]) expect(await isOfReplica(() => gateway.ask(page, {}, beta))).toBe(false);
    // As soon as the replica has what they have shown.
    await expect.poll(() => isOfReplica(() => gateway.ask('{ tanks { nodes { id } } }', {}, beta))).toBe(true);
  });

  test('a replica that is lost is skipped until it is back, with one line in the log for each', async () => {
    const before = gateway.logged.length;
    const told = () => gateway.logged.slice(before).filter(({ msg }) => msg !== 'request');
    await replica.stop();
    for (let count = 0; count < 20; count++) expect(await nameOf('t2', beta)).toBe('old');
    await expect.poll(() => told().length).toBe(1);
    expect(await isOfReplica(() => nameOf('t2', beta))).toBe(false);
    await replica.start();
    await caughtUp();
    expect(told().map(({ msg, host }) => [msg, host])).toEqual([
      ['reads skip a replica', new URL(replica.url).host],
      ['reads use the replica again', new URL(replica.url).host],
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
    await onServer(primary.url, `UPDATE tank SET name = 'later' WHERE id = 't2'`);
    await expect.poll(read).toBe('later');
    expect(strict.logged).toContainEqual(expect.objectContaining({ reason: 'it is more than 0.3 s behind' }));
    await onServer(replica.url, 'SELECT pg_wal_replay_resume()');
    await expect.poll(() => isAnswered('replica')).toBe(true);
    await onServer(primary.url, `UPDATE tank SET name = 'old' WHERE id = 't2'`);
  });

  test('the primary itself is no replica', async () => {
    const wrong = await openGateway({
      database: { url: primary.url, drop: async () => {} },
      replicas: { urls: [primary.url] },
    });
    onTestFinished(() => wrong.close());
    const reason = expect.objectContaining({ reason: 'it is not a replica' });
    await expect.poll(() => wrong.logged).toContainEqual(reason);
    expect((await wrong.ask(READ, { id: 't1' })).data.tank).not.toBe(null);
  });

  test('another database of the replica is not read', async () => {
    const other = Object.assign(new URL(replica.url), { pathname: '/template1' }).href;
    const wrong = await openGateway({
      database: { url: primary.url, drop: async () => {} },
      replicas: { urls: [other] },
    });
    onTestFinished(() => wrong.close());
    const reason = expect.objectContaining({ reason: 'it does not follow the primary, or not yet' });
    await expect.poll(() => wrong.logged).toContainEqual(reason);
    expect((await wrong.ask(READ, { id: 't1' })).data.tank).not.toBe(null);
  });

  test('a read after the Resync of a live operation is not older than the Resync', async () => {
    const gamma = await tokenOf('gamma');
    await onServer(primary.url, "INSERT INTO tank (id, company_id, name) VALUES ('t3', 'gamma', 'old')");
    await expect.poll(() => isOfReplica(() => nameOf('t3', gamma))).toBe(true);
    await expect.poll(() => nameOf('t3', gamma)).toBe('old');
    await pauseReplay();
    await onServer(primary.url, "UPDATE tank SET name = 'new' WHERE id = 't3'");
    expect(await nameOf('t3', gamma)).toBe('old');
    const watch = 'subscription { tankChanged(id: "t3") { __typename } }';
    const events = await openEvents(gateway, watch, { token: gamma });
    expect(await events.item()).toEqual({ __typename: 'Resync' });
    expect(await nameOf('t3', gamma)).toBe('new');
  });

  test('a replica follows a primary that has restarted, and is not read once it has what the primary has lost', async () => {
    const write = (name: string) => onServer(primary.url, `UPDATE tank SET name = '${name}' WHERE id = 't1'`);
    const skips = () => gateway.logged.filter(({ msg }) => msg === 'reads skip a replica').length;
    const reached = openPool(replica.url, { size: 1 });
    onTestFinished(() => reached.end());
    const epochOf = async (pool: Pool, text: string): Promise<string> => (await pool.query(text)).rows[0].name;
    const isFollowing = async (): Promise<boolean> =>
      (await epochOf(reached, 'SELECT name FROM database_epoch ORDER BY number DESC LIMIT 1')) ===
      (await epochOf(gateway.pool, 'SELECT epoch_name() AS name'));
    await primary.stop();
    const goBack = primary.copy();
    await primary.start();
    await expect.poll(() => isFollowing().catch(() => false)).toBe(true);
    await caughtUp();
    await write('lost');
    await expect.poll(() => nameOf('t1')).toBe('lost');
    const before = skips();
    await primary.stop();
    goBack();
    await primary.start();
    await expect.poll(() => skips()).toBeGreaterThan(before);
    await expect.poll(() => nameOf('t1').catch(() => undefined)).not.toBe(undefined);
    expect(await nameOf('t1')).not.toBe('lost');
    expect(await isOfReplica(() => nameOf('t1'))).toBe(false);
  });
});
