import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_SCOPES } from '../../src/auth/mint.ts';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { without } from '../rows.ts';
import { document, long, required, subscribing, whole } from './subscribing.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const { create, countOf } = subscribing(() => gateway);

for (const field of Object.keys(required)) {
  test(`${field} is required: without it, or with null, nothing runs`, async () => {
    const before = await countOf();
    for (const input of [without(required, [field]), { ...required, [field]: null }]) {
      const { status, data, errors } = await gateway.ask(document, { input });
      expect([status, data]).toEqual([400, undefined]);
      expect(errors?.[0]?.message).toContain(field);
    }
    expect(await countOf()).toBe(before);
  });
}

const faults: [string, object, Record<string, string>][] = [
  ['an empty workflow', { workflowId: '' }, { workflowId: 'REQUIRED' }],
  ['a workflow of 256 characters', { workflowId: long(256) }, { workflowId: 'TOO_LONG' }],
  ['an empty node', { nodeId: '' }, { nodeId: 'REQUIRED' }],
  ['an unknown resource', { resource: 'truck' }, { resource: 'UNKNOWN_VALUE' }],
  ['a resource in other letters', { resource: 'Tank' }, { resource: 'UNKNOWN_VALUE' }],
  ['no actions', { actions: [] }, { actions: 'REQUIRED' }],
  ['an unknown action', { actions: ['updated', 'archived'] }, { 'actions.1': 'UNKNOWN_VALUE' }],
  ['an action twice', { actions: ['updated', 'updated'] }, { actions: 'DUPLICATE' }],
  ['no address at all', { webhookUrl: '' }, { webhookUrl: 'WRONG_FORMAT' }],
  ['a relative address', { webhookUrl: '/hooks' }, { webhookUrl: 'WRONG_FORMAT' }],
  ['an address without a protocol', { webhookUrl: 'example.com/hooks' }, { webhookUrl: 'WRONG_FORMAT' }],
  ['an address of a file', { webhookUrl: 'file:///etc/passwd' }, { webhookUrl: 'WRONG_FORMAT' }],
  ['an address that is a script', { webhookUrl: 'javascript:alert(1)' }, { webhookUrl: 'WRONG_FORMAT' }],
  ['an address with a password', { webhookUrl: 'https://user:password@example.com/' }, { webhookUrl: 'WRONG_FORMAT' }],
  ['an address with a user', { webhookUrl: 'https://user@example.com/' }, { webhookUrl: 'WRONG_FORMAT' }],
  [
    'an address of over 2048 characters',
    { webhookUrl: `https://example.com/${long(2030)}` },
    { webhookUrl: 'TOO_LONG' },
  ],
  ['a filter of over 16 KB', { filter: { note: long(16 * 1024) } }, { filter: 'TOO_LONG' }],
  ['a filter of over 16 KB in UTF-8', { filter: { note: '水'.repeat(6000) } }, { filter: 'TOO_LONG' }],
  ['101 values in a list of a filter', { filter: { metadata: { a: Array(101).fill(1) } } }, { filter: 'TOO_LONG' }],
  [
    '101 values in several lists of a filter',
    { filter: { alerts: Array(50).fill('leak'), metadata: { a: [Array(50).fill(1)] } } },
    { filter: 'TOO_LONG' },
  ],
  ['no request in flight', { maxInFlight: 0 }, { maxInFlight: 'OUT_OF_RANGE' }],
  ['101 requests in flight', { maxInFlight: 101 }, { maxInFlight: 'OUT_OF_RANGE' }],
  ['no request in a second', { maxPerSecond: 0 }, { maxPerSecond: 'OUT_OF_RANGE' }],
  ['1001 requests in a second', { maxPerSecond: 1001 }, { maxPerSecond: 'OUT_OF_RANGE' }],
  ['an empty secret', { secret: '' }, { secret: 'REQUIRED' }],
  ['a secret of over 256 characters', { secret: long(257) }, { secret: 'TOO_LONG' }],
  ['a secret that only pretends to be base64', { secret: 'whsec_not base64!' }, { secret: 'WRONG_FORMAT' }],
  ['U+0000 in a text', { workflowName: 'a\0b' }, { workflowName: 'INVALID_CHARACTER' }],
  ['half of a surrogate pair in a secret', { secret: 'a\ud800' }, { secret: 'INVALID_CHARACTER' }],
  ['U+0000 in a filter', { filter: { alerts: ['b\0'] } }, { 'filter.alerts.0': 'INVALID_CHARACTER' }],
  [
    'half of a surrogate pair as a key of a filter',
    { filter: { metadata: { '\udc00': 1 } } },
    { 'filter.metadata': 'INVALID_CHARACTER' },
  ],
  ['U+0000 in an address', { webhookUrl: 'https://example.com/\0' }, { webhookUrl: 'INVALID_CHARACTER' }],
  [
    'everything wrong at once',
    { workflowId: '', nodeId: '', resource: '', actions: [], webhookUrl: '', secret: '', filter: { note: '\0' } },
    {
      workflowId: 'REQUIRED',
      nodeId: 'REQUIRED',
      resource: 'UNKNOWN_VALUE',
      actions: 'REQUIRED',
      webhookUrl: 'WRONG_FORMAT',
      secret: 'REQUIRED',
      'filter.note': 'INVALID_CHARACTER',
    },
  ],
];
for (const [what, wrong, codes] of faults)
  test(`${what} is refused with its place and its code, and nothing is written`, async () => {
    const before = await countOf();
    for (const key of [undefined, 'a key']) {
      const answer = await create({ ...required, ...wrong }, key);
      expect(answer).toMatchObject({ __typename: 'InvalidRequestError', success: false, fault: answer.message });
      const found = answer.issues.map(({ path, code }: Data) => [path.slice(1).join('.'), code]);
      expect(Object.fromEntries(found)).toEqual(codes);
    }
    expect(await countOf()).toBe(before);
  });

test('allowed values are listed where another one was given', async () => {
  const answer = await create({ ...required, resource: 'truck', actions: ['archived'] });
  const messages = answer.issues.map(({ message }: { message: string }) => message).join();
  for (const word of ['tank', 'task', 'expiration', 'quick_order', 'ship_to', 'created', 'updated', 'deleted'])
    expect(messages).toContain(word);
});

const others = ALL_SCOPES.split(' ').filter((word) => word !== 'subscriptions:write');
const unauthenticated = { reason: 'UNAUTHENTICATED', missingScope: null };
const forbidden = { reason: 'FORBIDDEN', missingScope: null };
const unscoped = { ...forbidden, missingScope: 'subscriptions:write' };
const stranger = 'another secret, long enough too for HS256';
const refused: [string, () => Promise<string | null>, object][] = [
  ['no token', async () => null, unauthenticated],
  ['a token under another key', () => tokenOf('acme', ALL_SCOPES, '1h', stranger), unauthenticated],
  ['an expired token', () => tokenOf('acme', ALL_SCOPES, '-1m'), unauthenticated],
  ['a token without the scope', () => tokenOf('acme', others.join(' ')), unscoped],
  ['a token of no company', () => tokenOf(undefined, 'subscriptions:write'), forbidden],
  ['a token for all companies', () => tokenOf('acme', 'companies:all subscriptions:write'), forbidden],
];
for (const [what, token, told] of refused)
  test(`${what} gets UnauthorizedError, and nothing is written`, async () => {
    const before = await countOf();
    for (const input of [whole, { ...whole, actions: [] }])
      expect(await create(input, undefined, await token())).toEqual({
        __typename: 'UnauthorizedError',
        message: expect.stringMatching(/.{10}/),
        ...told,
      });
    expect(await countOf()).toBe(before);
  });
