/** How often the database is checked while it has statements and answers none. */
const CHECK_MS = 50;
/** A silence this long is a pause. A database that answers pings is never silent for so long. */
const PAUSE_MS = 150;
/** The rest of a longer pause counts as waiting: then requests are refused. */
const LONGEST_PAUSE_MS = 2_500;

/** A source of time, in milliseconds. */
export interface Clock {
  now(): number;
}

/**
 * A clock that stands still while the database answers nothing, as in a checkpoint or a failover. By this clock, what
 * waits long is in a standing queue, which only refusals make shorter; after a pause, all that waits is served at once.
 * (The distinction is that of CoDel: Nichols and Jacobson, 2012.)
 */
export class ServiceClock implements Clock {
  readonly #ping: () => Promise<boolean>;
  #underWay = 0;
  /** When the database last answered, or got the first of the statements under way. */
  #since = 0;
  /** The sum of the pauses that have ended. */
  #paused = 0;
  #timer: NodeJS.Timeout | undefined;
  #isAsked = false;

  constructor(ping: () => Promise<boolean>) {
    this.#ping = ping;
  }

  now(): number {
    const now = performance.now();
    return now - this.#paused - this.#pause(now);
  }

  /** A statement begins. */
  begin(): void {
    if (this.#underWay === 0) this.#since = performance.now();
    this.#underWay += 1;
    this.#timer ??= setInterval(this.#check, CHECK_MS).unref();
  }

  /** A statement has ended. */
  end(): void {
    this.#answered();
    this.#underWay -= 1;
  }

  #pause(now: number): number {
    const silence = this.#underWay === 0 ? 0 : now - this.#since;
    return silence < PAUSE_MS ? 0 : Math.min(silence, LONGEST_PAUSE_MS);
  }

  #answered(): void {
    const now = performance.now();
    this.#paused += this.#pause(now);
    this.#since = now;
  }

  /** Asks a database that has been silent, since each statement may be slow or wait for a lock. */
  readonly #check = (): void => {
    if (this.#underWay === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    } else if (!this.#isAsked && performance.now() - this.#since >= CHECK_MS) {
      this.#isAsked = true;
      void this.#ping().then((answers) => {
        this.#isAsked = false;
        if (answers) this.#answered();
      });
    }
  };
}
