import { UnavailableError } from '../../errors.ts';

/** A share may hold four times the places that it leaves free: alone four in five, and a newcomer finds one at once. */
const GREED = 4;

interface Waiting {
  start: () => void;
  since: number;
}

/**
 * Divides places, such as connections, among shares, such as companies, so that no share takes them all. Who has to
 * wait gets a place in turn with the other shares. (A queue with dynamic thresholds, after Choudhury and Hahne, 1998.)
 */
export class Shares {
  #free: number;
  readonly #mostWaiting: number;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Map<string, Waiting[]>();

  /** `mostWaiting` bounds the queue of each share. */
  constructor(places: number, mostWaiting = 0) {
    this.#free = places;
    this.#mostWaiting = mostWaiting;
  }

  /** How long the first has waited for this share, in ms. */
  waited(share: string): number {
    const [first] = this.#waiting.get(share) ?? [];
    return first === undefined ? 0 : performance.now() - first.since;
  }

  /** How many wait for a place. */
  get waiting(): number {
    let count = 0;
    for (const queue of this.#waiting.values()) count += queue.length;
    return count;
  }

  /** Takes a place and calls `start`, now or in turn. Throws UnavailableError when as many wait as may. */
  enter(share: string, start: () => void): void {
    const queue = this.#waiting.get(share);
    if (queue === undefined && this.#mayEnter(share)) {
      this.#take(share);
      start();
      return;
    }
    if ((queue?.length ?? 0) >= this.#mostWaiting)
      throw new UnavailableError('OVERLOADED', 'Too many requests are waiting. Try again in a second.');
    const waiting = { start, since: performance.now() };
    if (queue === undefined) this.#waiting.set(share, [waiting]);
    else queue.push(waiting);
  }

  /** Gives a place back, for the share whose turn it is. */
  leave(share: string): void {
    const left = (this.#held.get(share) ?? 0) - 1;
    if (left > 0) this.#held.set(share, left);
    else this.#held.delete(share);
    this.#free += 1;
    for (const [next, queue] of this.#waiting) {
      if (!this.#mayEnter(next)) continue;
      const first = queue.shift();
      // Behind the others, whose turn comes first.
      if (this.#waiting.size > 1 || queue.length === 0) this.#waiting.delete(next);
      if (queue.length > 0) this.#waiting.set(next, queue);
      this.#take(next);
      first?.start();
    }
  }

  #mayEnter(share: string): boolean {
    return (this.#held.get(share) ?? 0) < GREED * this.#free;
  }

  #take(share: string): void {
    this.#free -= 1;
    this.#held.set(share, (this.#held.get(share) ?? 0) + 1);
  }
}
