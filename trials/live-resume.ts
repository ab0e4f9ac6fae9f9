// Kills a gateway with kill -9 while streams of one company are open on it, and lets all resume at once through
// another: node trials/run.mjs live-resume [--streams 1000] [--rate 10] [--away 3000]. On the server of DATABASE_URL,
// or that at 127.0.0.1:5432. Every stream watches every change. Exits with 1 if one gets Resync, loses a change, or
// gets one twice.
import { once } from 'node:events';
import { Agent } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openScratch } from './database.ts';
import { startGateway, tokenFor } from './http/gateway-process.ts';
import { openStream } from './http/open-stream.ts';
import { percentile } from './percentile.ts';

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '10' },
    away: { type: 'string', default: '3000' },
  },
});
const [streams, rate, away] = [Number(values.streams), Number(values.rate), Number(values.away)];
const OPEN_MS = 3_000;
const RESUMED_MS = 5_000;
const WAIT_MS = 60_000;
const QUERY =
  'subscription { changes(watch: { record: TANK }) { __typename ... on TankChange { tank { id version } } } }';

const scratch = await openScratch();
const { pool } = scratch;
await pool.query("INSERT INTO tank (id, company_id, name) VALUES ('one', 'acme', 'Tank')");
const settings = { MAX_LIVE_OPERATIONS: String(streams * 2), MAX_REQUESTS: '5000' };
const [first, second] = [await startGateway(scratch.url, settings), await startGateway(scratch.url, settings)];
const authorization = `Bearer ${await tokenFor('acme')}`;
const agent = new Agent({ keepAlive: true });

/** What one client has got. Its tank's versions have no gap. */
class Client {
  lastId: string | undefined;
  resyncs = 0;
  /** Of the tank. */
  version: number | undefined;
  faults = 0;
  firstItem: number | undefined;
  ended = '';

  async open(port: number): Promise<void> {
    const headers = { authorization, ...(this.lastId !== undefined && { 'last-event-id': this.lastId }) };
    const opened = performance.now();
    const response = await openStream(port, agent, headers, { query: QUERY });
    let text = '';
    this.firstItem = undefined;
    response.on('error', () => {});
    response.on('data', (part: string) => {
      const blocks = (text + part).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block, opened);
    });
  }

  #take(block: string, opened: number): void {
    this.lastId = /^id: (\d+)$/m.exec(block)?.[1] ?? this.lastId;
    if (!block.includes('event: ')) return;
    this.firstItem ??= performance.now() - opened;
    if (block.includes('"Resync"')) this.resyncs += 1;
    const version = /"version":(\d+)/.exec(block)?.[1];
    if (version === undefined) {
      if (!block.includes('"Resync"')) this.ended = block;
      return;
    }
    if (this.version !== undefined && Number(version) !== this.version + 1) this.faults += 1;
    this.version = Number(version);
  }
}

let writes = true;
const written = (async () => {
  for (let next = performance.now(); writes; next += 1_000 / rate) {
    await pool.query("UPDATE tank SET fill_percentage = random() WHERE id = 'one'");
    await delay(Math.max(0, next - performance.now()));
  }
})();
const versionNow = async (): Promise<number> =>
  (await pool.query("SELECT version FROM tank WHERE id = 'one'")).rows[0].version;

const clients = Array.from({ length: streams }, () => new Client());
for (let index = 0; index < streams; index += 50)
  await Promise.all(clients.slice(index, index + 50).map((client) => client.open(first.port)));
await delay(OPEN_MS);
const died = await versionNow();
first.child.kill('SIGKILL');
await once(first.child, 'exit');
for (const client of clients) client.resyncs = 0;
await delay(away);
const began = performance.now();
const behind = (await versionNow()) - died;
await Promise.all(clients.map((client) => client.open(second.port)));
await delay(RESUMED_MS);
writes = false;
await written;
const last = await versionNow();
const isBehind = (client: Client): boolean => client.version !== last;
while (clients.some(isBehind) && performance.now() - began < WAIT_MS) await delay(20);
const took = performance.now() - began;
const { rss } = await second.report();

const count = (is: (client: Client) => boolean): number => clients.filter(is).length;
const firsts = clients.map(({ firstItem }) => firstItem ?? WAIT_MS);
const [resynced, faulty, ended, late] = [
  count(({ resyncs }) => resyncs > 0),
  count(({ faults }) => faults > 0),
  count((client) => client.ended !== ''),
  count(isBehind),
];
console.log(`${streams} streams of one company, ${rate} changes/s, load ${loadavg()[0]?.toFixed(1)}`);
console.log(`about ${behind} changes missed each when they resumed; ${last - died} since the kill`);
console.log(`Resync ${resynced}, lost or repeated ${faulty}, ended ${ended}, still behind ${late}`);
console.log(
  `open to first item: p50 ${percentile(firsts, 0.5).toFixed(0)} ms, longest ${Math.max(...firsts).toFixed(0)} ms; all up to date after ${took.toFixed(0)} ms`,
);
console.log(`RSS of the second gateway: ${Math.round(rss / 1024 / 1024)} MB`);
for (const text of new Set(clients.flatMap(({ ended }) => ended || []))) console.log(text);
process.exitCode = resynced + faulty + ended + late === 0 ? 0 : 1;
agent.destroy();
await second.stop();
await scratch.drop();
