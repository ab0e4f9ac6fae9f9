import { UnavailableError } from '../errors.ts';
import { type Change, type Gap, isWanted, matchesNow, type Shown, type Wish } from './change.ts';

export type Item = Shown | Gap;

/** Items that wait for a client. They are shared by all streams, so that each takes a few bytes. */
export const MOST_WAITING = 1_000;

const SLOW = 'The client takes the changes too slowly. Open the stream again with `since`.';

/** What one live operation gets: the changes that it wants, in their order, until it ends. It has one reader. */
export class Stream {
  readonly wishes: readonly Wish[];
  /** Up to here, nothing that was handed out is missing; undefined before the start. */
  #position: number | undefined;
  readonly #items: (Change | Gap)[] = [];
  readonly #reached: () => number;
  readonly #onEnd: () => void;
  #isWaiting = false;
  #isOver = false;
  #error: unknown;
  #wake = (): void => {};

  /** `reached` tells the position up to which all streams were offered what there is. */
  constructor(wishes: readonly Wish[], reached: () => number, onEnd: () => void) {
    this.wishes = wishes;
    this.#reached = reached;
    this.#onEnd = onEnd;
  }

  /** The position of the item that was handed out last. */
  get position(): number {
    return this.#position ?? 0;
  }

  /** While it waits for a change: the position from which a client that is lost now can resume. */
  get idleAt(): number | undefined {
    return this.#isWaiting ? Math.max(this.#position ?? 0, this.#reached()) : undefined;
  }

  /** Starts with a gap: what happened up to the position is for the client to read. */
  begin(position: number): void {
    this.#position = position;
    this.#push({ kind: 'gap', position });
  }

  /** Starts behind the position, with what was missed since. */
  resume(position: number, missed: readonly Change[]): void {
    this.#position = position;
    for (const change of missed) this.offer(change);
  }

  /** Offers a change, which it takes if it wants it and does not have it. */
  offer(change: Change): void {
    if (this.#position !== undefined && change.position > this.#position && isWanted(change, this.wishes))
      this.#push(change);
  }

  /** Tells that changes up to the position may be missing. */
  skip(position: number): void {
    if (this.#position !== undefined) this.#push({ kind: 'gap', position: Math.max(position, this.#position) });
  }

  /** Ends at once, without what waits; the reader gets the error, if there is one. */
  end(error?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#error = error;
    this.#items.length = 0;
    this.#onEnd();
    this.#wake();
  }

  /** The next item; undefined at the end. Rejects once with the error that ended the stream. */
  async next(): Promise<Item | undefined> {
    this.#isWaiting = true;
    while (this.#items.length === 0 && !this.#isOver)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    this.#isWaiting = false;
    const item = this.#items.shift();
    if (item !== undefined) this.#position = Math.max(this.#position ?? 0, item.position);
    const error = this.#error;
    this.#error = undefined;
    if (error !== undefined) throw error;
    return item?.kind === 'change' ? { ...item, matches: matchesNow(item, this.wishes) } : item;
  }

  #push(item: Change | Gap): void {
    if (this.#isOver) return;
    if (this.#items.length >= MOST_WAITING) this.end(new UnavailableError('OVERLOADED', SLOW));
    else this.#items.push(item);
    this.#wake();
  }
}
