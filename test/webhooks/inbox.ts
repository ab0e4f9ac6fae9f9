/** Collects items and lets a test wait for them one by one. */
export class Inbox<Item> {
  /** Everything that has arrived. */
  readonly items: Item[] = [];
  readonly #waiting: ((item: Item) => void)[] = [];
  #taken = 0;

  push(item: Item): void {
    this.items.push(item);
    const resolve = this.#waiting.shift();
    if (resolve === undefined) return;
    this.#taken++;
    resolve(item);
  }

  /** Waits for the first item that no earlier call has returned. */
  next(): Promise<Item> {
    const item = this.items[this.#taken];
    if (item === undefined) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#taken++;
    return Promise.resolve(item);
  }
}
