import { expect, onTestFinished, test } from 'vitest';
import { Requests, Shares } from '../../src/load/shares.ts';
import { cloneDatabase, type Data } from '../gateway.ts';
import { openProxy } from '../proxy.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';
import { openEvents } from './event-source.ts';
import { nameOf, rename, TANK, useGateways } from './gateways.ts';

const { open, start } = useGateways();

test('a change through one gateway arrives through another', async () => {
  const database = await cloneDatabase();
  const [one, other] = [await start({ database: { ...database, drop: async () => {} } }), await start({ database })];
  const { id } = await create(one, tank);
  const streams = [
    await openEvents(one, TANK, { variables: { id } }),
    await openEvents(other, TANK, { variables: { id } }),
  ];
  for (const events of streams) expect(await nameOf(events)).toBe('Resync');
  for (const gateway of [one, other, one]) await rename(gateway, id, `by ${open.indexOf(gateway)}`);
  for (const events of streams)
    expect([await nameOf(events), await nameOf(events), await nameOf(events)]).toEqual(['by 0', 'by 1', 'by 0']);
});

test('a stream resumes with the last id or the cursor, here or elsewhere, without a loss or a repeat', async () => {
  const database = await cloneDatabase();
  const [one, other] = [await start({ database: { ...database, drop: async () => {} } }), await start({ database })];
  const { id } = await create(one, tank);
  const first = await openEvents(one, TANK, { variables: { id } });
  expect(await nameOf(first)).toBe('Resync');
  await rename(one, id, 'seen');
  const { cursor } = await first.item();
  expect(first.lastId()).toBe(cursor);
  first.close();
  for (const name of ['missed 1', 'missed 2']) await rename(one, id, name);
  const resumed = [
    await openEvents(one, TANK, { variables: { id }, lastId: cursor }),
    await openEvents(other, TANK, { variables: { id }, lastId: cursor }),
    await openEvents(other, TANK, { variables: { id, since: cursor }, lastId: '1' }),
  ];
  await rename(other, id, 'live');
  for (const events of resumed)
    expect([await nameOf(events), await nameOf(events), await nameOf(events)]).toEqual([
      'missed 1',
      'missed 2',
      'live',
    ]);
});

test('the id of an idle stream goes on, so that it can resume after changes of other records', async () => {
  const gateway = await start();
  const [{ id }, other] = [await create(gateway, tank), await create(gateway, tank)];
  const events = await openEvents(gateway, TANK, { variables: { id } });
  expect(await nameOf(events)).toBe('Resync');
  const before = Number(events.lastId());
  await rename(gateway, other.id, 'other');
  while (Number(events.lastId()) <= before) await events.beat();
  const lastId = events.lastId();
  events.close();
  await rename(gateway, id, 'missed');
  expect(await nameOf(await openEvents(gateway, TANK, { variables: { id }, lastId }))).toBe('missed');
});

test('a stop completes the streams at once, and takes no new ones', async () => {
  const gateway = await start();
  const events = await openEvents(gateway, TANK, { variables: { id: 'x' } });
  expect(await nameOf(events)).toBe('Resync');
  const stopped = gateway.stop(60_000);
  expect((await events.next())?.event).toBe('complete');
  expect(await events.next()).toBeUndefined();
  await stopped;
  const line = gateway.logged.find(({ kind, msg }) => kind === 'subscription' && msg === 'request');
  expect([line?.result, line?.aborted]).toEqual(['ok', undefined]);
});

/** A gateway on a database that can be away. */
async function startThroughProxy() {
  const proxies: Awaited<ReturnType<typeof openProxy>>[] = [];
  const gateway = await start({
    through: async (url) => {
      proxies.push(await openProxy(url));
      return proxies[0]?.url ?? '';
    },
  });
  onTestFinished(() => proxies[0]?.close());
  return { gateway, proxies };
}

test('streams outlive a restart of the database, and miss nothing', async () => {
  const { gateway, proxies } = await startThroughProxy();
  const { id } = await create(gateway, tank);
  const events = await openEvents(gateway, TANK, { variables: { id } });
  expect(await nameOf(events)).toBe('Resync');
  proxies[0]?.away();
  const lost = 'live operations get no changes; trying again every second';
  await expect.poll(() => gateway.logged.map(({ msg }) => msg)).toContain(lost);
  proxies[0]?.back();
  await expect.poll(async () => (await rename(gateway, id, 'back')).data?.updateTank?.__typename).toBe('Tank');
  expect(await nameOf(events)).toBe('back');
  expect(gateway.logged.filter(({ msg }) => msg === lost)).toHaveLength(1);
});

test('a database that cannot be reached is said as for any request', async () => {
  const { gateway, proxies } = await startThroughProxy();
  proxies[0]?.away();
  const events = await openEvents(gateway, TANK, { variables: { id: 'x' } });
  expect((await events.next())?.data?.errors).toMatchObject([{ extensions: { code: 'UNAVAILABLE', retryable: true } }]);
  proxies[0]?.back();
});

test('the open streams are limited, and a place is free again when one ends', async () => {
  const gateway = await start({ streams: new Shares(1), requests: new Requests(1) });
  const first = await openEvents(gateway, TANK, { variables: { id: 'x' } });
  expect(await nameOf(first)).toBe('Resync');
  // The stream has left its place among the requests.
  expect((await gateway.ask('{ __typename }')).data).toEqual({ __typename: 'Query' });
  const refused = await openEvents(gateway, TANK, { variables: { id: 'x' } });
  expect(refused.response.status).toBe(503);
  expect((await refused.next())?.data?.errors).toMatchObject([{ extensions: { code: 'OVERLOADED', retryable: true } }]);
  first.close();
  const next = async (): Promise<Data | undefined> =>
    (await (await openEvents(gateway, TANK, { variables: { id: 'x' } })).next())?.data;
  await expect.poll(next).toMatchObject({ data: { tankChanged: { __typename: 'Resync' } } });
});

test('a stream whose watches end early, as after a leap of the clock, gets one Resync and then every change', async () => {
  const gateway = await start();
  const watch = ['TANK', 'TASK', 'EXPIRATION', 'QUICK_ORDER', 'SHIP_TO'].map((record) => `{ record: ${record} }`);
  const live = await openEvents(gateway, `subscription { changes(watch: [${watch}]) { __typename } }`);
  expect(await live.item()).toEqual({ __typename: 'Resync' });
  // In one transaction: between two, the gateway may renew its lease.
  await gateway.pool.query(
    `UPDATE live_lease SET until = clock_timestamp() - interval '1 second'; SELECT end_lapsed_watches()`,
  );
  expect(await live.item()).toEqual({ __typename: 'Resync' });
  await gateway.sql(`INSERT INTO tank (id, company_id) VALUES ('after', 'acme')`);
  expect(await live.item()).toEqual({ __typename: 'TankChange' });
});

test('streams get Resync although the watch of another one, which ended with theirs, cannot begin at once', async () => {
  const gateway = await start();
  const tanks = await openEvents(gateway, 'subscription { changes(watch: [{ record: TANK }]) { __typename } }');
  const tasks = await openEvents(gateway, 'subscription { changes(watch: [{ record: TASK }]) { __typename } }');
  expect([await tanks.item(), await tasks.item()]).toEqual([{ __typename: 'Resync' }, { __typename: 'Resync' }]);
  await gateway.pool.query(`
    CREATE SEQUENCE refused;
    CREATE FUNCTION refuse_once() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.resource = 'task' AND nextval('refused') = 1 THEN RAISE 'refused'; END IF;
        RETURN NEW;
      END $$;
    CREATE TRIGGER refuse_once BEFORE INSERT ON change_watch FOR EACH ROW EXECUTE FUNCTION refuse_once();
    UPDATE live_lease SET until = clock_timestamp() - interval '1 second';
    SELECT end_lapsed_watches();
  `);
  expect(await tanks.item()).toEqual({ __typename: 'Resync' });
  expect(await tasks.item()).toEqual({ __typename: 'Resync' });
  expect(await gateway.sql('SELECT last_value FROM refused')).toEqual([{ last_value: 2 }]);
});
