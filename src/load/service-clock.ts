/** The beginning of a silence counts: statements may be slow, and end one after the other. */
const SILENCE_MS = 100;
/** The rest of a longer pause counts as waiting: then requests are refused. */
const LONGEST_PAUSE_MS = 2_500;

export interface Clock {
  now(): number;
}

/**
 * A clock that stands still while the database ends no statement, as in a checkpoint, a failover, or behind the lock of
 * a table. By this clock, what waits long is in a standing queue, which only refusals make shorter; after a pause, all
 * that waits is served at once. (The distinction is that of CoDel: Nichols and Jacobson, 2012.) Without it, a pause of
 * two seconds refuses a tenth of the requests.
 */
export class ServiceClock implements Clock {
  #underWay = 0;
  /** When a statement last ended, or the first of those under way began. */
  #since = 0;
  /** The sum of the pauses that have ended. */
  #paused = 0;

  now(): number {
    const now = performance.now();
    return now - this.#paused - this.#pause(now);
  }

  begin(): void {
    if (this.#underWay === 0) this.#since = performance.now();
    this.#underWay += 1;
  }

  end(): void {
    const now = performance.now();
    this.#paused += this.#pause(now);
    this.#since = now;
    this.#underWay -= 1;
  }

  #pause(now: number): number {
    const silence = this.#underWay === 0 ? 0 : now - this.#since;
    return Math.min(Math.max(silence - SILENCE_MS, 0), LONGEST_PAUSE_MS);
  }
}
