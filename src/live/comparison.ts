import { mustYield, yieldTurn } from '../runtime/event-loop.ts';
import { MOST_PAIRED } from './contains.ts';
import type { Change } from './live-change.ts';
import { matches } from './matching.ts';
import type { Stream } from './stream.ts';

/** What the streams want, as `matches` has it. */
type Matching = Map<Stream, boolean | undefined>;

/** Compares one change after the other with all streams, each within one budget and in many turns of the event loop. */
export class Comparison {
  #position: number | undefined;
  #budget = { left: 0 };
  readonly #matching: Matching = new Map();

  /** Compares a change with the streams. Called again for the same change, it goes on. */
  async of(change: Change, streams: ReadonlySet<Stream>): Promise<Matching> {
    if (this.#position !== change.position) this.end();
    if (this.#position === undefined) this.#budget = { left: MOST_PAIRED };
    this.#position = change.position;
    // A stream that joins meanwhile comes last.
    for (const stream of streams) {
      if (this.#matching.has(stream)) continue;
      if (mustYield()) await yieldTurn();
      this.#matching.set(stream, matches(change, stream.wishes, this.#budget));
    }
    return this.#matching;
  }

  end(): void {
    this.#position = undefined;
    this.#matching.clear();
  }
}
