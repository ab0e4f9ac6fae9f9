import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createGraphiQL } from '../../src/http/graphiql/serve.ts';
import { Requests } from '../../src/load/shares.ts';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway({ graphiql: createGraphiQL() });
});
afterAll(() => gateway.close());

const H2C = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' };

/** The bytes of a request with an id. */
function get(path: string, id: string, headers: Record<string, string> = {}, method = 'GET', body = ''): string {
  const lines = Object.entries({ host: 'x', 'x-request-id': id, ...headers }).map((header) => header.join(': '));
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
/** The same for a query. */
function ask(id: string, headers: Record<string, string> = {}): string {
  const body = JSON.stringify({ query: '{ __typename }' });
  const length = { 'content-type': 'application/json', 'content-length': `${body.length}` };
  return get('/graphql', id, { ...length, ...headers }, 'POST', body);
}

/** Sends requests in parts on one connection, and returns the ids of the answers up to the last one. */
async function idsOf(parts: string[], last: string): Promise<(string | undefined)[]> {
  const socket = connect(Number(new URL(gateway.address).port), '127.0.0.1').setNoDelay();
  onTestFinished(() => void socket.destroy());
  const received: string[] = [];
  const answered = new Promise<void>((resolve, reject) => {
    socket.setEncoding('latin1').on('data', (data) => {
      received.push(`${data}`);
      if (received.slice(-2).join('').includes(`x-request-id: ${last}\r\n`)) resolve();
    });
    socket.on('close', () => reject(new Error(`closed after ${received.slice(-2).join('')}`)));
  });
  for (const part of parts) if (!socket.write(part)) await once(socket, 'drain');
  await answered;
  // On a busy machine, `/ready` may answer 503.
  return [...received.join('').matchAll(/HTTP\/1\.1 \d{3} [^\r]+\r\nx-request-id: (\S+)\r\n/gi)].map(([, id]) => id);
}

test('a request that offers another protocol is answered behind those before it', async () => {
  const page = (id: string) => get('/graphql', id, { accept: 'text/html' });
  const sent = [get('/ready', 'a'), page('b'), page('c'), ask('d'), ask('e', H2C)];
  const ids = ['a', 'b', 'c', 'd', 'e'];
  expect(await idsOf([sent.join('')], 'e')).toEqual(ids);
  // Bytes that arrive one by one, as they may.
  const bytes = sent
    .filter((request) => !request.includes('text/html'))
    .join('')
    .split('');
  expect(await idsOf(bytes, 'e')).toEqual(['a', 'd', 'e']);
});

test('a request that offers another protocol has one answer, however many headers it has', async () => {
  const inner = get('/health', 'smuggled');
  const length = { 'content-type': 'application/json', 'content-length': `${inner.length}` };
  const many = get(
    '/graphql',
    'outer',
    { ...H2C, 'x-many': `1\r\n${'a:b\r\n'.repeat(1_100)}c: d`, ...length },
    'POST',
    inner,
  );
  const socket = connect(Number(new URL(gateway.address).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.setEncoding('latin1').on('data', (data) => {
    received += data;
  });
  socket.write(many);
  await expect.poll(() => received).toContain('HTTP/1.1 4');
  socket.end();
  await once(socket, 'close');
  expect(received.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect(received).not.toContain('smuggled');
});

test('a client that hangs up behind its offer ends nothing but its connection', async () => {
  const before = gateway.logged.length;
  const socket = connect(Number(new URL(gateway.address).port), '127.0.0.1');
  socket.write(get('/graphql', 'hangs-up', { accept: 'text/html' }) + ask('never', H2C));
  await once(socket, 'data');
  socket.resetAndDestroy();
  const lines = () => gateway.logged.slice(before).filter(({ msg }) => msg === 'request');
  await expect.poll(lines).toMatchObject([
    { requestId: 'hangs-up', aborted: true },
    { requestId: 'never', aborted: true },
  ]);
  expect(await idsOf([get('/health', 'next')], 'next')).toEqual(['next']);
});

test('a WebSocket behind a request without an answer closes the connection', async () => {
  const websocket = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-protocol': 'graphql-transport-ws',
  };
  const socket = connect(Number(new URL(gateway.address).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (data) => {
    received += data;
  });
  socket.write(get('/ready', 'a') + get('/graphql', 'b', websocket));
  await once(socket, 'close');
  expect(received).not.toContain('101 Switching Protocols');
  // One that has its answer is no matter.
  const other = connect(Number(new URL(gateway.address).port), '127.0.0.1');
  onTestFinished(() => void other.destroy());
  other.setEncoding('latin1').write(get('/health', 'a'));
  await once(other, 'data');
  other.write(get('/graphql', 'b', websocket));
  expect(String(await once(other, 'data'))).toContain('101 Switching Protocols');
});

test('requests that wait behind another one end with their connection, and leave their places', async () => {
  // A client that does not read for long loses its connection, also on a busy machine.
  const own = await openGateway({ graphiql: createGraphiQL(), requests: new Requests(5), beatMs: 60_000 });
  onTestFinished(() => own.close());
  const authorization = `Bearer ${await tokenOf('acme')}`;
  const socket = connect(Number(new URL(own.address).port), '127.0.0.1').pause();
  const ids = Array.from({ length: 12 }, (_, n) => `behind-${n}`);
  socket.write(get('/graphql', 'page', { accept: 'text/html' }) + ids.map((id) => ask(id, { authorization })).join(''));
  const answer = async () => (await own.ask('{ __typename }')).errors?.[0]?.extensions.code;
  await expect.poll(answer).toBe('OVERLOADED');
  socket.destroy();
  await expect.poll(answer).toBe(undefined);
  const lines = own.logged.filter(({ requestId, aborted }) => ids.includes(requestId) && aborted);
  expect(lines.map(({ requestId }) => requestId).sort()).toEqual(ids.sort());
  await own.stop(1_000);
  expect(own.logged.find(({ msg }) => msg === 'closing')).toMatchObject({ requests: 0 });
});
