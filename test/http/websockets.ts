import { once } from 'node:events';
import { expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { type Data, openGateway, type TestGateway, tokenOf } from '../gateway.ts';

export async function start(settings: Parameters<typeof openGateway>[0]): Promise<TestGateway> {
  const opened = await openGateway(settings);
  onTestFinished(() => opened.close());
  return opened;
}

export const urlOf = ({ address }: TestGateway): string => `${address.replace('http', 'ws')}/graphql`;

interface Opened {
  socket: WebSocket;
  send: (message: object | string) => void;
  /** The next message that is no ping. */
  next: () => Promise<Data>;
  closed: Promise<{ code: number; reason: string }>;
}

/** Opens a WebSocket. It reads nothing that `ping` does not want. */
export function openSocket(to: TestGateway, headers: Record<string, string> = {}, takesPings = false): Opened {
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
export async function connected(to: TestGateway, token?: string, takesPings = false): Promise<Opened> {
  const opened = openSocket(to, {}, takesPings);
  await once(opened.socket, 'open');
  opened.send({ type: 'connection_init', payload: { Authorization: `Bearer ${token ?? (await tokenOf('acme'))}` } });
  expect(await opened.next()).toEqual({ type: 'connection_ack' });
  return opened;
}

export const TANK = `subscription ($id: ID!, $since: String) {
  tankChanged(id: $id, since: $since) { __typename ... on Resync { cursor } ... on TankChange { cursor tank { name } } }
}`;
export const UPDATE =
  'mutation ($id: ID!, $name: String) { updateTank(id: $id, input: { name: $name }) { __typename ... on Error { message } } }';

export const subscribe = (id: string, query: string, variables: object = {}) => ({
  id,
  type: 'subscribe',
  payload: { query, variables },
});
export const resync = (id: string) => ({
  id,
  type: 'next',
  payload: { data: { tankChanged: { __typename: 'Resync', cursor: expect.any(String) } } },
});
