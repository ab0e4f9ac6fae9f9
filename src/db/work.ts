import { AnswerTooLargeError, UnavailableError } from '../errors.ts';

export interface WorkLimits {
  /** The most bytes of rows that a request receives. */
  answerBytes: number;
  /** How long a request may start statements. */
  requestSeconds: number;
}

/** Bytes that the rows of all requests under way may take together. */
const MOST_BYTES_HELD = 128 * 1024 * 1024;
let held = 0;
let sequence = 0;

/** Begins the span of a statement. The function that it returns ends it, with its error if it failed. */
export type Trace = (text: string) => (error?: unknown) => void;

/** What one request does in the database: the bytes it has received, the statements under way, and an end that stops them. */
export class Work {
  /** Tells requests apart, whose rows must not be loaded together: one of them may end. */
  readonly id = sequence++;
  readonly limits: WorkLimits;
  bytes = 0;
  /** The statements so far, and the sum of their times in milliseconds, each with its wait for a connection. */
  statements = 0;
  databaseMs = 0;
  readonly #trace: Trace | undefined;
  readonly #deadline: number;
  /** Undefined until there is one: most requests have one statement, and no end. */
  #cancels: (() => void)[] | undefined;
  #reason: Error | undefined;
  #isOver = false;

  constructor(limits: WorkLimits, trace?: Trace) {
    this.limits = limits;
    this.#trace = trace;
    this.#deadline = performance.now() + limits.requestSeconds * 1000;
  }

  /** The error that ended the work. */
  get reason(): Error | undefined {
    return this.#reason;
  }

  /** Throws when the request has ended or takes too long, so that it starts no other statement. */
  check(): void {
    if (this.#reason === undefined && performance.now() > this.#deadline)
      this.end(new UnavailableError('TIMEOUT', `The request took longer than ${this.limits.requestSeconds} s.`));
    if (this.#reason !== undefined) throw this.#reason;
  }

  /** Cancels the statements under way; those that wait do not start. */
  end(reason: Error): void {
    this.#reason ??= reason;
    for (const cancel of this.#cancels ?? []) cancel();
  }

  /** Notes a statement under way, which `cancel` ends. */
  begin(cancel: () => void): void {
    if (this.#cancels === undefined) this.#cancels = [cancel];
    else this.#cancels.push(cancel);
  }

  settle(cancel: () => void): void {
    const place = this.#cancels?.indexOf(cancel) ?? -1;
    if (place >= 0) this.#cancels?.splice(place, 1);
  }

  /** Counts bytes of rows. Ends the work when they are more than its answer, or those of all requests together, may have. */
  receive(bytes: number): void {
    // An update that outlives its client, or rows on their way when their statement was cancelled.
    if (this.#isOver) return;
    this.bytes += bytes;
    held += bytes;
    if (this.bytes > this.limits.answerBytes) this.end(new AnswerTooLargeError(this.limits.answerBytes));
    else if (held > MOST_BYTES_HELD)
      this.end(
        new UnavailableError('OVERLOADED', 'Other requests are receiving large answers. Try again in a second.'),
      );
  }

  /** Begins to time a statement. The function that it returns ends it, with its error if it failed. */
  time(text: string): (error?: unknown) => void {
    const end = this.#trace?.(text);
    const since = performance.now();
    return (error) => {
      this.statements += 1;
      this.databaseMs += performance.now() - since;
      end?.(error);
    };
  }

  /** Forgets the rows, after the answer. */
  release(): void {
    this.#isOver = true;
    held -= this.bytes;
    this.bytes = 0;
  }
}

/** Times a statement of Prisma's, which knows no work. */
export async function timed<Result>(
  work: Work | undefined,
  text: string,
  statement: PromiseLike<Result>,
): Promise<Result> {
  const end = work?.time(text);
  try {
    const result = await statement;
    end?.();
    return result;
  } catch (error) {
    end?.(error);
    throw error;
  }
}
