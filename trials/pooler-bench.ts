// Measures what PgBouncer costs, side by side: node trials/run.mjs pooler-bench [--rounds 5] [--ms 3000]. A gateway
// without one, and through one in session and in transaction mode, take turns; each ratio is that to the first. On the
// server at 127.0.0.1:5432. Exits with 1 if a request fails.
import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import { startPgBouncer } from '../test/postgres/pgbouncer.ts';
import { openScratch } from './database.ts';
import { type GatewayProcess, startGateway, tokenFor } from './http/gateway-process.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, ms: { type: 'string', default: '3000' } },
});
const [rounds, ms] = [Number(values.rounds), Number(values.ms)];
const CLIENTS = 32;
const TANKS = 1_000;

const scratch = await openScratch();
const fill = `INSERT INTO tank (id, company_id, name) SELECT 't' || n, 'acme', 'Tank' FROM generate_series(1, $1) n`;
await scratch.pool.query(fill, [TANKS]);
const [session, transaction] = [
  await startPgBouncer(scratch.url, 'session'),
  await startPgBouncer(scratch.url, 'transaction'),
];
const gateways: [name: string, gateway: GatewayProcess][] = [
  ['direct', await startGateway(scratch.url)],
  ['session mode', await startGateway(session.url)],
  ['transaction mode', await startGateway(transaction.url, { DIRECT_DATABASE_URL: scratch.url })],
];
const headers = { 'content-type': 'application/json', authorization: `Bearer ${await tokenFor('acme')}` };
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
let sent = 0;
let failed = 0;

const QUERIES: [name: string, query: string][] = [
  [
    'updateTank',
    'mutation ($id: ID!, $name: String) { updateTank(id: $id, input: { name: $name }) { __typename ... on Tank { id name } } }',
  ],
  ['tank', 'query ($id: ID!) { tank(id: $id) { __typename id name fillPercentage } }'],
];

function ask(port: number, query: string): Promise<void> {
  const variables = { id: `t${1 + (++sent % TANKS)}`, name: `Tank ${sent}` };
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/graphql', method: 'POST', headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => {
        if (!text.includes('"__typename":"Tank"')) {
          failed += 1;
          console.log(text);
        }
        resolve();
      });
    })
      .on('error', reject)
      .end(JSON.stringify({ query, variables }));
  });
}

/** Requests a second. */
async function measure({ port }: GatewayProcess, query: string): Promise<number> {
  const before = sent;
  const began = performance.now();
  const client = async (): Promise<void> => {
    while (performance.now() < began + ms) await ask(port, query);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return ((sent - before) / (performance.now() - began)) * 1_000;
}

const median = (rates: number[]): number => rates.toSorted((one, other) => one - other)[rates.length >> 1] ?? 0;
for (const [operation, query] of QUERIES) {
  const rates = gateways.map((): number[] => []);
  for (const [, gateway] of gateways) await measure(gateway, query);
  for (let round = 0; round < rounds; round++)
    for (const [index, [, gateway]] of gateways.entries()) rates[index]?.push(await measure(gateway, query));
  const [direct = 0, ...others] = rates.map(median);
  console.log(`${operation}: direct ${direct.toFixed(0)} a second`);
  for (const [index, rate] of others.entries())
    console.log(`  ${gateways[index + 1]?.[0]}: ${rate.toFixed(0)}, ${(rate / direct).toFixed(2)}`);
}
console.log(`${sent} requests, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
agent.destroy();
for (const [, gateway] of gateways) await gateway.stop();
for (const pooler of [session, transaction]) await pooler.stop();
await scratch.drop();
