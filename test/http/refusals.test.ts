import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerUnreadable } from '../../src/http/exchange/http-errors.ts';
import { createGraphiQL } from '../../src/http/graphiql/serve.ts';
import { listen } from '../../src/http/listen.ts';
import { openGateway, type TestGateway } from '../gateway.ts';
import { converse } from './raw.ts';

let gateway: TestGateway;
let withPage: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
  withPage = await openGateway({ graphiql: createGraphiQL() });
});
afterAll(async () => {
  await gateway.close();
  await withPage.close();
});

const HOST = 'Host: 127.0.0.1:4000\r\nConnection: close\r\n';
const ask = (method: string, target: string, headers = ''): string =>
  `${method} ${target} HTTP/1.1\r\n${HOST}${headers}\r\n`;
const post = (body: string, headers = 'Content-Type: application/json\r\n', method = 'POST'): string =>
  `${ask(method, '/graphql', `${headers}Content-Length: ${Buffer.byteLength(body)}\r\n`)}${body}`;
const accepting = (accept: string): string => `Content-Type: application/json\r\nAccept: ${accept}\r\n`;
const QUERY = '{"query":"{ __typename }"}';

const REFUSED: [what: string, status: number, bytes: string][] = [
  ['OPTIONS *', 400, ask('OPTIONS', '*')],
  ['GET *', 400, ask('GET', '*')],
  ['POST *', 400, post(QUERY).replace('/graphql', '*')],
  ['* with a Host without a port', 400, ask('OPTIONS', '*').replace(':4000', '')],
  ['an address that is no path', 400, ask('GET', 'graphql')],
  ['an address of another scheme', 400, ask('GET', 'ftp://x/graphql')],
  ['an invalid Host', 400, ask('GET', '/graphql').replace('127.0.0.1:4000', '[')],
  ['an invalid port', 400, ask('GET', '/graphql').replace('4000', '99999999')],
  ['no Host', 400, 'GET /graphql HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['two Hosts', 400, ask('GET', '/health', 'hOST: other\r\n')],
  ['another path', 404, ask('GET', '/nope')],
  ['another path, with a body', 404, post(QUERY).replace('/graphql', '/nope')],
  ['another path, of an image', 404, ask('GET', '/favicon.ico', 'Accept: image/png\r\n')],
  ['no operation', 400, ask('GET', '/graphql', 'Accept: application/graphql-response+json\r\n')],
  ['no operation in the body', 400, post('{}', accepting('application/graphql-response+json'))],
  ['no operation in the body, for any type', 400, post('{}')],
  ['null in place of an operation', 400, post('{"query":null}')],
  ['no JSON', 400, post('{')],
  ['a batch', 400, post(`[${QUERY}]`)],
  ['JSON of another kind', 400, post('7')],
  ['a query of another kind', 400, post('{"query":7}')],
  ['a syntax error', 400, post('{"query":"{"}', accepting('application/graphql-response+json'))],
  ['an unknown field', 400, post('{"query":"{ nope }"}', accepting('application/graphql-response+json'))],
  [
    'a variable of the wrong type',
    400,
    post('{"query":"query ($x: ID!) { tank(id: $x) { id } }"}', accepting('application/graphql-response+json')),
  ],
  ['an operation that is not there', 400, post('{"query":"query a { __typename } query b { __typename }"}')],
  ['a mutation by GET', 405, ask('GET', '/graphql?query=mutation%7B__typename%7D')],
  ...['PUT', 'DELETE', 'PATCH', 'TRACE', 'QUERY', 'OPTIONS'].map((method): [string, number, string] => [
    method,
    405,
    ask(method, '/graphql'),
  ]),
  ...[
    'text/html',
    'image/png',
    'multipart/mixed',
    'application/xml',
    'application/json;q=0',
    '*/*; q=0.00',
    'text/event-stream; Q=0.0',
  ].flatMap((accept): [string, number, string][] => [
    [`a query for ${accept}`, 406, post(QUERY, accepting(accept))],
    [`a query by GET for ${accept}`, 406, ask('GET', '/graphql?query={__typename}', `Accept: ${accept}\r\n`)],
    [`another method for ${accept}`, 406, ask('PUT', '/graphql', `Accept: ${accept}\r\n`)],
  ]),
  ['too large a body', 413, post(' '.repeat(300_000))],
  [
    'too large a body in chunks',
    413,
    `${ask('POST', '/graphql', 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n')}493e0\r\n${' '.repeat(300_000)}\r\n0\r\n\r\n`,
  ],
  ...[
    '',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/xml',
    'application/graphql',
    'nonsense',
  ].map((type): [string, number, string] => [`a body of type ${type}`, 415, post(QUERY, `Content-Type: ${type}\r\n`)]),
  ['a body without a type', 415, post(QUERY, '')],
  ...['gzip', 'br', 'deflate', 'zstd', 'nope', 'identity, gzip', 'GZIP'].map((coding): [string, number, string] => [
    `a body with the encoding ${coding}`,
    415,
    post(QUERY, `Content-Type: application/json\r\nContent-Encoding: ${coding}\r\n`),
  ]),
  ...['utf-16', 'UTF-16LE', 'latin1', '"iso-8859-1"', 'utf-7', 'utf-80', ''].map(
    (charset): [string, number, string] => [
      `a body with the charset ${charset}`,
      415,
      post(QUERY, `Content-Type: application/json; x=y; Charset=${charset}\r\n`),
    ],
  ),
  ['an unknown expectation', 417, post(QUERY, 'Content-Type: application/json\r\nExpect: nothing\r\n')],
  ['too large a header', 431, ask('GET', '/health', `X-Large: ${'x'.repeat(20_000)}\r\n`)],
  ['no HTTP', 400, 'GARBAGE\r\n\r\n'],
  ['another version of HTTP', 400, ask('GET', '/health').replace('1.1', '9.1')],
  ['HTTP/2', 400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['two lengths', 400, ask('POST', '/graphql', 'Content-Length: 5\r\nContent-Length: 6\r\n')],
  ['a length that is no number', 400, ask('POST', '/graphql', 'Content-Length: five\r\n')],
  ['an invalid header', 400, ask('GET', '/health', 'A B: c\r\n')],
  [
    'an invalid chunk',
    400,
    `${ask('POST', '/graphql', 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n')}zz\r\n`,
  ],
];

/** An answer in the format of all errors, with an id and without a trace of the program. */
function expectRefusal(answer: string, status: number): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
  expect(head).toMatch(/\r\ncontent-type: application\/(graphql-response\+)?json; ?charset=utf-8(\r\n|$)/i);
  expect(head).toMatch(/\r\nx-request-id: [0-9a-f-]{36}(\r\n|$)/i);
  const { errors } = JSON.parse(body);
  expect(errors).not.toEqual([]);
  for (const error of errors)
    expect(error).toMatchObject({
      message: expect.stringMatching(/./),
      extensions: { code: expect.stringMatching(/^[A-Z_]+$/) },
    });
  expect(answer).not.toMatch(/node_modules|\.[cm]?[jt]s:\d|TypeError/);
}

for (const [what, status, bytes] of REFUSED)
  test(`${what} is refused with ${status} in JSON, with and without GraphiQL`, async () => {
    for (const { address } of [gateway, withPage])
      if (address === gateway.address || !bytes.includes('text/html'))
        expectRefusal(await converse(address, bytes), status);
  });

test.each([
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'HTTP/2 is not served without TLS'],
  [
    'the PROXY protocol',
    'PROXY TCP4 192.0.2.1 192.0.2.2 1 80\r\nGET / HTTP/1.1\r\n\r\n',
    'The PROXY protocol is not read',
  ],
  ['its binary form', '\r\n\r\n\0\r\nQUIT\n!', 'The PROXY protocol is not read'],
  ['TLS', '\x16\x03\x01\x02\0\x01', 'TLS is not served'],
])('a refusal of %s says what to do', async (_what, bytes, words) => {
  const answer = await converse(gateway.address, bytes);
  expectRefusal(answer, 400);
  expect(answer).toContain(words);
});

test('a request that takes too long to arrive is refused with 408 in JSON', async () => {
  const server = createServer({ connectionsCheckingInterval: 20, headersTimeout: 50, requestTimeout: 50 });
  answerUnreadable(server);
  const address = await listen(server, '127.0.0.1', 0);
  expectRefusal(await converse(address, 'GET / HTTP/1.1\r\n'), 408);
  server.close();
  await once(server, 'close');
});

test('a whole address, as a proxy may send it, is read as its path', async () => {
  for (const target of ['http://other:1/graphql?query={__typename}', 'HTTP://x/graphql?query={__typename}'])
    for (const { address } of [gateway, withPage])
      expect(await converse(address, ask('GET', target))).toContain('{"data":{"__typename":"Query"}}');
});

test.each(['Application/Json', 'application/JSON; Charset=UTF-8', 'APPLICATION/json ;charset=utf-8'])(
  'a body of the type %s is JSON, since media types have no case',
  async (type) => {
    for (const { address } of [gateway, withPage])
      expect(await converse(address, post(QUERY, `Content-Type: ${type}\r\n`))).toContain(
        '{"data":{"__typename":"Query"}}',
      );
  },
);

test.each([
  ['text/event-stream;q=0, application/json', 'application/json'],
  ['application/json;q=0, application/graphql-response+json;q=0.1', 'application/graphql-response+json'],
  ['application/json; q=0.0, text/event-stream', 'text/event-stream'],
])('a client that accepts %s gets %s', async (accept, type) => {
  for (const body of [QUERY, '{"query":"{ nope }"}'])
    expect((await gateway.post(body, { accept })).headers.get('content-type')).toMatch(`${type}`);
});

test('after a client fault the gateway goes on, and logs no error', async () => {
  expect((await gateway.ask('{ __typename }')).status).toBe(200);
  expect(gateway.logged.filter(({ level }) => level >= 50)).toEqual([]);
});
