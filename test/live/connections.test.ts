import { afterEach, expect, onTestFinished, test } from 'vitest';
import { Shares } from '../../src/load/shares.ts';
import { cloneDatabase, type Data, openGateway, type TestGateway } from '../gateway.ts';
import { openProxy } from '../proxy.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';
import { type EventSource, openEvents } from './event-source.ts';

const open: TestGateway[] = [];
afterEach(async () => {
  for (const gateway of open.splice(0)) await gateway.close();
});

/** Short enough to wait for its end, and long enough that a busy machine renews it. */
const LEASE_MS = 4_000;

/** Opens a gateway for one test. Several share a database that is given. */
async function start(settings: Parameters<typeof openGateway>[0] = {}): Promise<TestGateway> {
  const gateway = await openGateway({ beatMs: 50, ...settings });
  open.push(gateway);
  return gateway;
}

const TANK = `subscription ($id: ID!, $since: String) {
  tankChanged(id: $id, since: $since) { __typename ... on Resync { cursor } ... on TankChange { cursor tank { name } } }
}`;
const UPDATE = 'mutation ($id: ID!, $name: String) { updateTank(id: $id, input: { name: $name }) { __typename } }';
const rename = (gateway: TestGateway, id: string, name: string) => gateway.ask(UPDATE, { id, name });
/** Waits until a client knows the name: by a change, or since it reads the record again after Resync. */
const learns = async (gateway: TestGateway, events: EventSource, id: string, name: string): Promise<void> => {
  for (let known: unknown; known !== name; ) {
    known = await nameOf(events);
    if (known === 'Resync')
      known = (await gateway.ask('query ($id: ID!) { tank(id: $id) { name } }', { id })).data.tank.name;
  }
};
const nameOf = async (events: EventSource): Promise<string> => {
  const item = await events.item();
  return item.__typename === 'Resync' ? 'Resync' : item.tank.name;
};

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

test('a watch lapses after its last client, and a client that comes back later gets Resync', async () => {
  const gateway = await start({ leaseMs: LEASE_MS });
  const { id } = await create(gateway, tank);
  const events = await openEvents(gateway, TANK, { variables: { id } });
  expect(await nameOf(events)).toBe('Resync');
  await rename(gateway, id, 'seen');
  expect(await nameOf(events)).toBe('seen');
  const lastId = events.lastId();
  const isWatched = async () => {
    await gateway.sql('UPDATE tank SET tank_size = tank_size + 1 WHERE id = $1', [id]);
    await gateway.sql('SELECT open_outbox(100)');
    return (await gateway.sql('SELECT FROM change_watch')).length;
  };
  const [{ watch_id, until } = {}] = await gateway.sql('SELECT watch_id, until FROM live_lease');
  // A lease that is not renewed in time ends with the next change, and the watch that follows has another id.
  const renewed = async () => {
    await isWatched();
    return gateway.sql('SELECT watch_id FROM live_lease WHERE until > $1::timestamptz + $2::interval', [
      until,
      `${LEASE_MS} ms`,
    ]);
  };
  await expect.poll(renewed).toEqual([{ watch_id }]);
  events.close();
  await expect.poll(isWatched).toBe(0);
  await gateway.sql('UPDATE tank SET tank_size = tank_size + 1 WHERE id = $1', [id]);
  expect(await gateway.sql('SELECT FROM webhook_outbox')).toEqual([]);
  const resumed = await openEvents(gateway, TANK, { variables: { id }, lastId });
  expect(await nameOf(resumed)).toBe('Resync');
  await rename(gateway, id, 'again');
  expect(await nameOf(resumed)).toBe('again');
});

/** Two gateways on a database. */
async function pair(): Promise<[TestGateway, TestGateway]> {
  const database = await cloneDatabase();
  return [await start({ database: { ...database, drop: async () => {} } }), await start({ database })];
}

test('a client that comes back after its watch has lapsed gets Resync although no change had a position since', async () => {
  const [one, other] = await pair();
  const { id } = await create(one, tank);
  const events = await openEvents(one, TANK, { variables: { id } });
  const { cursor } = await events.item();
  await one.stop(60_000);
  await other.sql("UPDATE live_lease SET until = now() - interval '1 s'");
  await other.sql('SELECT end_lapsed_watches()');
  await other.sql("UPDATE tank SET name = 'unseen' WHERE id = $1", [id]);
  const resumed = await openEvents(other, TANK, { variables: { id, since: cursor } });
  expect(await nameOf(resumed)).toBe('Resync');
  await rename(other, id, 'seen');
  expect(await nameOf(resumed)).toBe('seen');
});

test('a client resumes from the Resync of a watch that began beside another one', async () => {
  const [one, other] = await pair();
  const { id } = await create(one, tank);
  const beside = await openEvents(one, 'subscription { taskChanged(id: "x") { __typename } }');
  expect((await beside.item()).__typename).toBe('Resync');
  const events = await openEvents(one, TANK, { variables: { id } });
  const { cursor } = await events.item();
  events.close();
  await rename(one, id, 'missed');
  expect(await nameOf(await openEvents(other, TANK, { variables: { id, since: cursor } }))).toBe('missed');
});

test('a renewal finds nothing missing in watches that began one after the other', async () => {
  const gateway = await start({ leaseMs: LEASE_MS });
  const { id } = await create(gateway, tank);
  const beside = await openEvents(gateway, 'subscription { taskChanged(id: "x") { __typename } }');
  expect((await beside.item()).__typename).toBe('Resync');
  const events = await openEvents(gateway, TANK, { variables: { id } });
  expect(await nameOf(events)).toBe('Resync');
  const leases = () => gateway.sql('SELECT min(until)::text AS until, now()::text AS now FROM live_lease');
  const [{ now } = {}] = await leases();
  const renewed = `SELECT min(until) > $1::timestamptz + interval '${LEASE_MS * 1.5} ms' AS renewed FROM live_lease`;
  await expect.poll(() => gateway.sql(renewed, [now])).toEqual([{ renewed: true }]);
  await rename(gateway, id, 'seen');
  expect(await nameOf(events)).toBe('seen');
});

test('a watch lasts the whole time after its last client, whenever it was renewed before', async () => {
  const gateway = await start({ leaseMs: LEASE_MS });
  const events = await openEvents(gateway, TANK, { variables: { id: 'x' } });
  expect(await nameOf(events)).toBe('Resync');
  const [{ until } = {}] = await gateway.sql('SELECT until FROM live_lease');
  const lasts = `SELECT until > $1 AND until >= now() + interval '${LEASE_MS} ms' AS lasts FROM live_lease`;
  // It was renewed, and if the client leaves now, it lasts.
  await expect.poll(() => gateway.sql(lasts, [until])).toEqual([{ lasts: true }]);
});

test('changes expire, and a client that left before them gets Resync', async () => {
  const gateway = await start({ leaseMs: LEASE_MS });
  const { id } = await create(gateway, tank);
  const [first, stays] = [
    await openEvents(gateway, TANK, { variables: { id } }),
    await openEvents(gateway, TANK, { variables: { id } }),
  ];
  for (const events of [first, stays]) expect(await nameOf(events)).toBe('Resync');
  const lastId = first.lastId();
  first.close();
  await rename(gateway, id, 'forgotten');
  expect(await nameOf(stays)).toBe('forgotten');
  await expect.poll(() => gateway.sql('SELECT FROM live_change')).toEqual([]);
  expect(await nameOf(await openEvents(gateway, TANK, { variables: { id }, lastId }))).toBe('Resync');
  await rename(gateway, id, 'next');
  expect(await nameOf(stays)).toBe('next');
});

test('a client whose gateway is so far behind that changes were forgotten gets Resync', async () => {
  const gateway = await start();
  const { id } = await create(gateway, tank);
  const events = await openEvents(gateway, TANK, { variables: { id } });
  expect(await nameOf(events)).toBe('Resync');
  // The gateway sees none of it before the end.
  await gateway.sql(`DO $$ BEGIN
    UPDATE tank SET name = 'forgotten';
    PERFORM open_outbox(100);
    UPDATE live_lease SET since = (SELECT max(position) FROM live_change);
    DELETE FROM live_change;
  END $$`);
  await rename(gateway, id, 'seen');
  expect(await nameOf(events)).toBe('Resync');
  await rename(gateway, id, 'next');
  await learns(gateway, events, id, 'next');
});

test('the last changes are forgotten too, when nobody watches any more', async () => {
  const gateway = await start({ leaseMs: LEASE_MS });
  const { id } = await create(gateway, tank);
  const events = await openEvents(gateway, TANK, { variables: { id } });
  expect(await nameOf(events)).toBe('Resync');
  await rename(gateway, id, 'last');
  expect(await nameOf(events)).toBe('last');
  events.close();
  await expect.poll(() => gateway.sql('SELECT FROM live_change')).toEqual([]);
});

test('an id of the future, such as that of another database, gets Resync', async () => {
  const gateway = await start();
  const { id } = await create(gateway, tank);
  const events = await openEvents(gateway, TANK, { variables: { id }, lastId: '999999' });
  expect(await nameOf(events)).toBe('Resync');
  await rename(gateway, id, 'new');
  expect(await nameOf(events)).toBe('new');
});

test('a client that begins to watch during a transaction gets Resync when the transaction has ended', async () => {
  const gateway = await start();
  const { id } = await create(gateway, tank);
  const writer = await gateway.pool.connect();
  await writer.query('BEGIN');
  await writer.query("UPDATE tank SET name = 'unseen' WHERE id = $1", [id]);
  const events = await openEvents(gateway, TANK, { variables: { id } });
  expect(await nameOf(events)).toBe('Resync');
  await writer.query('COMMIT');
  writer.release();
  expect(await nameOf(events)).toBe('Resync');
  await rename(gateway, id, 'seen');
  expect(await nameOf(events)).toBe('seen');
});

test.each(['here', 'elsewhere'])(
  'a client that leaves during such a transaction gets Resync when it comes back after it, %s',
  async (where) => {
    const [one, other] = await pair();
    const { id } = await create(one, tank);
    const writer = await one.pool.connect();
    await writer.query('BEGIN');
    await writer.query("UPDATE tank SET name = 'unseen' WHERE id = $1", [id]);
    const events = await openEvents(one, TANK, { variables: { id } });
    const { cursor } = await events.item();
    events.close();
    // The gateway has noticed it.
    const lines = () => one.logged.filter(({ kind, msg }) => kind === 'subscription' && msg === 'request');
    await expect.poll(lines).toHaveLength(1);
    await writer.query('COMMIT');
    writer.release();
    const gateway = where === 'here' ? one : other;
    const resumed = await openEvents(gateway, TANK, { variables: { id, since: cursor } });
    const names = nameOf(resumed);
    // It arrives last, and alone if nothing was missed.
    const witness = await openEvents(gateway, TANK, { variables: { id } });
    expect(await nameOf(witness)).toBe('Resync');
    await rename(gateway, id, 'seen');
    expect(await names).toBe('Resync');
    await rename(gateway, id, 'next');
    await learns(gateway, resumed, id, 'next');
  },
);

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

test('streams outlive a restart of the database, and miss nothing', async () => {
  const proxies: Awaited<ReturnType<typeof openProxy>>[] = [];
  const gateway = await start({
    through: async (url) => {
      proxies.push(await openProxy(url));
      return proxies[0]?.url ?? '';
    },
  });
  onTestFinished(() => proxies[0]?.close());
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
  const proxies: Awaited<ReturnType<typeof openProxy>>[] = [];
  const gateway = await start({
    through: async (url) => {
      proxies.push(await openProxy(url));
      return proxies[0]?.url ?? '';
    },
  });
  onTestFinished(() => proxies[0]?.close());
  proxies[0]?.away();
  const events = await openEvents(gateway, TANK, { variables: { id: 'x' } });
  expect((await events.next())?.data?.errors).toMatchObject([{ extensions: { code: 'UNAVAILABLE', retryable: true } }]);
  proxies[0]?.back();
});

test('the open streams are limited, and a place is free again when one ends', async () => {
  const gateway = await start({ streams: new Shares(1), requests: new Shares(1) });
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
