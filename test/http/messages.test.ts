import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { converse, expectTheSame, openPair, type Pair } from './pair.ts';
import { CROSS_ORIGIN, MESSAGES } from './unusual-messages.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await openPair();
});
afterAll(() => pair.close());

for (const sent of MESSAGES) test(`the gateway answers as yoga does: ${sent.name}`, () => expectTheSame(pair, sent));

test.each([[['https://app.example']], [['https://app.example', 'https://two.example']]])(
  'a gateway that allows %s answers other origins as yoga does',
  async (origins) => {
    const crossing = await openPair(origins);
    try {
      for (const sent of CROSS_ORIGIN) await expectTheSame(crossing, sent);
    } finally {
      await crossing.close();
    }
  },
);

const HEAD = 'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Request-Id: r\r\n';
const QUERY = '{"query":"{ __typename }"}';
const WHOLE = `${HEAD}Content-Length: ${QUERY.length}\r\n\r\n${QUERY}`;
const LAST = WHOLE.replace('Host', 'Connection: close\r\nHost');
const FAULTY = LAST.replace('__typename', '__typenope');

test.each([
  ['pipelined requests', WHOLE + WHOLE + WHOLE + LAST],
  ['a fault in a pipeline', WHOLE + WHOLE.replace('__typename', '__typenope') + WHOLE + LAST],
  ['a request in pieces', LAST.slice(0, 30), LAST.slice(30, 110), LAST.slice(110, -5), LAST.slice(-5)],
  ['a refused request in pieces', FAULTY.slice(0, -20), FAULTY.slice(-20)],
  ['HTTP/1.0', WHOLE.replace('HTTP/1.1', 'HTTP/1.0')],
  ['HTTP/1.0 with a fault', FAULTY.replace('HTTP/1.1', 'HTTP/1.0')],
  ['a length shorter than the body', `${HEAD}Content-Length: 5\r\n\r\n${QUERY}`],
  ['a length and chunks', `${HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['two lengths', `${HEAD}Content-Length: 5\r\nContent-Length: 6\r\n\r\n${QUERY}`],
  ['a length that is not a number', `${HEAD}Content-Length: five\r\n\r\n${QUERY}`],
  ['a negative length', `${HEAD}Content-Length: -1\r\n\r\n${QUERY}`],
  ['a length with leading zeros', LAST.replace(/Length: /, 'Length: 000')],
  ['neither length nor chunks', `${HEAD}Connection: close\r\n\r\n`],
  ['an absolute address', LAST.replace('/graphql', 'http://y/graphql')],
  ['a folded header line', LAST.replace('Host: x', 'Host: x\r\n y')],
  ['a second content type', LAST.replace('Host: x', 'Host: x\r\nContent-Type: text/plain')],
  ['a second accept', LAST.replace('Host: x', 'Host: x\r\nAccept: text/html\r\nAccept: */*')],
  [
    'a trailer',
    `${HEAD}Connection: close\r\nTransfer-Encoding: chunked\r\nTrailer: x\r\n\r\n${QUERY.length.toString(16)}\r\n${QUERY}\r\n0\r\nx: y\r\n\r\n`,
  ],
])('the gateway answers as yoga does on the wire: %s', async (_name, ...pieces) => {
  for (const time of ['first', 'second', 'third']) {
    const [ours, theirs] = await Promise.all([converse(pair.gateway, ...pieces), converse(pair.yoga, ...pieces)]);
    expect(ours, `the ${time} time`).toEqual(theirs);
    expect(ours).not.toBe('');
  }
});

test.each(['a b', '[', 'x:y', '%'])('an invalid host (%s) is refused each time, without a stack', async (host) => {
  for (const request of [LAST, FAULTY, LAST, LAST]) {
    const answer = await converse(pair.gateway, request.replace('Host: x', `Host: ${host}`));
    expect(answer).toMatch(/^http\/1\.1 400 /);
    expect(answer).not.toMatch(/node_modules|typeerror|at new url/);
  }
});

test('a client that leaves in the middle of its body, or before the answer, does no harm', async () => {
  for (const text of [WHOLE.slice(0, -10), WHOLE, `${HEAD}Content-Length: 200000\r\n\r\n${'x'.repeat(100_000)}`])
    for (let times = 0; times < 10; times += 1) {
      const socket = connect(pair.gateway.port, '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      await new Promise((resolve) => socket.write(text, resolve));
      if (times % 2 === 0) socket.destroy();
      else socket.resetAndDestroy();
    }
  expect(await converse(pair.gateway, LAST)).toContain('{"data":{"__typename":"query"}}');
});
