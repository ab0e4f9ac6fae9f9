import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { takeSlowly } from '../http/take-slowly.ts';
import { until } from '../until.ts';
import { begin, failure, send, sums } from './sending.ts';

const BEAT_MS = 100;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway({ beatMs: BEAT_MS, importMb: 30 });
});
afterAll(() => gateway.close());

/** Lines of a kilobyte, each of which is refused with its text. */
const refusedLines = (count: number): string => `a,ten,${'x'.repeat(1000)}\n`.repeat(count);
/** More than connections hold. */
const MANY = 12_000;

test('a client that sends its file too slowly gives its place back', async () => {
  const drops = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await delay(BEAT_MS / 5);
      controller.enqueue(Buffer.from('x'));
    },
  });
  const slow = await send(gateway, drops);
  expect([slow.status, slow.error]).toEqual([503, failure('TIMEOUT', 'comes too slowly')]);
  expect((await send(gateway, 'external_id\na\n')).end).toEqual(sums(1, 0, 0, 0));
});

test('a client may read nothing while it sends its file', async () => {
  const { req, read } = await begin(gateway);
  req.write('external_id,fill_percentage,note\n');
  for (let sent = 0; sent < MANY; sent += MANY / 20) {
    req.write(refusedLines(MANY / 20));
    await delay(BEAT_MS);
  }
  req.end();
  const { end, lines } = await read();
  expect(end).toEqual(sums(0, 0, 0, MANY));
  expect(lines.filter(({ type }) => type === 'refused')).toHaveLength(MANY);
});

test('a client that reads too slowly after it has sent its file gives its place back', async () => {
  takeSlowly([100]);
  const before = gateway.logged.length;
  const { req } = await begin(gateway);
  // The last line is a batch of its own, which is reported after the end of the file.
  req.end(`external_id,fill_percentage,note\n${refusedLines(MANY + 1)}`);
  const ended = () => gateway.logged.slice(before).find(({ msg }) => msg === 'import');
  await until(async () => ended() !== undefined);
  expect(ended()).toMatchObject({ stopped: 'asked' });
  expect((await send(gateway, 'external_id\na\n')).end).toEqual(sums(0, 0, 1, 0));
});

test('an import may take longer than other requests, and the next request on its connection may not', async () => {
  const socket = connect(Number(new URL(gateway.address).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (part) => {
    answer += part;
  });
  const head = (path: string, length: string): string =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${length}\r\n\r\n`;
  const token = await tokenOf('acme');
  const file = 'external_id,name\n';
  socket.write(`${head('/import/tanks?dry-run', `Content-Length: ${file.length + 160 * 500}`)}${file}`);
  // Longer than any other request may.
  for (let n = 0; n < 160; n++) {
    socket.write(`${`e${n},`.padEnd(499, 'x')}\n`);
    await delay(BEAT_MS);
  }
  await until(async () => answer.includes('"type":"end"'));
  expect(answer).toContain('"lines":160');
  socket.write(`${head('/graphql', 'Content-Type: application/json\r\nContent-Length: 100')}{`);
  await once(socket, 'close');
  expect(answer).toContain('HTTP/1.1 408 Request Timeout');
});
