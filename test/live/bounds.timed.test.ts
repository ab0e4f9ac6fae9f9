import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Shares } from '../../src/load/shares.ts';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';
import { task } from '../records.ts';
import { create, newCompany } from '../rows.ts';
import { openEvents } from './event-source.ts';

let gateway: TestGateway;
beforeAll(async () => {
  // A client that does not read for two beats loses its connection, and with it the error that its stream ends with.
  gateway = await openGateway({ beatMs: 60_000 });
});
afterAll(() => gateway.close());

const ALL = `subscription ($since: String) {
  changes(watch: { record: TANK }, since: $since) { __typename ... on Resync { cursor } ... on TankChange { cursor tank { id metadata } } }
}`;

const TASKS = 'subscription { changes(watch: { record: TASK }) { __typename } }';

/** A company with so many tanks, each of which has a text of so many characters. */
async function tanks(count: number, length: number) {
  const { companyId, token } = await newCompany();
  await gateway.sql(
    `INSERT INTO tank (id, company_id, name, fill_status, status, metadata)
     SELECT gen_random_uuid(), $1, 'big', 'ok', 'active', jsonb_build_object('text', repeat('x', $3)) FROM generate_series(1, $2)`,
    [companyId, count, length],
  );
  return {
    companyId,
    watch: (lastId?: string, query = ALL) => openEvents(gateway, query, { token, lastId }),
    rename: (name: string) => gateway.sql('UPDATE tank SET name = $2 WHERE company_id = $1', [companyId, name]),
  };
}

test.each([
  ['records of 120 KB', 60, 120_000],
  ['many records of 4 KB', 1_200, 4_000],
  ['records that are read when they are sent', 80, 260_000],
])('a client that reads gets all of one transaction with %s', async (_name, count, length) => {
  const { watch, rename } = await tanks(count, length);
  const events = await watch();
  expect((await events.item()).__typename).toBe('Resync');
  await rename('new');
  const ids = new Set<string>();
  for (let n = 0; n < count; n++) {
    const { tank } = await events.item();
    expect(tank.metadata.text).toHaveLength(length);
    ids.add(tank.id);
  }
  expect(ids.size).toBe(count);
});

test('a client that does not read is ended with OVERLOADED, and one that resumes that far back gets all it has missed', async () => {
  const { companyId, watch, rename } = await tanks(100, 120_000);
  const [slow, away, witness] = [await watch(), await watch(), await watch(undefined, TASKS)];
  for (const events of [slow, away, witness]) expect((await events.item()).__typename).toBe('Resync');
  const lastId = away.lastId();
  away.close();
  const waiting = () => gateway.sql('SELECT FROM webhook_outbox WHERE company_id = $1', [companyId]);
  for (const name of ['1', '2', '3', '4']) {
    await rename(name);
    // A company with many large changes in the outbox is refused.
    await expect.poll(waiting).toEqual([]);
  }
  // When this later change has arrived, all others were offered.
  await create(gateway, task, { companyId });
  expect((await witness.item()).__typename).toBe('TaskChange');
  let sent = await slow.next();
  while (sent?.data?.errors === undefined && sent !== undefined) sent = await slow.next();
  expect(sent?.data?.errors).toMatchObject([{ extensions: { code: 'OVERLOADED', retryable: true } }]);
  const resumed = await watch(lastId);
  for (let n = 0; n < 400; n++) expect((await resumed.item()).__typename).toBe('TankChange');
});

test('clients that are slow together are ended with OVERLOADED: the other companies do not wait with them', async () => {
  const { watch, rename } = await tanks(400, 60_000);
  const [witness, ...slow] = await Promise.all([
    openEvents(gateway, TASKS),
    ...Array.from({ length: 16 }, () => watch()),
  ]);
  for (const events of [witness, ...slow]) expect((await events.item()).__typename).toBe('Resync');
  const ends = slow.map(async (events) => {
    let sent = await events.next();
    while (sent?.data?.errors === undefined && sent !== undefined) {
      // Each takes some 7 MB a second, and one of them something at any time.
      await delay(8);
      sent = await events.next();
    }
    return sent?.data?.errors[0].extensions.code;
  });
  for (const name of ['1', '2']) await rename(name);
  await create(gateway, task, { companyId: 'acme' });
  expect((await witness.item()).__typename).toBe('TaskChange');
  expect(await Promise.all(ends)).toEqual(slow.map(() => 'OVERLOADED'));
});

test('a client that has stopped reading loses its connection after the end of its stream, and its place is free', async () => {
  const full = await openGateway({ beatMs: 50, streams: new Shares(1) });
  onTestFinished(() => full.close());
  const { port } = new URL(full.address);
  const body = JSON.stringify({ query: ALL });
  // Nothing listens for data, so it reads no more than a buffer.
  const deaf = connect(Number(port), '127.0.0.1').on('error', () => {});
  onTestFinished(() => void deaf.destroy());
  deaf.write(
    `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${await tokenOf('acme')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await once(deaf, 'readable');
  const lines = () => full.logged.filter(({ kind, msg }) => kind === 'subscription' && msg === 'request');
  await full.sql(
    `INSERT INTO tank (id, company_id, name, fill_status, status, metadata)
     SELECT gen_random_uuid(), 'acme', 'big', 'ok', 'active', jsonb_build_object('text', repeat('x', 120000)) FROM generate_series(1, 200)`,
  );
  await expect.poll(lines).toMatchObject([{ result: 'ok', aborted: true }]);
  expect(full.logged.filter(({ level }) => level >= 50)).toEqual([]);
  const next = await openEvents(full, ALL);
  expect((await next.item()).__typename).toBe('Resync');
});

test.each([
  'subscription { tankChanged(id: "a") @skip(if: true) { __typename } }',
  'subscription { ...F } fragment F on Subscription { tankChanged(id: "a") @include(if: false) { __typename } }',
  'subscription { ... on Subscription @skip(if: true) { tankChanged(id: "a") { __typename } } }',
  'subscription ($no: Boolean = true) { ...F @skip(if: $no) } fragment F on Subscription { tankChanged(id: "a") { __typename } }',
])('a live operation whose root field has a condition is refused: %s', async (query) => {
  const { status, errors } = await gateway.ask(query);
  expect([status, errors?.[0]?.extensions.code]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
  const sent = await (await openEvents(gateway, query)).next();
  expect(sent?.data?.errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
});
