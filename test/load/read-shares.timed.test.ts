import { afterEach, beforeEach, expect, test } from 'vitest';
import { areSeveralCompaniesActive } from '../../src/load/event-loop.ts';
import { openGateway, type TestGateway, tokenOf } from '../gateway.ts';

/** The connections that the company's statements hold. */
const HELD = `SELECT FROM pg_stat_activity WHERE datname = current_database()
  AND wait_event_type = 'Lock' AND query LIKE '%FROM "task"%'`;
const QUARTER = 5;
/** Asks for more connections. */
const COUNTS = `{ ${Array.from({ length: 98 }, (_, n) => `a${n}: tasks(filter: { taskNumber: { equals: ${n} } }) { totalCount }`).join(' ')} }`;

const acme = await tokenOf('acme');
const others = [await tokenOf('few'), await tokenOf('other')];

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await openGateway({
    pool: { size: 4 * QUARTER },
    limits: { answerBytes: 1024 * 1024, requestSeconds: 60 },
  });
  await gateway.ask('{ __typename }');
  await expect.poll(() => areSeveralCompaniesActive()).toBe(false);
});
afterEach(() => gateway.close());

/** Has `acme` count tasks, whose table is locked. `held` asks all beside, and returns the connections that it has. */
async function countTasks(beside: (string | null)[], check: (held: () => Promise<number>) => Promise<void>) {
  const askAll = async () => {
    for (const token of beside) await gateway.ask('{ __typename }', {}, token);
  };
  await askAll();
  const blocker = await gateway.pool.connect();
  await blocker.query('BEGIN; LOCK TABLE task IN ACCESS EXCLUSIVE MODE');
  const counts = [gateway.ask(COUNTS), gateway.ask(COUNTS)];
  try {
    await check(async () => {
      await askAll();
      return (await gateway.sql(HELD)).length;
    });
  } finally {
    await blocker.query('ROLLBACK');
    blocker.release();
  }
  for (const { data, errors } of await Promise.all(counts))
    expect([data.a97, errors]).toEqual([{ totalCount: 0 }, undefined]);
}

test('while others are active, a company holds a quarter of the connections for its reads', async () => {
  await countTasks(others, async (held) => {
    await expect.poll(held).toBe(QUARTER);
    expect(await held()).toBe(QUARTER);
  });
});

test('a company alone holds more', async () => {
  await countTasks([], (held) => expect.poll(held).toBeGreaterThan(QUARTER));
});

test('requests without a token take no connections from a company alone', async () => {
  await countTasks([null, acme], (held) => expect.poll(held).toBeGreaterThan(QUARTER));
});
