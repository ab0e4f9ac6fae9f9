/** Lets one sleeper wait for a ring. */
export class Bell {
  #rung = false;
  #wake = (): void => {};

  /** Wakes the sleeper. Without one, the next `wait` returns at once. */
  ring(): void {
    this.#rung = true;
    this.#wake();
  }

  /** Waits at most `ms` milliseconds. True if the bell rang. */
  async wait(ms: number): Promise<boolean> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const rung = this.#rung;
    this.#rung = false;
    return rung;
  }
}
