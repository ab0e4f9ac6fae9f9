import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sign } from '../auth/bearer.ts';
import { openGateway, type TestGateway } from '../gateway.ts';
import { EMPTY } from '../postgres.ts';
import { deliverDue } from './loop.ts';
import { openReceiver, type Received } from './receiver.ts';

let gateway: TestGateway;
let token: string;
beforeAll(async () => {
  gateway = await openGateway();
  token = await sign({ sub: 'owner', scope: 'tanks:read subscriptions:read subscriptions:write' });
});
afterAll(() => gateway.close());
beforeEach(async () => {
  await gateway.pool.query(EMPTY);
  await gateway.sql(`INSERT INTO tank (id, company_id, name) VALUES ('t1', 'acme', 'old')`);
});

const KEY = 'k3y-"Ä/\\<of>&_the+gateway'.replace('Ä', 'A');
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OLD_SECRET = 'an older secret of the receiver';
const HEADERS = [
  { name: 'Authorization', value: `Bearer ${KEY}` },
  { name: 'X-Basic', value: `Basic ${Buffer.from('robot:pass-word-1').toString('base64')}` },
  { name: 'X-Pin', value: '7351' },
  { name: 'X-Flag', value: 'a' },
];

/** Delivers a change to a receiver with this answer, and returns its attempt. */
async function answered(answer: (request: Received) => string, location?: string) {
  const receiver = await openReceiver((response, request) =>
    response.writeHead(location ? 302 : 500, location ? { location } : {}).end(answer(request)),
  );
  const create = `mutation ($input: CreateSubscriptionInput!) { createSubscription(input: $input) {
    ... on WebhookSubscription { id } ... on InvalidRequestError { issues { message } } } }`;
  const input = { workflowId: 'w', nodeId: 'n', resource: 'tank', actions: ['updated'], webhookUrl: receiver.url };
  const given = { input: { ...input, secret: OLD_SECRET, headers: HEADERS } };
  const { id } = (await gateway.ask(create, given, token)).data.createSubscription;
  const rotate = `mutation ($id: ID!) { rotateSubscriptionSecret(id: $id, secret: "${SECRET}") { __typename } }`;
  await gateway.ask(rotate, { id }, token);
  await gateway.sql(`UPDATE tank SET name = 'new'`);
  await deliverDue(gateway.pool);
  const read = '{ webhookSubscriptions { nodes { deliveries { nodes { attempts { error responseHead } } } } } }';
  const { data } = await gateway.ask(read, {}, token);
  const [stored] = await gateway.sql('SELECT response_head AS head FROM webhook_attempt');
  const [attempt] = data.webhookSubscriptions.nodes[0].deliveries.nodes[0].attempts;
  expect(stored?.head).toBe(attempt.responseHead);
  return attempt;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&#34;');
const ENCODED: Record<string, (text: string) => string> = {
  plain: (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'in JSON': (text) => JSON.stringify(text),
  'in JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)),
  'in JSON of PHP': (text) => JSON.stringify(text).replaceAll('/', '\\/').replaceAll('<', '\\u003c'),
  'in a query': encodeURIComponent,
  'in a form': (text) => new URLSearchParams([['', text]]).toString(),
  'in HTML': escapeHtml,
  'in hexadecimal': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'in base64': base64,
  'in base64 behind one letter': (text) => base64(`x${text}x`),
  'in base64 behind two letters': (text) => base64(`xx${text}xx`),
  'in base64 for URLs': (text) => Buffer.from(text).toString('base64url'),
};

test.each(Object.keys(ENCODED))('what a receiver repeats %s of secrets and headers is masked', async (how) => {
  const encode = ENCODED[how] ?? String;
  const told = [KEY, 'pass-word-1', SECRET.slice(6), OLD_SECRET].map(encode);
  const { responseHead } = await answered(() => `before ${told.join(' ')} after`);
  expect(responseHead).toMatch(/^before [^*]{0,8}(\*{3}[^*]{0,12}){4,} after$/);
  // In base64, a letter at an end may share a character with its neighbour.
  const parts = told.flatMap((text) => Array.from({ length: text.length - 7 }, (_, at) => text.slice(at, at + 8)));
  expect(parts.filter((part) => responseHead.includes(part))).toEqual([]);
});

test('a receiver that repeats the whole request shows its names, its data and its signature alone', async () => {
  const { responseHead } = await answered(({ headers, body }) => JSON.stringify({ headers, body }));
  const { headers, body } = JSON.parse(responseHead);
  expect(headers).toMatchObject({
    authorization: 'Bearer ***',
    'x-basic': 'Basic ***',
    'x-pin': '***',
    'x-flag': '***',
  });
  expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
  expect(body.data.name).toBe('new');
});

test('a short value is masked behind its name alone', async () => {
  const { responseHead } = await answered(() => 'x-flag: a, X-Flag=a; a cat, x-flag: another; 7351 tanks');
  expect(responseHead).toBe('x-flag: ***, X-Flag=***; a cat, x-flag: another; 7351 tanks');
});

test.each([
  ['as it is', KEY, 12],
  ['in a query', encodeURIComponent(KEY), 12],
  ['within an escape', encodeURIComponent(KEY), 5],
  ['in JSON', JSON.stringify(KEY).slice(1), 5],
  ['in base64', base64(KEY), 30],
])('the beginning of a secret where the kept text ends is masked: %s', async (_, told, kept) => {
  const before = 'x'.repeat(4096 - kept);
  const { responseHead } = await answered(() => `${before}${told} and more`);
  expect(responseHead).toBe(`${before}***`);
});

test('the address of a redirect shows no secret', async () => {
  const { error } = await answered(() => '', `https://example.com/?k=${encodeURIComponent(KEY)}&b=1`);
  expect(error).toContain('redirects to https://example.com/?k=***&b=1.');
});
