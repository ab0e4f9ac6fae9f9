import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';
import { connected, openSocket, resync, start, subscribe, TANK, UPDATE } from './websockets.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway({ beatMs: 1_000 });
});
afterAll(() => gateway.close());

const rename = (to: TestGateway, id: string, name: string) => to.ask(UPDATE, { id, name });

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
