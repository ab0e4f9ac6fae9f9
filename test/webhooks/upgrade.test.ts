import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/db/migrations.ts';
import { MIGRATIONS } from '../../src/files.ts';
import { createCipher } from '../../src/webhooks/cipher.ts';
import { createSecret } from '../../src/webhooks/subscriptions.ts';
import { SECRETS_KEY } from '../cipher.ts';
import { SECRET, tokenOf } from '../gateway.ts';
import { databaseUrl, onServer } from '../postgres.ts';
import { usePrograms } from '../programs.ts';
import { openReceiver, type Receiver } from './receiver.ts';

const programs = usePrograms('main', 'worker', 'cli/seed');
const name = `upgrade_test_${process.pid}`;
const url = databaseUrl(inject('postgres').url, name);
const env = { DATABASE_URL: url, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', JWT_SECRET: SECRET, PORT: '0', SECRETS_KEY };
let client: pg.Client;

/** Creates a database as a release before these migrations left it. */
async function createEarlier(database: string, lacks: (migration: string) => boolean): Promise<void> {
  await onServer(inject('postgres').url, `CREATE DATABASE ${database}`);
  const earlier = mkdtempSync(join(tmpdir(), 'gateway-migrations-'));
  for (const migration of readdirSync(MIGRATIONS).filter((each) => !lacks(each)))
    cpSync(join(MIGRATIONS, migration), join(earlier, migration), { recursive: true });
  await migrate(databaseUrl(inject('postgres').url, database), earlier);
  rmSync(earlier, { recursive: true });
}

/** The database as the release before the encryption of secrets left it. */
beforeAll(async () => {
  await createEarlier(name, (migration) => migration >= '0009');
  client = new pg.Client(url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await onServer(inject('postgres').url, `DROP DATABASE ${name} WITH (FORCE)`);
});

/** The secrets as a dump of the table shows them. */
const dump = async (): Promise<string[]> =>
  (
    await client.query(
      `SELECT unnest(ARRAY[secret, previous_secret]) AS secret FROM webhook_subscription WHERE secret IS NOT NULL ORDER BY id`,
    )
  ).rows.flatMap(({ secret }) => secret ?? []);

async function expectDelivery(receiver: Receiver, ...secrets: string[]): Promise<void> {
  await client.query(`UPDATE tank SET tank_size = tank_size + 1 WHERE id = 't'`);
  const { text, headers } = await receiver.next();
  for (const secret of secrets) new Webhook(secret).verify(text, headers as Record<string, string>);
  expect(headers['webhook-signature']?.toString().split(' ')).toHaveLength(secrets.length);
}

test('two gateways that start on plain secrets encrypt them, and receivers notice nothing, nor of a new key', {
  timeout: 240_000,
}, async () => {
  const receiver = await openReceiver();
  const [current, previous] = [createSecret(), createSecret()];
  await client.query(`INSERT INTO tank (id, company_id) VALUES ('t', 'acme')`);
  await client.query(
    `INSERT INTO webhook_subscription
       (id, company_id, workflow_id, node_id, webhook_url, resource, actions, secret, previous_secret, previous_secret_until, idempotency_key)
     VALUES ('sub', 'acme', 'w', 'n', $1, 'tank', '{updated}', $2, $3, now() + interval '1 day', 'key'),
       ('blank', 'acme', 'w', 'n', $1, 'task', '{updated}', NULL, NULL, NULL, NULL)`,
    [receiver.url, current, previous],
  );
  const both = await Promise.all([programs.start('main', 'ready', env), programs.start('main', 'ready', env)]);
  const { prefix } = createCipher([Buffer.from(SECRETS_KEY, 'base64')]);
  expect(await dump()).toEqual([expect.stringContaining(prefix), expect.stringContaining(prefix)]);
  expect(both.flatMap(({ logged }) => logged).join()).not.toContain(current.slice(6));
  await expectDelivery(receiver, current, previous);

  const response = await fetch(both[0].line.address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf('acme')}` },
    body: JSON.stringify({
      query: `mutation ($secret: String) { createSubscription(idempotencyKey: "key", input: { workflowId: "w", nodeId: "n",
        webhookUrl: "https://example.com/", resource: "tank", actions: ["updated"], secret: $secret }) {
        ... on WebhookSubscription { id secret version } } }`,
      variables: { secret: current },
    }),
  });
  // The repeat of an earlier release's request.
  expect(await response.json()).toEqual({ data: { createSubscription: { id: 'sub', secret: current, version: 1 } } });
  await Promise.all(both.map(({ stop }) => stop()));

  const newKey = Buffer.alloc(32, 9).toString('base64');
  const rotated = await programs.start('worker', 'delivering', { ...env, SECRETS_KEY: `${newKey},${SECRETS_KEY}` });
  const renewed = createCipher([Buffer.from(newKey, 'base64')]).prefix;
  expect(await dump()).toEqual([expect.stringContaining(renewed), expect.stringContaining(renewed)]);
  await rotated.stop();
  const alone = await programs.start('worker', 'delivering', { ...env, SECRETS_KEY: newKey });
  await expectDelivery(receiver, current, previous);
  await alone.stop();
});

test('without SECRETS_KEY, the programs that store or sign webhooks do not start, and tell how to make one', async () => {
  for (const program of ['main', 'worker']) {
    const { status, stderr } = await programs.run(program, [], { ...env, SECRETS_KEY: '' });
    expect([program, status, stderr]).toEqual([program, 1, expect.stringContaining('openssl rand -base64 32')]);
  }
  expect(await programs.run('seed', [], { DATABASE_URL: url })).toMatchObject({ status: 0, stderr: '' });
});

test('the embedded database keeps its key over restarts', { timeout: 240_000 }, async () => {
  const receiver = await openReceiver();
  const secret = createSecret();
  const ask = async (address: string, token: string, query: string) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ query }) });
    return response.json();
  };
  const first = await programs.start('main', 'ready', { PORT: '0', JWT_SECRET: SECRET });
  const token = await tokenOf('demo');
  const created = await ask(first.line.address, token, `mutation { createSubscription(input: { workflowId: "w", nodeId: "n",
    webhookUrl: "${receiver.url}", resource: "tank", actions: ["updated"], secret: "${secret}" }) { __typename } }`); // biome-ignore format: one thought
  expect(created).toEqual({ data: { createSubscription: { __typename: 'WebhookSubscription' } } });
  await first.stop();
  const second = await programs.start('main', 'ready', { PORT: '0', JWT_SECRET: SECRET });
  await ask(
    second.line.address,
    token,
    'mutation { updateTank(id: "demo-tank-001", input: { name: "x" }) { __typename } }',
  );
  const { text, headers } = await receiver.next();
  new Webhook(secret).verify(text, headers as Record<string, string>);
  await second.stop();
});

test('60,000 deliveries that wait at the upgrade, and those of a writer who goes on, arrive once each', {
  timeout: 240_000,
}, async () => {
  const waiting = 60_000;
  const all = 66_000;
  const database = `${name}_queue`;
  await createEarlier(database, (migration) => migration >= '0016');
  onTestFinished(() => onServer(inject('postgres').url, `DROP DATABASE ${database} WITH (FORCE)`));
  const at = databaseUrl(inject('postgres').url, database);
  const arrived = new Map<unknown, number>();
  const server = createServer((request, response) => {
    const id = request.headers['webhook-id'];
    arrived.set(id, (arrived.get(id) ?? 0) + 1);
    request.resume().on('end', () => response.writeHead(204).end());
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await expect.poll(() => server.address()).not.toBeNull();
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;

  const writer = new pg.Client(at).on('error', () => {});
  await writer.connect();
  await writer.query(
    `INSERT INTO webhook_subscription (id, company_id, workflow_id, node_id, webhook_url, resource, actions, max_in_flight)
     SELECT 'sub' || g, 'acme', 'w', 'n', $1, 'tank', '{updated}', 100 FROM generate_series(1, 20) g`,
    [`http://127.0.0.1:${port}/`],
  );
  // Of these, the earlier release was sending some when it was killed, and one in eleven was delivered.
  await writer.query(
    `WITH event AS (
       INSERT INTO webhook_event (id, company_id, resource, action, resource_id, data, changed, version)
       SELECT time_ordered_uuid(now() - g % 3 * interval '1 day'), 'acme', 'tank', 'updated', 't', '{}', '{}', g
       FROM generate_series(1, $1::int) g RETURNING id, version)
     INSERT INTO webhook_delivery (event_id, subscription_id, status, leased_until)
     SELECT id, 'sub' || g, CASE WHEN version % 11 = 0 THEN 'delivered' ELSE 'pending' END, now() + version % 100 / 99 * interval '1 s'
     FROM event, generate_series(1, 20) g`,
    [all / 20],
  );
  await writer.query(`INSERT INTO tank (id, company_id) VALUES ('t', 'acme')`);
  let changes = 0;
  let writing = true;
  const written = (async () => {
    for (; writing; changes++) await writer.query(`UPDATE tank SET tank_size = tank_size + 1 WHERE id = 't'`);
  })();
  const workers = await Promise.all(
    [1, 2].map(() => programs.start('worker', 'delivering', { ...env, DATABASE_URL: at })),
  );
  await expect.poll(() => arrived.size, { timeout: 200_000, interval: 200 }).toBeGreaterThanOrEqual(waiting);
  writing = false;
  await written;
  await expect.poll(() => arrived.size, { timeout: 100_000, interval: 200 }).toBe(waiting + 20 * changes);
  expect([...arrived.values()].filter((times) => times > 1)).toEqual([]);
  await Promise.all(workers.map(({ stop }) => stop()));
  expect(changes).toBeGreaterThan(20);
  expect((await writer.query(`SELECT status, count(*)::int AS n FROM webhook_delivery GROUP BY status`)).rows).toEqual([
    { status: 'delivered', n: all + 20 * changes },
  ]);
  await writer.end();
});
