import type { Stream } from './stream.ts';

/** A stream as a live operation follows it. */
export type Followed = Pick<Stream, 'end' | 'isOver' | 'endSlow' | 'stalledAt'> & {
  next(): Promise<unknown>;
  readonly idleAt: number | null | undefined;
};

/** The items of a subscription of one's own. It ends at once, whatever its iterator waits for. */
export class CustomStream implements Followed {
  isOver = false;
  readonly stalledAt = undefined;
  readonly #items: AsyncIterator<unknown>;
  #isWaiting = false;
  #stop = (): void => {};
  #error: unknown;

  constructor(items: AsyncIterable<unknown>) {
    this.#items = items[Symbol.asyncIterator]();
  }

  get idleAt(): null | undefined {
    return this.#isWaiting ? null : undefined;
  }

  async next(): Promise<unknown> {
    if (this.isOver) return undefined;
    this.#isWaiting = true;
    const stopped = new Promise<{ done: true; value?: unknown }>((resolve) => {
      this.#stop = () => resolve({ done: true });
    });
    const { done, value } = await Promise.race([this.#items.next(), stopped]);
    this.#isWaiting = false;
    if (this.#error !== undefined) throw this.#error;
    if (done) this.end();
    return done ? undefined : (value ?? null);
  }

  endSlow(): void {
    this.end();
  }

  end(error?: unknown): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#error = error;
    this.#stop();
    // An iterator that waits ends at its next item.
    this.#items.return?.().catch(() => {});
  }
}
