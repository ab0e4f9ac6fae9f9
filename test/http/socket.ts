import { once } from 'node:events';
import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { type Data, type TestGateway, tokenOf } from '../gateway.ts';

/** Opens a WebSocket for one test, with the token of `acme`. Pings are left out. */
export async function openSocket({ address }: Pick<TestGateway, 'address'>) {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  onTestFinished(() => socket.terminate());
  const messages: Data[] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.type !== 'ping') messages.push(message);
  });
  socket.on('close', (code) => messages.push({ closed: code }));
  /** The next message, or `closed`. */
  const next = async (): Promise<Data> => {
    while (messages.length === 0) await Promise.race([once(socket, 'message'), once(socket, 'close')]);
    return messages.shift() ?? {};
  };
  await once(socket, 'open');
  const send = (message: object): void => socket.send(JSON.stringify(message));
  send({ type: 'connection_init', payload: { authorization: `Bearer ${await tokenOf('acme')}` } });
  expect(await next()).toEqual({ type: 'connection_ack' });
  return { send, next };
}
