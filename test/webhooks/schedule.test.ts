import { expect, test } from 'vitest';
import { parseRetryAfter, retryDelay } from '../../src/webhooks/sending/retry-schedule.ts';

const refused = { overloaded: false, retryAfterMs: undefined };
const minute = 60_000;
const hour = 60 * minute;

test('the retry table runs from 5 s to 24 h and then ends', () => {
  const table = Array.from({ length: 11 }, (_, index) => retryDelay(index + 1, refused, 0.5));
  const hours = [2, 5, 10, 14, 20, 24].map((count) => count * hour);
  expect(table).toEqual([5_000, minute, 5 * minute, 30 * minute, ...hours, undefined]);
});

test('a wait is spread by 20 % either way', () => {
  expect(retryDelay(2, refused, 0)).toBe(48_000);
  expect(retryDelay(2, refused, 0.999_999)).toBe(72_000);
});

test('an overloaded receiver waits for a minute at least', () => {
  expect(retryDelay(1, { ...refused, overloaded: true }, 0.5)).toBe(minute);
  expect(retryDelay(3, { ...refused, overloaded: true }, 0.5)).toBe(5 * minute);
});

test('Retry-After lengthens a wait, up to a day, and never shortens it', () => {
  expect(retryDelay(1, { ...refused, retryAfterMs: 90_000 }, 0.5)).toBe(90_000);
  expect(retryDelay(3, { ...refused, retryAfterMs: 1_000 }, 0.5)).toBe(5 * minute);
  expect(retryDelay(1, { ...refused, retryAfterMs: 1e12 }, 0.5)).toBe(24 * hour);
  expect(retryDelay(11, { ...refused, retryAfterMs: 1_000 }, 0.5)).toBe(undefined);
});

test('Retry-After is whole seconds or an HTTP date, and anything else is ignored', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(parseRetryAfter('120', now)).toBe(120_000);
  expect(parseRetryAfter('Thu, 01 Jan 2026 00:02:00 GMT', now)).toBe(120_000);
  expect(parseRetryAfter('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0);
  for (const text of ['', 'soon', '-5', '1.5', '2026-01-01', undefined])
    expect(parseRetryAfter(text, now)).toBe(undefined);
});
