import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { readingLines, type Sent } from './request-lines.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());

const { linesOf, lineOf, logged } = readingLines(() => gateway);

const REFUSALS: [what: string, sent: Sent, line: Data][] = [
  ['a body over 256 KB', { body: 'x'.repeat(256 * 1024 + 1) }, { status: 413, result: 'REQUEST_ENTITY_TOO_LARGE' }],
  [
    'a body that is not JSON',
    { body: '{', headers: { accept: 'application/graphql-response+json' } },
    { status: 400, result: 'BAD_REQUEST' },
  ],
  [
    'a document that is not GraphQL',
    { body: { query: '{' }, headers: { accept: 'application/graphql-response+json' } },
    { status: 400, result: 'GRAPHQL_PARSE_FAILED' },
  ],
  [
    'an unknown field',
    { body: { query: 'query Wrong { x }' } },
    { operation: 'Wrong', kind: 'query', result: 'GRAPHQL_VALIDATION_FAILED' },
  ],
  [
    'a document over the limits',
    { body: { query: `{ ${Array.from({ length: 101 }, (_, n) => `a${n}: __typename`).join(' ')} }` } },
    { kind: 'query', result: 'DOCUMENT_TOO_LARGE' },
  ],
  ['another content type', { body: 'x', headers: { 'content-type': 'text/plain' } }, { status: 415, result: null }],
  [
    'a mutation by GET',
    { method: 'GET', path: '/graphql?query=mutation{deleteSubscription(id:"x"){__typename}}' },
    { status: 405, method: 'GET', path: '/graphql', kind: 'mutation' },
  ],
  ['another method', { method: 'PUT', body: '{}' }, { status: 405, method: 'PUT', result: 'BAD_REQUEST' }],
  [
    'an unknown path',
    { method: 'GET', path: '/.env?token=hidden' },
    { status: 404, method: 'GET', path: '/.env', kind: null, result: null },
  ],
];
for (const [what, sent, line] of REFUSALS)
  test(`${what} is logged as any other request`, async () => {
    const found = await logged(sent);
    expect(found.line).toMatchObject({ msg: 'request', status: found.status, bytes: found.answered, ...line });
  });

test('half a request is logged, too', async () => {
  const requestId = randomUUID();
  const headers = { 'content-type': 'application/json', 'content-length': 1000, 'x-request-id': requestId };
  const sent = request(`${gateway.address}/graphql`, { method: 'POST', headers });
  sent.on('error', () => {});
  sent.write('{"query":', () => sent.destroy());
  expect(await lineOf(requestId)).toMatchObject({ aborted: true, status: null, kind: null, result: null });
});

test('what Node refuses by itself is logged, with the id in its answer', async () => {
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(gateway.address).port), '127.0.0.1', () => socket.write('GARBAGE\r\n\r\n'));
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part)).on('close', () => resolve(Buffer.concat(parts).toString()));
  });
  const requestId = /x-request-id: (\S+)/.exec(answer)?.[1];
  const lines = gateway.logged.filter((line) => line.requestId === requestId);
  expect(lines).toMatchObject([{ status: 400, msg: 'refused before it was a request' }]);
});

test('the probes are not logged', async () => {
  const ids = ['/health', '/ready', '/ready?verbose=1'].map((path) => ({ path, requestId: randomUUID() }));
  for (const { path, requestId } of ids)
    await fetch(`${gateway.address}${path}`, { headers: { 'x-request-id': requestId } });
  await logged({ body: { query: '{ __typename }' } });
  expect(ids.flatMap(({ requestId }) => linesOf(requestId))).toEqual([]);
});

test('no line has variables, values, tokens, documents or query strings', async () => {
  const token = await tokenOf('acme');
  const secret = randomUUID();
  const query = `query Find { tanks(filter: { name: { contains: "${secret}" } }) { totalCount } }`;
  const variables = { secret };
  for (const _again of [1, 2, 3]) await logged({ token, body: { query, variables } });
  await logged({ token, body: { query: `{ ${secret} }`, variables } });
  await logged({ token, body: `{ "${secret}` });
  await logged({ token, method: 'GET', path: `/graphql?query={__typename}&secret=${secret}` });
  await logged({ token: secret, body: { query, variables } });
  const text = gateway.logged.map((line) => JSON.stringify(line)).join('\n');
  expect(text).not.toContain(secret);
  expect(text).not.toContain(token);
  expect(text).not.toContain('totalCount');
});

test('a name of 100 KB is cut', async () => {
  for (const _again of [1, 2, 3]) {
    const { line } = await logged({ body: { query: `query ${'x'.repeat(100_000)} { __typename }` } });
    expect(line.operation).toBe('x'.repeat(100));
  }
});
