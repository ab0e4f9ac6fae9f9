// Restarts two gateways behind a balancer, one after the other, while clients send requests. npm run restart [--
// --requests 10000]; exits with 1 if a request was lost.
import { parseArgs } from 'node:util';
import { openEmbedded } from './database.ts';
import { openBalancer } from './http/balancer.ts';
import { type GatewayProcess, startGateway, tokenFor } from './http/gateway-process.ts';

const CLIENTS = 8;
const DRAIN_SECONDS = 2;

const { values } = parseArgs({ options: { requests: { type: 'string', default: '10000' } } });
const wanted = Number(values.requests);
const database = await openEmbedded();
const balancer = await openBalancer();

async function start(): Promise<GatewayProcess> {
  const gateway = await startGateway(database.url, { DRAIN_SECONDS: `${DRAIN_SECONDS}` });
  balancer.add(gateway.port);
  return gateway;
}

async function stop(gateway: GatewayProcess): Promise<void> {
  await gateway.stop();
  balancer.remove(gateway.port);
}

const token = await tokenFor('acme');
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
const second: GatewayProcess[] = [];
for (const old of first) {
  second.push(await start());
  await stop(old);
}
restarted = true;
await Promise.all(clients);
for (const running of second) await stop(running);
balancer.close();
await database.end();

const count = [...lost.values()].reduce((all, times) => all + times, 0);
console.log(`${sent} requests while two gateways were restarted, ${count} lost`);
for (const [outcome, times] of lost) console.log(`  ${times} × ${outcome}`);
for (const error of new Set(balancer.errors)) console.log(`  the balancer: ${error}`);
process.exitCode = count === 0 ? 0 : 1;
