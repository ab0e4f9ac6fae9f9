import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AnswerLine } from '../../src/import/protocol.ts';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { EMPTY } from '../postgres.ts';
import { until } from '../until.ts';
import { numbered } from './importing.ts';
import { begin as beginAt, failure, type Given, send as sendTo, sums } from './sending.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openGateway();
});
afterAll(() => gateway.close());
beforeEach(() => gateway.pool.query(EMPTY));

const send = (body: BodyInit | undefined, given?: Given) => sendTo(gateway, body, given);
const begin = (given?: Given) => beginAt(gateway, given);
const count = async ({ sql } = gateway): Promise<number> => (await sql('SELECT FROM tank')).length;
const until1000 = (of?: TestGateway): Promise<void> => until(async () => (await count(of)) >= 1000);
const external = (from: number, to: number): string => `external_id,name\n${numbered(from, to)}`;

test('an import reports its progress while the file is sent, and ends after a batch when it is asked to', async () => {
  const { req, answered } = await begin();
  req.write(external(1, 1500));
  const lines: AnswerLine[] = [];
  const res = await answered;
  const reading = (async () => {
    for await (const line of createInterface({ input: res })) lines.push(JSON.parse(line));
  })();
  await until(async () => lines.some(({ type }) => type === 'progress'));
  expect(lines[1]).toMatchObject({ type: 'progress', lines: 1000, created: 1000, reached: 1001 });
  const [first] = lines;
  const path = `tanks/${first?.type === 'begin' && first.id}`;
  // Neither the import of another person nor that of another company.
  expect((await send(undefined, { path: `tanks/${randomUUID()}`, method: 'DELETE' })).status).toBe(404);
  expect((await send(undefined, { path, method: 'DELETE', token: await tokenOf('globex') })).status).toBe(404);
  expect((await send(undefined, { path: 'tanks', method: 'DELETE' })).status).toBe(405);
  expect((await send(undefined, { path, method: 'DELETE' })).status).toBe(202);
  await reading;
  expect(lines.at(-1)).toMatchObject({ type: 'end', stopped: 'asked', created: 1000, reached: 1001, error: null });
  expect(await count()).toBe(1000);
  const rest = await send(external(1, 1500), { path: 'tanks?from-line=1002' });
  expect(rest.end).toEqual(sums(500, 0, 0, 0));
  const none = await send(undefined, { path, method: 'DELETE' });
  expect([none.status, none.error?.message]).toEqual([404, 'No import of tanks with this id is running.']);
});

test('an import through another gateway is ended by its id, too', async () => {
  const other = await openGateway({ database: { url: gateway.url, drop: async () => {} } });
  try {
    const { req, answered, read } = await begin();
    req.write(external(1, 1500));
    await until1000();
    const { headers } = await answered;
    const asked = await sendTo(other, undefined, { path: `tanks/${headers['x-request-id']}`, method: 'DELETE' });
    expect(asked.status).toBe(202);
    expect((await read()).end).toMatchObject({ type: 'end', stopped: 'asked', created: 1000 });
  } finally {
    await other.close();
  }
});

test('an import ends when its token does, keeps what is written, and continues with another token', async () => {
  const token = await tokenOf('acme', undefined, '2s');
  const { req, read } = await begin({ token });
  req.write(external(1, 1500));
  await until1000();
  await until(async () => (await send('external_id\na\n', { token })).status === 401);
  req.end(numbered(1501, 3000));
  expect((await read()).end).toMatchObject({
    ...{ type: 'end', created: 1000, reached: 1001, stopped: null },
    error: { code: 'UNAUTHENTICATED', message: 'The token has expired.' },
  });
  expect(await count()).toBe(1000);
  const rest = await send(external(1, 3000), { path: 'tanks?from-line=1002' });
  expect(rest.end).toEqual(sums(2000, 0, 0, 0));
});

test('an import ends after a batch when the client hangs up, which the log reports', async () => {
  const before = gateway.logged.length;
  const { req, answered } = await begin();
  req.write(external(1, 1500));
  await until1000();
  (await answered).destroy();
  const ended = () => gateway.logged.slice(before).find(({ msg }) => msg === 'import');
  await until(async () => ended() !== undefined);
  expect(ended()).toMatchObject({ company: 'acme', records: 'tanks', created: 1000, stopped: 'asked' });
  expect((await send(external(1, 1500), { path: 'tanks?dry-run' })).status).toBe(200);
  expect(await count()).toBe(1000);
});

test('an import is the only one of its company, while another company has its own', async () => {
  const { req, read } = await begin();
  req.write(external(1, 1500));
  await until1000();
  // More than connections hold: the answer comes although nobody imports it.
  const second = await send(external(1, 30_000), { path: 'tasks' });
  expect([second.status, second.error]).toEqual([429, failure('OVERLOADED', 'An import of this company is running.')]);
  expect(second.headers.get('retry-after')).toBe('1');
  expect((await send('external_id\na\n', { token: await tokenOf('globex') })).end).toEqual(sums(1, 0, 0, 0));
  req.end();
  expect((await read()).end).toEqual(sums(1500, 0, 0, 0));
});

test('an import of a fifth company is refused until another one has ended', async () => {
  const others = await Promise.all(['c1', 'c2', 'c3', 'c4'].map(async (each) => begin({ token: await tokenOf(each) })));
  for (const { req } of others) req.write(external(1, 1500));
  const companies = () => gateway.sql(`SELECT DISTINCT company_id FROM tank`);
  await until(async () => (await companies()).length === 4);
  const fifth = await send('external_id\na\n');
  expect([fifth.status, fifth.error]).toEqual([503, failure('OVERLOADED', 'Other imports are running.')]);
  for (const { req } of others) req.end();
  await Promise.all(others.map(({ read }) => read()));
  expect((await send('external_id\na\n')).status).toBe(200);
});

test('an import is noted in the log with its sums', async () => {
  const before = gateway.logged.length;
  const { headers } = await send('external_id\na\nb\n');
  const requestId = headers.get('x-request-id');
  const logged = () =>
    gateway.logged.slice(before).find((line) => line.requestId === requestId && line.msg === 'request');
  await until(async () => logged() !== undefined);
  expect(logged()).toMatchObject({
    operation: 'import tanks',
    company: 'acme',
    status: 200,
    result: 'ok',
    path: '/import/tanks',
    patches: { created: 2, updated: 0, unchanged: 0, refused: 0 },
  });
});

test('a gateway that stops ends an import after a batch, and says how far it came', async () => {
  const stopping = await openGateway();
  try {
    const { req, answered, read } = await beginAt(stopping);
    req.write(external(1, 1500));
    await once(await answered, 'readable');
    await until1000(stopping);
    const [{ end }] = await Promise.all([read(), stopping.stop(5_000)]);
    expect(end).toMatchObject({ type: 'end', stopped: 'gateway', created: 1000, reached: 1001 });
    expect(await count(stopping)).toBe(1000);
  } finally {
    await stopping.close();
  }
});
