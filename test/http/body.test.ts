import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { tank } from '../records.ts';
import { updateOf } from '../resources/patching.ts';
import { create, stored } from '../rows.ts';

let gateway: TestGateway;
let token: string;
beforeAll(async () => {
  gateway = await openGateway();
  token = await tokenOf('acme');
});
afterAll(() => gateway.close());

interface Sent {
  status: number | undefined;
  text: string;
  reusedSocket: boolean;
}

/** Sends raw bytes: at once with their length, or in chunks without it. */
const send = (body: Buffer, chunked = false, agent = new Agent()): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const length = chunked ? {} : { 'content-length': body.length };
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...length };
    const sent = request(`${gateway.address}/graphql`, { method: 'POST', headers, agent }, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      resolve({ status: response.statusCode, text, reusedSocket: sent.reusedSocket });
    });
    sent.on('error', reject);
    if (chunked) for (let at = 0; at < body.length; at += 64 * 1024) sent.write(body.subarray(at, at + 64 * 1024));
    sent.end(chunked ? undefined : body);
  });
const ofSize = (bytes: number): Buffer => {
  const frame = JSON.stringify({ query: '{ __typename }', variables: { pad: '' } });
  return Buffer.from(frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`));
};

for (const [how, chunked] of [
  ['with its length', false],
  ['in chunks', true],
] as const) {
  test(`a body of 256 KB ${how} is read, one byte more is 413`, async () => {
    const largest = await send(ofSize(256 * 1024), chunked);
    expect([largest.status, JSON.parse(largest.text)]).toEqual([200, { data: { __typename: 'Query' } }]);
    const larger = await send(ofSize(256 * 1024 + 1), chunked);
    const message = 'The body may have 256 KB. Divide what it asks for among several requests.';
    const extensions = { code: 'REQUEST_ENTITY_TOO_LARGE', mostBytes: 256 * 1024 };
    expect([larger.status, JSON.parse(larger.text)]).toEqual([413, { errors: [{ message, extensions }] }]);
  });

  test(`a text of 1 MB ${how} is 413, and the connection takes the next request`, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const variables = { id: 'x', input: { name: 'x'.repeat(1024 * 1024) } };
    const body = Buffer.from(JSON.stringify({ query: updateOf(tank), variables }));
    expect((await send(body, chunked, agent)).status).toBe(413);
    const next = await send(Buffer.from('{"query":"{ __typename }"}'), false, agent);
    expect([next.status, next.reusedSocket]).toEqual([200, true]);
    agent.destroy();
  });
}

test('of a key that appears twice in JSON, the last value counts, on the fast path and on the other', async () => {
  const { id } = await create(gateway, tank);
  const query = JSON.stringify(`mutation ($id: ID!, $input: UpdateTankInput!) {
    updateTank(id: $id, input: $input) { ... on Tank { name brand metadata } } }`);
  const input = '{"name":"a","brand":"kept","name":"b","metadata":{"a":1,"a":2}}';
  // The fast path knows no parameter but the charset.
  for (const type of ['application/json', 'application/json; charset=utf-8; v=1']) {
    const body = `{"query":"{ __typename }","query":${query},"variables":{"id":"none","id":"${id}","input":${input}}}`;
    const { data } = await (await gateway.post(body, { 'content-type': type })).json();
    expect(data).toEqual({ updateTank: { name: 'b', brand: 'kept', metadata: { a: 2 } } });
  }
  const literal = `mutation { updateTank(id: "${id}", input: { name: "c", name: "d" }) { __typename } }`;
  expect((await gateway.ask(literal)).errors?.[0]?.message).toBe('There can be only one input field named "name".');
});

test('a body with bytes that are not UTF-8 is refused, and nothing of it is stored', async () => {
  const before = await create(gateway, tank);
  const update = `mutation { updateTank(id: \\"${before.id}\\", input: { name: \\"caf~\\" }) { __typename } }`;
  const [start = '', end = ''] = `{"query":"${update}"}`.split('~');
  const body = (...name: number[]) => Buffer.concat([Buffer.from(start), Buffer.from(name), Buffer.from(end)]);
  for (const name of [[0xe9], [0xff], [0xed, 0xa0, 0x80]])
    for (const chunked of [false, true]) {
      const { status, text } = await send(body(...name), chunked);
      const message = 'The body must be application/json in UTF-8, without a Content-Encoding.';
      expect([status, JSON.parse(text).errors]).toMatchObject([415, [{ message }]]);
    }
  expect(await stored(gateway, tank, before.id)).toEqual(before);
  expect((await send(body(0xc3, 0xa9))).status).toBe(200);
  expect((await stored(gateway, tank, before.id))?.name).toBe('café');
});

test('a body that is not a GraphQL request in JSON is a client error, without a stack', async () => {
  const bodies = [
    '',
    '{',
    '[]',
    '[{"query":"{ __typename }"}]',
    'null',
    '"x"',
    '7',
    '{}',
    '{"query":null}',
    '{"query":7}',
    '{"query":""}',
    '{"query":"{ __typename }","variables":[]}',
    '{"query":"{ __typename }","variables":"x"}',
    '{"query":"{ __typename }","operationName":7}',
    '{"query":"{ __typename }","operationName":"x"}',
    '{"query":"{ __typename }","extensions":7}',
    '{"query":"{ __typename"}',
    '{"query":"{ __typename }"}}',
    "{'query':'{ __typename }'}",
    '\ufeff{"query":"{ __typename }"',
    `${'['.repeat(100_000)}`,
  ];
  for (const body of bodies)
    for (const _again of [1, 2]) {
      const response = await gateway.post(body);
      const text = await response.text();
      const start = body.slice(0, 50);
      expect([start, response.status >= 400 && response.status < 500]).toEqual([start, true]);
      expect(text).toContain('"errors"');
      expect(text).not.toMatch(/ at .*\.(js|ts|mjs):|node_modules|Unexpected error/);
    }
});

test('the answer to a body that is not JSON repeats none of it', async () => {
  for (const body of [`{"query": secret-word${' '.repeat(200_000)}`, 'secret-word', '{"query":"secret-word'])
    for (const type of ['application/json', 'application/graphql+json']) {
      const response = await gateway.post(body, { 'content-type': type });
      const text = await response.text();
      expect([response.status, JSON.parse(text).errors[0].extensions]).toEqual([400, { code: 'BAD_REQUEST' }]);
      expect(text).not.toContain('secret');
    }
});

test('a body in UTF-8 without an encoding is read, however the headers say so', async () => {
  const query = '{"query":"{ __typename }"}';
  for (const type of ['application/json; charset="UTF-8"', 'application/json;x=y; Charset=utf-8', 'application/json'])
    for (const encoding of ['identity', 'Identity', '']) {
      const response = await gateway.post(query, { 'content-type': type, 'content-encoding': encoding });
      expect([type, encoding, response.status]).toEqual([type, encoding, 200]);
    }
});

test('a body in another charset or encoding is refused with the accepted ones', async () => {
  for (const headers of [{ 'content-encoding': 'gzip' }, { 'content-type': 'application/json; charset=utf-16' }]) {
    const response = await gateway.post('{"query":"{ __typename }"}', headers);
    const { errors } = await response.json();
    expect([response.status, errors[0].message]).toEqual([
      415,
      'The body must be application/json in UTF-8, without a Content-Encoding.',
    ]);
  }
});

test('none of this is logged as an error', () => {
  expect(gateway.logged.filter(({ level }) => level >= 50)).toEqual([]);
});
