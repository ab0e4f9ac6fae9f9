import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MIGRATIONS } from '../../src/paths.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { endPool, openDatabase } from '../../src/postgres/pool.ts';
import { openGateway, type TestGateway } from '../gateway.ts';
import { openEvents } from '../live/event-source.ts';
import { onServer } from '../postgres.ts';
import { until } from '../until.ts';
import { binaries, type Cluster, createPrimary, createReplica } from './cluster.ts';

const hostOf = ({ url }: Cluster) => ({ host: '127.0.0.1', port: Number(new URL(url).port) });
const WRITE = 'mutation ($name: String) { updateTank(id: "t1", input: { name: $name }) { ... on Tank { name } } }';
const LIVE = 'subscription { tankChanged(id: "t1") { __typename ... on TankChange { tank { name } } } }';

describe.skipIf(binaries === undefined)('an address with several hosts (needs an installed PostgreSQL)', () => {
  let primary: Cluster;
  let standby: Cluster;
  let gateway: TestGateway;
  beforeAll(async () => {
    primary = await createPrimary();
    await migrate(primary.url, MIGRATIONS);
    await onServer(primary.url, `INSERT INTO tank (id, company_id) VALUES ('t1', 'acme')`);
    standby = await createReplica(primary);
  });
  afterAll(async () => {
    await gateway?.close();
    await standby?.remove();
    await primary?.remove();
  });

  test('a start finds the host that accepts writes', async () => {
    const hosts = [hostOf(standby), hostOf(primary)];
    const pool = await openDatabase(standby.url, { size: 1, hosts });
    const { rows } = await pool.query("SELECT current_setting('port')::int AS port");
    expect(rows[0]?.port).toBe(hostOf(primary).port);
    await endPool(pool);
    await expect(
      openDatabase(standby.url, { size: 1, hosts: [hostOf(standby), { host: '127.0.0.1', port: 1 }] }),
    ).rejects.toThrow(
      `No host of DATABASE_URL accepts writes: 127.0.0.1:${hostOf(standby).port}: it accepts no writes; 127.0.0.1:1: `,
    );
  });

  test('after a promotion, requests and streams go on with the promoted host', async () => {
    const hosts = [hostOf(standby), hostOf(primary)];
    gateway = await openGateway({ database: { url: standby.url, drop: async () => {} }, pool: { hosts } });
    const stream = await openEvents(gateway, LIVE);
    expect(await stream.item()).toEqual({ __typename: 'Resync' });
    const write = async (name: string) => (await gateway.ask(WRITE, { name })).data?.updateTank?.name === name;
    expect(await write('before')).toBe(true);
    expect((await stream.item()).tank).toEqual({ name: 'before' });
    await until(async () => {
      const { rows } = await gateway.pool.query(
        'SELECT replay_lsn = pg_current_wal_lsn() AS has FROM pg_stat_replication',
      );
      return rows[0]?.has === true;
    });
    await primary.stop();
    expect((await gateway.ask(WRITE, { name: 'refused' })).errors).toMatchObject([
      { extensions: { code: 'UNAVAILABLE' } },
    ]);
    await onServer(standby.url, 'SELECT pg_promote()');
    await until(() => write('after'));
    for (let name = 'before'; name !== 'after'; ) name = (await stream.item()).tank?.name;
    await primary.start();
    expect(await write('later')).toBe(true);
  });
});
