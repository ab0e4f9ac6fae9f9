// What event capture costs a write: node test/webhooks/run.mjs capture-bench [connections]. A prepared update of one tank, with the
// event triggers off, on with no subscription, and on with a subscription of every company, in turns of half a second.
import { loadavg } from 'node:os';
import { openScratch } from './scratch.ts';

const connections = Number(process.argv[2] ?? 1);
const TURNS = 30;
const TURN_MS = 500;

const scratch = await openScratch();
const { pool } = scratch;
const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Microseconds that one update takes, over a turn. */
async function turn(): Promise<number> {
  const end = performance.now() + TURN_MS;
  let count = 0;
  const client = async () => {
    const connection = await pool.connect();
    while (performance.now() < end) {
      const tank = 1 + Math.floor(Math.random() * 5_000);
      await connection.query({
        name: 'update',
        text: 'UPDATE tank SET note = $1, fill_percentage = $2 WHERE id = $3 AND company_id = $4 RETURNING id, version, note',
        values: [String(Math.random()), Math.random() * 100, `t${tank}`, `c${tank % 10}`],
      });
      count++;
    }
    connection.release();
  };
  const since = performance.now();
  await Promise.all(Array.from({ length: connections }, client));
  return ((performance.now() - since) * 1000) / count;
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
  const variants = { off: [] as number[], nobody: [] as number[], everyone: [] as number[] };
  const prepare = {
    off: 'ALTER TABLE tank DISABLE TRIGGER emit_updated',
    nobody: 'ALTER TABLE tank ENABLE TRIGGER emit_updated; DELETE FROM webhook_subscription',
    everyone: `DELETE FROM webhook_subscription; INSERT INTO webhook_subscription (company_id, workflow_id, node_id, webhook_url, resource, actions, filter)
      SELECT 'c' || g, 'w', 'n', 'http://127.0.0.1/', 'tank', '{updated}', '{"status": "active"}' FROM generate_series(0, 9) g`,
  };
  for (let index = 0; index <= TURNS; index++) {
    for (const name of ['off', 'nobody', 'everyone'] as const) {
      await pool.query(prepare[name]);
      const took = await turn();
      // The first round warms up.
      if (index > 0) variants[name].push(took);
    }
  }
  const off = median(variants.off);
  console.log(`${connections} connections, load ${loadavg()[0]?.toFixed(1)}, medians of ${TURNS} turns`);
  for (const [name, values] of Object.entries(variants)) {
    const took = median(values);
    console.log(
      `  ${name.padEnd(9)} ${took.toFixed(1)} µs an update  ${name === 'off' ? '' : `+${(took - off).toFixed(1)} µs, ${((took / off - 1) * 100).toFixed(1)} %`}`,
    );
  }
} finally {
  await scratch.drop();
}
