import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { queryObjects, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { LRUCache } from 'lru-cache';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { createGraphiQL } from '../../src/http/graphiql/serve.ts';
import { LIMITS, openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';
import { openFlood } from './flood.ts';

/** Every cache that anything in this process has put an entry into. */
const caches = new Set<LRUCache<string, object>>();
const put = LRUCache.prototype.set;
LRUCache.prototype.set = function (...args) {
  caches.add(this);
  return put.apply(this, args);
};

setFlagsFromString('--expose-gc');
// V8 drops compiled code that has not run for a while, which would show as a smaller heap.
setFlagsFromString('--no-flush-bytecode');
const collect: () => void = runInNewContext('gc');
/**
 * Bytes on the heap that are in use: the least of a few readings, because some garbage takes more than one collection.
 */
async function usedHeap(): Promise<number> {
  const readings: number[] = [];
  for (const _again of [1, 2, 3]) {
    await setImmediate();
    collect();
    readings.push(process.memoryUsage().heapUsed);
  }
  return Math.min(...readings);
}

let gateway: TestGateway;
let flood: ReturnType<typeof openFlood>;
beforeAll(async () => {
  // The lines of thousands of requests would count as left behind.
  gateway = await openGateway({
    logLevel: 'warn',
    graphiql: createGraphiQL(),
    // Memory is measured, on machines of any speed.
    limits: { ...LIMITS, requestSeconds: 60 },
  });
  flood = openFlood(`${gateway.address}/graphql`, await tokenOf('acme'));
  await create(gateway, tank, { id: 't1' });
});
afterAll(async () => {
  flood.close();
  await gateway.close();
});

/** More than the documents that are kept, so that each round fills the cache. */
const ROUND = 600;
const ROUNDS = 4;
/** Makes a text that anything keeps show on the heap. */
const PAD = ' '.repeat(1_000);

test('thousands of distinct queries leave every cache within its limits, and nothing else behind', async () => {
  let sent = 0;
  const round = async (): Promise<void> => {
    // Each comes twice in a row: the second time it is known.
    await flood.send(2 * ROUND, (n) => `{"query":"{a${sent + (n >> 1)}:__typename}${PAD}"}`);
    sent += ROUND;
    // After each round, because a garbage collection also lets go of compiled code.
    collect();
  };
  const measure = async (): Promise<{ objects: number; bytes: number }> => {
    // First the heap, which takes turns of the event loop: what the last answers leave behind has gone by then.
    const bytes = await usedHeap();
    // Counts every living object, after a garbage collection.
    return { objects: queryObjects(Object, { format: 'count' }), bytes };
  };
  await round();
  await round();
  const before = await measure();
  for (let rounds = 0; rounds < ROUNDS; rounds += 1) await round();
  const after = await measure();

  const full = [...caches].filter((cache) => cache.size === cache.max);
  expect(full.length).toBe(1);
  for (const cache of caches) {
    expect(cache.max).toBeGreaterThan(0);
    expect(cache.size).toBeLessThanOrEqual(cache.max);
    expect(cache.calculatedSize).toBeLessThanOrEqual(cache.maxSize || 0);
  }
  // Less than an object for every two queries, and less than half of the text of each: a slow machine opens and ends
  // connections and timers meanwhile.
  expect(after.objects - before.objects).toBeLessThan((ROUNDS * ROUND) / 2);
  expect(after.bytes - before.bytes).toBeLessThan((PAD.length / 2) * ROUNDS * ROUND);
});

const FIELDS = Object.keys(tank.fields);
/** The n-th of a few thousand sets of names, no two of them the same. */
const subset = (names: string[], n: number): string[] =>
  names.filter((_, bit) => (((n + 1) * 2654435761) >>> (bit % 32)) & 1);

test('thousands of distinct selections and sets of keys leave few prepared statements', async () => {
  const inputs = Object.keys(tank.inputs).filter(
    (name) => !['fillPercentage', 'alerts', 'metadata', 'includeInJob'].includes(name),
  );
  const read = (n: number): string => `{"query":"{tank(id:\\"t1\\"){${['id', ...subset(FIELDS, n)].join(' ')}}}"}`;
  const write = (n: number): string =>
    JSON.stringify({
      query: `mutation($i:UpdateTankInput!){updateTank(id:"t1",input:$i){...on Tank{${['id', ...subset(FIELDS, n % 50)].join(' ')}}}}`,
      variables: { i: Object.fromEntries(subset(inputs, n).map((name) => [name, `v${n}`])) },
    });
  const page = (n: number): string =>
    `{"query":"{tanks(first:1){nodes{${['id', ...subset(FIELDS, n)].join(' ')}}totalCount}}"}`;
  await flood.send(1500, (n) => ([read, write, page][n % 3] ?? read)(n));

  const { max } = gateway.pool.options;
  const sessions = await Promise.all(Array.from({ length: max }, () => gateway.pool.connect()));
  const prepared = await Promise.all(
    sessions.map((session) => session.query('SELECT statement FROM pg_prepared_statements')),
  );
  for (const session of sessions) session.release();
  const statements = new Set(prepared.flatMap(({ rows }) => rows.map(({ statement }) => statement)));
  expect(statements.size).toBeGreaterThan(10);
  expect(statements.size).toBeLessThanOrEqual(500);
});

test('documents that are heavy to plan do not fill the memory', async () => {
  const fragment = `fragment F on Tank{${Array.from({ length: 18 }, (_, n) => `a${n}:name`).join(' ')}}`;
  const heavy = (n: number): string =>
    `{${Array.from({ length: 50 }, (_, m) => `r${m}x${n}:tank(id:"t"){...F}`).join(' ')}}${fragment}`;
  const before = await usedHeap();
  await flood.send(240, (n) => JSON.stringify({ query: heavy(n >> 1) }));
  const used = (await usedHeap()) - before;
  expect(used).toBeLessThan(85_000_000);
});

test('long values of a variable whose name is that of a condition elsewhere do not fill the memory', async () => {
  const query = `query A($v: Boolean!) { __typename @include(if: $v) }
    query B($v: ID!) { tank(id: $v) { id } }`;
  const long = 'v'.repeat(200_000);
  const before = await usedHeap();
  await flood.send(240, (n) => JSON.stringify({ query, operationName: 'B', variables: { v: `${n}${long}` } }));
  expect((await usedHeap()) - before).toBeLessThan(20_000_000);
});

test('plans keep no variables of the requests that they are made for, and a document has few of them', async () => {
  const [names, metadata] = [Array.from({ length: 16 }, (_, n) => `b${n}`), { a: Array(60_000).fill([]) }];
  const query = `mutation ($m: JSONObject, ${names.map((name) => `$${name}: Boolean!`)}) {
    ${names.map((name) => `${name}: __typename @skip(if: $${name})`).join(' ')}
    updateTank(id: "unknown", input: { metadata: $m }) { __typename } }`;
  const decided = (n: number) => Object.fromEntries(names.map((name, bit) => [name, ((n >> bit) & 1) === 1]));
  // The first statement loads the engine of Prisma's client.
  await gateway.ask('mutation { updateTank(id: "unknown", input: { name: null }) { __typename } }');
  const before = await usedHeap();
  await flood.send(100, (n) => JSON.stringify({ query, variables: { m: metadata, ...decided(n) } }));
  expect((await usedHeap()) - before).toBeLessThan(20_000_000);
});

test('bodies that come byte by byte take no more memory than others', async () => {
  const { hostname, port } = new URL(gateway.address);
  const head =
    'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
  const before = await usedHeap();
  const open = () => {
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  const [first, ...others] = [open(), open(), open(), open()] as const;
  const write = (socket: Socket) =>
    new Promise((resolve) => socket.write(head + '1\r\n \r\n'.repeat(100_000), resolve));
  await Promise.all([first, ...others].map(write));
  // Before the others are measured: a request may take 10 s to arrive.
  first.write('d\r\n{"query":"{a:\r\nd\r\n__typename}"}\r\n0\r\n\r\n');
  expect(String((await once(first, 'data'))[0])).toContain('{"data":{"a":"Query"}}');
  // Turns of the event loop in which the gateway reads what the kernel still has.
  for (let turn = 0; turn < 300; turn++) await fetch(`${gateway.address}/health`);
  expect((await usedHeap()) - before).toBeLessThan(15_000_000);
});

test('connections and live operations of WebSockets keep nothing that they do not need', async () => {
  const x = Array(25_000).fill([]);
  // A first message may have 32 KB.
  const few = x.slice(0, 4_000);
  const query = 'subscription { tankChanged(id: "t1") { __typename } }';
  const payload = { authorization: `Bearer ${await tokenOf('acme')}` };
  const open = async (): Promise<WebSocket> => {
    const socket = new WebSocket(`${gateway.address.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { ...payload, x: few }, x: few }));
    await once(socket, 'message');
    return socket;
  };
  const before = await usedHeap();
  const sockets: WebSocket[] = [];
  for (let n = 0; n < 20; n++) sockets.push(await open());
  for (const socket of sockets) {
    socket.send(JSON.stringify({ type: 'subscribe', id: 'a', payload: { query, x, extensions: { x } }, x }));
    await once(socket, 'message');
  }
  expect((await usedHeap()) - before).toBeLessThan(25_000_000);
});

test('clients that do not read the page of GraphiQL take little memory', async () => {
  const { hostname, port } = new URL(gateway.address);
  const page = await fetch(`${gateway.address}/graphql`, { headers: { accept: 'text/html' } });
  await page.arrayBuffer();
  const before = process.memoryUsage().rss;
  const ask = async (): Promise<void> => {
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    socket.write('GET /graphql HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n');
    // Its buffer takes a part, and nothing reads that.
    await once(socket, 'readable');
  };
  await Promise.all(Array.from({ length: 30 }, ask));
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
});
