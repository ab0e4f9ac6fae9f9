const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long to wait before attempt 2, 3, … : eleven attempts over about three days. */
const waits = [
  5 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** A breaker opens after this many failures in a row. */
export const breakerThreshold = 5;

/** A subscription is disabled when nothing has been accepted for this long while attempts were made. */
export const disableAfterMs = 5 * 24 * hour;

/** Longer than the table or Retry-After ever puts an attempt off: when the last failure is so long ago, nothing was tried since. */
export const longestSilenceMs = 2 * 24 * hour;

/** What the answer said about coming back: 429 and timeouts mean an overloaded receiver, which is left alone for a minute. */
export interface Setback {
  overloaded: boolean;
  retryAfterMs: number | undefined;
}

/**
 * Milliseconds until the next attempt after `attempts` failed ones, or undefined when the table is used up. Spread by 20 % either
 * way (`random` is in [0, 1)), so that what failed together does not come back together; Retry-After is honoured up to a day.
 */
export function retryDelay(attempts: number, setback: Setback, random: number): number | undefined {
  const base = waits[attempts - 1];
  if (base === undefined) return undefined;
  const spread = base * (0.8 + 0.4 * random);
  const asked = Math.min(setback.retryAfterMs ?? 0, 24 * hour);
  return Math.round(Math.max(spread, asked, setback.overloaded ? minute : 0));
}

/** Retry-After in milliseconds from `now` (epoch ms): whole seconds or an HTTP date; undefined when it is neither. */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * second;
  const date = /^\s*[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
