// What event capture costs a write: node test/webhooks/run.mjs capture-bench [sql|gateway] [connections]. An update of one tank, as a
// prepared statement or as the mutation updateTank over HTTP, with the event triggers off, on with no subscription, and on with a
// subscription of every company, in turns of half a second.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { mintToken } from '../../src/mint.ts';
import { openScratch } from './scratch.ts';

const [way = 'sql', count = '1'] = process.argv.slice(2);
const connections = Number(count);
const TURNS = 30;
const TURN_MS = 500;

const scratch = await openScratch();
const { pool } = scratch;
const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

interface Writer {
  write(tank: number): Promise<unknown>;
  close(): Promise<unknown>;
}

function openSql(): Writer {
  return {
    write: (tank) =>
      pool.query({
        name: 'update',
        text: 'UPDATE tank SET name = $1, fill_percentage = $2 WHERE id = $3 AND company_id = $4 RETURNING id, version, name',
        values: [String(Math.random()), Math.random() * 100, `t${tank}`, `c${tank % 10}`],
      }),
    close: () => Promise.resolve(),
  };
}

async function openGateway(): Promise<Writer> {
  const secret = 'a secret for this run only, long enough for HS256';
  const env = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: scratch.url,
    JWT_SECRET: secret,
    PORT: '0',
    WEBHOOKS: 'off',
  };
  const child = spawn(process.execPath, [fileURLToPath(new URL('main.mjs', import.meta.url))], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let address = '';
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('"msg":"ready"')) {
      address = JSON.parse(line).address;
      break;
    }
  }
  const agent = new Pool(new URL(address).origin, { connections });
  const query = `mutation ($id: ID!, $name: String, $fill: Percentage) {
    updateTank(id: $id, input: { name: $name, fillPercentage: $fill }) { __typename ... on Tank { id version name } } }`;
  const tokens = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      mintToken(
        {
          company: `c${index}`,
          companyClaim: 'company_id',
          scope: 'tanks:write',
          ttl: '1h',
          issuer: undefined,
          audience: undefined,
        },
        secret,
      ),
    ),
  );
  return {
    async write(tank) {
      const response = await agent.request({
        method: 'POST',
        path: '/graphql',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[tank % 10]}` },
        body: JSON.stringify({
          query,
          variables: { id: `t${tank}`, name: String(Math.random()), fill: Math.floor(Math.random() * 100) },
        }),
      });
      const text = await response.body.text();
      if (!text.includes('"version"')) throw new Error(text);
    },
    async close() {
      await agent.close();
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** Microseconds that one update takes, over a turn. */
async function turn(writer: Writer): Promise<number> {
  const end = performance.now() + TURN_MS;
  let done = 0;
  const client = async () => {
    while (performance.now() < end) {
      await writer.write(1 + Math.floor(Math.random() * 5_000));
      done++;
    }
  };
  const since = performance.now();
  await Promise.all(Array.from({ length: connections }, client));
  return ((performance.now() - since) * 1000) / done;
}

try {
  await pool.query(
    `INSERT INTO tank (id, external_id, company_id, customer_id, name, metadata, available_capacity, daily_usage, fill_percentage,
       tank_size, product_name, status, location_id, last_reading_date, tank_address, latitude, longitude, alerts)
     SELECT 't' || g, 'EXT-' || g, 'c' || (g % 10), 'customer' || (g % 100), 'North tank ' || g, '{"zone": "north", "meter": {"id": 12}}',
       '1200', '36.1', 64.2, 1000, 'Diesel', 'active', 'loc' || (g % 50), now(), '12 Harbour road', '51.5', '-0.1', '{low}'
     FROM generate_series(1, 5000) g`,
  );
  await pool.query('VACUUM ANALYZE tank');
  const writer = way === 'gateway' ? await openGateway() : openSql();
  const variants = { off: [] as number[], nobody: [] as number[], everyone: [] as number[] };
  const prepare = {
    off: 'ALTER TABLE tank DISABLE TRIGGER emit_updated',
    nobody: 'ALTER TABLE tank ENABLE TRIGGER emit_updated; DELETE FROM webhook_subscription',
    everyone: `DELETE FROM webhook_subscription; INSERT INTO webhook_subscription (company_id, workflow_id, node_id, webhook_url, resource, actions)
      SELECT 'c' || g, 'w', 'n', 'http://127.0.0.1/', 'tank', '{updated}' FROM generate_series(0, 9) g`,
  };
  for (let index = 0; index <= TURNS; index++) {
    for (const name of ['off', 'nobody', 'everyone'] as const) {
      await pool.query(prepare[name]);
      const took = await turn(writer);
      // The first round warms up.
      if (index > 0) variants[name].push(took);
    }
  }
  await writer.close();
  const off = median(variants.off);
  console.log(`${way}, ${connections} connections, load ${loadavg()[0]?.toFixed(1)}, medians of ${TURNS} turns`);
  for (const [name, values] of Object.entries(variants)) {
    const took = median(values);
    console.log(
      `  ${name.padEnd(9)} ${took.toFixed(1)} µs an update  ${name === 'off' ? '' : `+${(took - off).toFixed(1)} µs, ${((took / off - 1) * 100).toFixed(1)} %`}`,
    );
  }
} finally {
  await scratch.drop();
}
