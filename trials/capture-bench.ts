// Measures what the triggers of a record cost a write: node trials/run.mjs capture-bench [sql|gateway] [connections].
// Updates one tank, with a prepared statement or with updateTank over HTTP, in rounds of five short turns in changing
// order: without any trigger, with versions and times alone, with events and nobody who watches, with a subscription of
// every company, and with the history of all. A cost is the median over the rounds, each compared within itself, with
// its 95 % confidence interval; behind it is the ratio to versions and times alone, as docs/history.md has it. Then it
// opens outboxes of 5,000 changes of each kind, and of both together.
import { loadavg } from 'node:os';
import { Pool } from 'undici';
import { keepHistory } from '../src/changes/keep-history.ts';
import { openOutbox } from '../src/changes/outbox.ts';
import { openScratch } from './database.ts';
import { startGateway, tokenFor } from './http/gateway-process.ts';

const [way = 'sql', count = '1'] = process.argv.slice(2);
const connections = Number(count);
const ROUNDS = 80;
const TURN_MS = 300;
/** Untimed start of a turn, in which each connection plans its statements again. */
const WARM_MS = 100;
const VARIANTS = ['none', 'versions', 'nobody', 'everyone', 'history'] as const;
/** Of 500 changes each. */
const OPENINGS = 10;
const OPENED = ['everyone', 'history', 'both'] as const;

const scratch = await openScratch();
const { pool } = scratch;

/** The median and its 95 % confidence interval, by rank: it assumes no distribution. */
function median(values: number[]): { middle: number; least: number; most: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (rank: number) => sorted[Math.min(Math.max(Math.round(rank), 0), sorted.length - 1)] ?? Number.NaN;
  const half = 0.98 * Math.sqrt(sorted.length);
  return {
    middle: at((sorted.length - 1) / 2),
    least: at(sorted.length / 2 - half - 1),
    most: at(sorted.length / 2 + half),
  };
}

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
  const gateway = await startGateway(scratch.url);
  const agent = new Pool(`http://127.0.0.1:${gateway.port}`, { connections });
  const query = `mutation ($id: ID!, $name: String, $fill: Percentage) {
    updateTank(id: $id, input: { name: $name, fillPercentage: $fill }) { __typename ... on Tank { id version name } } }`;
  const tokens = await Promise.all(Array.from({ length: 10 }, (_, index) => tokenFor(`c${index}`)));
  return {
    async write(tank) {
      const variables = { id: `t${tank}`, name: String(Math.random()), fill: Math.floor(Math.random() * 100) };
      const { body } = await agent.request({
        method: 'POST',
        path: '/graphql',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[tank % 10]}` },
        body: JSON.stringify({ query, variables }),
      });
      const text = await body.text();
      if (!text.includes('"version"')) throw new Error(text);
    },
    async close() {
      await agent.close();
      await gateway.stop();
    },
  };
}

/** Microseconds per update, measured for `ms` milliseconds. */
async function timed(writer: Writer, ms: number): Promise<number> {
  const end = performance.now() + ms;
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

/** Milliseconds that the opening of 500 changes takes, in the middle of so many. */
async function opening(): Promise<number> {
  await pool.query('TRUNCATE webhook_outbox, webhook_event, webhook_delivery, record_revision');
  await pool.query(`UPDATE tank SET name = name || '.', fill_percentage = random()`);
  const times: number[] = [];
  for (let turn = 0; turn < OPENINGS; turn++) {
    const since = performance.now();
    await openOutbox(pool);
    times.push(performance.now() - since);
  }
  return median(times).middle;
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
  const nobody = 'ALTER TABLE tank ENABLE TRIGGER USER; TRUNCATE webhook_subscription, change_watch';
  const everyone = `INSERT INTO webhook_subscription (company_id, workflow_id, node_id, webhook_url, resource, actions)
    SELECT 'c' || g, 'w', 'n', 'http://127.0.0.1/', 'tank', '{updated}' FROM generate_series(0, 9) g`;
  const history = () => keepHistory(pool, { keepDays: 30, ignore: [] });
  const prepare = {
    none: () => pool.query('ALTER TABLE tank DISABLE TRIGGER USER'),
    versions: () => pool.query('ALTER TABLE tank ENABLE TRIGGER USER; ALTER TABLE tank DISABLE TRIGGER emit_change'),
    nobody: () => pool.query(nobody),
    everyone: () => pool.query(`${nobody}; ${everyone}`),
    history: () => pool.query(nobody).then(history),
    both: () => pool.query(`${nobody}; ${everyone}`).then(history),
  };
  const rounds: Record<(typeof VARIANTS)[number], number>[] = [];
  for (let index = 0; index <= ROUNDS; index++) {
    const round = { none: 0, versions: 0, nobody: 0, everyone: 0, history: 0 };
    for (let place = 0; place < VARIANTS.length; place++) {
      const name = VARIANTS[(place + index) % VARIANTS.length] ?? 'none';
      await prepare[name]();
      await timed(writer, WARM_MS);
      round[name] = await timed(writer, TURN_MS);
    }
    // The first round warms up.
    if (index > 0) rounds.push(round);
  }
  await writer.close();
  console.log(
    `${way}, ${connections} connections, load ${loadavg()[0]?.toFixed(1)}, ${ROUNDS} rounds of ${TURN_MS} ms turns`,
  );
  for (const name of VARIANTS) {
    const took = median(rounds.map((round) => round[name])).middle;
    const cost = median(rounds.map((round) => (round[name] / round.none - 1) * 100));
    const ofEvents = median(rounds.map((round) => round[name] / round.versions)).middle.toFixed(2);
    const range = `${cost.middle.toFixed(1)} % (${cost.least.toFixed(1)} to ${cost.most.toFixed(1)}), ${ofEvents} × versions`;
    console.log(`  ${name.padEnd(9)} ${took.toFixed(1)} µs an update${name === 'none' ? '' : `, +${range}`}`);
  }
  for (const name of OPENED) {
    await prepare[name]();
    const times = [await opening(), await opening(), await opening()];
    console.log(`  ${name.padEnd(9)} ${median(times).middle.toFixed(1)} ms to open 500 changes`);
  }
} finally {
  await scratch.drop();
}
