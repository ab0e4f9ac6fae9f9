import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { LRUCache } from 'lru-cache';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { tank } from '../records.ts';
import { full, insert } from '../rows.ts';

/** Every cache that anything in this process has put something into. */
const caches = new Set<LRUCache<string, object>>();
const put = LRUCache.prototype.set;
LRUCache.prototype.set = function (...args) {
  caches.add(this);
  return put.apply(this, args);
};

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

let gateway: TestGateway;
let token: string;
beforeAll(async () => {
  gateway = await openGateway();
  token = await tokenOf('acme');
  await insert(gateway, tank, full(tank, { id: 't1' }));
});
afterAll(() => gateway.close());

/** Sends bodies over one connection, all at once, and waits for as many answers with data. */
async function flood(socket: Socket, bodies: string[]): Promise<void> {
  const head = `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${token}\r\n`;
  socket.write(bodies.map((body) => `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`).join(''));
  let [answers, tail] = [0, ''];
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    const text: string = tail + chunk.toString('latin1');
    answers += text.split('HTTP/1.1 ').length - 1;
    expect(text).not.toContain('"errors"');
    tail = text.slice(text.lastIndexOf('HTTP/1.1 ') + 1);
    if (answers === bodies.length && tail.endsWith('}')) return;
  }
}

/** Sends `count` bodies over four connections, some hundred at a time. */
async function floodAll(count: number, bodyOf: (n: number) => string): Promise<void> {
  const { port } = new URL(gateway.address);
  let next = 0;
  const pour = async (): Promise<void> => {
    const socket = connect(Number(port), '127.0.0.1');
    while (next < count) {
      const from = next;
      next = Math.min(count, next + 250);
      await flood(
        socket,
        Array.from({ length: next - from }, (_, n) => bodyOf(from + n)),
      );
    }
    socket.destroy();
  };
  await Promise.all([pour(), pour(), pour(), pour()]);
}

test('50,000 distinct queries leave every cache within its limits, and the heap where it was', {
  timeout: 600_000,
}, async () => {
  const tiny = (n: number): string => `{"query":"{a${n}:__typename}"}`;
  // Each comes twice in a row, because what comes twice is compiled.
  await floodAll(20_000, (n) => tiny(n >> 1));
  collect();
  const before = process.memoryUsage().heapUsed;
  await floodAll(80_000, (n) => tiny(10_000 + (n >> 1)));
  collect();
  const growth = process.memoryUsage().heapUsed - before;

  const full = [...caches].filter((cache) => cache.size === cache.max);
  expect(full.length).toBeGreaterThanOrEqual(2);
  for (const cache of caches) {
    expect(cache.max).toBeGreaterThan(0);
    expect(cache.size).toBeLessThanOrEqual(cache.max);
    expect(cache.calculatedSize).toBeLessThanOrEqual(cache.maxSize || 0);
  }
  // A list that kept a hundred bytes of each would grow by 4 MB, and one with their documents by 100.
  expect(growth).toBeLessThan(4_000_000);
});

const FIELDS = Object.keys(tank.fields);
/** The n-th of a few thousand sets of names, no two of them the same. */
const subset = (names: string[], n: number): string[] =>
  names.filter((_, bit) => (((n + 1) * 2654435761) >>> (bit % 32)) & 1);

test('thousands of distinct selections and sets of keys leave few prepared statements on a connection', {
  timeout: 600_000,
}, async () => {
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
  await floodAll(3000, (n) => ([read, write, page][n % 3] ?? read)(n));

  const { max } = gateway.pool.options;
  const sessions = await Promise.all(Array.from({ length: max }, () => gateway.pool.connect()));
  const counts = await Promise.all(
    sessions.map(
      async (session) => (await session.query('SELECT count(*) AS count FROM pg_prepared_statements')).rows[0].count,
    ),
  );
  for (const session of sessions) session.release();
  expect(Math.max(...counts)).toBeGreaterThan(10);
  expect(Math.max(...counts)).toBeLessThanOrEqual(500);
});

test('documents that are heavy to compile do not fill the memory', { timeout: 600_000 }, async () => {
  const fragment = `fragment F on Tank{${Array.from({ length: 18 }, (_, n) => `a${n}:name`).join(' ')}}`;
  const heavy = (n: number): string =>
    `{${Array.from({ length: 97 }, (_, m) => `r${m}x${n}:tank(id:"t"){...F}`).join(' ')}}${fragment}`;
  collect();
  const before = process.memoryUsage().heapUsed;
  await floodAll(60, (n) => JSON.stringify({ query: heavy(n >> 1) }));
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000);
});
