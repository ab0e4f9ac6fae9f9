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

const NOW = Date.parse('2026-01-01T00:00:00Z');

test.each([
  ['120', 120_000],
  ['299.997', 299_997],
  [' 120 ', 120_000],
  ['Thu, 01 Jan 2026 00:02:00 GMT', 120_000],
  ['thu, 01 jan 2026 00:02:00 gmt', 120_000],
  ['Thu, 01 Jan 2026 00:02:00 +0000', 120_000],
  ['Thursday, 01-Jan-26 00:02:00 GMT', 120_000],
  ['2026-01-01T00:02:00Z', 120_000],
  ['2026-01-01T01:02:00+01:00', 120_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
])('Retry-After: %s is read', (text, ms) => {
  expect(parseRetryAfter(text, NOW)).toBe(ms);
});

test('of two Retry-After headers the longer counts', () => {
  expect(parseRetryAfter(['60', '120', 'soon'], NOW)).toBe(120_000);
});

test.each([
  '',
  'soon',
  '-5',
  '120s',
  `${NOW / 1000}`,
  '2026-01-01',
  'in 3:00',
  '99999999',
  'Thu, 01 Jan 2099 00:00:00 GMT',
  undefined,
])('Retry-After: %s is ignored', (text) => {
  expect(parseRetryAfter(text, NOW)).toBe(undefined);
});
