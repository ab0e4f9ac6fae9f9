import { setTimeout as delay } from 'node:timers/promises';
import type { Stream } from './stream.ts';

export const PORTION_BYTES = 1024 * 1024;
/** A pause ends when no client has taken anything in so many looks at their progress. */
const STALLED = 20;
/** The most that a company delays others: a second (ms) at once, a tenth of the time in the long run. */
const LONGEST_MS = 1_000;
const SHARE = 10;
const POLL_MS = 5;

/**
 * Backpressure: pauses after each portion of changes until the clients that read have taken them. Without it, on a busy
 * machine, streams end with OVERLOADED after 900 of 2,000 changes of 4 KB in one transaction.
 */
export class BackpressurePauses {
  #portion = 0;
  /** By company: until when its clients have used up their share of pauses. */
  readonly #usedUntil = new Map<string, number>();

  /** Waits if enough was offered: until no client is behind, or those that are take nothing more. */
  async after(bytes: number, streams: ReadonlySet<Stream>): Promise<void> {
    this.#portion += bytes;
    if (this.#portion < PORTION_BYTES) return;
    this.#portion = 0;
    let now = performance.now();
    for (const [company, until] of this.#usedUntil) if (until <= now) this.#usedUntil.delete(company);
    let [least, stalled] = [Number.POSITIVE_INFINITY, 0];
    while (stalled <= STALLED) {
      await delay(POLL_MS);
      const waited = performance.now() - now;
      now += waited;
      const usedUntil = (company: string): number => Math.max(now, this.#usedUntil.get(company) ?? 0);
      const most = now + (SHARE - 1) * LONGEST_MS;
      const behind = [...streams].filter(({ isBehind, company }) => isBehind && usedUntil(company) < most);
      if (behind.length === 0) return;
      for (const company of new Set(behind.map(({ company }) => company)))
        this.#usedUntil.set(company, usedUntil(company) + SHARE * waited);
      const left = behind.reduce((sum, { waitingBytes }) => sum + waitingBytes, 0);
      stalled = left < least ? 1 : stalled + 1;
      least = Math.min(least, left);
    }
  }
}
