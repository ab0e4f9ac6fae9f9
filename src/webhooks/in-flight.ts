import { DATA_BYTES } from './claim.ts';
import type { Claim } from './message.ts';

/** Attempts that a loop has under way, each with the time (ms) at which it was claimed. */
export type InFlight = Map<Claim, number>;

/** Attempts that one loop makes at a time, and how much data they carry together at most. */
const PLACES = 512;
const BYTES = 48_000_000;
/** An attempt that waits longer for its answer gives up its place, so that receivers that hang keep no others waiting. */
const PATIENCE_MS = 1_000;
/** What there may be in all, with those that gave up their places. */
const ALL_PLACES = 4 * PLACES;
const ALL_BYTES = 2 * BYTES;

/** How many attempts were claimed so lately that their answers can be waited for. */
export function countQuick(inFlight: InFlight, now: number): number {
  let count = 0;
  for (const since of inFlight.values()) if (since >= now - PATIENCE_MS) count++;
  return count;
}

/**
 * How many deliveries may be claimed at `now`, whatever their size turns out to be, and how many attempts each subscription counts as
 * having under way. When slow ones become many, a subscription that has one gets nothing more until that is over.
 */
export function roomBeside(inFlight: InFlight, now: number): { room: number; busy: Map<string, number> } {
  const busy = new Map<string, number>();
  const slow = new Set<string>();
  const all = { places: 0, bytes: 0 };
  const waiting = { places: 0, bytes: 0 };
  for (const [{ subscriptionId, data }, since] of inFlight) {
    busy.set(subscriptionId, (busy.get(subscriptionId) ?? 0) + 1);
    all.places++;
    all.bytes += data.length;
    if (since >= now - PATIENCE_MS) continue;
    slow.add(subscriptionId);
    waiting.places++;
    waiting.bytes += data.length;
  }
  if (waiting.places > PLACES / 2 || waiting.bytes > BYTES / 2) for (const id of slow) busy.set(id, ALL_PLACES);
  const room = Math.min(
    PLACES - (all.places - waiting.places),
    ALL_PLACES - all.places,
    Math.floor((BYTES - (all.bytes - waiting.bytes)) / DATA_BYTES),
    Math.floor((ALL_BYTES - all.bytes) / DATA_BYTES),
  );
  return { room: Math.max(0, room), busy };
}
