import { expect, onTestFinished, test } from 'vitest';
import { type Data, openGateway } from '../gateway.ts';
import { useDatabase } from './database.ts';
import { deliver, openLog } from './loop.ts';
import { openReceiver } from './receiver.ts';

const database = useDatabase();
const { sql, subscribe, change, open, until } = database;

const FULL = 'webhook backlog of a company is above its limit; new deliveries are given up';
const FEWER = 'webhook backlog of a company is below its limit; queueing resumes';

/** Two loops of a quota of ten, which count at once. */
async function startTwo() {
  const { log, lines } = openLog();
  const loops = await Promise.all([1, 2].map(() => deliver(database.pool, { log, mostWaiting: 10 })));
  return { lines, stop: () => Promise.all(loops.map((loop) => loop.stop())) };
}

test('beyond the quota of a company new deliveries are given up with a reason, until fewer wait, and can be sent later', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: `${receiver.url}/paused` });
  await subscribe({ id: 'active', resource: 'task', url: receiver.url });
  await subscribe({ id: 'other', company: 'other', url: `${receiver.url}/other` });
  await sql(`UPDATE webhook_subscription SET state = 'paused' WHERE id = 'sub'`);
  await change(12);
  await open();
  const first = await startTwo();
  expect(await first.lines.next()).toEqual([{ company: 'acme', most: 10 }, FULL]);
  await change(2);
  await change(1, 'other');
  expect((await receiver.next()).path).toBe('/other');
  await first.stop();
  expect(first.lines.items).toHaveLength(1);

  const gateway = await openGateway({ database: { url: database.url, drop: async () => {} } });
  onTestFinished(() => gateway.close());
  const list = async (): Promise<Data[]> =>
    (await gateway.ask('{ webhookSubscription(id: "sub") { deliveries { nodes { status reason attemptCount } } } }'))
      .data.webhookSubscription.deliveries.nodes;
  const given = { status: 'DEAD', reason: expect.stringMatching(/^Too many deliveries/), attemptCount: 0 };
  expect((await list()).slice(0, 3)).toEqual([given, given, { status: 'HELD', reason: null, attemptCount: 0 }]);

  await sql('DELETE FROM webhook_delivery_pending WHERE ctid IN (SELECT ctid FROM webhook_delivery_pending LIMIT 2)');
  await sql('UPDATE webhook_quota SET due_at = now()');
  const still = await startTwo();
  await until('SELECT FROM webhook_quota WHERE due_at > now()');
  await still.stop();
  expect(still.lines.items).toEqual([]);
  await sql('DELETE FROM webhook_delivery_pending WHERE ctid IN (SELECT ctid FROM webhook_delivery_pending LIMIT 1)');
  await sql('UPDATE webhook_quota SET due_at = now()');
  const second = await startTwo();
  expect(await second.lines.next()).toEqual([{ company: 'acme', most: 10 }, FEWER]);
  await change(1);
  await expect.poll(async () => (await list())[0]).toMatchObject({ status: 'HELD' });
  await gateway.ask('mutation { resumeSubscription(id: "sub") { __typename } }');
  await gateway.ask(
    'mutation { replayDeliveries(subscriptionId: "sub", since: "2020-01-01T00:00:00Z", filter: { status: DEAD }) { __typename } }',
  );
  await until(`SELECT FROM webhook_replay WHERE status = 'done'`);
  await until(`SELECT WHERE NOT EXISTS (SELECT FROM webhook_delivery WHERE status <> 'delivered')`);
  expect((await list()).map(({ status, reason }) => `${status} ${reason}`)).toEqual(Array(12).fill('DELIVERED null'));
  await second.stop();
  expect(second.lines.items.filter(([, message]) => message === FEWER)).toHaveLength(1);
});
