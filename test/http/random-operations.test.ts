import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyOperation, isValid } from './operations.ts';
import { expectTheSame, expectTheSameAnswer, openPair, type Pair, reset, type Sent, ways, written } from './pair.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await openPair();
});
afterAll(() => pair.close());

/**
 * Compares operations, and what they have written. One depends on the writes before it, so it cannot be reduced to a
 * smaller one.
 */
async function compareRandom(seed: number, numRuns: number, compare: (sent: Sent) => Promise<void>) {
  await reset(pair);
  const same = fc.asyncProperty(anyOperation, compare);
  await fc.assert(same, { seed, numRuns, endOnFailure: true });
  expect(await written(pair.gateway)).toEqual(await written(pair.yoga));
}

for (const seed of [1, 2])
  test(`the gateway answers 100 random operations as yoga does, the first time and later (${seed})`, () =>
    compareRandom(seed, 100, (sent) => expectTheSame(pair, sent)));

for (const seed of [1, 2])
  test(`the gateway answers 500 random valid operations as yoga does (${seed})`, async () => {
    const before = ways.lane;
    await compareRandom(seed, 500, (sent) => {
      fc.pre(isValid(sent));
      return expectTheSameAnswer(pair, sent);
    });
    expect(ways.lane - before).toBeGreaterThan(300);
  });
