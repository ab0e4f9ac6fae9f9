import { expect, test } from 'vitest';
import { Horizon, type HorizonSample } from '../../src/prisma/methods/modified-through.ts';

const look = (at: string, own: number, oldest: number): HorizonSample => ({ at, own, oldest, epoch: 'one' });

test('a look answered after a later one changes nothing', () => {
  const horizon = new Horizon();
  // All are under way while a transaction with the id 10 is open.
  expect(horizon.rise(look('first', 11, 10))).toBe(null);
  expect(horizon.rise(look('third', 13, 10))).toBe(null);
  expect(horizon.rise(look('second', 12, 10))).toBe(null);
  // It has ended, and one with the id 14 is open.
  expect(horizon.rise(look('fifth', 16, 14))).toBe('first');
  expect(horizon.rise(look('fourth', 15, 10))).toBe('first');
  expect(horizon.rise(look('sixth', 17, 16))).toBe('fifth');
});

test('the looks in another epoch of the database begin anew', () => {
  const horizon = new Horizon();
  expect(horizon.rise(look('before', 1_000, 1_000))).toBe('before');
  expect(horizon.rise({ ...look('restored', 1_010, 1_005), epoch: 'two' })).toBe(null);
  expect(horizon.rise({ ...look('later', 1_015, 1_011), epoch: 'two' })).toBe('restored');
});
