import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCipher } from '../../src/webhooks/secrets/cipher.ts';
import { createSecret } from '../../src/webhooks/sending/signature.ts';
import { cipher, SECRETS_KEY } from '../cipher.ts';
import { cloneDatabase, SECRET, tokenOf } from '../gateway.ts';
import { openProgram, runProgram, temporary } from '../programs.ts';
import { openReceiver, type Receiver } from './receiver.ts';

const { url, drop } = await cloneDatabase();
const env = { DATABASE_URL: url, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', JWT_SECRET: SECRET, PORT: '0', SECRETS_KEY };
let client: pg.Client;

beforeAll(async () => {
  client = new pg.Client(url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await drop();
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

test('two gateways that start with a new first key encrypt all secrets under it, and receivers notice nothing', async () => {
  const receiver = await openReceiver();
  const [current, previous] = [createSecret(), createSecret()];
  await client.query(`INSERT INTO tank (id, company_id) VALUES ('t', 'acme')`);
  await client.query(
    `INSERT INTO webhook_subscription
       (id, company_id, workflow_id, node_id, webhook_url, resource, actions, secret, previous_secret, previous_secret_until)
     VALUES ('sub', 'acme', 'w', 'n', $1, 'tank', '{updated}', $2, $3, now() + interval '1 day'),
       ('blank', 'acme', 'w', 'n', $1, 'task', '{updated}', NULL, NULL, NULL)`,
    [receiver.url, cipher.encrypt('sub', current), cipher.encrypt('sub', previous)],
  );
  const newKey = Buffer.alloc(32, 9).toString('base64');
  const rotating = { ...env, SECRETS_KEY: `${newKey},${SECRETS_KEY}` };
  const both = [openProgram('main', [], rotating), openProgram('main', [], rotating)];
  for (const { logged } of both) await logged('ready');
  const { prefix } = createCipher([Buffer.from(newKey, 'base64')]);
  expect(await dump()).toEqual([expect.stringContaining(prefix), expect.stringContaining(prefix)]);
  expect(both.flatMap(({ lines }) => lines).join()).not.toContain(current.slice(6));
  await expectDelivery(receiver, current, previous);
  await Promise.all(both.map(({ stop }) => stop()));
  const alone = openProgram('worker', [], { ...env, SECRETS_KEY: newKey });
  await alone.logged('delivering');
  await expectDelivery(receiver, current, previous);
  await alone.stop();
});

test('without SECRETS_KEY, the programs that store or sign webhooks do not start, and say how to make one', async () => {
  for (const program of ['main', 'worker']) {
    const { status, stderr } = await runProgram(program, [], { ...env, SECRETS_KEY: '' });
    expect([program, status, stderr]).toEqual([program, 1, expect.stringContaining('openssl rand -base64 32')]);
  }
  expect(await runProgram('seed', [], { DATABASE_URL: url })).toMatchObject({ status: 0, stderr: '' });
});

test('the embedded database keeps its key over restarts', async () => {
  const receiver = await openReceiver();
  const secret = createSecret();
  const DATA_DIR = temporary();
  const ask = async (address: string, token: string, query: string) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ query }) });
    return response.json();
  };
  const start = async () => {
    const gateway = openProgram('main', [], { PORT: '0', JWT_SECRET: SECRET, DATA_DIR });
    return { ...gateway, address: (await gateway.logged('ready')).address };
  };
  const first = await start();
  const token = await tokenOf('demo');
  const created = await ask(
    first.address,
    token,
    `mutation { createSubscription(input: { workflowId: "w", nodeId: "n",
    webhookUrl: "${receiver.url}", resource: "tank", actions: ["updated"], secret: "${secret}" }) { __typename } }`,
  );
  expect(created).toEqual({ data: { createSubscription: { __typename: 'WebhookSubscription' } } });
  await first.stop();
  const second = await start();
  await ask(second.address, token, 'mutation { updateTank(id: "demo-tank-001", input: { name: "x" }) { __typename } }');
  const { text, headers } = await receiver.next();
  new Webhook(secret).verify(text, headers as Record<string, string>);
  await second.stop();
});
