import type { Change, JsonRecord } from './live-change.ts';

/** The length of the records that wait for all clients of this process. A record that waits for several counts once. */
const MOST_BYTES_HELD = 64 * 1024 * 1024;
let held = 0;
const holders = new Map<JsonRecord, number>();

export function hold({ data, bytes }: Change): void {
  const before = holders.get(data) ?? 0;
  if (before === 0) held += bytes;
  holders.set(data, before + 1);
}

export function letGo({ data, bytes }: Change): void {
  const left = (holders.get(data) ?? 0) - 1;
  if (left > 0) holders.set(data, left);
  else if (holders.delete(data)) held -= bytes;
}

/** Whether more waits than may, also with so many bytes more. */
export const holdsTooMuch = (more = 0): boolean => held + more > MOST_BYTES_HELD;
