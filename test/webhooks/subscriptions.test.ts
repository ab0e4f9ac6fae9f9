import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';
import { redeliver, sendTest } from '../../src/webhooks/management/redeliver.ts';
import {
  pauseSubscription,
  removeSubscription,
  resumeSubscription,
  rotateSecret,
} from '../../src/webhooks/management/subscription-state.ts';
import { createSecret } from '../../src/webhooks/sending/signature.ts';
import { cipher } from '../cipher.ts';
import { useDatabase } from './database.ts';
import { deliverDue } from './loop.ts';
import { openReceiver } from './receiver.ts';

const database = useDatabase();
const { sql, subscribe, open, subscription } = database;

const ACME = Tenant.of('acme');

const drain = () => deliverDue(database.pool);

async function change(times = 1): Promise<void> {
  await database.change(times);
  await open();
}

test('after a rotation both secrets verify for a day, and then the new one alone', async () => {
  const receiver = await openReceiver();
  const previous = createSecret();
  await subscribe({ url: receiver.url, secret: previous });
  const current = await rotateSecret(database.prisma, cipher, ACME, { id: 'sub' });
  if (current === undefined) throw new Error('there is no such subscription');
  await change();
  await drain();
  const during = await receiver.next();
  for (const secret of [previous, current])
    new Webhook(secret).verify(during.text, during.headers as Record<string, string>);
  await sql(`UPDATE webhook_subscription SET previous_secret_until = now()`);
  await change();
  await drain();
  const { text, headers } = await receiver.next();
  new Webhook(current).verify(text, headers as Record<string, string>);
  expect(() => new Webhook(previous).verify(text, headers as Record<string, string>)).toThrow();
  expect(headers['webhook-signature']?.toString().split(' ')).toHaveLength(1);
});

test('secrets stay valid for a day after their rotation, the newest five of them', async () => {
  const receiver = await openReceiver();
  const secrets = [createSecret()];
  await subscribe({ url: receiver.url, secret: secrets[0] ?? null });
  const rotate = async () => secrets.unshift((await rotateSecret(database.prisma, cipher, ACME, { id: 'sub' })) ?? '');
  /** The secrets that verify the next message, by their age, and the number of its signatures. */
  const valid = async (): Promise<number[]> => {
    await change();
    await drain();
    const { text, headers } = await receiver.next();
    const verifies = (secret: string): boolean => {
      try {
        return new Webhook(secret).verify(text, headers as Record<string, string>) !== undefined;
      } catch {
        return false;
      }
    };
    const found = [...secrets.keys()].filter((age) => verifies(secrets[age] ?? ''));
    expect(headers['webhook-signature']?.toString().split(' ')).toHaveLength(found.length);
    return found;
  };
  await rotate();
  await rotate();
  expect(await valid()).toEqual([0, 1, 2]);
  for (let times = 0; times < 5; times++) await rotate();
  expect(await valid()).toEqual([0, 1, 2, 3, 4, 5]);
  // Each ends a day after it was replaced.
  await sql(
    `UPDATE webhook_subscription SET earlier_secrets = jsonb_set(earlier_secrets, '{1,until}', to_jsonb(now()))`,
  );
  expect(await valid()).toEqual([0, 1, 2, 4, 5]);
  await sql('UPDATE webhook_subscription SET previous_secret_until = now()');
  expect(await valid()).toEqual([0, 2, 4, 5]);
  await rotate();
  const { earlier_secrets } = await subscription();
  expect(earlier_secrets).toHaveLength(3);
  expect(await valid()).toEqual([0, 1, 3, 5, 6]);
  for (const secret of secrets) expect(JSON.stringify(await subscription())).not.toContain(secret.slice(6));
});

test('rotations at the same time lose no secret', async () => {
  const receiver = await openReceiver();
  const first = createSecret();
  await subscribe({ url: receiver.url, secret: first });
  const rotated = await Promise.all([1, 2, 3, 4].map(() => rotateSecret(database.prisma, cipher, ACME, { id: 'sub' })));
  await change();
  await drain();
  const { text, headers } = await receiver.next();
  for (const secret of [first, ...rotated]) new Webhook(secret ?? '').verify(text, headers as Record<string, string>);
});

test('a secret may be given, and the first one has no predecessor', async () => {
  await subscribe();
  expect(await rotateSecret(database.prisma, cipher, ACME, { id: 'sub' }, 'my own')).toBe('my own');
  const { secret, previous_secret } = await subscription();
  expect([cipher.decrypt('sub', secret), previous_secret]).toEqual(['my own', null]);
  expect(secret).not.toContain('my own');
});

test('pause holds deliveries, and resume sends them', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url });
  expect(await pauseSubscription(database.prisma, ACME, { id: 'sub' })).toBe(true);
  expect((await subscription()).state).toBe('paused');
  await change(2);
  expect(await drain()).toBe(0);
  expect(await resumeSubscription(database.prisma, ACME, { id: 'sub' })).toBe(true);
  expect(await drain()).toBe(2);
});

test('resume gives a disabled subscription a clean record and what was held; pause leaves it disabled', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url });
  await sql(`UPDATE webhook_subscription SET state = 'disabled', disabled_reason = 'x', failing_since = now(),
    consecutive_failures = 9, breaker_trips = 2, breaker_open_until = now() + interval '1 hour'`);
  await change();
  expect(await drain()).toBe(0);
  expect(await pauseSubscription(database.prisma, ACME, { id: 'sub' })).toBe(true);
  expect((await subscription()).state).toBe('disabled');
  await resumeSubscription(database.prisma, ACME, { id: 'sub' });
  expect(await subscription()).toMatchObject({
    state: 'active',
    disabled_reason: null,
    failing_since: null,
    breaker_trips: 0,
  });
  expect(await drain()).toBe(1);
});

test('deleting a subscription cancels what it had pending', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url });
  await change();
  expect(await removeSubscription(database.prisma, ACME, { id: 'sub' })).toBe(true);
  expect(await removeSubscription(database.prisma, ACME, { id: 'sub' })).toBe(false);
  expect(await drain()).toBe(0);
  expect(receiver.received).toEqual([]);
});

test('a test message names its subscription', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url });
  const id = await sendTest(database.prisma, ACME, 'sub');
  await drain();
  const { headers, body } = await receiver.next();
  expect(headers['webhook-id']).toBe(id);
  expect(body).toMatchObject({ type: 'tank.test', data: { id: 'sub' }, changed: [], company_id: 'acme' });
});

test('a delivery can be sent again, whatever became of it, under its own id and with the whole retry table', async () => {
  let status = 204;
  const receiver = await openReceiver((response) => response.writeHead(status).end());
  await subscribe({ url: receiver.url });
  await change();
  await drain();
  const id = receiver.received[0]?.headers['webhook-id']?.toString() ?? '';
  status = 500;
  expect(await redeliver(database.prisma, ACME, id)).toBe(true);
  await drain();
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
  expect(
    await sql(`SELECT status, attempts, next_attempt_at < now() + interval '10 seconds' AS soon FROM webhook_delivery`),
  ).toEqual([{ status: 'pending', attempts: 2, soon: true }]);
  expect(await sql('SELECT number FROM webhook_attempt ORDER BY number')).toEqual([{ number: 1 }, { number: 2 }]);
  for (const other of ['', 'msg_x_sub', id.replace(/_sub$/, '_other'), id.replace(/.(?=_sub)/, 'z')])
    expect(await redeliver(database.prisma, ACME, other)).toBe(false);
});

test("another company's subscription is out of reach, and a token for all companies reaches every one", async () => {
  await subscribe({ secret: 'theirs' });
  await change();
  const [{ event_id: event }] = await sql('SELECT event_id FROM webhook_delivery');
  const { prisma } = database;
  const other = Tenant.of('other');
  expect(await rotateSecret(prisma, cipher, other, { id: 'sub' })).toBe(undefined);
  expect(await pauseSubscription(prisma, other, { id: 'sub' })).toBe(false);
  expect(await resumeSubscription(prisma, other, { id: 'sub' })).toBe(false);
  expect(await sendTest(prisma, other, 'sub')).toBe(undefined);
  expect(await redeliver(prisma, other, `msg_${event}_sub`)).toBe(false);
  expect(await removeSubscription(prisma, other, { id: 'sub' })).toBe(false);
  const { secret, ...rest } = await subscription();
  expect(cipher.decrypt('sub', secret)).toBe('theirs');
  expect(rest).toMatchObject({ state: 'active', version: 1 });
  expect(await pauseSubscription(prisma, Tenant.ALL_COMPANIES, { id: 'sub' })).toBe(true);
  expect(await redeliver(prisma, Tenant.ALL_COMPANIES, `msg_${event}_sub`)).toBe(true);
});
