// The receivers of the chaos run. Each keeps a mirror of the records of one company and table, as docs/webhooks.md
// describes it. They verify with the library of Standard Webhooks, by the true time, and sometimes refuse a message.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { portOf } from '../../test/port.ts';
import type { Json } from './ledger.ts';
import { pick, type Random } from './load.ts';

export interface Message {
  type: string;
  timestamp: string;
  data: Json & { id: string };
  changed: string[];
  version: number;
  sequence: number;
  company_id: string;
  actor: { kind: string; id: string } | null;
  node_id: string;
}

export interface Mirror {
  node: string;
  company: string;
  table: string;
  secret: string;
  /** Of each record the newest event. */
  newest: Map<string, Message>;
}

/** An empty mirror. */
export function mirrorOf(company: string, table: string): Mirror {
  const node = `${company}-${table}`;
  return { node, company, table, secret: `the secret of ${node}`, newest: new Map() };
}

/** What a receiver knows of the message with one `webhook-id`. */
export interface Arrival {
  mirror: Mirror;
  message: Message;
  text: string;
  /** How often it was accepted. */
  count: number;
  /** When it was accepted last. */
  at: number;
}

interface Refusal {
  answer(response: ServerResponse): void;
  /** How long the next attempt may take to come, by docs/webhooks.md. */
  waitMs: number;
  /** How long it must not come. */
  askedMs?: number;
  /** The receiver still applies the message, which will arrive again. */
  accepted?: true;
}

const ASKED_MS = 8_000;
const askFor = (response: ServerResponse, status: number, retryAfter: string) =>
  response.writeHead(status, { 'retry-after': retryAfter }).end();
const inFuture = (ms: number) => new Date(Date.now() + ms).toUTCString();

const REFUSALS: Refusal[] = [
  { answer: (response) => response.writeHead(500).end(), waitMs: 6_000 },
  { answer: (response) => askFor(response, 500, `${ASKED_MS / 1_000}`), waitMs: ASKED_MS, askedMs: ASKED_MS },
  { answer: (response) => askFor(response, 500, inFuture(ASKED_MS + 1_000)), waitMs: 9_000, askedMs: ASKED_MS },
  { answer: (response) => askFor(response, 503, '1'), waitMs: 6_000 },
  { answer: (response) => response.destroy(), waitMs: 6_000 },
  { answer: (response) => response.destroy(), waitMs: 6_000, accepted: true },
];
/** After a 429 or a timeout, the message waits for a minute. */
const SLOW_REFUSALS: Refusal[] = [
  { answer: (response) => askFor(response, 429, '1'), waitMs: 60_000 },
  { answer: () => {}, waitMs: 75_000 },
];

/** An older message may have lost an attempt with its process. The wait after a second attempt is a minute. */
const YOUNG_MS = 5_000;
/** So many messages are accepted after each refusal, so that failures in a row do not suspend the receiver. */
const ACCEPTED_BETWEEN = 4;

/** Opens a receiver for each mirror, at /<node> of `url`. */
export async function openReceivers(mirrors: Mirror[], random: Random) {
  const arrivals = new Map<string, Arrival>();
  const faults: string[] = [];
  /** By `webhook-id`: when a message was refused, and when it should and must not be back. */
  const refused = new Map<string, { due: number; notBefore: number }>();
  const acceptedSince = new Map<Mirror, number>();
  let refusals: Refusal[] = [];
  let isForgiving = false;

  function refusalOf(id: string, mirror: Mirror, { timestamp }: Message): Refusal | undefined {
    const accepted = acceptedSince.get(mirror) ?? 0;
    const isYoung = Date.now() - Date.parse(timestamp) < YOUNG_MS;
    const refuses =
      refusals.length > 0 && isYoung && !refused.has(id) && accepted >= ACCEPTED_BETWEEN && random() < 0.05;
    acceptedSince.set(mirror, refuses ? 0 : accepted + 1);
    if (!refuses) return undefined;
    const refusal = pick(refusals, random);
    const now = Date.now();
    refused.set(id, { due: now + refusal.waitMs, notBefore: isForgiving ? 0 : now + (refusal.askedMs ?? 0) });
    return refusal;
  }

  function accept(id: string, mirror: Mirror, message: Message, text: string): void {
    const known = arrivals.get(id);
    if (known && known.text !== text) faults.push(`${id} arrived with two bodies`);
    arrivals.set(id, { mirror, message, text, count: (known?.count ?? 0) + 1, at: Date.now() });
    // The rule of docs/webhooks.md.
    const newest = mirror.newest.get(message.data.id);
    if (newest === undefined || message.sequence > newest.sequence) mirror.newest.set(message.data.id, message);
  }

  async function receive(path: string, headers: Record<string, string>, text: string, response: ServerResponse) {
    const id = headers['webhook-id'] ?? '';
    const mirror = mirrors.find(({ node }) => path === `/${node}`);
    if (mirror === undefined) throw new Error(`there is no receiver at ${path}`);
    const message = new Webhook(Buffer.from(mirror.secret), { format: 'raw' }).verify(text, headers) as Message;
    if (Date.now() < (refused.get(id)?.notBefore ?? 0)) faults.push(`${id} came back earlier than asked`);
    const refusal = refusalOf(id, mirror, message);
    if (refusal === undefined || refusal.accepted) accept(id, mirror, message, text);
    // Time for a kill to find the message in flight.
    await delay(3 + random() * 10);
    if (refusal) refusal.answer(response);
    else response.writeHead(204).end();
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    // Without an end, the sender was killed.
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      receive(request.url ?? '', headers, Buffer.concat(chunks).toString(), response).catch((error: Error) => {
        faults.push(`${headers['webhook-id']}: ${error.message}`);
        response.writeHead(401).end();
      });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    arrivals,
    faults,
    refused,
    /** From now on, the receivers refuse some messages; slowly too, or none. */
    refuse(kind: 'slowly' | 'fast' | 'none'): void {
      refusals = kind === 'none' ? [] : kind === 'fast' ? REFUSALS : [...REFUSALS, ...SLOW_REFUSALS];
    },
    /** From now on, a message may come back early: a database that crashes may forget that it was tried. */
    forgive(): void {
      isForgiving = true;
      for (const refusal of refused.values()) refusal.notBefore = 0;
    },
    /** From now on, a message that is refused must not come back earlier than asked. */
    insist(): void {
      isForgiving = false;
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
