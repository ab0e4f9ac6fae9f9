import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openGateway, type TestGateway } from '../gateway.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await openGateway();
});
afterEach(() => gateway.close());

const UPDATE = 'mutation ($id: ID!) { updateTank(id: $id, input: { name: "new" }) { ... on Tank { name } } }';

/** Locks a new tank, sends an update of it, and waits until that is held up. */
async function holdUp() {
  const { id } = await create(gateway, tank);
  const blocker = await gateway.pool.connect();
  await blocker.query('BEGIN');
  await blocker.query('SELECT FROM tank WHERE id = $1 FOR UPDATE', [id]);
  const answer = gateway.ask(UPDATE, { id });
  const waits = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
  await expect.poll(() => gateway.sql(waits)).toHaveLength(1);
  const release = async (): Promise<void> => {
    await blocker.query('COMMIT');
    blocker.release();
  };
  return { answer, release };
}

test('a stop finishes the requests in flight, and takes no new ones', async () => {
  const { answer, release } = await holdUp();
  // Half a request keeps a connection from being idle.
  const late = connect(Number(new URL(gateway.address).port), '127.0.0.1');
  await once(late, 'connect');
  late.write('GET /ready HTTP/1.1\r\n');
  // The gateway has read what came before this answer.
  await fetch(`${gateway.address}/health`);
  const stopped = gateway.stop(60_000);
  // An open connection may still send a request; its answer closes the connection.
  late.write('Host: x\r\n\r\n');
  const health = () =>
    fetch(`${gateway.address}/health`).then(
      () => 'answered',
      () => 'refused',
    );
  await expect.poll(health).toBe('refused');
  const [ready] = await once(late, 'data');
  expect(String(ready)).toMatch(/^HTTP\/1\.1 503 .*connection: close/is);
  await release();
  expect((await answer).data.updateTank).toEqual({ name: 'new' });
  await stopped;
});

test('a stop does not wait for a connection that has sent nothing', async () => {
  const silent = connect(Number(new URL(gateway.address).port), '127.0.0.1');
  await once(silent, 'connect');
  await fetch(`${gateway.address}/health`);
  const closed = once(silent, 'close');
  const stopped = gateway.stop(120_000);
  await Promise.all([closed, stopped]);
});

test('a stop refuses also the first WebSocket that comes during it', async () => {
  const late = connect(Number(new URL(gateway.address).port), '127.0.0.1');
  await once(late, 'connect');
  // Half a request keeps the connection from being idle.
  late.write('GET /graphql HTTP/1.1\r\nHost: x\r\n');
  await fetch(`${gateway.address}/health`);
  const stopped = gateway.stop(60_000);
  const health = () => fetch(`${gateway.address}/health`).then(String, () => 'refused');
  await expect.poll(health).toBe('refused');
  const answer = late.setEncoding('latin1').toArray();
  late.write('Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n');
  late.write('Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n');
  expect(await answer).toEqual([]);
  await stopped;
});

test('a stop waits no longer than its grace', async () => {
  const { answer, release } = await holdUp();
  // A stop that waited for the request would bring an answer, an error when PostgreSQL ends the statement.
  const cut = answer.catch(() => 'cut');
  await gateway.stop(200);
  expect(await cut).toBe('cut');
  await release();
});

test('a draining gateway is not ready and still serves requests', async () => {
  const { id } = await create(gateway, tank);
  const drained = gateway.drain(2_000);
  const ready = await fetch(`${gateway.address}/ready`);
  expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
  expect((await fetch(`${gateway.address}/health`)).status).toBe(200);
  expect((await gateway.ask(UPDATE, { id })).data.updateTank).toEqual({ name: 'new' });
  await drained;
});

test('clients that go on asking until the end are refused then, and no connection is reset, even after a stall', async () => {
  await gateway.drain(0);
  let answered = 0;
  const asking = async (): Promise<string> => {
    for (;;) {
      const failure = await fetch(`${gateway.address}/graphql?query={__typename}`).then(
        (answer) => answer.text().then(() => undefined),
        (error) => String(error.cause?.code),
      );
      if (failure !== undefined) return failure;
      answered += 1;
    }
  };
  const clients = Array.from({ length: 32 }, asking);
  await expect.poll(() => answered).toBeGreaterThan(100);
  const stopped = gateway.stop(60_000);
  // A machine under load gives a process no turn for long.
  const until = performance.now() + 500;
  while (performance.now() < until);
  await stopped;
  expect(new Set(await Promise.all(clients))).toEqual(new Set(['ECONNREFUSED']));
});
