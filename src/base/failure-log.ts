import type { Log } from './log.ts';

/** Logs the failures of work that is tried again: of those in a row, the first, and each that has another reason. */
export class FailureLog {
  readonly #log: Log;
  readonly #message: string;
  #reason: string | undefined;

  constructor(log: Log, message: string) {
    this.#log = log;
    this.#message = message;
  }

  add(err: unknown): void {
    const reason = String(err);
    if (reason !== this.#reason) this.#log.error({ err }, this.#message);
    this.#reason = reason;
  }

  /** Notes that the work has succeeded. */
  end(): void {
    this.#reason = undefined;
  }
}
