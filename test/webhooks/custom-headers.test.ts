import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCipher } from '../../src/webhooks/secrets/cipher.ts';
import { encryptSecrets } from '../../src/webhooks/secrets/reencrypt.ts';
import { sign } from '../auth/bearer.ts';
import { SECRETS_KEY } from '../cipher.ts';
import { type Data, openGateway, type TestGateway } from '../gateway.ts';
import { EMPTY } from '../postgres.ts';
import { deliverDue, quiet } from './loop.ts';
import { openReceiver } from './receiver.ts';

let gateway: TestGateway;
let token: string;
beforeAll(async () => {
  gateway = await openGateway();
  token = await sign({ sub: 'owner', scope: 'tanks:write subscriptions:read subscriptions:write' });
});
afterAll(() => gateway.close());
beforeEach(async () => {
  await gateway.pool.query(EMPTY);
  await gateway.sql(`INSERT INTO tank (id, company_id, name) VALUES ('t1', 'acme', 'old')`);
});

const SHOWN = `... on WebhookSubscription { id headerNames version }
  ... on InvalidRequestError { issues { path code message } }`;
const ask = async (document: string, variables: Data): Promise<Data> =>
  (await gateway.ask(document, variables, token)).data.answer;
const create = (input: Data, idempotencyKey?: string) =>
  ask(
    `mutation ($input: CreateSubscriptionInput!, $idempotencyKey: String) {
       answer: createSubscription(input: $input, idempotencyKey: $idempotencyKey) { ${SHOWN} } }`,
    {
      input: {
        ...{ workflowId: 'w', nodeId: 'n', resource: 'tank', actions: ['updated'], webhookUrl: 'http://127.0.0.1:9/' },
        ...input,
      },
      idempotencyKey,
    },
  );
const update = (id: string, input: Data) =>
  ask(
    `mutation ($id: ID!, $input: UpdateSubscriptionInput!) { answer: updateSubscription(id: $id, input: $input) { ${SHOWN} } }`,
    { id, input },
  );
let names = 0;
const deliver = async (options?: Parameters<typeof deliverDue>[1]) => {
  await gateway.sql(`UPDATE tank SET name = 'name ${++names}'`);
  await deliverDue(gateway.pool, options);
};
const headers = [
  { name: 'Authorization', value: 'Bearer of-the-gateway' },
  { name: 'X-Api-Key', value: 'k-1' },
];

test('every request has the headers of its subscription, whose values are stored encrypted and never shown', async () => {
  const receiver = await openReceiver();
  const created = await create({ webhookUrl: receiver.url, headers });
  expect(created).toEqual({ id: expect.any(String), headerNames: ['Authorization', 'X-Api-Key'], version: 1 });
  await deliver();
  const first = await receiver.next();
  expect(first.headers).toMatchObject({ authorization: 'Bearer of-the-gateway', 'x-api-key': 'k-1' });
  expect(first.headers['webhook-id']).toMatch(/^msg_/);
  const [stored] = await gateway.sql(`SELECT s::text AS row FROM webhook_subscription s`);
  expect(stored?.row).not.toContain('of-the-gateway');

  expect(await update(created.id, { headers: [{ name: 'X-Api-Key', value: 'k-2' }] })).toMatchObject({
    headerNames: ['X-Api-Key'],
    version: 2,
  });
  await deliver();
  const second = await receiver.next();
  expect([second.headers.authorization, second.headers['x-api-key']]).toEqual([undefined, 'k-2']);
  expect(await update(created.id, { headers: null })).toMatchObject({ headerNames: [], version: 3 });
  await deliver();
  expect((await receiver.next()).headers['x-api-key']).toBeUndefined();
});

test('headers outlive a new key, and one that cannot be decrypted sends nothing', async () => {
  const receiver = await openReceiver();
  await create({ webhookUrl: receiver.url, headers });
  const [before] = await gateway.sql('SELECT version, updated_at FROM webhook_subscription');
  const keys = [Buffer.alloc(32, 9), Buffer.from(SECRETS_KEY, 'base64')];
  await encryptSecrets(gateway.prisma, createCipher(keys), quiet);
  expect(await gateway.sql('SELECT version, updated_at FROM webhook_subscription')).toEqual([before]);
  await deliver({ by: createCipher(keys.slice(0, 1)) });
  expect((await receiver.next()).headers.authorization).toBe('Bearer of-the-gateway');
  await deliver({ by: createCipher([Buffer.alloc(32, 1)]) });
  expect(receiver.received).toHaveLength(1);
  const attempts = await gateway.sql(`SELECT error FROM webhook_attempt WHERE error IS NOT NULL`);
  expect(attempts).toEqual([{ error: expect.stringContaining('or a custom header cannot be decrypted') }]);
});

test.each([
  [{ name: 'Content-Type', value: 'x' }, 'name', 'is set by the gateway'],
  [{ name: 'webhook-signature', value: 'x' }, 'name', 'is set by the gateway'],
  [{ name: 'Transfer-Encoding', value: 'chunked' }, 'name', 'is set by the gateway'],
  [{ name: '__proto__', value: 'x' }, 'name', 'must be another one than __proto__, which receivers lose'],
  [{ name: '__Proto__', value: 'x' }, 'name', 'must be another one than __proto__, which receivers lose'],
  [{ name: 'X Key', value: 'x' }, 'name', 'must be the name of a header, such as Authorization or X-Api-Key'],
  [{ name: '', value: 'x' }, 'name', 'must be the name of a header, such as Authorization or X-Api-Key'],
  [{ name: 'X-Key', value: 'a\r\nb: c' }, 'value', 'must have printable ASCII characters only, and at least one'],
  [{ name: 'X-Key', value: '' }, 'value', 'must have printable ASCII characters only, and at least one'],
  [{ name: 'X-Key', value: ' x' }, 'value', 'must not have spaces around it'],
  [{ name: 'X-Key', value: 'x'.repeat(4097) }, 'value', 'must be at most 4096 characters long'],
])('a header that cannot be sent is refused: %j', async (header, part, message) => {
  const issue = { path: ['input', 'headers', '0', part], code: expect.any(String), message };
  expect(await create({ headers: [header] })).toEqual({ issues: [issue] });
  const { id } = await create({});
  expect(await update(id, { headers: [header] })).toEqual({ issues: [issue] });
});

test('a name given twice and an eleventh header are refused', async () => {
  const twice = [headers[0], { name: 'authorization', value: 'x' }];
  expect(await create({ headers: twice })).toMatchObject({
    issues: [{ path: ['input', 'headers', '1', 'name'], code: 'DUPLICATE' }],
  });
  const eleven = Array.from({ length: 11 }, (_, index) => ({ name: `X-${index}`, value: 'x' }));
  expect(await create({ headers: eleven })).toMatchObject({
    issues: [{ path: ['input', 'headers'], code: 'TOO_LONG', message: 'must have at most 10 items' }],
  });
});

test('an address at another host needs its headers anew, since they could be read there', async () => {
  const receiver = await openReceiver();
  const { id } = await create({ headers });
  const refused = await update(id, { webhookUrl: receiver.url });
  expect(refused).toEqual({
    issues: [
      {
        path: ['input', 'headers'],
        code: 'REQUIRED',
        message: 'must be given anew with an address at another host, or null',
      },
    ],
  });
  expect(await update(id, { webhookUrl: 'http://127.0.0.1:9/other' })).toMatchObject({ version: 2 });
  expect(await update(id, { webhookUrl: receiver.url, headers: [] })).toMatchObject({ headerNames: [], version: 3 });
});

test('a repeat of a creation with other headers is refused', async () => {
  const first = await create({ headers }, 'key-1');
  expect(await create({ headers }, 'key-1')).toEqual(first);
  expect(await create({ headers: headers.slice(1) }, 'key-1')).toMatchObject({
    issues: [{ path: ['input', 'headers'], code: 'INCOMPATIBLE' }],
  });
});
