import { expect, onTestFinished, test, vi } from 'vitest';
import { verify } from '../../src/webhooks/sending/signature.ts';
import { cipher } from '../cipher.ts';
import { useDatabase } from './database.ts';
import { deliver, deliverDue, openLog } from './loop.ts';
import { openReceiver, type Received } from './receiver.ts';

const database = useDatabase();
const { sql, subscribe, change } = database;
const MINUTES = 60_000;

/** Sets the clock of this process, which then stands still, so many milliseconds off that of the machine. */
function shiftClock(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: performance.timeOrigin + performance.now() + ms });
  onTestFinished(() => void vi.useRealTimers());
}

const databaseSeconds = async (): Promise<number> => {
  const [row] = await sql('SELECT extract(epoch FROM clock_timestamp())::float8 AS seconds');
  return row.seconds;
};

const isSigned = ({ headers, text }: Received, now: number): boolean =>
  verify(
    'secret',
    {
      id: String(headers['webhook-id']),
      timestamp: Number(headers['webhook-timestamp']),
      header: String(headers['webhook-signature']),
      body: text,
    },
    now,
    5,
  );

test.each([10, -10])(
  'a clock that is %i minutes off does not spoil signatures, also not of later attempts',
  async (minutes) => {
    const receiver = await openReceiver((response) => response.writeHead(500).end());
    await subscribe({ url: receiver.url, secret: cipher.encrypt('sub', 'secret') });
    await change();
    shiftClock(minutes * MINUTES);
    await deliver(database.pool);
    for (const _attempt of [1, 2]) {
      expect(isSigned(await receiver.next(), await databaseSeconds())).toBe(true);
      await database.until(`SELECT FROM webhook_delivery WHERE next_attempt_at > now() AND leased_until IS NULL`);
      await sql('UPDATE webhook_delivery SET next_attempt_at = now()');
    }
  },
);

test.each([10, -10])('a clock that is %i minutes off does not change the date of Retry-After', async (minutes) => {
  const until = new Date((Math.floor(await databaseSeconds()) + 3600) * 1000);
  const receiver = await openReceiver((response) =>
    response.writeHead(503, { 'retry-after': until.toUTCString() }).end(),
  );
  await subscribe({ url: receiver.url });
  await change();
  shiftClock(minutes * MINUTES);
  await deliverDue(database.pool);
  const [row] = await sql(
    `SELECT abs(extract(epoch FROM s.held_until - $1::timestamptz))::float8 AS held,
    abs(extract(epoch FROM d.next_attempt_at - $1::timestamptz))::float8 AS next FROM webhook_subscription s, webhook_delivery d`,
    [until],
  );
  // Not ten minutes: what a busy machine takes to record the answer is added.
  expect(row.held).toBeLessThan(60);
  expect(row.next).toBeLessThan(60);
});

test('the log reports clock skew against the database once, and its end once', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url });
  const { log, lines } = openLog();
  const delivery = await deliver(database.pool, { log });
  const deliverAt = async (ms: number) => {
    shiftClock(ms);
    await change();
    delivery.nudge();
    await receiver.next();
  };
  for (const minutes of [0, 10, 10, 10.1, 0.3, 0, -10, -10]) await deliverAt(minutes * MINUTES);
  expect(lines.items).toEqual([
    [{ seconds: 600 }, 'clock skew against the database; webhook timestamps use its clock'],
    [{ seconds: 18 }, 'no more clock skew against the database'],
    [{ seconds: -600 }, 'clock skew against the database; webhook timestamps use its clock'],
  ]);
});
