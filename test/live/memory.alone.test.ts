import { on, once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { openGateway, tokenOf } from '../gateway.ts';

/** The bytes that are in use. */
function used(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

test.each([
  ['with a length', (body: Buffer) => ({ 'content-length': body.length })],
  ['in chunks', () => ({})],
  ['of another origin', (body: Buffer) => ({ 'content-length': body.length, origin: 'http://localhost:1' })],
])('an open live operation keeps nothing of its request: one %s', async (_name, headersOf) => {
  const gateway = await openGateway({ corsOrigins: ['http://localhost:1'] });
  onTestFinished(() => gateway.close());
  const authorization = `Bearer ${await tokenOf('acme')}`;
  const query = 'subscription { changes(watch: { record: TANK }) { __typename } }';
  const open = async (length: number): Promise<void> => {
    const body = Buffer.from(JSON.stringify({ query, extensions: { rest: 'x'.repeat(length) } }));
    const headers = { authorization, accept: 'text/event-stream', 'content-type': 'application/json' };
    const sent = request(`${gateway.address}/graphql`, {
      method: 'POST',
      headers: { ...headers, ...headersOf(body) },
      agent: false,
    });
    sent.on('error', () => {});
    onTestFinished(() => void sent.destroy());
    sent.write(body);
    sent.end();
    const [response]: IncomingMessage[] = await once(sent, 'response');
    if (response === undefined) throw new Error('no response');
    let received = '';
    for await (const part of response.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      received += part;
      if (received.includes('Resync')) break;
    }
  };
  await open(10);
  const before = used();
  for (let n = 0; n < 20; n++) await open(240_000);
  // It is half the text of each.
  await expect.poll(() => used() - before).toBeLessThan(2_400_000);
});

test('an open live operation of a WebSocket keeps nothing of its message', async () => {
  const gateway = await openGateway();
  onTestFinished(() => gateway.close());
  const authorization = `Bearer ${await tokenOf('acme')}`;
  const query = 'subscription { changes(watch: { record: TANK }) { __typename } }';
  const open = async (length: number): Promise<void> => {
    const socket = new WebSocket(`${gateway.address.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } }));
    await once(socket, 'message');
    const payload = { query, extensions: { rest: 'x'.repeat(length) } };
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload }));
    for await (const [data] of on(socket, 'message')) if (String(data).includes('Resync')) break;
  };
  await open(10);
  const before = used();
  for (let n = 0; n < 20; n++) await open(240_000);
  await expect.poll(() => used() - before).toBeLessThan(2_400_000);
});
