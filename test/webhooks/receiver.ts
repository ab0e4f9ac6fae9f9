import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { portOf } from '../port.ts';
import { Inbox } from './inbox.ts';

/** Retry-After keeps a failed delivery from becoming due again during a test on a slow machine. */
export const LATER = { 'retry-after': '3600' };

/** The body of a message about a record, a subscription or a delivery. */
export interface Body {
  type: string;
  timestamp: string;
  data: { id: string; version: number; name?: string; metadata?: unknown; [column: string]: unknown };
  changed: string[];
  version: number;
  sequence: number;
  actor: { kind: string; id: string | null } | null;
  company_id: string;
  workflow_id: string;
  node_id: string;
  truncated?: true;
}

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  /** The bytes of the body. */
  text: string;
  body: Body;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** Waits for the first request that no earlier call has returned. */
  next(): Promise<Received>;
}

type Answer = (response: ServerResponse, request: Received) => void;

/** A receiver that answers when the test says so: `answer` responds to the request that has waited the longest. */
export async function openHolding() {
  const held: ServerResponse[] = [];
  const receiver = await openReceiver((response) => void held.push(response));
  return { ...receiver, answer: (status: number) => held.shift()?.writeHead(status).end() };
}

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
    url: `http://127.0.0.1:${portOf(server)}`,
    received: inbox.items,
    next: () => inbox.next(),
  };
}
