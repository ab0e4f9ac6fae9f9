import { expect, test } from 'vitest';
import { useDatabase } from './database.ts';
import { deliver, openLog } from './loop.ts';
import { openReceiver } from './receiver.ts';

const database = useDatabase();
const { sql, subscribe, change, until } = database;

const figures = () =>
  sql(`SELECT subscription_id AS id, sum(attempts)::int AS attempts, sum(delivered)::int AS delivered
    FROM webhook_figure GROUP BY 1 ORDER BY 1`);

test('figures of two processes add up', async () => {
  const receiver = await openReceiver();
  for (const id of ['a', 'b']) await subscribe({ id, url: receiver.url });
  const loops = await Promise.all([deliver(database.pool), deliver(database.pool)]);
  await change(20);
  for (let index = 0; index < 40; index++) await receiver.next();
  await until(`SELECT WHERE NOT EXISTS (SELECT FROM webhook_delivery WHERE status <> 'delivered')`);
  await Promise.all(loops.map((loop) => loop.stop()));
  expect(await figures()).toEqual([
    { id: 'a', attempts: 20, delivered: 20 },
    { id: 'b', attempts: 20, delivered: 20 },
  ]);
});

test('figures are written while deliveries go on', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url });
  await deliver(database.pool);
  await change();
  await expect.poll(figures).toEqual([{ id: 'sub', attempts: 1, delivered: 1 }]);
});

test('figures that cannot be written are logged once, kept and written later', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url });
  const { log, lines } = openLog();
  await sql('ALTER TABLE webhook_figure RENAME TO away');
  const { stop } = await deliver(database.pool, { log });
  await change(2);
  const message = 'could not write the figures of webhooks; trying again in 5 s';
  while ((await lines.next())[1] !== message);
  await change(2);
  await until(`SELECT FROM webhook_delivery WHERE status = 'delivered' HAVING count(*) = 4`);
  await sql('ALTER TABLE away RENAME TO webhook_figure');
  await stop();
  expect(lines.items.filter(([, text]) => text === message)).toHaveLength(1);
  expect(await figures()).toEqual([{ id: 'sub', attempts: 4, delivered: 4 }]);
});

test('figures of the time before the longest period are removed, and those of deleted subscriptions', async () => {
  await subscribe();
  await sql(`INSERT INTO webhook_figure
    SELECT id, date_trunc('hour', now(), 'UTC') - age * interval '1 hour', 10, age, 0
    FROM unnest('{sub,deleted}'::text[]) id, unnest('{0,168,170}'::int[]) age`);
  await deliver(database.pool);
  await expect
    .poll(() => sql('SELECT subscription_id AS id, attempts FROM webhook_figure ORDER BY 1, 2'))
    .toEqual([
      { id: 'sub', attempts: 0 },
      { id: 'sub', attempts: 168 },
    ]);
});
