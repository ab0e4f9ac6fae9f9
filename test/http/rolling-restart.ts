// Restarts two gateways behind a balancer, one after the other, while clients send requests. npm run restart [-- --requests 10000]; exits
// with 1 if a request was lost.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ALL_SCOPES, mintToken } from '../../src/auth/mint.ts';
import { startEmbedded } from '../../src/embedded/server.ts';
import { openBalancer } from './balancer.ts';

const SECRET = 'a secret for this run only, long enough for HS256';
const CLIENTS = 8;
const DRAIN_SECONDS = 2;

const { values } = parseArgs({ options: { requests: { type: 'string', default: '10000' } } });
const wanted = Number(values.requests);
const folder = await mkdtemp(join(tmpdir(), 'restart-'));
const database = await startEmbedded(join(folder, 'data'));
const balancer = await openBalancer();

interface Running {
  child: ChildProcess;
  port: number;
}

async function start(): Promise<Running> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('main.mjs', import.meta.url))], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      PORT: '0',
      JWT_SECRET: SECRET,
      SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
      WEBHOOKS: 'off',
      DRAIN_SECONDS: `${DRAIN_SECONDS}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /"address":"([^"]+)"/.exec(line)?.[1];
    if (address === undefined) continue;
    // Unread, the log would block the gateway.
    child.stdout.resume();
    const port = Number(new URL(address).port);
    balancer.add(port);
    return { child, port };
  }
  throw new Error('A gateway ended before it was ready.');
}

async function stop({ child, port }: Running): Promise<void> {
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  balancer.remove(port);
  if (code !== 0) throw new Error(`A gateway ended with ${code}.`);
}

const grant = { company: 'acme', companyClaim: 'company_id', ttl: '1h', issuer: undefined, audience: undefined };
const token = await mintToken({ ...grant, scope: ALL_SCOPES }, SECRET);
const query = 'mutation { updateTank(id: "absent", input: { name: "n" }) { __typename } }';
let sent = 0;
let restarted = false;
const lost = new Map<string, number>();

async function client(): Promise<void> {
  while (sent < wanted || !restarted) {
    sent += 1;
    const outcome = await fetch(`http://127.0.0.1:${balancer.port}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query }),
    }).then(
      async (response) => {
        const text = await response.text();
        return text.includes('NotFoundError') ? undefined : `${response.status} ${text}`;
      },
      (error) => `no answer: ${error.cause ?? error}`,
    );
    if (outcome !== undefined) lost.set(outcome, (lost.get(outcome) ?? 0) + 1);
  }
}

const first = [await start(), await start()];
const clients = Array.from({ length: CLIENTS }, client);
const second: Running[] = [];
for (const old of first) {
  second.push(await start());
  await stop(old);
}
restarted = true;
await Promise.all(clients);
for (const running of second) await stop(running);
balancer.close();
await database.stop();
await rm(folder, { recursive: true });

const count = [...lost.values()].reduce((all, times) => all + times, 0);
console.log(`${sent} requests while two gateways were restarted, ${count} lost`);
for (const [outcome, times] of lost) console.log(`  ${times} × ${outcome}`);
for (const error of new Set(balancer.errors)) console.log(`  the balancer: ${error}`);
process.exitCode = count === 0 ? 0 : 1;
