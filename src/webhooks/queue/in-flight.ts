import { type Claim, DATA_BYTES } from '../sending/message.ts';

/** The attempts of one process under way, with the times of their claims by performance.now(), which nobody sets. */
export type InFlight = Map<Claim, number>;

/** Attempts under way at a time, and the bytes of data they hold together. */
const SLOTS = 512;
const BYTES = 48_000_000;
/** A slower attempt gives up its slot, so that receivers that hang do not block the others. */
const SLOW_MS = 1_000;
/** Limits that include the slow attempts. */
const ALL_SLOTS = 4 * SLOTS;
const ALL_BYTES = 2 * BYTES;

/** How many deliveries to claim at `now`, and how many attempts of each subscription count as in flight. */
export function roomBeside(inFlight: InFlight, now: number): { room: number; busy: Map<string, number> } {
  const claims = [...inFlight.keys()];
  const slow = [...inFlight].filter(([, since]) => since < now - SLOW_MS).map(([claim]) => claim);
  const bytesIn = (some: Claim[]): number => some.reduce((sum, { data }) => sum + data.length, 0);
  const busy = new Map<string, number>();
  for (const { subscriptionId } of claims) busy.set(subscriptionId, (busy.get(subscriptionId) ?? 0) + 1);
  if (slow.length > SLOTS / 2 || bytesIn(slow) > BYTES / 2)
    for (const { subscriptionId } of slow) busy.set(subscriptionId, ALL_SLOTS);
  const room = Math.min(
    SLOTS - (claims.length - slow.length),
    ALL_SLOTS - claims.length,
    Math.floor((BYTES - (bytesIn(claims) - bytesIn(slow))) / DATA_BYTES),
    Math.floor((ALL_BYTES - bytesIn(claims)) / DATA_BYTES),
  );
  return { room: Math.max(0, room), busy };
}
