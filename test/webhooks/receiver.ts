import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { Inbox } from './inbox.ts';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  /** The bytes of the body. */
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a body has the shape that the test knows
  body: any;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** Waits for the first request that no earlier call has returned. */
  next(): Promise<Received>;
}

type Answer = (response: ServerResponse, request: Received) => void;

/** Opens a receiver on loopback for one test. It answers 204 by default. */
export async function openReceiver(answer: Answer = (response) => response.writeHead(204).end()): Promise<Receiver> {
  const inbox = new Inbox<Received>();
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    const request = { path: incoming.url ?? '', headers: incoming.headers, text, body: JSON.parse(text) };
    inbox.push(request);
    answer(response, request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: inbox.items,
    next: () => inbox.next(),
  };
}
