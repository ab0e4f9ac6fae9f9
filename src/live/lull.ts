import { setTimeout as delay } from 'node:timers/promises';
import type { Stream } from './stream.ts';

/** Clients that are behind are waited for while one of them takes something within PATIENCE_MS. */
const PATIENCE_MS = 100;
const LONGEST_MS = 1_000;
/** How often they are looked at. */
const LOOK_MS = 5;

/** Gives clients time to take what they were offered: on a busy machine, one that reads may need some. */
export async function lull(streams: ReadonlySet<Stream>): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  let [least, progressedAt] = [Number.POSITIVE_INFINITY, 0];
  for (let now = 0; now < end && now <= progressedAt + PATIENCE_MS; now = performance.now()) {
    await delay(LOOK_MS);
    const behind = [...streams].filter(({ isBehind }) => isBehind);
    if (behind.length === 0) return;
    const left = behind.reduce((bytes, stream) => bytes + stream.waitingBytes, 0);
    if (left < least) [least, progressedAt] = [left, performance.now()];
  }
}
