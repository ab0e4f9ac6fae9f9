import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  /** The bytes as they came. */
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a body has the shape that the test knows
  body: any;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** The next request that no earlier call has returned; waits for it. */
  next(): Promise<Received>;
}

type Answer = (response: ServerResponse, request: Received) => void;

/** A receiver on loopback for one test, which answers 204 unless told otherwise. */
export async function openReceiver(answer: Answer = (response) => response.writeHead(204).end()): Promise<Receiver> {
  const received: Received[] = [];
  const waiting: ((request: Received) => void)[] = [];
  let handedOut = 0;
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    const request = { path: incoming.url ?? '', headers: incoming.headers, text, body: JSON.parse(text) };
    received.push(request);
    const next = waiting.shift();
    if (next !== undefined) {
      handedOut++;
      next(request);
    }
    answer(response, request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    next() {
      const request = received[handedOut];
      if (request === undefined) return new Promise((resolve) => waiting.push(resolve));
      handedOut++;
      return Promise.resolve(request);
    },
  };
}
