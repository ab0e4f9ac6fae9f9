import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer as createWebServer, type ServerResponse } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Resolve } from '../../src/webhooks/sending/address.ts';
import { createSender, TIMEOUT_MS } from '../../src/webhooks/sending/request.ts';
import { portOf } from '../port.ts';
import { openLog, quiet } from './loop.ts';
import { openReceiver } from './receiver.ts';

const loopback = ['127.0.0.0/8'];
const ONLY_PUBLIC = 'Use a public address, or ask the operator to allow this one with WEBHOOK_ALLOW_CIDRS.';

function openSender(allowCidrs: string[], resolve?: Resolve, log = quiet) {
  const sender = createSender(allowCidrs, log, resolve);
  onTestFinished(() => sender.close());
  return (url: string) => sender.post(url, { 'content-type': 'application/json' }, '{}');
}

/** A sender for which every name leads to this machine. */
function named() {
  const sender = createSender(loopback, quiet, async () => [{ address: '127.0.0.1', family: 4 }]);
  onTestFinished(() => sender.close());
  return { post: (url: string) => sender.post(url, {}, '{}'), close: () => sender.close() };
}

/** A receiver with any number of names, which keeps connections open. */
async function openKeeping(answer = (response: ServerResponse) => void response.writeHead(204).end()) {
  const server = createWebServer({ keepAliveTimeout: 600_000 }, (_, response) => answer(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: (name: string | number) => `http://h${name}.example.com:${portOf(server)}/`, server };
}

/** A TCP server for responses that an HTTP library would not send. */
async function openRaw(serve: (socket: Socket) => void): Promise<{ url: string; server: Server }> {
  const server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`, server };
}

test('a private IP address is refused before any connection, on every attempt', async () => {
  const receiver = await openReceiver();
  const post = openSender([]);
  for (const _ of [1, 2]) {
    expect(await post(receiver.url)).toMatchObject({
      status: undefined,
      error: `The address leads to 127.0.0.1, which is not a public address. ${ONLY_PUBLIC}`,
    });
  }
  expect(receiver.received).toEqual([]);
});

test('a name that leads inside, to nowhere, or does not exist reads the same to the owner, and not in the log', async () => {
  const receiver = await openReceiver();
  const url = receiver.url.replace('127.0.0.1', 'hooks.example.com');
  const inside = (address: string): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 });
  const lookups: [Resolve, RegExp][] = [
    [async () => [inside('127.0.0.1')], /127\.0\.0\.1/],
    [async () => [inside('93.184.216.34'), inside('10.0.0.7')], /10\.0\.0\.7/],
    [async () => [inside('::ffff:127.0.0.1')], /::ffff:127\.0\.0\.1/],
    [async () => [], /"addresses":\[\]/],
    [() => Promise.reject(new Error('getaddrinfo ENOTFOUND hooks.example.com')), /ENOTFOUND/],
    [() => Promise.reject(new Error('getaddrinfo EAI_AGAIN hooks.example.com')), /EAI_AGAIN/],
  ];
  for (const [resolve, cause] of lookups) {
    const { log, lines } = openLog();
    const { error, status, head, overloaded } = await openSender([], resolve, log)(url);
    expect({ error, status, head, overloaded }).toEqual({
      error:
        'The host hooks.example.com does not lead to a public address. Check its name, or ask the operator to allow its address with WEBHOOK_ALLOW_CIDRS.',
      status: undefined,
      head: undefined,
      overloaded: false,
    });
    const [fields, message] = await lines.next();
    expect(message).toContain('webhook host');
    expect(JSON.stringify({ ...fields, message: 'err' in fields ? String(fields.err) : '' })).toMatch(cause);
  }
  expect(receiver.received).toEqual([]);
});

test('the check of a name and its connection use the same lookup', async () => {
  const receiver = await openReceiver();
  let lookups = 0;
  const post = openSender(loopback, async () => {
    lookups++;
    return [{ address: lookups === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
  });
  const url = receiver.url.replace('127.0.0.1', 'hooks.example.com');
  expect(await post(url)).toMatchObject({ status: 204 });
  expect(lookups).toBe(1);
  expect(await post(url.replace('hooks', 'other'))).toMatchObject({
    status: undefined,
    error: expect.stringContaining('The host other.example.com does not lead to a public address.'),
  });
});

test('a redirect fails the attempt and is not followed', async () => {
  const target = await openReceiver();
  const receiver = await openReceiver((response) => response.writeHead(307, { location: target.url }).end());
  expect(await openSender(loopback)(receiver.url)).toMatchObject({
    status: 307,
    error: `The receiver answered 307 and redirects to ${target.url}/. Only a 2xx status is accepted; redirects are not followed.`,
  });
  expect(target.received).toEqual([]);
});

test('4 KB of a huge body are read, and then the connection is closed', async () => {
  let sent = 0;
  let hangUp = () => {};
  const closed = new Promise<void>((resolve) => {
    hangUp = resolve;
  });
  const { url } = await openRaw((socket) => {
    socket.on('error', () => {});
    socket.on('close', hangUp);
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n');
    const chunk = Buffer.alloc(16_384, 'x');
    const pour = () => {
      while (!socket.destroyed && sent < 1e9) {
        sent += chunk.length;
        if (!socket.write(chunk)) return void socket.once('drain', pour);
      }
    };
    pour();
  });
  const answer = await openSender(loopback)(url);
  expect(answer).toMatchObject({ status: 200, error: undefined });
  expect(answer.head).toBe('x'.repeat(4096));
  await closed;
  expect(sent).toBeLessThan(50e6);
});

test('the first bytes of a body are stored as text that PostgreSQL can hold', async () => {
  const receiver = await openReceiver((response) => response.writeHead(500).end(Buffer.from([0x61, 0, 0xff, 0x62])));
  expect((await openSender(loopback)(receiver.url)).head).toBe('a\uFFFD\uFFFDb');
});

test('Retry-After and 429 are reported', async () => {
  const receiver = await openReceiver((response) => response.writeHead(429, { 'retry-after': '120' }).end('slow down'));
  expect(await openSender(loopback)(receiver.url)).toMatchObject({
    status: 429,
    overloaded: true,
    retryAfterMs: 120_000,
    head: 'slow down',
  });
});

test('a connection that breaks fails with a message', async () => {
  const { url, server } = await openRaw((socket) => socket.destroy());
  expect(await openSender(loopback)(url)).toMatchObject({
    status: undefined,
    error: expect.stringContaining('closed the connection'),
  });
  server.close();
  expect((await openSender(loopback)(url)).error).toMatch(/refused the connection|closed/);
});

test('a name whose addresses all refuse reads like one address, and the log has each', async () => {
  const { url, server } = await openRaw(() => {});
  server.close();
  const { log, lines } = openLog();
  const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
  const post = openSender(loopback, async () => addresses, log);
  const { error } = await post(`${url.replace('127.0.0.1', 'hooks.example.com')}?token=hush`);
  expect(error).toBe('The receiver refused the connection. Check that it runs, and the port in the address.');
  const [fields] = await lines.next();
  expect(fields).toMatchObject({
    code: 'ECONNREFUSED',
    reason: expect.stringMatching(/127\.0\.0\.1.*; .*127\.0\.0\.2/),
  });
  expect(JSON.stringify(fields)).not.toContain('hush');
});

test('connections are kept alive for later attempts', async () => {
  const ports = new Set<number | undefined>();
  const receiver = await openReceiver((response) => {
    ports.add(response.socket?.remotePort);
    response.writeHead(204).end();
  });
  const post = openSender(loopback);
  for (let index = 0; index < 10; index++) expect(await post(receiver.url)).toMatchObject({ status: 204 });
  // The pool may open a second one while the first still ends its answer.
  expect(ports.size).toBeLessThanOrEqual(2);
});

test('a body that breaks off does not fail the attempt', async () => {
  const { url } = await openRaw((socket) => {
    socket.on('error', () => {});
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nok');
    setTimeout(() => socket.destroy(), 50);
  });
  expect(await openSender(loopback)(url)).toMatchObject({ status: 200, error: undefined, head: 'ok' });
});

const LENGTHS = /^The answer states its length twice, or another one than it has/;
const HEAD = /^The head of the answer is not valid HTTP/;
const NOT_HTTP = /^The answer is not HTTP/;

test.each<[string, string, RegExp | undefined]>([
  ['one length twice', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 2\r\n\r\nok', LENGTHS],
  [
    'a length beside chunks',
    'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
    LENGTHS,
  ],
  ['a length that is no number', 'HTTP/1.1 200 OK\r\ncontent-length: two\r\n\r\nok', LENGTHS],
  ['100 before it', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n', /^The receiver sent 100 or 101/],
  ['17 KB of headers', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(17_000)}\r\n\r\n`, /are larger than 16 KB/],
  ['a header without a colon', 'HTTP/1.1 200 OK\r\nx\r\n\r\n', HEAD],
  ['a control character', 'HTTP/1.1 200 OK\r\nx: \u0001\r\n\r\n', HEAD],
  ['a name beyond ASCII', 'HTTP/1.1 200 OK\r\nü: 1\r\n\r\n', HEAD],
  ['lines that end with LF', 'HTTP/1.1 200 OK\nx: 1\n\n', HEAD],
  ['lines that end with CR', 'HTTP/1.1 200 OK\rx: 1\r\r', HEAD],
  ['another version', 'HTTP/1.2 200 OK\r\n\r\n', HEAD],
  ['two spaces', 'HTTP/1.1  200 OK\r\n\r\n', HEAD],
  ['no space', 'HTTP/1.1 200OK\r\n\r\n', HEAD],
  ['lower case', 'http/1.1 200 OK\r\n\r\n', NOT_HTTP],
  ['no end of the headers', 'HTTP/1.1 200 OK\r\nx: 1\r\n', /^The receiver closed the connection without an answer/],
  ['102 and 103 before it', 'HTTP/1.1 102 P\r\n\r\nHTTP/1.1 103 E\r\n\r\nHTTP/1.1 200 OK\r\n\r\n', undefined],
  ['no reason', 'HTTP/1.1 200\r\n\r\n', undefined],
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nok', undefined],
  ['wrong chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nno\r\n', undefined],
  ['a body that is not compressed as it says', 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\nok', undefined],
  ['a body behind 204', 'HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\nok', undefined],
])('a 2xx with %s has the outcome that the documentation names', async (_name, answer, error) => {
  const { url } = await openRaw((socket) => void socket.on('error', () => {}).once('data', () => socket.end(answer)));
  const posted = await openSender(loopback)(url);
  if (error === undefined) expect(posted).toMatchObject({ status: answer.includes(' 204 ') ? 204 : 200, error });
  else expect(posted).toMatchObject({ status: undefined, error: expect.stringMatching(error) });
});

test('a receiver that never answers fails after 15 s, as overloaded', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let arrived = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const { url } = await openRaw((socket) => socket.on('error', () => {}).once('data', arrived));
  const posted = openSender(loopback)(url);
  await arrival;
  let pending = true;
  void posted.then(() => {
    pending = false;
  });
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1);
  expect(pending).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(await posted).toMatchObject({
    status: undefined,
    overloaded: true,
    durationMs: 15_000,
    error: 'No answer within 15 s. Answer with a 2xx status before doing slow work.',
  });
});

test('the attempt does not wait for a slow body: the status counts', async () => {
  const receiver = await openReceiver((response) => {
    const drip = setInterval(() => response.write('.'), 50);
    response.writeHead(200).on('close', () => clearInterval(drip));
  });
  const answer = await openSender(loopback)(receiver.url);
  expect(answer).toMatchObject({ status: 200, error: undefined, head: expect.stringMatching(/^\.+$/) });
  expect(answer.durationMs).toBeLessThan(TIMEOUT_MS);
});

test('connections to the receivers of the last 1,000 origins are kept alive, and those of others end', async () => {
  const { url, server } = await openKeeping();
  const { post } = named();
  for (let n = 0; n < 1_020; n += 20) await Promise.all(Array.from({ length: 20 }, (_, of) => post(url(n + of))));
  const open = (): Promise<number> => promisify<number>(server.getConnections.bind(server))();
  await expect.poll(open).toBe(1_000);
});

test('an answer of a receiver beyond the last 1,000 is still taken, and a stop does not wait for it', async () => {
  const held: ServerResponse[] = [];
  const { url } = await openKeeping((response) => void held.push(response));
  const { post, close } = named();
  const waiting = [post(url('held')), post(url('held'))];
  await expect.poll(() => held).toHaveLength(2);
  const { url: urlOf } = await openKeeping();
  for (let n = 0; n < 1_000; n += 20) await Promise.all(Array.from({ length: 20 }, (_, of) => post(urlOf(n + of))));
  held.pop()?.writeHead(204).end();
  expect(await Promise.race(waiting)).toMatchObject({ status: 204 });
  await close();
  // Not overloaded, as it would be after 15 s.
  expect(await Promise.all(waiting)).toContainEqual(expect.objectContaining({ status: undefined, overloaded: false }));
});
