const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Waits before attempts 2, 3, …: eleven attempts in about three days. */
const waits = [5 * second, minute, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour)];

/** Failures in a row that open the circuit breaker of a subscription. */
export const breakerThreshold = 5;

/** How long the breaker is open: twice as long each time, up to a limit. */
export const breakerMs = { first: 30 * second, most: 15 * minute };

/** A subscription is disabled after failing for this long without a success, and why, for its owner. */
export const disableAfterMs = 5 * 24 * hour;
export const DISABLED_REASON =
  'No delivery was accepted for five days. Repair the receiver, then call resumeSubscription.';

/** Longer than any wait between attempts: after it, nothing was tried and the time of failing starts anew. */
export const longestSilenceMs = 2 * 24 * hour;

/** The parts of a response that delay the next attempt. */
export interface Setback {
  /** The receiver answered 429 or timed out: wait a minute at least. */
  overloaded?: boolean;
  retryAfterMs?: number | undefined;
}

const askedMs = ({ retryAfterMs = 0 }: Pick<Setback, 'retryAfterMs'>): number => Math.min(retryAfterMs, 24 * hour);

/** Milliseconds until the next attempt, ±20 % by `random` in [0, 1), or more if asked. Undefined after the last. */
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

/** A longer delay is a mistake. */
const MOST_ASKED = 30 * 24 * hour;

/** Retry-After in ms from `now`: seconds, or a date with a time. The longest of several. */
export function parseRetryAfter(value: string | string[] | undefined, now: number): number | undefined {
  const delays = [value ?? []]
    .flat()
    .map((text) => (/^ *[\d.]+ *$/.test(text) ? Number(text) * second : dateIn(text) - now));
  const usual = delays.filter((ms) => ms <= MOST_ASKED);
  return usual.length > 0 ? Math.max(0, ...usual) : undefined;
}

/** The time of a date with a zone; NaN for any other text. */
const dateIn = (text: string): number =>
  /\d:\d\d.*(gmt|utc|z|[+-]\d\d:?\d\d)$/i.test(text) ? Date.parse(text) : Number.NaN;
