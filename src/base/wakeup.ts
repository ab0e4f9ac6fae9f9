/** An auto-reset event with one waiter. */
export class Wakeup {
  #signalled = false;
  #wake = (): void => {};

  /** Wakes the waiter. Without one, the next `wait` returns at once. */
  readonly signal = (): void => {
    this.#signalled = true;
    this.#wake();
  };

  /** Waits at most `ms` milliseconds. True if it was signalled. */
  async wait(ms: number): Promise<boolean> {
    if (!this.#signalled) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const signalled = this.#signalled;
    this.#signalled = false;
    return signalled;
  }
}
