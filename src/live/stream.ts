import { UnavailableError } from '../base/errors.ts';
import {
  type Change,
  type Gap,
  type MatchedChange,
  releaseChange,
  retainChange,
  retainsTooMuch,
} from './live-change.ts';
import type { Interest } from './matching.ts';

export type Item = MatchedChange | Gap;

export const cursorOf = (position: number): string => `${position}`;

/** The position of a cursor; undefined for any other text. */
export const positionOf = (cursor: string): number | undefined =>
  /^\d{1,16}$/.test(cursor) ? Number(cursor) : undefined;

export const MOST_WAITING = 1_000;
export const MOST_BYTES = 4 * 1024 * 1024;
const waiting = new Set<Stream>();
const bytesOf = (item: Item): number => (item.kind === 'change' ? item.bytes : 0);
const SLOW = 'The client takes the changes too slowly. Open the stream again with `since`.';

/** What one live operation gets: the changes that it wants, in their order, until it ends. It has one reader. */
export class Stream {
  readonly company: string;
  readonly interests: readonly Interest[];
  isOver = false;
  waitingBytes = 0;
  /** Where it began or resumes, or that of the item that was handed out last; undefined before the start. */
  #position: number | undefined;
  readonly #items: Item[] = [];
  readonly #reached: () => number;
  readonly #onEnd: () => void;
  #isWaiting = false;
  /** While it resumes: reads more of what it has missed. */
  #askMore: (() => void) | undefined;
  #isFull = false;
  #error: unknown;
  #wake = (): void => {};

  /** `reached` returns the position up to which all streams have been offered changes. */
  constructor(company: string, interests: readonly Interest[], reached: () => number, onEnd: () => void) {
    this.company = company;
    this.interests = interests;
    this.#reached = reached;
    this.#onEnd = onEnd;
  }

  /** Where a client that is lost now can resume; undefined unless it waits for a change. */
  get idleAt(): number | undefined {
    if (!this.#isWaiting) return undefined;
    const position = this.#position ?? 0;
    return this.isResuming ? position : Math.max(position, this.#reached());
  }

  get isResuming(): boolean {
    return this.#askMore !== undefined;
  }

  /** What its client took last, while a resumption waits for it to take more. */
  get stalledAt(): number | undefined {
    return this.#isFull ? this.#position : undefined;
  }

  get isBehind(): boolean {
    return this.waitingBytes > MOST_BYTES / 2;
  }

  /** Starts with a gap: the client reads what happened before. */
  begin(position: number): void {
    this.#clear();
    this.follow();
    this.#position = position;
    this.#push({ kind: 'gap', position });
  }

  /** Starts behind the position, with what was missed since. */
  resume(position: number, askMore: () => void): void {
    this.#clear();
    this.#position = position;
    this.#askMore = askMore;
  }

  /** Takes an item that was missed, unless its client has enough to take. */
  miss(item: Item): boolean {
    if (!this.isResuming) return true;
    // The changes that follow need room, too.
    const isFull = this.#items.length >= MOST_WAITING / 2 || this.isBehind || retainsTooMuch(bytesOf(item));
    this.#isFull = isFull && this.#items.length > 0;
    if (!this.#isFull) this.#push(item);
    return !this.#isFull;
  }

  /** It has all that it missed. */
  follow(): void {
    this.#askMore = undefined;
    this.#isFull = false;
  }

  offer(item: Item): void {
    if (this.isResuming || this.#position === undefined) return;
    if (item.position > this.#position) this.#push(item);
  }

  skip(position: number): void {
    if (this.#position === undefined) return;
    const at = Math.max(position, this.#position);
    if (this.isResuming) this.begin(at);
    else this.#push({ kind: 'gap', position: at });
  }

  /** Ends at once, without what waits, because its client is too slow. */
  endSlow(): void {
    this.end(new UnavailableError('OVERLOADED', SLOW));
  }

  /** Ends at once, without what waits; the reader gets the error, if there is one. */
  end(error?: unknown): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#error = error;
    this.follow();
    this.#clear();
    this.#onEnd();
    this.#wake();
  }

  /** The next item; undefined at the end. Rejects once with the error that ended the stream. */
  async next(): Promise<Item | undefined> {
    this.#isWaiting = true;
    while (this.#items.length === 0 && !this.isOver)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    this.#isWaiting = false;
    const item = this.#items.shift();
    if (item?.kind === 'change') this.#release(item);
    if (item !== undefined) this.#position = Math.max(this.#position ?? 0, item.position);
    if (this.#isFull && this.#items.length === 0) {
      this.#isFull = false;
      this.#askMore?.();
    }
    const error = this.#error;
    this.#error = undefined;
    if (error !== undefined) throw error;
    return item;
  }

  #push(item: Item): void {
    if (this.isOver) return;
    const { length } = this.#items;
    if (length > 0 && (length >= MOST_WAITING || this.waitingBytes + bytesOf(item) > MOST_BYTES))
      return void this.endSlow();
    this.#items.push(item);
    if (item.kind === 'change') this.#retain(item);
    this.#wake();
  }

  /** Counts a change that waits. While too much does, the stream for which most waits ends. */
  #retain(change: Change): void {
    retainChange(change);
    this.waitingBytes += change.bytes;
    waiting.add(this);
    while (retainsTooMuch() && waiting.size > 0) {
      const [first = this, ...others] = waiting;
      const largest = others.reduce((most, stream) => (stream.waitingBytes > most.waitingBytes ? stream : most), first);
      largest.endSlow();
    }
  }

  #release(change: Change): void {
    releaseChange(change);
    this.waitingBytes -= change.bytes;
    if (this.waitingBytes === 0) waiting.delete(this);
  }

  #clear(): void {
    for (const item of this.#items.splice(0)) if (item.kind === 'change') this.#release(item);
  }
}
