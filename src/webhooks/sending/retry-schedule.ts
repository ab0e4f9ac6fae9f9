const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Waits before attempts 2, 3, …: eleven attempts in about three days. */
const waits = [5 * second, minute, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour)];

/** Failures in a row that open the circuit breaker of a subscription. */
export const breakerThreshold = 5;

/** A subscription is disabled after failing for this long without a success. */
export const disableAfterMs = 5 * 24 * hour;

/** Longer than any wait between attempts: after it, nothing was tried and the time of failing starts anew. */
export const longestSilenceMs = 2 * 24 * hour;

/** The parts of a response that delay the next attempt. */
export interface Setback {
  /** The receiver answered 429 or timed out: wait a minute at least. */
  overloaded: boolean;
  retryAfterMs: number | undefined;
}

const askedMs = ({ retryAfterMs = 0 }: Pick<Setback, 'retryAfterMs'>): number => Math.min(retryAfterMs, 24 * hour);

/**
 * Milliseconds until the next attempt after `attempts` failed ones, or undefined after the last. `random` in [0, 1)
 * spreads the wait by ±20 %, so that deliveries that failed together do not return together. Retry-After lengthens it,
 * up to a day.
 */
export function retryDelay(attempts: number, setback: Setback, random: number): number | undefined {
  const base = waits[attempts - 1];
  if (base === undefined) return undefined;
  const spread = base * (0.8 + 0.4 * random);
  const asked = askedMs(setback);
  return Math.round(Math.max(spread, asked, setback.overloaded ? minute : 0));
}

/** How long an answer holds its subscription: Retry-After of a 429 or 503 speaks for the whole receiver. */
export const holdMs = (answer: Pick<Setback, 'retryAfterMs'> & { status: number | undefined }): number =>
  answer.status === 429 || answer.status === 503 ? askedMs(answer) : 0;

/** Retry-After in ms from `now` (epoch ms): whole seconds or an HTTP date. Undefined for anything else. */
export function parseRetryAfter(value: string | string[] | undefined, now: number): number | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * second;
  const date = /^\s*[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
