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

/** Numbers from here on are times since 1970, in seconds or milliseconds, which some receivers send for a delay. */
const EPOCH_SECONDS = 1e9;
const EPOCH_MS = 1e12;
/** A longer delay is a mistake. */
const MOST_ASKED = 30 * 24 * hour;

/**
 * Retry-After in ms from `now` (epoch ms): seconds, also with a fraction or a unit, or a date in the forms of HTTP,
 * mail or ISO 8601. Of several headers the longest counts. Undefined for anything else.
 */
export function parseRetryAfter(value: string | string[] | undefined, now: number): number | undefined {
  const delays = [value ?? []].flat().flatMap((text) => delayIn(text.trim(), now) ?? []);
  return delays.length > 0 ? Math.max(...delays) : undefined;
}

function delayIn(text: string, now: number): number | undefined {
  const [, digits] = /^(\d+(?:\.\d+)?) ?(?:s|sec|secs|seconds?)?$/i.exec(text) ?? [];
  const ms = digits === undefined ? dateIn(text) - now : delayOf(Number(digits), now);
  return ms <= MOST_ASKED ? Math.max(0, ms) : undefined;
}

function delayOf(number: number, now: number): number {
  if (number >= EPOCH_MS) return number - now;
  return number >= EPOCH_SECONDS ? number * second - now : number * second;
}

/** The time of a date; NaN for any other text. The form of asctime() has no zone, and is in UTC. */
function dateIn(text: string): number {
  if (!/^([a-z]{3}|\d{4}-\d\d-\d\d)/i.test(text) || !/\d:\d\d/.test(text)) return Number.NaN;
  return Date.parse(/(gmt|utc|z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text} GMT`);
}
