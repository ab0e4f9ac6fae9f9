import { disconnected, UnavailableError } from '../base/errors.ts';
import { Shares } from './shares.ts';

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

/**
 * Does work for which nothing is known of the request yet: checks unknown tokens, reads unknown documents. One work has
 * a turn of the event loop, senders come one after the other, and a sender of new documents rests four times as long as
 * the work took, at most 200 ms. Beside 60 clients whose documents are all new, a neighbor's requests take a few times
 * as long as alone, and a thousand times without it; beside 256 clients with bad tokens, ten others have a p99 of 20
 * ms, and 320 without it. `refusal` is the message when too many wait.
 */
export function senderTurns(refusal: string, rest = 0) {
  /** A sender has one work at a time, until it has rested. */
  const senders = new Shares(Number.POSITIVE_INFINITY, MOST_WAITING, performance, () => 1);
  const turn = new Shares(1, Number.POSITIVE_INFINITY);
  const refuse = (): never => {
    throw new UnavailableError('OVERLOADED', refusal);
  };

  /** Does work when its turn has come. Rejects if that takes too long (OVERLOADED), or the client left (CANCELLED). */
  return async <Result>(sender: string, work: () => Result | Promise<Result>, client = ALWAYS): Promise<Result> => {
    const since = performance.now();
    await new Promise<void>((start) => senders.enter(sender, start)).catch(refuse);
    await new Promise<void>((start) => turn.enter(sender, start));
    const began = performance.now();
    try {
      if (client.destroyed) throw disconnected();
      return began - since > LONGEST_MS ? refuse() : await work();
    } finally {
      const restMs = Math.min(rest * (performance.now() - began), MOST_REST_MS);
      setImmediate(() => {
        turn.leave(sender);
        const end = () => senders.leave(sender);
        if (restMs < LEAST_REST_MS) end();
        else setTimeout(end, restMs);
      });
    }
  };
}

/** Whoever has no known token is one sender. */
export const turnsOfUnknownTokens = () =>
  senderTurns('Too many requests without a known token. Try again in a second.');
