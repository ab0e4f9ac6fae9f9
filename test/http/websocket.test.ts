import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { Shares } from '../../src/load/shares.ts';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';
import { takeSlowly } from './take-slowly.ts';

let gateway: TestGateway;
/** Another gateway, and the close of a socket there that sends nothing: the last test waits for it. */
let quiet: TestGateway;
let silence: Promise<unknown[]>;
beforeAll(async () => {
  gateway = await openGateway({ beatMs: 1_000, corsOrigins: ['https://dispatch.example.com'] });
  quiet = await openGateway();
  silence = once(new WebSocket(urlOf(quiet), 'graphql-transport-ws'), 'close');
});
afterAll(() => Promise.all([gateway.close(), quiet.close()]));

async function start(settings: Parameters<typeof openGateway>[0]): Promise<TestGateway> {
  const opened = await openGateway(settings);
  onTestFinished(() => opened.close());
  return opened;
}

const urlOf = ({ address }: TestGateway): string => `${address.replace('http', 'ws')}/graphql`;

interface Opened {
  socket: WebSocket;
  send: (message: object | string) => void;
  /** The next message that is no ping. */
  next: () => Promise<Data>;
  closed: Promise<{ code: number; reason: string }>;
}

/** Opens a WebSocket. It reads nothing that `ping` does not want. */
function openSocket(to: TestGateway, headers: Record<string, string> = {}, takesPings = false): Opened {
  const socket = new WebSocket(urlOf(to), 'graphql-transport-ws', { headers });
  onTestFinished(() => socket.terminate());
  const messages: Data[] = [];
  let wake = (): void => {};
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.type === 'ping' && !takesPings) return;
    messages.push(message);
    wake();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  socket.on('error', () => {});
  const next = async (): Promise<Data> => {
    while (messages.length === 0)
      await Promise.race([new Promise<void>((resolve) => (wake = resolve)), closed.then((by) => Promise.reject(by))]);
    return messages.shift() ?? {};
  };
  const send = (message: object | string): void =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  return { socket, send, next, closed };
}

/** Opens one and sends the token of a company. */
async function connected(to: TestGateway, token?: string, takesPings = false): Promise<Opened> {
  const opened = openSocket(to, {}, takesPings);
  await once(opened.socket, 'open');
  opened.send({ type: 'connection_init', payload: { Authorization: `Bearer ${token ?? (await tokenOf('acme'))}` } });
  expect(await opened.next()).toEqual({ type: 'connection_ack' });
  return opened;
}

const TANK = `subscription ($id: ID!, $since: String) {
  tankChanged(id: $id, since: $since) { __typename ... on Resync { cursor } ... on TankChange { cursor tank { name } } }
}`;
const UPDATE =
  'mutation ($id: ID!, $name: String) { updateTank(id: $id, input: { name: $name }) { __typename ... on Error { message } } }';
const rename = (to: TestGateway, id: string, name: string) => to.ask(UPDATE, { id, name });
const subscribe = (id: string, query: string, variables: object = {}) => ({
  id,
  type: 'subscribe',
  payload: { query, variables },
});
const resync = (id: string) => ({
  id,
  type: 'next',
  payload: { data: { tankChanged: { __typename: 'Resync', cursor: expect.any(String) } } },
});

test('queries, mutations and live operations run on one connection, each with its own messages', async () => {
  const { id } = await create(gateway, tank);
  const { send, next } = await connected(gateway);
  send(subscribe('live', TANK, { id }));
  expect(await next()).toEqual(resync('live'));
  send(subscribe('query', 'query ($id: ID!) { tank(id: $id) { id } }', { id }));
  expect(await next()).toEqual({ id: 'query', type: 'next', payload: { data: { tank: { id } } } });
  expect(await next()).toEqual({ id: 'query', type: 'complete' });
  send(subscribe('mutation', UPDATE, { id, name: 'over a socket' }));
  const three = [await next(), await next(), await next()];
  expect(three).toContainEqual({
    id: 'mutation',
    type: 'next',
    payload: { data: { updateTank: { __typename: 'Tank' } } },
  });
  expect(three).toContainEqual({ id: 'mutation', type: 'complete' });
  const change = { __typename: 'TankChange', cursor: expect.any(String), tank: { name: 'over a socket' } };
  expect(three).toContainEqual({ id: 'live', type: 'next', payload: { data: { tankChanged: change } } });
  send({ id: 'live', type: 'complete' });
  const live = () => gateway.logged.find(({ kind, msg }) => kind === 'subscription' && msg === 'request');
  await expect.poll(live).toMatchObject({ company: 'acme', status: 101, result: 'ok', aborted: true });
  const mutation = gateway.logged.find(({ kind, msg }) => kind === 'mutation' && msg === 'request');
  expect(mutation).toMatchObject({ company: 'acme', status: 101, result: 'Tank', bytes: expect.any(Number) });
  expect(mutation?.aborted).toBeUndefined();
});

test('a document or variables with a fault are answered by an error, and the connection goes on', async () => {
  const { send, next } = await connected(gateway);
  const errorOf = async (query: string, variables?: object) => {
    send(subscribe('x', query, variables));
    const { type, payload } = await next();
    return [type, payload?.[0]?.extensions];
  };
  expect(await errorOf('{ x ')).toEqual(['error', { code: 'GRAPHQL_PARSE_FAILED' }]);
  expect(await errorOf('{ x }')).toEqual(['error', { code: 'GRAPHQL_VALIDATION_FAILED' }]);
  expect(await errorOf('subscription { x }')).toEqual(['error', { code: 'GRAPHQL_VALIDATION_FAILED' }]);
  expect(await errorOf(TANK, {})).toEqual(['error', expect.objectContaining({ code: 'BAD_USER_INPUT' })]);
  expect(await errorOf(TANK, { id: 'x', since: 'x' })).toEqual([
    'error',
    expect.objectContaining({ code: 'BAD_USER_INPUT' }),
  ]);
  expect(await errorOf(`#${'x'.repeat(16 * 1024)}\n${TANK}`, { id: 'x' })).toEqual([
    'error',
    { code: 'DOCUMENT_TOO_LARGE' },
  ]);
  send(subscribe('x', '{ __typename }'));
  expect(await next()).toMatchObject({ type: 'next', payload: { data: { __typename: 'Query' } } });
});

test('a token without the scope, or of every company, gets the errors that streams of HTTP get', async () => {
  for (const token of [await tokenOf('acme', 'tasks:read'), await tokenOf(undefined, 'gateway:admin tanks:read')]) {
    const { send, next } = await connected(gateway, token);
    send(subscribe('1', TANK, { id: 'x' }));
    expect(await next()).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'FORBIDDEN' } }] });
  }
});

test('a connection without a valid token is closed with 4403 and the reason', async () => {
  const closedBy = async (payload?: object, headers: Record<string, string> = {}) => {
    const { socket, send, closed } = openSocket(gateway, headers);
    await once(socket, 'open');
    send({ type: 'connection_init', payload });
    return closed;
  };
  const none = { code: 4403, reason: expect.stringContaining('A token is needed') };
  expect(await closedBy()).toEqual(none);
  expect(await closedBy({ token: 'x' })).toEqual(none);
  expect(await closedBy({ authorization: 'Bearer x' })).toEqual({ code: 4403, reason: 'The token is not valid.' });
  expect(await closedBy({}, { authorization: 'Bearer x' })).toEqual({ code: 4403, reason: 'The token is not valid.' });
});

test('the token of the upgrade serves as well, and an operation before connection_init is closed with 4401', async () => {
  const one = openSocket(gateway, { authorization: `Bearer ${await tokenOf('acme')}` });
  await once(one.socket, 'open');
  one.send({ type: 'connection_init' });
  expect(await one.next()).toEqual({ type: 'connection_ack' });
  const other = openSocket(gateway, { authorization: `Bearer ${await tokenOf('acme')}` });
  await once(other.socket, 'open');
  other.send(subscribe('1', '{ __typename }'));
  expect((await other.closed).code).toBe(4401);
});

test('a token that expires closes the connection with 4403, so that the client connects with a new one', async () => {
  const { send, next, closed } = await connected(gateway, await tokenOf('acme', undefined, '2s'));
  send(subscribe('1', TANK, { id: 'x' }));
  expect(await next()).toEqual(resync('1'));
  expect(await closed).toEqual({ code: 4403, reason: 'The token has expired.' });
});

test('a client resumes with a cursor, also with that of an idle connection', async () => {
  const { id } = await create(gateway, tank);
  const { socket, send, next } = await connected(gateway, undefined, true);
  send(subscribe('live', TANK, { id }));
  const { cursor: first } = (await next()).payload.data.tankChanged;
  await rename(gateway, (await create(gateway, tank)).id, 'another');
  let cursor = first;
  while (cursor === first) {
    const message = await next();
    if (message.type === 'ping') cursor = message.payload.live;
  }
  socket.terminate();
  await rename(gateway, id, 'missed');
  const again = await connected(gateway);
  again.send(subscribe('live', TANK, { id, since: cursor }));
  expect((await again.next()).payload.data.tankChanged).toMatchObject({ tank: { name: 'missed' } });
});

test('a stop closes connections with 1012 when they owe no answer, and completes no live operation', async () => {
  const own = await start({ beatMs: 1_000 });
  const { id } = await create(own, tank);
  const [live, both] = [await connected(own), await connected(own)];
  for (const { send, next } of [live, both]) {
    send(subscribe('live', TANK, { id: 'x' }));
    expect(await next()).toEqual(resync('live'));
  }
  const blocker = await own.pool.connect();
  await blocker.query('BEGIN');
  await blocker.query('SELECT FROM tank WHERE id = $1 FOR UPDATE', [id]);
  both.send(subscribe('mutation', UPDATE, { id, name: 'at the stop' }));
  const waits = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
  await expect.poll(() => own.sql(waits)).toHaveLength(1);
  const stopped = own.stop(60_000);
  expect(await live.closed).toEqual({ code: 1012, reason: 'The gateway is stopping.' });
  await blocker.query('COMMIT');
  blocker.release();
  expect(await both.next()).toMatchObject({
    id: 'mutation',
    payload: { data: { updateTank: { __typename: 'Tank' } } },
  });
  expect(await both.next()).toEqual({ id: 'mutation', type: 'complete' });
  expect(await both.closed).toEqual({ code: 1012, reason: 'The gateway is stopping.' });
  await stopped;
  await expect(live.next()).rejects.toMatchObject({ code: 1012 });
});

test('a stop cuts a connection whose client answers nothing', async () => {
  const own = await start({ beatMs: 60_000 });
  const { socket, send, next } = await connected(own);
  send(subscribe('live', TANK, { id: 'x' }));
  expect(await next()).toEqual(resync('live'));
  socket.pause();
  const since = performance.now();
  await own.stop(500);
  expect(performance.now() - since).toBeLessThan(10_000);
});

test('live operations of sockets count among those of their company, and leave their places', async () => {
  const own = await start({ streams: new Shares(1), requests: new Shares(1) });
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

test('what breaks the protocol closes the connection with its code', async () => {
  const closedBy = async (...messages: (object | string)[]): Promise<number> => {
    const { send, closed } = await connected(gateway);
    for (const message of messages) send(message);
    return (await closed).code;
  };
  expect(await closedBy('{')).toBe(4400);
  expect(await closedBy('null')).toBe(4400);
  expect(await closedBy({ type: 'x' })).toBe(4400);
  expect(await closedBy({ type: 'subscribe', id: '1' })).toBe(4400);
  expect(await closedBy(subscribe('x'.repeat(129), '{ __typename }'))).toBe(4400);
  expect(await closedBy({ type: 'connection_init' })).toBe(4429);
  expect(await closedBy(subscribe('1', TANK, { id: 'x' }), subscribe('1', TANK, { id: 'x' }))).toBe(4409);
  expect(await closedBy(subscribe('1', `#${'x'.repeat(256 * 1024)}`))).toBe(1009);
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

/** The status, the headers and the body that an upgrade is answered with. */
async function refusalOf(path: string, headers: Record<string, string>, method = 'GET', body = ''): Promise<string> {
  const socket = connect(Number(new URL(gateway.address).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const given = { host: '127.0.0.1', connection: 'Upgrade', ...headers };
  const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`);
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  setImmediate(() => socket.write(body.slice(5)));
  await once(socket, 'close');
  return received;
}
const HANDSHAKE = {
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

test('an upgrade elsewhere, of another subprotocol or of a page that is not listed is refused with a sentence', async () => {
  const protocol = { ...HANDSHAKE, 'sec-websocket-protocol': 'graphql-transport-ws' };
  expect(await refusalOf('/', protocol)).toMatch(/^HTTP\/1.1 426 .*upgrade: websocket.*WebSockets are at \/graphql/s);
  expect(await refusalOf('/health', protocol)).toMatch(/^HTTP\/1.1 426 /);
  expect(await refusalOf('/graphql', HANDSHAKE)).toMatch(/^HTTP\/1.1 400 .*subprotocol of a WebSocket must be/s);
  expect(await refusalOf('/graphql', { ...HANDSHAKE, 'sec-websocket-protocol': 'graphql-ws' })).toMatch(
    /^HTTP\/1.1 400 /,
  );
  expect(await refusalOf('/graphql', { ...protocol, 'sec-websocket-key': 'x' })).toMatch(/^HTTP\/1.1 400 .*"errors"/s);
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1'])
    expect(await refusalOf('/graphql', { ...protocol, origin })).toMatch(/^HTTP\/1.1 403 .*CORS_ORIGINS/s);
  expect(gateway.logged.filter(({ msg }) => msg.includes('CORS_ORIGINS')).map(({ origin }) => origin)).toContain(
    'https://evil.example',
  );
  for (const origin of ['https://dispatch.example.com', gateway.address, gateway.address.replace('http', 'https')]) {
    const { socket } = openSocket(gateway, { origin });
    await once(socket, 'open');
  }
});

test('every refused upgrade is logged, with the id in its answer', async () => {
  const protocol = { ...HANDSHAKE, 'sec-websocket-protocol': 'graphql-transport-ws' };
  const refused: [status: number, path: string, headers: Record<string, string>][] = [
    [426, '/', protocol],
    [400, '/graphql', HANDSHAKE],
    [403, '/graphql', { ...protocol, origin: 'https://evil.example' }],
    [400, '/graphql', { ...protocol, 'sec-websocket-key': 'x' }],
    [400, '/graphql', { ...protocol, 'sec-websocket-version': '7' }],
  ];
  for (const [status, path, headers] of refused) {
    const requestId = /x-request-id: (\S+)/.exec(await refusalOf(path, headers))?.[1];
    const lines = gateway.logged.filter((line) => line.requestId === requestId);
    expect(lines).toMatchObject([{ status, msg: 'refused before it was a request' }]);
  }
});

test('a request that offers another protocol, as Java’s client does, is served as any', async () => {
  const headers = {
    connection: 'Upgrade, HTTP2-Settings, close',
    upgrade: 'h2c',
    'http2-settings': 'AAEAAEAAAAIAAAABAAMAAABk',
  };
  expect(await refusalOf('/health', headers)).toMatch(/^HTTP\/1.1 200 .*alive/s);
  const body = JSON.stringify({ query: '{ __typename }' });
  const length = { 'content-type': 'application/json', 'content-length': `${body.length}` };
  expect(await refusalOf('/graphql', { ...headers, ...length }, 'POST', body)).toMatch(/^HTTP\/1.1 200 .*"Query"/s);
  const warnings: unknown[] = [];
  const note = (warning: unknown): void => void warnings.push(warning);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const socket = connect(Number(new URL(gateway.address).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  for (let n = 0; n < 20; n++) {
    socket.write('GET /health HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n');
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /);
  }
  await fetch(`${gateway.address}/health`);
  expect(warnings).toEqual([]);
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
  const first = openSocket(gateway);
  await once(first.socket, 'open');
  const served = await connected(gateway, await tokenOf('acme'));
  // Plain sockets are open long before the ten seconds in which the first one may send its token.
  const others = Array.from({ length: 1_000 }, offerAlone);
  await Promise.all(others.map((socket) => once(socket, 'data')));
  expect(await first.closed).toMatchObject({ code: 1013, reason: expect.stringContaining('Try again') });
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
