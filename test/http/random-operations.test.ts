import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyOperation, isValid } from './operations.ts';
import { expectTheSame, expectTheSameAnswer, openPair, type Pair, reset, type Sent, ways, written } from './pair.ts';
import { ROWS } from './pair-rows.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await openPair();
});
afterAll(() => pair.close());

/** Every change of these companies leads to an event, which names its actor. */
const WATCHES = `INSERT INTO change_watch (company_id, resource, actions, live)
  SELECT company, resource, '{created,updated,deleted}', false
  FROM unnest('{acme,globex,careless}'::text[]) company, unnest('{tank,task,expiration,quick_order,ship_to}'::text[]) resource`;

/** In lists and in results of writes, yoga's engine has null in place of all records beside one without these. */
const EXPRESSIBLE = `UPDATE tank SET tank_size = 0, metadata = '{}' WHERE id = 'nan';
  UPDATE webhook_subscription SET webhook_url = 'https://example.com/w2' WHERE id = 'w2'`;

/**
 * Compares operations, and what they have written. One depends on the writes before it, so it cannot be reduced to a
 * smaller one.
 */
async function compareRandom(seed: number, numRuns: number, compare: (sent: Sent) => Promise<void>) {
  await reset(pair, `${ROWS}; ${EXPRESSIBLE}; ${WATCHES}`);
  const same = fc.asyncProperty(anyOperation, compare);
  await fc.assert(same, { seed, numRuns, endOnFailure: true });
  expect(await written(pair.gateway)).toEqual(await written(pair.yoga));
  const { rows } = await pair.gateway.pool.query('SELECT DISTINCT action FROM webhook_outbox ORDER BY action');
  return rows.map(({ action }) => action);
}

/** On a server of its own the test sends other operations than on the embedded one. */
const seed = process.env.DATABASE_URL ? 2 : 1;

test(`the gateway answers 100 random operations as yoga does, the first time and later (${seed})`, async () => {
  const actions = await compareRandom(seed, 100, (sent) => expectTheSame(pair, sent));
  expect(actions.length).toBeGreaterThan(1);
});

test(`the gateway answers 500 random valid operations as yoga does (${seed})`, async () => {
  const before = ways.lane;
  const actions = await compareRandom(seed, 500, (sent) => {
    fc.pre(isValid(sent));
    return expectTheSameAnswer(pair, sent);
  });
  expect(actions).toEqual(['created', 'deleted', 'updated']);
  expect(ways.lane - before).toBeGreaterThan(300);
}, 600_000);
