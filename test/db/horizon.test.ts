import { expect, test } from 'vitest';
import { Horizon, type Look } from '../../src/prisma/methods/modified-through.ts';

const look = (at: string, own: number, oldest: number): Look => ({ at, own, oldest });

test('a look answered after a later one changes nothing', () => {
  const horizon = new Horizon();
  // All are under way while a transaction with the id 10 is open.
  const sent = horizon.latest;
  expect(horizon.rise(look('first', 11, 10), sent)).toBe(null);
  expect(horizon.rise(look('third', 13, 10), sent)).toBe(null);
  expect(horizon.rise(look('second', 12, 10), sent)).toBe(null);
  // It has ended, and one with the id 14 is open.
  const next = horizon.latest;
  expect(horizon.rise(look('fifth', 16, 14), next)).toBe('third');
  expect(horizon.rise(look('fourth', 15, 10), next)).toBe('third');
  expect(horizon.rise(look('sixth', 17, 16), horizon.latest)).toBe('fifth');
});

test('the looks at another database begin anew', () => {
  const horizon = new Horizon();
  expect(horizon.rise(look('before', 1_000, 1_000), horizon.latest)).toBe('before');
  expect(horizon.rise(look('restored', 900, 890), horizon.latest)).toBe(null);
  expect(horizon.rise(look('later', 905, 901), horizon.latest)).toBe('restored');
});
