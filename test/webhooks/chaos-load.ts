// What the chaos run compares: the changes that clients make, and the messages that arrive.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export const TANKS = 50;
const CLIENTS = 8;

/** A receiver that counts arrivals by message id. It answers after a few milliseconds, so that kills find messages in flight. */
export async function openLedger() {
  const arrivals = new Map<string, { change: string; count: number; at: number }>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const id = request.headers['webhook-id']?.toString() ?? '';
    const known = arrivals.get(id) ?? {
      change: `${body.node_id} ${body.data.id} ${body.version}`,
      count: 0,
      at: Date.now(),
    };
    known.count++;
    arrivals.set(id, known);
    setTimeout(() => response.writeHead(204).end(), 3 + Math.random() * 10);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { arrivals, server };
}

/** Starts clients that change tanks over GraphQL, at one gateway after another, and collect the acknowledged changes. */
export function startLoad(address: (turn: number) => string, token: string) {
  const acknowledged = new Map<string, number>();
  let running = true;
  const query =
    'mutation ($id: ID!, $name: String) { updateTank(id: $id, input: { name: $name }) { __typename ... on Tank { version } } }';
  const client = async (index: number) => {
    for (let count = 0; running; count++) {
      const id = `t${(index * 7 + count * CLIENTS) % TANKS}`;
      try {
        const response = await fetch(address(index + count), {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({ query, variables: { id, name: `${index} ${count}` } }),
          signal: AbortSignal.timeout(5_000),
        });
        const { data } = await response.json();
        if (data?.updateTank?.version !== undefined) acknowledged.set(`${id} ${data.updateTank.version}`, Date.now());
        else await delay(20);
      } catch {
        await delay(20);
      }
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index));
  return {
    acknowledged,
    async stop() {
      running = false;
      await Promise.all(clients);
    },
  };
}
