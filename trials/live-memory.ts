// Measures the memory of live operations at their limits: node trials/run.mjs live-memory [--streams 2000] [--shape
// ids]. One gateway with a heap of 512 MB, on the server of DATABASE_URL, or that at 127.0.0.1:5432.
import { Agent, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openScratch } from './database.ts';
import { startGateway, tokenFor } from './http/gateway-process.ts';
import { openStream } from './http/open-stream.ts';

const { values } = parseArgs({
  options: { streams: { type: 'string', default: '2000' }, shape: { type: 'string', default: 'ids' } },
});
const streams = Number(values.streams);
const COMPANIES = 8;
const text = (length: number, n: number): string => `${n} `.padEnd(length, 'x');
const times = <Value>(count: number, value: (n: number) => Value): Value[] =>
  Array.from({ length: count }, (_, n) => value(n));
const object = (count: number, key: (n: number) => string) => Object.fromEntries(times(count, (n) => [key(n), {}]));

/** What each stream watches, by shape. No two streams have the same. */
const SHAPES: Record<string, (stream: number) => object[]> = {
  ids: (stream) => [{ record: 'TANK', ids: times(1_000, (n) => text(60, stream * 1_000 + n)) }],
  uuids: (stream) => [{ record: 'TANK', ids: times(1_000, (n) => text(36, stream * 1_000 + n)) }],
  filters: (stream) => times(4, (n) => ({ record: 'TANK', filter: { note: text(15 * 1024, stream * 4 + n) } })),
  keys: (stream) =>
    times(4, (n) => ({
      record: 'TANK',
      filter: { metadata: object(1_000, (key) => `k${stream.toString(36)}-${n}-${key}`) },
    })),
  'large requests': () => [{ record: 'TANK' }],
};
const watchOf = SHAPES[values.shape];
if (watchOf === undefined) throw new Error(`The shapes are ${Object.keys(SHAPES).join(', ')}.`);
const rest = values.shape === 'large requests' ? { extensions: { rest: 'x'.repeat(240_000) } } : {};
const QUERY =
  'subscription ($watch: [WatchInput!]!) { changes(watch: $watch) { __typename ... on TankChange { tank { id } } } }';

const scratch = await openScratch();
const gateway = await startGateway(scratch.url, { MAX_LIVE_OPERATIONS: String(streams), MAX_REQUESTS: '5000' });
const tokens = await Promise.all(times(COMPANIES, (n) => tokenFor(`company-${n}`)));
const agent = new Agent({ keepAlive: true });

/** Opens a stream. Returns its connection, or the code of its refusal. */
async function open(stream: number): Promise<IncomingMessage | string> {
  const headers = { authorization: `Bearer ${tokens[stream % COMPANIES]}` };
  const operation = { query: QUERY, variables: { watch: watchOf?.(stream) }, ...rest };
  const response = await openStream(gateway.port, agent, headers, operation);
  let received = '';
  for await (const part of response.iterator({ destroyOnReturn: false })) {
    received += part;
    if (received.includes('"Resync"')) {
      response.resume();
      return response;
    }
    const code = /"code":"(\w+)"/.exec(received)?.[1];
    if (code !== undefined) return code;
  }
  return 'ended';
}

const idle = (await gateway.report()).rss;
const opened: IncomingMessage[] = [];
const refused: Record<string, number> = {};
for (let stream = 0; stream < streams; stream += 20)
  for (const each of await Promise.all(times(20, (n) => open(stream + n))))
    if (typeof each === 'string') refused[each] = (refused[each] ?? 0) + 1;
    else opened.push(each);
await delay(2_000);
const { rss } = await gateway.report();
const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;
console.log(`${values.shape}: ${opened.length} open, refused ${JSON.stringify(refused)}`);
console.log(
  `RSS ${megabytes(idle)} before, ${megabytes(rss)} now: ${Math.round((rss - idle) / 1024 / Math.max(1, opened.length))} KB a stream`,
);
for (const response of opened) response.destroy();
agent.destroy();
await gateway.stop();
await scratch.drop();
