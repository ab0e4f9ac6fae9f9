import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { openPool } from '../../src/postgres/pool.ts';
import { openClient } from '../../src/prisma/client.ts';
import { Tenant } from '../../src/prisma/tenancy/tenant.ts';
import { rotateSecret } from '../../src/webhooks/management/subscription-state.ts';
import { createCipher, type SecretCipher } from '../../src/webhooks/secrets/cipher.ts';
import { encryptSecrets } from '../../src/webhooks/secrets/reencrypt.ts';
import { createSecret } from '../../src/webhooks/sending/signature.ts';
import { cipher, SECRETS_KEY } from '../cipher.ts';
import { useDatabase } from './database.ts';
import { deliver, deliverDue, openLog, quiet } from './loop.ts';
import { openReceiver } from './receiver.ts';

const database = useDatabase();
const { sql, subscribe, change, subscription } = database;

const other = createCipher([Buffer.alloc(32, 7)]);
const [oldKey, newKey] = [Buffer.from(SECRETS_KEY, 'base64'), Buffer.alloc(32, 9)];
/** Encrypts under the new key, and reads what is under the old one, as `cipher` writes it. */
const renewing = createCipher([newKey, oldKey]);
const encrypt = (by = renewing, log = quiet) => encryptSecrets(database.prisma, by, log);
const secrets = (): Promise<{ id: string; secret: string | null; previous_secret: string | null }[]> =>
  sql('SELECT id, secret, previous_secret FROM webhook_subscription ORDER BY id');

/** Subscriptions with secrets under the old key: one for each pair of secrets, `sub0` and so on. */
const store = (...pairs: (string | null)[][]) =>
  sql(
    `INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions, secret, previous_secret, previous_secret_until, updated_at)
     SELECT 'sub' || (place - 1), 'acme', 'w', 'n', 'http://127.0.0.1:9/', 'tank', '{updated}', pair ->> 0, pair ->> 1, now() + interval '1 hour', '2026-01-01'
     FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS t (pair, place)`,
    [JSON.stringify(pairs.map((pair, place) => pair.map((secret) => secret && cipher.encrypt(`sub${place}`, secret))))],
  );

/** Changes a tank, delivers with a cipher, and returns whether these secrets all verify what arrived. */
async function verified(receiver: Awaited<ReturnType<typeof openReceiver>>, by: SecretCipher, ...all: string[]) {
  await change();
  await deliverDue(database.pool, { by });
  const { text, headers } = await receiver.next();
  for (const secret of all) new Webhook(secret).verify(text, headers as Record<string, string>);
  return headers['webhook-signature']?.toString().split(' ').length === all.length;
}

test('secrets are encrypted under the new key, and neither the version nor the time of the subscription changes', async () => {
  const plain = [
    ['current', null],
    ['current', 'former'],
    [null, null],
    ['whsec_AAAA', 'v1:not really'],
  ];
  await store(...plain);
  const unchanged = 'SELECT id, version, updated_at, previous_secret_until FROM webhook_subscription ORDER BY id';
  const before = await sql(unchanged);
  const { log, lines } = openLog();
  await encrypt(renewing, log);
  expect(await lines.next()).toEqual([{ subscriptions: 3 }, 'secrets of webhooks encrypted']);
  const rows = await secrets();
  for (const text of plain.flat().filter((text) => text)) expect(JSON.stringify(rows)).not.toContain(text);
  const alone = createCipher([newKey]);
  const read = (id: string, stored: string | null) => stored && alone.decrypt(id, stored);
  expect(rows.map(({ id, secret, previous_secret }) => [read(id, secret), read(id, previous_secret)])).toEqual(plain);
  expect(await sql(unchanged)).toEqual(before);
  await encrypt(renewing, log);
  expect(await secrets()).toEqual(rows);
  expect(lines.items).toHaveLength(1);
});

test('a new first key takes over the earlier secrets as well, with their ends', async () => {
  const receiver = await openReceiver();
  const secrets = Array.from({ length: 4 }, createSecret);
  await subscribe({ url: receiver.url, secret: cipher.encrypt('sub', secrets[0] ?? '') });
  for (const secret of secrets.slice(1))
    await rotateSecret(database.prisma, cipher, Tenant.of('acme'), { id: 'sub' }, secret);
  const before = await subscription();
  const alone = createCipher([newKey]);
  await encrypt();
  const after = await subscription();
  expect(after.earlier_secrets.map(({ until }: { until: string }) => until)).toEqual(
    before.earlier_secrets.map(({ until }: { until: string }) => until),
  );
  for (const { secret } of after.earlier_secrets) expect(secret).toContain(alone.prefix);
  expect(await verified(receiver, alone, ...secrets)).toBe(true);
  await encrypt();
  expect(await subscription()).toMatchObject({ earlier_secrets: after.earlier_secrets, version: before.version });
});

test('a new first key takes over the first input of a createSubscription', async () => {
  await subscribe();
  await sql('UPDATE webhook_subscription SET idempotency_input = $1', [cipher.encrypt('sub', '{"a":1}')]);
  await encrypt();
  expect(createCipher([newKey]).decrypt('sub', (await subscription()).idempotency_input)).toBe('{"a":1}');
});

test('an earlier secret whose key is lost is left as it is, and the others sign', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url, secret: other.encrypt('sub', createSecret()) });
  const secrets = [createSecret(), createSecret()];
  for (const secret of secrets) await rotateSecret(database.prisma, cipher, Tenant.of('acme'), { id: 'sub' }, secret);
  const { log, lines } = openLog();
  await encrypt(cipher, log);
  expect(await lines.next()).toMatchObject([
    { secrets: 1, examples: [expect.stringMatching(/^sub: /)] },
    expect.any(String),
  ]);
  expect(await verified(receiver, cipher, ...secrets)).toBe(true);
});

test('many processes encrypt many subscriptions at once', async () => {
  await store(...Array.from({ length: 1_100 }, (_, index) => [`secret ${index}`, index % 2 ? `old ${index}` : null]));
  await Promise.all([1, 2, 3, 4].map(() => encrypt(createCipher([newKey, oldKey]))));
  const alone = createCipher([newKey]);
  for (const { id, secret, previous_secret } of await secrets()) {
    const number = Number(id.slice(3));
    expect([secret, previous_secret].map((stored) => stored && alone.decrypt(id, stored))).toEqual([
      `secret ${number}`,
      number % 2 ? `old ${number}` : null,
    ]);
    expect(secret).toContain(alone.prefix);
  }
});

test('a secret that its owner replaces meanwhile is not overwritten', async () => {
  await store(['old', null], ['other', null]);
  const replacement = cipher.encrypt('sub0', 'new');
  const client = await database.pool.connect();
  await client.query('BEGIN');
  await client.query(`UPDATE webhook_subscription SET secret = $1, previous_secret = secret WHERE id = 'sub0'`, [
    replacement,
  ]);
  const encrypting = encrypt();
  await database.untilBlocked();
  await client.query('COMMIT');
  client.release();
  await encrypting;
  const [replaced, untouched] = await secrets();
  const alone = createCipher([newKey]);
  const found = [replaced, untouched].map((row) => row && alone.decrypt(row.id, row.secret ?? ''));
  expect(found).toEqual(['new', 'other']);
  expect(alone.decrypt('sub0', replaced?.previous_secret ?? '')).toBe('old');
});

test('a row that stays locked is left to the next call', async () => {
  await store(['old', null]);
  const client = await database.pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM webhook_subscription FOR UPDATE');
  const { log, lines } = openLog();
  const hurried = openPool(database.url, { size: 1, lockSeconds: 1 });
  const prisma = openClient(hurried);
  await encryptSecrets(prisma, renewing, log);
  expect(await lines.next()).toMatchObject([
    { err: { code: 'RECORD_LOCKED' } },
    'could not encrypt the secrets of webhooks',
  ]);
  await client.query('COMMIT');
  client.release();
  await encryptSecrets(prisma, renewing, log);
  await hurried.end();
  expect((await subscription('sub0')).secret).toContain(renewing.prefix);
});

test('a new first key takes over all secrets, and the old one can go', async () => {
  const receiver = await openReceiver();
  const secret = createSecret();
  await subscribe({ url: receiver.url, secret: cipher.encrypt('sub', secret) });
  // The new key is first given to all as a second one. Then each can read what another has already encrypted.
  const readsBoth = createCipher([oldKey, newKey]);
  await encrypt();
  expect((await subscription()).secret).toContain(createCipher([newKey]).prefix);
  expect(await verified(receiver, readsBoth, secret)).toBe(true);
  // A process whose first key is the old one encrypts under that again, until the last of them has ended.
  await encrypt();
  expect(await verified(receiver, createCipher([newKey]), secret)).toBe(true);
});

test('a subscription whose key is missing is not sent to, and the others are', async () => {
  const receiver = await openReceiver();
  const secret = createSecret();
  await subscribe({ id: 'lost', url: receiver.url, secret: other.encrypt('lost', secret) });
  await subscribe({ id: 'copied', url: receiver.url, secret: cipher.encrypt('lost', secret) });
  await subscribe({ id: 'sub', url: receiver.url, secret: cipher.encrypt('sub', secret) });
  const { log, lines } = openLog();
  await encrypt(cipher, log);
  expect(lines.items).toMatchObject([[{ secrets: 1 }, expect.stringContaining('cannot be decrypted')]]);
  await change();
  await deliverDue(database.pool, { log });
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([expect.stringMatching(/_sub$/)]);
  const failed = (await database.attempts()).filter(({ subscription_id }) => subscription_id !== 'sub');
  expect(failed).toHaveLength(2);
  for (const { error, http_status } of failed)
    expect([error, http_status]).toEqual([
      expect.stringContaining('The secret or a custom header cannot be decrypted'),
      null,
    ]);
  expect((await database.deliveries()).map(({ status }) => status).sort()).toEqual(['delivered', 'pending', 'pending']);
  expect(lines.items.slice(1).map(([fields]) => fields)).toEqual(
    expect.arrayContaining([
      {
        subscription: 'lost',
        company: 'acme',
        reason: expect.stringMatching(/under the key [0-9a-f]{8}, which SECRETS_KEY lacks/),
      },
      { subscription: 'copied', company: 'acme', reason: expect.stringContaining('copied from another subscription') },
    ]),
  );
  expect(JSON.stringify([lines.items, failed])).not.toContain(secret.slice(6));
  // The key is back.
  await sql('UPDATE webhook_delivery SET next_attempt_at = now()');
  const both = createCipher([oldKey, Buffer.alloc(32, 7)]);
  await deliverDue(database.pool, { by: both });
  expect(receiver.received.map(({ headers }) => headers['webhook-id']?.toString().split('_').at(-1))).toEqual([
    'sub',
    'lost',
  ]);
});

test('an owner whose secret is lost rotates it', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url, secret: other.encrypt('sub', createSecret()) });
  const secret = await rotateSecret(database.prisma, cipher, Tenant.of('acme'), { id: 'sub' });
  expect(await verified(receiver, cipher, secret ?? '')).toBe(true);
});

test('a deliverer encrypts what another process has written under the old key', async () => {
  await store(['old', null]);
  await deliver(database.pool, { by: renewing });
  await database.until(`SELECT FROM webhook_subscription WHERE secret LIKE '${renewing.prefix}%'`);
  expect(createCipher([newKey]).decrypt('sub0', (await subscription('sub0')).secret)).toBe('old');
});

test('days without its key do not count among the days of failures that disable a subscription', async () => {
  const receiver = await openReceiver((response) => response.writeHead(500).end());
  await subscribe({ url: receiver.url, secret: other.encrypt('sub', createSecret()) });
  const attemptAfter = async (days: number, by: SecretCipher) => {
    await sql(
      `UPDATE webhook_subscription SET consecutive_failures = 1, breaker_open_until = NULL,
      failing_since = coalesce(failing_since, now()) - $1 * interval '1 day', last_failed_at = now() - interval '1 hour'`,
      [days],
    );
    await change();
    await deliverDue(database.pool, { by });
    const { state, failing_since: since } = await subscription();
    return `${state} ${Math.round((Date.now() - Date.parse(since)) / 86_400_000)}`;
  };
  const both = createCipher([oldKey, Buffer.alloc(32, 7)]);
  expect(await attemptAfter(6, cipher)).toBe('active 0');
  expect(await attemptAfter(6, cipher)).toBe('active 0');
  expect(await attemptAfter(4, both)).toBe('active 4');
  expect(await attemptAfter(2, both)).toBe('disabled 6');
});
