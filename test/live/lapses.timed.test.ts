import { expect, test } from 'vitest';
import { tank } from '../records.ts';
import { create } from '../rows.ts';
import { openEvents } from './event-source.ts';
import { LEASE_MS, learns, nameOf, rename, TANK, useGateways } from './gateways.ts';

const { start, pair } = useGateways();

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
