import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { openPool } from '../../src/db/pool.ts';
import { Tenant } from '../../src/db/tenant.ts';
import { createCipher, type SecretCipher } from '../../src/webhooks/cipher.ts';
import { encryptSecrets } from '../../src/webhooks/encryption.ts';
import { keepSweeping } from '../../src/webhooks/retention.ts';
import { rotateSecret } from '../../src/webhooks/rotation.ts';
import { createSecret } from '../../src/webhooks/subscriptions.ts';
import { cipher } from '../cipher.ts';
import { useDatabase } from './database.ts';
import { claimDue, deliverDue, openLog, openSender, quiet, settings, token } from './loop.ts';
import { openReceiver } from './receiver.ts';

const database = useDatabase();
const { sql, subscribe, change, subscription } = database;

const other = createCipher([Buffer.alloc(32, 7)]);
const encrypt = (by = cipher, log = quiet) => encryptSecrets(database.pool, by, log);
const secrets = (): Promise<{ id: string; secret: string | null; previous_secret: string | null }[]> =>
  sql('SELECT id, secret, previous_secret FROM webhook_subscription ORDER BY id');

/** Subscriptions as an earlier release has stored them: one for each pair of secrets, `sub0` and so on. */
const storePlain = (...pairs: (string | null)[][]) =>
  sql(
    `INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions, secret, previous_secret, previous_secret_until, updated_at)
     SELECT 'sub' || (place - 1), 'acme', 'w', 'n', 'http://127.0.0.1:9/', 'tank', '{updated}', pair ->> 0, pair ->> 1, now() + interval '1 hour', '2026-01-01'
     FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS t (pair, place)`,
    [JSON.stringify(pairs)],
  );

/** Changes a tank, delivers with a cipher, and returns whether these secrets all verify what arrived. */
async function verified(receiver: Awaited<ReturnType<typeof openReceiver>>, by: SecretCipher, ...all: string[]) {
  await change();
  await deliverDue(database.pool, openSender(), by);
  const { text, headers } = await receiver.next();
  for (const secret of all) new Webhook(secret).verify(text, headers as Record<string, string>);
  return headers['webhook-signature']?.toString().split(' ').length === all.length;
}

test('plain secrets are encrypted, and neither the version nor the time of the subscription changes', async () => {
  const plain = [['current', null], ['current', 'former'], [null, null], ['', ''], ['with an empty one', ''], ['whsec_AAAA', 'v1:not really']]; // biome-ignore format: a table
  await storePlain(...plain);
  const before = await sql(
    'SELECT id, version, updated_at, previous_secret_until FROM webhook_subscription ORDER BY id',
  );
  const { log, lines } = openLog();
  await encrypt(cipher, log);
  expect(await lines.next()).toEqual([{ subscriptions: 4 }, 'secrets of webhooks encrypted']);
  const rows = await secrets();
  for (const text of plain.flat().filter((text) => text)) expect(JSON.stringify(rows)).not.toContain(text);
  const read = (id: string, stored: string | null) => stored && cipher.decrypt(id, stored);
  expect(rows.map(({ id, secret, previous_secret }) => [read(id, secret), read(id, previous_secret)])).toEqual(plain);
  expect(
    await sql('SELECT id, version, updated_at, previous_secret_until FROM webhook_subscription ORDER BY id'),
  ).toEqual(before);
  await encrypt(cipher, log);
  expect(await secrets()).toEqual(rows);
  expect(lines.items).toHaveLength(1);
});

test('a message is signed with the same secrets before and after', async () => {
  const receiver = await openReceiver();
  const [current, previous] = [createSecret(), createSecret()];
  await subscribe({ url: receiver.url, secret: current });
  await sql(`UPDATE webhook_subscription SET previous_secret = $1, previous_secret_until = now() + interval '1 day'`, [previous]); // biome-ignore format: one thought
  expect(await verified(receiver, cipher, current, previous)).toBe(true);
  await encrypt();
  expect(await verified(receiver, cipher, current, previous)).toBe(true);
});

test('a new first key takes over the earlier secrets as well, with their ends', async () => {
  const receiver = await openReceiver();
  const secrets = Array.from({ length: 4 }, createSecret);
  await subscribe({ url: receiver.url, secret: cipher.encrypt('sub', secrets[0] ?? '') });
  for (const secret of secrets.slice(1))
    await rotateSecret(database.prisma, cipher, Tenant.of('acme'), { id: 'sub' }, secret);
  const before = await subscription();
  const [oldKey, newKey] = [Buffer.from('a key of the tests, 32 bytes all'), Buffer.alloc(32, 9)];
  const alone = createCipher([newKey]);
  await encrypt(createCipher([newKey, oldKey]));
  const after = await subscription();
  expect(after.earlier_secrets.map(({ until }: { until: string }) => until)).toEqual(
    before.earlier_secrets.map(({ until }: { until: string }) => until),
  );
  for (const { secret } of after.earlier_secrets) expect(secret).toContain(alone.prefix);
  expect(await verified(receiver, alone, ...secrets)).toBe(true);
  await encrypt(createCipher([newKey, oldKey]));
  expect(await subscription()).toMatchObject({ earlier_secrets: after.earlier_secrets, version: before.version });
});

test('a new first key takes over the first input of a createSubscription', async () => {
  await subscribe();
  await sql('UPDATE webhook_subscription SET idempotency_input = $1', [cipher.encrypt('sub', '{"a":1}')]);
  const [oldKey, newKey] = [Buffer.from('a key of the tests, 32 bytes all'), Buffer.alloc(32, 9)];
  await encrypt(createCipher([newKey, oldKey]));
  expect(createCipher([newKey]).decrypt('sub', (await subscription()).idempotency_input)).toBe('{"a":1}');
});

test('an earlier secret whose key is lost is left as it is, and the others sign', async () => {
  const receiver = await openReceiver();
  await subscribe({ url: receiver.url, secret: other.encrypt('sub', createSecret()) });
  const secrets = [createSecret(), createSecret()];
  for (const secret of secrets) await rotateSecret(database.prisma, cipher, Tenant.of('acme'), { id: 'sub' }, secret);
  const { log, lines } = openLog();
  await encrypt(cipher, log);
  expect(await lines.next()).toMatchObject([{ secrets: 1, examples: [expect.stringMatching(/^sub: /)] }, expect.any(String)]); // biome-ignore format: one thought
  expect(await verified(receiver, cipher, ...secrets)).toBe(true);
});

test('many processes encrypt many subscriptions at once', async () => {
  await storePlain(
    ...Array.from({ length: 1_100 }, (_, index) => [`secret ${index}`, index % 2 ? `old ${index}` : null]),
  );
  await Promise.all([1, 2, 3, 4].map(() => encrypt(createCipher([Buffer.from('a key of the tests, 32 bytes all')]))));
  for (const { id, secret, previous_secret } of await secrets()) {
    const number = Number(id.slice(3));
    expect([secret, previous_secret].map((stored) => stored && cipher.decrypt(id, stored))).toEqual([
      `secret ${number}`,
      number % 2 ? `old ${number}` : null,
    ]);
    expect(secret).toContain(cipher.prefix);
  }
});

test('a secret that its owner replaces meanwhile is not overwritten', async () => {
  await storePlain(['old', null], ['other', null]);
  const client = await database.pool.connect();
  await client.query('BEGIN');
  await client.query(`UPDATE webhook_subscription SET secret = 'new', previous_secret = 'old' WHERE id = 'sub0'`);
  const encrypting = encrypt();
  await database.untilBlocked();
  await client.query('COMMIT');
  client.release();
  await encrypting;
  const [replaced, untouched] = await secrets();
  expect(replaced).toMatchObject({ secret: 'new', previous_secret: 'old' });
  expect(untouched?.secret).toContain(cipher.prefix);
  await encrypt();
  expect((await secrets()).map(({ id, secret }) => cipher.decrypt(id, secret ?? ''))).toEqual(['new', 'other']);
});

test('a row that stays locked is left to the next call', async () => {
  await storePlain(['old', null]);
  const client = await database.pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM webhook_subscription FOR UPDATE');
  const { log, lines } = openLog();
  const hurried = openPool(database.url, { size: 1, lockSeconds: 1 });
  await encryptSecrets(hurried, cipher, log);
  expect(await lines.next()).toMatchObject([{ err: { code: '55P03' } }, 'could not encrypt the secrets of webhooks']);
  await client.query('COMMIT');
  client.release();
  await encryptSecrets(hurried, cipher, log);
  await hurried.end();
  expect((await subscription('sub0')).secret).toContain(cipher.prefix);
});

test('a new first key takes over all secrets, and the old one can go', async () => {
  const receiver = await openReceiver();
  const secret = createSecret();
  await subscribe({ url: receiver.url, secret: cipher.encrypt('sub', secret) });
  const [oldKey, newKey] = [Buffer.from('a key of the tests, 32 bytes all'), Buffer.alloc(32, 9)];
  // The new key is first given to all as a second one. Then each can read what another has already encrypted.
  const readsBoth = createCipher([oldKey, newKey]);
  await encrypt(createCipher([newKey, oldKey]));
  expect((await subscription()).secret).toContain(createCipher([newKey]).prefix);
  expect(await verified(receiver, readsBoth, secret)).toBe(true);
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
  await deliverDue(database.pool, openSender(), cipher, log);
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([expect.stringMatching(/_sub$/)]);
  const failed = (await database.attempts()).filter(({ subscription_id }) => subscription_id !== 'sub');
  expect(failed).toHaveLength(2);
  for (const { error, http_status } of failed)
    expect([error, http_status]).toEqual([expect.stringContaining('secret cannot be decrypted'), null]);
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
  const both = createCipher([Buffer.from('a key of the tests, 32 bytes all'), Buffer.alloc(32, 7)]);
  await deliverDue(database.pool, openSender(), both);
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

test('an earlier release can subscribe and rotate, but claims nothing, and its secrets are encrypted later', async () => {
  const receiver = await openReceiver();
  const { options: _, ...earlier } = database.pool.options;
  const old = new pg.Pool({ ...earlier, connectionString: database.url, options: '-c timezone=UTC -c datestyle=ISO' });
  onTestFinished(() => old.end());
  const [first, second] = [createSecret(), createSecret()];
  const values = [receiver.url, cipher.encrypt('sub', first)];
  await old.query(`INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions, secret)
    VALUES ('sub', 'acme', 'w', 'n', $1, 'tank', '{updated}', $2)`, values); // biome-ignore format: one thought
  await old.query(`UPDATE webhook_subscription SET secret = $1, previous_secret = secret, previous_secret_until = now() + interval '1 day'`, [second]); // biome-ignore format: one thought
  await change();
  await database.open();
  await expect(claimDue(old, 10, token(1))).rejects.toThrow('this release cannot read the queue of webhooks');
  expect(await database.deliveries()).toMatchObject([{ status: 'pending', attempts: 0, lease_token: null }]);
  expect(await verified(receiver, cipher, first, second)).toBe(true);

  const stop = new AbortController();
  const sweeping = keepSweeping(database.pool, cipher, settings.keepDays, quiet, stop.signal, 1);
  await database.until(`SELECT FROM webhook_subscription WHERE secret LIKE '${cipher.prefix}%'`);
  stop.abort();
  await sweeping;
  expect(cipher.decrypt('sub', (await subscription()).secret)).toBe(second);
});
