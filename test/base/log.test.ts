import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { toText } from '../../src/base/log.ts';
import { SECRETS_KEY } from '../cipher.ts';
import { cloneDatabase, SECRET, tokenOf } from '../gateway.ts';
import { freePort } from '../port.ts';
import { fileOf, startProgram } from '../programs.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

const start = (name: 'main' | 'worker', env: Record<string, string> = {}) =>
  startProgram(name, { DATABASE_URL: database.url, ...env });

const post = async (url: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf('acme')}` },
    body: '{"query":"query Count { tanks { totalCount } }"}',
  });

test('the log has the start, each request, and the stop', async () => {
  const gateway = start('main');
  const { address } = await gateway.logged('ready');
  expect((await post(address)).status).toBe(200);
  // The stop writes the lines that wait.
  expect(await gateway.stop()).toMatchObject({ status: 0, stderr: '' });
  const logged = gateway.lines.map((line) => JSON.parse(line));
  expect(logged.map(({ msg }) => msg)).toEqual([
    'ready',
    'request',
    'stopping',
    'draining',
    'closing',
    'closed',
    'stopped',
  ]);
  expect(logged[0]).toMatchObject({
    database: expect.stringMatching(/^127\.0\.0\.1:\d+\/\w+$/),
    history: 'off',
    webhooks: expect.any(String),
  });
  expect(logged[1]).toMatchObject({ operation: 'Count', company: 'acme', result: 'ok' });
  expect(logged[2]).toMatchObject({ signal: 'SIGTERM' });
  expect(logged[3]).toMatchObject({ requests: 0, seconds: 0 });
  expect(logged[4]).toMatchObject({ requests: 0 });
  expect(logged[5]).toMatchObject({ cut: 0, ms: expect.any(Number) });
  expect(logged[6]).toMatchObject({ ms: expect.any(Number) });
});

test('a worker logs its start and its stop', async () => {
  const worker = start('worker');
  await worker.logged('delivering');
  worker.child.kill('SIGINT');
  expect(await worker.ended).toMatchObject({ status: 0, stderr: '' });
  expect(worker.lines.map((line) => JSON.parse(line).msg)).toEqual(['delivering', 'stopping', 'stopped']);
});

test('LOG_FORMAT=text writes for people', async () => {
  const gateway = start('main', { LOG_FORMAT: 'text' });
  await expect.poll(() => gateway.lines).toHaveLength(1);
  const [, address] = /^\d\d:\d\d:\d\d info ready address=(\S+) database=/.exec(gateway.lines[0] ?? '') ?? [];
  await post(address ?? '');
  await expect
    .poll(() => gateway.lines[1])
    .toMatch(
      /^\d\d:\d\d:\d\d info request requestId=\S+ operation=Count kind=query company=acme actor=user status=200 result=ok ms=\S+ /,
    );
});

/** Makes a gateway write more lines than a pipe and its reader hold. */
async function fillLog(address: string): Promise<void> {
  const query = `query ${'Long'.repeat(25)} { __typename }`;
  const ask = async (): Promise<void> => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect(await response.json()).toEqual({ data: { __typename: 'Query' } });
  };
  for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 50 }, ask));
}

for (const format of ['json', 'text'])
  test(`nobody has to read the log, and a stop flushes it, as ${format}`, async () => {
    const gateway = start('main', { LOG_FORMAT: format });
    await expect.poll(() => gateway.lines).toHaveLength(1);
    const [address = ''] = /http:[^\s"]+/.exec(gateway.lines[0] ?? '') ?? [];
    gateway.child.stdout.pause();
    await fillLog(address);
    gateway.child.kill('SIGTERM');
    await expect.poll(() => fetch(address).catch(() => 'closed')).toBe('closed');
    gateway.child.stdout.resume();
    expect((await gateway.ended).status).toBe(0);
    expect(gateway.lines.filter((line) => line.includes('LongLong'))).toHaveLength(1000);
  });

test('a stop ends, also if nobody reads the log', async () => {
  const gateway = start('main');
  const { address } = await gateway.logged('ready');
  gateway.child.stdout.pause();
  await fillLog(address);
  const exit = once(gateway.child, 'exit');
  gateway.child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});

test.skipIf(process.platform !== 'linux')('a full disk loses the log, and neither a request nor the stop', async () => {
  const port = await freePort();
  const env = { DATABASE_URL: database.url, PORT: `${port}`, JWT_SECRET: SECRET, SECRETS_KEY };
  const child = spawn('/bin/sh', ['-c', 'exec "$0" "$1" > /dev/full', process.execPath, fileOf('main')], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const ask = () => post(`http://127.0.0.1:${port}/graphql`).then(({ status }) => status);
  await expect.poll(() => ask().catch(() => undefined)).toBe(200);
  // More lines than wait for a write, which fails while the others come.
  for (let count = 0; count < 200; count++) expect(await ask()).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('a line of text has the fields as words, and the stack of an error below', () => {
  const time = new Date(2026, 10, 22, 8, 5, 9).getTime();
  const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at src/x.ts:1:1', code: 'X' };
  const line = {
    level: 'error',
    time,
    pid: 1,
    hostname: 'h',
    text: 'two words',
    nothing: null,
    list: [1],
    err,
    msg: 'failed',
  };
  expect(toText(JSON.stringify(line))).toBe(
    '08:05:09 error failed text="two words" list=[1]\nError: no\n    at src/x.ts:1:1\n',
  );
});
