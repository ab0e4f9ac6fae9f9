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
  const busy = new Map<string, number>();
  const slowIds = new Set<string>();
  const all = { slots: 0, bytes: 0 };
  const slow = { slots: 0, bytes: 0 };
  for (const [{ subscriptionId, data }, since] of inFlight) {
    busy.set(subscriptionId, (busy.get(subscriptionId) ?? 0) + 1);
    all.slots++;
    all.bytes += data.length;
    if (since >= now - SLOW_MS) continue;
    slowIds.add(subscriptionId);
    slow.slots++;
    slow.bytes += data.length;
  }
  if (slow.slots > SLOTS / 2 || slow.bytes > BYTES / 2) for (const id of slowIds) busy.set(id, ALL_SLOTS);
  const room = Math.min(
    SLOTS - (all.slots - slow.slots),
    ALL_SLOTS - all.slots,
    Math.floor((BYTES - (all.bytes - slow.bytes)) / DATA_BYTES),
    Math.floor((ALL_BYTES - all.bytes) / DATA_BYTES),
  );
  return { room: Math.max(0, room), busy };
}
