import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MIGRATIONS } from '../../src/paths.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { type Data, openGateway, type TestGateway } from '../gateway.ts';
import { openEvents } from '../http/event-source.ts';
import { onServer } from '../postgres.ts';
import { until } from '../until.ts';
import { binaries, type Cluster, createPrimary } from './cluster.ts';

const LIVE = `subscription ($since: String) {
  changes(watch: [{ record: TANK }, { record: TASK }], since: $since) {
    __typename ... on Resync { cursor } ... on TankChange { cursor sequence tank { name } }
  }
}`;
const rename = (name: string): string => `UPDATE tank SET name = '${name}' WHERE id = 't1'`;

describe.skipIf(binaries === undefined)('a database that goes back (needs an installed PostgreSQL)', () => {
  let server: Cluster;
  let gateway: TestGateway;
  const open = (): Promise<TestGateway> => openGateway({ database: { url: server.url, drop: async () => {} } });
  const live = (since?: string) => openEvents(gateway, LIVE, { variables: { since } });
  /** Changes the tank, and reads the changes of a stream up to it. */
  const change = async (stream: { item: () => Promise<Data> }, ...names: string[]): Promise<Data[]> => {
    const items: Data[] = [];
    for (const name of names) {
      await onServer(server.url, rename(name));
      items.push(await stream.item());
    }
    expect(items.map(({ tank }) => tank?.name)).toEqual(names);
    return items;
  };
  const isServed = (): Promise<boolean> =>
    gateway.sql('SELECT').then(
      () => true,
      () => false,
    );
  const restart = async (between: () => void = () => {}): Promise<void> => {
    await server.stop();
    between();
    await server.start();
    await until(isServed);
  };

  beforeAll(async () => {
    server = await createPrimary();
    await migrate(server.url, MIGRATIONS);
    await onServer(server.url, `INSERT INTO tank (id, company_id) VALUES ('t1', 'acme')`);
  });
  afterEach(() => gateway?.close());
  afterAll(() => server?.remove());

  test('streams get one Resync and then every change, and cursors of what was lost get Resync', async () => {
    gateway = await open();
    const stream = await live();
    const [known] = [await stream.item(), ...(await change(stream, 'known'))].slice(-1);
    await server.stop();
    const goBack = server.copy();
    await server.start();
    await until(isServed);
    const lost = (await change(stream, ...Array.from({ length: 40 }, (_, index) => `lost ${index}`))).at(-1);
    await restart(goBack);
    const resync = await stream.item();
    expect(resync).toMatchObject({ __typename: 'Resync' });
    const [first] = await change(stream, 'after', 'later');
    expect(first?.sequence).toBeGreaterThan(lost?.sequence);

    const late = await live(lost?.cursor);
    expect(await late.item()).toMatchObject({ __typename: 'Resync' });
    const resumed = await live(known?.cursor);
    expect((await resumed.item()).tank.name).toBe('after');
    const again = await live(resync.cursor);
    expect((await again.item()).tank.name).toBe('after');
    expect(gateway.logged.filter(({ msg }) => /may lack the last changes/.test(msg)).length).toBe(2);
  });

  test('a restart that loses nothing ends and repeats nothing in a stream', async () => {
    gateway = await open();
    const stream = await live();
    await stream.item();
    const [before] = await change(stream, 'before');
    await restart();
    const [after] = await change(stream, 'after');
    expect(after?.sequence).toBeGreaterThan(before?.sequence);
    const resumed = await live(before?.cursor);
    expect((await resumed.item()).cursor).toBe(after?.cursor);
  });

  test('changes that were written before a gateway has noticed get higher sequences, too, in their order', async () => {
    gateway = await open();
    const stream = await live();
    await stream.item();
    await change(stream, 'one');
    await server.stop();
    const goBack = server.copy();
    await server.start();
    await until(isServed);
    const lost = (await change(stream, 'two', 'three', 'four')).at(-1);
    await gateway.close();
    await server.stop();
    goBack();
    await server.start();
    await onServer(server.url, rename('of SQL'), rename('again'));
    gateway = await open();
    const late = await live(lost?.cursor);
    expect(await late.item()).toMatchObject({ __typename: 'Resync' });
    const recorded = 'SELECT sequence, data ->> $1 AS name FROM live_change ORDER BY position DESC LIMIT 2';
    await until(async () => (await gateway.sql(recorded, ['name']))[0]?.name === 'again');
    const [again, ofSql] = await gateway.sql(recorded, ['name']);
    expect(ofSql).toMatchObject({ name: 'of SQL' });
    expect(ofSql?.sequence).toBeGreaterThan(lost?.sequence);
    expect(again?.sequence).toBeGreaterThan(ofSql?.sequence);
  });

  test('a delta read tells from the epoch that the database may have gone back', async () => {
    gateway = await open();
    const epochs = async (): Promise<Data[]> => {
      const { data } = await gateway.ask(
        '{ tanks { epoch modifiedThrough } tasks { epoch } deletions(record: TANK) { epoch } }',
      );
      return [data.tanks.epoch, data.tasks.epoch, data.deletions.epoch];
    };
    const [epoch] = await epochs();
    expect(await epochs()).toEqual([epoch, epoch, epoch]);
    await restart();
    const [next] = await epochs();
    expect(next).not.toBe(epoch);
    expect(await epochs()).toEqual([next, next, next]);
  });
});
