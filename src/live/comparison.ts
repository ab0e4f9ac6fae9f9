import { mustYield, yieldTurn } from '../runtime/event-loop.ts';
import { MOST_PAIRED } from './contains.ts';
import type { Change } from './live-change.ts';
import type { Item, Stream } from './stream.ts';
import { viewOf } from './view.ts';

/** What the streams get. */
type Views = Map<Stream, Item | undefined>;

/** Compares one change after the other with all streams, each within one budget and in many turns of the event loop. */
export class Comparison {
  #position: number | undefined;
  #budget = { left: 0 };
  readonly #views: Views = new Map();

  /** Compares a change with the streams. Called again for the same change, it goes on. */
  async of(change: Change, streams: ReadonlySet<Stream>): Promise<Views> {
    if (this.#position !== change.position) this.end();
    if (this.#position === undefined) this.#budget = { left: MOST_PAIRED };
    this.#position = change.position;
    // A stream that joins meanwhile comes last.
    for (const stream of streams) {
      if (this.#views.has(stream)) continue;
      if (mustYield()) await yieldTurn();
      this.#views.set(stream, viewOf(change, stream.wishes, this.#budget));
    }
    return this.#views;
  }

  end(): void {
    this.#position = undefined;
    this.#views.clear();
  }
}
