// Attacks a gateway with generated requests and with single requests that cost as much as one may. npm run hostile [--
// --seed 1]; prints counts, and exits with 1 if an answer was INTERNAL_SERVER_ERROR or missing, the event loop was held
// over 100 ms, or the memory grew over 768 MB (the heap may have 512).
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openEmbedded } from './database.ts';
import { type Attack, entities, generated, heavy } from './http/attacks.ts';
import { type GatewayProcess, startGateway, tokenFor } from './http/gateway-process.ts';
import type { Probe } from './http/probe.ts';

const MOST_HELD_MS = 100;
const MOST_RSS = 768 * 1024 * 1024;
const CLIENTS = 16;
const ACCEPT = 'application/graphql-response+json, application/json;q=0.9';
const ROUNDS = 3;

interface Target {
  port: number;
  token: string;
  agent: Agent;
}
interface Tally {
  statuses: Map<string, number>;
  internal: number;
  largest: number;
}
const newTally = (): Tally => ({ statuses: new Map(), internal: 0, largest: 0 });
const total = newTally();
const worst: Probe = { heldMs: 0, busyMs: 0, rss: 0 };
const mb = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;

function count(tally: Tally, status: string, text: string): void {
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
  if (text.includes('INTERNAL_SERVER_ERROR')) tally.internal += 1;
  tally.largest = Math.max(tally.largest, text.length);
}

/** Sends a request and counts its answer. */
async function send(attack: Attack, { port, token, agent }: Target, tally: Tally): Promise<void> {
  if ('wire' in attack) {
    const socket = connect(port, '127.0.0.1').setTimeout(20_000, () => socket.destroy());
    socket.on('error', () => {});
    // Half closed, so that the gateway does not wait for more.
    socket.end(attack.wire);
    const text = Buffer.concat(await socket.toArray().catch(() => [])).toString();
    return count(tally, /^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 'closed', text);
  }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: ACCEPT };
  const isPost = 'body' in attack;
  const path = isPost ? '/graphql' : `/graphql?${attack.search}`;
  const sent = request({ port, host: '127.0.0.1', path, method: isPost ? 'POST' : 'GET', headers, agent });
  sent.end(isPost ? attack.body : undefined);
  try {
    const [response]: IncomingMessage[] = await once(sent, 'response');
    const text = Buffer.concat((await response?.toArray()) ?? []).toString();
    count(tally, String(response?.statusCode), text);
  } catch (error) {
    count(tally, `no answer (${error instanceof Error ? error.message : error})`, '');
  }
}

function print(name: string, tally: Tally, probe: Probe): void {
  const statuses = [...tally.statuses].sort().map(([status, times]) => `${status} × ${times}`);
  console.log(
    `${name}: ${statuses.join(', ')}; INTERNAL ${tally.internal}; largest answer ${Math.ceil(tally.largest / 1024)} KB; loop ${probe.busyMs.toFixed(0)} ms of processor time (${probe.heldMs.toFixed(0)} ms on the clock); memory ${mb(probe.rss)}`,
  );
  for (const [status, times] of tally.statuses) total.statuses.set(status, (total.statuses.get(status) ?? 0) + times);
  total.internal += tally.internal;
  worst.heldMs = Math.max(worst.heldMs, probe.heldMs);
  worst.busyMs = Math.max(worst.busyMs, probe.busyMs);
  worst.rss = Math.max(worst.rss, probe.rss);
}

async function sendHeavy(attacks: typeof heavy, { report }: GatewayProcess, target: Target): Promise<void> {
  for (const name of Object.keys(attacks(0))) {
    const tally = newTally();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const attack = attacks(round)[name];
      // Three times: the gateway knows a document from the second time on.
      for (let time = 0; attack !== undefined && time < 3; time += 1) await send(attack, target, tally);
    }
    print(name, tally, await report());
  }
}

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } });
const database = await openEmbedded();
const gateway = await startGateway(database.url);
const { port } = gateway;
const token = await tokenFor('acme');
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });

const pool = new pg.Pool({ connectionString: database.url, max: 1 });
await pool.query(
  `INSERT INTO ship_to (id, company_id, name) SELECT 's' || n, 'acme', 'Ship-to' FROM generate_series(1, 200) n`,
);
await pool.query(
  `INSERT INTO tank (id, company_id, name, fill_status, status, ship_to_id, metadata)
   SELECT 't' || n, 'acme', 'Tank', 'ok', 'active', 's' || (n % 200 + 1), jsonb_build_object('text', repeat(md5(n::text), 8000))
   FROM generate_series(1, 400) n`,
);
await pool.end();

const target = { port, token, agent };
// What a process loads and compiles once does not count.
for (const attack of generated(0)['operations from the schema']?.slice(0, 500) ?? [])
  await send(attack, target, newTally());
await gateway.report();
for (const [kind, attacks] of Object.entries(generated(Number(values.seed)))) {
  const tally = newTally();
  const queue = attacks.values();
  const client = async (): Promise<void> => {
    for (const attack of queue) await send(attack, target, tally);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  print(`${attacks.length} ${kind}`, tally, await gateway.report());
}
await sendHeavy(heavy, gateway, target);
const subgraph = await startGateway(database.url, { FEDERATION: 'on' });
const router = { ...target, port: subgraph.port };
for (const attack of Object.values(entities(0))) await send(attack, router, newTally());
await subgraph.report();
await sendHeavy(entities, subgraph, router);
const sum = [...total.statuses.values()].reduce((all, count) => all + count, 0);
console.log(
  `\n${sum} requests, INTERNAL_SERVER_ERROR ${total.internal}, worst processor time between two turns of the loop ${worst.busyMs.toFixed(0)} ms (${worst.heldMs.toFixed(0)} ms on the clock), most memory ${mb(worst.rss)}`,
);
const passed =
  total.internal === 0 &&
  worst.busyMs <= MOST_HELD_MS &&
  worst.rss <= MOST_RSS &&
  [gateway, subgraph].every(({ child }) => child.exitCode === null) &&
  ![...total.statuses.keys()].some((status) => status.startsWith('no answer'));
console.log(passed ? 'passed' : 'FAILED');
agent.destroy();
await Promise.all([gateway.stop(), subgraph.stop()]);
await database.end();
process.exitCode = passed ? 0 : 1;
