import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';

const MB = 1024 * 1024;
/** Five clients hold more than the 128 MB that all requests may hold together. */
const ITEM = 28 * MB;
const CLIENTS = 6;
const query = `subscription { tankChanged(id: "t") { __typename ... on TankChange { tank { shipTo { metadata } } } } }`;

/** Opens a live operation and reads its first item. Returns what hangs up. */
type Open = (gateway: TestGateway, authorization: string) => Promise<() => void>;

const overHttp =
  (accept: string): Open =>
  async ({ address }, authorization) => {
    const headers = { accept, authorization, 'content-type': 'application/json' };
    const sent = request(`${address}/graphql`, { method: 'POST', headers, agent: false });
    sent.on('error', () => {});
    sent.end(JSON.stringify({ query }));
    const [response]: IncomingMessage[] = await once(sent, 'response');
    if (response === undefined) throw new Error('no response');
    let text = '';
    for await (const part of response.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      text += part;
      if (text.includes('Resync')) break;
    }
    return () => void sent.destroy();
  };

const overWebSocket: Open = async ({ address }, authorization) => {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } }));
  await once(socket, 'message');
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
  await once(socket, 'message');
  return () => socket.terminate();
};

test.each([
  ['server-sent events', overHttp('text/event-stream')],
  ['multipart', overHttp('multipart/mixed;subscriptionSpec="1.0"')],
  ['WebSocket', overWebSocket],
])('clients that hang up while an item is read take nothing from other requests: over %s', async (_name, open) => {
  const gateway = await openGateway({ limits: { answerBytes: 64 * MB, requestSeconds: 60 }, beatMs: 60_000 });
  onTestFinished(() => gateway.close());
  const authorization = `Bearer ${await tokenOf('acme')}`;
  await gateway.sql(
    "INSERT INTO ship_to (id, company_id, metadata) VALUES ('s', 'acme', jsonb_build_object('text', repeat('x', $1)))",
    [ITEM],
  );
  await gateway.sql("INSERT INTO tank (id, company_id, ship_to_id) VALUES ('t', 'acme', 's')");
  /** Waits until no item is read, and lets none be read until the returned function is called. */
  const lock = async (): Promise<() => Promise<void>> => {
    const client = await gateway.pool.connect();
    await client.query('BEGIN; LOCK TABLE ship_to');
    return () => client.query('ROLLBACK').then(() => client.release());
  };
  const waits = () =>
    gateway.sql("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
  const over = () => gateway.logged.filter(({ kind, msg }) => kind === 'subscription' && msg === 'request');

  for (let client = 1; client <= CLIENTS; client++) {
    const hangUp = await open(gateway, authorization);
    const unlock = await lock();
    await gateway.sql("UPDATE tank SET tank_size = tank_size + 1 WHERE id = 't'");
    await expect.poll(waits).toHaveLength(1);
    hangUp();
    await expect.poll(over).toHaveLength(client);
    await unlock();
  }
  await (await lock())();
  // Two statements: the second one of a request is the first that is refused.
  const asked = async () => (await gateway.ask('{ tank(id: "t") { shipTo { name } } }')).errors ?? [];
  await expect.poll(asked).toEqual([]);
  expect(gateway.logged.filter(({ level }) => level >= 50)).toEqual([]);
});
