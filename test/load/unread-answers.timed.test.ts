import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { createGraphiQL } from '../../src/http/graphiql/serve.ts';
import { Requests } from '../../src/load/shares.ts';
import type { Operation } from '../../src/operation/operation.ts';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { takeSlowly } from '../http/take-slowly.ts';
import { tank } from '../records.ts';
import { create } from '../rows.ts';
import { blocking } from './blocking.ts';

let gateway: TestGateway;
afterEach(() => gateway.close());

const { block, waiting } = blocking(() => gateway);

const MUCH = { answerBytes: 48 * 1024 * 1024, requestSeconds: 60 };

interface Asked {
  /** A request to send before. */
  first?: string;
  /** Fields to ask for besides. */
  also?: string;
  rates?: number[];
}

/**
 * Sends requests for an answer of 45 MB on connections that are not read. Of one that is not read, Linux takes up to
 * 32 MB on the side of the client (tcp_rmem), if packets get lost, and 4 MB on that of the server (tcp_wmem).
 */
async function askForMuch(count: number, { first = '', also = '', rates = [] }: Asked = {}) {
  const { id } = await create(gateway, tank, { note: 'x'.repeat(2_500_000) });
  const body = JSON.stringify({
    query: `query Much { tank(id: "${id}") { ${Array.from({ length: 18 }, (_, n) => `a${n}: note`)} } ${also} }`,
  });
  const { hostname, port } = new URL(gateway.address);
  const head = [
    'POST /graphql HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${await tokenOf('acme')}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ].join('\r\n');
  takeSlowly(rates);
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname).pause());
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  for (const socket of sockets) socket.on('error', () => {}).write(`${first}${head}\r\n\r\n${body}`);
  const isServed = async () => (await gateway.ask(`{ tank(id: "${id}") { id } }`)).errors === undefined;
  const lines = () => gateway.logged.filter(({ operation, msg }) => operation === 'Much' && msg === 'request');
  return { sockets, isServed, lines };
}

test('a client that does not read its answer loses its connection, and its place', async () => {
  gateway = await openGateway({ limits: MUCH, requests: new Requests(1), beatMs: 500 });
  const { release } = await block('LOCK TABLE task IN ACCESS EXCLUSIVE MODE');
  const { isServed, lines } = await askForMuch(1, { also: 'tasks { totalCount }' });
  await waiting(1);
  expect(await isServed()).toBe(false);
  await release();
  await expect.poll(lines).toMatchObject([{ status: 200, aborted: true }]);
  expect(await isServed()).toBe(true);
});

for (const [way, plugins] of [
  ['on the fast path', []],
  ['with a plugin', [{}]],
] as const)
  test(`a client that takes its answer at less than 1 KB/s loses its connection, and one that is faster gets it, ${way}`, async () => {
    gateway = await openGateway({ limits: MUCH, beatMs: 500, plugins: [...plugins] });
    const { sockets, lines } = await askForMuch(2, { rates: [1_500, 500] });
    await expect.poll(lines).toMatchObject([{ status: 200, aborted: true }]);
    for (const socket of sockets) socket.resume();
    await expect.poll(lines).toHaveLength(2);
    expect(lines()[1]?.aborted).toBe(undefined);
  });

test('an answer that waited behind another one is taken from then on, or its client loses the connection', async () => {
  const operations: Operation[] = [];
  const observers = [
    (operation: Operation) => {
      operations.push(operation);
      return () => {};
    },
  ];
  const graphiql = createGraphiQL();
  gateway = await openGateway({ limits: MUCH, beatMs: 2_000, requests: new Requests(1), graphiql, observers });
  const first = 'GET /graphql HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\n\r\n';
  const { sockets, lines, isServed } = await askForMuch(1, { first });
  await expect.poll(() => operations.some(({ name, errors }) => name === 'Much' && errors)).toBe(true);
  let last = '';
  sockets[0]?.setEncoding('latin1').on('data', (data) => {
    if (`${last}${data}`.includes('content-type: application/json')) sockets[0]?.pause();
    last = `${data}`;
  });
  sockets[0]?.resume();
  await expect.poll(lines).toMatchObject([{ status: 200, aborted: true }]);
  expect(gateway.logged.find(({ method }) => method === 'GET')?.aborted).toBe(undefined);
  expect(await isServed()).toBe(true);
});

test('an answer is complete in the log if its client takes all of it, and aborted if it hangs up before', async () => {
  gateway = await openGateway({ limits: MUCH });
  const { sockets, lines } = await askForMuch(2);
  const [reader, other] = await Promise.all(
    sockets.map(async (socket) => {
      await once(socket, 'readable');
      return socket;
    }),
  );
  other?.destroy();
  await expect.poll(lines).toMatchObject([{ status: 200, aborted: true }]);
  reader?.resume();
  await expect.poll(lines).toHaveLength(2);
  expect(lines()[1]?.aborted).toBe(undefined);
});
