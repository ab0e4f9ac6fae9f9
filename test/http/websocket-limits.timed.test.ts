import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { Requests, Shares } from '../../src/load/shares.ts';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';
import { takeSlowly } from './take-slowly.ts';
import { connected, openSocket, resync, start, subscribe, TANK, urlOf } from './websockets.ts';

let gateway: TestGateway;
/** Another gateway, and the close of a socket there that sends nothing: the last test waits for it. */
let quiet: TestGateway;
let silence: Promise<unknown[]>;
beforeAll(async () => {
  gateway = await openGateway({ beatMs: 1_000 });
  quiet = await openGateway();
  silence = once(new WebSocket(urlOf(quiet), 'graphql-transport-ws'), 'close');
});
afterAll(() => Promise.all([gateway.close(), quiet.close()]));

test('live operations of sockets count among those of their company, and leave their places', async () => {
  const own = await start({ streams: new Shares(1), requests: new Requests(1) });
  const { send, next } = await connected(own);
  send(subscribe('1', TANK, { id: 'x' }));
  expect(await next()).toEqual(resync('1'));
  send(subscribe('2', TANK, { id: 'x' }));
  expect(await next()).toMatchObject({
    id: '2',
    type: 'error',
    payload: [{ extensions: { code: 'OVERLOADED', retryable: true } }],
  });
  send(subscribe('3', '{ __typename }'));
  expect([(await next()).type, (await next()).type]).toEqual(['next', 'complete']);
  send({ id: '1', type: 'complete' });
  const again = await connected(own);
  again.send(subscribe('4', TANK, { id: 'x' }));
  expect(await again.next()).toEqual(resync('4'));
});

test('a client that does not read loses its connection', async () => {
  const own = await start({ beatMs: 1_000 });
  const { socket, send, next } = await connected(own);
  send(subscribe('live', TANK, { id: 'x' }));
  expect(await next()).toEqual(resync('live'));
  socket.pause();
  const line = () => own.logged.find(({ kind, msg }) => kind === 'subscription' && msg === 'request');
  await expect.poll(line).toMatchObject({ status: 101, aborted: true });
});

test('a client that takes what waits at less than 1 KB/s loses its connection, also one that sends pongs', async () => {
  const own = await start({ limits: { answerBytes: 40 * 1024 * 1024, requestSeconds: 60 }, beatMs: 500 });
  const { id } = await create(own, tank, { note: 'x'.repeat(1_800_000) });
  const notes = Array.from({ length: 18 }, (_, n) => `a${n}: note`);
  takeSlowly([1_500, 500]);
  const [faster, slower] = [await connected(own), await connected(own)];
  for (const { socket, send } of [faster, slower]) {
    send(subscribe('much', `query Much($id: ID!) { tank(id: $id) { ${notes} } }`, { id }));
    socket.pause();
  }
  const pongs = setInterval(() => slower.socket.pong(), 100);
  onTestFinished(() => clearInterval(pongs));
  const lines = () => own.logged.filter(({ operation, msg }) => operation === 'Much' && msg === 'request');
  await expect.poll(lines).toHaveLength(1);
  faster.socket.resume();
  expect(await faster.next()).toMatchObject({ id: 'much', type: 'next' });
  slower.socket.resume();
  expect((await slower.closed).code).toBe(1006);
});

/** A frame of a client, whose message goes on in the next one. */
const fragment = (opcode: number, size: number): Buffer =>
  Buffer.concat([Buffer.from([opcode, 0x80 | size, 0, 0, 0, 0]), Buffer.alloc(size, 'x')]);

/** Opens a WebSocket on a plain connection, and returns it with what ends it. */
async function openPlain(init?: object): Promise<{ stream: Socket; ended: Promise<unknown> }> {
  const socket = new WebSocket(`${gateway.address.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  socket.on('error', () => {});
  const ended = once(socket, 'close');
  const [response] = await once(socket, 'upgrade');
  if (socket.readyState !== socket.OPEN) await once(socket, 'open');
  if (init !== undefined) {
    socket.send(JSON.stringify(init));
    await once(socket, 'message');
  }
  return { stream: response.socket, ended };
}

test('a message in many fragments ends its connection, with a token and without one', async () => {
  const init = { type: 'connection_init', payload: { authorization: `Bearer ${await tokenOf('acme')}` } };
  for (const each of [undefined, init]) {
    const { stream, ended } = await openPlain(each);
    stream.write(Buffer.concat([fragment(1, 15), ...Array.from({ length: 16_000 }, () => fragment(0, 15))]));
    expect([1006, 1008]).toContain(((await ended) as [number])[0]);
  }
});

test('a connection that sends bytes one by one before it sends a token is cut', async () => {
  const { stream, ended } = await openPlain();
  const bytes = [...fragment(1, 120)].values();
  const sending = setInterval(() => stream.write(Buffer.from([bytes.next().value ?? 0])), 1);
  onTestFinished(() => clearInterval(sending));
  expect(await ended).toEqual([1006, Buffer.alloc(0)]);
  expect([...bytes].length).toBeGreaterThan(0);
});

/** A socket that asks for an upgrade and has no client behind it. */
function offerAlone(): Socket {
  const socket = connect(Number(new URL(gateway.address).port), '127.0.0.1').setNoDelay();
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  const offer = ['GET /graphql HTTP/1.1', 'host: x', 'connection: upgrade', 'upgrade: websocket'];
  const names = ['version: 13', 'key: dGhlIHNhbXBsZSBub25jZQ==', 'protocol: graphql-transport-ws'];
  socket.write([...offer, ...names.map((name) => `sec-websocket-${name}`), '', ''].join('\r\n'));
  return socket;
}

test('a connection whose token is refused stays within the limits of one without a token', async () => {
  const socket = offerAlone();
  await expect.poll(() => String(socket.read() ?? '')).toContain('101 Switching');
  const init = JSON.stringify({ type: 'connection_init', payload: { authorization: 'Bearer x' } });
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | init.length, 0, 0, 0, 0]), Buffer.from(init)]));
  await expect.poll(() => String(socket.read() ?? '')).toContain('token');
  socket.resume();
  // It does not answer the close, and begins a message of 192 KB.
  socket.write(Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0]));
  let parts = 190;
  for (; parts > 0 && socket.writable; parts--) {
    socket.write(Buffer.alloc(1_000));
    await nextTurn();
  }
  expect(parts).toBeGreaterThan(0);
});

test('while a thousand connections have sent no token, each new one closes the oldest', async () => {
  // The first one may send its token for ten seconds, and the others may take longer to open.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const first = openSocket(gateway);
  await once(first.socket, 'open');
  const served = await connected(gateway, await tokenOf('acme'));
  const others = Array.from({ length: 1_000 }, offerAlone);
  await Promise.all(others.map((socket) => once(socket, 'data')));
  expect(await first.closed).toMatchObject({ code: 1013, reason: expect.stringContaining('Try again') });
  // The sender of a new document rests by such a timer.
  vi.useRealTimers();
  served.send({ type: 'subscribe', id: 'a', payload: { query: '{ __typename }' } });
  expect(await served.next()).toMatchObject({ id: 'a', payload: { data: { __typename: 'Query' } } });
});

test('a connection has at most 100 queries and mutations at once', async () => {
  const { id } = await create(gateway, tank);
  const client = await connected(gateway, await tokenOf('acme'));
  const locker = await gateway.pool.connect();
  await locker.query('BEGIN');
  await locker.query('SELECT FROM tank WHERE id = $1 FOR UPDATE', [id]);
  const query = `mutation { updateTank(id: "${id}", input: { name: "x" }) { __typename } }`;
  for (let n = 0; n < 101; n++) client.send({ type: 'subscribe', id: `${n}`, payload: { query } });
  const refused = await client.next();
  expect(refused).toMatchObject({ id: '100', type: 'error', payload: [{ extensions: { code: 'OVERLOADED' } }] });
  await locker.query('COMMIT');
  locker.release();
  expect(await client.next()).toMatchObject({
    type: 'next',
    payload: { data: { updateTank: { __typename: 'Tank' } } },
  });
});

test('a socket without connection_init is closed with 4408 after 10 s', async () => {
  const [code, reason] = await silence;
  expect([code, String(reason)]).toEqual([4408, 'Connection initialisation timeout']);
});
