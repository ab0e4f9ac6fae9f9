/** Loads a value when it is first needed, and keeps it. A failure is not kept: the next need loads it again. */
export class Lazy<Value> {
  value: Promise<Value> | undefined;
  readonly #load: () => Promise<Value>;

  constructor(load: () => Promise<Value>) {
    this.#load = load;
  }

  open(): Promise<Value> {
    this.value ??= this.#load().catch((error: unknown) => {
      this.value = undefined;
      throw error;
    });
    return this.value;
  }
}
