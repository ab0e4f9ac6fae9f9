// Measures creations: node trials/run.mjs create-bench [--tanks 100000]. Single ones, a hundred and a thousand at once,
// and the memory of the gateway meanwhile. On the server of DATABASE_URL, or that at 127.0.0.1:5432.
import { parseArgs } from 'node:util';
import { openScratch } from './database.ts';
import { startGateway, tokenFor } from './http/gateway-process.ts';

const { values } = parseArgs({ options: { tanks: { type: 'string', default: '100000' } } });
const tanks = Number(values.tanks);
const SENDERS = 8;
const QUERY = `mutation ($inputs: [CreateTankInput!]!) {
  createTanks(inputs: $inputs) { ... on CreateTanksSuccess { results { __typename } } }
}`;
const ONE = 'mutation ($input: CreateTankInput!) { createTank(input: $input) { __typename } }';

const scratch = await openScratch();
const gateway = await startGateway(scratch.url, {});
const authorization = `Bearer ${await tokenFor('company')}`;
let count = 0;
const input = () => ({
  name: `Tank ${++count}`,
  status: 'active',
  tankSize: 10_000,
  shipToId: `ship-to-${count % 50}`,
});

async function send(size: number): Promise<void> {
  const inputs = Array.from({ length: size }, input);
  const body = size === 1 ? { query: ONE, variables: { input: inputs[0] } } : { query: QUERY, variables: { inputs } };
  const response = await fetch(`http://127.0.0.1:${gateway.port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(body),
  });
  const answer = await response.text();
  const created = answer.split('"__typename":"Tank"').length - 1;
  if (created !== size) throw new Error(`${created} of ${size} were created: ${answer.slice(0, 500)}`);
}

/** Resident memory in MiB. */
const memory = async (): Promise<string> => ((await gateway.report()).rss / 2 ** 20).toFixed(0);

console.log(`${await memory()} MiB at the start`);
const turns: [size: number, most: number][] = [
  [1, 4_000],
  [100, 40_000],
  [1_000, tanks / 2],
  [1_000, tanks / 2],
];
for (const [size, most] of turns) {
  await send(size);
  const began = performance.now();
  let left = most;
  const sender = async (): Promise<void> => {
    while (left > 0) {
      left -= size;
      await send(size);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  const rate = (most / (performance.now() - began)) * 1_000;
  console.log(`${size} at once: ${rate.toFixed(0)} tanks a second, ${await memory()} MiB afterwards`);
}
await gateway.stop();
await scratch.drop();
