import { expect, test } from 'vitest';
import { type InFlight, roomBeside } from '../../src/webhooks/queue/in-flight.ts';
import type { Claim } from '../../src/webhooks/sending/message.ts';

const NOW = 1_000_000;
const fast = NOW - 10;
const slow = NOW - 2_000;

/** `count` attempts of a subscription with `bytes` of data each, claimed at `since`. */
function attempts(count: number, subscriptionId: string, since: number, bytes = 1_000): [Claim, number][] {
  const data = ' '.repeat(bytes);
  return Array.from({ length: count }, () => [{ subscriptionId, data } as Claim, since]);
}
const beside = (...under: [Claim, number][][]) => roomBeside(new Map(under.flat()) satisfies InFlight, NOW);

test('an idle loop claims as many deliveries as fit at the largest size', () => {
  expect(beside()).toEqual({ room: 192, busy: new Map() });
});

test('attempts take places, and slow ones give them up', () => {
  expect(beside(attempts(500, 'a', fast)).room).toBe(12);
  expect(beside(attempts(512, 'a', fast)).room).toBe(0);
  expect(beside(attempts(512, 'a', slow)).room).toBe(192);
  expect(beside(attempts(2_040, 'a', slow)).room).toBe(8);
});

test('each subscription counts its attempts, and while many are slow, a subscription with a slow one counts as full', () => {
  const few = beside(attempts(3, 'a', fast), attempts(2, 'b', slow));
  expect([few.busy.get('a'), few.busy.get('b')]).toEqual([3, 2]);
  const many = beside(attempts(3, 'a', fast), attempts(257, 'b', slow));
  expect(many.busy.get('a')).toBe(3);
  expect(many.busy.get('b')).toBeGreaterThanOrEqual(100);
});

test('large records take room by their size, slow ones too', () => {
  expect(beside(attempts(100, 'a', fast, 240_000)).room).toBe(96);
  expect(beside(attempts(200, 'a', fast, 240_000)).room).toBe(0);
  const waiting = beside(attempts(200, 'a', slow, 240_000));
  expect(waiting.room).toBe(192);
  expect(waiting.busy.get('a')).toBeGreaterThanOrEqual(100);
  expect(beside(attempts(390, 'a', slow, 240_000)).room).toBe(9);
});
