import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { MIGRATIONS } from '../../src/paths.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { openEvents } from '../live/event-source.ts';
import { onServer } from '../postgres.ts';
import { until } from '../until.ts';
import { deliver } from '../webhooks/loop.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { binaries, type Cluster, createPrimary } from './cluster.ts';

const LIVE = `subscription ($since: String) {
  changes(watch: [{ record: TANK }, { record: TASK }], since: $since) {
    __typename ... on Resync { cursor } ... on TankChange { cursor sequence tank { name } }
  }
}`;
const rename = (name: string, id = 't1'): string => `UPDATE tank SET name = '${name}' WHERE id = '${id}'`;

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
  const isWritten = (text: string): Promise<boolean> =>
    gateway.sql(text).then(
      () => true,
      () => false,
    );
  const isServed = () => isWritten('SELECT');
  const restart = async (between: () => void = () => {}): Promise<void> => {
    await server.stop();
    between();
    await server.start();
    await until(isServed);
  };

  /** A session that the test ends. */
  const session = async (text: string): Promise<pg.Client> => {
    const client = new pg.Client(server.url);
    onTestFinished(() => client.end());
    await client.connect();
    await client.query(text);
    return client;
  };
  /** What the tank was called, in the order of its sequences. */
  const namesInOrder = async (): Promise<string[]> =>
    (await gateway.sql(`SELECT data ->> 'name' AS name FROM live_change WHERE record_id = 't1' ORDER BY sequence`)).map(
      ({ name }) => name,
    );

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

  test('the changes of a record keep their order while a transaction is open at the beginning of an epoch', async () => {
    gateway = await open();
    const stream = await live();
    await stream.item();
    await gateway.close();
    await onServer(server.url, rename('second'));
    await server.stop();
    await server.start();
    const writer = await session(`BEGIN; ${rename('third')}`);
    gateway = await open();
    const late = await live();
    await late.item();
    await until(async () => (await namesInOrder()).includes('second'));
    await writer.query('COMMIT');
    await until(async () => (await namesInOrder()).includes('third'));
    expect((await namesInOrder()).slice(-2)).toEqual(['second', 'third']);
  });

  test('a gateway starts and answers at once, whatever waits in the outbox and whichever session holds it', async () => {
    gateway = await open();
    await (await live()).item();
    await gateway.close();
    await onServer(server.url, rename('waits'));
    await server.stop();
    await server.start();
    const holder = await session(`BEGIN; SELECT pg_advisory_xact_lock('webhook_outbox'::regclass::oid::bigint);
      SELECT FROM webhook_outbox FOR UPDATE`);
    gateway = await open();
    expect((await gateway.ask('{ tank(id: "t1") { name } }')).data.tank.name).toBe('waits');
    await holder.query('COMMIT');
    await (await live()).item();
    await until(async () => (await namesInOrder()).includes('waits'));
  });

  test('streams that are opened again while the database goes back get Resync or every change', async () => {
    const companies = Array.from({ length: 30 }, (_, index) => `lone${index}`);
    await onServer(server.url, ...companies.map((id) => `INSERT INTO tank (id, company_id) VALUES ('${id}', '${id}')`));
    gateway = await open();
    const another = await open();
    onTestFinished(() => another.close());
    const stream = await live();
    await stream.item();
    const tokens = new Map(await Promise.all(companies.map(async (id) => [id, await tokenOf(id)] as const)));
    let turn = 0;
    const reopened = (id: string, since?: string) =>
      openEvents(++turn % 2 === 0 ? gateway : another, LIVE, { variables: { since }, token: tokens.get(id) ?? '' });
    const cursors = new Map<string, string>();
    for (const id of companies) {
      const lone = await reopened(id);
      cursors.set(id, (await lone.item()).cursor);
      lone.close();
    }
    await server.stop();
    const goBack = server.copy();
    await server.start();
    await until(isServed);
    await change(stream, 'lost', 'lost, too');
    await server.stop();
    goBack();
    await server.start();
    let isOver = false;
    const resync = stream.item().finally(() => {
      isOver = true;
    });
    const write = async (id: string): Promise<void> => {
      for (let count = 0; !isOver || count < 2; count++) await until(() => isWritten(rename(`${count}`, id)));
      await gateway.sql(rename('last', id));
    };
    const follow = async (id: string): Promise<string[]> => {
      const names: string[] = [];
      while (names.at(-1) !== 'last') {
        const lone = await reopened(id, cursors.get(id));
        const item = await lone.item().catch(() => undefined);
        lone.close();
        if (item === undefined) continue;
        cursors.set(id, item.cursor);
        names.push(item.tank?.name ?? 'Resync');
      }
      return names;
    };
    const [followed] = await Promise.all([Promise.all(companies.map(follow)), Promise.all(companies.map(write))]);
    // After a Resync, the client has read its records: any change may be the next.
    const gaps = followed.map((names) =>
      names.filter((name, index) => {
        const before = names[index - 1] ?? '-1';
        return ![name, before].includes('Resync') && name !== 'last' && Number(name) !== Number(before) + 1;
      }),
    );
    expect(gaps.flat()).toEqual([]);
    expect(await resync).toMatchObject({ __typename: 'Resync' });
  });

  test('a message that was sent before keeps its webhook-id when its change becomes an event again, and no other has it', async () => {
    const receiver = await openReceiver();
    await onServer(
      server.url,
      `INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions)
       VALUES ('sub', 'acme', 'w', 'n', '${receiver.url}', 'tank', '{updated}')`,
      rename('survives'),
    );
    const next = async () => {
      const { headers, body } = await receiver.next();
      return { ...body, id: headers['webhook-id'] };
    };
    await server.stop();
    const goBack = server.copy();
    await server.start();
    gateway = await open();
    const { stop } = await deliver(gateway.pool);
    const sent = await next();
    const lost = [];
    for (const name of ['is lost', 'is lost, too', 'and so is this', 'and this']) {
      await onServer(server.url, rename(name));
      lost.push(await next());
    }
    await server.stop();
    goBack();
    await server.start();
    // Before the deliverer is there, and with more ids than it has seen.
    const others = Array.from({ length: 10 }, (_, index) => `comes instead ${index}`);
    await onServer(server.url, ...others.map((name) => rename(name)));
    const messages = [];
    while (messages.length <= others.length) messages.push(await next());
    messages.sort((one, other) => one.sequence - other.sequence);
    await stop();
    await onServer(server.url, 'DELETE FROM webhook_subscription');
    expect(messages.map(({ data }) => data.name)).toEqual(['survives', ...others]);
    expect(messages[0]?.id).toBe(sent.id);
    expect(messages[0]?.sequence).toBeGreaterThan(lost.at(-1)?.sequence ?? 0);
    expect(new Set([...messages, ...lost].map(({ id }) => id)).size).toBe(messages.length + lost.length);
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
