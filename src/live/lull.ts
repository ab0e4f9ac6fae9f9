import { setTimeout as delay } from 'node:timers/promises';
import type { Stream } from './stream.ts';

/** After so many bytes of changes, clients that are behind get a moment to take them. */
export const PORTION_BYTES = 1024 * 1024;
/** The feed waits for them while one of them takes something within PATIENCE_MS. */
const PATIENCE_MS = 100;
/** All companies wait, so those of one get a second at once, and a tenth of the time in the long run. */
const LONGEST_MS = 1_000;
const SHARE = 10;
/** How often they are looked at. */
const LOOK_MS = 5;

/** Gives clients time to take what they were offered: on a busy machine, one that reads may need some. */
export class Lulls {
  /** The bytes of changes that were offered since the last lull. */
  #portion = 0;
  /** By company: when it has made up for the time that the others have waited with it. */
  readonly #even = new Map<string, number>();

  /** Waits if enough was offered. */
  async after(bytes: number, streams: ReadonlySet<Stream>): Promise<void> {
    this.#portion += bytes;
    if (this.#portion < PORTION_BYTES) return;
    this.#portion = 0;
    let now = performance.now();
    for (const [company, at] of this.#even) if (at <= now) this.#even.delete(company);
    let [least, progressedAt] = [Number.POSITIVE_INFINITY, now];
    while (now <= progressedAt + PATIENCE_MS) {
      await delay(LOOK_MS);
      const waited = performance.now() - now;
      now += waited;
      const most = now + (SHARE - 1) * LONGEST_MS;
      const evenAt = (company: string): number => Math.max(now, this.#even.get(company) ?? 0);
      const behind = [...streams].filter(({ isBehind, company }) => isBehind && evenAt(company) < most);
      if (behind.length === 0) return;
      for (const company of new Set(behind.map(({ company }) => company)))
        this.#even.set(company, evenAt(company) + SHARE * waited);
      const left = behind.reduce((bytes, stream) => bytes + stream.waitingBytes, 0);
      if (left < least) [least, progressedAt] = [left, now];
    }
  }
}
