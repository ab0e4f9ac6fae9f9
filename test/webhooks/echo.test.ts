import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { redact, WITHHELD } from '../../src/webhooks/sending/redact.ts';
import { sign } from '../auth/bearer.ts';
import { openGateway, type TestGateway } from '../gateway.ts';
import { processorTime } from '../load/longest-turn.ts';
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
  'in base64 of several lines': (text) => base64(`user: ${text}`).replaceAll(/.{8}/g, '$&\r\n'),
  'in base64 of lines in JSON': (text) => JSON.stringify(base64(text).replaceAll(/.{8}/g, '$&\n')),
  'in bytes with colons': (text) => [...Buffer.from(text)].map((byte) => byte.toString(16).padStart(2, '0')).join(':'),
  'in bytes of a Buffer': (text) => JSON.stringify(Buffer.from(text)),
  'in mail': (text) => text.replaceAll(/[^a-z0-9]/gi, (each) => `=${each.charCodeAt(0).toString(16).toUpperCase()}`),
  'in numeric entities': (text) => text.replaceAll(/./g, (each) => `&#${each.charCodeAt(0)};`),
  'in lines': (text) => text.replaceAll(/.{5}/g, '$&\n'),
};

const TOLD = [KEY, 'pass-word-1', SECRET.slice(6), OLD_SECRET];

test.each(Object.keys(ENCODED))('an answer that repeats %s a secret or a header is withheld', async (how) => {
  const encode = ENCODED[how] ?? String;
  const { responseHead } = await answered(() => `before ${TOLD.map(encode).join(' ')} after`);
  expect(responseHead).toBe(WITHHELD);
  const confidential = {
    secrets: [SECRET, OLD_SECRET],
    headers: Object.fromEntries(HEADERS.map(({ name, value }) => [name.toLowerCase(), value])),
  };
  for (const told of TOLD) expect(redact(`before ${encode(told)} after`, confidential), told).toBe(WITHHELD);
});

test('a receiver that repeats the whole request shows nothing of it', async () => {
  const { responseHead } = await answered(({ headers, body }) => JSON.stringify({ headers, body }));
  expect(responseHead).toBe(WITHHELD);
});

test.each([
  '"x-pin":"7351"',
  'HTTP_X_PIN=7351',
  '<tr><td>X-Pin</td><td>7351</td></tr>',
  'wrong pin 7351',
  'X-Flag=a',
  'x-flag: a',
  '{"xFlag":["a"]}',
  'HTTP_X_FLAG=a',
  '&quot;X-Flag&quot;: &quot;a&quot;',
])('an answer with a short value is withheld: %s', async (told) => {
  expect((await answered(() => `before ${told}`)).responseHead).toBe(WITHHELD);
});

test.each(['a cat', 'x-flag: b', 'pin 73510', 'x-pin: 735', 'X-Basic is missing', 'not a token: Bearer realm="tanks"'])(
  'an answer that repeats nothing is shown: %s',
  async (told) => {
    expect((await answered(() => told)).responseHead).toBe(told);
  },
);

test.each([
  ['as it is', KEY, 12],
  ['in a query', encodeURIComponent(KEY), 12],
  ['within an escape', encodeURIComponent(KEY), 5],
  ['in JSON', JSON.stringify(KEY).slice(1), 5],
  ['in base64', base64(KEY), 30],
])('an answer that is cut within a secret is withheld: %s', async (_, told, kept) => {
  const before = 'x'.repeat(4096 - kept);
  expect((await answered(() => `${before}${told} and more`)).responseHead).toBe(WITHHELD);
});

test('the address of a redirect shows no secret', async () => {
  const { error } = await answered(() => '', `https://example.com/?k=${encodeURIComponent(KEY)}&b=1`);
  expect(error).toContain(`redirects to ${WITHHELD}.`);
});

test('long headers and an answer of escapes are judged within 100 ms', () => {
  const value = (index: number) => Array.from({ length: 400 }, (_, at) => `word-${index}${at}`).join(' ');
  const headers = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`x-${index}`, value(index)]));
  const answer = 'a%41\\u0041&#65;=41'.repeat(200);
  // Compilation and the rest of the machine lengthen some.
  const times = Array.from({ length: 5 }, () => {
    const since = processorTime();
    expect(redact(answer, { secrets: [], headers })).toBe(answer);
    return processorTime() - since;
  });
  expect(Math.min(...times)).toBeLessThan(100);
});
