import { setTimeout as delay } from 'node:timers/promises';
import type { Stream } from './stream.ts';

/** After so many bytes of changes, clients that are behind get a moment to take them. */
export const PORTION_BYTES = 1024 * 1024;
/** A pause lasts while a client takes something within so many readings of their progress: 100 ms and more. */
const STALLED = 20;
/** Clients of a company delay those of others: for a second (ms) at once, and a tenth of the time in the long run. */
const LONGEST_MS = 1_000;
const SHARE = 10;
/** How often their progress is read (ms). A busy process reads it later, and its clients take nothing meanwhile. */
const POLL_MS = 5;

/**
 * Pauses between large changes, so that clients which read can take what was offered (backpressure). With it, four
 * clients get all of a transaction that changes 2,000 records of 4 KB. Without it, on a busy machine, their streams end
 * with OVERLOADED after some 900 changes, and they have to resume.
 */
export class BackpressurePauses {
  /** The bytes of changes that were offered since the last pause. */
  #portion = 0;
  /** By company: until when its clients have used up their share of pauses. */
  readonly #even = new Map<string, number>();

  /** Waits if enough was offered. */
  async after(bytes: number, streams: ReadonlySet<Stream>): Promise<void> {
    this.#portion += bytes;
    if (this.#portion < PORTION_BYTES) return;
    this.#portion = 0;
    let now = performance.now();
    for (const [company, at] of this.#even) if (at <= now) this.#even.delete(company);
    let least = Number.POSITIVE_INFINITY;
    for (let stalled = 0; stalled <= STALLED; stalled++) {
      await delay(POLL_MS);
      const waited = performance.now() - now;
      now += waited;
      const most = now + (SHARE - 1) * LONGEST_MS;
      const evenAt = (company: string): number => Math.max(now, this.#even.get(company) ?? 0);
      const behind = [...streams].filter(({ isBehind, company }) => isBehind && evenAt(company) < most);
      if (behind.length === 0) return;
      for (const company of new Set(behind.map(({ company }) => company)))
        this.#even.set(company, evenAt(company) + SHARE * waited);
      const left = behind.reduce((bytes, stream) => bytes + stream.waitingBytes, 0);
      if (left < least) [least, stalled] = [left, 0];
    }
  }
}
