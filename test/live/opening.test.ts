import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { cloneDatabase, openGateway, type TestGateway } from '../gateway.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';
import { openEvents } from './event-source.ts';

/** No other timer is so long. */
const BEAT_MS = 3_456_789;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let gateway: TestGateway;
beforeEach(async () => {
  database = await cloneDatabase();
  gateway = await openGateway({ database, beatMs: BEAT_MS });
});
afterEach(() => gateway.close());

const TANK = 'subscription ($id: ID!) { tankChanged(id: $id) { __typename ... on TankChange { tank { name } } } }';

test('nothing is left of a live operation whose client hangs up while it opens', async () => {
  const [started, ended] = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'clearInterval')];
  onTestFinished(() => void vi.restoreAllMocks());
  const blocker = await gateway.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE change_watch');
  const hangUp = new AbortController();
  const asked = openEvents(gateway, TANK, { variables: { id: 'x' }, signal: hangUp.signal }).catch(() => 'hung up');
  const waits = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
  await expect.poll(() => gateway.sql(waits)).toHaveLength(1);
  hangUp.abort();
  expect(await asked).toBe('hung up');
  await expect.poll(() => gateway.logged).toContainEqual(expect.objectContaining({ msg: 'request', aborted: true }));
  await blocker.query('ROLLBACK');
  blocker.release();
  const beats = () => started.mock.results.filter((_, n) => started.mock.calls[n]?.[1] === BEAT_MS);
  await expect.poll(beats).toHaveLength(1);
  await expect.poll(() => ended.mock.calls.map(([timer]) => timer)).toContain(beats()[0]?.value);
});

test('a stream that opens after another could not begins with what happens then', async () => {
  const other = await openGateway({ database: { ...database, drop: async () => {} } });
  onTestFinished(() => other.close());
  const { id } = await create(gateway, tank);
  // The watch of the tanks begins, and that of the tasks cannot.
  await gateway.sql("ALTER TABLE change_watch ADD CONSTRAINT refused CHECK (resource <> 'task')");
  const both = 'subscription { changes(watch: [{ record: TANK }, { record: TASK }]) { __typename } }';
  expect((await (await openEvents(gateway, both)).next())?.data?.errors).toHaveLength(1);
  const elsewhere = await openEvents(other, TANK, { variables: { id } });
  expect((await elsewhere.item()).__typename).toBe('Resync');
  const rename = (name: string) => gateway.sql('UPDATE tank SET name = $2 WHERE id = $1', [id, name]);
  await rename('before');
  expect((await elsewhere.item()).tank.name).toBe('before');
  const events = await openEvents(gateway, TANK, { variables: { id } });
  expect((await events.item()).__typename).toBe('Resync');
  await rename('after');
  expect((await events.item()).tank.name).toBe('after');
});
