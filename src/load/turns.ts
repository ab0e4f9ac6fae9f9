import { disconnected, UnavailableError } from '../base/errors.ts';

/** The sender of requests without an accepted token. */
export const NOBODY = 'nobody';

/** The most works of a sender that wait. */
const MOST_WAITING = 1_000;
/** What has waited longer is refused: a database that hangs holds up each look-up of a key for many seconds. */
const LONGEST_MS = 2_000;
/** A shorter rest is none. A longer one would refuse what comes next on a machine that stalls. */
const LEAST_REST_MS = 1;
const MOST_REST_MS = 200;

/** Who asks for a work, which is left out if it has gone. */
export interface Disconnectable {
  readonly destroyed: boolean;
}
const ALWAYS: Disconnectable = { destroyed: false };

/** What a sender has waiting, and until when it rests. */
interface Line {
  waiting: (() => Promise<void>)[];
  restsUntil: number;
}

/**
 * Does work for which nothing is known of the request yet: checks unknown tokens, reads unknown documents. One work has
 * a turn of the event loop, senders come one after the other, and a sender of new documents rests four times as long as
 * the work took, at most 200 ms. Beside 60 clients whose documents are all new, a neighbor's requests take a few times
 * as long as alone, and a thousand times without it; beside 256 clients with bad tokens, ten others have a p99 of 20
 * ms, and 320 without it.
 */
export class SenderTurns {
  readonly #refusal: string;
  readonly #rest: number;
  readonly #lines = new Map<string, Line>();
  #isTaken = false;
  #timer: NodeJS.Timeout | undefined;

  /** `refusal` is the message when too many wait. */
  constructor(refusal: string, rest = 0) {
    this.#refusal = refusal;
    this.#rest = rest;
  }

  /** Does work when its turn has come. Rejects if that takes too long (OVERLOADED), or the client left (CANCELLED). */
  enter<Result>(sender: string, work: () => Result | Promise<Result>, client = ALWAYS): Promise<Result> {
    return new Promise((resolve, reject) => {
      const line = this.#lines.get(sender) ?? { waiting: [], restsUntil: 0 };
      const refuse = (): never => {
        throw new UnavailableError('OVERLOADED', this.#refusal);
      };
      if (line.waiting.length >= MOST_WAITING) refuse();
      this.#lines.set(sender, line);
      const since = performance.now();
      line.waiting.push(async () => {
        try {
          if (client.destroyed) throw disconnected();
          if (performance.now() - since > LONGEST_MS) refuse();
          resolve(await work());
        } catch (error) {
          reject(error);
        }
      });
      if (!this.#isTaken) this.#next();
    });
  }

  /** Begins the work of the next sender that does not rest. */
  readonly #next = (): void => {
    clearTimeout(this.#timer);
    this.#isTaken = false;
    const now = performance.now();
    let soonest = Number.POSITIVE_INFINITY;
    for (const [sender, line] of this.#lines) {
      if (line.waiting.length === 0 && line.restsUntil <= now) this.#lines.delete(sender);
      else if (line.waiting.length > 0 && line.restsUntil <= now) return void this.#take(sender, line, now);
      else if (line.waiting.length > 0) soonest = Math.min(soonest, line.restsUntil);
    }
    if (soonest < Number.POSITIVE_INFINITY) this.#timer = setTimeout(this.#next, soonest - now);
  };

  async #take(sender: string, line: Line, began: number): Promise<void> {
    this.#isTaken = true;
    // Behind the others, whose turn comes first.
    this.#lines.delete(sender);
    this.#lines.set(sender, line);
    await line.waiting.shift()?.();
    const now = performance.now();
    const rest = this.#rest * (now - began);
    if (rest >= LEAST_REST_MS) line.restsUntil = now + Math.min(rest, MOST_REST_MS);
    setImmediate(this.#next);
  }
}

/** Whoever has no known token is one sender. */
export const turnsOfUnknownTokens = (): SenderTurns =>
  new SenderTurns('Too many requests without a known token. Try again in a second.');
