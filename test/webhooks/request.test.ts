import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createSender, type Resolve } from '../../src/webhooks/request.ts';
import { openReceiver } from './receiver.ts';

const loopback = ['127.0.0.0/8'];

function openSender(allowCidrs: string[], resolve?: Resolve) {
  const sender = createSender(allowCidrs, resolve);
  onTestFinished(() => sender.close());
  return (url: string) => sender.post(url, { 'content-type': 'application/json' }, '{}');
}

/** A server that speaks as it is told, without an HTTP library in between. */
async function openRaw(serve: (socket: Socket) => void): Promise<{ url: string; server: Server }> {
  const server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`, server };
}

test('a literal inside address is refused before any connection is made, on every attempt', async () => {
  const receiver = await openReceiver();
  const post = openSender([]);
  for (const _ of [1, 2]) {
    expect(await post(receiver.url)).toMatchObject({
      status: undefined,
      error: 'The address leads to 127.0.0.1, which is not a public address.',
    });
  }
  expect(receiver.received).toEqual([]);
});

test('a name that resolves to an inside address is refused, and so is one that does so in part', async () => {
  const receiver = await openReceiver();
  const url = receiver.url.replace('127.0.0.1', 'hooks.example.com');
  const answers = [
    [{ address: '127.0.0.1', family: 4 }],
    [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
    [{ address: '::ffff:127.0.0.1', family: 6 }],
  ];
  for (const addresses of answers) {
    const answer = await openSender([], async () => addresses)(url);
    // The address itself is not told: it may be a secret of the network's.
    expect(answer.error).toBe('The host hooks.example.com resolves to an address that is not public.');
  }
  expect(receiver.received).toEqual([]);
});

test('a name that changes between the check and the connection gains nothing: they are one look-up', async () => {
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
    error: 'The host other.example.com resolves to an address that is not public.',
  });
});

test('a name that does not resolve is a failure with words', async () => {
  const fails = openSender([], () => Promise.reject(new Error('getaddrinfo ENOTFOUND nowhere.example.com')));
  expect((await fails('http://nowhere.example.com/')).error).toContain('ENOTFOUND');
  const empty = openSender([], async () => []);
  expect((await empty('http://nowhere.example.com/')).error).toBe('The host nowhere.example.com has no address.');
});

test('a redirect is an answer like any other refusal and is not followed', async () => {
  const target = await openReceiver();
  const receiver = await openReceiver((response) => response.writeHead(307, { location: target.url }).end());
  expect(await openSender(loopback)(receiver.url)).toMatchObject({ status: 307, error: 'The receiver answered 307.' });
  expect(target.received).toEqual([]);
});

test('a huge body is read to 4 KB and then hung up on', async () => {
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

test("a response's head is text that PostgreSQL can hold", async () => {
  const receiver = await openReceiver((response) => response.writeHead(500).end(Buffer.from([0x61, 0, 0xff, 0x62])));
  expect((await openSender(loopback)(receiver.url)).head).toBe('a\uFFFD\uFFFDb');
});

test('Retry-After and 429 are noticed', async () => {
  const receiver = await openReceiver((response) => response.writeHead(429, { 'retry-after': '120' }).end('slow down'));
  expect(await openSender(loopback)(receiver.url)).toMatchObject({
    status: 429,
    overloaded: true,
    retryAfterMs: 120_000,
    head: 'slow down',
  });
});

test('a connection that breaks is a failure with words', async () => {
  const { url, server } = await openRaw((socket) => socket.destroy());
  expect(await openSender(loopback)(url)).toMatchObject({ status: undefined, error: expect.stringMatching(/.+/) });
  server.close();
  expect((await openSender(loopback)(url)).error).toMatch(/ECONNREFUSED|closed/);
});

test('connections are kept for later attempts', async () => {
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

test('a body that never ends does not undo the acceptance', async () => {
  const { url } = await openRaw((socket) => {
    socket.on('error', () => {});
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nok');
    setTimeout(() => socket.destroy(), 50);
  });
  expect(await openSender(loopback)(url)).toMatchObject({ status: 200, error: undefined, head: 'ok' });
});

test('a receiver that never answers is given up after 15 s, and left alone for a while', async () => {
  const { url } = await openRaw((socket) => socket.on('error', () => {}));
  const answer = await openSender(loopback)(url);
  expect(answer).toMatchObject({ status: undefined, overloaded: true, error: 'No answer within 15 s.' });
  expect(answer.durationMs).toBeGreaterThanOrEqual(14_900);
  expect(answer.durationMs).toBeLessThan(17_000);
});

test('a body that drips in is not waited for: the status counts', async () => {
  const receiver = await openReceiver((response) => {
    const drip = setInterval(() => response.write('.'), 50);
    response.writeHead(200).on('close', () => clearInterval(drip));
  });
  const answer = await openSender(loopback)(receiver.url);
  expect(answer).toMatchObject({ status: 200, error: undefined, head: expect.stringMatching(/^\.+$/) });
  expect(answer.durationMs).toBeLessThan(10_000);
});
