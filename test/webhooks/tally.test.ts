import { expect, onTestFinished, test } from 'vitest';
import { keepSweeping } from '../../src/webhooks/retention.ts';
import { createTally } from '../../src/webhooks/tally.ts';
import { cipher } from '../cipher.ts';
import { useDatabase } from './database.ts';
import { openLog, quiet, resultOf, settings, startLoop } from './loop.ts';
import { openReceiver } from './receiver.ts';

const database = useDatabase();
const { sql, subscribe, change, open, claimOne, until } = database;

const figures = () =>
  sql(`SELECT subscription_id AS id, sum(attempts)::int AS attempts, sum(delivered)::int AS delivered
    FROM webhook_figure GROUP BY 1 ORDER BY 1`);

test('figures of two processes add up', async () => {
  const receiver = await openReceiver();
  for (const id of ['a', 'b']) await subscribe({ id, url: receiver.url });
  const loops = [startLoop(database.pool), startLoop(database.pool)];
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
  startLoop(database.pool);
  await change();
  await expect.poll(figures, { timeout: 20_000 }).toEqual([{ id: 'sub', attempts: 1, delivered: 1 }]);
});

test('figures that cannot be written are logged once, kept and written later', async () => {
  await subscribe();
  await change();
  await open();
  const claimed = await claimOne();
  const { log, lines } = openLog();
  await sql('ALTER TABLE webhook_figure RENAME TO away');
  let tries = 0;
  const failed = new Promise<void>((resolve) => {
    const { query } = database.pool;
    // The sixth try starts after the fifth has failed.
    database.pool.query = ((...args: unknown[]) => {
      if (++tries === 6) resolve();
      return Reflect.apply(query, database.pool, args);
    }) as typeof query;
    onTestFinished(() => {
      database.pool.query = query;
    });
  });
  const tally = createTally(database.pool, log, 5);
  for (const verdict of ['delivered', 'dead', 'pending'] as const) tally.add(resultOf(claimed, verdict));
  await failed;
  tally.add(resultOf(claimed, 'delivered'));
  await sql('ALTER TABLE away RENAME TO webhook_figure');
  await tally.stop();
  expect(lines.items.map(([, message]) => message)).toEqual([
    'could not write the figures of webhooks; trying again every 5 s',
  ]);
  expect(await figures()).toEqual([{ id: 'sub', attempts: 4, delivered: 2 }]);
});

test('a sweep removes figures of the time before the longest period, and of deleted subscriptions', async () => {
  await subscribe();
  await sql(`INSERT INTO webhook_figure
    SELECT id, date_trunc('hour', now(), 'UTC') - age * interval '1 hour', 10, age, 0
    FROM unnest('{sub,deleted}'::text[]) id, unnest('{0,168,170}'::int[]) age`);
  const stop = new AbortController();
  const sweeping = keepSweeping(database.pool, cipher, settings.keepDays, quiet, stop.signal, 1);
  await expect
    .poll(() => sql('SELECT subscription_id AS id, attempts FROM webhook_figure ORDER BY 1, 2'))
    .toEqual([
      { id: 'sub', attempts: 0 },
      { id: 'sub', attempts: 168 },
    ]);
  stop.abort();
  await sweeping;
});
